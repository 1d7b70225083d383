"""Entities and a policy in, one decision per entity out.

The first rule that fits decides; what no rule names is kept. Two things come on top. A name on the list of
kept names is kept, whatever the rules say. And an e-mail address or link that spells out the name of someone
who is replaced is replaced too: to keep it would undo the rest.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable

from ahocorasick_rs import AhoCorasick

from lexveil.lexicon.fold import fold
from lexveil.model import Decision, Document, Entity, Span
from lexveil.policy.rules import Context, Policy, Rule

NEAR = 80  # characters of context that `before` and `after` see
SPELLS = {"EMAIL": "[e-mail {n}]", "URL": "[link {n}]", "CODE": "[code {n}]"}
NESTED = 8  # zones that may lie in one another
SPELT_LENGTH = 4  # shorter name parts occur in addresses by chance


def decide(document: Document, entities: Iterable[Entity], policy: Policy) -> tuple[Decision, ...]:
    entities = tuple(entities)
    kept_names = {fold(name) for name in policy.keep_names}
    decisions = [_decide(document, entity, policy, kept_names) for entity in entities]
    hidden = AhoCorasick(sorted(_hidden_words(document, entities, decisions)))
    return tuple(
        _spelt_out(document, entity, decision, hidden)
        for entity, decision in zip(entities, decisions, strict=True)
    )


def _decide(document: Document, entity: Entity, policy: Policy, kept_names: set[str]) -> Decision:
    if any(fold(document.text[span.start : span.end]) in kept_names for span in entity.spans):
        return Decision(entity.id, "keep", f"{policy.name}: on the list of kept names")
    for rule in policy.rules:
        if not _fits(document, entity, rule):
            continue
        why = f"{policy.name}: rule {rule.number}"
        if rule.action == "keep":
            return Decision(entity.id, "keep", why)
        kept = tuple(
            span for span in entity.spans if any(_meets(document, span, c) for c in policy.keep_contexts)
        )
        if len(kept) == len(entity.spans):
            return Decision(entity.id, "keep", f"{policy.name}: every mention stands in a kept context")
        return Decision(entity.id, "replace", why, rule.label, kept)
    return Decision(entity.id, "keep", f"{policy.name}: no rule names it")


def _fits(document: Document, entity: Entity, rule: Rule) -> bool:
    return (
        (not rule.category or entity.category in rule.category)
        and (not rule.role or entity.role in rule.role)
        and (not rule.certainty or entity.certainty in rule.certainty)
        and (not rule.source or all(not rule.source.isdisjoint(span.sources) for span in entity.spans))
        and (rule.context == Context() or any(_meets(document, span, rule.context) for span in entity.spans))
    )


def _meets(document: Document, span: Span, context: Context) -> bool:
    text = document.text
    if context.zone and not _in_zone(document, span, context.zone):
        return False
    if context.before and not context.before.search(text[max(0, span.start - NEAR) : span.start]):
        return False
    return not context.after or bool(context.after.match(text[span.end : span.end + NEAR]))


def _in_zone(document: Document, span: Span, kind: str) -> bool:
    """Zones are sorted by where they start, and may hold others: the last that starts before the span and
    those around it are looked at, never all."""
    at = bisect_right(document.zones, span.start, key=lambda zone: zone.start)
    near = document.zones[max(0, at - NESTED) : at]
    return any(zone.kind == kind and span.end <= zone.end for zone in near)


def _hidden_words(document: Document, entities: tuple[Entity, ...], decisions: list[Decision]) -> set[str]:
    """The name parts of everyone who is replaced."""
    words: set[str] = set()
    for entity, decision in zip(entities, decisions, strict=True):
        if decision.action == "replace" and entity.category == "PERSON":
            for span in entity.spans:
                words.update(re.findall(r"[^\W\d_]+", fold(document.text[span.start : span.end])))
    return {word for word in words if len(word) >= SPELT_LENGTH}


def _spelt_out(document: Document, entity: Entity, decision: Decision, hidden: AhoCorasick) -> Decision:
    if decision.action == "replace" or entity.category not in SPELLS:
        return decision
    spelt = fold(document.text[entity.spans[0].start : entity.spans[0].end])
    if hidden.find_matches_as_indexes(spelt):
        return Decision(entity.id, "replace", "spells out a replaced name", SPELLS[entity.category])
    return decision
