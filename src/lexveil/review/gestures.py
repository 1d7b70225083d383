"""What a review costs a person: the gestures from the proposals to the gold, on the page as it is, on the
page as it was before that was counted, and from a document that nobody has marked.

A gesture is a key, a click or a drag that decides something, or a stretch of text that is selected. To go to
a place or a row is not one, nor to pick it where several are decided on together; how many there are to go to
is counted apart. A key and the letter that it asks for (`g b`) are one. Titles and honorifics are free: a
mention that differs from the gold by them alone is right. What a page asks for stands in two tables, which
are not chosen by the result: docs/decisions/0130 says where they come from, and a test does what `NOW` says
in a browser.

    python -m lexveil.review.gestures GOLD.jsonl [--policy NAME]
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from lexveil import config, formats, pipeline
from lexveil.errors import InputError, LexveilError
from lexveil.names.parse import is_honorific
from lexveil.review.changes import Editor
from lexveil.review.commands import Command
from lexveil.review.effort import actions
from lexveil.review.roles import FITTING
from lexveil.review.state import State, apply, proposal
from lexveil.text.fold import fold, squeeze

DECIDING = ("accept", "reject", "keep", "replace")
PRICES: Mapping[str, int] = {"rename": 2, "category": 2, "split": 3}  # on either page
MENU = 2  # opened, and chosen from
OFFERED = "UNKNOWN"  # the role that a new name has if nobody chooses one


class Page(NamedTuple):
    """The gestures that a page asks for."""

    together: bool  # rows or places that were picked are decided on in one
    keyed: Collection[str]  # roles that have a key; the others are chosen in a menu
    move: int  # a mention that is somebody else's
    part: int  # … that is somebody new's, in the same role
    part_in_role: int  # … in another role
    each_place: int  # … each further place of the same
    mark: int  # words that are nobody's, for somebody new in the role that is offered
    mark_in_role: int  # … in another one
    mark_other: int  # … for what is no person
    mark_into: int  # … for somebody who is there
    alike: bool  # words that were cut off a mention are cut off its likes in one more


NOW = Page(
    together=True, keyed=(*FITTING["PERSON"][:9], FITTING["PERSON"][-1]), move=1, part=1, part_in_role=1,
    each_place=0, mark=2, mark_in_role=2, mark_other=4, mark_into=2, alike=True,
)  # fmt: skip
BEFORE = Page(
    together=False, move=3, part=2, part_in_role=3, each_place=1, mark=3, mark_in_role=4, mark_other=4,
    mark_into=4, alike=False, keyed=(
        "WITNESS", "PARTY", "JUDGE", "LAWYER", "ARBITRATOR", "TRIBUNAL_MEMBER", "EXPERT", "AUTHOR",
        "LAW_FIRM",
    ),
)  # fmt: skip
START = datetime(2000, 1, 1, tzinfo=UTC)
_WORD = re.compile(r"\w+")


class Cost(NamedTuple):
    now: int
    before: int
    nothing: int
    ways: int  # places and rows to go to, from the proposals


class Step(NamedTuple):
    state: State  # before it
    command: Command


def measured(editor: Editor, base: State, gold: Mapping[str, Any]) -> Cost:
    """Of one document."""
    text = editor.document.text
    aligned = without_titles(gold, base, language=editor.document.language)
    empty = State(0, {}, {})
    found = steps(editor, base, actions(editor, base, aligned))
    from_nothing = steps(editor, empty, actions(editor, empty, aligned))
    ways = sum(len(step.command.mentions or ()) or 1 for step in found)
    return Cost(spent(text, found, NOW), spent(text, found, BEFORE), spent(text, from_nothing, NOW), ways)


def steps(editor: Editor, state: State, commands: Sequence[Command]) -> list[Step]:
    found: list[Step] = []
    for command in commands:
        found.append(Step(state, command))
        state = apply(state, editor.edit(state, command, author="reviewer", time=START))
    return found


# The prices --------------------------------------------------------------------------------------


def spent(text: str, found: Sequence[Step], page: Page) -> int:
    """What is said of several, one after the other, is one gesture where the page can say it so."""
    cuts = Counter(_cut_off(text, step.command) for step in found if step.command.kind == "span")
    # One mention is cut, then its likes; what was made longer has none.
    total = sum(min(count, 2) if page.alike and words else count for words, count in cuts.items())
    others = (step for step in found if step.command.kind != "span")
    for said, run in groupby(others, key=lambda step: _said(step, page)):
        each = [_cost(step, page) for step in run]
        total += sum(each) if said is None else each[0]
    return total


def _cut_off(text: str, command: Command) -> tuple[str, ...]:
    """The words that a mention loses before and after, whatever number is among them."""
    (start, end), (new_start, new_end) = command.mention or (0, 0), command.to or (0, 0)
    cut = (_WORD.findall(squeeze(part).text) for part in (text[start:new_start], text[new_end:end]))
    before, after = (" ".join(re.sub(r"\d+", "0", word) for word in words) for words in cut)
    return (before, after) if before or after else ()


def _said(step: Step, page: Page) -> tuple[str, str] | None:
    """What can be said of several at once: equal if it is the same."""
    command = step.command
    if page.together and command.kind in DECIDING:
        return command.kind, ""
    if page.together and command.kind == "role" and command.mentions is None:
        return "role", command.role or ""
    return None


def _cost(step: Step, page: Page) -> int:
    state, command = step
    places = len(command.mentions or ())
    if command.kind == "add":
        return _of_adding(state, command, page)
    if command.kind == "merge":
        return len(command.entities) - 1  # one row after the other is dragged
    if command.kind == "role":
        return 1 if command.role in page.keyed else MENU
    if command.kind in DECIDING:
        some = 0 < places < len(state.entities[command.entity or ""].spans)
        return places if some and not page.together else 1
    if command.kind == "move":
        return page.move + page.each_place * (places - 1)
    return PRICES[command.kind]


def _of_adding(state: State, command: Command, page: Page) -> int:
    """Mentions that are somebody's are given away; words that are nobody's are selected."""
    mentions = command.mentions or ()
    owner_of = {(span.start, span.end): each for each in state.entities.values() for span in each.spans}
    owners = {owner_of[place].id: owner_of[place] for place in mentions if place in owner_of}
    if not owners:
        return page.mark_into if command.entity else _of_marking(command, page)
    several = 0 if page.together else page.move * (len(owners) - 1)
    several += page.each_place * (len(mentions) - len(owners))
    if command.entity:
        return page.move + several
    was = next(iter(owners.values()))
    if was.category != command.category:
        several += MENU
    if command.role in (None, was.role):
        return page.part + several
    return page.part_in_role + (MENU if page.together and command.role not in page.keyed else 0) + several


def _of_marking(command: Command, page: Page) -> int:
    if command.category != "PERSON":
        return page.mark_other
    if command.role in (None, OFFERED):
        return page.mark
    if page.together and command.role not in page.keyed:
        return page.mark + MENU
    return page.mark_in_role


# The gold ----------------------------------------------------------------------------------------


def without_titles(gold: Mapping[str, Any], base: State, *, language: str) -> dict[str, Any]:
    """The gold with the bounds of the proposal where only titles make the difference."""
    text = str(gold["text"])
    spans = sorted((span.start, span.end) for each in base.entities.values() for span in each.spans)
    made = []
    for mention in gold["mentions"]:
        place = mention["start"], mention["end"]
        same = (each for each in spans if each[0] < place[1] and place[0] < each[1])
        new = next((each for each in same if _only_titles(text, each, place, language)), place)
        made.append({**mention, "start": new[0], "end": new[1]})
    return {**gold, "mentions": made}


def _only_titles(text: str, one: tuple[int, int], other: tuple[int, int], language: str) -> bool:
    edges = [sorted((one[0], other[0])), sorted((one[1], other[1]))]
    words = (word for start, end in edges for word in _WORD.findall(text[start:end]))
    return all(is_honorific(fold(word), language=language) for word in words)


# On the command line -----------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m lexveil.review.gestures",
        description="Print the gestures from the proposals to the gold: now, before, and from nothing.",
    )
    parser.add_argument("gold", type=Path)
    parser.add_argument("--policy", default="court-eu")
    given = parser.parse_args(arguments)
    total = Cost(0, 0, 0, 0)
    try:
        policy, key = config.policy(given.policy), bytes(32)
        for number, gold in enumerate(_rows(given.gold), 1):
            document = formats.of_text(str(gold["text"]))
            base = proposal(pipeline.analyze(document, policy=policy, key=key))
            editor = Editor(document, policy, key=key, language=document.language)
            found = measured(editor, base, gold)
            total = Cost(*map(sum, zip(total, found, strict=True)))
            sys.stdout.write(f"{number}: {_told(found)}\n")
    except LexveilError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    shares = [f" ({total.now / (each or 1):.2f})" for each in (total.before, total.nothing)]
    sys.stdout.write(f"all: {_told(total, *shares)}\n")
    return 0


def _told(cost: Cost, of_before: str = "", of_nothing: str = "") -> str:
    return (
        f"{cost.now} now, {cost.before} before{of_before}, {cost.nothing} from nothing{of_nothing}; "
        f"{cost.ways} places and rows to go to"
    )


def _rows(path: Path) -> Iterator[Mapping[str, Any]]:
    try:
        lines = [json.loads(line) for line in path.read_text("utf8").splitlines() if line.strip()]
    except (OSError, ValueError) as error:
        raise InputError("review.gold-unreadable", path=str(path), reason=type(error).__name__) from None
    yield from lines


if __name__ == "__main__":
    sys.exit(main())
