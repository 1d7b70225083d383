"""Six short documents that two people read: what the command and the book say, worked out by hand.

Of 42 words, by what is to be hidden: 8 by both, 1 by ann alone (the beekeeper), 2 by bo alone (Velm, Mr), 31
by nobody. By type 36 alike; apart are Mr, the second Velm, The, 400, crowns and beekeeper.

            PERSON  ORG  LOC  DATETIME  QUANTITY  DEM  nothing
    ann        5     4    2      3         2       1     25
    bo         6     5    1      3         0       0     27
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from lexveil.cli import app

READ = [
    (
        "Ms Orla Fenwick sued Tarn Ferries.",
        ["Orla Fenwick PERSON DIRECT", "Tarn Ferries ORG NO_MASK"],
        ["Orla Fenwick PERSON DIRECT", "Tarn Ferries ORG NO_MASK"],
    ),
    (
        "The clerk in Velm wrote to Mr Dag Rosten.",
        ["Velm LOC NO_MASK", "Dag Rosten PERSON DIRECT"],
        ["Velm LOC QUASI", "Mr Dag Rosten PERSON DIRECT"],
    ),
    (
        "He was born on 3 May 1961 in Velm.",
        ["3 May 1961 DATETIME QUASI", "Velm LOC NO_MASK"],
        ["3 May 1961 DATETIME QUASI"],
    ),
    (
        "The Harbour Board paid him 400 crowns.",
        ["Harbour Board ORG NO_MASK", "400 crowns QUANTITY NO_MASK"],
        ["The Harbour Board ORG NO_MASK"],
    ),
    ("Nobody else was heard.", [], []),
    (
        "His sister Ines, a beekeeper, came too.",
        ["Ines PERSON QUASI", "beekeeper DEM QUASI"],
        ["Ines PERSON QUASI"],
    ),
]
# Chance: of the 84 judgments 19 hide and 65 do not; by type they are 11, 9, 3, 6, 2, 1 and 52.
ALPHA = {
    "hidden": 1 - (3 / 42) / ((84**2 - 19**2 - 65**2) / (84 * 83)),
    "type": 1 - (6 / 42) / ((84**2 - 11**2 - 9**2 - 3**2 - 6**2 - 2**2 - 1**2 - 52**2) / (84 * 83)),
}
BY_CHANCE = {
    "hidden": (9 * 10 + 33 * 32) / 42**2,  # ann hides 9 words, bo 10
    "type": (5 * 6 + 4 * 5 + 2 * 1 + 3 * 3 + 2 * 0 + 1 * 0 + 25 * 27) / 42**2,
}
KAPPA = {
    kind: (alike / 42 - BY_CHANCE[kind]) / (1 - BY_CHANCE[kind])
    for kind, alike in (("hidden", 39), ("type", 36))
}
F1 = 2 * 5 / (10 + 7)  # marks of ann 10, of bo 7, the same 5


@pytest.fixture(scope="module")
def read_twice(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("readers")
    lines = [
        {
            "id": f"d{at}",
            "text": text,
            "mentions": _marks(text, ann),
            "annotators": {"ann": _marks(text, ann), "bo": _marks(text, bo)},
        }
        for at, (text, ann, bo) in enumerate(READ)
    ]
    (folder / "read.jsonl").write_text("".join(json.dumps(each) + "\n" for each in lines), "utf8")
    return folder


def _marks(text: str, said: list[str]) -> list[dict[str, Any]]:
    marks = []
    for each in said:
        form, kind, identifier = each.rsplit(maxsplit=2)
        start = text.index(form)
        marks.append({"start": start, "end": start + len(form), "type": kind, "identifier": identifier})
    return marks


def agrees(report: dict[str, Any]) -> bool:
    (pair,) = report["pairs"]
    assert (report["documents"], report["words"], pair["documents"]) == (6, 42, 6)
    assert pair["annotators"] == ["ann", "bo"]
    return (report["krippendorff"], pair["cohen"], pair["f1"]) == (
        pytest.approx(ALPHA),
        pytest.approx(KAPPA),
        pytest.approx(F1),
    )


def test_the_sums_by_hand():
    assert {kind: round(value, 3) for kind, value in KAPPA.items()} == {"hidden": 0.796, "type": 0.755}
    assert {kind: round(value, 3) for kind, value in ALPHA.items()} == {"hidden": 0.798, "type": 0.757}
    assert round(F1, 3) == 0.588


def test_the_command_comes_to_the_same(read_twice, tmp_path):
    out = tmp_path / "figures.json"
    words = ["evaluate", "agreement", "--gold", str(read_twice / "read.jsonl"), "--json", str(out)]
    shown = CliRunner().invoke(app, words)
    assert shown.exit_code == 0, shown.output
    assert agrees(json.loads(out.read_text("utf8")))
    assert {".796", ".798", ".755", ".757", ".588"} <= set(re.findall(r"\.\d{3}", shown.stdout))


def test_the_book_comes_to_the_same_and_shows_it(read_twice, tmp_path):
    out = tmp_path / "book"
    done = CliRunner().invoke(app, ["evaluate", "book", "--data", str(read_twice), "--out", str(out)])
    assert done.exit_code == 0, done.output
    assert agrees(json.loads((out / "book.json").read_text("utf8"))["corpora"]["read"]["agreement"])
    page = (out / "corpus-read.html").read_text("utf8")
    assert "<td>ann and bo</td><td>6</td><td>0.755</td><td>0.796</td><td>0.588</td>" in page
    assert {"0.757", "0.798"} <= set(re.findall(r"0\.\d{3}", page))
