"""Hidden names that a search for words does not meet: with letters around them (`welhavens`), parted by signs
(`Wel/haven`) or by the end of a paragraph, or in a form of which other letters change (`Ylikankaan`).

Only longer words of names, of which no word of the language is made by chance, are looked for. Comes in: the
text and the words; goes out: whole words of the text that hold one, and whether signs part it there.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from lexveil.languages import inflection
from lexveil.model import Document, Span
from lexveil.text.fold import fold
from lexveil.text.search import Automaton, Form

LEAST = 6  # letters of a name that is looked for
SURE = 8  # letters of one that stands in the middle of a word by no chance
ENDING = 3  # letters that bend a name
WIDEST = 5  # characters between two pieces of a name
BREAK = 4  # characters that part two paragraphs

_WORD = re.compile(r"[^\W\d_]+")


class Disguised(NamedTuple):
    start: int
    end: int
    form: Form
    words: tuple[str, ...]  # folded; several where signs part the name
    bent: bool = False  # the name with an ending
    beside: tuple[str, ...] = ()  # those before and after the end of a paragraph, if that parts it


def disguised(text: str, forms: Iterable[Form]) -> Iterator[Disguised]:
    """
    >>> found = disguised("the welhavens and Wel/haven", [Form("welhaven", "part", "e1")])
    >>> [(each.start, each.end, each.bent) for each in found]
    [(4, 13, True), (18, 27, False)]
    """
    names = {form.text: form for form in forms if len(form.text) >= LEAST and form.text.isalpha()}
    if not names:
        return
    places = [found.span() for found in _WORD.finditer(text)]
    folded = fold(text)
    words = [folded[start:end] for start, end in places]
    starts = [0]
    for word in words:
        starts.append(starts[-1] + len(word))
    for form, start, end in Automaton(names).find("".join(words)):
        first, last = bisect_right(starts, start) - 1, bisect_right(starts, end - 1) - 1
        before, after = start - starts[first], starts[last + 1] - end
        place = places[first][0], places[last][1]
        if first < last:
            gaps = [text[places[at][1] : places[at + 1][0]] for at in range(first, last)]
            if not before and not after and all(len(gap) <= WIDEST for gap in gaps):
                parts = tuple(words[first : last + 1])
                ends = () if _is_alone(text, *place) else (at for at, gap in enumerate(gaps) if "\n\n" in gap)
                beside = tuple(word for at in ends for word in parts[at : at + 2])
                yield Disguised(*place, form, parts, beside=beside)
        elif (before or after) and (not before or end - start >= SURE):
            yield Disguised(*place, form, (words[first],), bent=not before and after <= ENDING)


def _is_alone(text: str, start: int, end: int) -> bool:
    """Whether nothing else stands in the paragraphs, or cells, over which a name is spread.

    >>> _is_alone("so\\n\\nWel\\n\\nhaven", 4, 14), _is_alone("so Wel\\n\\nhaven", 3, 13)
    (True, False)
    """
    before, after = text[max(0, start - BREAK) : start], text[end : end + BREAK]
    last = end + len(after) == len(text)
    return (not start or before.count("\n") > 1) and (after.count("\n") > 1 or (last and not after.strip()))


def inflected(document: Document, spans: Iterable[Span], forms: Iterable[Form]) -> Iterator[Disguised]:
    """Words of these spans that are another form of a name, by what their language says."""
    names = {form.text: form for form in forms if len(form.text) >= LEAST}
    for span in spans if names else ():
        known = inflection(document.language_at(span.start))
        for found in _WORD.finditer(document.text, span.start, span.end) if known else ():
            word = fold(found[0])
            if known and word not in names and found[0][0].isupper():
                bases = dict.fromkeys(fold(base.name) for base in known.bases(word))
                met = [names[base] for base in bases if base in names]
                yield from (Disguised(*found.span(), form, (word,), bent=True) for form in met[:1])
