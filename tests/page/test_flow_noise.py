"""What stays surely is out of the way, plumbing is folded, and nothing names the parts of the program."""

import re

from playwright.sync_api import Page, Route, expect

from page.gallery import Gallery
from page.hands import MARK, choose, filtered, listed, marks_of, open_review, part, saved, show
from page.running import AWARD, METADATA, ROOT
from service.running import Browser as Desk

CANARIES = ROOT / "tests" / "golden" / "docx" / "canaries.docx"
HIDDEN_STYLES = """<html><head><title>Award</title><style>p { color: red }</style>
<meta name="generator" content="Writer 7"><meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="main.css"><script>let width = 4;</script><script>let height = 5;</script></head>
<body><p>Mr Ivo Lundgren, witness, was heard.</p></body></html>
"""
INTERNAL = re.compile(r"\b(ner|gazetteer|everywhere|titles|captions):|\brule \d|\bline \d")


def test_what_stays_surely_is_hidden_until_it_is_asked_for(page: Page, desk: Desk) -> None:
    document = desk.upload(desk.case(), "award.html", AWARD.read_bytes(), metadata=METADATA.read_text("utf8"))
    open_review(page, document)
    tribunal = desk.named(document, "Wilhelmina van der Aalsvoort")
    assert tribunal["action"] == "keep"
    sure = [each for each in desk.review(document)["entities"] if stays_surely(each)]
    doubtful = [each for each in desk.review(document)["entities"] if uncertain(each)]
    assert sure
    assert doubtful
    expect(marks_of(page, sure[0]["id"])).to_have_count(0)
    show_first(page, doubtful[0])
    Gallery(page).take("noise-hidden", small=True)
    part(page, "show-kept").click()
    expect(marks_of(page, sure[0]["id"]).first).to_be_attached()
    part(page, "show-kept").click()
    at_it_all_the_same(page, desk, document, sure[0])
    what_found_it_in_words(page)


def stays_surely(entity: dict[str, object]) -> bool:
    return (entity["action"], entity["category"], entity["certainty"]) == ("keep", "LOC", 1)


def uncertain(entity: dict[str, object]) -> bool:
    return (entity["action"], entity["certainty"]) == ("keep", 3)


def show_first(page: Page, entity: dict[str, object]) -> None:
    """It stays by the policy, but whether it is what it seems is uncertain: it can be seen without asking."""
    page.locator(".entities-bar [data-filter=stays]").click()
    page.locator(f"[data-testid=entity-row][data-entity='{entity['id']}']").wait_for(state="attached")
    expect(page.locator(f"{MARK}[data-action=keep][data-certainty='3']").first).to_be_attached()
    page.locator(".entities-bar [data-filter=all]").click()


def at_it_all_the_same(page: Page, desk: Desk, document: str, entity: dict[str, object]) -> None:
    """Who goes to it sees it."""
    text = desk.get(f"/documents/{document}/text").json()["text"]
    start, end, *_ = entity["mentions"][0]  # type: ignore[index]
    row = listed(page, text[start:end])
    row.locator(".cell-name .cell-button").click()
    expect(marks_of(page, str(entity["id"])).first).to_be_visible()
    filtered(page, "")


def what_found_it_in_words(page: Page) -> None:
    page.locator(f"{MARK}[data-action=replace]").first.click()
    choose(page, part(page, "card").locator("[data-key=more]"), "Why?")
    reasons = page.locator("dialog[open] .reasons section")
    expect(reasons.first).to_be_visible()
    assert not INTERNAL.search(page.locator("dialog[open]").inner_text())
    page.keyboard.press("Escape")


def test_plumbing_is_folded_unless_a_name_is_in_it(page: Page, desk: Desk) -> None:
    case = desk.case()
    plain = desk.upload(case, "styles.html", HIDDEN_STYLES)
    open_review(page, plain)
    fold = part(page, "fold")
    expect(fold).to_have_count(1)
    expect(fold).not_to_have_attribute("open", "")
    Gallery(page).take("plumbing", "Technical parts of the file")
    fold.locator("summary").click()
    expect(fold.get_by_text("let width = 4;")).to_be_visible()
    open_review(page, desk.upload(case, "canaries.docx", CANARIES.read_bytes()))
    expect(page.locator("[data-testid=fold][open]").first).to_be_attached()


