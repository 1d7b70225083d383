"""A policy of the house on the page: chosen, asking for approval, changed meanwhile; and the owner of a case
chooses its members."""

from pathlib import Path

from playwright.sync_api import Page, expect

from page.hands import (
    OpenPage,
    analysed,
    box,
    despite,
    document_row,
    export,
    heading,
    part,
    reviewing,
    upload,
    watch_of,
)
from page.people import ADA, BO, logged_in, office, page_of
from page.running import StartServer
from service.running import TEXT
from service.running import Browser as Desk

HOUSE = """format = 1
description = "Depositions, as the house does it"
approval = true
[[rule]]
category = "PERSON"
label = "deponent {n}"
"""
BECAUSE = "The policy “house” asks for this, so it cannot be switched off."


def test_a_policy_of_the_house_from_the_choice_to_the_file(
    open_page: OpenPage, start_server: StartServer, tmp_path: Path
) -> None:
    (tmp_path / "policies").mkdir()
    file = tmp_path / "policies" / "house.toml"
    file.write_text(HOUSE, "utf8")
    (tmp_path / "award.txt").write_text(TEXT, "utf8")
    server = start_server("--policies", str(file.parent))
    page = open_page(server)
    page.goto("/")
    case_is_made(page)
    upload(page, tmp_path / "award.txt")
    analysed(page, "award.txt")
    settings_cannot_switch_it_off(page)
    document_row(page, "award.txt").get_by_role("link").click()
    reviewing(page)
    approval_comes_first(page)
    written = export(page, tmp_path, ["own"])["award.txt"].read_text("utf8")
    assert "deponent 1" in written
    assert "Lundgren" not in written
    page.close()
    server.stop()
    file.write_text(HOUSE.replace("deponent", "declarant"), "utf8")
    server.start()
    change_is_accepted(open_page(server), server.address)
    server.stop()


def case_is_made(page: Page) -> None:
    page.locator("#new-case").click()
    approval = box(page).locator("input[name=approval]")
    box(page).locator("input[name=name]").fill("Harbour")
    item = box(page).locator(".choice-item", has=page.locator("[value=house]"))
    expect(item).to_contain_text("Depositions, as the house does it")
    item.click()
    expect(approval).to_be_checked()
    expect(approval).to_be_disabled()
    expect(box(page).get_by_text(BECAUSE)).to_be_visible()
    box(page).locator(".choice-item", has=page.locator("[value=strict]")).click()
    expect(approval).not_to_be_checked()
    expect(approval).to_be_enabled()
    expect(box(page).get_by_text(BECAUSE)).to_be_hidden()
    item.click()
    box(page).locator("button.primary").click()
    heading(page, "Harbour")


def settings_cannot_switch_it_off(page: Page) -> None:
    page.locator("[data-tab=settings]").click()
    approval = page.locator(".settings input[name=approval]")
    expect(approval).to_be_checked()
    expect(approval).to_be_disabled()
    expect(page.get_by_text(BECAUSE)).to_be_visible()
    page.locator(".settings input[name=name]").fill("Harbour II")
    page.locator("#save-settings").click()
    heading(page, "Harbour II")
    page.locator("[data-tab=documents]").click()


def approval_comes_first(page: Page) -> None:
    part(page, "export").click()
    expect(box(page).locator("#export-start")).to_be_disabled()
    despite(page)
    box(page).locator("#export-approve").click()
    expect(box(page).locator("#export-start")).to_be_enabled()
    page.keyboard.press("Escape")


def change_is_accepted(page: Page, address: str) -> None:
    """Nothing opens until somebody has looked at it; what was exported must be approved again."""
    with Desk(address) as desk:
        case = desk.get("/projects").json()["projects"][0]["id"]
        document = desk.get(f"/projects/{case}").json()["documents"][0]["id"]
    watch_of(page).expect("409")
    page.goto(f"/#/document/{document}")
    expect(page.get_by_text("has changed since it was chosen for this case")).to_be_visible()
    page.goto(f"/#/project/{case}/settings")
    expect(page.locator("#policy-state")).to_contain_text("Have an administrator accept it in the settings")
    page.locator("#accept-policy").click()
    expect(page.locator("#policy-state")).to_have_count(0)
    expect(page.locator("#policy-changed")).to_have_count(0)
    page.goto(f"/#/document/{document}")
    reviewing(page)
    part(page, "export").click()
    expect(box(page).get_by_text("Take it back to review and have it approved")).to_be_visible()
    expect(box(page).locator("#export-start")).to_be_disabled()


def test_the_owner_of_a_case_chooses_its_members(
    open_page: OpenPage, start_server: StartServer, tmp_path: Path
) -> None:
    server = office(start_server, tmp_path)
    with logged_in(server, BO) as bo:
        case = bo.case()
        page = page_of(open_page, server, bo)
        page.goto(f"/#/project/{case}/members")
        expect(page.locator("#members tbody tr")).to_have_count(1)
        page.locator("select[name=member]").select_option(label=ADA)
        page.locator("#add-member").click()
        row = page.locator("#members tbody tr", has_text=ADA)
        expect(row).to_be_visible()
        expect(page.get_by_text("Every active user is a member already.")).to_be_visible()
        row.get_by_role("button").click()
        box(page).locator("button", has_text="Remove member").click()
        expect(row).to_have_count(0)
    server.stop()
