"""Every view, dialog, menu and state of the page, one after the other, for tests that look at all of them.

Each function goes from view to view and yields the name of the one that is shown; the test looks, and goes
on. What a view needs to be there (a case with an analysed document) is made by
the test before.
"""

import json
import re
from collections.abc import Iterator

from playwright.sync_api import Page, expect

from page.hands import MARK, ROW, box, cell, despite, part, reviewing, show, watch_of

Views = Iterator[str]
NO_DOCUMENT = "0" * 32
SEVERAL = re.compile(r"^([2-9]|\d\d+)$")  # mentions


def settled(page: Page) -> None:
    """The view is there, and nothing of it is still on its way."""
    expect(page.locator("#main h1, #trail h1").first).to_be_attached()
    expect(page.locator("#main [aria-busy=true]")).to_have_count(0)


def go(page: Page, route: str) -> None:
    page.goto(f"/#/{route}")
    settled(page)


def away(page: Page) -> None:
    """Close the dialog or menu that is open."""
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open], .menu:popover-open")).to_have_count(0)


def of_the_shell(page: Page, case: str) -> Views:
    """Home and a case."""
    go(page, "")
    yield "home"
    for opener in ("#theme", "#user"):
        page.locator(opener).click()
        expect(page.locator(".menu:popover-open")).to_be_visible()
        yield f"menu of {opener}"
        if opener == "#theme":
            away(page)
    page.locator("#menu-about").click()
    expect(box(page)).to_be_visible()
    yield "about"
    away(page)
    page.locator("#new-case").click()
    expect(box(page)).to_be_visible()
    yield "new case"
    box(page).locator("button[type=submit]").click()
    expect(box(page).locator("[aria-invalid=true]")).to_be_visible()
    yield "new case, without a name"
    box(page).locator("#on-top > summary").click()
    yield "new case, with what is asked for on top"
    away(page)
    yield from of_a_case(page, case)


def of_a_case(page: Page, case: str) -> Views:
    row = page.locator(f".case[data-project='{case}']")
    for place, item in enumerate(("rename a case", "delete a case")):
        row.get_by_role("button").click()
        yield f"menu to {item}"
        page.locator(".menu:popover-open .menu-item").nth(place).click()
        expect(box(page)).to_be_visible()
        yield item
        away(page)
    for tab in ("documents", "entities", "corrections", "search", "metadata", "statistics", "settings"):
        go(page, f"project/{case}/{tab}")
        expect(page.locator("[role=tabpanel]").first).to_be_visible()
        yield f"case, {tab}"
    go(page, f"project/{case}/documents")
    page.locator("#export-case").click()
    expect(box(page)).to_be_visible()
    yield "export of a case"
    away(page)
    for place, item in ((2, "rename a document"), (3, "assign a document"), (4, "flag a document")):
        page.locator("[data-control=more]").first.click()
        page.locator(".menu:popover-open .menu-item").nth(place).click()
        expect(box(page)).to_be_visible()
        yield item
        away(page)
    page.locator("[data-control=more]").first.click()
    yield "menu of a document"
    page.locator(".menu:popover-open .menu-item").last.click()
    expect(box(page)).to_be_visible()
    yield "remove a document"
    away(page)


def of_the_desk(page: Page, case: str, document: str) -> Views:
    """What a clerk has before them all day, one after the other."""
    for tab in ("documents", "entities", "corrections"):
        go(page, f"project/{case}/{tab}")
        if tab == "entities":
            part(page, "case-names").check()
            expect(page.locator("[data-testid=case-row]").first).to_be_visible()
        yield f"case, {tab}"
    go(page, f"project/{case}/search")
    part(page, "case-search").fill("tribunal")
    expect(page.locator("#case-hits section").first).to_be_visible()
    yield "case, search"
    page.goto(f"/#/document/{document}")
    reviewing(page)
    yield "review"
    if part(page, "doubt-n").count():
        part(page, "doubt-n").click()
        expect(part(page, "answer-1")).to_be_in_viewport()
        expect(page.locator("#document .mark.here")).to_be_in_viewport()
        yield "doubt with its answers"
    yield from of_several(page)
    part(page, "export").click()
    expect(page.locator("#export-start")).to_be_visible(timeout=60_000)
    yield "export"
    away(page)


