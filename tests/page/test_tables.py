"""Tables of a document: what stands in a column stands under its head, also where cells are empty."""

import io

import docx
import pytest
from playwright.sync_api import Page, expect

from page.hands import open_review
from service.running import Browser as Desk

ROWS = (("Witness", "For", "Heard"), ("Mr Ivo Lundgren", "", "yes"), ("", "Claimant", "no"))
# For each row the words and the left edge of what holds them.
PLACES = """() => [...document.querySelectorAll("#document .table-row")].map((row) =>
  [...row.querySelectorAll(".cell")].filter((each) => each.textContent)
    .map((each) => [each.textContent, Math.round(each.getBoundingClientRect().left)]))"""


def word() -> bytes:
    made = docx.Document()
    made.add_paragraph("Mr Ivo Lundgren, witness, came.")
    table = made.add_table(rows=len(ROWS), cols=len(ROWS[0]))
    for place, words in zip(table._cells, (words for row in ROWS for words in row), strict=True):
        place.text = words
    data = io.BytesIO()
    made.save(data)
    return data.getvalue()


def html() -> bytes:
    rows = "".join(f"<tr>{''.join(f'<td>{words}</td>' for words in row)}</tr>" for row in ROWS)
    return f"<p>Mr Ivo Lundgren, witness, came.</p><table>{rows}</table>".encode()


@pytest.mark.parametrize(("name", "data"), [("award.docx", word()), ("award.html", html())])
def test_an_empty_cell_does_not_shift_the_others(page: Page, desk: Desk, name: str, data: bytes) -> None:
    open_review(page, desk.upload(desk.case(), name, data))
    expect(page.locator("#document .table-row")).to_have_count(len(ROWS))
    head, *rows = page.evaluate(PLACES)
    edges = [edge for _, edge in head]
    assert len(set(edges)) == len(ROWS[0])
    for told, found in zip(ROWS[1:], rows, strict=True):
        filled = [(words, edge) for words, edge in zip(told, edges, strict=True) if words]
        assert [edge for _, edge in found] == [edge for _, edge in filled]
