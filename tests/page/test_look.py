"""Numbers on marks and in the table, base forms, tags beside the original, colours, hits in the preview."""

import re

from playwright.sync_api import Page, expect

from page.hands import MARK, PSEUDONYM, ROW, cell, choose, filtered, listed, open_review, part, show
from service.running import Browser as Desk

FINNISH = (
    "Todistaja Matti Virtanen kertoi asiasta. Kantaja Aino Mäkelälle maksettiin. Virtaselle ei kerrottu.\n"
)
HITS = "() => [...CSS.highlights.get('hit'), ...CSS.highlights.get('hit-here')].map(String)"
COLOUR = "(each) => getComputedStyle(each).getPropertyValue('--cat')"
BEFORE = "(each) => getComputedStyle(each, '::before').content"


def test_an_entity_has_one_number_on_its_marks_and_in_its_row(page: Page, desk: Desk) -> None:
    document = desk.upload(desk.case())
    open_review(page, document)
    row = listed(page, "Pia Holt")
    number = cell(row, "number").inner_text()
    marks = page.locator(f"{MARK}[data-entity='{row.get_attribute('data-entity')}']")
    expect(marks).to_have_count(3)
    assert {each.get_attribute("data-number") for each in marks.all()} == {number}
    filtered(page, "")
    numbers = page.locator(f"{ROW} .cell-number").all_inner_texts()
    assert len(set(numbers)) == len(numbers) > 3
    assert f"●{number}" in marks.first.evaluate(BEFORE)
    choose(page, part(page, "more"), "Numbers on the marks")
    expect(page.locator(".review")).to_have_attribute("data-numbers", "off")
    assert f"●{number}" not in marks.first.evaluate(BEFORE)


def test_the_base_form_stands_in_a_column_where_names_are_inflected(page: Page, desk: Desk) -> None:
    page.set_viewport_size({"width": 1900, "height": 900})
    open_review(page, desk.upload(desk.case("finland"), "tuomio.txt", FINNISH))
    row = page.locator(ROW, has_text="Aino Mäkelälle")
    expect(cell(row, "base")).to_have_text("Aino Mäkelä")
    open_review(page, desk.upload(desk.case()))
    expect(page.locator(f"{ROW} .cell-base").first).to_be_hidden()


def test_original_and_tag_stand_together(page: Page, desk: Desk) -> None:
    document = desk.upload(desk.case())
    open_review(page, document)
    holt = desk.named(document, "Pia Holt")
    show(page, "inline")
    mark = page.locator(f"{MARK}[data-entity='{holt['id']}']")
    expect(mark.first).to_have_text("Pia Holt")
    for each in range(3):  # also where a title goes with the name
        expect(mark.nth(each)).to_have_attribute("data-tag", holt["pseudonym"])
    assert holt["pseudonym"] in mark.first.evaluate("(each) => getComputedStyle(each, '::after').content")
    stays = page.locator(f"{MARK}[data-action='keep']").first
    expect(stays).to_be_visible()
    assert stays.get_attribute("data-tag") is None
    show(page, "marked")
    assert mark.first.get_attribute("data-tag") is None


def test_marks_are_coloured_by_category_or_by_certainty(page: Page, desk: Desk) -> None:
    open_review(page, desk.upload(desk.case()))
    mark = page.locator(f"{MARK}[data-certainty='1']").first
    before = mark.evaluate(COLOUR)
    choose(page, part(page, "more"), "Colour by certainty")
    after = mark.evaluate(COLOUR)
    assert before != after
    row = page.locator(f"{ROW}[data-certainty='1']").first
    assert row.evaluate(COLOUR) == after
    page.reload()
    expect(page.locator(".review")).to_have_attribute("data-colour", "certainty")
    choose(page, part(page, "more"), "Colour by category")
    assert page.locator(f"{MARK}[data-certainty='1']").first.evaluate(COLOUR) == before


def test_hits_are_drawn_in_the_preview_too(page: Page, desk: Desk) -> None:
    document = desk.upload(desk.case())
    open_review(page, document)
    lundgren = desk.named(document, "Ivo Lundgren")["pseudonym"]
    show(page, "preview")
    expect(page.locator(PSEUDONYM).first).to_be_visible()
    part(page, "search").click()
    for words, shown in (
        ("testified that", "testified that"),
        ("Lundgren", lundgren),
        ("cargo was", "cargo was"),
    ):
        part(page, "search-input").fill(words)
        expect(part(page, "search-status")).to_have_text(re.compile(r"\d"))
        page.wait_for_function(
            f"(shown) => ({HITS})().every((each) => each === shown) && ({HITS})().length", arg=shown
        )
    part(page, "search-input").press("Enter")
    expect(page.locator(".review")).to_have_attribute("data-view", "preview")
    show(page, "side")
    page.wait_for_function(f"() => ({HITS})().length === 2")