def of_several(page: Page) -> Views:
    """Places that were picked, and to whom they may be given."""
    page.keyboard.press("Escape")
    mark = page.locator(f"{MARK}[data-action=replace]").first
    mark.scroll_into_view_if_needed()
    mark.click(modifiers=["ControlOrMeta"])
    expect(page.locator(".mark.picked")).to_have_count(1)
    yield "places picked"
    page.keyboard.press("g")
    expect(part(page, "moving")).to_be_visible()
    yield "who is it"
    page.keyboard.press("Escape")
    mark.click(modifiers=["ControlOrMeta"])


def of_a_case_without_documents(page: Page, case: str) -> Views:
    for tab in ("documents", "entities", "statistics"):
        go(page, f"project/{case}/{tab}")
        yield f"empty case, {tab}"


def of_the_review(page: Page, document: str) -> Views:
    """A document under review; edits are made, and taken back."""
    page.goto(f"/#/document/{document}")
    reviewing(page)
    yield "review"
    for view in ("inline", "original", "preview", "side", "marked"):
        show(page, view)
        yield f"review, {view}"
    yield from of_an_entity(page)
    yield from of_the_table(page)
    yield from of_the_dialogs(page)
    yield from of_messages(page)


def of_an_entity(page: Page) -> Views:
    page.locator(f"{MARK}[data-action=replace]").first.click()
    expect(part(page, "card")).to_be_visible()
    yield "card"
    for key in ("role", "category", "more"):
        part(page, "card").locator(f"[data-key={key}]").click()
        expect(page.locator(".menu:popover-open")).to_be_visible()
        yield f"card, menu of {key}"
        page.keyboard.press("Escape")
        expect(page.locator(".menu:popover-open")).to_have_count(0)
    page.keyboard.press("Escape")


def of_the_table(page: Page) -> Views:
    row = page.locator(ROW).first
    cell(row, "menu").click()
    expect(page.locator(".menu:popover-open")).to_be_visible()
    yield "menu of a row"
    page.keyboard.press("Escape")
    cell(row, "pseudonym").click()
    expect(part(page, "pseudonym-input")).to_be_visible()
    yield "rename"
    part(page, "pseudonym-input").press("Escape")
    part(page, "group").check()
    yield "table by role"
    part(page, "group").uncheck()
    part(page, "filter").fill("zzz")
    expect(page.locator(".entities-empty")).to_be_visible()
    yield "table, nothing listed"
    part(page, "filter").fill("")
    expect(page.locator(ROW).first).to_be_visible()


def of_the_dialogs(page: Page) -> Views:
    several = page.locator(ROW, has=page.locator(".counter", has_text=SEVERAL)).first
    name = cell(several, "name")
    for key, what in (
        ("m", "merge"),
        ("s", "split"),
        ("y", "why"),
        ("c", "comments"),
        ("+", "add"),
        ("?", "keys"),
    ):
        name.press(key)
        expect(box(page)).to_be_visible()
        expect(box(page).locator("[aria-busy=true]")).to_have_count(0)
        yield what
        away(page)
    name.press("/")
    part(page, "search-input").fill("the")
    expect(part(page, "search-status")).not_to_be_empty()
    yield "search"
    part(page, "search-input").press("Escape")
    part(page, "more").click()
    page.locator(".menu:popover-open .menu-item", has_text="What was changed").click()
    expect(part(page, "difference").locator("section").first).to_be_visible()
    yield "what was changed"
    away(page)
    part(page, "more").click()
    page.locator(".menu:popover-open .menu-item", has_text="tatistics").click()
    expect(box(page)).to_be_visible()
    yield "statistics"
    away(page)


