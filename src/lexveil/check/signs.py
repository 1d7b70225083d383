"""Signs that a name may have been missed: words nobody explains, doubts of the model, people seen once.

None of them is a miss; documents with many of them have more misses than others, docs/risk.md tells where
that was measured. What each weighs stands in the policy's table `[risk]`. No text of the document comes out.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from lexveil import languages
from lexveil.languages.common import is_common
from lexveil.languages.people import titles
from lexveil.model import HIGH, SIGNS, Document, Entity, Replacement, Span
from lexveil.names.given import is_family, is_given
from lexveil.names.legible import legible
from lexveil.names.ordinary import ranks
from lexveil.text.fold import fold

POSSIBLE, INITIALS, SMALL, DOUBTFUL, ONCE = SIGNS
LONGEST_TITLE = 24  # characters
CITED = "citations:"  # sources of names in citations
MODEL = "ner:"  # sources of the model
NO_PERSON = frozenset(["LOC", "ORG", "COURT", "MISC"])
LONGEST = 2  # words of a doubtful name

_CAPITALISED = re.compile(r"(?<![\w@./'’-])[^\W\d_a-z][^\W\d_]+(?:[-][^\W\d_]+)*(?![\w@])")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_WORD_BEFORE = re.compile(r"([^\W\d_]+)\.? $")
_LOWER = re.compile(r"(?<![^\W\d_])[^\W\d_A-Z][^\W\d_]+")
# M.L., ML and Ref. 118/ML; a letter by itself only where it speaks (`M: yes`), signs (`… tomorrow. M.”`) or
# owns (`T.s`).
_INITIALS = re.compile(
    r"(?<![\w.'’-])(?:[A-ZÀ-Þ]\. ?){2,3}(?!\w)|(?<![\w.-])[A-ZÀ-Þ]{2,4}(?![\w.-])"
    r"|(?<![\w./'’-])[A-ZÀ-Þ](?::(?!\w)|\.(?=s\b|\s*(?:[\"”»]|\n|\Z)))"
)


class Cover:
    """The replacements, to be asked how much of a mention can still be read."""

    def __init__(self, text: str, replacements: Sequence[Replacement]) -> None:
        self.text = text
        self.replacements = sorted(replacements, key=lambda each: each.start)
        self.ends = [each.end for each in self.replacements]

    def readable(self, span: Span) -> float:
        """The share of its letters and digits that no replacement covers."""
        signs = left = 0
        at = bisect_right(self.ends, span.start)
        for offset in range(span.start, span.end):
            while at < len(self.ends) and self.ends[at] <= offset:
                at += 1
            if self.text[offset].isalnum():
                signs += 1
                left += at == len(self.ends) or offset < self.replacements[at].start
        return left / signs if signs else 0.0


def signs(
    document: Document,
    entities: Sequence[Entity],
    hidden: Collection[str],
    replacements: Iterable[Replacement],
    cover: Cover,
) -> Counter[str]:
    """How many of each kind but `POSSIBLE`, each written form once; `hidden` are the people who go."""
    text = document.text
    people = [each for each in entities if each.id in hidden]
    replaced = (text[each.start : each.end] for each in replacements if each.entity in hidden)
    kept = (span for each in entities if each.broad in NO_PERSON for span in each.spans)
    doubtful = (text[span.start : span.end] for span in kept if _is_doubtful(text, span, cover))
    return Counter(
        {
            ONCE: sum(len(each.spans) == 1 for each in people),
            SMALL: len({fold(surface) for surface in replaced if surface.islower()}),
            DOUBTFUL: len(set(map(fold, doubtful))),
            INITIALS: len(set(_initials(document, entities, people, cover))),
        }
    )


def _is_doubtful(text: str, span: Span, cover: Cover) -> bool:
    words = _WORD.findall(text, span.start, span.end)
    unsure = span.score < HIGH and all(source.startswith(MODEL) for source in span.sources)
    named = 0 < len(words) <= LONGEST and words[0][0].isupper()
    return unsure and named and cover.readable(span) == 1


def _initials(
    document: Document, entities: Iterable[Entity], people: Iterable[Entity], cover: Cover
) -> Iterator[str]:
    text = document.text
    theirs = {letters for each in people for span in each.spans for letters in _initials_of(document, span)}
    sure = (span for each in entities if each.category != "MISC" for span in each.spans if span.score >= HIGH)
    taken = sorted((span.start, span.end) for span in sure)
    for match in _INITIALS.finditer(text):
        letters = "".join(filter(str.isalpha, match[0]))
        at = bisect_right(taken, (match.start(), len(text)))
        inside = at and taken[at - 1][1] > match.start()
        if letters in theirs and not inside and cover.readable(Span(*match.span(), "PERSON")) == 1:
            yield letters


def _initials_of(document: Document, span: Span) -> set[str]:
    """Jean-Marc Roe: JMR, JR and J."""
    words = _WORD.findall(document.text, span.start, span.end)
    known = titles(languages.load(document.language_at(span.start)))
    firsts = [part[0] for word in words if fold(word) not in known for part in word.split("-")]
    capitals = [letter for letter in firsts if letter.isupper()]
    return (
        {"".join(capitals), capitals[0] + capitals[-1], capitals[0]} if len(capitals) > 1 else set(capitals)
    )


class PossibleName(NamedTuple):
    start: int
    end: int
    titled: bool  # after a title: a missed name
    listed: bool  # in the lists of names


def possible_names(document: Document, entities: Iterable[Entity], cover: Cover) -> list[PossibleName]:
    """Capitalised words that the language does not have and no entity explains, the first place of each."""
    text = legible(document).text
    spans = [span for entity in entities for span in entity.spans if _explains(entity, span)]
    known = {fold(word) for span in spans for word in _WORD.findall(text, span.start, span.end)}
    known |= {fold(word) for word in set(_LOWER.findall(text))}
    found: dict[str, PossibleName] = {}
    for match in _CAPITALISED.finditer(text):
        word = fold(match[0])
        if word in found or word in known or match[0].isupper():
            continue
        language = languages.load(document.language_at(match.start()))
        if is_common(word, language) or word in ranks(language.code) or word in titles(language):
            continue
        before = _WORD_BEFORE.search(text[max(0, match.start() - LONGEST_TITLE) : match.start()])
        titled = before is not None and before[1].lower() in titles(language)
        listed = is_given(word) or is_family(word)
        # No word of the language, as far as we know those.
        strange = bool(ranks(language.code)) and language.capitals != "nouns"
        if (titled or listed or strange) and cover.readable(Span(*match.span(), "PERSON")) == 1:
            found[word] = PossibleName(*match.span(), titled, listed)
    return list(found.values())


def _explains(entity: Entity, span: Span) -> bool:
    """A detail of no kind may be a name; what is cited is none that has to go."""
    return entity.category != "MISC" or any(source.startswith(CITED) for source in span.sources)
