"""The red team: a form with the published texts, filled in without the service; its answers on the page."""

import csv
import io
import json
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from page.hands import download
from service.running import Browser as Desk


def test_a_form_is_filled_in_and_its_answers_are_counted(
    page: Page, browser: Browser, desk: Desk, tmp_path: Path
) -> None:
    case = desk.case()
    document = desk.upload(case)
    assert desk.post(f"/documents/{document}/state", {"to": "approved"}).status_code == 200
    page.goto(f"/#/project/{case}/statistics")
    made = download(page, page.locator("#red-team a"), tmp_path)
    text = made.read_text("utf8")
    assert "Lundgren" not in text
    assert "WITNESS_1" in text
    form = browser.new_page()  # of somebody else
    form.goto(made.as_uri())
    expect(form.locator("#where")).to_have_text("1 of 1")
    expect(form.locator("#left")).to_have_text("Still open: 1")
    form.evaluate(
        """() => { const node = document.getElementById("text").firstChild;
          const range = document.createRange();
          const at = node.data.indexOf("harbour master");
          range.setStart(node, at); range.setEnd(node, at + "harbour master".length);
          getSelection().removeAllRanges(); getSelection().addRange(range); }"""
    )
    form.locator("#tag").select_option("MEDICAL_TERM")
    form.locator("#mark").click()
    expect(form.locator("#text mark")).to_have_text("harbour master")
    form.locator("input[name=reidentified][value=false]").check()
    form.locator("#how").fill("asked, at the harbour")
    expect(form.locator("#left")).to_have_text("Still open: 0")
    answers = download(form, form.locator("#answers"), tmp_path)
    marks = json.loads(download(form, form.locator("#marks"), tmp_path).read_text("utf8"))
    assert "(harbour master)[MISSED_MEDICAL_TERM]" in marks["text"]
    (row,) = csv.DictReader(io.StringIO(answers.read_text("utf8")))
    assert (row["residue"], row["reidentified"], row["how"]) == ("y", "n", "asked, at the harbour")
    form.close()
    page.goto(f"/#/project/{case}/statistics")
    page.locator("#red-team-answers").set_input_files(answers)
    cells = page.locator("#red-team tbody td")
    expect(cells.first).to_contain_text("1 of 1")
    expect(cells.last).to_contain_text("0 of 1")
