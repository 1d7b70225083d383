"""Export says what is open and asks; what is replaced here and kept there is shown before it."""

from playwright.sync_api import Page, expect

from page.gallery import Gallery
from page.hands import box, open_review, part
from page.test_flow_doubts import FAMILY
from service.running import Browser as Desk


def test_export_asks_about_what_is_open(page: Page, desk: Desk) -> None:
    document = desk.upload(desk.case(), "family.txt", FAMILY)
    owner = desk.named(document, "Hallewell")
    text = desk.get(f"/documents/{document}/text").json()["text"]
    start = text.index("Hallewell came")
    kept = desk.edit(document, 0, kind="keep", entity=owner["id"], mentions=[[start, start + 9]])
    assert kept.status_code == 200, kept.text
    open_review(page, document)
    part(page, "export").click()
    expect(part(page, "open-list")).to_contain_text("unchecked")
    expect(part(page, "both-list")).to_contain_text("“Hallewell”: replaced")
    part(page, "both-list").scroll_into_view_if_needed()
    Gallery(page).take("export-open", small=True)
    page.locator("#export-start").click()
    expect(box(page)).to_contain_text("Answer what is open, or tick the box")
    part(page, "despite-open").check()
    page.locator("#export-start").click()
    expect(page.locator("#export .verdict")).to_be_visible(timeout=90_000)
    Gallery(page).take("export-verdict")
