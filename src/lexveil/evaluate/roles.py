"""How often a person's role is right: by the rules, by the model, and after the reconciliation of both.

The gold mentions are used as found; the groups are ours. The reconciliation calls every unspecialised
person a witness, as PSILENCE does; only the model tells witnesses and other people apart, so only its row
has both.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from lexveil.errors import InputError
from lexveil.evaluate.detection import harmonic
from lexveil.evaluate.gold import Gold
from lexveil.model import Document, Span
from lexveil.resolve import learned_roles
from lexveil.resolve.cluster import cluster
from lexveil.resolve.roles import evidence, mention_types, reconcile

# Labels of InLegalNER, and ours.
ROLE_OF = {
    "PETITIONER": "PARTY",
    "RESPONDENT": "PARTY",
    "OTHER_PERSON": "PERSON",
    **{role: role for role in learned_roles.ROLES},
}
HELD_OUT = 10  # one document in so many is kept from training
ROWS = ("model", "rules", "together")


def is_held_out(document: str) -> bool:
    """By the hash of the id: the same one in ten on every machine.

    >>> sum(is_held_out(str(number)) for number in range(1000))
    94
    """
    return int(hashlib.sha256(document.encode()).hexdigest(), 16) % HELD_OUT == 0


def evaluate(documents: Sequence[Gold], *, step: Callable[[], object] = lambda: None) -> dict[str, Any]:
    counts: dict[str, Counter[tuple[str, str]]] = {row: Counter() for row in ROWS}
    marked = [(gold, roles) for gold in documents if (roles := _marked(gold))]
    if not marked:
        raise InputError("evaluate.no_roles")
    known = sorted({role for _, roles in marked for role in roles.values()}, key=learned_roles.ROLES.index)
    for gold, roles in marked:
        for row, found in _rows(gold.document, sorted(roles), known).items():
            for span, role in found.items():
                wanted = roles[span] if row == "model" else _hidden(roles[span])
                counts[row][wanted, role if row == "model" else _hidden(role)] += 1
        step()
    report: dict[str, Any] = {row: _figures(counts[row]) for row in ROWS}
    return {**report["model"], **report, "documents": len(marked)}


def _marked(gold: Gold) -> dict[Span, str]:
    """The mentions with a role that we know. Parties may be organisations: the role counts, not the kind."""
    found: dict[Span, str] = {}
    for mention in gold.mentions:
        role = ROLE_OF.get((mention.role or mention.type).upper())
        if role:
            found.setdefault(Span(mention.start, mention.end, "PERSON"), role)
    return found


def _rows(document: Document, spans: Sequence[Span], known: Sequence[str]) -> dict[str, dict[Span, str]]:
    groups = [group.spans for group in cluster(document, spans)]
    said = evidence(document, spans)
    more = {**learned_roles.suggest(document, spans, said), **said}
    chosen = [learned_roles.ROLES.index(role) for role in known]
    rows: dict[str, dict[Span, str]] = {row: {} for row in ROWS}
    for group, shares in zip(groups, learned_roles.likely(document, groups), strict=True):
        best = known[int(shares[chosen].argmax())]
        by_rule, by_all = (reconcile(mention_types(group, each)[0]) for each in (said, more))
        for span in group:
            rows["model"][span], rows["rules"][span], rows["together"][span] = best, by_rule, by_all
    return rows


def _hidden(role: str) -> str:
    """After the reconciliation a person without another role is a witness."""
    return "WITNESS" if role == "PERSON" else role


def _figures(counts: Counter[tuple[str, str]]) -> dict[str, Any]:
    roles = sorted({wanted for wanted, _ in counts})
    figures: dict[str, Any] = {}
    for role in roles:
        right = counts[role, role]
        wanted = sum(count for (gold, _), count in counts.items() if gold == role)
        given = sum(count for (_, found), count in counts.items() if found == role)
        precision, recall = right / given if given else 0.0, right / wanted
        f1 = harmonic(precision, recall)
        figures[role] = {"mentions": wanted, "precision": precision, "recall": recall, "f1": f1}
    total = counts.total()
    return {
        "macro_f1": sum(each["f1"] for each in figures.values()) / len(figures),
        "accuracy": sum(counts[role, role] for role in roles) / total,
        "roles": figures,
    }
