"""Nothing is lost: not by a reload, not by a server that goes away in the middle."""

from playwright.sync_api import Page, expect

from page.hands import OpenPage, box, cell, choose, listed, open_review, part, saved, watch_of
from page.running import StartServer
from service.running import Browser as Desk

GONE = r"net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE)"
API = "**/api/v1/**"


def test_a_reload_loses_nothing(page: Page, desk: Desk) -> None:
    document = desk.upload(desk.case(), "award.txt")
    open_review(page, document)
    row = listed(page, "Pia Holt")
    with saved(page):
        choose(page, cell(row, "role"), "Expert")
    row = listed(page, "Ivo Lundgren")
    cell(row, "pseudonym").click()
    part(page, "pseudonym-input").fill("the harbour master")
    with saved(page):
        page.keyboard.press("Enter")
    page.reload()
    expect(cell(listed(page, "Pia Holt"), "role")).to_have_text("Expert")
    expect(cell(listed(page, "Ivo Lundgren"), "pseudonym")).to_have_text("the harbour master")
    for _ in range(2):
        with saved(page):
            part(page, "undo").click()
    expect(part(page, "undo")).to_have_attribute("aria-disabled", "true")
    expect(cell(listed(page, "Pia Holt"), "role")).to_have_text("Witness")


def cut_off(page: Page, desk: Desk) -> str:
    """A document under review, and then the line breaks; `page.unroute(API)` mends it."""
    document = desk.upload(desk.case(), "award.txt")
    open_review(page, document)
    watch_of(page).expect(GONE)
    page.route(API, lambda route: route.abort("connectionrefused"))
    return document


def test_edits_that_wait_survive_a_reload(page: Page, desk: Desk) -> None:
    """The line breaks, the reviewer goes on and reloads: what waited is sent then."""
    document = cut_off(page, desk)
    choose(page, cell(listed(page, "Pia Holt"), "role"), "Expert")
    expect(page.locator("#banner")).to_contain_text("The server does not answer")
    page.on("dialog", lambda asked: asked.accept())  # the browser asks whether to leave
    page.unroute(API)
    page.reload()
    expect(part(page, "review")).to_be_visible()
    expect(cell(listed(page, "Pia Holt"), "role")).to_have_text("Expert")
    expect(page.locator(".toast")).to_contain_text("sent again")
    assert desk.named(document, "Pia Holt")["role"] == "EXPERT"


def test_edits_that_wait_are_sent_though_the_document_was_left(page: Page, desk: Desk) -> None:
    document = cut_off(page, desk)
    for name in ("Pia Holt", "Ivo Lundgren"):
        choose(page, cell(listed(page, name), "role"), "Expert")
    expect(part(page, "waiting")).to_have_text("2 changes are waiting")
    page.locator("#bar .brand").click()
    expect(part(page, "review")).to_have_count(0)
    with page.expect_response(lambda answer: answer.url.endswith("/edits") and answer.json()["number"] == 2):
        page.unroute(API)
    assert desk.named(document, "Pia Holt")["role"] == "EXPERT"
    assert desk.named(document, "Ivo Lundgren")["role"] == "EXPERT"


def test_a_server_that_goes_away_and_comes_back(open_page: OpenPage, start_server: StartServer) -> None:
    server = start_server()
    page = open_page(server)
    watch_of(page).expect(GONE)
    with Desk(server.address) as desk:
        document = desk.upload(desk.case(), "award.txt")
    open_review(page, document)
    part(page, "add").click()
    box(page).locator("[data-testid=add-name]").fill("harbour mas")
    server.kill()
    box(page).locator("[data-testid=add-name]").fill("harbour master")
    banner = page.locator("#banner")
    expect(banner).to_contain_text("The server does not answer")
    expect(box(page)).to_contain_text("Only what is written exactly the same is listed")
    box(page).get_by_role("button", name="Mark 1 place").click()
    expect(part(page, "waiting")).to_have_text("1 change is waiting")
    choose(page, cell(listed(page, "Pia Holt"), "role"), "Expert")
    expect(part(page, "waiting")).to_have_text("2 changes are waiting")
    expect(cell(listed(page, "Pia Holt"), "role")).to_have_text("Expert")
    page.locator(".review-bar [data-testid=search]").click()
    part(page, "search-input").fill("telephone")
    expect(part(page, "search-status")).to_have_text("1 hit")
    server.start()
    expect(banner).to_be_hidden()
    expect(page.locator(".toast", has_text="back")).to_be_visible()
    expect(part(page, "search-input")).to_have_value("telephone")
    expect(part(page, "waiting")).to_be_empty()
    with Desk(server.address) as desk:
        expect(part(page, "undo")).to_have_attribute("aria-disabled", "false")
        assert desk.review(document)["number"] == 2
        assert desk.named(document, "Pia Holt")["role"] == "EXPERT"
        assert desk.named(document, "harbour master")["category"] == "PERSON"
    server.stop()
