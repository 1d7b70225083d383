"""Across documents: which pseudonyms are one person, and who is in the corpus at all."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from typing import Any

from lexveil.evaluate.attacks.linkage import Link
from lexveil.evaluate.attacks.published import Published
from lexveil.evaluate.attacks.ranking import auc


def figures(
    documents: Sequence[Published], links: Sequence[Link], members: Collection[str], known: Collection[str]
) -> dict[str, Any]:
    """`by_pseudonym`: the same pseudonym is taken for the same person; `by_facts`: the same likeliest person.
    `member`: AUC of telling who is in the corpus, by how well anything in it fits them."""
    people = {
        (each.document, each.text): each.person for document in documents for each in document.pseudonyms
    }
    named: Mapping[object, object] = {key: key[1].lower() for key in people if key[1]}
    guessed: Mapping[object, object] = {
        (each.pseudonym.document, each.pseudonym.text): each.fits[0][0]
        for each in links
        if each.crowd == 1 and each.fits
    }
    return {
        "by_pseudonym": _pairs(people, named),
        "by_facts": _pairs(people, guessed),
        "member": _member(links, members, known),
    }


def _pairs(people: Mapping[tuple[str, str], str], said: Mapping[object, object]) -> dict[str, float | None]:
    """Pairs in different documents that are said to be one person."""
    groups: defaultdict[object, list[tuple[str, str]]] = defaultdict(list)
    for key in people:
        if key in said:
            groups[said[key]].append(key)
    joined = [
        people[one] == people[other]
        for group in groups.values()
        for one, other in combinations(group, 2)
        if one[0] != other[0]
    ]
    alike: defaultdict[str, set[str]] = defaultdict(set)
    for (document, _), person in people.items():
        alike[person].add(document)
    wanted = sum(len(each) * (len(each) - 1) // 2 for each in alike.values())
    return {
        "precision": sum(joined) / len(joined) if joined else None,
        "recall": sum(joined) / wanted if wanted else None,
    }


def _member(links: Sequence[Link], members: Collection[str], known: Collection[str]) -> float | None:
    best: dict[str, float] = defaultdict(float)
    for each in links:
        for person, score in each.fits:
            best[person] = max(best[person], score)
    return auc([best[each] for each in members], [best[each] for each in known if each not in members])
