"""Reports about gold and corpora as tables for the terminal."""

from collections.abc import Iterator, Mapping
from typing import Any

from rich.table import Table

from lexveil.evaluate.confusion import NOTHING
from lexveil.evaluate.display import table

BAR, WIDE = "█", 30  # of a histogram


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


def corpus_tables(report: Mapping[str, Any]) -> Iterator[Table]:
    """Per document, as table 2 of PSILENCE; then by language."""
    columns = ("median", "least", "most", "all")
    lines = [(name, [each[key] for key in columns]) for name, each in report["per_document"].items()]
    yield table(f"{report['documents']:,} documents, per document", columns, lines)
    for language, each in report["languages"].items():
        bars = [(f"{name} tokens", [number, BAR * number]) for name, number in each["lengths"].items()]
        yield table(f"{language}: {each['documents']:,} documents by length", ("documents", ""), bars)
        most = max(each["mentions"].values(), default=1)
        bars = [(name, [n, BAR * -(-WIDE * n // most)]) for name, n in each["mentions"].items()]
        yield table(f"{language}: mentions by type", ("mentions", ""), bars)


def risk_tables(report: Mapping[str, Any]) -> Iterator[Table]:
    """Table 4 of Gardiner et al. 2024."""
    columns = ("texts", "mean", "sigma", "p95", "highest", "mean + sigma", "acceptable")
    lines = []
    for name, each in report["contexts"].items():
        told = [each[key] for key in ("mean", "sigma", "p95", "highest", "mean_plus_sigma")]
        lines.append((name, [each["texts"], *(f"{value:.1f}" for value in told), _yes(each["acceptable"])]))
    yield table(f"Residual risk, threshold {report['threshold']:g}", columns, lines)


def bias_tables(report: Mapping[str, Any]) -> Iterator[Table]:
    lines = [
        (group, [each["mentions"], each["recall"], _signed(report["opportunity"][group])])
        for group, each in report["groups"].items()
    ]
    yield table("Equality of opportunity", ("mentions", "recall", "less that of the others"), lines)
    yield table("", ("",), [("largest gap", [report["gap"]])])


def authenticity_tables(report: Mapping[str, Any]) -> Iterator[Table]:
    kinds = report["texts"]
    lines = [(name, [each[name] for each in kinds.values()]) for name in ("texts", "tokens", "types")]
    for name in ("characters", "words"):
        lines.append((f"{name}, mean", [f"{each[name]['mean']:.1f}" for each in kinds.values()]))
        lines.append((f"{name}, median", [f"{each[name]['median']:.1f}" for each in kinds.values()]))
    lines.append(("types of tokens", [each["type_token"][-1][1] for each in kinds.values()]))
    classes = [each["word_classes"] for each in kinds.values()]
    lines += [(f"words, {name}", [each[name] for each in classes]) for name in classes[0]]
    tagged = [each["parts_of_speech"] or {} for each in kinds.values()]
    lines += [(part, [each.get(part, 0.0) for each in tagged]) for part in sorted(set().union(*tagged))]
    yield table("Texts", kinds, lines)
    near, words = report["nearest"], report["vocabulary"]
    yield table("Made-up texts against the originals", ("",), [
        ("identical to an original", [near["identical"]]),
        ("nearest more than .9 alike", [near["similar"]]),
        ("nearest, mean", [near["mean"]]),
        ("types that originals have too", [words["of_made"]]),
    ])  # fmt: skip


def judged_tables(report: Mapping[str, Any]) -> Iterator[Table]:
    """Shares of yes, and how far the judges agree; near 0 is good for the first question."""
    for question, each in report.items():
        lines = [(name, list(shares.values())) for name, shares in each["yes"].items()]
        yield table(f"{question}: yes", ("original", "made-up"), lines)
        agreed = [(" and ".join(one["raters"]), [one["texts"], one["cohen"]]) for one in each["cohen"]]
        if agreed:
            yield table(f"{question}: κ", ("texts", "κ"), agreed)


def red_team_tables(report: Mapping[str, Any]) -> Iterator[Table]:
    """Both shares by attacker and together, then how far the attackers agree."""
    attackers = {**report["attackers"], "together": report["together"]}
    for question in ("residue", "reidentified"):
        told = [(name, each[question]) for name, each in attackers.items()]
        lines = [(name, [one["texts"], one["yes"], one["low"], one["high"]]) for name, one in told]
        yield table(f"{question}: texts", ("read", "yes", "share, from", "to"), lines)
        agreed = [
            (" and ".join(one["raters"]), [one["texts"], one["cohen"]]) for one in report["cohen"][question]
        ]
        if agreed:
            yield table(f"{question}: κ", ("texts", "κ"), agreed)
    alone = [(name, [each["by_facts_alone"]]) for name, each in attackers.items()]
    yield table("by facts alone", ("texts",), alone)


def _signed(value: float | None) -> str | None:
    return None if value is None else f"{value:+.3f}"


def _yes(value: bool) -> str:
    return "✓" if value else "✗"
