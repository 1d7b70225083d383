"""A case with the keyboard alone, beside the review: what holds in it, who does what, and its export."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from page.hands import box, document_row, part, reviewing, stored
from page.test_keyboard import press, tab_to
from service.running import TEXT
from service.running import Browser as Desk


@pytest.fixture
def case(page: Page, desk: Desk) -> str:
    case = desk.case("court-eu", name="Keys of a case")
    for number in (1, 2):
        desk.upload(case, f"award {number}.txt", f"{TEXT}\nNo. {number}.\n")
    page.goto(f"/#/project/{case}")
    expect(page.locator("#documents h2")).to_have_count(2)
    return case


def open_tab(page: Page, name: str) -> None:
    """The tabs are one stop, and arrows go from one to the next."""
    tab_to(page, page.locator("[role=tab][aria-selected=true]"))
    for _ in range(10):
        press(page, "ArrowRight")
        chosen = page.locator("[role=tab][aria-selected=true]")
        expect(chosen).to_be_focused()
        if chosen.inner_text().startswith(name):
            return
    raise AssertionError(f"no tab {name}")


def menu_item(page: Page, opener: Locator, words: str) -> None:
    tab_to(page, opener)
    press(page, "Enter")
    item = page.locator(".menu:popover-open .menu-item", has_text=words)
    expect(item).to_be_visible()
    for _ in range(20):
        if item.evaluate("element => element === document.activeElement"):
            break
        press(page, "ArrowDown")
    press(page, "Enter")


def test_what_holds_in_the_case(page: Page, desk: Desk, case: str) -> None:
    """The table, in which a pseudonym and a role are changed for all documents; the list; the search."""
    open_tab(page, "People")
    tab_to(page, part(page, "case-names"))
    press(page, "Space")
    row = page.locator("[data-testid=case-row]", has_text="Pia Holt")
    expect(row).to_be_visible()
    tab_to(page, row.locator(".edit-in-place"))
    press(page, "Enter")
    expect(part(page, "case-pseudonym")).to_be_focused()
    press(page, "Control+a")
    page.keyboard.type("the purser")
    press(page, "Enter")
    expect(page.locator(".toast")).to_contain_text("Changed in 2 documents")
    menu_item(page, row.locator("[data-testid=case-role]"), "Expert")
    expect(row.locator("[data-testid=case-role]")).to_contain_text("Expert")  # of the table read anew
    for each in desk.get(f"/projects/{case}").json()["documents"]:
        named = desk.named(each["id"], "Pia Holt")
        assert (named["pseudonym"], named["role"]) == ("the purser", "EXPERT")
    page.goto(f"/#/project/{case}/corrections")
    expect(part(page, "correction")).to_have_count(2)
    page.goto(f"/#/project/{case}/search")
    tab_to(page, part(page, "case-search"))
    page.keyboard.type("holt")
    hits = page.locator("#case-hits section")
    expect(hits).to_have_count(2)
    tab_to(page, hits.nth(1).locator("a").last)
    press(page, "Enter")
    expect(page.locator("#document .mark.here")).to_contain_text("Holt")


def test_who_does_what(page: Page, desk: Desk, case: str) -> None:
    """A document is assigned, another flagged; a comment; what was changed; the next document."""
    row = document_row(page, "award 2.txt")
    menu_item(page, row.locator("[data-control=more]"), "Assign to")
    tab_to(page, box(page).locator("select"))
    press(page, "l")  # the one who is called local
    expect(box(page).locator("select option:checked")).to_have_text("local")
    tab_to(page, box(page).locator("button.primary"))
    press(page, "Enter")
    expect(row.locator(".assignee")).to_have_text("local")
    flagged = document_row(page, "award 1.txt")
    menu_item(page, flagged.locator("[data-control=more]"), "Flag as a problem")
    page.keyboard.type("The second page is missing.")
    tab_to(page, box(page).locator("button.primary"))
    press(page, "Enter")
    expect(flagged.locator(".badge", has_text="Problem")).to_be_visible()
    tab_to(page, page.locator("#next-document"))
    press(page, "Enter")
    reviewing(page)
    press(page, "t", "a", "c")
    expect(box(page).locator("textarea")).to_be_focused()
    page.keyboard.type("Is this the owner?")
    tab_to(page, box(page).locator("#add-note"))
    press(page, "Enter")
    expect(part(page, "note")).to_have_count(1)
    press(page, "Escape")
    menu_item(page, part(page, "more"), "What was changed")
    expect(part(page, "difference").locator("section").first).to_be_visible()
    press(page, "Escape")
    expect(box(page)).to_have_count(0)


def test_what_goes_out(page: Page, desk: Desk, case: str, tmp_path: Path) -> None:
    """The gate says what is open, and asks; then all of the case as one archive."""
    tab_to(page, page.get_by_role("link", name="award 1.txt", exact=True))
    press(page, "Enter")
    reviewing(page)
    tab_to(page, part(page, "export"))
    press(page, "Enter")
    start = page.locator("#export-start")
    expect(start).to_be_visible(timeout=60_000)
    expect(part(page, "open-list")).to_contain_text("unchecked")
    tab_to(page, start)
    press(page, "Enter")
    expect(box(page)).to_contain_text("Answer what is open, or tick the box")
    tab_to(page, part(page, "despite-open"))
    press(page, "Space")
    tab_to(page, start)
    press(page, "Enter")
    expect(page.locator("#export-done")).to_be_visible(timeout=90_000)
    press(page, "Escape")
    page.goto(f"/#/project/{case}")
    tab_to(page, page.locator("#export-case"))
    press(page, "Enter")
    expect(box(page)).to_be_visible()
    finished = box(page).locator("input[name=finished]")
    tab_to(page, finished)
    press(page, "Space")
    tab_to(page, page.locator("#export-all-start"))
    press(page, "Enter")
    archive = page.locator("#archive")
    expect(archive).to_be_visible(timeout=120_000)
    tab_to(page, archive)
    with page.expect_download() as told:
        press(page, "Enter")
    assert stored(told.value, tmp_path).stat().st_size > 0
