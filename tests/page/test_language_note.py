"""The page says when a document is in a language that is not there."""

from playwright.sync_api import Page, expect

from page.hands import open_review
from service.running import Browser as Desk

POLISH = (
    "Sąd oddalił powództwo i obciążył powódkę kosztami, ponieważ świadek nie był obecny na rozprawie.\n\n"
    "The court heard Mr Tobias Lindqvist, who had not seen the letter that was sent to him in May.\n"
)


def test_an_unknown_language_is_said_above_the_text(page: Page, desk: Desk) -> None:
    open_review(page, desk.upload(desk.case(), "letter.txt", POLISH.encode()))
    expect(page.locator(".language-note")).to_have_count(1)
    expect(page.locator(".language-note")).to_contain_text("(Polish)")
