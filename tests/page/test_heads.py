"""The heads of the entity table: none is cut off, whatever the language and the width of the window."""

import pytest
from playwright.sync_api import Page, expect

from page.gallery import SCREENS, SETTLED
from page.hands import open_review, part
from page.running import AWARD, METADATA
from page.test_flow_language import LANGUAGES, catalogue
from service.running import Browser as Desk

WIDTHS = (1440, 1280, 1024, 400)
# What a head says and does not show, and heads that lie over one another.
CUT = """() => {
  const found = [];
  const heads = [...document.querySelectorAll(".row-head > .cell")].filter((each) => each.offsetWidth);
  for (const each of heads) {
    const text = each.querySelector(".cell-text");
    const seen = text && getComputedStyle(text).clipPath === "none"; // else a sign stands for it
    if (seen && text.scrollWidth > text.clientWidth) found.push(text.textContent);
  }
  for (const [at, each] of heads.entries()) {
    const [own, next] = [each, heads[at + 1]].map((cell) => cell?.getBoundingClientRect());
    if (next && own.right > next.left + 1) found.push(`${each.textContent} overlaps`);
  }
  const row = document.querySelector(".rows .row");
  const places = (row) => [...row.children].map((each) => Math.round(each.getBoundingClientRect().left));
  if (row && String(places(row)) !== String(places(document.querySelector(".row-head"))))
    found.push("the columns are not under their heads");
  return found;
}"""


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_head_of_the_table_is_cut_off(page: Page, desk: Desk, code: str) -> None:
    document = desk.upload(desk.case(), "award.html", AWARD.read_bytes(), metadata=METADATA.read_text("utf8"))
    SCREENS.mkdir(parents=True, exist_ok=True)
    page.goto("/")
    page.locator("#language").select_option(code)
    expect(page.get_by_role("heading", level=1)).to_have_text(catalogue(code)["projects.title"])
    open_review(page, document)
    expect(part(page, "entities")).to_be_visible()
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        page.evaluate(SETTLED)
        page.screenshot(path=SCREENS / f"heads-{code}-{width}.png")
        assert page.evaluate(CUT) == [], width
    page.locator(".row-head .cell-pseudonym button").click()  # the sign of the order stands beside it
    assert page.evaluate(CUT) == []
