"""Review copies without a service: made of a result, with a list of what is in them, and read back.

Who is what, is found anew when a copy comes back: by the same policy the proposals are the same, and what the
reader changed against them holds. A copy of another document, or made by another policy, is refused.
"""

import dataclasses
from datetime import UTC, datetime
from typing import Any

from lexveil import messages
from lexveil.errors import InputError
from lexveil.formats.source import Source
from lexveil.model import Document, Entity
from lexveil.names.entity_forms import entity_form
from lexveil.pipeline import Result, rendered
from lexveil.pipeline.case_memory import NOTHING, Memory
from lexveil.policy import fingerprint
from lexveil.review import tagged_copy, word_answers, word_copy
from lexveil.review.changes import Editor
from lexveil.review.state import State, apply, going, proposal
from lexveil.review.word_copy import Origin

WORD = ".docx"
READER = "review copy"  # who made the edits
_ZIP = b"PK"
_OPEN = b"review copies without a service"  # no secret: it tells a copy of one document from that of another


def suffix_of(result: Result) -> str:
    """The format of its copy: its own where that can hold tags, else Word."""
    source = result.document.source
    own = source.suffix if isinstance(source, Source) else ""
    return own if own in tagged_copy.SUFFIXES else WORD


def write(result: Result, *, language: str = messages.DEFAULT) -> bytes:
    document, state = result.document, proposal(result)
    if suffix_of(result) == WORD:
        return word_copy.write(document, state, _origin(result), language=language)
    return tagged_copy.write(document, state, _origin(result), language=language)


def listed(result: Result) -> list[dict[str, Any]]:
    """Every entity: what it is, its base form, what becomes of it, and where it stands in the text."""
    document, state = result.document, proposal(result)
    return [_listed(document, state, entity) for entity in state.entities.values()]


def _listed(document: Document, state: State, entity: Entity) -> dict[str, Any]:
    text, decision = document.text, state.decisions[entity.id]
    goes = set(going(entity, decision))
    return {
        **{name: getattr(entity, name) for name in ("id", "category", "role", "certainty")},
        "base": entity_form(document, entity),
        "action": decision.action,
        "pseudonym": decision.pseudonym if decision.action == "replace" else "",
        "mentions": [
            {"start": each.start, "end": each.end, "text": text[each.start : each.end], "goes": each in goes}
            for each in entity.spans
        ],
    }


def read_back(
    result: Result, data: bytes, *, key: bytes, memory: Memory | None = None, hips: str = ""
) -> Result:
    """What is written once the reader's decisions hold."""
    state = proposal(result)
    said = _said(result, state, data)
    document, policy = result.document, result.policy
    editor = Editor(document, policy, key=key, language=policy.language or document.language)
    for command in word_answers.commands(state, said):
        edit = editor.edit(state, command, author=READER, time=datetime.now(UTC))
        state = apply(state, edit)
    entities = tuple(state.entities.values())
    decisions = tuple(state.decisions[each.id] for each in entities)
    past = memory.recall(document, entities, decisions) if memory else NOTHING
    found = rendered(document, entities, decisions, policy, key=key, past=past, hips=hips)
    if memory:
        memory.note(document, entities, found.pseudonyms, found.replacements)
    return dataclasses.replace(found, made_with=result.made_with, case=result.case)


def _said(result: Result, state: State, data: bytes) -> list[word_answers.Said]:
    tagged = not data.startswith(_ZIP)
    origin = tagged_copy.origin_of(data) if tagged else word_answers.origin_of(data)
    own = _origin(result)
    if origin.seal != own.seal:
        raise InputError("review-copy.other-document")
    if origin.document != own.document:
        raise InputError("review-copy.other-policy", policy=result.policy.name)
    if tagged:
        return tagged_copy.read(data, result.document, state)
    return word_answers.read(data, result.document)


def _origin(result: Result) -> Origin:
    """Of which policy it is; its seal tells of which text."""
    sealed = word_copy.sealed(Origin("", 0, 0), result.document.text, _OPEN)
    return dataclasses.replace(sealed, document=fingerprint(result.policy)[:16])
