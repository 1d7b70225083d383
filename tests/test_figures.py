"""What README, the card of the model and the results say is what docs/results/book.md says."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BOOK = (ROOT / "docs/results/book.md").read_text("utf8")
CARD = (ROOT / "docs/models/en-legal.md").read_text("utf8")
README = (ROOT / "README.md").read_text("utf8")
NAMES = {
    "en": "English", "fi": "Finnish", "sv": "Swedish", "da": "Danish", "nb": "Bokmål", "nn": "Nynorsk",
    "de": "German", "fr": "French", "it": "Italian", "es": "Spanish", "ca": "Catalan",
}  # fmt: skip
FIGURE = re.compile(r"[01]?\.\d{3}")
# Columns of the book that count what a reader sees, as results/reading.md does.
COUNTED = {3: "people exposed", 4: "identifiers exposed", 5: "hidden for nothing", 6: "wrong roles"}


def rows(text):
    """The rows of all tables by their first cell; of equal ones that with most figures, the first of such."""
    found = {}
    for line in text.splitlines():
        if line.startswith("| "):
            name, *cells = (cell.strip() for cell in line.strip().strip("|").split("|"))
            told = " ".join(found.get(name, ()))
            if name not in found or len(FIGURE.findall(line)) > len(FIGURE.findall(told)):
                found[name] = cells
    return found


def test_the_card_of_the_model_says_what_the_book_says():
    whole, person, org, loc, time, code, dem, quantity, misc, characters = rows(CARD)["`recall`"]
    told = {name.strip("… "): FIGURE.findall(cells[0]) for name, cells in rows(BOOK).items() if cells}
    assert told["mentions to mask that are hidden"][0] == whole
    assert told["PERSON"] == [person]
    assert told["ORG, LOC"] == [org, loc]
    assert told["DATETIME, CODE"] == [time, code]
    assert told["DEM, QUANTITY, MISC"] == [dem, quantity, misc]
    assert told["characters hidden rightly"][0] == characters
    assert FIGURE.findall(rows(BOOK)["tab/dev"][1])[0] == whole


def test_readme_says_no_more_than_the_book():
    names, everything = map(
        int, re.search(r"(\d+) of 100\s+names .* (\d+) of 100 of all", README, re.DOTALL).groups()
    )
    whole, person, *_ = rows(CARD)["`recall`"]
    assert names <= 100 * float(person)
    assert everything <= 100 * float(whole)
    assert "docs/results/book.md" in README


@pytest.mark.parametrize(
    ("corpus", "row"),
    [
        ("names-clusters/litbank", "LitBank test (20)"),
        ("names-clusters/gum-bio-news", "GUM bio+news test (11)"),
        ("tab/dev", "TAB dev, PERSON (127)"),
    ],
)
def test_who_is_who_is_one_figure(corpus, row):
    groups = (ROOT / "docs/results/clustering.md").read_text("utf8")
    assert FIGURE.findall(rows(groups)[row][0])[0] == rows(BOOK)[corpus][-1]


@pytest.mark.parametrize("code", NAMES)
@pytest.mark.parametrize("page", ["reading.md", "north.md"])
def test_what_a_reader_sees_is_one_figure_everywhere(code, page):
    text = (ROOT / "docs/results" / page).read_text("utf8")
    counted = re.search(rf"^\| {NAMES[code]} \| (\d+ of \d+ \|.*)$", text, re.MULTILINE)
    if counted is None:
        assert page == "north.md"  # which has the North alone
        return
    pairs = re.findall(r"(\d+) of (\d+)", counted[1])
    assert len(pairs) == len(COUNTED)
    cells = rows(BOOK)[f"own-dev/{code}"]
    for (part, whole), (column, what) in zip(pairs, COUNTED.items(), strict=True):
        share = f"{int(part) / int(whole):.3f}".lstrip("0")
        assert FIGURE.findall(cells[column - 1])[0] == share, what
