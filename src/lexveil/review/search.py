"""Places of a word, a pattern or a name in a document.

`search` finds what was typed; a regular expression runs in a process of its own (`expression.py`), which is
ended when it takes too long. `occurrences` finds every other place of a name that a reviewer has selected:
written the same, by the forms that the analysis knows (surname, initials, capitals, one wrong letter), and
inflected. Nothing is changed: the page shows the places before they are added.
"""

import json
import re
import subprocess
import sys
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from rapidfuzz import fuzz, process

from lexveil import languages
from lexveil.model import Document, Entity, Span
from lexveil.names.base_forms import base_form, likeliest
from lexveil.resolve import name_or_word
from lexveil.resolve.everywhere import RESOLVED, everywhere
from lexveil.review.changes import Editor
from lexveil.review.commands import CommandError, Place, placed
from lexveil.review.state import State
from lexveil.text.fold import fold, squeeze, whole_word
from lexveil.text.search import Form, Search

AROUND = 60  # characters of context on each side of a place
MODES = ("plain", "regex", "fuzzy")
MOST = 2_000
LONGEST = 500  # characters typed
SECONDS = 3.0
NEARLY = 78.0  # of 100: how far windows must agree with what was typed

_BLANKS = re.compile(r"\s+")
_CUT_START, _CUT_END = re.compile(r"^\w+\s(?=.)"), re.compile(r"(?<=.)\s\w+$")  # the half of a word
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_CHILD = Path(__file__).with_name("expression.py")


def search(text: str, query: str, mode: str = "plain") -> list[Place]:
    if mode not in MODES:
        raise CommandError("review.unknown-mode", choices=", ".join(MODES))
    if not query.strip() or len(query) > LONGEST:
        raise CommandError("review.search-text", most=LONGEST)
    if mode == "regex":
        return _by_expression(text, query)
    found = _plain(text, query) if mode == "plain" else _roughly(text, query)
    return list(islice(found, MOST))


def _plain(text: str, query: str) -> Iterator[Place]:
    pattern = " +".join(map(re.escape, fold(query).split()))
    return (match.span() for match in re.finditer(pattern, fold(text)))


def _roughly(text: str, query: str) -> Iterator[Place]:
    wanted = " ".join(_WORD.findall(fold(query)))
    if not wanted:
        return _plain(text, query)
    folded = fold(text)
    words = [match.span() for match in _WORD.finditer(folded)]
    size = len(wanted.split())
    windows: dict[str, list[Place]] = {}
    for first, last in zip(words, words[size - 1 :], strict=False):
        if "\n\n" not in text[first[0] : last[1]]:
            windows.setdefault(folded[first[0] : last[1]], []).append((first[0], last[1]))
    near = process.extract(wanted, list(windows), scorer=fuzz.ratio, score_cutoff=NEARLY, limit=None)
    return _longest(place for window, _, _ in near for place in windows[window])


def _by_expression(text: str, query: str) -> list[Place]:
    asked = json.dumps({"text": text, "pattern": query, "most": MOST, "seconds": int(SECONDS) + 1})
    try:
        # S603: our own file, and what was typed goes in as data.
        run = [sys.executable, "-I", "-S", str(_CHILD)]
        child = subprocess.run(run, input=asked.encode(), capture_output=True, timeout=SECONDS)  # noqa: S603
    except subprocess.TimeoutExpired:
        raise CommandError("review.search-slow") from None
    if child.returncode:
        raise CommandError("review.search-heavy")
    found = json.loads(child.stdout)
    if found is None:
        raise CommandError("review.search-bad")
    return [(start, end) for start, end in found]


# Other places of a name ---------------------------------------------------------------------------


_NAME_WORD = re.compile(r"[^\W\d_]+(?:[:'’-][^\W\d_]+|-\n[ \t]*[a-zß-öø-ÿ]+)*")


@dataclass(frozen=True, slots=True)
class Occurrence:
    start: int
    end: int
    exact: bool  # written as what was selected
    entity: str | None  # whose mention stands there, or overlaps it


