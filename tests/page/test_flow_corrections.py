"""What is corrected once holds in the whole case: seen in its table, in its list, and in other documents."""

from playwright.sync_api import Page, expect

from page.gallery import Gallery
from page.hands import box, cell, choose, listed, open_review, part, saved
from page.test_flow_case import ORDER
from service.running import TEXT
from service.running import Browser as Desk

THIRD = ORDER.replace("Mr Breke is heard", "Mr Breke was ill and is heard")


def test_corrections_belong_to_the_case(page: Page, desk: Desk) -> None:
    case = desk.case()
    award = desk.upload(case, "award.txt", TEXT)
    order = desk.upload(case, "order.txt", ORDER)
    merged(page, desk, award, order)
    renamed_in_the_table(page, desk, case, award, order)
    found_everywhere(page, case)
    out_of_step(page, desk, case, award, order)


def merged(page: Page, desk: Desk, award: str, order: str) -> None:
    """Two names of one person here are one in the other document too."""
    open_review(page, order)
    row = listed(page, "Jonas Breke")
    cell(row, "name").press("m")
    box(page).locator("input").first.fill("Lundgren")
    with saved(page):
        box(page).locator("button.primary").click()
    assert desk.named(order, "Breke")["id"] == desk.named(order, "Ivo Lundgren")["id"]
    with saved(page):
        page.keyboard.press("u")
    assert desk.named(order, "Breke")["id"] != desk.named(order, "Ivo Lundgren")["id"]
    assert desk.get(f"/documents/{award}").json()["out_of_step"] is False


def renamed_in_the_table(page: Page, desk: Desk, case: str, award: str, order: str) -> None:
    page.goto(f"/#/project/{case}/entities")
    part(page, "case-filter").fill("ivo lund")
    expect(part(page, "case-row")).to_have_count(0)
    part(page, "case-names-unseen").get_by_role("button", name="Show real names").click()
    expect(part(page, "case-filter")).to_have_value("ivo lund")  # and is found now
    expect(part(page, "case-row")).to_have_count(1)
    expect(part(page, "case-names-unseen")).to_be_hidden()
    row = page.locator("[data-testid=case-row]", has_text="Ivo Lundgren")
    expect(row).to_be_visible()
    Gallery(page).take("case-table", small=True)
    row.locator(".edit-in-place").click()
    part(page, "case-pseudonym").fill("the harbour master")
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_contain_text("Changed in 2 documents")
    for document in (award, order):
        assert desk.named(document, "Ivo Lundgren")["pseudonym"] == "the harbour master"
    with page.expect_response(lambda answer: answer.request.method != "GET"):
        choose(page, row.locator("[data-testid=case-role]"), "Expert")
    expect(page.locator(".toast").last).to_contain_text("Changed in 2 documents")
    for document in (award, order):
        assert desk.named(document, "Ivo Lundgren")["role"] == "EXPERT"
    page.goto(f"/#/project/{case}/corrections")
    expect(part(page, "correction").first).to_contain_text("Ivo Lundgren")
    expect(part(page, "correction")).to_have_count(2)
    Gallery(page).take("case-corrections")


def test_names_that_stay_are_rows_of_the_table(page: Page, desk: Desk) -> None:
    case = desk.case()
    award, order = desk.upload(case, "award.txt", TEXT), desk.upload(case, "order.txt", ORDER)
    page.goto(f"/#/project/{case}/entities")
    expect(page.get_by_text("0 names are on the whitelist")).to_be_visible()
    page.get_by_label("Show real names").check()
    ivo = page.locator("[data-testid=case-row]", has_text="Ivo Lundgren")
    with page.expect_response(lambda answer: answer.url.endswith("/edits")):
        choose(page, ivo.locator("[data-testid=case-actions]"), "Never replace in this case")
    expect(ivo.locator("[data-testid=case-listed]")).to_have_text("Whitelist: stays in this case")
    expect(ivo.locator(".chip")).to_have_count(2)
    for document in (award, order):
        assert desk.named(document, "Ivo Lundgren")["action"] == "keep"
    part(page, "list-name").fill("Dag Solheim")
    part(page, "list-add").click()
    dag = page.locator("[data-testid=case-row]", has_text="Dag Solheim")
    expect(dag).to_contain_text("in no document yet")
    part(page, "case-filter").fill("whitelist")
    expect(part(page, "case-row")).to_have_count(2)
    Gallery(page).take("case-whitelist", small=True)
    choose(page, dag.locator("[data-testid=case-actions]"), "Take off the whitelist")
    expect(dag).to_have_count(0)
    choose(page, ivo.locator("[data-testid=case-actions]"), "Replace in the whole case")
    expect(page.locator(".toast").last).to_contain_text("Changed in 2 documents")
    part(page, "case-filter").fill("ivo lund")
    expect(ivo.locator(".edit-in-place")).to_be_visible()
    expect(ivo.locator("[data-testid=case-listed]")).to_have_count(0)
    for document in (award, order):
        assert desk.named(document, "Ivo Lundgren")["action"] == "replace"
    page.goto(f"/#/project/{case}/corrections")
    expect(part(page, "correction")).to_have_count(2)


def found_everywhere(page: Page, case: str) -> None:
    page.goto(f"/#/project/{case}/search")
    part(page, "case-search").fill("lundgren")
    expect(page.locator("#case-hits section")).to_have_count(2)
    Gallery(page).take("case-search")
    page.locator("#case-hits section").nth(1).locator("a").last.click()
    expect(page.locator("#document .mark.here")).to_have_text("Lundgren")


def out_of_step(page: Page, desk: Desk, case: str, award: str, order: str) -> None:
    desk.post(f"/documents/{order}/state", {"to": "approved"})
    master = desk.named(award, "Ivo Lundgren")
    number = desk.get(f"/documents/{award}").json()["number"]
    desk.edit(award, number, kind="role", entity=master["id"], role="WITNESS")
    assert desk.named(order, "Ivo Lundgren")["role"] == "EXPERT"
    page.goto(f"/#/project/{case}")
    button = page.locator("[data-control=out-of-step]")
    expect(button).to_have_count(1)
    Gallery(page).take("case-out-of-step")
    button.click()
    expect(box(page)).to_contain_text("Export")
    assert desk.named(order, "Ivo Lundgren")["role"] == "WITNESS"
