"""Which detectors look at the documents of a case is chosen when it is made, and changed in its settings."""

from playwright.sync_api import Page, expect

from page.hands import box, heading
from service.running import Browser as Desk


def test_the_detectors_of_a_case_are_ticked(page: Page, desk: Desk) -> None:
    page.goto("/")
    page.locator("#new-case").click()
    box(page).locator("input[name=name]").fill("By rules")
    expect(box(page).locator("#detectors input")).to_have_count(2)  # no model is plugged in
    box(page).locator("[name=detectors-shipped]").uncheck()
    expect(box(page).locator("[name=detectors-rules]")).to_be_disabled()  # something must look
    box(page).locator("button.primary").click()
    heading(page, "By rules")
    case = next(each for each in desk.get("/projects").json()["projects"] if each["name"] == "By rules")
    assert case["detectors"] == ["rules"]
    page.goto(f"/#/project/{case['id']}/settings")
    shipped = page.locator("[name=detectors-shipped]")
    expect(shipped).not_to_be_checked()
    shipped.check()
    with page.expect_response(lambda answer: answer.request.method == "PATCH"):
        page.locator("#save-settings").click()
    assert desk.get(f"/projects/{case['id']}").json()["detectors"] == []
