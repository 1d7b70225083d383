"""A report as tables for the terminal.

Comes in: the report and, on the user's wish, the judged documents. Goes out: things `rich` can print. Misses
are shown with the text around them: they go to the screen of the user who asked, and nowhere else.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from lexveil.evaluate.detection import ALL, Pair, misses

CONTEXT = 60  # characters shown on either side of a miss

_DANISH = (
    ("to mask: tokens", "true", "tokens"),
    ("to mask: designators", "true", "designators"),
    ("to mask: entities", "true", "entities"),
    ("true positive tokens", "true_positive", "tokens"),
    ("their designators", "true_positive", "designators"),
    ("their entities", "true_positive", "entities"),
    ("false positive tokens", "false_positive", "tokens"),
    ("their designators", "false_positive", "designators"),
    ("their entities", "false_positive", "entities"),
    ("tokens not found", "missed_tokens", ""),
    ("chunking errors", "chunking_errors", ""),
    ("recall", "recall", ""),
    ("precision", "precision", ""),
    ("F1", "f1", ""),
)


def tables(report: Mapping[str, Any]) -> Iterator[Table]:
    rows = {name: figures for name, figures in report.items() if figures}
    yield _by_label("Recall of mentions to mask", "masked_mention_recall", rows)
    yield _by_label("F1, same bounds and type", "strict_f1", rows)
    yield _by_label("F1, any overlap, same type", "relaxed_f1", rows)
    yield _table("Characters, entities, speed", rows, _overall(rows))
    yield _table("What a corrector meets", rows, _danish(rows))
    with_origins = {name: figures for name, figures in rows.items() if "origins" in figures}
    if with_origins:
        yield _table("Recall of people by origin of their names", with_origins, _origins(with_origins))


def cluster_tables(report: Mapping[str, Any]) -> Iterator[Table]:
    """Ours and the baselines, macro and micro; then by length."""
    systems = {"ours": report, **report["baselines"]}
    names = {"conll": "CoNLL", "muc": "MUC", "b3": "B³", "ceafe": "CEAF-e", "lea": "LEA"}
    lines = [
        (f"{name}, {average}", [figures[key][average] for figures in systems.values()])
        for key, name in names.items()
        for average in ("macro", "micro")
    ]
    yield _table(f"Groups: {report['mentions']:,} mentions", systems, lines)
    lengths = [
        (f"{name} tokens", [figures["documents"], figures["macro"], figures["micro"]])
        for name, figures in report["by_length"].items()
    ]
    yield _table("CoNLL by length of the document", ("documents", "macro", "micro"), lengths)


def role_tables(report: Mapping[str, Any]) -> Iterator[Table]:
    """F of each role: by the model alone, by the rules alone, after the reconciliation of both."""
    rows = {name: report[name] for name in ("model", "rules", "together")}
    roles = sorted({role for figures in rows.values() for role in figures["roles"]})
    lines: list[tuple[str, Sequence[Any]]] = [
        ("macro F1", [figures["macro_f1"] for figures in rows.values()]),
        ("accuracy", [figures["accuracy"] for figures in rows.values()]),
    ]
    for role in roles:
        found = [figures["roles"].get(role) for figures in rows.values()]
        lines.append((role, [each["f1"] if each else None for each in found]))
    yield _table("Roles", rows, lines)


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
        yield _table(f"{told} ({title})", names, lines)


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


def _table(title: str, columns: Iterable[str], lines: Iterable[tuple[str, Sequence[Any]]]) -> Table:
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    table.add_column("")
    for column in columns:
        table.add_column(column, justify="right")
    for label, values in lines:
        table.add_row(Text(label), *map(_shown, values))
    return table


def _shown(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, str | int):
        return f"{value:,}" if isinstance(value, int) else value
    return f"{value:,.0f}" if value > 1 else f"{value:.3f}"


def _by_label(title: str, key: str, rows: Mapping[str, Any]) -> Table:
    labels = sorted({label for figures in rows.values() for label in figures[key]} - {ALL})
    lines = [(label, [figures[key].get(label) for figures in rows.values()]) for label in (ALL, *labels)]
    return _table(title, rows, lines)


def _overall(rows: Mapping[str, Any]) -> Iterator[tuple[str, list[Any]]]:
    for name, key, part in (
        ("character precision", "character", "precision"),
        ("character recall", "character", "recall"),
        ("entities recalled, direct", "entity_recall", "direct"),
        ("entities recalled, quasi", "entity_recall", "quasi"),
    ):
        yield name, [figures[key][part] for figures in rows.values()]
    yield "characters a second", [figures["characters_per_second"] for figures in rows.values()]


def _danish(rows: Mapping[str, Any]) -> Iterator[tuple[str, list[Any]]]:
    for name, key, part in _DANISH:
        found = [figures["danish"][key] for figures in rows.values()]
        yield name, [value[part] if part else value for value in found]


def _origins(rows: Mapping[str, Any]) -> Iterator[tuple[str, list[Any]]]:
    found = [figures["origins"] for figures in rows.values()]
    for group in found[0]["groups"]:
        yield group, [origin["groups"][group]["recall"] for origin in found]
    yield "largest gap", [origin["gap"] for origin in found]
