"""The whole review with the keyboard alone: nothing here touches the mouse."""

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from page.hands import box, part, plain, saved, stored
from page.running import AWARD, METADATA
from service.running import Browser as Desk


def tab_to(page: Page, target: Locator, key: str = "Tab") -> None:
    """Tab until the focus is there; a circle without it is a dead end."""
    for _ in range(120):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press(key)
    raise AssertionError("the keyboard does not get there")


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def here(page: Page) -> str:
    """The entity one is at."""
    return str(page.locator("#document .mark.here").first.get_attribute("data-entity"))


def test_a_review_without_a_mouse(page: Page, desk: Desk, tmp_path: Path) -> None:
    case = desk.case(name="Keys")
    document = desk.upload(case, "award.html", AWARD.read_bytes(), metadata=METADATA.read_text("utf8"))
    beginning = plain(desk.review(document))
    opened_from_the_start(page, case)
    all_keys_are_told(page)
    doubts_are_walked(page, desk, document)
    roles_and_names(page, desk, document)
    joined_and_parted(page, desk, document)
    one_place_only(page, desk, document)
    typed_and_searched(page, desk, document)
    views_change(page)
    end = plain(desk.review(document))
    assert end != beginning
    undone_and_redone(page, desk, document, beginning, end)
    names_are_gone(approved_and_exported(page, tmp_path))


def opened_from_the_start(page: Page, case: str) -> None:
    page.goto("/")
    expect(page.locator("#cases")).to_be_visible()
    tab_to(page, page.locator(f"[data-project='{case}'] a"))
    press(page, "Enter")
    link = page.get_by_role("link", name="award.html")
    expect(link).to_be_visible()
    tab_to(page, link)
    press(page, "Enter")
    expect(page.locator("#document .mark").first).to_be_visible()
    expect(part(page, "doubts-left")).to_have_text(re.compile(r"^\d+ doubts left"))


def all_keys_are_told(page: Page) -> None:
    press(page, "?")
    told = set(page.locator("#keys kbd").all_text_contents())
    assert {*"nparkemswlu/v+?", "0–9", "Esc"} <= told
    press(page, "Escape")
    expect(box(page)).to_have_count(0)


def doubts_are_walked(page: Page, desk: Desk, document: str) -> None:
    """`n` goes to the first doubt, `p` back to it, `a` gives the first answer and goes on, `r` rejects."""
    asked = questions(desk, document)
    press(page, "n")
    expect(page.locator("#document .mark.here")).to_be_focused()
    first = here(page)
    press(page, "n")
    expect(page.locator(f"#document .mark.here[data-entity='{first}']")).to_have_count(0)
    press(page, "p")
    expect(page.locator(f"#document .mark.here[data-entity='{first}']")).to_have_count(1)
    with saved(page):
        press(page, "a")
    expect(page.locator(f"#document .mark.here[data-entity='{first}']")).to_have_count(0)
    second = here(page)
    assert asked[0] not in questions(desk, document)
    with saved(page):
        press(page, "r")
    assert action(desk, document, second) == "reject"
    with saved(page):
        press(page, "u")
    assert action(desk, document, second) != "reject"


def action(desk: Desk, document: str, entity: str) -> str:
    found = {each["id"]: each for each in desk.review(document)["entities"]}
    return str(found[entity]["action"])


def questions(desk: Desk, document: str) -> list[tuple[str, str, list[list[int]]]]:
    told = desk.get(f"/documents/{document}/doubts").json()["doubts"]
    return [(each["entity"], each["reason"], each["places"]) for each in told]


def to_row(page: Page, name: str) -> None:
    """`t` to the table; the filter stands before it."""
    press(page, "t")
    tab_to(page, part(page, "filter"), "Shift+Tab")
    press(page, "Control+a")
    page.keyboard.type(name)
    row = page.locator("[data-testid=entity-row]", has_text=name)
    expect(page.locator("[data-testid=entity-row]")).to_have_count(1)
    tab_to(page, row.locator(".cell-button[tabindex='0']"))


def roles_and_names(page: Page, desk: Desk, document: str) -> None:
    to_row(page, "Ingrid Thorvaldsdal")
    with saved(page):
        press(page, "1")
    person = desk.named(document, "Thorvaldsdal")
    assert (person["role"], person["action"]) == ("WITNESS", "replace")
    expect(page.locator("[data-testid=entity-row] .becomes")).to_have_text("WITNESS_6")
    press(page, "e")
    expect(part(page, "pseudonym-input")).to_be_focused()
    page.keyboard.type("the naval architect")
    with saved(page):
        press(page, "Enter")
    named = desk.named(document, "Thorvaldsdal")
    assert named["pseudonym"] == "the naval architect"
    assert named["given"]


