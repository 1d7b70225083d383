"""Names that the case metadata gives, found in the text also where they are written a little differently.

Comes in: the view of a document with its metadata (see `caselist`). Goes out: PERSON, ORG and CASE_NUMBER
spans with the source `metadata:<role>`. `John R. Doe` in the text meets `John Roe Doe` in the metadata,
`Company (Country) Ltd.` meets `Company Ltd.`; accents and one or two wrong letters do not matter. A name is
compared only with words that begin like one of its own.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rapidfuzz import fuzz

from lexveil.detect.caselist import TAIL, TOKEN, numbers_of, roles_of
from lexveil.detect.words import TITLES, Word, joint, may_be_name, name_span, opens_line, words
from lexveil.languages.common import is_common, is_function
from lexveil.languages.titles import PARTICLES, ROLE_AFTER, SUFFIXES
from lexveil.model import Document, Span
from lexveil.names.given import is_given, same_given
from lexveil.names.places import is_place
from lexveil.text.fold import fold

EXACT, CLOSE, TITLED, ALONE = 0.98, 0.92, 0.9, 0.75
_NEAR = 86  # how alike two spellings of a name must be, of 100
_SMALL = frozenset(["", "of", "and", "for", "of the", "for the", "de", "du", "the"])
_BRACKETS = re.compile(r"\([^()]*\)")
_SHORT = re.compile(r"\(([A-Z][A-Za-z.]{1,9})\)$")  # the acronym in `Example Federation (EFed)`


class Known(NamedTuple):
    """A name of the metadata, ready for comparing."""

    parts: tuple[str, ...]  # folded words; of a person without titles, of a body without its legal form
    role: str


def find(document: Document) -> Iterator[Span]:
    if not document.metadata:
        return
    listed = roles_of(document.metadata)
    text = document.text
    found = words(text)
    people = [
        Known(parts, item.role)
        for item in listed
        if item.kind == "person" and (parts := _person_parts(item.name))
    ]
    bodies = [
        Known(parts, item.role)
        for item in listed
        if item.kind != "person"
        for name in (item.name, *_SHORT.findall(item.name))
        if (parts := _body_parts(name))
    ]
    yield from _people(text, found, people)
    yield from _bodies(text, found, bodies)
    yield from _numbers(text, document.metadata)


def _person_parts(name: str) -> tuple[str, ...]:
    """Folded words of a name, given names first; `DOE, John` is turned round."""
    family, comma, given = name.partition(",")
    if comma and 0 < len(given.split()) < 4 and fold(given).strip(" .") not in {*ROLE_AFTER, *SUFFIXES}:
        name = f"{given} {family}"
    parts = [part for part in TOKEN.findall(name) if not (part.islower() and part in PARTICLES)]
    while len(parts) > 1 and fold(parts[0]) in TITLES:
        parts.pop(0)
    while len(parts) > 1 and (
        fold(parts[-1]) in SUFFIXES or (parts[-1].isupper() and fold(parts[-1]) in ROLE_AFTER)
    ):
        parts.pop()
    return tuple(map(fold, parts))


def _body_parts(name: str) -> tuple[str, ...]:
    """Folded words of a body's name without article, bracket and legal form."""
    parts = [
        fold(part) for part in TOKEN.findall(TAIL.sub(" ", " " + _BRACKETS.sub(" ", name)).replace(".", ""))
    ]
    kept = tuple(part for part in parts if part not in ("the", "of", "and", "for"))
    return kept or tuple(fold(part) for part in TOKEN.findall(name))


def _people(text: str, found: Sequence[Word], people: Sequence[Known]) -> Iterator[Span]:
    """Compare each run of capitalised words with the names that share a word with it."""
    index = _blocks(people)
    first = 0
    while first < len(found) and index:
        last = _run_end(found, first)
        candidates = {
            id(known): known for word in found[first:last] for known in index.get(_block(word.key), ())
        }
        best: tuple[float, int, int, Known] | None = None
        for known in candidates.values():
            match = _match(text, found, first, last, known)
            if match and (best is None or match[0] > best[0]):
                best = (*match, known)
        if best:
            score, start, end, known = best
            yield Span(*name_span(found, start, end), "PERSON", score, (f"metadata:{known.role.lower()}",))
        first = max(last, first + 1)


def _blocks(people: Iterable[Known]) -> dict[str, list[Known]]:
    index: dict[str, list[Known]] = {}
    for known in people:
        for part in known.parts:
            if len(part) > 2:
                index.setdefault(_block(part), []).append(known)
    return index