def test_columns_are_widened_and_the_preview_is_edited(page: Page, desk: Desk) -> None:
    document = desk.upload(desk.case(), "award.txt")
    open_review(page, document)
    head = page.locator(".row-head .cell-name")
    name = page.locator("[data-testid=entity-row] .cell-name").first
    before = name.bounding_box()
    assert before
    head.locator(".cell-button").focus()
    for _ in range(4):
        page.keyboard.press("Shift+ArrowRight")
    after = name.bounding_box()
    assert after
    assert after["width"] >= before["width"] + 40
    show(page, "preview")
    page.locator("#document .pseudonym").first.click()
    with saved(page):
        page.keyboard.press("r")
    assert any(each["action"] == "reject" for each in desk.review(document)["entities"])
    show(page, "side")
    twin = page.locator("#document-preview .pseudonym")
    count = twin.count()
    twin.first.click()
    with saved(page):
        page.keyboard.press("k")
    expect(twin).not_to_have_count(count)


def test_the_bar_has_its_number_before_the_questions_are_there(page: Page, desk: Desk) -> None:
    document = desk.upload(desk.case(), "award.html", AWARD.read_bytes(), metadata=METADATA.read_text("utf8"))
    all_of_them = len(desk.get(f"/documents/{document}/doubts").json()["doubts"])
    kept: list[Route] = []
    page.route("**/doubts?quick=true", lambda route: kept.append(route))
    page.goto(f"/#/document/{document}")
    expect(part(page, "doubts-left")).to_have_text(f"{all_of_them} doubts left")
    page.keyboard.press("n")
    expect(part(page, "doubts")).to_have_attribute("data-left", "")
    kept[0].continue_()
    expect(part(page, "doubts")).to_have_attribute("data-left", str(all_of_them))
    expect(part(page, "doubts-left")).to_have_text(f"{all_of_them} doubts left")
    expect(part(page, "answer-1")).to_be_visible()  # of the first, which was asked for meanwhile


def test_a_detail_that_is_hidden_leaves_the_question_until_it_is_answered(page: Page, desk: Desk) -> None:
    """Somebody may still be recognised by the others: the number of doubts never goes down and up again."""
    document = desk.upload(desk.case("court-eu"), "award.html", AWARD.read_bytes())
    open_review(page, document)
    banner, first = part(page, "doubts"), part(page, "answer-1")
    told = desk.get(f"/documents/{document}/doubts").json()["doubts"]
    risky = next(at for at, each in enumerate(told) if each["reason"] == "risk")
    for _ in range(risky + 1):
        page.keyboard.press("n")
    expect(first).to_have_attribute("data-answer", "hide")
    asked = banner.locator(".doubts-now").inner_text()
    before = str(len(told))
    expect(banner).to_have_attribute("data-left", before)
    hidden = first.inner_text()
    with saved(page):
        first.click()
    expect(banner).to_have_attribute("data-left", before)
    expect(banner.locator(".doubts-now")).to_have_text(asked)
    expect(first).not_to_have_text(hidden)


def test_the_bar_counts_all_doubts_or_says_that_it_still_counts(page: Page, desk: Desk) -> None:
    document = desk.upload(desk.case(), "award.html", AWARD.read_bytes(), metadata=METADATA.read_text("utf8"))
    all_of_them = len(desk.get(f"/documents/{document}/doubts").json()["doubts"])
    page.route("**/doubts", lambda route: None)  # those that ask for the rendered document never come
    page.route(
        "**/doubts?quick=true",
        lambda route: route.fulfill(json={"doubts": route.fetch().json()["doubts"][:2], "partly": True}),
    )
    page.goto(f"/#/document/{document}")
    expect(part(page, "doubts-left")).to_have_text("At least 2 doubts, still looking …")
    expect(part(page, "doubts").locator("progress")).to_have_count(0)
    page.unroute_all(behavior="ignoreErrors")
    page.reload()
    expect(part(page, "doubts-left")).to_have_text(f"{all_of_them} doubts left")
