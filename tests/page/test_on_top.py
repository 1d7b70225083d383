"""What a case asks for on top of its policy is said when it is made, and changed in its settings."""

from playwright.sync_api import Page, expect

from page.hands import box, heading, watch_of
from service.running import Browser as Desk

NAME = "With names that stay"
TEXT = "Judge Ann Marrow presided. Mr Ivo Lundgren testified. Mr Ole Lundgren, a notary, did not."


def test_kinds_and_names_that_stay_are_asked_for_and_taken_back(page: Page, desk: Desk) -> None:
    page.goto("/")
    page.locator("#new-case").click()
    box(page).locator("input[name=name]").fill(NAME)
    box(page).locator("#on-top > summary").click()
    box(page).locator("[name=keep-judge]").check()
    box(page).locator("[name=stays-name-0]").fill("Ole Lundgren")
    box(page).locator("[name=stays-after-0]").fill(", a notary")
    expect(box(page).locator("[name=stays-name-1]")).to_be_visible()  # while the last is full
    box(page).locator("button.primary").click()
    heading(page, NAME)
    case = next(each for each in desk.get("/projects").json()["projects"] if each["name"] == NAME)
    asked = desk.get(f"/projects/{case['id']}").json()
    stays = [{"name": "Ole Lundgren", "before": "", "after": ", a notary"}]
    assert [asked[key] for key in ("only", "keep", "stays")] == [[], ["judge"], stays]

    document = desk.upload(case["id"], "said.txt", TEXT)
    gone = desk.get(f"/documents/{document}/preview").json()["replacements"]
    assert [TEXT[start:end] for start, end, *_ in gone] == ["Mr Ivo Lundgren"]

    page.goto(f"/#/project/{case['id']}/settings")
    page.reload()
    expect(page.locator("[name=stays-name-0]")).to_have_value("Ole Lundgren")
    expect(page.locator("[name=keep-judge]")).to_be_checked()
    for side in ("before", "name", "after"):
        page.locator(f"[name=stays-{side}-0]").fill("")
    page.locator("[name=keep-judge]").uncheck()
    page.locator("[name=only-person]").check()
    with page.expect_response(lambda answer: answer.request.method == "PATCH"):
        page.locator("#save-settings").click()
    asked = desk.get(f"/projects/{case['id']}").json()
    assert [asked[key] for key in ("only", "keep", "stays")] == [["person"], [], []]


def test_what_cannot_be_is_refused_where_it_was_asked(page: Page, desk: Desk) -> None:
    case = desk.case()
    page.goto(f"/#/project/{case}/settings")
    page.locator("#on-top > summary").click()
    page.locator("[name=only-person]").check()
    page.locator("[name=keep-person]").check()
    watch_of(page).expect("422")
    page.locator("#save-settings").click()
    expect(page.get_by_role("alert").filter(has_text="person")).to_be_visible()
