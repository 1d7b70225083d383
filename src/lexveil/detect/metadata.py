"""Names that the case metadata gives, found in the text also where they are written a little differently.

An entry that cannot be read is an error that says which key and what to write, and never quotes a name.
`John R. Doe` in the text meets `John Roe Doe` in the metadata, `Company (Country) Ltd.` meets `Company Ltd.`
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from rapidfuzz import fuzz

from lexveil.detect.capitals import Word, Words, may_be_name, name_span, name_words, opens_line, words
from lexveil.errors import MetadataError
from lexveil.jurisdictions.legalforms import is_head, is_legal_form, pattern
from lexveil.languages import Language, codes, load, people
from lexveil.model import Document, Span
from lexveil.names.given import gender, is_given, same_given
from lexveil.names.places import is_country, is_place
from lexveil.text.fold import fold
from lexveil.text.spelling import LETTER, spelled_out

EXACT, CLOSE, TITLED, ALONE = 0.98, 0.92, 0.9, 0.75
_NEAR = 86  # how alike two spellings of a name must be, of 100
_DEEPEST = 6
BLOCK = 4  # letters that names share which may be spelt alike
_BODIES = frozenset(["LAW_FIRM", "ORGANIZATION"])
_BRACKETS = re.compile(r"\([^()]*\)")
_SHORT = re.compile(r"\(([A-Z][A-Za-z.]{1,9})\)$")  # the acronym in `Example Federation (EFed)`
_DIGRAPH = re.compile("([aou])e")
_ENGLISH = load("en")  # the keys of the metadata are the same in every language

TOKEN = re.compile(r"[^\W_]+(?:['-][^\W\d_]+)*")


class Listed(NamedTuple):
    name: str
    role: str  # one of model.ROLES
    kind: str  # person or organization


def roles_of(metadata: Mapping[str, Any]) -> tuple[Listed, ...]:
    """Every name of the metadata with its role, aliases as names of their own."""
    if not isinstance(metadata, Mapping):
        raise MetadataError("detect.metadata_no_object")
    found: list[Listed] = []
    for key, value in metadata.items():
        role = _roles().get(_key(key))
        if role and value is not None:
            found += _read(value, role, str(key), 0)
    return tuple(dict.fromkeys(found))


@cache
def _roles() -> Mapping[str, str]:
    """Keys in any language, whatever that of the document; where two differ, English has the word."""
    tables = [load(code).roles["metadata"] for code in codes()]
    english = _ENGLISH.roles["metadata"]
    return {key: role for table in (*tables, english) for role, keys in table.items() for key in keys}


@cache
def _kinds() -> Mapping[str, str]:
    """What a `type` may say → person or organization."""
    kinds = ("person", "organization")
    return {word: kind for kind in kinds for words in _words() for word in words[kind]}


@cache
def _words() -> tuple[Mapping[str, Sequence[str]], ...]:
    """Of all languages."""
    return tuple(load(code).roles["metadata_words"] for code in codes())


def _key(key: object) -> str:
    return str(key).strip().lower().replace(" ", "_").replace("-", "_")


def _read(value: object, role: str, key: str, depth: int) -> Iterator[Listed]:
    if depth > _DEEPEST:
        raise MetadataError("detect.metadata_nested", key=key)
    if isinstance(value, str):
        if value.strip():
            yield Listed(value.strip(), role, _kind(value, role))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _read(item, role, key, depth + 1)
    elif isinstance(value, Mapping):
        yield from _read_object(value, role, key, depth)
    elif value is not None:
        raise MetadataError("detect.metadata_type", key=key, type=type(value).__name__)


def _read_object(value: Mapping[Any, Any], role: str, key: str, depth: int) -> Iterator[Listed]:
    """`{"name": …}`, or names sorted by side: `{"claimant": […], "respondent": […]}`."""
    if "name" not in value:
        for side, names in value.items():
            known = f"{key}.{side}" if _key(side) in _roles() else key  # another key may be a name
            yield from _read(names, role, known, depth + 1)
        return
    name, kind = value["name"], value.get("type")
    if not isinstance(name, str) or not name.strip():
        raise MetadataError("detect.metadata_name", key=key)
    if kind is not None and str(kind).lower() not in _kinds():
        raise MetadataError("detect.metadata_kind", key=key)
    aliases = value.get("aliases") or []
    if not isinstance(aliases, list | tuple | str) or not all(isinstance(alias, str) for alias in aliases):
        raise MetadataError("detect.metadata_aliases", key=key)
    settled = _kinds()[str(kind).lower()] if kind else _kind(name, role)
    for one in (name, *([aliases] if isinstance(aliases, str) else aliases)):
        if one.strip():
            yield Listed(one.strip(), role, settled)
    for inner, names in value.items():
        if inner not in ("name", "aliases", "type") and _key(inner) in _roles():
            yield from _read(names, _roles()[_key(inner)], f"{key}.{inner}", depth + 1)


@cache
def _tail() -> re.Pattern[str]:
    """A bracket and a legal form or the mark of a law firm, as they end a company's name."""
    return re.compile(rf"(?: \([^()\n]{{1,30}}\))?,?(?: (?:{pattern('forms', 'firms')})(?![\w-]))+")


