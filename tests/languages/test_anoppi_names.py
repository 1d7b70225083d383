"""The experiment of ANOPPI with our own texts (`languages/fi/cases/anoppi.toml`): names in reports."""

import re
import tomllib

import pytest

from lexveil import pipeline
from lexveil.detect.models import DEFAULT, models_of
from lexveil.languages import FOLDER
from lexveil.model import Document

NAME = re.compile(r"\[([^|\]\n]+)\|([a-z]+)\]")
PERSON = {
    "nominative": "henkilö", "genitive": "henkilön", "partitive": "henkilöä", "elative": "henkilöstä",
    "illative": "henkilöön", "adessive": "henkilöllä", "ablative": "henkilöltä", "allative": "henkilölle",
}  # fmt: skip
REPORTS = tomllib.loads((FOLDER / "fi" / "cases" / "anoppi.toml").read_text("utf8"))["report"]
NAMES = 152
CORRECT = 0.97  # of ANOPPI 136 of 152; found and in the right case
FALSE = 8


def places(marked: str) -> tuple[str, list[tuple[int, int, str]]]:
    """The text, and where each name stands in it with the case of its pseudonym."""
    text, found, last = "", [], 0
    for name in NAME.finditer(marked):
        text += marked[last : name.start()]
        found.append((len(text), len(text) + len(name[1]), PERSON[name[2]]))
        text += name[1]
        last = name.end()
    return text + marked[last:], found


@pytest.mark.skipif(models_of("fi") == (DEFAULT,), reason="no model reads Finnish here")
def test_names_put_into_reports_are_found_and_inflected():
    right = false = total = 0
    for report in REPORTS:
        text, wanted = places(report["text"].strip())
        result = pipeline.analyze(Document("report", text, "fi"), policy="court-eu")
        made = {(each.start, each.end): each.text.lower() for each in result.replacements}
        total += len(wanted)
        right += sum(made.get(place[:2], "").startswith(f"{place[2]} ") for place in wanted)
        false += len(made.keys() - {place[:2] for place in wanted})
    assert total == NAMES
    assert right >= CORRECT * total
    assert false <= FALSE
