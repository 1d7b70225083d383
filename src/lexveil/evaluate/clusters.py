"""How well are mentions grouped into people: the groups of a gold file against ours and three baselines.

Comes in: gold documents whose mentions carry a `cluster`. Goes out: the figures of `docs/evaluation.md` as
plain data. With gold mentions only the grouping is judged; with found ones the whole pipeline is. Of two gold
mentions at the same place the first counts; a mention without a cluster is left out: nobody said whose it is.
"""

import json
from collections.abc import Callable, Hashable, Iterable, Sequence
from importlib.resources import files
from typing import Any

from lexveil.errors import InputError
from lexveil.evaluate.baselines import BASELINES
from lexveil.evaluate.coreference import Groups, groups, score
from lexveil.evaluate.gold import Gold
from lexveil.model import CATEGORIES, Document, Entity, Span
from lexveil.names.parse import is_title
from lexveil.resolve.cluster import cluster
from lexveil.text.fold import fold

# Upper bounds of a document's length in tokens, and what the class is called.
LENGTHS = (
    (1_000, "up to 1,000"),
    (10_000, "up to 10,000"),
    (50_000, "up to 50,000"),
    (1 << 60, "over 50,000"),
)

Find = Callable[[Gold], Sequence[Entity]]
Pair = tuple[Groups, Groups]


def splits() -> dict[str, list[str]]:
    """The documents kept for testing, by corpus: never trained on."""
    found: dict[str, list[str]] = json.loads(
        (files("lexveil.evaluate") / "splits" / "clusters.json").read_text("utf8")
    )
    return found


def choose(documents: Sequence[Gold], split: str) -> tuple[Gold, ...]:
    known = splits()
    if split not in known:
        raise InputError(f"unknown split '{split}': choose one of {', '.join(sorted(known))}")
    chosen = tuple(document for document in documents if document.id in known[split])
    if not chosen:
        raise InputError(f"none of the documents is in the split '{split}'; give that corpus with --gold")
    return chosen


def evaluate(
    documents: Sequence[Gold],
    *,
    category: str = "PERSON",
    find: Find | None = None,
    step: Callable[[], object] = lambda: None,
) -> dict[str, Any]:
    """The report. `find` gives the entities of the whole pipeline; else the gold mentions are grouped."""
    if not any(mention.cluster for document in documents for mention in document.mentions):
        raise InputError(
            "no mention has a 'cluster': this gold does not say who is who; add it to each mention"
        )
    ours: list[Pair] = []
    baselines: dict[str, list[Pair]] = {name: [] for name in BASELINES}
    lengths: list[int] = []
    for document in documents:
        key, spans = key_of(document, category)
        if find:
            ours.append(matched(document, key, find(document), category))
        else:
            plain = Document(id=document.id, text=document.text, language=document.language)
            ours.append((key, _ranges(group.spans for group in cluster(plain, spans))))
            for name, group in BASELINES.items() if category == "PERSON" else ():
                baselines[name].append((key, _ranges(group(plain, spans))))
        lengths.append(len(document.text.split()))
        step()
    report = score(ours)
    report["by_length"] = _by_length(ours, lengths)
    report["baselines"] = {name: score(pairs) for name, pairs in baselines.items() if pairs}
    report["documents"] = len(documents)
    report["mentions"] = sum(len(group) for key, _ in ours for group in key)
    return report


def key_of(document: Gold, category: str) -> tuple[Groups, list[Span]]:
    """The gold groups of a category, and the mentions in order."""
    members: dict[Hashable, set[tuple[int, int]]] = {}
    spans: dict[tuple[int, int], Span] = {}
    for mention in document.mentions:
        place = mention.start, mention.end
        right_type = CATEGORIES.get(mention.type, mention.type) == category
        if place in spans or not right_type or not mention.cluster:
            continue
        spans[place] = Span(*place, category)
        members.setdefault(mention.cluster, set()).add(place)
    return groups(members.values()), sorted(spans.values())


def _ranges(found: Iterable[Iterable[Span]]) -> Groups:
    return groups([(span.start, span.end) for span in group] for group in found)


def _by_length(pairs: Sequence[Pair], lengths: Sequence[int]) -> dict[str, Any]:
    """The CoNLL figures for short and long documents apart; only classes that occur."""
    found: dict[str, Any] = {}
    least = 0
    for most, name in LENGTHS:
        chosen = [pair for pair, length in zip(pairs, lengths, strict=True) if least < length <= most]
        if chosen:
            found[name] = {"documents": len(chosen), **score(chosen)["conll"]}
        least = most
    return found


# Found mentions ----------------------------------------------------------------------------------


def matched(document: Gold, key: Groups, entities: Sequence[Entity], category: str) -> Pair:
    """Key and response over the same places: titles, marks and a possessive 's count on neither side."""
    wanted = groups([_core(document.text, *place) for place in group] for group in _places(key))
    given = groups(
        [_core(document.text, span.start, span.end) for span in entity.spans]
        for entity in entities
        if CATEGORIES.get(entity.category) == category
    )
    return wanted, given


def _places(key: Groups) -> list[list[tuple[int, int]]]:
    return [[place for place in group if isinstance(place, tuple)] for group in key]


def _core(text: str, start: int, end: int) -> tuple[int, int]:
    words = text[start:end].split(" ")
    while len(words) > 1 and is_title(fold(words[0]).strip(".,")):
        start += len(words.pop(0)) + 1
    surface = text[start:end]
    for tail in ("'s", "’s", ".", ","):
        surface = surface.removesuffix(tail)
    return start, start + max(len(surface), 1)