def _kind(name: str, role: str) -> str:
    """Whether a name without a type is a person's."""
    if role in _BODIES:
        return "organization"
    parts = [fold(part) for part in TOKEN.findall(name.replace(".", ""))]
    marked = bool(_tail().search(" " + name)) or any(is_head(part) and not is_given(part) for part in parts)
    formed = len(parts) > 1 and len(parts[-1]) > 1 and is_legal_form(parts[-1])
    return "organization" if marked or formed or is_country(" ".join(parts)) else "person"


def numbers_of(metadata: Mapping[str, Any]) -> tuple[str, ...]:
    found: list[str] = []
    for key, value in metadata.items():
        if any(_key(key) in words["numbers"] for words in _words()):
            for number in value if isinstance(value, list | tuple) else [value]:
                if not isinstance(number, str):
                    raise MetadataError("detect.metadata_number", key=str(key))
                found.append(number.strip())
    return tuple(dict.fromkeys(found))


# In the text.


class Known(NamedTuple):
    parts: tuple[str, ...]  # folded words; of a person without titles, of a body without its legal form
    role: str
    generation: str = ""  # jr, sr, iii …

    @property
    def family(self) -> tuple[str, ...]:
        """The words of a family name, of both where there are two, hyphenated or not."""
        first = len(self.parts) - 1
        while first > 1 and len(self.parts[first - 1]) > 1 and not is_given(self.parts[first - 1]):
            first -= 1
        return tuple(word for part in self.parts[first:] for word in part.split("-"))


def find(document: Document) -> Iterator[Span]:
    if not document.metadata:
        return
    listed = roles_of(document.metadata)
    text = document.text
    found = words(document)
    language = load(document.language)
    people = [
        Known(parts, item.role, _generation(item.name, language))
        for item in listed
        if item.kind == "person"
        for parts in _spellings(item.name, language)
    ]
    bodies = [
        Known(parts, item.role)
        for item in listed
        if item.kind != "person"
        for name in (item.name, *_SHORT.findall(item.name))
        for parts in _short_forms(_body_parts(name, language), item.role)
    ]
    yield from _people(text, found, people)
    yield from _bodies(text, found, bodies)
    yield from _numbers(text, document.metadata)


def _person_parts(name: str, language: Language) -> tuple[str, ...]:
    """Folded words of a name, given names first; `DOE, John` is turned round."""
    suffixes, letters = people.suffixes(language), people.role_after(language)
    family, comma, given = name.partition(",")
    if comma and 0 < len(given.split()) < 4 and fold(given).strip(" .") not in {*letters, *suffixes}:
        name = f"{given} {family}"
    small = people.particles(language)
    parts = [part for part in TOKEN.findall(name) if not (part.islower() and part in small)]
    while len(parts) > 1 and fold(parts[0]) in name_words(language).titles:
        parts.pop(0)
    tails = {*suffixes, *letters}
    while len(parts) > 1 and fold(parts[-1]) in (tails if parts[-1].isupper() else suffixes):
        parts.pop()
    return tuple(map(fold, parts))


def _spellings(name: str, language: Language) -> Iterable[tuple[str, ...]]:
    """Müller is Muller and Mueller, and Mueller Müller."""
    plain = _person_parts(name, language)
    out = _person_parts(LETTER.sub(spelled_out, name), language)
    short = tuple(_DIGRAPH.sub(r"\1", part) if len(part) > 4 else part for part in plain)
    return dict.fromkeys(parts for parts in (plain, out, short) if parts)


