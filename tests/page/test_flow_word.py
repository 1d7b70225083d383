"""A review copy goes to Word and comes back with what was decided there."""

from pathlib import Path

import docx
from playwright.sync_api import Page, expect

from page.gallery import Gallery
from page.hands import box, choose, identity, open_review, part, stored
from service.running import Browser as Desk


def test_a_review_copy_is_fetched_and_read_back(page: Page, desk: Desk, tmp_path: Path) -> None:
    document = desk.upload(desk.case(), "award.txt")
    open_review(page, document)
    choose(page, part(page, "more"), "Review copy for Word")
    Gallery(page).take("review-copy", "holds the real names", small=True)
    with page.expect_download() as told:
        box(page).locator("button.primary").click()
    copy = stored(told.value, tmp_path)
    assert copy.name == "award.review-copy.docx"
    holt = desk.named(document, "Pia Holt")
    corrected(copy, holt["pseudonym"])
    with page.expect_file_chooser() as chosen:
        choose(page, part(page, "more"), "Read a review copy back")
    chosen.value.set_files(copy)
    expect(page.get_by_text("1 decision was taken over from the copy.")).to_be_visible()
    assert desk.named(document, "Pia Holt")["pseudonym"] == "Ms H"
    expect(page.locator("[data-testid=entity-row]", has_text="Pia Holt")).to_contain_text("Ms H")
    assert identity(page) == document


def corrected(copy: Path, pseudonym: str) -> None:
    """As Word saves it: another pseudonym in every comment on her."""
    opened = docx.Document(str(copy))
    for each in opened.comments:
        first = each.paragraphs[0]
        if first.text == pseudonym:
            first.runs[0].text = "Ms H"
    opened.save(str(copy))
