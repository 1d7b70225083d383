"""Review copies without a service: made of a result, with a list of what is in them, and read back.

Who is what, is found anew when a copy comes back: by the same policy the proposals are the same, and what the
reader changed against them holds. A copy of another document, or made by another policy, is refused.
"""

import dataclasses
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from lexveil import messages
from lexveil.errors import InputError
from lexveil.formats.docx import commented
from lexveil.formats.source import Source
from lexveil.model import Document, Entity
from lexveil.names.entity_forms import entity_form
from lexveil.pipeline import Result, rendered
from lexveil.pipeline.case_memory import NOTHING, Memory
from lexveil.policy import fingerprint
from lexveil.review import tagged_copy, word_answers, word_copy
from lexveil.review.changes import Editor
from lexveil.review.state import State, apply, going, proposal
from lexveil.review.word_copy import Origin, proposals

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
    if _is_word(document) and commented.can_hold(document) and (placed := _placed(document, state)):
        return _commented(document, state, placed, _origin(result), language)
    if suffix_of(result) == WORD:
        return word_copy.write(document, state, _origin(result), language=language)
    return tagged_copy.write(document, state, _origin(result), language=language)


def _is_word(document: Document) -> bool:
    return isinstance(document.source, Source) and document.source.suffix == WORD


def _placed(document: Document, state: State) -> list[commented.Place]:
    """The proposals that can get a comment in the Word document as it is."""
    return commented.commentable(document, (commented.Place(*each) for each in sorted(proposals(state))))


def _commented(
    document: Document, state: State, places: Sequence[commented.Place], origin: Origin, language: str
) -> bytes:
    """The Word document as it is, with a comment on each proposal; on the first one also what it is."""
    found = proposals(state)
    said = word_copy.said(state, [found[each.start, each.end] for each in places], language)
    said[0] += word_copy.told(origin, language)
    return commented.with_comments(document, places, word_copy.comments(said))


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
    own_layout = _is_word(result.document) and word_answers.has_layout(data)
    read = word_answers.origin_in_comments if own_layout else word_answers.origin_of
    origin = tagged_copy.origin_of(data) if tagged else read(data)
    own = _origin(result)
    if origin.seal != own.seal:
        raise InputError("review-copy.other-document")
    if origin.document != own.document:
        raise InputError("review-copy.other-policy", policy=result.policy.name)
    if tagged:
        return tagged_copy.read(data, result.document, state)
    if own_layout:
        return _said_in_comments(result.document, state, data)
    return word_answers.read(data, result.document)


def _said_in_comments(document: Document, state: State, data: bytes) -> list[word_answers.Said]:
    """Its comments, and the proposals that could get none, as they were."""
    words = word_answers.first_lines(data)
    places = commented.without_comments(data, document)
    here = [(places[each], line) for each, line in words.items() if each in places]
    said = [word_answers.Said((place.start, place.end), line) for place, line in here]
    told = {(each.start, each.end) for each in _placed(document, state)}
    left = [(place, entity) for place, entity in proposals(state).items() if place not in told]
    untold = [word_answers.Said(place, state.decisions[entity].pseudonym) for place, entity in left]
    return sorted([*said, *untold], key=lambda each: each.place)


def _origin(result: Result) -> Origin:
    """Of which policy it is; its seal tells of which text."""
    sealed = word_copy.sealed(Origin("", 0, 0), result.document.text, _OPEN)
    return dataclasses.replace(sealed, document=fingerprint(result.policy)[:16])
