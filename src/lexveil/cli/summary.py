"""What is said of each document that was pseudonymized: in lines for people, in JSON for programs."""

import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.markup import escape
from rich.table import Column

from lexveil.check import page, risk
from lexveil.cli.output import language, say, show_table, worded
from lexveil.errors import LexveilError
from lexveil.model import UNSURE, Reason
from lexveil.pipeline import Places, Result
from lexveil.pipeline.warnings import WARNINGS, warnings


@dataclass
class Told:
    """Everything that was said, for whoever wants it as JSON: no names, no text."""

    files: list[dict[str, Any]] = field(default_factory=list)
    risks: list[risk.Risk] = field(default_factory=list)

    def failed(self, path: Path, error: LexveilError) -> None:
        self.files.append({"file": str(path), "error": error.render(language()), "code": error.code})

    def write_json(self, status: int, others: int) -> None:
        """`others`: files of other kinds that were left out."""
        told = {"status": status, "files": self.files, "left_out": others}
        sys.stdout.write(json.dumps(told, ensure_ascii=False) + "\n")


def risks(results: Sequence[Result], threshold: int) -> list[risk.Risk]:
    """What each still tells of people."""
    return [
        risk.assess(
            each.document,
            each.entities,
            each.decisions,
            each.replacements,
            threshold=threshold,
            weights=each.policy.risk,
            is_open=each.needs_review or bool(warnings(each.document)),
        )
        for each in results
    ]


def facts(results: Sequence[Result], notes: Sequence[Reason], *, of: Path) -> dict[str, Any]:
    """What was done to a document, or to the rows of a table."""
    entities = low = places = 0
    for result in results:
        ids = {replacement.entity for replacement in result.replacements}
        entities += len(ids)
        low += sum(1 for entity in result.entities if entity.id in ids and entity.certainty == UNSURE)
        places += len(result.replacements)
    return {
        "file": str(of),
        "policy": results[0].policy.name,
        "entities": entities,
        "places": places,
        "uncertain": low,
        "rows": len(results),
        "needs_review": any(result.needs_review for result in results),
        "to_look_at": sum(len(result.listed) for result in results),
        "notes": [note.render(language()) for note in notes],
    }


def summary(
    results: Sequence[Result],
    written: Places | None,
    notes: Sequence[Reason],
    *,
    of: Path,
    threshold: int,
    told: Told,
) -> None:
    """What was done, and where it was written; nothing was, when somebody only wants to see."""
    about = facts(results, notes, of=of)
    found = risks(results, threshold)
    places = {} if written is None else written._asdict()
    named = {"written": "twin", "dictionary": "dictionary", "report": "report"}
    where = {name: str(places[key]) if places.get(key) else None for name, key in named.items()}
    measured = {"verdict": found[0].verdict, "risk": max(each.score for each in found)} if found else {}
    told.files.append({**about, **where, **measured})
    told.risks += found
    say(str(written.twin if written else of), style="bold")
    say(f"  {_counted(about)}")
    risk_lines(found)
    if written and written.twin.name != of.name:
        say(f"  {worded('cli.file-name', file=of.name)}", style="yellow")
    for note in notes:
        say(f"  {note.render(language())}", style="yellow" if note.code in WARNINGS else "")
    if about["to_look_at"]:
        say(f"  {worded('cli.needs-review', number=about['to_look_at'])}", style="yellow")
    if written and written.dictionary:
        say("  " + worded("cli.dictionary-apart", file=written.dictionary))
    if written and written.page:
        say("  " + worded("cli.report-written", file=written.page))


def _counted(about: Mapping[str, Any]) -> str:
    entities, places, low = about["entities"], about["places"], about["uncertain"]
    rows = f" of {about['rows']} rows" if about["rows"] > 1 else ""
    who = f"{entities} {'entity' if entities == 1 else 'entities'}"
    where = f"{places} {'place' if places == 1 else 'places'}{rows}"
    check = f"; {low} of them {'is' if low == 1 else 'are'} uncertain, please check" if low else ""
    return f"{who} in {where} replaced by policy {about['policy']}{check}"


def risk_lines(found: Sequence[risk.Risk]) -> None:
    """One line on one document; of several the figures and the histogram."""
    if len(found) == 1:
        say(f"  {page.risk_line(found[0])}", style="" if found[0].verdict == "acceptable" else "yellow")
    elif found:
        for line in page.risk_lines(risk.summary(found)):
            say(f"  {line}")


def what_would_be(results: Sequence[Result]) -> None:
    """What would stand where: it prints the real names."""
    counted: Counter[tuple[str, str, str, str]] = Counter()
    for result in results:
        known = {entity.id: entity for entity in result.entities}
        for each in result.replacements:
            entity = known[each.entity]
            name = " ".join(result.document.text[each.start : each.end].split())
            counted[entity.category, entity.role, name, each.text] += 1
    columns = (
        "category",
        "role",
        Column("before", overflow="fold"),
        Column("after", overflow="fold"),
        "times",
    )
    show_table(columns, ((*map(escape, row), str(times)) for row, times in counted.items()))
