"""A scripted reviewer: how many actions lead from the proposal to the gold result?

Reached is the gold result when the same mentions are replaced, to the character, grouped into the same
entities with the same roles: those that the policy replaces when it is asked about the gold entities. A
command counts as one action, as the page has it: what is added is one name and the occurrences that the page
offers with it, what is moved are mentions of one entity.

    python -m lexveil.review.effort FILE GOLD [--metadata FILE] [--policy NAME]
"""

import argparse
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from lexveil import config, pipeline
from lexveil.errors import InputError, LexveilError
from lexveil.model import CATEGORIES, ROLES, Entity, Span
from lexveil.policy import decide
from lexveil.policy.decide import BORN
from lexveil.review.changes import Editor
from lexveil.review.commands import Command, Place
from lexveil.review.search import occurrences
from lexveil.review.state import State, apply, going, proposal

START = datetime(2000, 1, 1, tzinfo=UTC)
# What `mark` and `kind` of a gold mention say more finely than its type (docs/evaluation.md).
FINER: Mapping[str, str] = {
    "BIRTH": "DATE", "ADDRESS": "ADDRESS", "LOC": "LOC", "COURT": "COURT", "ORG": "ORG",
    "DOCKET": "CASE_NUMBER", "PROFESSIONAL": "PROFESSIONAL_ID", "PROPERTY": "PROPERTY_ID",
}  # fmt: skip


class Target(NamedTuple):
    """An entity that is replaced in the gold result."""

    category: str
    role: str
    places: frozenset[Place]


class Reviewer:
    """Carries commands out, and remembers them."""

    def __init__(self, editor: Editor, base: State) -> None:
        self.editor, self.state = editor, base
        self.done: list[Command] = []

    def do(self, command: Command) -> None:
        edit = self.editor.edit(self.state, command, author="reviewer", time=START)
        self.state = apply(self.state, edit)
        self.done.append(command)


def actions(editor: Editor, base: State, gold: Mapping[str, Any]) -> list[Command]:
    """The commands that lead to the gold result; `gold` is one line of a gold file.

    First where names begin and end, then who is who, then the roles, then what is to stay or to go: so what
    can be said of several at once comes together. Raises `InputError` where the gold is of another text, or
    its result is not reached.
    """
    if gold.get("text") != editor.document.text:
        raise InputError("review.gold-text")
    clusters = _clusters(gold, base)
    targets = _targets(editor, clusters)
    reviewer = Reviewer(editor, base)
    for target in targets:
        _trim(reviewer, target, targets)
    reached = [(_reach(reviewer, target, targets), target) for target in targets]
    _give_roles(reviewer, reached, targets, clusters)
    _let_stay(reviewer, targets)
    for target in targets:
        _let_go(reviewer, target)
    if not _reached(reviewer.state, targets):
        raise InputError("review.gold-unreached")
    return reviewer.done


# The gold result ---------------------------------------------------------------------------------


def _clusters(gold: Mapping[str, Any], base: State) -> list[Entity]:
    """The gold entities. What the gold does not tell apart is as the proposal has it."""
    seen = {(span.start, span.end): span for each in base.entities.values() for span in each.spans}
    grouped: dict[str, list[Mapping[str, Any]]] = {}
    for number, mention in enumerate(gold["mentions"]):
        grouped.setdefault(str(mention.get("cluster") or f"alone {number}"), []).append(mention)
    found: list[Entity] = []
    for name, mentions in grouped.items():
        category = _category(mentions, seen)
        spans = tuple(sorted(_span(each, category, seen) for each in mentions))
        role = str(mentions[0].get("role") or "")
        if category == "PERSON" and role not in ROLES:  # gold that knows more roles than we do
            role = "UNKNOWN"
        found.append(Entity(name, category, role, 1, spans))
    return found


def _category(mentions: Sequence[Mapping[str, Any]], seen: Mapping[Place, Span]) -> str:
    """Of one gold entity: as finely as the gold tells, else that of the proposal, where it is of the type."""
    first = mentions[0]
    fine = FINER.get(str(first.get("kind") or first.get("mark") or ""))
    if fine:
        return fine
    kind = str(first.get("type", "PERSON"))
    fitting = [each for each, type_ in CATEGORIES.items() if kind in (each, type_)]
    ours = (seen[place].category for each in mentions if (place := (each["start"], each["end"])) in seen)
    return next((each for each in ours if each in fitting), fitting[0] if fitting else "MISC")


