"""Precision, recall and F1 of entities to hide: the measure of Anom2 (Niklaus et al. 2023, table 1).

Seqeval with one label, "to be anonymized": a mention is found where a hidden span has the same bounds. What
was hidden and should not be, or with other bounds, is against the precision. Titles and signs at either end
tell nothing and are set aside. What is no entity of the case and may go all the same does not count:
authors of cited works, and bodies and places that are called after somebody hidden.
"""

import re
from collections.abc import Iterable, Iterator

from lexveil.evaluate.detection import Pair, Rate, harmonic, merge, outermost, past_title, ratio
from lexveil.evaluate.gold import Gold, Mention
from lexveil.text.fold import fold

ASIDE = "AUTHOR"
NAMED_AFTER = ("ORG", "LOC")
Bounds = tuple[int, int]


def entities_to_hide(pairs: Iterable[Pair]) -> dict[str, Rate]:
    wanted = found = right = 0
    for judged in pairs:
        text = judged.gold.text
        aside = merge((each.start, each.end) for each in _aside(judged.gold))
        asked = (each for each in outermost(judged.gold.mentions) if each.role != ASIDE)
        gold = {trimmed(text, each.start, each.end) for each in asked}
        mine = {trimmed(text, *each) for each in _hidden(judged) if not aside.touches(*each)}
        wanted, found, right = wanted + len(gold), found + len(mine), right + len(gold & mine)
    precision, recall = ratio(right, found), ratio(right, wanted)
    return {"precision": precision, "recall": recall, "f1": harmonic(precision, recall)}


def _aside(gold: Gold) -> Iterator[Mention]:
    text = gold.text
    people = (each for each in gold.mentions if each.type == "PERSON" and each.masked)
    names = {word for each in people for word in _words(text[each.start : each.end])}
    for each in gold.mentions:
        called_after = each.type in NAMED_AFTER and not names.isdisjoint(_words(text[each.start : each.end]))
        if each.role == ASIDE or (called_after and not each.masked):
            yield each


def _words(surface: str) -> list[str]:
    return re.findall(r"[^\W\d_]{3,}", fold(surface))


def _hidden(judged: Pair) -> Iterator[Bounds]:
    """The spans of which nothing can be read, and what was masked outside of every span."""
    spans = {(each.start, each.end) for each in judged.prediction.spans}
    yield from (each for each in spans if judged.left.find(1, *each) < 0)
    known = merge(spans)
    masks = ((each.start, each.end) for each in judged.prediction.masked)
    yield from (each for each in masks if not known.touches(*each))


def trimmed(text: str, start: int, end: int) -> Bounds:
    """
    >>> trimmed("by Mr Roe, who", 3, 10), trimmed("– –", 0, 3)
    ((6, 9), (0, 3))
    """
    first = past_title(text, start, end)
    letters = [at for at in range(first, end) if text[at].isalnum()]
    return (letters[0], letters[-1] + 1) if letters else (start, end)