def _generation(name: str, language: Language) -> str:
    """What at its end tells a father from his son."""
    return people.generations(language).get(fold(name).replace(",", " ").split()[-1].rstrip("."), "")


def _body_parts(name: str, language: Language) -> tuple[str, ...]:
    """Folded words of a body's name without article, bracket and legal form."""
    bare = _tail().sub(" ", " " + _BRACKETS.sub(" ", name)).replace(".", "")
    no_part = language.labels["listed"]["no_part"]
    kept = tuple(part for part in map(fold, TOKEN.findall(bare)) if part not in no_part)
    return kept or tuple(map(fold, TOKEN.findall(name)))


def _short_forms(parts: tuple[str, ...], role: str) -> list[tuple[str, ...]]:
    """A law firm is called by the first of its partners too: Quell Marrow, of Quell Marrow Roe LLP."""
    shorter = range(2, len(parts)) if role == "LAW_FIRM" else ()
    return [parts[:number] for number in (len(parts), *shorter)] if parts else []


def _people(text: str, found: Words, people: Sequence[Known]) -> Iterator[Span]:
    """Compare each run of capitalised words with the names that share a word with it."""
    index = _blocks((known, part) for known in people for part in known.parts if len(part) > 2)
    first = 0
    met: list[
        tuple[Span, Known, bool]
    ] = []  # and whether a given name is written out of which they have a letter
    while first < len(found) and index:
        last = _run_end(found, first)
        near = (known for word in found[first:last] for known in index.get(word.key[:BLOCK], ()))
        matches = [
            (*match, known)
            for known in {id(known): known for known in near}.values()
            if (match := _match(text, found, first, last, known))
        ]
        if matches:
            score, start, end, known = max(matches, key=lambda match: match[0])
            source = f"metadata:{known.role.lower()}"
            span = Span(*name_span(found, start, end), "PERSON", score, (source,))
            met.append((span, known, _is_fuller(found, start, end, known)))
        first = max(last, first + 1)
    lettered = {known for _, known, fuller in met if not fuller}
    # Where L Bright is in the text, Lachlan Bright may be another.
    yield from (span for span, known, fuller in met if not (fuller and known in lettered))


def _is_fuller(found: Words, start: int, end: int, known: Known) -> bool:
    """Whether a given name is written out of which the metadata have the first letter."""
    return len(known.parts[0]) == 1 < len(known.parts) and end - start > 1 < len(found[start].key)


def _blocks(names: Iterable[tuple[Known, str]]) -> dict[str, list[Known]]:
    index: dict[str, list[Known]] = {}
    for known, part in names:
        index.setdefault(part[:BLOCK], []).append(known)
    return index


def _run_end(found: Words, first: int) -> int:
    last = first
    while last < len(found) and last - first < 8 and may_be_name(found[last]):
        last += 1
        short = len(found[last - 1].text) < 5
        if found[last - 1].link not in ("space", "particle", *((".", ".particle", ".-") if short else ())):
            break
    return last


def _match(text: str, found: Words, first: int, last: int, known: Known) -> tuple[float, int, int] | None:
    """How well a run holds the name: score, first and last word; the family name must be there."""
    *given, family = known.parts
    rest = found[first + 1 : last]  # DOE John
    if rest and _alike(found[first].key, family) and all(_is_given_of(word.key, given) for word in rest):
        return CLOSE, first, last
    for end in range(last, first, -1):
        wide = _family_width(found, first, end, known)
        if wide:
            break
    else:
        return None
    start = end - wide
    while start > first and _is_given_of(found[start - 1].key, given):
        start -= 1
    if start == end - wide:
        return _alone(text, found, start, end, known)
    if start > first and is_given(found[start - 1].key):  # Laura before Puerta is another person
        return None
    if not _is_given_of(found[start].key, given[:1]):  # and so is who bears her second name alone
        return None
    after = found[end] if end < len(found) and not found[end - 1].gap.strip(" ,") else None
    told = _generation(after.text, after.language) if after else ""
    if told and known.generation not in ("", told):
        return None
    exact = tuple(word.key for word in found[start:end]) == known.parts
    return (EXACT if exact else CLOSE, start, end)


