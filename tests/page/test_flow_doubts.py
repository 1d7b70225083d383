"""Doubts are questions with answers; a mention goes to another person in one gesture; one place alone."""

from playwright.sync_api import Page, expect

from page.gallery import Gallery
from page.hands import MARK, choose, marks_of, open_review, part, saved
from service.running import Browser as Desk

FAMILY = """FINAL AWARD

The Panel heard the following witnesses:

Mr Cormac Hallewell, witness, harbour master

Ms Orla Hallewell, witness, accountant

Mr Ivo Lundgren, witness, first mate

Mr Hallewell testified that the vessel left the port. Hallewell came late. Hallewell went home.
Ms Hallewell was not on board. Mr Lundgren saw it.
"""


def test_doubts_are_answered_and_mentions_moved(page: Page, desk: Desk) -> None:
    document = desk.upload(desk.case(), "family.txt", FAMILY)
    open_review(page, document)
    answered(page, desk, document)
    moved(page, desk, document)
    at_one_place(page, desk, document)


def test_a_question_about_a_place_shows_its_words(page: Page, desk: Desk) -> None:
    document = desk.upload(desk.case(), "family.txt", FAMILY)
    text = desk.get(f"/documents/{document}/text").json()["text"]
    doubts = desk.get(f"/documents/{document}/doubts").json()["doubts"]
    words = [text[slice(*each["mention"])] for each in doubts if each["mention"]]
    assert "Hallewell" in words
    open_review(page, document)
    shown = set()
    for _ in doubts:
        page.keyboard.press("n")
        shown.add(part(page, "doubts").locator("q").inner_text())
    assert shown >= set(words)


def answered(page: Page, desk: Desk, document: str) -> None:
    left = int(part(page, "doubts").get_attribute("data-left") or 0)
    assert left > 0
    part(page, "doubt-n").click()
    expect(part(page, "answer-1")).to_be_visible()
    Gallery(page).take("doubt-answers", small=True)
    with saved(page):
        page.keyboard.press("a")
    expect(part(page, "doubts")).not_to_have_attribute("data-left", str(left))
    while part(page, "answer-1").count():
        before = part(page, "doubts").get_attribute("data-left")
        with saved(page):
            part(page, "answer-1").click()
        expect(part(page, "doubts")).not_to_have_attribute("data-left", str(before))
    page.reload()
    expect(part(page, "doubts")).to_have_attribute("data-left", "0")
    assert desk.get(f"/documents/{document}/doubts").json()["doubts"] == []


def moved(page: Page, desk: Desk, document: str) -> None:
    """`g` and a letter; and by drag and drop."""
    cormac, orla = (desk.named(document, f"{name} Hallewell") for name in ("Cormac", "Orla"))
    mark = page.locator(MARK).get_by_text("Hallewell", exact=True).first
    owner = mark.get_attribute("data-entity")
    before = marks_of(page, str(owner)).count()
    mark.click()
    page.keyboard.press("g")
    expect(part(page, "moving")).to_be_visible()
    Gallery(page).take("moving")
    with saved(page):
        page.keyboard.press("a")
    expect(marks_of(page, str(owner))).to_have_count(before - 1)
    assert {cormac["id"], orla["id"]} == {each["id"] for each in (cormac, orla)}
    with saved(page):
        page.keyboard.press("u")
    expect(marks_of(page, str(owner))).to_have_count(before)
    lundgren = desk.named(document, "Ivo Lundgren")["id"]
    page.keyboard.press("Escape")  # the card of what came back
    mark = page.locator(MARK).get_by_text("Hallewell", exact=True).first
    mark.click()
    page.keyboard.press("Escape")
    row = page.locator(f"[data-testid=entity-row][data-entity='{lundgren}']")
    with saved(page):
        mark.drag_to(row)
    assert "Hallewell" in names(desk, document, lundgren)
    with saved(page):
        page.keyboard.press("u")


def names(desk: Desk, document: str, entity: str) -> list[str]:
    text = desk.get(f"/documents/{document}/text").json()["text"]
    entities = desk.review(document)["entities"]
    found = next(each for each in entities if each["id"] == entity)
    return [text[start:end] for start, end, *_ in found["mentions"]]


def at_one_place(page: Page, desk: Desk, document: str) -> None:
    """A role for this occurrence only."""
    page.keyboard.press("Escape")
    mark = page.locator(MARK).get_by_text("Lundgren", exact=True).first
    owner = str(mark.get_attribute("data-entity"))
    mark.click()
    card = part(page, "card")
    card.locator("[data-key=one]").click()
    with saved(page):
        choose(page, card.locator("[data-key=role]"), "Judge")
    assert desk.named(document, "Ivo Lundgren")["role"] == "WITNESS"
    assert desk.named(document, "Lundgren")["role"] == "JUDGE"
    assert desk.named(document, "Lundgren")["id"] != owner


def test_several_are_decided_together(page: Page, desk: Desk) -> None:
    document = desk.upload(desk.case("strict"), "family.txt", FAMILY)
    open_review(page, document)
    rows = page.locator("[data-testid=entity-row]")
    rows.nth(0).locator(".cell-name .cell-button").click(modifiers=["ControlOrMeta"])
    rows.nth(2).locator(".cell-name .cell-button").click(modifiers=["Shift"])
    expect(part(page, "bulk")).to_contain_text("3 chosen")
    Gallery(page).take("bulk", small=True)
    part(page, "bulk-reject").click()
    expect(page.locator(".review")).to_have_attribute("data-unsent", "0")
    rejected = [each for each in desk.review(document)["entities"] if each["action"] == "reject"]
    assert len(rejected) == 3
    rows.nth(0).locator(".cell-name .cell-button").focus()
    page.keyboard.press("Shift+ArrowDown")
    expect(part(page, "bulk")).to_contain_text("2 chosen")
    page.keyboard.press("k")
    expect(page.locator(".review")).to_have_attribute("data-unsent", "0")
    kept = [each for each in desk.review(document)["entities"] if each["reasons"]["rule"]["code"] == "kept"]
    assert len(kept) == 2
