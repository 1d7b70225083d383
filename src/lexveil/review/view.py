"""The JSON that the service sends to the page. Offsets are those of the text, in code points."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from lexveil.model import Decision, Document, Edit, Entity, Part, Reason, Zone
from lexveil.names.entity_forms import entity_form
from lexveil.review.state import State
from lexveil.review.undo import touched

Data = dict[str, Any]

ENTITY_FIELDS = ("id", "category", "role", "side", "role_certainty", "certainty")
ACCEPTED, KEPT = 1, 2  # flags of a mention
UNSEEN = ("hidden", "code")  # zones that a reader of the document does not see on the page


# Entities ----------------------------------------------------------------------------------------


def entity(entity: Entity, decision: Decision, *, shared: int = 0, base: str = "") -> Data:
    """`shared`: how many other documents of the project have it; `base`: the base form of its name."""
    checked, kept = set(decision.checked), set(decision.kept)
    return {
        **{name: getattr(entity, name) for name in ENTITY_FIELDS},
        "base": base,
        "action": decision.action,
        "pseudonym": decision.pseudonym if decision.action == "replace" else "",
        "given": decision.given and decision.action == "replace",
        "rule": str(decision.why),
        "why": list(map(str, entity.why)),
        "reasons": {"rule": reason(decision.why), "why": list(map(reason, entity.why))},
        "state": review_state(entity, decision),
        "shared": shared,
        "mentions": [
            [span.start, span.end, span.certainty, ACCEPTED * (span in checked) + KEPT * (span in kept)]
            for span in entity.spans
        ],
    }


def review_state(entity: Entity, decision: Decision) -> str:
    """How far the review of it is: proposed, partly, accepted; or rejected."""
    if decision.action == "reject":
        return "rejected"
    done = len(set(entity.spans) & set(decision.checked))
    return "accepted" if done == len(entity.spans) else "partly" if done else "proposed"


def review(state: State, document: Document, *, shared: Mapping[str, int] | None = None) -> list[Data]:
    """Every entity, in the order of first mentions."""
    return _entities(state, document, state.entities.values(), shared or {})


def _entities(
    state: State, document: Document, entities: Iterable[Entity], shared: Mapping[str, int]
) -> list[Data]:
    return [
        entity(
            each,
            state.decisions[each.id],
            shared=shared.get(each.id, 0),
            base=entity_form(document, each),
        )
        for each in entities
    ]


def changed(
    state: State, document: Document, edits: Iterable[Edit], *, shared: Mapping[str, int] | None = None
) -> Data:
    """What the edits have touched, as it stands now."""
    ids = {each for edit in edits for each in touched(edit)}
    here = (each for each in state.entities.values() if each.id in ids)
    return {
        "changed": _entities(state, document, here, shared or {}),
        "removed": sorted(ids - state.entities.keys()),
    }


# Reasons -----------------------------------------------------------------------------------------


def reason(found: Reason) -> Data:
    """Its code and values, for words in the language of the page."""
    listed = {name: list(map(reason, each)) for name, each in found.values if isinstance(each, tuple)}
    return {"code": found.code, "values": {**dict(found.values), **listed}}


def part(found: Part) -> Data:
    told = {"name": found.name, "state": found.state, "why": found.explain()}
    return {**told, "reason": reason(found.why) if found.why else None}


# The text ----------------------------------------------------------------------------------------


def text(document: Document) -> Data:
    return {
        "text": document.text,
        "language": document.language,
        "blocks": [list(block) for block in blocks(document.text, document.shape)],
        "notes": list(map(str, document.notes)),
        "language_notes": [reason(note) for note in document.notes if note.code.startswith("note.language-")],
        "parts": list(map(part, document.parts)),
        "hidden": [[zone.start, zone.end, zone.kind] for zone in document.zones if zone.kind in UNSEEN],
        "regions": [[zone.start, zone.end, zone.kind] for zone in document.regions],
    }


# Blocks of the text -------------------------------------------------------------------------------


PARAGRAPH, PAGE, ROW, CELL = "p", "page", "row", "cell"

_CELL = re.compile(r"cell(?: (\d+)(?:-(\d+))?)?")  # formats/shape.py: which columns, where it must be said
_BLANK_LINES = re.compile(r"\n[^\S\n]*\n\s*")

# Table, row and column, each from 0; and how many columns, if more than one.
CellPlace = tuple[int, int, int] | tuple[int, int, int, int]
Block = tuple[int, int, str] | tuple[int, int, str, CellPlace]


@dataclass(slots=True)
class _Open:
    """A zone that the walk is in."""

    zone: Zone
    place: CellPlace = (0, 0, 0)  # of a row and a cell
    columns: int = 0  # of a row, so far
    last: "_Open | None" = None  # the last row right in it


def blocks(text: str, shape: Sequence[Zone]) -> list[Block]:
    found: list[Block] = []
    stack = [_Open(Zone(0, len(text), PARAGRAPH))]
    zones = sorted(shape, key=lambda zone: (zone.start, -zone.end))
    at = tables = 0
    for start, end in _stretches(text, shape):
        while stack[-1].zone.end <= start:
            stack.pop()
        while at < len(zones) and zones[at].start <= start:
            zone = zones[at]
            at += 1
            if zone.end <= start:  # it holds nothing but white space
                continue
            opened = _opened(text, zone, stack[-1], tables)
            tables += zone.kind == ROW and opened.place[0] == tables
            stack.append(opened)
            if zone.kind == PAGE:
                found.append((start, start, PAGE))
        found.append(_block(start, end, stack))
    return found


def _opened(text: str, zone: Zone, around: _Open, tables: int) -> _Open:
    opened = _Open(zone)
    if zone.kind == ROW:
        before = around.last
        goes_on = before is not None and not text[before.zone.end : zone.start].strip()
        opened.place = (before.place[0], before.place[1] + 1, 0) if before and goes_on else (tables, 0, 0)
        around.last = opened
    elif (cell := _CELL.fullmatch(zone.kind)) and around.zone.kind == ROW:
        column = int(cell[1]) - 1 if cell[1] else around.columns
        around.columns = int(cell[2]) if cell[2] else column + 1
        wide = around.columns - column
        opened.place = (*around.place[:2], column, wide) if wide > 1 else (*around.place[:2], column)
    return opened


def _block(start: int, end: int, stack: Sequence[_Open]) -> Block:
    cell = next((each for each in reversed(stack) if _CELL.fullmatch(each.zone.kind)), None)
    if cell:
        return start, end, CELL, cell.place
    kind = next(each.zone.kind for each in reversed(stack) if each.zone.kind not in (ROW, PAGE))
    return start, end, kind


def _stretches(text: str, shape: Sequence[Zone]) -> Iterator[tuple[int, int]]:
    """Between blank lines and the edges of zones, without white space around."""
    cuts = {0, len(text), *(zone.start for zone in shape), *(zone.end for zone in shape)}
    cuts.update(gap.start() for gap in _BLANK_LINES.finditer(text))
    for start, end in pairwise(sorted(cuts)):
        piece = text[start:end]
        if piece.strip():
            yield start + len(piece) - len(piece.lstrip()), end - len(piece) + len(piece.rstrip())
