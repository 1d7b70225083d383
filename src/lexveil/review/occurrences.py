"""Where else a name stands that a reviewer has selected.

Comes in: a mention, or a name as typed, and its category. Goes out: every other place of it: written the
same, and by the forms that the analysis knows (surname, initials, capitals, one wrong letter), and in the
languages that inflect names, inflected. Each place says whether it is written exactly alike and whose mention
stands there already. Nothing is changed: the page shows them before they are added.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lexveil import languages
from lexveil.model import Document, Span
from lexveil.replace import form_of
from lexveil.resolve import name_or_word
from lexveil.resolve.everywhere import RESOLVED, everywhere
from lexveil.review.commands import Bench
from lexveil.review.errors import CommandError
from lexveil.review.places import placed
from lexveil.review.request import Place
from lexveil.review.search import search
from lexveil.review.state import State
from lexveil.text.fold import fold, squeeze
from lexveil.text.search import Form, Search

SAME_BEGINNING = 3  # letters that an inflected form shares with the name, at least
CHANGED = 3  # letters at the end of a name that may change in it: Virtanen, Virtasen

_WORD = re.compile(r"[^\W\d_]+(?:[:'’-][^\W\d_]+)*")


@dataclass(frozen=True, slots=True)
class Occurrence:
    start: int
    end: int
    exact: bool  # written as what was selected
    entity: str | None  # whose mention stands there, or overlaps it


def find(bench: Bench, state: State, selected: Place | str, category: str = "PERSON") -> list[Occurrence]:
    """All others than the selected one; of a typed name, all."""
    document = bench.document
    seeds = _seeds(document.text, selected)
    if not seeds:
        return []
    start, end = seeds[0]
    surface = document.text[start:end]
    places = {(span.start, span.end) for span in everywhere(document, [Span(start, end, category)])}
    places.update(_written_so(document.text, surface, category))
    places.update(_inflected(document, surface, category))
    if not isinstance(selected, str):
        places = {place for place in places if place[1] <= start or end <= place[0]}
    owner = _owners(state)
    return [
        Occurrence(*place, document.text[slice(*place)] == surface, owner(place))
        for place in _longest(places)
    ]


def _seeds(text: str, selected: Place | str) -> list[Place]:
    if not isinstance(selected, str):
        return list(placed(text, [selected]))
    if not selected.strip():
        raise CommandError("review.nothing-selected")
    return search(text, selected, "plain")


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
    language = document.language.lower()[:2]
    words = _WORD.findall(surface)
    if language == "en" or not languages.inflection(language) or category not in RESOLVED or not words:
        return
    name = fold(words[-1])
    shared = name[: max(SAME_BEGINNING, len(name) - CHANGED)]
    kinds: dict[str, bool] = {}
    lower = name_or_word.lower_case_words(document.text)
    for match in _WORD.finditer(document.text):
        word = match[0]
        if word[0].islower() or not fold(word).startswith(shared):
            continue
        if word not in kinds:
            kinds[word] = fold(word) != name and bool(form_of(word, [surface, word], language))
        if kinds[word]:
            start = match.start()
            if category == "PERSON":
                spoken = languages.load(document.language_at(start))
                start = name_or_word.given_name_before(document.text, start, lower, spoken)
            yield start, match.end()


def _longest(places: Iterable[Place]) -> Iterator[Place]:
    last = 0
    for start, end in sorted(places, key=lambda place: (place[0], -place[1])):
        if start >= last:
            yield start, end
            last = end


class _owners:  # noqa: N801 - a function with an index
    """Whose mention stands at a place."""

    def __init__(self, state: State) -> None:
        mentions = sorted(
            (span.start, span.end, entity.id) for entity in state.entities.values() for span in entity.spans
        )
        self._mentions, self._starts = mentions, [start for start, _, _ in mentions]

    def __call__(self, place: Place) -> str | None:
        at = bisect_right(self._starts, place[1] - 1) - 1
        return self._mentions[at][2] if at >= 0 and self._mentions[at][1] > place[0] else None