def joined_and_parted(page: Page, desk: Desk, document: str) -> None:
    to_row(page, "Emeka Oduyemi")
    press(page, "m")
    expect(part(page, "pick-input")).to_be_focused()
    page.keyboard.type("Thorvaldsdal")
    expect(box(page).get_by_role("option")).to_have_count(1)
    with saved(page):
        press(page, "Enter")
    both = desk.named(document, "Oduyemi")
    assert both["pseudonym"] == "the naval architect"
    press(page, "s")
    place = box(page).locator("li", has_text="Dr Emeka Oduyemi, a metrologist").get_by_role("checkbox")
    tab_to(page, place)
    if not place.is_checked():
        press(page, "Space")
    with saved(page):
        press(page, "Enter")
    left = {each["id"]: len(each["mentions"]) for each in desk.review(document)["entities"]}
    assert left[both["id"]] == len(both["mentions"]) - 1
    assert left[here(page)] == 1


def one_place_only(page: Page, desk: Desk, document: str) -> None:
    """Shift: this occurrence alone. Alt and Shift: a word more of it. `k` and `w`: it stays."""
    to_row(page, "Aurélie Montcharmont-Rivaux")
    press(page, ".", "d")
    expect(page.locator("#document .mark.here")).to_be_focused()
    with saved(page):
        press(page, "Shift+A")
    assert desk.named(document, "Montcharmont-Rivaux")["state"] == "partly"
    with saved(page):
        press(page, "Alt+Shift+ArrowUp")
    assert desk.named(document, "Ms Aurélie Montcharmont-Rivaux")["id"] == here(page)
    with saved(page):
        press(page, "k")
    assert desk.named(document, "Montcharmont-Rivaux")["action"] == "keep"
    with saved(page):
        press(page, "k")
    assert desk.named(document, "Montcharmont-Rivaux")["action"] == "replace"
    with saved(page):
        press(page, "w")
    assert desk.named(document, "Montcharmont-Rivaux")["action"] == "keep"


def typed_and_searched(page: Page, desk: Desk, document: str) -> None:
    """A name that is only typed, and hits of a search, become marks."""
    press(page, "+")
    expect(part(page, "add-name")).to_be_focused()
    page.keyboard.type("Technical Code")
    expect(box(page).locator("[data-testid=found] li").first).to_be_visible()
    with saved(page):
        press(page, "Enter")
    assert desk.named(document, "Technical Code")["action"] == "replace"
    press(page, "/")
    expect(part(page, "search-input")).to_be_focused()
    page.keyboard.type("boat park")
    expect(part(page, "search-status")).to_have_text(re.compile(r"\d+ hits"))
    press(page, "Enter")
    expect(part(page, "search-status")).to_have_text(re.compile(r"\d+ of \d+"))
    tab_to(page, part(page, "search-mark"))
    press(page, "Enter")
    expect(box(page).locator("[data-testid=found] li").first).to_be_visible()
    with saved(page):
        press(page, "Enter")
    assert len(desk.named(document, "boat park")["mentions"]) > 2


def views_change(page: Page) -> None:
    press(page, "d")
    for view in ("inline", "original", "preview", "side", "marked"):
        press(page, "v")
        expect(page.locator(".review")).to_have_attribute("data-view", view)


def undone_and_redone(page: Page, desk: Desk, document: str, beginning: object, end: object) -> None:
    for key, button, reached in (("u", "undo", beginning), ("Control+y", "redo", end)):
        while part(page, button).get_attribute("aria-disabled") == "false":
            with saved(page):
                press(page, key)
        assert plain(desk.review(document)) == reached


def approved_and_exported(page: Page, folder: Path) -> dict[str, Path]:
    state = part(page, "state").locator(".badge")
    tab_to(page, part(page, "move-state"))
    press(page, "Enter")
    expect(state.filter(has_text="Approved").or_(box(page)).first).to_be_visible(timeout=60_000)
    if box(page).count():  # it says what is open, and asks
        tab_to(page, box(page).locator("footer button.primary"))
        press(page, "Enter")
    expect(state).to_have_text("Approved")
    tab_to(page, part(page, "export"))
    press(page, "Enter")
    start = page.locator("#export-start")
    expect(start).to_be_enabled()
    if part(page, "despite-open").count():
        tab_to(page, part(page, "despite-open"))
        press(page, "Space")
    tab_to(page, start)
    press(page, "Enter")
    expect(page.locator("#export .verdict")).to_contain_text(
        "Clean: no replaced name was found", timeout=90_000
    )
    link = page.locator("#export a[download='award.html']")
    tab_to(page, link)
    with page.expect_download() as told:
        press(page, "Enter")
    press(page, "Escape")
    expect(state).to_have_text("Exported")
    return {"award.html": stored(told.value, folder)}


def names_are_gone(files: dict[str, Path]) -> None:
    written = files["award.html"].read_text("utf8")
    assert [
        name for name in ("Grant", "hlbrandt", "Thorvaldsdal", "Oduyemi", "boat park") if name in written
    ] == []
