"""What attacks found, as tables for the terminal."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from rich.table import Table

from lexveil.evaluate.display import lines_of, table
from lexveil.evaluate.svg import scatter

# What a line is called, and where its figure stands among those of a policy.
RISK = (
    ("names left", "leakage", "found", "any"),
    ("… of people who are not there", "leakage", "control", "any"),
    ("found first", "linkage", "top_1"),
    ("found among the first five", "linkage", "top_5"),
    ("… by chance, the first", "linkage", "chance"),
    ("people who fit as well (median)", "linkage", "median_crowd"),
    ("pseudonyms that fit one alone", "linkage", "alone"),
    ("missed names told, by frequency", "survivors", "random", "frequency", "auc"),
    ("… by the register", "survivors", "random", "register", "auc"),
    ("… by a parrot", "survivors", "random", "parrot", "auc"),
    ("… by the tool", "survivors", "random", "tool", "auc"),
    ("systematic misses told, by a parrot", "survivors", "systematic", "parrot", "auc"),
    ("… by the tool", "survivors", "systematic", "tool", "auc"),
    ("order of the alphabet (tau)", "structure", "order"),
    ("length (correlation)", "structure", "length"),
    ("same initial", "structure", "initials"),
    ("… by chance", "structure", "initials_by_chance"),
    ("same gender", "structure", "gender"),
    ("hashes of names", "structure", "hashes"),
    ("same person elsewhere, by facts: precision", "membership", "by_facts", "precision"),
    ("… recall", "membership", "by_facts", "recall"),
    ("same person elsewhere, by pseudonym: precision", "membership", "by_pseudonym", "precision"),
    ("who is in the corpus (AUC)", "membership", "member"),
)
USE = (
    ("words that stay", "utility", "text"),
    ("intervals of dates", "utility", "intervals"),
    ("people told apart", "utility", "references"),
    ("classifier, of what originals teach", "utility", "classes"),
    ("tagger of names, of what originals teach", "utility", "names"),
    ("mean", "utility", "mean"),
)


def world_tables(report: Mapping[str, Any]) -> Iterator[Table]:
    told = f"{report['people']:,} people, {report['documents']:,} documents"
    yield table(f"Risk ({told})", report["policies"], lines_of(report["policies"], RISK))
    yield table("Use", report["policies"], lines_of(report["policies"], USE))


def trade_off(report: Mapping[str, Any]) -> str:
    """Risk across, use up: one point for a policy."""
    points = {
        name: (each["linkage"]["top_1"], each["utility"]["mean"]) for name, each in report["policies"].items()
    }
    return scatter(points, title="Risk and use", across="people found first", up="use, mean of the measures")


def file_tables(report: Mapping[str, Any]) -> Iterator[Table]:
    rows = [
        ("documents", [report["documents"]]),
        ("pseudonyms", [report["pseudonyms"]]),
        ("originals of the vault that can be read", [_count(report["leaks"])]),
        ("people of the register who are named", [_count(report["register"])]),
        ("words that may be missed names", [sum(map(len, report["suspects"].values()))]),
        ("hashes of names", [report["structure"]["hashes"]]),
        ("widths of pseudonyms", [report["structure"]["widths"]]),
        ("people found alone in several documents", [len(report["across"])]),
    ]
    yield table("Attack", ("",), rows)
    kinds = Counter(kind for found in report["leaks"].values() for kind in found.values())
    if kinds:
        told = [(kind, [number]) for kind, number in kinds.items()]
        yield table("Originals that can be read, by how", ("number",), told)
    if report["linkage"]:
        figures = report["linkage"]
        lines = [
            ("people known", [figures["people_known"]]),
            ("people who fit as well as the likeliest (median)", [figures["median_crowd"]]),
            ("pseudonyms that fit one alone", [figures["alone"]]),
            ("pseudonyms that fit fewer than five", [figures["small_crowd"]]),
            ("bits of the likeliest", [figures["bits"]]),
        ]
        yield table("Who could it be", ("",), lines)


def _count(found: Mapping[str, Mapping[str, str]]) -> int:
    return sum(map(len, found.values()))
