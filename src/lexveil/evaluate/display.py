"""A report as tables for the terminal.

Misses are shown with the text around them: they go to the screen of the user who asked, and nowhere else.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import islice
from operator import getitem
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from lexveil.evaluate.detection import ALL, Pair, misses
from lexveil.evaluate.gold import Gold
from lexveil.evaluate.reading import SHARES, Error
from lexveil.evaluate.typology import LETTERS

CONTEXT = 60  # characters shown on either side of a miss

_GAP = ("largest gap", "origins", "gap")
# What a line is called, and where its figure stands in a row of the report.
_OVERALL = (
    ("character precision", "character", "precision"),
    ("character recall", "character", "recall"),
    ("entities recalled, direct", "entity_recall", "direct"),
    ("entities recalled, quasi", "entity_recall", "quasi"),
    ("characters a second", "characters_per_second"),
)
_TO_HIDE = (
    ("precision", "to_hide", "precision"),
    ("recall", "to_hide", "recall"),
    ("F1", "to_hide", "f1"),
)
_CORRECTIONS = (
    ("to mask: tokens", "danish", "true", "tokens"),
    ("to mask: designators", "danish", "true", "designators"),
    ("to mask: entities", "danish", "true", "entities"),
    ("true positive tokens", "danish", "true_positive", "tokens"),
    ("their designators", "danish", "true_positive", "designators"),
    ("their entities", "danish", "true_positive", "entities"),
    ("false positive tokens", "danish", "false_positive", "tokens"),
    ("their designators", "danish", "false_positive", "designators"),
    ("their entities", "danish", "false_positive", "entities"),
    ("tokens not found", "danish", "missed_tokens"),
    ("chunking errors", "danish", "chunking_errors"),
    ("recall", "danish", "recall"),
    ("precision", "danish", "precision"),
    ("F1", "danish", "f1"),
)


def tables(report: Mapping[str, Any]) -> Iterator[Table]:
    rows = {name: figures for name, figures in report.items() if figures}
    yield _by_label("Recall of mentions to mask", "masked_mention_recall", rows)
    yield _by_label("F1, same bounds and type", "strict_f1", rows)
    yield _by_label("F1, any overlap, same type", "relaxed_f1", rows)
    yield table("Characters, entities, speed", rows, lines_of(rows, _OVERALL))
    yield table("Entities to hide, same bounds", rows, lines_of(rows, _TO_HIDE))
    yield table("What a corrector meets", rows, lines_of(rows, _CORRECTIONS))
    with_origins = {name: figures for name, figures in rows.items() if "origins" in figures}
    if with_origins:
        groups = next(iter(with_origins.values()))["origins"]["groups"]
        wanted = [*((group, "origins", "groups", group, "recall") for group in groups), _GAP]
        yield table("Recall of people by origin of their names", with_origins, lines_of(with_origins, wanted))


def correction_tables(report: Mapping[str, Any]) -> Iterator[Table]:
    yield table("What a corrector meets", report, lines_of(report, _CORRECTIONS))


def token_tables(report: Mapping[str, Any]) -> Iterator[Table]:
    """Hidden or not, and B/I/O; then by type."""
    columns = ("precision", "recall", "f1", "wanted")
    tags = {"hidden": report["binary"], **report["tags"]}
    lines = [(name, [each[column] for column in columns]) for name, each in tags.items()]
    yield table(f"{report['tokens']:,} tokens", columns, lines)
    lines = [(name, [each[column] for column in columns]) for name, each in report["types"].items()]
    total = [None, None, report["weighted_f1"], report["binary"]["wanted"]]
    yield table("By type", columns, [*lines, ("weighted", total)])


def inflection_tables(report: Mapping[str, Any]) -> Iterator[Table]:
    lines = [(name, [value]) for name, value in report.items()]
    yield table("Names and their cases", ("",), lines)


def cluster_tables(report: Mapping[str, Any]) -> Iterator[Table]:
    """Ours and the baselines, macro and micro; then by length."""
    systems = {"ours": report, **report["baselines"]}
    names = {"conll": "CoNLL", "muc": "MUC", "b3": "B³", "ceafe": "CEAF-e", "lea": "LEA"}
    lines = [
        (f"{name}, {average}", [figures[key][average] for figures in systems.values()])
        for key, name in names.items()
        for average in ("macro", "micro")
    ]
    yield table(f"Groups: {report['mentions']:,} mentions", systems, lines)
    lengths = [
        (f"{name} tokens", [figures["documents"], figures["macro"], figures["micro"]])
        for name, figures in report["by_length"].items()
    ]
    yield table("CoNLL by length of the document", ("documents", "macro", "micro"), lengths)


def role_tables(report: Mapping[str, Any]) -> Iterator[Table]:
    """F of each role: by the model alone, by the rules alone, after the reconciliation of both."""
    rows = {name: report[name] for name in ("model", "rules", "together")}
    lines = [*lines_of(rows, (("macro F1", "macro_f1"), ("accuracy", "accuracy")))]
    for role in sorted({role for figures in rows.values() for role in figures["roles"]}):
        lines.append((role, [figures["roles"].get(role, {}).get("f1") for figures in rows.values()]))
    yield table("Roles", rows, lines)


def typology_tables(report: Mapping[str, Any]) -> Iterator[Table]:
    """Messages and conversations by their letter; then the shares."""
    lines = [(f"{name}: {LETTERS[name]}", [each["letters"][name] for each in report.values()])
             for name in sorted(LETTERS)]  # fmt: skip
    yield table("Letters", report, lines)
    names = (("precision", "precision"), ("recall", "recall"), ("F2", "f2"))
    yield table("Hidden, by letter", report, lines_of(report, names))


_READING = {
    "people exposed": "people_exposed_share",
    "… because their role was wrong": "people_exposed_by_role_share",
    "mentions of people exposed": "mentions_exposed_share",
    "identifiers exposed": "identifiers_exposed_share",
    "hidden for nothing": "hidden_for_nothing_share",
    "people to be kept, hidden": "kept_people_hidden_share",
    "wrong roles": "wrong_roles_share",
    "wrong roles, exactly": "wrong_exact_roles_share",
    "professionals, F1": "professionals_f1",
    "names found": "found_share",
    "letters hidden as people's, and theirs": "people_precision",
}


def reading_tables(report: Mapping[str, Any]) -> Iterator[Table]:
    """All documents together, once more with metadata where it was given; then each."""
    yield table("What a reader sees", ("number", "of", "share"), _reading_lines(report))
    if "with_metadata" in report:
        told = _reading_lines(report["with_metadata"])
        yield table("What a reader sees, with metadata", ("number", "of", "share"), told)
    columns = {
        "people exposed": "people_exposed", "of": "people", "identifiers": "identifiers_exposed",
        "for nothing": "hidden_for_nothing", "of all": "replacements", "merges": "merges", "splits": "splits",
        "wrong roles": "wrong_roles", "risk": "risk",
    }  # fmt: skip
    rows = [(name, [each[key] for key in columns.values()]) for name, each in report["documents"].items()]
    yield table("By document", columns, rows)


def _reading_lines(report: Mapping[str, Any]) -> list[tuple[str, Sequence[Any]]]:
    lines: list[tuple[str, Sequence[Any]]] = [
        (name, [report[part], report[whole], _percent(report[part], report[whole])])
        for name, (part, whole) in ((name, SHARES[share]) for name, share in _READING.items())
    ]
    lines += [("two people under one pseudonym", [report["merges"], None, None])]
    lines += [("one person under two", [report["splits"], None, None])]
    exposed, safer = report["people_exposed"], report["safer_half_exposed"]
    lines += [("exposed where the risk is lowest", [safer, exposed, _percent(safer, exposed)])]
    for name, found in report["verdicts"].items():
        counts = found["exposing"], found["documents"]
        lines.append((f"documents exposed, risk {name}", [*counts, _percent(*counts)]))
    return lines


def _percent(part: float, whole: int) -> str | None:
    return f"{100 * part / whole:.1f} %" if whole else None


def misread(documents: Iterable[Gold], errors: Iterable[tuple[str, Error]]) -> Iterator[Text]:
    """Errors of reading, each in its context."""
    texts = {gold.id: gold.text for gold in documents}
    for name, error in errors:
        text = texts[name]
        line = Text(f"{error.kind} {name} {error.start}..{error.end} {error.note}  ", style="dim")
        line.append(_plain(text[max(0, error.start - CONTEXT) : error.start]), style="not dim")
        line.append(f"⟦{_plain(text[error.start : error.end])}⟧", style="bold red not dim")
        line.append(_plain(text[error.end : error.end + CONTEXT]), style="not dim")
        yield line


def leakage_tables(report: Mapping[str, Any]) -> Iterator[Table]:
    """Documents that leak, by share of misses and strategy: by the most frequent name, and by what a strategy
    allows."""
    names = list(report["allowed"])
    title = f"{report['documents']:,} documents × {report['runs']} runs; missed {report['missed']}"
    for measure, told in (
        ("leakage", "Documents whose most frequent name is a real one"),
        ("above_allowed", "Documents with a real name more often than the strategy allows"),
    ):
        lines = [
            (f"{line['rate']} % missed", [f"{100 * line[name][measure]:.1f} %" for name in names])
            for line in report["rates"]
        ]
        yield table(f"{told} ({title})", names, lines)
    if chain := report.get("chain"):
        drawn = [
            ("how likely the one before again, p", [chain["reuse"]]),
            ("uses of one, t", [chain["most"]]),
        ]
        yield table("Markov by the names of this corpus (own)", ("",), drawn)
    if found := report.get("found"):
        yield from _found_tables(found)


def _found_tables(report: Mapping[str, Any]) -> Iterator[Table]:
    """What the detector really missed, with the tests of the paper, and how much it finds by role."""
    names = list(report["allowed"])
    shares = {
        "most frequent name is a real one": "leakage",
        "more often than the strategy allows": "above_allowed",
    }
    lines: list[tuple[str, list[Any]]] = [
        (told, [f"{100 * report['found'][name][key]:.1f} %" for name in names])
        for told, key in shares.items()
    ]
    tests = {"against random, McNemar's p": "mcnemar", "modes against the original, Wilcoxon's p": "wilcoxon"}
    lines += [(told, [report["found"][name][key] for name in names]) for told, key in tests.items()]
    yield table(f"Missed in truth, {report['documents']:,} documents", names, lines)
    roles = [(role, [each["mentions"], each["recall"]]) for role, each in report["roles"].items()]
    yield table("Recall by the bearer's role", ("mentions", "recall"), roles)


def missed(pairs: Iterable[Pair], *, limit: int) -> Iterator[Text]:
    """The first misses, each in its context; what can still be read of the mention stands out."""
    by_document = {judged.gold.id: judged for judged in pairs}
    for gold, mention in islice(misses(by_document.values()), limit):
        left = by_document[gold.id].left
        line = Text(f"{gold.id} {mention.start}..{mention.end} {mention.type}  ", style="dim")
        line.append(_plain(gold.text[max(0, mention.start - CONTEXT) : mention.start]), style="not dim")
        for offset in range(mention.start, mention.end):
            style = "bold red not dim" if left[offset] else "green not dim"
            line.append(_plain(gold.text[offset]), style=style)
        line.append(_plain(gold.text[mention.end : mention.end + CONTEXT]), style="not dim")
        yield line


def _plain(text: str) -> str:
    """On one line, and without characters that steer a terminal."""
    return "".join(char if char.isprintable() else " " for char in text)


def table(title: str, columns: Iterable[str], lines: Iterable[tuple[str, Sequence[Any]]]) -> Table:
    made = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    made.add_column("")
    for column in columns:
        made.add_column(column, justify="right")
    for label, values in lines:
        made.add_row(Text(label), *map(_shown, values))
    return made


def _shown(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, str | int):
        return f"{value:,}" if isinstance(value, int) else value
    return f"{value:,.0f}" if value > 1 else f"{value:.3f}"


def _by_label(title: str, key: str, rows: Mapping[str, Any]) -> Table:
    labels = sorted({label for figures in rows.values() for label in figures[key]} - {ALL})
    lines = [(label, [figures[key].get(label) for figures in rows.values()]) for label in (ALL, *labels)]
    return table(title, rows, lines)


def lines_of(rows: Mapping[str, Any], wanted: Iterable[tuple[str, ...]]) -> Iterator[tuple[str, list[Any]]]:
    for name, *path in wanted:
        yield name, [reduce(getitem, path, figures) for figures in rows.values()]
