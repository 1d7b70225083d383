"""The record of an analysis, as the desk keeps it: bytes of JSON, compressed, and back.

It holds the document under review (without its file), the proposal, and what rendering needs. It is
personal; the desk seals it.
"""

import json
import zlib
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from lexveil.check import risk
from lexveil.model import Document, Edit
from lexveil.pipeline import Result
from lexveil.replace import Remainder
from lexveil.review import State, proposal, saved
from lexveil.review.doubts import doubts, risky

FASTEST = 1  # of zlib: text shrinks to a third, in milliseconds


class Traces(NamedTuple):
    """What the rendered text still tells of those who are hidden, as of an edit."""

    number: int
    risky: frozenset[str]  # entities that can be recognised
    listed: tuple[Remainder, ...]  # places to be looked at


@dataclass(frozen=True, slots=True)
class Record:
    document: Document
    state: State = field(repr=False)
    parted: tuple[int, ...] = field(repr=False)
    traces: Traces | None = field(repr=False)  # None: it was made before they were kept


def pack(result: Result, *, threshold: int) -> bytes:
    """The counts on a line of their own, so that they can be told without reading the rest.

    `threshold` is the residual risk from which a person is in doubt.
    """
    state = proposal(result)
    made = (result.document, result.entities, result.decisions, result.replacements)
    left = risk.assess(*made, threshold=threshold, weights=result.policy.risk, is_open=result.needs_review)
    open_doubts = doubts(result.document, state, risky(left), result.listed)
    head = json.dumps({**live(state), "doubts": len(open_doubts)})
    data = {
        "document": saved.document_data(result.document),
        "state": saved.state_data(state),
        "traces": {"risky": sorted(risky(left)), "listed": result.listed},
    }
    return f"{head}\n".encode() + zlib.compress(json.dumps(data, separators=(",", ":")).encode(), FASTEST)


def live(state: State) -> dict[str, int]:
    """Entities and mentions that nobody rejected."""
    here = [each for each in state.entities.values() if state.decisions[each.id].action != "reject"]
    return {"entities": len(here), "mentions": sum(len(each.spans) for each in here)}


def counts(record: bytes) -> dict[str, int]:
    """What a list of documents shows: entities, mentions, doubts."""
    found: dict[str, int] = json.loads(record.partition(b"\n")[0])
    return found


def unpack(record: bytes) -> Record:
    data = json.loads(zlib.decompress(record.partition(b"\n")[2]))
    document, parted = saved.document_from(data["document"])
    return Record(document, saved.state_from(data["state"]), parted, _traces(data.get("traces")))


def _traces(data: dict[str, Any] | None) -> Traces | None:
    if data is None:
        return None
    return Traces(0, frozenset(data["risky"]), tuple(Remainder(*each) for each in data["listed"]))


def edit_bytes(edit: Edit) -> bytes:
    return json.dumps(saved.edit_data(edit), separators=(",", ":")).encode()


def edit_of(record: bytes) -> Edit:
    return saved.edit_from(json.loads(record))


def suffix(name: str) -> str:
    """
    >>> suffix("Award.DOCX"), suffix("award")
    ('.docx', '')
    """
    return PurePosixPath(name).suffix.lower()
