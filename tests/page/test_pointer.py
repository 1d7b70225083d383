"""The pointer over the text: what shows by itself lets every click through, and goes when told to."""

from playwright.sync_api import Page, expect

from page.hands import MARK, ROW, box, open_review, part
from service.running import TEXT
from service.running import Browser as Desk

# What a click in the middle of each mark that is in sight would meet.
MET = """() => [...document.querySelectorAll("#document .mark")].filter((mark) => {
  const box = mark.getClientRects()[0];
  const frame = document.querySelector("#document").getBoundingClientRect();
  return box.top > frame.top && box.bottom < frame.bottom;
}).filter((mark) => {
  const box = mark.getClientRects()[0];
  const met = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return !mark.contains(met);
}).map((mark) => mark.textContent)"""
# Two keys before the next frame, as a quick hand or a slow machine has them.
AT_ONCE = """(keys) => {
  for (const key of keys) {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    (document.activeElement ?? document.body).dispatchEvent(event);
  }
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
}"""

# A click on a name in the table, which leads to its first mark, and in the same moment the key for help.
LED_AND_HELPED = """(cell) => {
  cell.click();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true, cancelable: true }));
}"""


def test_what_shows_under_the_pointer_lets_every_click_through(page: Page, desk: Desk) -> None:
    open_review(page, desk.upload(desk.case(), "order.txt", TEXT))
    seen = 0
    for mark in page.locator(MARK).all():
        mark.hover()
        expect(part(page, "peek")).to_be_visible()
        assert page.evaluate(MET) == []
        page.mouse.move(5, 5)
        expect(part(page, "peek")).to_be_hidden()
        seen += 1
    assert seen > 5
    page.locator(MARK, has_text="Pia Holt").first.hover()
    expect(part(page, "peek")).to_contain_text("Pia Holt")
    page.locator(MARK, has_text="Lundgren").first.click()
    expect(part(page, "peek")).to_be_hidden()
    expect(part(page, "card").locator(".card-name")).to_have_text("Ivo Lundgren")


def test_what_shows_under_the_pointer_stays_while_it_is_read(page: Page, desk: Desk) -> None:
    open_review(page, desk.upload(desk.case(), "order.txt", TEXT))
    mark = page.locator(MARK, has_text="Brekke").last
    mark.hover()
    peek = part(page, "peek")
    expect(peek).to_contain_text("WITNESS_")
    box = peek.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
    page.wait_for_timeout(600)  # longer than what nobody points at stays
    expect(peek).to_be_visible()
    page.keyboard.press("Escape")
    expect(peek).to_be_hidden()


def test_a_card_that_was_closed_before_it_showed_does_not_show(page: Page, desk: Desk) -> None:
    open_review(page, desk.upload(desk.case(), "order.txt", TEXT))
    page.locator(MARK).first.focus()
    page.evaluate(AT_ONCE, ["ArrowRight", "Escape"])
    expect(part(page, "card")).to_be_hidden()
    page.evaluate(AT_ONCE, ["ArrowRight"])
    expect(part(page, "card")).to_be_visible()
    part(page, "card").get_by_role("button", name="Close").click()
    expect(part(page, "card")).to_be_hidden()
    expect(page.locator(".mark.here")).to_be_focused()


def test_a_card_does_not_lie_over_a_dialog_that_was_opened_meanwhile(page: Page, desk: Desk) -> None:
    open_review(page, desk.upload(desk.case(), "order.txt", TEXT))
    page.locator(ROW).nth(1).locator(".cell-name").evaluate(LED_AND_HELPED)
    expect(box(page)).to_be_visible()
    page.wait_for_timeout(300)
    expect(part(page, "card")).to_be_hidden()


def test_a_card_goes_with_escape_wherever_the_focus_is(page: Page, desk: Desk) -> None:
    open_review(page, desk.upload(desk.case(), "order.txt", TEXT))
    page.locator(ROW).nth(1).locator(".cell-name").click()
    expect(part(page, "card")).to_be_visible()
    page.keyboard.press("Escape")
    expect(part(page, "card")).to_be_hidden()
