"""The shorter way with a Word document: what comes out is a Word document without the names."""

from pathlib import Path

import docx
from playwright.sync_api import Page, expect

from lexveil import pipeline
from page.hands import (
    analysed,
    box,
    cell,
    choose,
    document_row,
    export,
    identity,
    listed,
    marks_of,
    new_case,
    reviewing,
    saved,
    select_text,
    upload,
)
from page.running import Server
from service.running import Browser as Desk

GONE = ("Lundgren", "LUNDGREN", "Holt", "tolly")  # Mr Brekke is counsel, who stays


def award(path: Path) -> Path:
    """Names in a header, in split runs, in a table and in a property."""
    made = docx.Document()
    made.core_properties.author = "Ivo Lundgren"
    made.sections[0].header.paragraphs[0].text = "Statement of Mr Ivo Lundgren"
    made.add_heading("FINAL AWARD", level=1)
    made.add_paragraph(
        "in the arbitration between Quellmark Holding Ltd, Claimant, and Torvund Shipping AS, Respondent"
    )
    made.add_heading("Witnesses", level=2)
    split = made.add_paragraph("Mr Ivo ")
    split.add_run("Lund").bold = True
    split.add_run("gren, witness, harbour master, testified that the vessel left the port on 3 March 2021.")
    made.add_paragraph(
        "Ms Pia Holt, witness, was not on board. She told Mr Jonas Brekke, counsel, that the cargo was late."
    )
    made.add_paragraph("Mr Brekke confirmed this. He had it, he said, from tolly.")
    made.add_paragraph("According to Mr Lundgren, nobody had asked Ms Holt; tolly had gone ashore.")
    table = made.add_table(rows=2, cols=2)
    for place, words in zip(table._cells, ("Witness", "For", "Pia Holt", "Claimant"), strict=True):
        place.text = words
    made.save(str(path))
    return path


def words_of(path: Path) -> str:
    made = docx.Document(str(path))
    paragraphs = [*made.paragraphs, *made.sections[0].header.paragraphs]
    cells = [cell for table in made.tables for row in table.rows for cell in row.cells]
    return "\n".join([each.text for each in [*paragraphs, *cells]] + [made.core_properties.author or ""])


def test_a_word_document_comes_back_without_the_names(
    page: Page, server: Server, desk: Desk, tmp_path: Path
) -> None:
    page.goto("/")
    new_case(page, "Cargo")
    upload(page, award(tmp_path / "cargo.docx"))
    analysed(page, "cargo.docx")
    document_row(page, "cargo.docx").get_by_role("link").click()
    reviewing(page)
    document = identity(page)
    expect(page.locator("#document").get_by_role("heading", name="FINAL AWARD")).to_be_visible()
    role_by_card(page, desk, document)
    select_text(page, "tolly")
    page.get_by_role("button", name="Mark as a name").click()
    with saved(page):
        box(page).get_by_role("button", name="Mark 2 places").click()
    files = export(page, tmp_path, ["own", "dictionary"])
    written = words_of(files["cargo.docx"])
    assert [name for name in GONE if name in written] == []
    assert "Quellmark Holding Ltd" in written
    assert "harbour master" in written
    assert pipeline.recheck(files["cargo.docx"], files["cargo.lexveil.json"]).leaks == ()


def role_by_card(page: Page, desk: Desk, document: str) -> None:
    """Taken for a party, but a witness: said in the card of a mark, seen in the table."""
    holt = desk.named(document, "Pia Holt")
    assert holt["role"] == "PARTY"
    marks_of(page, holt["id"]).first.click()
    card = page.locator("[data-testid=card]")
    expect(card).to_contain_text("stays as it is")
    with saved(page):
        choose(page, card.locator("[data-key=role]"), "Witness")
    expect(card).to_contain_text("WITNESS_2")
    expect(cell(listed(page, "Pia Holt"), "role")).to_have_text("Witness")
    page.keyboard.press("Escape")
