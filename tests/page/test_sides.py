"""Which side a party is on stands beside its role, in the language of the page."""

from playwright.sync_api import Page, expect

from page.hands import ROW, open_review
from service.running import Browser as Desk

CAPTION = b"""IN THE COUNTY COURT

BETWEEN:

ANN TORVUND
Claimant

-and-

BO LINDQVAST
Defendant

JUDGMENT

Ms Torvund says that Mr Lindqvast kept her boat.
"""


def test_the_row_of_a_party_says_on_which_side_it_is(page: Page, desk: Desk) -> None:
    document = desk.upload(desk.case(), "judgment.txt", CAPTION)
    sides = {each["side"] for each in desk.review(document)["entities"] if each["role"] == "PARTY"}
    assert sides == {"CLAIMANT", "DEFENDANT"}
    open_review(page, document)
    row = page.locator(ROW, has_text="Torvund")
    expect(row.locator(".cell-role")).to_have_text("Party (claimant)")
    expect(page.locator(ROW, has_text="Lindqvast").locator(".cell-role")).to_have_text("Party (defendant)")