def of_messages(page: Page) -> Views:
    cell(page.locator(ROW).first, "name").press("r")
    expect(page.locator(".toast").first).to_be_visible()
    yield "toast"
    page.locator(".toast button").first.click()
    if part(page, "doubt-n").count():
        part(page, "doubt-n").click()
        yield "doubts"


def of_the_export(page: Page) -> Views:
    """What is left of the review is exported, so this comes last."""
    part(page, "export").click()
    expect(page.locator("#export-start")).to_be_visible(timeout=60_000)
    yield "export"
    box(page).locator("input[name=format][value=report]").check()
    despite(page)
    page.locator("#export-start").click()
    expect(page.locator("#export-done")).to_be_visible(timeout=90_000)
    yield "exported"
    page.locator("#export-done").click()


def of_trouble(page: Page, document: str) -> Views:
    """What is not there, what is not ready, and a service that does not answer."""
    watch_of(page).expect("40[0-9]|422|failed|Failed to load resource")
    go(page, "nowhere")
    yield "no such view"
    go(page, f"document/{NO_DOCUMENT}")
    yield "no such document"
    told: dict[str, object] = page.request.get(f"/api/v1/documents/{document}").json()
    page.route(
        f"**/api/v1/documents/{document}",
        lambda route: route.fulfill(content_type="application/json", body=json.dumps(told)),
    )
    for status in ("running", "failed", "cancelled"):
        told |= {"status": status, "step": "ner", "error": "a file of this kind cannot be read"}
        go(page, f"document/{document}")
        expect(page.locator("#cancel-analysis, #retry-analysis")).to_be_visible()
        yield f"analysis {status}"
        go(page, "")
    page.unroute_all(behavior="ignoreErrors")
    page.route("**/api/v1/**", lambda route: route.abort())
    page.goto(f"/#/document/{document}")
    expect(page.locator("#banner")).to_be_visible()
    yield "no service"
    page.unroute_all(behavior="ignoreErrors")


def of_an_office(page: Page, case: str, name: str, password: str) -> Views:
    """A service with accounts, from the login on; whoever logs in administers it."""
    watch_of(page).expect("401")
    page.goto("/#/login")
    form = page.locator("form#login")
    form.locator("input[name=name]").fill(name)
    form.locator("input[name=password]").fill("not this one, certainly")
    yield "login"
    form.locator("button[type=submit]").click()
    expect(form.locator("[role=alert]")).to_be_visible()
    yield "login, refused"
    form.locator("input[name=password]").fill(password)
    form.locator("button[type=submit]").click()
    expect(page.locator(".case, .first").first).to_be_visible()
    for tab in ("users", "tokens", "audit"):
        go(page, f"admin/{tab}")
        yield f"administration, {tab}"
    page.locator("#verify-audit").click()
    expect(page.locator("#audit-answer .message")).to_be_visible()
    yield "administration, audit log verified"
    go(page, "admin/users")
    page.locator("#add-user").click()
    expect(box(page)).to_be_visible()
    yield "add a user"
    away(page)
    for item in ("#menu-password", "#menu-tokens"):
        page.locator("#user").click()
        page.locator(item).click()
        expect(box(page)).to_be_visible()
        yield f"dialog of {item}"
        away(page)
    go(page, f"project/{case}/members")
    yield "case, members"


def of_the_tour(page: Page, document: str) -> Views:
    page.goto(f"/#/document/{document}")
    reviewing(page)
    page.locator("#help").click()
    if page.locator(".menu:popover-open").count():
        page.locator(".menu:popover-open .menu-item").first.click()
    expect(page.locator("#tour")).to_be_visible()
    yield "tour"
    page.locator("#tour-next").click()
    yield "tour, on its way"
    page.keyboard.press("Escape")
