"""What a review costs a person: the gestures from the proposals to the gold, with the page as it is, with the
page before a mention could be moved, and from a document that nobody has marked.

A gesture is a key or a click that decides something, a stretch of text that is selected, or a word that is
typed; to walk about is free. Titles and honorifics are free: a mention that differs from the gold by them
alone is right. What each command costs stands in two tables, and is not chosen by the result.

    python -m lexveil.review.gestures GOLD.jsonl [--policy NAME]
"""

import argparse
import json
import re
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from lexveil import config, formats, pipeline
from lexveil.errors import InputError, LexveilError
from lexveil.names.parse import is_title
from lexveil.review.changes import Editor
from lexveil.review.commands import Command
from lexveil.review.effort import actions
from lexveil.review.search import owner
from lexveil.review.state import State, apply, proposal
from lexveil.text.fold import fold

# A key each; a merger is one row dragged onto another; a new name is selected, given a role and confirmed.
NOW: Mapping[str, int] = {
    "accept": 1, "reject": 1, "keep": 1, "replace": 1, "role": 1, "merge": 1, "span": 1,
    "rename": 2, "category": 2, "split": 3, "add": 3, "move": 1,
}  # fmt: skip
# Before, what was somebody else's was split off in a dialog (opened, ticked, confirmed) and then merged.
BEFORE: Mapping[str, int] = {**NOW, "move": 4}
START = datetime(2000, 1, 1, tzinfo=UTC)
_WORD = re.compile(r"\w+")


class Cost(NamedTuple):
    now: int
    before: int
    nothing: int


def measured(editor: Editor, base: State, gold: Mapping[str, Any]) -> Cost:
    """Of one document."""
    aligned = without_titles(gold, base, language=editor.document.language)
    found = actions(editor, base, aligned)
    empty = State(0, {}, {})
    return Cost(
        spent(editor, base, found, NOW),
        spent(editor, base, found, BEFORE),
        spent(editor, empty, actions(editor, empty, aligned), NOW),
    )


def spent(editor: Editor, state: State, found: Sequence[Command], costs: Mapping[str, int]) -> int:
    total = 0
    for command in found:
        total += _cost(state, command, costs)
        state = apply(state, editor.edit(state, command, author="reviewer", time=START))
    return total


def _cost(state: State, command: Command, costs: Mapping[str, int]) -> int:
    """Mentions are given to somebody else one by one, or marked together in the dialog of a new name."""
    mentions = command.mentions or ()
    if command.kind == "add" and command.entity and all(owner(state, place) for place in mentions):
        return min(costs["add"], costs["move"] * len(mentions))
    if command.kind in ("reject", "replace", "keep") and mentions:
        entity = state.entities[command.entity or ""]
        some = len(mentions) < len(entity.spans)
        return costs[command.kind] * (len(mentions) if some else 1)
    return costs[command.kind]


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
    return all(is_title(fold(word), language=language) for word in words)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m lexveil.review.gestures",
        description="Print the gestures from the proposals to the gold: now, before, and from nothing.",
    )
    parser.add_argument("gold", type=Path)
    parser.add_argument("--policy", default="court-eu")
    given = parser.parse_args(arguments)
    total = Cost(0, 0, 0)
    try:
        policy, key = config.policy(given.policy), bytes(32)
        for number, gold in enumerate(_rows(given.gold), 1):
            document = formats.of_text(str(gold["text"]))
            base = proposal(pipeline.analyze(document, policy=policy, key=key))
            editor = Editor(document, policy, key=key, language=document.language)
            found = measured(editor, base, gold)
            total = Cost(*map(sum, zip(total, found, strict=True)))
            told = f"{found.now} now, {found.before} before, {found.nothing} from nothing"
            sys.stdout.write(f"{number}: {told}\n")
    except LexveilError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    shares = [total.now / (each or 1) for each in (total.before, total.nothing)]
    sys.stdout.write(
        f"all: {total.now} now, {total.before} before ({shares[0]:.2f}), "
        f"{total.nothing} from nothing ({shares[1]:.2f})\n"
    )
    return 0


def _rows(path: Path) -> list[Mapping[str, Any]]:
    try:
        return [json.loads(line) for line in path.read_text("utf8").splitlines() if line.strip()]
    except (OSError, ValueError) as error:
        raise InputError("review.gold-unreadable", path=str(path), reason=type(error).__name__) from None


if __name__ == "__main__":
    sys.exit(main())