def _block(part: str) -> str:
    """Names that may be spelt alike share their first letters."""
    return part[:4]


def _run_end(found: Sequence[Word], first: int) -> int:
    last = first
    while last < len(found) and last - first < 8 and may_be_name(found[last]):
        last += 1
        link = joint(found[last - 1].gap)
        if link not in ("space", "particle") and not (
            link in (".", ".particle", ".-") and len(found[last - 1].text) < 5
        ):
            break
    return last


def _match(
    text: str, found: Sequence[Word], first: int, last: int, known: Known
) -> tuple[float, int, int] | None:
    """How well a run holds the name: score, first and last word; the family name must be there."""
    leading = _family_first(found, first, last, known)
    if leading:
        return leading
    family = known.parts[-1]
    for end in range(last, first, -1):
        if _alike(found[end - 1].key, family):
            break
    else:
        return None
    start = end - 1
    while start > first and _is_given_of(found[start - 1].key, known.parts[:-1]):
        start -= 1
    if start == end - 1:
        return _alone(text, found, start, known)
    if start > first and not _agrees(found, start):
        return None
    exact = tuple(word.key for word in found[start:end]) == known.parts
    return (EXACT if exact else CLOSE, start, end)


def _agrees(found: Sequence[Word], start: int) -> bool:
    """Whether the word before the matched ones contradicts them: Laura before Puerta is another person."""
    return not is_given(found[start - 1].key)


def _family_first(
    found: Sequence[Word], first: int, last: int, known: Known
) -> tuple[float, int, int] | None:
    """DOE John: the family name leads."""
    family = known.parts[-1]
    rest = found[first + 1 : last]
    if (
        rest
        and _alike(found[first].key, family)
        and all(_is_given_of(word.key, known.parts[:-1]) for word in rest)
    ):
        return CLOSE, first, last
    return None


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


def _alone(text: str, found: Sequence[Word], index: int, known: Known) -> tuple[float, int, int] | None:
    """The family name alone: after a title, or where it can hardly be anything else."""
    word = found[index]
    before = found[index - 1] if index else None
    if before is not None and joint(before.gap) in ("space", ".", "particle", ".particle"):
        if before.key in TITLES:
            return TITLED, index, index + 1
        if may_be_name(before) and not is_function(before.key):
            return None
    if len(known.parts) == 1 and word.key == known.parts[0]:
        return CLOSE, index, index + 1
    if is_common(word.key) or is_place(word.key) or is_given(word.key) or len(word.key) < 4:
        return None
    misspelt = word.key != known.parts[-1]
    return None if misspelt and opens_line(text, word.start) else (ALONE, index, index + 1)


def _bodies(text: str, found: Sequence[Word], bodies: Sequence[Known]) -> Iterator[Span]:
    index: dict[str, list[Known]] = {}
    for known in bodies:
        index.setdefault(_block(known.parts[0]), []).append(known)
    for first, word in enumerate(found):
        best: tuple[int, int, Known] | None = None
        for known in index.get(_block(word.key), ()):
            last = _body_end(found, first, known)
            if last and (best is None or last > best[0]):
                best = (last, first, known)
        if best:
            yield from _body_span(text, found, *best)


def _body_end(found: Sequence[Word], first: int, known: Known) -> int:
    """The index after the last word where all words of the name follow in order; 0 where they do not."""
    last = first
    for number, part in enumerate(known.parts):
        if number and not _joined(found[last - 1].gap):
            return 0
        while last < len(found) and number and found[last].key in ("of", "the", "and", "for"):
            last += 1
        if last == len(found) or not _alike(found[last].key, part):
            return 0
        last += 1
    return last


def _joined(gap: str) -> bool:
    return "\n" not in gap and gap.strip(" .,&-/'\"“”()") in _SMALL


def _body_span(text: str, found: Sequence[Word], last: int, first: int, known: Known) -> Iterator[Span]:
    start, end = found[first].start, found[last - 1].end
    tail = TAIL.match(text, end)
    single = found[first].key
    if last - first == 1 and not tail and (is_common(single) or is_place(single) or len(single) < 3):
        return
    score = EXACT if tail or last - first > 1 else ALONE
    yield Span(start, tail.end() if tail else end, "ORG", score, (f"metadata:{known.role.lower()}",))


def _numbers(text: str, metadata: Mapping[str, Any]) -> Iterator[Span]:
    for number in numbers_of(metadata):
        if len(number) > 3:
            for match in re.finditer(rf"(?<!\w){re.escape(number)}(?!\w)", text):
                yield Span(*match.span(), "CASE_NUMBER", EXACT, ("metadata:case_number",))