def _span(mention: Mapping[str, Any], category: str, seen: Mapping[Place, Span]) -> Span:
    """A policy may ask by which rule something was found, as for dates of birth."""
    place = mention["start"], mention["end"]
    sources: tuple[str, ...] = ()
    if mention.get("mark"):
        sources = (BORN,) if mention["mark"] == "BIRTH" else ()
    elif place in seen and seen[place].category == category:
        sources = seen[place].sources
    return Span(*place, category, 1.0, sources)


def _targets(editor: Editor, clusters: Sequence[Entity]) -> list[Target]:
    found: list[Target] = []
    decisions = decide(editor.document, clusters, editor.policy)
    for cluster, decision in zip(clusters, decisions, strict=True):
        if decision.action == "replace":
            found.append(Target(cluster.category, cluster.role, _places(going(cluster, decision))))
    return sorted(found, key=lambda target: -len(target.places))


def _places(spans: Iterable[Span]) -> frozenset[Place]:
    return frozenset((span.start, span.end) for span in spans)


def _goes(state: State, entity: str) -> frozenset[Place]:
    return _places(going(state.entities[entity], state.decisions[entity]))


def _reached(state: State, targets: Sequence[Target]) -> bool:
    """Where the gold says no role, any is right."""
    gone = {places: each.role for each in state.entities.values() if (places := _goes(state, each.id))}
    wanted = {target.places: target.role for target in targets}
    return gone.keys() == wanted.keys() and all(role in ("", gone[places]) for places, role in wanted.items())


# The way there -----------------------------------------------------------------------------------


def _trim(reviewer: Reviewer, target: Target, targets: Sequence[Target]) -> None:
    """Mentions of it that have words too many or too few."""
    entity = _nearest(reviewer.state, target, targets) or _cut(reviewer.state, target)
    if not entity:
        return
    for place in sorted(target.places - _places(reviewer.state.entities[entity].spans)):
        own = (span for span in reviewer.state.entities[entity].spans if _touch(span, place))
        span = next((span for span in own if (span.start, span.end) not in target.places), None)
        if span:
            reviewer.do(Command("span", entity=entity, mention=(span.start, span.end), to=place))


def _cut(state: State, target: Target) -> str | None:
    """An entity that only has too many or too few words of it."""
    for entity in state.entities.values():
        cut = all(any(_touch(span, place) for place in target.places) for span in entity.spans)
        if cut and entity.category == target.category:
            return entity.id
    return None


def _touch(span: Span, place: Place) -> bool:
    return span.start < place[1] and place[0] < span.end


def _reach(reviewer: Reviewer, target: Target, targets: Sequence[Target]) -> str:
    """One entity with the mentions that it should have; it may have others, too."""
    entity = _nearest(reviewer.state, target, targets) or _add(reviewer, target, target.places, None)
    every = reviewer.state.entities.values()
    parts = [each for each in every if each.id != entity and _places(each.spans) <= target.places]
    if parts:
        whole = [reviewer.state.entities[entity], *parts]
        whole.sort(key=lambda each: each.role != target.role)  # who has the right role takes the others in
        reviewer.do(Command("merge", entities=tuple(each.id for each in whole)))
        entity = whole[0].id
    return _add(reviewer, target, target.places - _places(reviewer.state.entities[entity].spans), entity)


def _nearest(state: State, target: Target, targets: Sequence[Target]) -> str | None:
    """The entity that has the most of it, and more of it than of any other."""
    best: tuple[int, str] | None = None
    for entity in state.entities.values():
        own = _places(entity.spans)
        share = len(own & target.places)
        if share and share == max(len(own & each.places) for each in targets):
            best = max(best or (0, ""), (share, entity.id))
    return best[1] if best else None


