"""What the service says, in the language of the page: reasons, refusals, files that cannot be read."""

import re
from collections.abc import Mapping

from playwright.sync_api import Page, expect

from lexveil.messages import catalogue
from page.hands import MARK, box, cell, listed, open_review, part, watch_of
from service.running import Browser as Desk


def speak(page: Page, code: str) -> Mapping[str, str]:
    page.goto("/")
    page.locator("#language").select_option(code)
    words = catalogue(code)
    expect(page.get_by_role("heading", level=1)).to_have_text(words["projects.title"])
    return words


def test_the_reasons_of_a_role_and_of_a_rule(page: Page, desk: Desk) -> None:
    document = desk.upload(desk.case())
    words = speak(page, "de")
    open_review(page, document)
    page.locator(MARK).first.click()
    card = part(page, "card")
    expect(card).to_contain_text(words["review.card.rule"])
    rule = re.escape(words["reason.rule"]).replace(re.escape("{policy}"), words["policy.arbitration"])
    stays = words["reason.no-rule"].replace("{policy}", words["policy.arbitration"])
    expect(card).to_contain_text(re.compile(rule.replace(re.escape("{rule}"), r"\d+") + f"|{stays}"))
    page.keyboard.press("y")
    expect(box(page)).to_contain_text(words["review.why.found"])
    expect(box(page)).not_to_contain_text("before the name")


def test_a_file_that_cannot_be_read_and_a_name_that_is_taken(page: Page, desk: Desk) -> None:
    case = desk.case()
    document = desk.upload(case)
    desk.sent(case, "cut.docx", b"PK\x03\x04 and no more")
    words = speak(page, "fi")
    page.goto(f"/#/project/{case}")
    expect(page.locator("body")).to_contain_text(words["error.package.damaged"])
    watch_of(page).expect("422")
    open_review(page, document)
    cell(listed(page, "Ivo Lundgren"), "pseudonym").click()
    page.locator(".pseudonym-input").fill(desk.named(document, "Pia Holt")["pseudonym"])
    page.keyboard.press("Enter")
    expect(page.locator(".cell-error")).to_have_text(words["error.review.taken"])
