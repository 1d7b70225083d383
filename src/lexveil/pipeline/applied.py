"""A dictionary that somebody has corrected by hand, applied: its groups are the entities, its roles hold.

What is in no group is nobody's name; whoever has another role is decided by the policy anew; a pseudonym that
was changed is written. The sweep and every check are those of a run. Offsets and forms must fit the document:
a dictionary that was edited out of step is refused, with the place. One that has only `clusters`, as in
PSILENCE (figure 2), is applied too: what is no person's name is then found as in a run.
"""

import dataclasses
import json
import secrets
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from lexveil import config
from lexveil import policy as policies
from lexveil.config import DEFAULTS, Settings
from lexveil.errors import InputError
from lexveil.model import CATEGORIES, ROLES, Decision, Document, Entity, Span, because, broader
from lexveil.pipeline.analysis import Result, analyze, made_with, rendered
from lexveil.pipeline.case_memory import NOTHING, Memory
from lexveil.policy import Policy
from lexveil.replace.dictionary import text_mark
from lexveil.replace.keyed_random import KEY_BYTES

SOURCE = "dictionary:edited"
GROUPS = {"clusters": "PERSON", "others": ""}  # the part of a dictionary → the category of what is in it


def read_dictionary(path: Path) -> Mapping[str, Any]:
    """A dictionary of one document, as a run writes it, or clusters alone."""
    try:
        found = json.loads(path.read_text("utf-8-sig"))
    except FileNotFoundError:
        raise InputError("dictionary.missing", name=path) from None
    except (OSError, ValueError, RecursionError) as error:
        reason = getattr(error, "strerror", None) or type(error).__name__
        raise InputError("dictionary.unreadable", name=path, reason=reason) from None
    if not isinstance(found, dict) or not {"lexveil", "clusters"} & found.keys() or "rows" in found:
        raise InputError("dictionary.not-ours", name=path)
    if not all(isinstance(found.get(part, {}), dict) for part in (*GROUPS, "pseudonyms", "lexveil")):
        raise InputError("dictionary.damaged", name=path)
    return found


def applied(
    document: Document,
    edited: Mapping[str, Any],
    *,
    policy: str | Policy = config.DEFAULT_POLICY,
    memory: Memory | None = None,
    settings: Settings = DEFAULTS,
) -> Result:
    """What is written when the groups of an edited dictionary are the entities of the document."""
    chosen = policy if isinstance(policy, Policy) else config.policy(policy)
    if "lexveil" in edited and edited["lexveil"].get("text") != text_mark(document.text):
        raise InputError("dictionary.other-document")
    found = list(_entities(document.text, edited))
    _expect_apart(found)
    if "others" not in edited:
        analysed = analyze(document, policy=chosen, settings=settings).entities
        found += [(each, "") for each in _beside(analysed, [entity for entity, _ in found])]
    ordered = sorted((entity for entity, _ in found), key=lambda entity: entity.spans[0])
    entities = policies.suppose(ordered, chosen)
    names = {entity.id: name for entity, name in found}
    decisions = tuple(
        _named(each, names[each.entity]) for each in policies.decide(document, entities, chosen)
    )
    past = memory.recall(document, entities, decisions) if memory else NOTHING
    key = memory.key if memory else secrets.token_bytes(KEY_BYTES)
    result = rendered(document, entities, decisions, chosen, key=key, past=past, hips=settings.hips)
    if memory:
        memory.note(document, entities, result.pseudonyms, result.replacements)
    return dataclasses.replace(result, made_with=made_with(chosen, settings, document))


def _beside(analysed: Iterable[Entity], people: Iterable[Entity]) -> Iterator[Entity]:
    """What is nobody's name (addresses of mail, dates), as the program finds it, beside the people given."""
    taken = [(span.start, span.end) for each in people for span in each.spans]
    for entity in analysed:
        spans = tuple(
            span
            for span in entity.spans
            if not any(start < span.end and span.start < end for start, end in taken)
        )
        if spans and entity.category != "PERSON":
            yield dataclasses.replace(entity, spans=spans, links=())


def _named(decision: Decision, name: str) -> Decision:
    if decision.action != "replace" or not name:
        return decision
    return dataclasses.replace(decision, pseudonym=name, given=True)


def _entities(text: str, edited: Mapping[str, Any]) -> Iterator[tuple[Entity, str]]:
    """Each group with the pseudonym beside it, "" where it has none."""
    number = 0
    for part, category in GROUPS.items():
        for kind, clusters in edited.get(part, {}).items():
            allowed = ROLES if part == "clusters" else CATEGORIES
            if kind not in allowed:
                raise InputError("dictionary.kind", kind=str(kind)[:40], choices=", ".join(allowed))
            named = part == "clusters" and "pseudonyms" in edited
            names = edited["pseudonyms"].get(kind, []) if named else []
            if not isinstance(clusters, list) or (named and len(names) != len(clusters)):
                raise InputError("dictionary.parallel", kind=kind)
            for at, cluster in enumerate(clusters, 1):
                spans = tuple(sorted(_spans(text, cluster, category or kind, f"{kind} {at}")))
                if not spans:
                    continue
                number += 1
                role = kind if part == "clusters" else _role(kind)
                why = (because("reviewer"),) if part == "clusters" else ()
                name = names[at - 1] if names else ""
                if name is not None and not isinstance(name, str):
                    raise InputError("dictionary.parallel", kind=kind)
                yield Entity(f"applied-{number}", category or kind, role, 1, spans, why), name or ""


def _role(category: str) -> str:
    return {"ORG": "ORGANIZATION", "COURT": "ORGANIZATION", "LOC": "LOCATION"}.get(
        broader(category), "MISCELLANEOUS"
    )


def _spans(text: str, cluster: Any, category: str, where: str) -> Iterator[Span]:
    if not isinstance(cluster, dict):
        raise InputError("dictionary.offsets", where=where)
    for form, places in cluster.items():
        if not isinstance(places, list):
            raise InputError("dictionary.offsets", where=where)
        for place in places:
            if not (isinstance(place, list) and len(place) == 2 and all(type(each) is int for each in place)):
                raise InputError("dictionary.offsets", where=where)
            start, end = place
            if not 0 <= start < end <= len(text) or not _is_form(form, text[start:end]):
                raise InputError("dictionary.offsets", where=where)
            yield Span(start, end, category, 1.0, (SOURCE,))


def _is_form(form: str, surface: str) -> bool:
    """As it stands there; the paper's figure writes spaces as `_`."""
    return surface in (form, form.replace("_", " "))


def _expect_apart(found: list[tuple[Entity, str]]) -> None:
    """One place is in one group."""
    spans = sorted(span for entity, _ in found for span in entity.spans)
    for one, other in pairwise(spans):
        if other.start < one.end:
            raise InputError("dictionary.overlap", start=other.start, end=other.end)
