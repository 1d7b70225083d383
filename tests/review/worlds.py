"""A small document under review, made without detectors."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from builders import doc
from lexveil import config, pipeline
from lexveil.model import Document, Edit, Entity, Span
from lexveil.policy import Policy, decide, parse
from lexveil.review import Command, Editor, State, apply, proposal

KEY = bytes(range(32))
TIME = datetime(2024, 5, 6, 7, 8, 9, tzinfo=UTC)

NUMBERS = "one two three four five six seven eight nine ten".split()

MARKED = """\
[Ann Torvund](PERSON:one) of [Quellmark Ltd](ORG:two) met [Bo Lindqvae](PERSON:three) in [Halden](LOC:four).

[Torvund](PERSON:one) wrote from [ann.torvund@mail.example](EMAIL:five) on [4 May 2021](DATE:six). \
[Judge](MISC:seven) [Carla Finchley](PERSON:eight) heard [Lindqvae](PERSON:three), \
[Torvund](PERSON:one) and [Eve Torvund](PERSON:nine).

Mr [Lindqvae](PERSON:three) said that [Finchley](PERSON:eight) and [Dag Osterholm](PERSON:ten) agreed. \
Osterholm left Halden with WITNESS_3; see the Torvund case."""
ROLES = {
    "e1": "WITNESS", "e2": "ORGANIZATION", "e3": "WITNESS", "e4": "LOCATION", "e5": "MISCELLANEOUS",
    "e6": "MISCELLANEOUS", "e7": "MISCELLANEOUS", "e8": "JUDGE", "e9": "WITNESS", "e10": "WITNESS",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class World:
    document: Document
    editor: Editor
    base: State

    def do(self, *commands: Command, state: State | None = None, author: str = "ada") -> State:
        return self.run(*commands, state=state, author=author)[0]

    def run(
        self, *commands: Command, state: State | None = None, author: str = "ada"
    ) -> tuple[State, list[Edit]]:
        state, edits = state or self.base, []
        for command in commands:
            edit = self.editor.edit(state, command, author=author, time=TIME)
            state = apply(state, edit)
            edits.append(edit)
        return state, edits

    def at(self, words: str, number: int = 0) -> tuple[int, int]:
        """Where words stand in the text, the first or a later time."""
        start = -1
        for _ in range(number + 1):
            start = self.document.text.index(words, start + 1)
        return start, start + len(words)

    def texts(self, state: State, entity: str) -> list[str]:
        return [self.document.text[span.start : span.end] for span in state.entities[entity].spans]


def world(
    policy: str | Policy = "arbitration", marked: str = MARKED, roles: Mapping[str, str] = ROLES
) -> World:
    """`policy`: a name, or the TOML of rules."""
    found = doc(marked)
    grouped: dict[str, list[Span]] = {}
    for span, entity in zip(found.spans, found.roles, strict=True):
        grouped.setdefault(f"e{NUMBERS.index(entity.lower()) + 1}", []).append(span)
    return reviewed(found.document, _entities(grouped, roles), policy)


def reviewed(document: Document, entities: Iterable[Entity], policy: str | Policy) -> World:
    if isinstance(policy, str):
        policy = parse(policy, name="own") if "\n" in policy else config.policy(policy)
    entities = tuple(entities)
    decisions = decide(document, entities, policy)
    result = pipeline.rendered(document, entities, decisions, policy, key=KEY)
    editor = Editor(document, policy, key=KEY, language=document.language)
    return World(document, editor, proposal(result))


def _entities(grouped: Mapping[str, list[Span]], roles: Mapping[str, str]) -> Iterable[Entity]:
    for entity, spans in grouped.items():
        yield Entity(entity, spans[0].category, roles[entity], 1, tuple(spans))
