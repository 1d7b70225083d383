"""What had to go, and what is left of it in the text.

Comes in: the text, the entities and decisions, and the replacements so far. Goes out: first the forms that
nobody may read in the result (`check` looks for the same ones in the written file), in every customary
spelling and order; then replacements for those that still stand in the text, such as a foundation called
after a witness. A form that is kept elsewhere, under another entity, is left alone, and so is a part of a
name that is an ordinary word.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from itertools import pairwise

from lexveil.languages import common, titles
from lexveil.model import CATEGORIES, Decision, Document, Entity, Replacement, Span
from lexveil.replace.writings import writings
from lexveil.text.fold import fold, squeeze, unbroken
from lexveil.text.search import Form, Found, Search, plain
from lexveil.text.spelling import spellings

MIN_LENGTH = 5  # shorter forms occur by chance
MIN_SIGNS = 4  # letters and digits in a form that is no person's
MIN_PART = 4  # letters of a name part that tells of somebody
NO_WORD = 8  # letters of a name without a space that no ordinary word has by chance
PROPER = ("ORG", "COURT", "LOC", "ADDRESS")  # whose names may be a single telling word
NAMING = ("PERSON", "ORG", "LOC", "MISC", "DEM")  # kinds of entities that are called by names
PHRASES = ("MISC", "DEM")  # what a detector may cut out of a sentence
NOT_NUMBERS = ("EMAIL", "URL", "PROVISION")  # codes that are written in one way only

_WORD = re.compile(r"[^\W\d_]+")
# What a name neither begins nor ends with, even if a detector took it along.
_NO_START, _NO_END = " .,;:!?)]}”»-–—/&*", " ,;:([{“«-–—/&*"
_ARTICLE = re.compile(r"\W+[a-zß-öø-ÿ]")  # `Roe, a baker` is no `Roe, A.`
_AND = re.compile(r",?\s+[a-zß-öø-ÿ]{2,}\s+")  # `F.J. and N.N.`, two people whom a detector took for one
_INITIAL = re.compile(r"[^\W\d_] (\S+)|(\S+) [^\W\d_]")
_EDGES = " .,;:!?'\"()[]“”‘’«»-–—/&*"
# A word beside one in lower case, as in a sentence; a list of keywords or an address is none.
_AFTER_WORD = re.compile(r"(?<![\w@./'’-])[a-zß-öø-ÿ]+\s(?=([^\W\d_]{4,})(?![\w@/-]|\.\w))")
_BEFORE_WORD = re.compile(r"(?<![\w@./'’-])[^\W\d_]{4,}(?=\s[a-zß-öø-ÿ])")
# An account, a path, a name of a file, whatever a detector took it for; no `Torvund A/S`.
_ADDRESSED = re.compile(r"@|[^\W\d_]{2}[._/\\<>=]+[^\W_]{2}|[^\W\d_]\d|[^\W_]_[^\W_]")
_TITLES = frozenset({*titles.COURTESY, *titles.ROLE_BEFORE, *titles.SUFFIXES, *titles.PARTICLES})
_RANKS = frozenset(
    "brigadier bombardier commodore corporal deputy flight lance leader marshal petty squadron vice warrant "
    "wing".split()
)

Mention = tuple[Entity, Span]


def hidden_forms(
    text: str, entities: Iterable[Entity], decisions: Mapping[str, Decision]
) -> tuple[Form, ...]:
    """Full names, identifiers and details of replaced entities, and each distinctive part of a name."""
    goes, stays = _mentions(tuple(entities), decisions)
    bearers = _bearers(text, goes)
    stays = [mention for mention in stays if not _mistaken(text, mention, bearers)]
    shown = {plain(way) for _, span in stays for way in spellings(text[span.start : span.end])}
    lower, written = _words(_without(text, sorted(span for _, span in goes))) if goes else (set(), set())
    found: dict[str, Form] = {}
    parts: dict[str, Form] = {}
    for entity, span in goes:
        surface = text[span.start : span.end]
        form = squeeze(surface).text.lstrip(_NO_START).rstrip(_NO_END)
        if plain(surface) not in shown and _telling(form, surface, entity.category, lower):
            for way in _ways(form, surface, entity.category):
                found.setdefault(way, Form(way, _kind(entity.category), entity.id))
        for word in _parts(form, surface, entity.category):
            parts.setdefault(word, Form(word, "part", entity.id))
    taken = {word for mention in stays for word in _names_kept(text, mention)}
    taken.update(word for each in decisions.values() for word in _WORD.findall(fold(each.label)))
    for word, part in parts.items():
        if word not in taken and word not in lower:
            found.setdefault(word, part)
    bare = {_letters(each) for each in shown}
    for way, entity_id in _otherwise(text, goes):
        initial = _INITIAL.fullmatch(way)  # or the letter of a label, before a word that stays: person C Bell
        word = (initial[1] or initial[2]) if initial else ""
        if _letters(way) in bare or way in taken or word in taken or word in lower:
            continue
        if way not in written or len(way) >= NO_WORD:
            found.setdefault(way, Form(way, "name", entity_id))
    return tuple(found.values())


def seams(document: Document) -> list[int]:
    """Where markup alone parts two words: `<em>Roe</em>said` shows Roesaid, and the name is there.

    Seams that part letters rather than words are none: a glyph, a reference, each in a piece of its own.
    """
    text = document.text
    inside = [
        piece.start
        for piece in document.pieces
        if 0 < piece.start < piece.end and text[piece.start - 1].isalnum() and text[piece.start].isalnum()
    ]
    around = zip([-MIN_PART, *inside], inside, [*inside[1:], len(text) + MIN_PART], strict=False)
    return [at for before, at, after in around if min(at - before, after - at) >= MIN_PART]


def sweep(
    text: str,
    hidden: Sequence[Form],
    names: Mapping[str, str],
    replaced: Sequence[Replacement],
    *,
    parted: Sequence[int] = (),
) -> tuple[list[Replacement], list[Replacement]]:
    """The replacements so far, wider where a form reaches beyond one, and new ones for what else is left.

    `parted` are the `seams` of the text.
    """
    if not hidden:
        return list(replaced), []
    search = Search(hidden)
    places = [*search.find(text), *_at_seams(search, text, parted)]
    bounds = [[each.start, each.end] for each in replaced]
    found: list[Replacement] = []
    for start, end, form in sorted(places, key=lambda each: (each[0], -each[1])):
        start = max(start, found[-1].end) if found else start
        at = bisect_left(bounds, [end, 0])
        if at and bounds[at - 1][1] > start:
            if form.kind != "detail":  # of a company the legal form may stay
                _widen(text, bounds, at, start, end)
        elif start < end and any(map(str.isalnum, text[start:end])):
            found.append(Replacement(start, end, names[form.entity], form.entity))
    wider = [
        each if [each.start, each.end] == bound else replace(each, start=bound[0], end=bound[1])
        for each, bound in zip(replaced, bounds, strict=True)
    ]
    return wider, found


def _widen(text: str, bounds: list[list[int]], after: int, start: int, end: int) -> None:
    """What a form shows beside the replacements that it touches, the last of them before `after`, goes with
    them: an initial before a name, half a word that a detector cut."""
    at = after - 1
    rest = text[bounds[at][1] : end]
    if any(map(str.isalnum, rest)) and not _ARTICLE.fullmatch(rest):
        bounds[at][1] = end
    while at > 0 and bounds[at - 1][1] > start:
        between = text[bounds[at - 1][1] : bounds[at][0]]
        if any(map(str.isalnum, between)) and not _AND.fullmatch(between):
            bounds[at][0] = bounds[at - 1][1]
        at -= 1
    if any(map(str.isalnum, text[start : bounds[at][0]])):
        bounds[at][0] = start


def _bearers(text: str, goes: Iterable[Mention]) -> dict[str, set[str]]:
    """Of each word of a name that goes, and of its initial: who is called so."""
    found: dict[str, set[str]] = {}
    for entity, span in goes:
        if entity.category == "PERSON":
            for way in spellings(text[span.start : span.end]):
                for word in _WORD.findall(plain(way)):
                    found.setdefault(word, set()).add(entity.id)
                    found.setdefault(word[0], set()).add(entity.id)
    return found


def _mistaken(text: str, mention: Mention, bearers: Mapping[str, set[str]]) -> bool:
    """`ROE Ann`, taken for an organisation that stays, is Ann Roe, who goes."""
    entity, span = mention
    words = set(_WORD.findall(plain(text[span.start : span.end])))
    if entity.category == "PERSON" or len(words) < 2:
        return False
    return bool(set.intersection(*(bearers.get(word, set()) for word in words)))


def _ways(form: str, surface: str, category: str) -> list[str]:
    """The form in the spellings of its letters; a number has one."""
    if _kind(category) == "identifier" or surface.isascii():
        return [form]
    others = (way.lstrip(_NO_START).rstrip(_NO_END) for way in spellings(surface))
    return list(dict.fromkeys([form, *others]))


def _otherwise(text: str, goes: Iterable[Mention]) -> Iterator[tuple[str, str]]:
    """The other ways of writing the names of the people that go, each with who it is."""
    seen: set[str] = set()
    for entity, span in goes:
        surface = text[span.start : span.end]
        if entity.category == "PERSON" and surface not in seen:
            seen.add(surface)
            for way in writings(surface):
                if len(way) >= MIN_PART:
                    yield way, entity.id


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _names_kept(text: str, mention: Mention) -> set[str]:
    """The words of a mention that stays, by which something else may be called; not those of a date or of
    an address."""
    entity, span = mention
    surface = text[span.start : span.end]
    addressed = entity.category != "PERSON" and _ADDRESSED.search(surface)
    if CATEGORIES[entity.category] not in NAMING or addressed:
        return set()
    return {word for way in spellings(surface) for word in _WORD.findall(plain(way))}


def _at_seams(search: Search, text: str, parted: Sequence[int]) -> Iterator[Found]:
    """What stands in the text once a space is put at each seam."""
    if not parted:
        return
    spaces = [at + number for number, at in enumerate(parted)]
    spaced = " ".join(text[start:end] for start, end in pairwise([0, *parted, len(text)]))
    for start, end, form in search.find(spaced):
        yield Found(start - bisect_left(spaces, start), end - bisect_left(spaces, end), form)


def _mentions(
    entities: Sequence[Entity], decisions: Mapping[str, Decision]
) -> tuple[list[Mention], list[Mention]]:
    """Those that go and those that stay."""
    goes: list[Mention] = []
    stays: list[Mention] = []
    for entity in entities:
        decision = decisions[entity.id]
        kept = set(decision.kept)
        for span in entity.spans:
            (goes if decision.action == "replace" and span not in kept else stays).append((entity, span))
    return goes, stays


def _kind(category: str) -> str:
    if category == "PERSON":
        return "name"
    return "identifier" if CATEGORIES[category] == "CODE" and category not in NOT_NUMBERS else "detail"


def _telling(form: str, surface: str, category: str, lower: Set[str]) -> bool:
    """A full name, an identifier, a detail; no single word, and no phrase of ordinary words."""
    if len(form) < MIN_LENGTH or form.strip(_EDGES).isalpha():
        return False
    if category == "PERSON":
        return True
    if sum(map(str.isalnum, form)) < MIN_SIGNS:
        return False
    return not _ordinary(form, surface, lower if category in PHRASES else frozenset())


def _ordinary(form: str, surface: str, lower: Set[str]) -> bool:
    """`the Court`, `of the`, `police officer`: hidden where a detector said so, and a phrase elsewhere.

    `lower` are words that the document writes in lower case: a capital at the start is that of a sentence.
    """
    if any(map(str.isdigit, form)):
        return False
    content = [word for word in _WORD.findall(form) if not common.is_function(word)]
    if not any(word[0].isupper() for word in _WORD.findall(surface)[1:]) and set(content) <= lower:
        return "@" not in form
    if not any(word[0].isupper() and not common.is_function(fold(word)) for word in _WORD.findall(surface)):
        return "@" not in form
    return len(content) == 1 and common.is_common(content[0])


def _parts(form: str, surface: str, category: str) -> list[str]:
    """The words of a person's name; of other names only one that is a single word."""
    if category == "PERSON":
        words = _WORD.findall(unbroken(surface))
        capitals = [word for word in words if word[0].isupper()]
        return [way for word in capitals or words for way in _distinctive_ways(spellings(word))]
    if category not in PROPER or not surface[0].isupper():
        return []
    return _distinctive_ways([way.strip(_EDGES) for way in dict.fromkeys([form, *spellings(surface)])])


def _distinctive_ways(ways: list[str]) -> list[str]:
    """None if the word itself is an ordinary or a short one: `Bø` is not made longer by its spelling."""
    return [way for way in ways if _distinctive(way)] if _distinctive(ways[0]) else []


def _distinctive(word: str) -> bool:
    """No word of the language and no title."""
    if len(word) < MIN_PART or not word.isalpha():
        return False
    return not common.is_common(word) and word not in _TITLES and word not in _RANKS


def _words(text: str) -> tuple[set[str], set[str]]:
    """The words that the text writes in lower case in its sentences, in every spelling: there they are words,
    not names. And those together with the capitalised ones: there they are no accounts."""
    words = {*_AFTER_WORD.findall(text), *_BEFORE_WORD.findall(text)}
    lower = {way for word in words if word.islower() for way in spellings(word)}
    return lower, lower.union(fold(word) for word in words if word.istitle())


def _without(text: str, spans: Iterable[Span]) -> str:
    parts: list[str] = []
    last = 0
    for span in spans:
        parts.append(text[last : span.start])
        last = max(last, span.end)
    return " ".join([*parts, text[last:]])
