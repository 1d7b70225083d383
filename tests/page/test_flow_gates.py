"""Export says what is open and asks; what is replaced here and kept there is shown before it."""

from playwright.sync_api import Page, expect

from page.gallery import Gallery
from page.hands import box, despite, open_review, part, watch_of
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
    led_to_what_is_open(page)
    page.locator("#export-start").click()
    expect(box(page)).to_contain_text("Answer what is open, or tick the box")
    part(page, "despite-open").check()
    page.locator("#export-start").click()
    expect(page.locator("#export .verdict")).to_be_visible(timeout=90_000)
    Gallery(page).take("export-verdict")


def led_to_what_is_open(page: Page) -> None:
    """From the dialog to the first question, and to the names that nobody has looked at; twice each."""
    for _ in range(2):
        part(page, "open-list").get_by_role("link", name="doubt").click()
        expect(page.locator("dialog[open]")).to_have_count(0)
        expect(part(page, "answer-1")).to_be_visible()
        part(page, "export").click()
        part(page, "open-list").get_by_role("link", name="unchecked").click()
        expect(page.locator("[data-filter=open]")).to_have_attribute("aria-pressed", "true")
        part(page, "export").click()


def test_a_leak_stops_with_each_hit_and_a_way_out(page: Page, desk: Desk) -> None:
    """A leak is only pretended, for none is known; what is offered then is done in earnest."""
    document = desk.upload(desk.case(), "family.txt", FAMILY)
    owner = desk.named(document, "Ivo Lundgren")["id"]
    text = desk.get(f"/documents/{document}/text").json()["text"]
    place = [text.index("first mate"), text.index("first mate") + len("first mate")]
    stopped = {"error": {"kind": "leak", "message": "A replaced name can still be read."}}
    hit = {"text": "first mate", "place": place, "entity": owner, "mention": None}
    watch_of(page).expect("409")
    page.route("**/export", lambda route: route.fulfill(status=409, json=stopped), times=1)
    page.route("**/readable", lambda route: route.fulfill(json={"readable": [hit]}))
    open_review(page, document)
    part(page, "export").click()
    despite(page)
    page.locator("#export-start").click()
    hits = part(page, "leak-hits").locator("li")
    expect(hits).to_have_count(1)
    expect(hits).to_contain_text("first mate")
    expect(page.locator("a[download]")).to_have_count(0)
    Gallery(page).take("export-leak", small=True)
    hits.get_by_role("button").click()
    expect(hits.get_by_role("status")).to_be_visible()
    (owned,) = [each for each in desk.review(document)["entities"] if each["id"] == owner]
    assert place in [mention[:2] for mention in owned["mentions"]]
    hits.get_by_role("link").click()
    expect(page.locator("#document .mark.here")).to_have_text("first mate")