def occurrences(
    editor: Editor, state: State, selected: Place | str, category: str = "PERSON"
) -> list[Occurrence]:
    """All others than the selected one; of a typed name, all."""
    document = editor.document
    text = document.text
    if isinstance(selected, str) and not selected.strip():
        raise CommandError("review.nothing-selected")
    places: set[Place] = set()
    seeds = _typed(text, selected) if isinstance(selected, str) else placed(text, [selected])
    surface = text[slice(*seeds[0])] if seeds else str(selected)
    if seeds:
        places = {(span.start, span.end) for span in everywhere(document, [Span(*seeds[0], category)])}
        places.update(_written_so(text, surface, category))
    elif words := _NAME_WORD.findall(surface):  # the name by which somebody is called may stand alone
        places.update(_written_so(text, words[-1], category))
    places.update(_inflected(document, surface, category))  # a base form may stand nowhere
    if not isinstance(selected, str):
        start, end = seeds[0]
        places = {place for place in places if place[1] <= start or end <= place[0]}
    mentions = _mentions(state.entities.values())
    return [
        Occurrence(*place, document.text[slice(*place)] == surface, _owner(mentions, place))
        for place in _longest(places)
    ]


def _typed(text: str, name: str) -> list[Place]:
    """Where a typed name stands by itself; not in small letters if it has a capital."""
    whole = [place for place in search(text, name) if whole_word(text, *place)]
    return [place for place in whole if name[0].islower() or not text[place[0]].islower()]


def _written_so(text: str, surface: str, category: str) -> Iterator[Place]:
    """The same letters, whatever kind of thing it is; a name not where it stands in small letters."""
    form = squeeze(surface).text.strip()
    if len(form) < 2:
        return
    named = category in RESOLVED and not surface[0].islower()
    for found in Search([Form(form, "name", "")]).find(text):
        if not (named and text[found.start].islower()):
            yield found.start, found.end


def _inflected(document: Document, surface: str, category: str) -> Iterator[Place]:
    """`Virtasen` where Virtanen was selected, with the given name before it."""
    words = _NAME_WORD.findall(surface)
    if category not in RESOLVED or not words:
        return
    selected = squeeze(words[-1]).text
    names: dict[str, str] = {}  # language → the base form of what was selected
    lower = name_or_word.lower_case_words(document.text)
    for match in _NAME_WORD.finditer(document.text):
        word, code = squeeze(match[0]).text, document.language_at(match.start())
        if match[0][0].islower() or not languages.inflection(code) or code == languages.DEFAULT:
            continue
        name = names.setdefault(code, likeliest(selected, code).name)
        if word != selected and name in (word, base_form(word, (name, selected), code).name):
            start = match.start()
            if category == "PERSON":
                start = name_or_word.given_name_before(document.text, start, lower, languages.load(code))
            yield start, match.end()


def _longest(places: Iterable[Place]) -> Iterator[Place]:
    last = 0
    for start, end in sorted(places, key=lambda place: (place[0], -place[1])):
        if start >= last:
            yield start, end
            last = end


def in_context(text: str, place: Place) -> dict[str, str]:
    """What stands at a place, and in its paragraph before and after it, each on one line.

    >>> in_context("Mr Roe left.", (3, 6))
    {'before': 'Mr ', 'text': 'Roe', 'after': ' left.'}
    """
    start, end = place
    before = text[max(0, start - AROUND) : start].rpartition("\n\n")[2]
    after = text[end : end + AROUND].partition("\n\n")[0]
    before = _CUT_START.sub("", before) if len(before) == AROUND else before
    after = _CUT_END.sub("", after) if len(after) == AROUND else after
    return {"before": _BLANKS.sub(" ", before), "text": text[start:end], "after": _BLANKS.sub(" ", after)}


def owner(state: State, place: Place) -> str | None:
    """Whose mention stands at a place, or overlaps it."""
    return owners(state.entities.values(), [place])[0]


def owners(entities: Iterable[Entity], places: Iterable[Place]) -> list[str | None]:
    """The same of many places."""
    mentions = _mentions(entities)
    return [_owner(mentions, place) for place in places]


def _mentions(entities: Iterable[Entity]) -> list[tuple[int, int, str]]:
    owned = ((span, entity.id) for entity in entities for span in entity.spans)
    return sorted((span.start, span.end, owner) for span, owner in owned)


def _owner(mentions: Sequence[tuple[int, int, str]], place: Place) -> str | None:
    """Whose mention stands at a place."""
    at = bisect_left(mentions, (place[1],)) - 1
    return mentions[at][2] if at >= 0 and mentions[at][1] > place[0] else None
