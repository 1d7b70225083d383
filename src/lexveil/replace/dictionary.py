"""The pseudonymization dictionary that goes beside the output.

`clusters` has the shape of PSILENCE, figure 2: role → clusters of people → form → character offsets;
`pseudonyms` has the pseudonym of each in the same place, null for who stays; `others` are dates, places and
the like, by category; `replacements` is everything that was written, those of the last sweep too. `lexveil`
adds what a reviewer wants to know, and `hidden`: the forms that nobody may read in the result, for `lexveil
check`. It holds the real names: whoever has it can undo the pseudonyms.
"""

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

from lexveil.errors import InputError
from lexveil.model import ROLES, Decision, Document, Entity, Replacement
from lexveil.replace.shared import Remainder
from lexveil.text.search import KINDS, Form

PERSON = "PERSON"
VERSION = 2  # 2: with `hidden`


def dictionary(
    document: Document,
    entities: Iterable[Entity],
    decisions: Iterable[Decision],
    names: Mapping[str, str],
    hidden: Iterable[Form] = (),
    *,
    policy: str,
    case: str = "",
    made_with: Mapping[str, str] | None = None,
    listed: Iterable[Remainder] = (),
    replacements: Iterable[Replacement] = (),
) -> dict[str, Any]:
    """`names` are the pseudonyms; `case` names the case whose documents share them and what is hidden;
    `listed` are places that still show a word of a hidden name."""
    entities = tuple(entities)
    by_entity = {decision.entity: decision for decision in decisions}
    people = [entity for entity in entities if entity.category == PERSON]
    others = [entity for entity in entities if entity.category != PERSON]
    return {
        "clusters": _clusters(document.text, {each.id: each.role for each in people}, people),
        "pseudonyms": _beside(people, names),
        "others": _clusters(document.text, {each.id: each.category for each in others}, others),
        "replacements": [
            {"start": each.start, "end": each.end, "text": each.text, "entity": each.entity}
            for each in replacements
        ],
        "lexveil": {
            "version": VERSION,
            "document": document.id,
            "text": text_mark(document.text),
            "policy": policy,
            "case": case or None,
            "made_with": dict(made_with or {}),
            "notes": list(map(str, document.notes)),
            "entities": [_entity(entity, by_entity[entity.id], names) for entity in entities],
            "needs_review": [
                {"start": each.start, "end": each.end, "entity": each.entity, "reason": each.reason}
                for each in listed
            ],
            "hidden": [{"form": each.text, "kind": each.kind, "entity": each.entity} for each in hidden],
        },
    }


def text_mark(text: str) -> str:
    """By which a dictionary knows its text; the ids of documents change from run to run."""
    return hashlib.sha256(text.encode("utf8", "surrogatepass")).hexdigest()


def table_dictionary(
    document: str, rows: Mapping[int, dict[str, Any]], *, policy: str, case: str = ""
) -> dict[str, Any]:
    """That of each row under its number; the rows of a case hide the same forms, which are listed once."""
    about: dict[str, Any] = {"version": VERSION, "document": document, "policy": policy, "case": case or None}
    if case:
        for row in rows.values():
            about["hidden"] = row["lexveil"].pop("hidden")
    return {"lexveil": about, "rows": [{"row": number, **row} for number, row in rows.items()]}


def hidden_in(found: object, *, name: str) -> tuple[Form, ...] | dict[int, tuple[Form, ...]]:
    """The forms that a dictionary, read from a file of that name, says nobody may read; of a table by row."""
    about = found.get("lexveil") if isinstance(found, dict) else None
    if not isinstance(found, dict) or not isinstance(about, dict) or "version" not in about:
        raise InputError("dictionary.not-ours", name=name)
    if about["version"] != VERSION:
        raise InputError("dictionary.version", name=name, version=VERSION)
    try:
        if "rows" in found and "hidden" not in about:
            return {row["row"]: _hidden(row["lexveil"]) for row in found["rows"]}
        return _hidden(about)
    except (KeyError, TypeError, ValueError):
        raise InputError("dictionary.damaged", name=name) from None


def listed_in(found: Mapping[str, Any]) -> int:
    """How many places a dictionary lists that somebody must look at."""
    rows = [row["lexveil"] for row in found.get("rows", ())]
    return sum(len(each.get("needs_review", ())) for each in (found["lexveil"], *rows))


def _hidden(about: Mapping[str, Any]) -> tuple[Form, ...]:
    forms = tuple(Form(each["form"], each["kind"], each["entity"]) for each in about["hidden"])
    if not all(isinstance(form.text, str) and form.text and form.kind in KINDS for form in forms):
        raise ValueError
    return forms


def _clusters(
    text: str, kinds: Mapping[str, str], entities: Iterable[Entity]
) -> dict[str, list[dict[str, list[list[int]]]]]:
    clusters: dict[str, list[dict[str, list[list[int]]]]] = {}
    for entity in _in_order(entities):
        forms: dict[str, list[list[int]]] = {}
        for span in entity.spans:
            forms.setdefault(text[span.start : span.end], []).append([span.start, span.end])
        clusters.setdefault(kinds[entity.id], []).append(forms)
    return clusters


def _beside(people: Iterable[Entity], names: Mapping[str, str]) -> dict[str, list[str | None]]:
    """The pseudonyms in the places of the clusters."""
    found: dict[str, list[str | None]] = {}
    for entity in _in_order(people):
        found.setdefault(entity.role, []).append(names.get(entity.id))
    return found


def _in_order(entities: Iterable[Entity]) -> list[Entity]:
    return sorted(entities, key=lambda entity: ROLES[::-1].index(entity.role))


def _entity(entity: Entity, decision: Decision, names: Mapping[str, str]) -> dict[str, Any]:
    return {
        "id": entity.id,
        "category": entity.category,
        "role": entity.role,
        "side": entity.side,
        "role_certainty": entity.role_certainty,
        "role_evidence": list(map(str, entity.why)),
        "certainty": entity.certainty,
        "decision": decision.action,
        "why": str(decision.why),
        "pseudonym": names.get(entity.id),
        "mentions": [
            {
                "start": span.start,
                "end": span.end,
                "certainty": span.certainty,
                "sources": list(span.sources),
                "kept": decision.action == "keep" or span in decision.kept,
            }
            for span in entity.spans
        ],
    }
