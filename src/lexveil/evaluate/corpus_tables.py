"""Reports about gold and corpora as tables for the terminal."""

from collections.abc import Iterator, Mapping
from typing import Any

from rich.table import Table

from lexveil.evaluate.confusion import NOTHING
from lexveil.evaluate.display import table


def agreement_tables(report: Mapping[str, Any]) -> Iterator[Table]:
    columns = ("documents", "κ, type", "κ, hidden", "F1, same bounds and type")
    lines = [
        (" and ".join(each["annotators"]),
         [each["documents"], each["cohen"]["type"], each["cohen"]["hidden"], each["f1"]])
        for each in report["pairs"]
    ]  # fmt: skip
    yield table(f"{report['documents']:,} documents, {report['words']:,} words", columns, lines)
    all_together = [(f"α, {kind}", [value]) for kind, value in report["krippendorff"].items()]
    yield table("All annotators", ("",), all_together)


def confusion_tables(report: Mapping[str, Any]) -> Iterator[Table]:
    rows = report["matrix"]
    columns = sorted({found for row in rows.values() for found in row} - {NOTHING})
    lines = [
        (one, [rows[one].get(other, 0) for other in (*columns, NOTHING)])
        for one in sorted(rows, key=lambda name: (name == NOTHING, name))
    ]
    yield table("In the gold (rows), and as what it was found", (*columns, NOTHING), lines)
    confused = [
        (" and ".join(each["types"]), [each["mentions"], each["share"]]) for each in report["confused"]
    ]
    of_all = ("all", [sum(each["mentions"] for each in report["confused"]), report["of_another_type"]])
    yield table("Taken for another type", ("mentions", "share"), [of_all, *confused])
