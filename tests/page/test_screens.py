"""Every view and every dialog, looked at: nothing stands out of the window, and the words are there."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from page.gallery import Gallery
from page.hands import (
    OpenPage,
    box,
    cell,
    choose,
    despite,
    filtered,
    listed,
    open_review,
    part,
    saved,
    select_text,
    show,
    watch_of,
)
from page.running import AWARD, METADATA, Server, StartServer, lexveil
from service.running import TEXT
from service.running import Browser as Desk

PASSWORD = "correct horse battery staple"


@pytest.fixture(scope="module")
def award(server: Server) -> str:
    """The example in a case of its own, with something corrected."""
    with Desk(server.address) as desk:
        case = desk.case(name="Ferreira Serrão v. IFCR")
        document = desk.upload(case, "award.html", AWARD.read_bytes(), metadata=METADATA.read_text("utf8"))
        expert = desk.named(document, "Thorvaldsdal")["id"]
        assert desk.edit(document, 0, kind="role", entity=expert, role="WITNESS").status_code == 200
        assert desk.edit(document, 1, kind="accept", entity=expert).status_code == 200
        return document


def test_the_start_login_and_administration(
    open_page: OpenPage, start_server: StartServer, tmp_path: Path
) -> None:
    server = start_server("--accounts", "--allowed-host", "127.0.0.1")
    (tmp_path / "password").write_text(PASSWORD)
    given = ("--role", "administrator", "--password-file", str(tmp_path / "password"))
    lexveil("users", "add", "ada", *given, "--database", str(server.database))
    page = open_page(server)
    look = Gallery(page)
    page.goto("/")
    look.take("login", "Log in", small=True)
    watch_of(page).expect("401")
    page.locator("#login input[name=name]").fill("ada")
    page.locator("#login input[name=password]").fill("wrong")
    page.locator("#login button").click()
    expect(page.locator("#login [role=alert]")).to_be_visible()
    look.take("login-refused", "The name or the password is wrong")
    page.locator("#login input[name=password]").fill(PASSWORD)
    page.locator("#login button").click()
    expect(page.locator(".first")).to_be_visible()
    look.take("start-empty", "Try the example award", small=True)
    page.locator("#help").click()
    look.take("tour", "Welcome to Lexveil")
    page.keyboard.press("Escape")
    page.locator("#new-case").click()
    look.take("case-new", "Policy", small=True)
    page.keyboard.press("Escape")
    page.locator("#user").click()
    look.take("menu-user", "Administration")
    page.locator("#menu-about").click()
    look.take("about", ".docx")
    page.keyboard.press("Escape")
    page.locator("#user").click()
    page.locator("#menu-password").click()
    look.take("password", "New password again")
    page.keyboard.press("Escape")
    example_and_tour(page, look)
    administration(page, look)
    page.context.clear_cookies()
    page.locator("[data-tab=users]").click()
    expect(page.locator("#login-again")).to_be_visible()
    look.take("login-again", "Log in")
    server.stop()


def example_and_tour(page: Page, look: Gallery) -> None:
    """The example is analysed, opened, and shown around in; Escape would end it at any step."""
    page.locator("#example").click()
    tour = page.locator("#tour")
    expect(tour).to_be_visible(timeout=90_000)
    for step in range(1, 8):
        expect(tour).to_contain_text(f"{step} of 7")
        look.take(f"tour-review-{step}")
        page.locator("#tour-next").click()
    expect(tour).to_have_count(0)
    page.locator("#trail a").last.click()
    page.locator("[data-tab=members]").click()
    look.take("case-members", "Owner")
    page.locator("[data-tab=settings]").click()
    page.locator("#delete-case").click()
    look.take("case-delete", "Delete", small=True)
    page.keyboard.press("Escape")


def administration(page: Page, look: Gallery) -> None:
    page.goto("/#/admin")
    page.locator("#add-user").click()
    box(page).locator("input[name=name]").fill("bo")
    box(page).locator("input[name=new]").fill(PASSWORD)
    look.take("admin-user-new", "First password")
    page.keyboard.press("Enter")
    expect(page.locator("#users tbody tr")).to_have_count(2)
    look.take("admin-users", "ada", "Reviewer", small=True)
    page.locator("[data-tab=tokens]").click()
    page.locator("input[name=token-name]").fill("Archive")
    page.keyboard.press("Enter")
    expect(page.locator("#token-secret")).to_be_visible()
    look.take("admin-tokens", "Archive", small=True)
    page.locator("[data-tab=audit]").click()
    expect(page.locator("#audit tbody tr").first).to_be_visible()
    page.locator("#verify-audit").click()
    look.take("admin-audit", "The log is whole", small=True)


def test_a_case(page: Page, desk: Desk, award: str, tmp_path: Path) -> None:
    look = Gallery(page)
    page.goto("/")
    expect(page.locator("#cases")).to_be_visible()
    look.take("start", "Ferreira Serrão v. IFCR", small=True)
    case = desk.get(f"/documents/{award}").json()["project"]
    page.goto(f"/#/project/{case}")
    look.take("case", "award.html", "In review", small=True)
    (tmp_path / "photo.png").write_bytes(b"no document")
    (tmp_path / "empty.docx").write_bytes(b"")
    page.locator("#upload-input").set_input_files([tmp_path / "photo.png", tmp_path / "empty.docx"])
    look.take("upload-refused", "photo.png", "empty.docx")
    for tab, words in (
        ("entities", "WITNESS_1"),
        ("statistics", "Nothing approved yet"),
        ("settings", "Delete case"),
    ):
        page.locator(f"[data-tab={tab}]").click()
        look.take(f"case-{tab}", words, small=tab != "settings")
    running(page, look, desk, case)


def running(page: Page, look: Gallery, desk: Desk, case: str) -> None:
    """An analysis in the middle, and one that failed, as the service would tell of them."""
    document = desk.get(f"/projects/{case}").json()["documents"][0]

    def told(**facts: object) -> None:
        page.unroute_all()
        now = document | facts
        page.route(f"**/documents/{document['id']}", lambda route: route.fulfill(json=now))
        words = (
            f"event: progress\ndata: {json.dumps({'document': document['id'], 'fraction': 0.4, **facts})}\n\n"
        )
        page.route("**/events", lambda route: route.fulfill(body=words, content_type="text/event-stream"))

    told(status="running", step="resolving")
    page.goto(f"/#/document/{document['id']}")
    look.take("analysis-running", "The document is being analysed", small=True)
    told(
        status="failed",
        error="the file is damaged and cannot be opened: save it again and upload it once more",
    )
    page.reload()
    look.take("analysis-failed", "The file is damaged")
    page.unroute_all()


def test_a_review(page: Page, award: str) -> None:
    look = Gallery(page)
    open_review(page, award)
    look.take("review-marked", "ARBITRAL AWARD", "WITNESS_1", "doubts left", small=True)
    for view in ("inline", "original", "preview", "side"):
        show(page, view)
        if view in ("preview", "side"):
            expect(page.locator("#document .pseudonym, #document-preview .pseudonym").first).to_be_visible()
        look.take(f"review-{view}", "ARBITRAL AWARD", small=True)
    show(page, "marked")
    page.locator("[data-testid=group]").check()
    look.take("review-by-role", "Witness")
    page.locator("[data-testid=group]").uncheck()
    page.locator("#document .mark", has_text="Tomás Ferreira Serrão").first.hover()
    look.take("review-hover", "Party")
    page.mouse.move(5, 5)
    choosers(page, look)
    page.keyboard.press("n")
    look.take("review-doubt", "signs of different roles", small=True)


def choosers(page: Page, look: Gallery) -> None:
    """The menus, the strips and the dialogs of the review."""
    row = listed(page, "Nathaniel Grant")
    cell(row, "menu").click()
    look.take("review-menu", "Merge with")
    page.keyboard.press("Escape")
    cell(row, "role").click()
    look.take("review-roles", "Arbitrator")
    page.keyboard.press("Escape")
    cell(row, "pseudonym").click()
    look.take("review-rename", "WITNESS_1")
    page.keyboard.press("Escape")
    for key, name, words in (("m", "merge", "Both become one"), ("s", "split", "a name of their own")):
        page.keyboard.press(key)
        look.take(f"review-{name}", words, small=True)
        page.keyboard.press("Escape")
    filtered(page, "")
    select_text(page, "Wilhelmina")  # only a part of what is marked
    expect(part(page, "offer")).to_be_visible()
    select_text(page, "yard hands")
    expect(part(page, "offer")).to_be_visible()
    look.take("review-selection", "Mark as a name")
    part(page, "offer").click()
    expect(box(page).locator("[data-testid=found] li").first).to_be_visible()
    look.take("review-add", "Whose name is it?", small=True)
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    part(page, "search-input").fill("boat")
    expect(part(page, "search-status")).to_contain_text("hits")
    look.take("review-search", "Mark all as", small=True)
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    look.take("review-keys", "next doubt", small=True)
    page.keyboard.press("Escape")
    cell(listed(page, "Lorenz Mühlbrandt"), "name").click()
    page.keyboard.press("y")
    expect(box(page)).to_be_visible()
    look.take("review-reasons", "Lorenz Mühlbrandt")
    page.keyboard.press("Escape")


def test_an_export_and_figures(page: Page, desk: Desk) -> None:
    look = Gallery(page)
    document = desk.upload(desk.case(), "award.html", AWARD.read_bytes(), metadata=METADATA.read_text("utf8"))
    open_review(page, document)
    with saved(page):
        choose(page, cell(listed(page, "Ingrid Thorvaldsdal"), "role"), "Witness")
    look.take("review-corrected", "WITNESS_6")
    choose(page, part(page, "more"), "Statistics")
    look.take("statistics", "Precision", "Result as gold", small=True)
    page.keyboard.press("Escape")
    part(page, "export").click()
    expect(page.locator("#export-start")).to_be_enabled()
    look.take("export-before", "Residual risk", "Fully covered", small=True)
    refused = {"error": {"kind": "leak", "message": "1 replaced name is left in the output: part body"}}
    page.route("**/export", lambda route: route.fulfill(status=409, json=refused))
    watch_of(page).expect("409")
    despite(page)
    page.locator("#export-start").click()
    look.take("export-leak", "Stopped: a replaced name is still in the output")
    page.unroute_all()
    page.locator("#export footer .primary").click()
    despite(page)
    page.locator("#export-start").click()
    expect(page.locator("#export .verdict")).to_contain_text("Clean", timeout=90_000)
    look.take("export-after", "Download", small=True)
    page.locator("#export-done").click()
    look.take("review-exported", "Exported")
    page.goto(f"/#/project/{desk.get(f'/documents/{document}').json()['project']}/statistics")
    look.take("case-figures", "1 of 1 documents are counted", "Precision")


def test_what_goes_wrong(page: Page, desk: Desk) -> None:
    look = Gallery(page)
    watch_of(page).expect("404|net::ERR_CONNECTION_REFUSED|on purpose")
    page.goto(f"/#/document/{'0' * 32}")
    look.take("missing", "Not found", small=True)
    page.goto("/#/nothing")
    look.take("missing-view", "Not found")
    document = desk.upload(desk.case(), "award.txt", TEXT)
    open_review(page, document)

    def lost(route: Route) -> None:
        route.abort("connectionrefused")

    page.route("**/api/v1/**", lost)
    choose(page, cell(listed(page, "Pia Holt"), "role"), "Expert")
    look.take("offline", "The server does not answer", small=True)
    page.goto("/#/")
    look.take("offline-start", "The server does not answer", "Try again")
    page.unroute("**/api/v1/**", lost)
    expect(page.locator("#banner")).to_be_hidden()
    page.evaluate("() => setTimeout(() => { throw new Error('on purpose'); })")
    expect(page.locator("#crash")).to_be_visible()
    look.take("crash", "Load again")