def _add(reviewer: Reviewer, target: Target, missing: frozenset[Place], entity: str | None) -> str:
    """What is missing: what others have, in one move; else name by name, with what the page offers too."""
    while missing:
        group = _together(reviewer, target, missing)
        role, mentions = None if entity else target.role or None, tuple(sorted(group))
        reviewer.do(Command("add", mentions=mentions, category=target.category, role=role, entity=entity))
        missing -= group
        every = reviewer.state.entities.values()
        entity = entity or next(each.id for each in every if group <= _places(each.spans))
    return entity or ""


def _together(reviewer: Reviewer, target: Target, missing: frozenset[Place]) -> frozenset[Place]:
    every = reviewer.state.entities.values()
    owned = missing & {place for each in every for place in _places(each.spans)}
    if owned:
        return owned
    first = max(missing, key=lambda place: (place[1] - place[0], -place[0]))
    offered = occurrences(reviewer.editor, reviewer.state, first, target.category)
    return frozenset({first, *((each.start, each.end) for each in offered)} & missing)


def _give_roles(
    reviewer: Reviewer,
    reached: Sequence[tuple[str, Target]],
    targets: Sequence[Target],
    clusters: Sequence[Entity],
) -> None:
    """Also to those who are replaced for nothing, where the role that gold gives them may help."""
    wrong = [(target.role, entity) for entity, target in reached if target.role]
    wanted = frozenset(place for target in targets for place in target.places)
    for entity in reviewer.state.entities.values():
        goes = _goes(reviewer.state, entity.id)
        said = next((each for each in clusters if (goes - wanted) & _places(each.spans)), None)
        if said and said.role and not goes & wanted:
            wrong.append((said.role, entity.id))
    for role, entity_id in sorted(wrong):
        if reviewer.state.entities[entity_id].role != role:
            reviewer.do(Command("role", entity=entity_id, role=role))


def _let_stay(reviewer: Reviewer, targets: Sequence[Target]) -> None:
    """What is replaced and should not be is rejected."""
    wanted = frozenset(place for target in targets for place in target.places)
    for entity in list(reviewer.state.entities.values()):
        extra = _goes(reviewer.state, entity.id) - wanted
        if extra:
            reviewer.do(Command("reject", entity=entity.id, mentions=tuple(sorted(extra))))


def _let_go(reviewer: Reviewer, target: Target) -> None:
    every = reviewer.state.entities.values()
    entity = next((each.id for each in every if target.places <= _places(each.spans)), "")
    missing = target.places - _goes(reviewer.state, entity) if entity else frozenset()
    if missing:
        reviewer.do(Command("replace", entity=entity, mentions=tuple(sorted(missing))))


# On the command line -----------------------------------------------------------------------------


def _told(command: Command) -> str:
    """A line about a command, without text of the document."""
    named = ", ".join(sorted(command.named)) or "a new entity"
    count = f", {len(command.mentions)} mentions" if command.mentions else ""
    return f"{command.kind}: {named}{count}{f', {command.role}' if command.role else ''}\n"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m lexveil.review.effort",
        description="Print the actions that lead from the proposal to the gold result, and their number.",
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("gold", type=Path)
    parser.add_argument("--metadata", type=Path)
    parser.add_argument("--policy", default=config.DEFAULT_POLICY)
    given = parser.parse_args(arguments)
    try:
        policy = config.policy(given.policy)
        metadata = config.metadata(given.metadata) if given.metadata else None
        document = pipeline.read(given.file, metadata=metadata)
        key = bytes(32)
        base = proposal(pipeline.analyze(document, policy=policy, key=key))
        editor = Editor(document, policy, key=key, language=document.language)
        done = actions(editor, base, _line(given.gold, document.text))
    except LexveilError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    told = "".join(map(_told, done))
    sys.stdout.write(f"{told}{len(done)} actions from the proposal to the gold result\n")
    return 0


def _line(path: Path, text: str) -> Mapping[str, Any]:
    try:
        lines = [json.loads(line) for line in path.read_text("utf8").splitlines() if line.strip()]
    except (OSError, ValueError) as error:
        raise InputError("review.gold-unreadable", path=str(path), reason=type(error).__name__) from None
    if not lines or not all(isinstance(line, dict) for line in lines):
        raise InputError("review.gold-none", path=str(path))
    return next((line for line in lines if line.get("text") == text), lines[0])


if __name__ == "__main__":
    sys.exit(main())
