"""What must be read in a window of 1280 × 800: a doubt beside its card, a role, the hint of a field;
in half of it a doubt with its place and its answers."""

import pytest
from playwright.sync_api import Page, expect

from page.gallery import SETTLED
from page.hands import ROW, open_review
from page.running import AWARD, METADATA
from page.test_flow_language import LANGUAGES, catalogue
from service.running import Browser as Desk

SMALL = {"width": 1280, "height": 800}
# Whether the card lies over the bar with the doubt, and how high that is.
BAR = """() => {
  const bar = document.querySelector(".doubts").getBoundingClientRect();
  const card = document.querySelector(".mark-card:popover-open")?.getBoundingClientRect();
  return { high: bar.height, over: Boolean(card && card.top < bar.bottom && card.bottom > bar.top) };
}"""
# What of a doubt is not in sight: its place in the text, its answers.
UNSEEN = """() => {
  const mark = document.querySelector("#document .mark.here");
  return [mark, ...document.querySelectorAll(".doubts button")].filter((each) => {
    const box = each.getClientRects()[0];
    const met = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return !each.contains(met);
  }).map((each) => each.textContent);
}"""
CUT = """(selector) => [...document.querySelectorAll(selector)]
  .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"""
# The width of a hint against the room for it: a field does not scroll for its placeholder.
HINTS = """() => [...document.querySelectorAll("input.search")].map((each) => {
  const style = getComputedStyle(each);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = style.font;
  const room = each.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return room - pen.measureText(each.placeholder).width;
})"""


def speaking(page: Page, code: str) -> None:
    page.set_viewport_size(SMALL)  # type: ignore[arg-type]
    page.goto("/")
    page.locator("#language").select_option(code)
    expect(page.get_by_role("heading", level=1)).to_have_text(catalogue(code)["projects.title"])


def award(desk: Desk, case: str) -> str:
    return desk.upload(case, "award.html", AWARD.read_bytes(), metadata=METADATA.read_text("utf8"))


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_is_in_doubt_stays_in_sight_beside_its_card(page: Page, desk: Desk, code: str) -> None:
    document = award(desk, desk.case())
    speaking(page, code)
    open_review(page, document)
    before = page.evaluate(BAR)["high"]
    for _ in range(3):
        page.keyboard.press("n")
        expect(page.locator(".mark-card")).to_be_visible()
        page.evaluate(SETTLED)
        assert page.evaluate(BAR) == {"high": before, "over": False}


@pytest.mark.parametrize("zoomed", [{"width": 640, "height": 400}, {"width": 768, "height": 600}])
def test_a_doubt_is_seen_with_its_place_and_its_answers_at_every_zoom(
    page: Page, desk: Desk, zoomed: dict[str, int]
) -> None:
    page.set_viewport_size(zoomed)  # type: ignore[arg-type]
    document = award(desk, desk.case())
    open_review(page, document)
    for _ in desk.get(f"/documents/{document}/doubts").json()["doubts"]:
        page.keyboard.press("n")
        expect(page.locator(".mark-card, .mark-peek").locator("visible=true")).to_have_count(1)
        page.evaluate(SETTLED)
        assert page.evaluate(UNSEEN) == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_roles_and_hints_are_not_cut_off(page: Page, desk: Desk, code: str) -> None:
    case = desk.case()
    document = award(desk, case)
    speaking(page, code)
    open_review(page, document)
    expect(page.locator(ROW).first).to_be_visible()
    names = [catalogue(code)[f"role.{role}"] for role in ("WITNESS", "PARTY", "LAWYER")]
    cut = page.evaluate(CUT, ".cell-role .cell-text")
    assert not [name for name in names if name in cut]
    page.goto(f"/#/project/{case}/entities")
    expect(page.locator("input.search")).to_be_visible()
    assert all(left >= 0 for left in page.evaluate(HINTS))
