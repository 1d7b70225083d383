"""All attacks on a world whose truth is known, policy by policy: what each protects, and what is left to
use.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lexveil.evaluate.attacks import linkage, membership, names_left, structure, survivors, utility
from lexveil.evaluate.attacks.published import Published, of_gold, without_names
from lexveil.evaluate.gold import Gold
from lexveil.evaluate.worlds import World
from lexveil.model import Replacement

POLICIES = ("court-eu", "strict", "research", "switzerland")
NAMES_ONLY = "names only"  # the row of documents from which names were taken and nothing else

Replacements = Sequence[Replacement]
Replace = Callable[[Gold], Replacements]


def evaluate(
    world: World,
    policies: Mapping[str, Replace],
    *,
    seed: int = 0,
    step: Callable[[], object] = lambda: None,
) -> dict[str, Any]:
    """Policy → figures, and those of documents from which only names were taken. `step` is called once for
    each document and policy."""
    report: dict[str, Any] = {
        "people": len(world.known), "documents": len(world.documents), "language": world.language,
        "policies": {},
    }  # fmt: skip
    for name, replace in {NAMES_ONLY: without_names, **policies}.items():
        replacements = {}
        for gold in world.documents:
            replacements[gold.id] = replace(gold)
            step()
        report["policies"][name] = measure(world, replacements, seed=seed)
    return report


def measure(
    world: World, replacements: Mapping[str, Sequence[Replacement]], *, seed: int = 0
) -> dict[str, Any]:
    documents: list[Published] = [of_gold(gold, replacements[gold.id]) for gold in world.documents]
    links = linkage.links(documents, world.known)
    members = world.members
    kinds = {gold.id: world.kind(gold) for gold in world.documents}
    return {
        "leakage": names_left.figures(documents, world.known, seed=seed),
        "linkage": linkage.figures(links, people=len(world.known)),
        "survivors": survivors.figures(world.documents, replacements, world.known, seed=seed),
        "structure": structure.figures(documents, world.known),
        "membership": membership.figures(documents, links, members, {each.id for each in world.known}),
        "utility": utility.figures(world.documents, documents, kinds, seed=seed),
    }
