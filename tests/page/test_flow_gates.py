"""Export says what is open and asks; what is replaced here and kept there is shown before it."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from formats.every_part import page as html_page
from formats.every_part import word_file
from page.gallery import Gallery
from page.hands import ROW, OpenPage, box, despite, open_review, part, reviewing, watch_of
from page.running import Server, StartServer
from page.test_flow_doubts import FAMILY
from service.running import Browser as Desk
from service.test_gates import BODY, STOPPING, TOLD


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


@pytest.fixture(scope="module")
def strict(start_server: StartServer, tmp_path_factory: pytest.TempPathFactory) -> Server:
    """A service with a policy that stops on a company that bears the name of somebody who goes."""
    folder = Path(tmp_path_factory.mktemp("policies"))
    (folder / "stopping.toml").write_text(STOPPING)
    return start_server("--policies", str(folder))


def stopped(page: Page, server: Server, document: str) -> Locator:
    """The hits that an export from the review tells."""
    watch_of(page).expect("409")
    page.goto(f"{server.address}/#/document/{document}")
    reviewing(page)
    again(page)
    expect(page.locator("a[download]")).to_have_count(0)
    return part(page, "leak-hits").locator("li")


def again(page: Page) -> None:
    part(page, "export").click()
    despite(page)
    page.locator("#export-start").click()
    expect(page.locator("#export .verdict")).to_be_visible(timeout=90_000)


def test_a_leak_stops_with_each_hit_and_a_way_out(open_page: OpenPage, strict: Server) -> None:
    page = open_page(strict)
    with Desk(strict.address) as desk:
        document = desk.upload(desk.case("stopping"), "award.docx", word_file(BODY, TOLD))
        hits = stopped(page, strict, document)
        expect(hits).to_have_count(8)
        parts = {each.inner_text() for each in part(page, "leak-part").all()}
        shown = {"Text", "Header", "Footer", "Footnote", "Comment", "Bookmark"}
        assert parts == shown | {"Alternative text", "Detail in the file"}
        expect(hits.first).to_contain_text("also wrote to Lundgren Marine Ltd in Oslo")
        Gallery(page).take("export-leak", small=True)
        hits.first.get_by_role("button").click()
        expect(hits.first.get_by_role("status")).to_have_text("Replaced: export again")
        lundgren = desk.named(document, "Ivo Lundgren")["mentions"]
        text = desk.get(f"/documents/{document}/text").json()["text"]
        assert "Lundgren Marine" in [text[start : end + 7] for start, end, *_ in lundgren]
        for name in ("Header", "Comment", "Alternative text", "Bookmark"):
            led_to_the_place(page, name)
            again(page)
        expect(hits).to_have_count(7)
        page.get_by_role("button", name="Replace in all 7 places").click()
        expect(hits.get_by_role("status")).to_have_count(7)
        Gallery(page).take("export-leak-mended")
    page.locator("#export footer .primary").click()
    despite(page)
    page.locator("#export-start").click()
    expect(page.locator("#export .verdict")).to_contain_text("Clean", timeout=90_000)


def led_to_the_place(page: Page, name: str) -> None:
    """From the hit to where it stands, folded away or not."""
    row = part(page, "leak-hits").locator("li", has=page.get_by_text(name, exact=True))
    row.get_by_role("link", name="Show the place").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    place = page.locator("#document .mark.here")
    expect(place).to_have_count(1)
    expect(place).to_be_in_viewport()
    expect(place).to_contain_text("Lundgren")


def test_a_leak_that_only_the_file_has_goes_out_as_text(open_page: OpenPage, strict: Server) -> None:
    """A name that is called an attribute: the review cannot show it, and nothing replaces it."""
    page = open_page(strict)
    data = html_page(BODY[:2], dict.fromkeys(TOLD, "Nothing")).replace(b"<p>", b'<p lundgren="1">', 1)
    with Desk(strict.address) as desk:
        document = desk.upload(desk.case(), "award.html", data)
    hits = stopped(page, strict, document)
    expect(hits).to_have_count(1)
    expect(hits).to_contain_text("Ivo Lundgren")
    expect(hits).to_contain_text("names of elements and attributes")
    Gallery(page).take("export-leak-file", small=True)
    hits.get_by_role("link", name="Show who it is").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator(f"{ROW}[aria-selected=true]")).to_contain_text("Ivo Lundgren")
    again(page)
    hits.get_by_role("button", name="Export the text without this part").click()
    expect(page.locator("#export .verdict")).to_contain_text("Clean", timeout=90_000)
    expect(page.locator("a[download]")).to_have_count(1)
