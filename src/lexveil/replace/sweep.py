"""What had to go, and what is left of it in the text.

Comes in: the text, the entities and decisions, and the replacements so far. Goes out: first the forms that
nobody may read in the result (`check` looks for the same ones in the written file); then replacements for
those that still stand in the text, such as a foundation called after a witness. A form that is kept
elsewhere, under another entity, is left alone, and so is a part of a name that is an ordinary word.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from lexveil.lexicon import common, titles
from lexveil.lexicon.fold import fold, squeeze, unbroken
from lexveil.lexicon.hidden import Form, Found, Search, plain
from lexveil.model import CATEGORIES, Decision, Document, Entity, Replacement, Span

MIN_LENGTH = 5  # shorter forms occur by chance
MIN_SIGNS = 4  # letters and digits in a form that is no person's
MIN_PART = 4  # letters of a name part that tells of somebody
PROPER = ("ORG", "COURT", "LOC", "ADDRESS")  # whose names may be a single telling word
NAMING = ("PERSON", "ORG", "LOC", "MISC", "DEM")  # kinds of entities that are called by names
NOT_NUMBERS = ("EMAIL", "URL", "PROVISION")  # codes that are written in one way only

_WORD = re.compile(r"[^\W\d_]+")
# What a name neither begins nor ends with, even if a detector took it along.
_NO_START, _NO_END = " .,;:!?)]}”»-–—/&*", " ,;:([{“«-–—/&*"
_EDGES = " .,;:!?'\"()[]“”‘’«»-–—/&*"
# A word beside one in lower case, as in a sentence; a list of keywords or an address is none.
_AFTER_WORD = re.compile(r"(?<![\w@./'’-])[a-zß-öø-ÿ]+\s(?=([^\W\d_]{4,})(?![\w@/-]|\.\w))")
_BEFORE_WORD = re.compile(r"(?<![\w@./'’-])[^\W\d_]{4,}(?=\s[a-zß-öø-ÿ])")
_TITLES = frozenset({*titles.COURTESY, *titles.ROLE_BEFORE, *titles.SUFFIXES, *titles.PARTICLES})
_RANKS = frozenset(
    "brigadier bombardier commodore corporal deputy flight lance leader marshal petty squadron vice warrant "
    "wing".split()
)


def hidden_forms(
    text: str, entities: Iterable[Entity], decisions: Mapping[str, Decision]
) -> tuple[Form, ...]:
    """Full names, identifiers and details of replaced entities, and each distinctive part of a name."""
    goes, stays = _mentions(tuple(entities), decisions)
    shown = {plain(text[span.start : span.end]) for _, span in stays}
    found: dict[str, Form] = {}
    parts: dict[str, Form] = {}
    owners: dict[str, set[str]] = {}  # of each part: who is called so
    for entity, span in goes:
        surface = text[span.start : span.end]
        form = squeeze(surface).text.lstrip(_NO_START).rstrip(_NO_END)
        if plain(surface) not in shown and _telling(form, surface, entity.category):
            found.setdefault(form, Form(form, _kind(entity.category), entity.id))
        for word in _parts(form, surface, entity.category):
            parts.setdefault(word, Form(word, "part", entity.id))
            owners.setdefault(word, set()).add(entity.id)
    taken = {word for mention in stays for word in _names_kept(text, mention, owners)}
    taken.update(word for each in decisions.values() for word in _WORD.findall(fold(each.label)))
    if parts:
        taken |= _lower_case_words(_without(text, sorted(span for _, span in goes)))
    for word, part in parts.items():
        if word not in taken:
            found.setdefault(word, part)
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
) -> list[Replacement]:
    """`parted` are the `seams` of the text."""
    if not hidden:
        return []
    search = Search(hidden)
    places = [*search.find(text), *_at_seams(search, text, parted)]
    starts = [each.start for each in replaced]
    found: list[Replacement] = []
    for start, end, form in sorted(places, key=lambda each: (each[0], -each[1])):
        if _touches(replaced, starts, start, end):
            continue
        if not found or start >= found[-1].end:
            found.append(Replacement(start, end, names[form.entity], form.entity))
    return found


Mention = tuple[Entity, Span]


def _names_kept(text: str, mention: Mention, owners: Mapping[str, set[str]]) -> set[str]:
    """The words of a mention that stays, by which something else may be called.

    A date or a quantity calls nobody by a name, and `ROE Ann`, taken for an organisation, is Ann Roe.
    """
    entity, span = mention
    words = set(_WORD.findall(plain(text[span.start : span.end])))
    if CATEGORIES[entity.category] not in NAMING:
        return set()
    if entity.category != "PERSON" and len(words) > 1:
        same = set.intersection(*(owners.get(word, set()) for word in words))
        return set() if same else words
    return words


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


def _telling(form: str, surface: str, category: str) -> bool:
    """A full name, an identifier, a detail; no single word, and no phrase of ordinary words."""
    if len(form) < MIN_LENGTH or form.strip(_EDGES).isalpha():
        return False
    return category == "PERSON" or (sum(map(str.isalnum, form)) >= MIN_SIGNS and not _ordinary(form, surface))


def _ordinary(form: str, surface: str) -> bool:
    """`the Court`, `of the`, `police officer`: hidden where a detector said so, and a phrase elsewhere."""
    if any(map(str.isdigit, form)):
        return False
    content = [word for word in _WORD.findall(form) if not common.is_function(word)]
    if not any(word[0].isupper() and not common.is_function(fold(word)) for word in _WORD.findall(surface)):
        return "@" not in form
    return len(content) == 1 and common.is_common(content[0])


def _parts(form: str, surface: str, category: str) -> list[str]:
    """The words of a person's name; of other names only one that is a single word."""
    if category == "PERSON":
        words = _WORD.findall(unbroken(surface))
        capitals = [word for word in words if word[0].isupper()]
        return [word for word in map(fold, capitals or words) if _distinctive(word)]
    word = form.strip(_EDGES)
    return [word] if category in PROPER and surface[0].isupper() and _distinctive(word) else []


def _distinctive(word: str) -> bool:
    """No word of the language and no title."""
    if len(word) < MIN_PART or not word.isalpha():
        return False
    return not common.is_common(word) and word not in _TITLES and word not in _RANKS


def _lower_case_words(text: str) -> set[str]:
    """The words that the text writes in lower case in its sentences: there they are words, not names."""
    words = {*_AFTER_WORD.findall(text), *_BEFORE_WORD.findall(text)}
    return {fold(word) for word in words if word.islower()}


def _without(text: str, spans: Iterable[Span]) -> str:
    parts: list[str] = []
    last = 0
    for span in spans:
        parts.append(text[last : span.start])
        last = max(last, span.end)
    return " ".join([*parts, text[last:]])


def _touches(replaced: Sequence[Replacement], starts: list[int], begin: int, stop: int) -> bool:
    at = bisect_left(starts, stop)
    return at > 0 and replaced[at - 1].end > begin
