"""A PDF as it is: a box on every name; what is chosen on the page is chosen in the text."""

from playwright.sync_api import Locator, Page, expect

from page.gallery import Gallery
from page.hands import MARK, open_review, part, saved, show
from page.running import ROOT
from service.running import Browser as Desk

AWARD = ROOT / "tests" / "golden" / "pdf" / "award-chromium.pdf"


def test_a_page_and_the_text_are_one_selection(page: Page, desk: Desk) -> None:
    document = desk.upload(desk.case("court-eu"), "award.pdf", AWARD.read_bytes())
    open_review(page, document)
    show(page, "pages")
    boxes = page.locator(".page-box")
    expect(boxes.first).to_be_visible(timeout=60_000)
    entity = desk.named(document, "Ragnhild Osterholm")
    box = page.locator(f".page-box[data-entity='{entity['id']}']").first
    expect(box).to_have_accessible_name("Ragnhild Osterholm")
    loaded(page)
    box.click()
    expect(page.locator("#document .mark.here")).to_have_text("Ragnhild Osterholm")
    expect(box).to_have_class("page-box same here")
    page.keyboard.press("Escape")
    other = page.locator(f"{MARK}[data-action=replace]:not(.same)").first
    at = other.get_attribute("data-at")
    other.click()
    expect(page.locator(f".page-box.here[data-at='{at}']").first).to_be_visible()
    page.keyboard.press("Escape")
    Gallery(page).take("pages", small=True)
    with saved(page):
        page.keyboard.press("r")
    rejected = page.locator(f".page-box[data-at='{at}']")
    expect(rejected.first).to_have_attribute("data-stays", "")
    published(page)


def loaded(page: Page) -> None:
    picture = page.locator(".page-sheet img").first
    picture.evaluate("image => image.decode()")
    assert picture.evaluate("image => image.naturalWidth") == 1200


def published(page: Page) -> None:
    """The same page with the pseudonyms in it."""
    picture = page.locator(".page-sheet img").first
    before = shot(picture)
    part(page, "pages-result").check()
    expect(page.locator(".page-box")).to_have_count(0)
    loaded(page)
    assert shot(page.locator(".page-sheet img").first) != before
    Gallery(page).take("pages-published")


def shot(picture: Locator) -> bytes:
    return picture.screenshot()


def test_only_a_pdf_has_pages(page: Page, desk: Desk) -> None:
    open_review(page, desk.upload(desk.case(), "award.txt"))
    expect(page.locator(".review-bar [data-view]")).to_have_count(5)
    expect(page.locator(".review-bar [data-view=pages]")).to_have_count(0)
