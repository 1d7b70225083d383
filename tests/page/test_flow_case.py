"""Several documents of one case: who is in two of them has one pseudonym; the page asks where it may be."""

from playwright.sync_api import Page, expect

from page.hands import cell, listed, open_review, part, saved
from service.running import TEXT
from service.running import Browser as Desk

ORDER = """PROCEDURAL ORDER

in the arbitration between

Quellmark Holding Ltd, Claimant

and

Torvund Shipping AS, Respondent

Witnesses for the Respondent:

Mr Ivo Lundgren, witness, harbour master

Mr Jonas Breke, witness, first mate

Mr Lundgren is heard on 4 May 2021. Mr Breke is heard on the next day.
"""


def test_one_person_in_two_documents(page: Page, desk: Desk) -> None:
    case = desk.case()
    award = desk.upload(case, "award.txt", TEXT)
    order = desk.upload(case, "order.txt", ORDER)
    lundgren = desk.named(award, "Ivo Lundgren")["pseudonym"]
    assert desk.named(order, "Ivo Lundgren")["pseudonym"] == lundgren
    brekke = desk.named(award, "Jonas Brekke")["pseudonym"]
    assert desk.named(order, "Jonas Breke")["pseudonym"] != brekke
    suggestion_is_taken(page, desk, order, brekke)
    rename_follows(page, desk, award, order)
    case_shows_both(page, case)


def suggestion_is_taken(page: Page, desk: Desk, order: str, brekke: str) -> None:
    open_review(page, order)
    strip = part(page, "suggestions")
    expect(strip).to_contain_text(f"Is Jonas Breke the same as {brekke} in award.txt?")
    with saved(page):
        part(page, "same-yes").click()
    expect(strip).to_be_hidden()
    assert desk.named(order, "Jonas Breke")["pseudonym"] == brekke
    expect(cell(listed(page, "Jonas Breke"), "pseudonym")).to_have_text(brekke)


def rename_follows(page: Page, desk: Desk, award: str, order: str) -> None:
    """Given here, seen there: also on a page that is open already."""
    other = page.context.new_page()
    open_review(other, award)
    row = listed(page, "Ivo Lundgren")
    cell(row, "pseudonym").click()
    part(page, "pseudonym-input").fill("the harbour master")
    with saved(page):
        page.keyboard.press("Enter")
    expect(cell(row, "pseudonym")).to_have_text("the harbour master")
    expect(cell(listed(other, "Ivo Lundgren"), "pseudonym")).to_have_text("the harbour master")
    assert desk.named(award, "Ivo Lundgren")["pseudonym"] == "the harbour master"
    other.close()


def case_shows_both(page: Page, case: str) -> None:
    page.goto(f"/#/project/{case}")
    expect(page.locator("#documents .badge")).to_have_text(["New", "In review"])  # nobody looked at the first
    page.locator("[data-tab=entities]").click()
    row = page.locator("#entities tbody tr", has_text="the harbour master")
    expect(row.locator("a.chip")).to_have_count(2)
    row.locator("a.chip", has_text="award.txt").click()
    expect(page.locator("#document .mark.here")).to_have_text("Ivo Lundgren")
