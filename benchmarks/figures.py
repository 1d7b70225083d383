"""The tables of docs/results that say what a book of evaluation says, written anew from it.

    python benchmarks/figures.py BOOK/book.json [MORE/book.json …]

Of each corpus the last book that has it counts. Rows that stand for a corpus are replaced, `together` is
their sum; all else stays. tests/test_figures.py asks whether the pages agree.
"""

import argparse
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).resolve().parent.parent / "docs" / "results"
LANGUAGES = {
    "en": "English", "fi": "Finnish", "sv": "Swedish", "da": "Danish", "nb": "Bokmål", "nn": "Nynorsk",
    "de": "German", "fr": "French", "it": "Italian", "es": "Spanish", "ca": "Catalan",
}  # fmt: skip
NORTH = ("fi", "sv", "da", "nb", "nn")
FIGURES = (
    "mentions hidden (recall)",
    "people exposed",
    "identifiers exposed",
    "hidden for nothing",
    "wrong roles",
)
GROUPED = {
    "names-clusters/litbank": "LitBank test (20)",
    "names-clusters/gum-bio-news": "GUM bio+news test (11)",
    "tab/dev": "TAB dev, PERSON (127)",
}
BASELINES = ("rule", "surname", "exact")
COUNTS = (
    ("people_exposed", "people"),
    ("identifiers_exposed", "identifiers"),
    ("hidden_for_nothing", "replacements"),
    ("wrong_roles", "roles"),
)
PAIRS = ("merges", "splits")
Report = Mapping[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("books", type=Path, nargs="+")
    corpora: dict[str, Report] = {}
    for path in parser.parse_args().books:
        corpora |= json.loads(path.read_text("utf8"))["corpora"]
    replace("book.md", {name: row(report) for name, report in corpora.items()})
    grouped = {GROUPED[name]: groups_row(corpora[name]["clusters"]) for name in GROUPED if name in corpora}
    replace("clustering.md", grouped)
    seen = {code: corpora[f"own-dev/{code}"]["reading"] for code in LANGUAGES if f"own-dev/{code}" in corpora}
    counted = {LANGUAGES[code]: reading_row(report) for code, report in seen.items()}
    replace("reading.md", counted)
    north = [report for code, report in seen.items() if code in NORTH]
    replace("north.md", {**counted, "together": together(north)} if len(north) == len(NORTH) else counted)
    replace("continent.md", {code: continent_row(report) for code, report in seen.items()})


def replace(name: str, rows: Mapping[str, list[str]]) -> None:
    """The first row of each name with as many cells, but for those that tell two figures: 4, then 0."""
    path = RESULTS / name
    lines, waiting = path.read_text("utf8").splitlines(), dict(rows)
    for at, line in enumerate(lines):
        if not line.startswith("| ") or ", then " in line:
            continue
        first, *cells = (cell.strip() for cell in line.strip("| ").split("|"))
        if (
            first in waiting
            and len(cells) == len(waiting[first])
            and any(map(re.compile(r"\d").search, cells))
        ):
            lines[at] = f"| {' | '.join([first, *waiting.pop(first)])} |"
    path.write_text("\n".join(lines) + "\n", "utf8")


def row(report: Report) -> list[str]:
    return words_row(report) if report.get("of_words") else book_row(report)


def words_row(report: Report) -> list[str]:
    found = report["detection"]
    people = found["by_type"]["types"]["PERSON"]
    recalls = [interval(report["figures"][FIGURES[0]]), figure(found["masked_mention_recall"]["PERSON"])]
    cells = [figure(people[name]) for name in ("precision", "recall", "f1")]
    return [f"{report['documents']} of {report['of']}", str(people["mentions"]), *recalls, *cells]


def book_row(report: Report) -> list[str]:
    figures = [interval(report["figures"].get(name)) for name in FIGURES]
    whole = "clusters" in report and not report["partial"]
    groups = figure(report["clusters"]["conll"]["macro"]) if whole else "–"
    return [f"{report['documents']} of {report['of']}", *figures, groups]


def groups_row(report: Report) -> list[str]:
    systems = [report, *(report["baselines"][name] for name in BASELINES)]
    return [" / ".join(figure(each["conll"][average]) for average in ("macro", "micro")) for each in systems]


def reading_row(report: Report) -> list[str]:
    return [*counts(report), *(str(report[name]) for name in PAIRS)]


def continent_row(report: Report) -> list[str]:
    *first, roles = counts(report)
    return [*first, ", ".join(str(report[name]) for name in PAIRS), roles]


def counts(report: Report) -> list[str]:
    return [f"{report[part]} of {report[whole]}" for part, whole in COUNTS]


def together(reports: list[Report]) -> list[str]:
    cells = []
    for part, whole in COUNTS:
        hit, all_ = (sum(each[name] for each in reports) for name in (part, whole))
        share = f", {100 * hit / all_:.1f} %" if hit else ""
        cells.append(f"{hit} of {all_:,}{share}")
    return [*cells, *(str(sum(each[name] for each in reports)) for name in PAIRS)]


def interval(found: Report | None) -> str:
    if found is None:
        return "–"
    if found["low"] is None:
        return figure(found["value"])
    return f"{figure(found['value'])} ({figure(found['low'])}–{figure(found['high'])})"


def figure(value: float) -> str:
    return f"{value:.3f}".lstrip("0")


if __name__ == "__main__":
    main()