def _family_width(found: Words, first: int, end: int, known: Known) -> int:
    """How many words before `end` are the family name, a double one joined by a hyphen or by none."""
    asked = known.family
    if len(asked) > 1:
        for start in range(max(first, end - len(asked)), end):
            there = [part for word in found[start:end] for part in word.key.split("-")]
            if len(there) == len(asked) and all(map(_alike, there, asked)):
                return end - start
    return int(_alike(found[end - 1].key, known.parts[-1]))


def _is_given_of(key: str, given: Sequence[str]) -> bool:
    """A given name or initial of the person, written out, shortened or as a nickname."""
    return any(
        key == part
        or (min(len(key), len(part)) == 1 and key[0] == part[0])
        or same_given(key, part)
        or _alike(key, part)
        for part in given
    )


def _alike(one: str, other: str) -> bool:
    if one == other:
        return True
    return min(len(one), len(other)) > 4 and fuzz.ratio(one, other, score_cutoff=_NEAR) > 0


def _alone(text: str, found: Words, start: int, end: int, known: Known) -> tuple[float, int, int] | None:
    """The family name alone: after a title, or where it can hardly be anything else."""
    word = found[end - 1]
    before = found[start - 1] if start else None
    if before is not None and before.link in ("space", ".", "particle", ".particle"):
        if before.title:
            told = people.courtesy(word.language).get(before.key, "")
            if {told, gender(known.parts[0])} == {"m", "f"}:  # Mr Puerta is not Ann Puerta
                return None
            return TITLED, start, end
        if may_be_name(before) and not before.function:
            return None
    after = found[end] if end < len(found) and word.link == "space" else None
    if after is not None and may_be_name(after) and not after.common:  # Puerta Doyle Lawyers
        return None
    if len(known.parts) == 1 and word.key == known.parts[0]:
        return CLOSE, start, end
    if end - start > 1:  # both of two family names
        return CLOSE, start, end
    if word.common or is_place(word.key) or is_given(word.key) or len(word.key) < 4:
        return None
    misspelt = word.key != known.parts[-1]
    return None if misspelt and opens_line(text, word.start) else (ALONE, start, end)


def _bodies(text: str, found: Words, bodies: Sequence[Known]) -> Iterator[Span]:
    index = _blocks((known, known.parts[0]) for known in bodies)
    for first, word in enumerate(found):
        ends = [(_body_end(found, first, known), known) for known in index.get(word.key[:BLOCK], ())]
        last, known = max(ends, key=lambda end: end[0], default=(0, None))
        if last and known:
            yield from _body_span(text, found, last, first, known)


def _body_end(found: Words, first: int, known: Known) -> int:
    """The index after the last word where all words of the name follow in order; 0 where they do not."""
    last = first
    for number, part in enumerate(known.parts):
        if number and not _joined(found[last - 1]):
            return 0
        while number and last < len(found) and found[last].key in _listed(found[last])["no_part"]:
            last += 1
        if last == len(found) or not _alike(found[last].key, part):
            return 0
        last += 1
    return last


def _joined(word: Word) -> bool:
    small = word.gap.strip(" .,&-/'\"“”()")
    return "\n" not in word.gap and (not small or small in _listed(word)["small"])


def _listed(word: Word) -> Mapping[str, Sequence[str]]:
    found: Mapping[str, Sequence[str]] = word.language.labels["listed"]
    return found


def _body_span(text: str, found: Words, last: int, first: int, known: Known) -> Iterator[Span]:
    start, end = found[first].start, found[last - 1].end
    tail = _tail().match(text, end)
    single = found[first]
    if last - first == 1 and not tail and (single.common or is_place(single.key) or len(single.key) < 3):
        return
    score = EXACT if tail or last - first > 1 else ALONE
    yield Span(start, tail.end() if tail else end, "ORG", score, (f"metadata:{known.role.lower()}",))


def _numbers(text: str, metadata: Mapping[str, Any]) -> Iterator[Span]:
    for number in numbers_of(metadata):
        if len(number) > 3:
            for match in re.finditer(rf"(?<!\w){re.escape(number)}(?!\w)", text):
                yield Span(*match.span(), "CASE_NUMBER", EXACT, ("metadata:case_number",))
