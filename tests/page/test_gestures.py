"""What `lexveil.review.gestures` says that a gesture costs, done with that many keys and selections."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from lexveil.review.gestures import NOW
from page.gallery import Gallery
from page.hands import MARK, ROW, open_review, part, saved, select_text
from service.running import Browser as Desk

HEARING = """FINAL AWARD

The Panel heard the following witnesses:

Mr Cormac Hallewell, witness, harbour master

Ms Orla Hallewell, witness, accountant

Mr Ivo Lundgren, witness, first mate

Mr Hallewell testified that the vessel left the port. Hallewell came late. Cormac Hallewell went home.
Ms Hallewell was not on board. Mr Lundgren saw it. The tillerman and the purser did not. Lundgren left.
"""
Act = Callable[[], object]


@pytest.fixture
def document(page: Page, desk: Desk) -> str:
    document = desk.upload(desk.case("court-eu"), "hearing.txt", HEARING)
    open_review(page, document)
    return document


def does(page: Page, price: int, *acts: Act) -> None:
    """So many gestures, and what they say is stored; then the way to the place is free again."""
    assert len(acts) == price
    *before, last = acts
    for act in before:
        act()
    with saved(page):
        last()
    settled(page)


def settled(page: Page) -> None:
    expect(page.locator(".review")).to_have_attribute("data-unsent", "0")


def key(page: Page, *keys: str) -> Act:
    return lambda: [page.keyboard.press(each) for each in keys]


def go(page: Page, words: str, nth: int = 0) -> None:
    page.keyboard.press("Escape")
    page.locator(MARK).get_by_text(words, exact=True).nth(nth).click()


def pick(page: Page, words: str, nth: int = 0) -> None:
    page.locator(MARK).get_by_text(words, exact=True).nth(nth).click(modifiers=["ControlOrMeta"])


def mentions(desk: Desk, document: str, **having: str) -> list[list[str]]:
    """The words of each entity that has these fields."""
    text = desk.get(f"/documents/{document}/text").json()["text"]
    return [
        [text[start:end] for start, end, *_ in each["mentions"]]
        for each in desk.review(document)["entities"]
        if all(each[name] == value for name, value in having.items())
    ]


def test_words_that_nobody_has_are_marked_at_once(page: Page, desk: Desk, document: str) -> None:
    does(page, NOW.mark_in_role, lambda: select_text(page, "tillerman"), key(page, "7"))
    assert ["tillerman"] in mentions(desk, document, role="EXPERT", action="replace")
    does(page, NOW.mark, lambda: select_text(page, "purser"), key(page, "0"))
    assert ["purser"] in mentions(desk, document, role="UNKNOWN", action="replace")
    lundgren = desk.named(document, "Ivo Lundgren")["id"]
    does(page, NOW.mark_into, lambda: select_text(page, "first mate"), lambda: move_to(page, "Ivo Lundgren"))
    assert ["Ivo Lundgren", "first mate", "Lundgren", "Lundgren"] in mentions(desk, document, id=lundgren)


def move_to(page: Page, name: str) -> None:
    """`g` and the letter of somebody."""
    page.keyboard.press("g")
    item = part(page, "moving").locator(".menu-item", has_text=name).first
    expect(item).to_be_visible()
    page.keyboard.press(item.locator("kbd").inner_text())


def test_a_mention_is_given_away_in_one(page: Page, desk: Desk, document: str) -> None:
    orla = desk.named(document, "Orla Hallewell")["id"]
    go(page, "Lundgren")
    does(page, NOW.move, lambda: move_to(page, "Orla Hallewell"))
    assert "Lundgren" in mentions(desk, document, id=orla)[0]
    go(page, "Lundgren")
    page.keyboard.press("g")
    Gallery(page).take("moving-new")
    page.keyboard.press("Escape")
    expect(part(page, "moving")).to_have_count(0)
    expect(page.locator(".mark:focus")).to_have_text("Lundgren")
    go(page, "Lundgren")
    does(page, NOW.part, key(page, "g", "+"))
    assert ["Lundgren"] in mentions(desk, document, role="WITNESS")
    go(page, "Lundgren", 1)
    does(page, NOW.part_in_role, key(page, "Shift+Digit3"))
    assert ["Lundgren"] in mentions(desk, document, role="JUDGE")


def test_several_places_are_decided_together(page: Page, desk: Desk, document: str) -> None:
    assert NOW.together
    pick(page, "Lundgren", 0)
    pick(page, "Lundgren", 1)
    expect(part(page, "bulk")).to_contain_text("2 chosen")
    expect(page.locator(".mark.picked")).to_have_count(2)
    Gallery(page).take("places-picked", small=True)
    does(page, 1, key(page, "r"))
    expect(page.locator(".mark.picked")).to_have_count(0)
    assert ["Lundgren", "Lundgren"] in mentions(desk, document, action="reject")
    assert ["Ivo Lundgren"] in mentions(desk, document, action="replace")
    pick(page, "Cormac Hallewell", 1)
    pick(page, "Orla Hallewell")
    does(page, NOW.part_in_role, key(page, "9"))  # of two people: one person in that role
    assert ["Orla Hallewell", "Cormac Hallewell"] in mentions(desk, document, role="RELATIVE")


def test_places_and_rows_are_picked_by_keys_alone(page: Page, desk: Desk, document: str) -> None:
    go(page, "Lundgren")
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+x")
    page.keyboard.press(".")
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+x")
    expect(part(page, "bulk")).to_contain_text("2 chosen")
    does(page, 1, key(page, "g", "+"))
    assert ["Ivo Lundgren"] in mentions(desk, document, role="WITNESS")
    rows = page.locator(ROW)
    rows.nth(0).locator(".cell-name .cell-button").focus()
    page.keyboard.press("x")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("x")
    does(page, 1, key(page, "8"))
    assert len(mentions(desk, document, role="CHILD")) == 2


def test_words_are_cut_off_the_likes_of_a_mention(page: Page, desk: Desk, document: str) -> None:
    assert NOW.alike
    assert sum(each.count("Cormac Hallewell") for each in mentions(desk, document)) == 2
    go(page, "Cormac Hallewell")
    does(page, 1, key(page, "Alt+Shift+ArrowDown"))
    expect(page.locator(".toast")).to_contain_text("Cut one other like it")
    Gallery(page).take("cut-alike", small=True)
    does(page, 1, key(page, "l"))
    assert sum(each.count("Cormac Hallewell") for each in mentions(desk, document)) == 0
