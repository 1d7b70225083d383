"""The whole way through the page with the mouse: a case, a document, corrections, approval, the file."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from lexveil import pipeline
from page.hands import (
    OpenPage,
    analysed,
    box,
    cell,
    choose,
    document_row,
    export,
    filtered,
    heading,
    identity,
    listed,
    marks_of,
    new_case,
    part,
    plain,
    reviewing,
    saved,
    select_text,
    upload,
)
from page.running import AWARD, METADATA, StartServer
from service.running import Browser as Desk

# The example finds everybody, so somebody is named as no program could tell: in small letters.
MISSED = "tolly"
SENTENCES = (
    ("that the form had only two lines.", " Most crews know him as tolly and leave it at that."),
    ("who had chosen the adhesive.", " It might have been tolly&rsquo;s own, he thought."),
    ("she put it first at 11.30 a.m. and then at noon.", " She had asked tolly."),
)
GONE = ("Grant", "GRANT", "hlbrandt", "HLBRANDT", "Katja", "Thorvaldsdal", MISSED)


def award(folder: Path) -> list[Path]:
    """The example with a name that is missed, and its metadata beside it."""
    text = AWARD.read_text("utf8")
    for before, sentence in SENTENCES:
        assert before in text
        text = text.replace(before, before + sentence)
    (folder / AWARD.name).write_text(text, "utf8")
    (folder / METADATA.name).write_bytes(METADATA.read_bytes())
    return [folder / AWARD.name, folder / METADATA.name]


def test_an_award_from_upload_to_a_checked_file(
    open_page: OpenPage, start_server: StartServer, tmp_path: Path
) -> None:
    server = start_server()
    page = open_page(server)
    with Desk(server.address) as desk:
        first_run(page)
        new_case(page, "Regatta", "arbitration")
        upload(page, *award(tmp_path))
        analysis_is_shown(page)
        document_row(page, "award.html").get_by_role("link").click()
        reviewing(page)
        document = identity(page)
        beginning = plain(desk.review(document))
        done = [
            correct_role(page, desk, document),
            merge(page, desk, document),
            split(page, desk, document),
            add_missed(page, desk, document),
            whitelist(page, desk, document),
        ]
        end = plain(desk.review(document))
        assert turn_all(page, "undo") == len(done)
        assert plain(desk.review(document)) == beginning
        expect(listed(page, "Ingrid Thorvaldsdal").locator(".standing")).to_have_text("Stays")
        assert turn_all(page, "redo") == len(done)
        assert plain(desk.review(document)) == end
        approve(page)
        names_are_gone(export(page, tmp_path, ["own", "dictionary"]))
    server.stop()


def first_run(page: Page) -> None:
    page.goto("/")
    heading(page, "Pseudonymize, check, publish")
    page.locator("#help").click()
    tour = page.locator("#tour")
    expect(tour).to_contain_text("Welcome to Lexveil")
    tour.locator("#tour-next").click()
    expect(tour).to_contain_text("2 of 4")
    tour.locator("#tour-skip").click()
    expect(tour).to_have_count(0)


def analysis_is_shown(page: Page) -> None:
    """A bar while it runs, then the figures."""
    row = document_row(page, "award.html")
    expect(row.locator("progress").or_(row.get_by_text("entities"))).to_be_visible()
    analysed(page, "award.html")
    expect(row).to_contain_text(re.compile(r"\d+ entities · \d+ mentions"))
    expect(row.locator(".badge")).to_have_text("New")


def correct_role(page: Page, desk: Desk, document: str) -> str:
    """Every occurrence changes with its person, and the policy decides again."""
    row = listed(page, "Ingrid Thorvaldsdal")
    expect(row.locator(".standing")).to_have_text("Stays")
    entity = desk.named(document, "Thorvaldsdal")
    cell(row, "name").click()
    assert marks_of(page, entity["id"], "keep").count() > 0
    with saved(page):
        choose(page, cell(row, "role"), "Witness")
    expect(row.locator(".standing")).to_have_text("Proposed")
    expect(cell(row, "pseudonym")).to_have_text("WITNESS_6")
    expect(marks_of(page, entity["id"], "keep")).to_have_count(0)
    now = desk.named(document, "Thorvaldsdal")
    assert (now["role"], now["action"], now["pseudonym"]) == ("WITNESS", "replace", "WITNESS_6")
    assert len(now["mentions"]) == len(entity["mentions"])
    return "role"


def merge(page: Page, desk: Desk, document: str) -> str:
    """Two witnesses of one surname, one dragged onto the other."""
    lorenz, katja = desk.named(document, "Lorenz Mühlbrandt"), desk.named(document, "Katja Mühlbrandt")
    filtered(page, "Mühlbrandt")
    rows = page.locator("[data-testid=entity-row]")
    expect(rows).to_have_count(2)
    with saved(page):
        rows.filter(has_text="Katja").drag_to(rows.filter(has_text="Lorenz"))
    expect(rows).to_have_count(1)
    both = desk.named(document, "Katja Mühlbrandt")
    assert both["id"] == lorenz["id"]
    assert both["pseudonym"] == lorenz["pseudonym"]
    assert len(both["mentions"]) == len(lorenz["mentions"]) + len(katja["mentions"])
    return "merge"


def split(page: Page, desk: Desk, document: str) -> str:
    """One place of them is somebody else."""
    before = desk.named(document, "Katja Mühlbrandt")
    row = listed(page, "Lorenz Mühlbrandt")
    choose(page, cell(row, "menu"), "Split off")
    group = box(page).locator("fieldset", has_text="“Katja” (1)")
    group.locator("li input").check()
    with saved(page):
        box(page).get_by_role("button", name="Split off 1 place").click()
    alone, rest = desk.named(document, "Katja"), desk.named(document, "Katja Mühlbrandt")
    assert alone["id"] != rest["id"]
    assert alone["pseudonym"] != rest["pseudonym"]
    assert len(alone["mentions"]) == 1
    assert len(rest["mentions"]) == len(before["mentions"]) - 1
    expect(marks_of(page, alone["id"])).to_have_text("Katja")
    return "split"


def add_missed(page: Page, desk: Desk, document: str) -> str:
    """Where else it stands is shown before anything is marked."""
    number = desk.review(document)["number"]
    select_text(page, MISSED)
    part(page, "offer").click()
    found = box(page).locator("[data-testid=found]")
    expect(found).to_contain_text("Selected (1)")
    expect(found.locator("li")).to_have_count(3)
    assert desk.review(document)["number"] == number
    expect(box(page).locator("[data-testid=add-category]")).to_have_value("PERSON")
    box(page).locator("[data-testid=add-role]").select_option("WITNESS")
    with saved(page):
        box(page).get_by_role("button", name="Mark 3 places").click()
    added = desk.named(document, MISSED)
    assert (len(added["mentions"]), added["role"], added["action"]) == (3, "WITNESS", "replace")
    expect(marks_of(page, added["id"]).first).to_be_visible()
    return "add"


def whitelist(page: Page, desk: Desk, document: str) -> str:
    row = listed(page, "Aurélie Montcharmont-Rivaux")
    expect(row.locator(".standing")).to_have_text("Proposed")
    with saved(page):
        choose(page, cell(row, "menu"), "Never replace in this document")
    expect(row.locator(".standing")).to_have_text("Stays")
    assert desk.named(document, "Montcharmont-Rivaux")["action"] == "keep"
    return "whitelist"


def turn_all(page: Page, which: str) -> int:
    """How often it took until there was nothing left to undo, or to redo."""
    button, count = part(page, which), 0
    while button.get_attribute("aria-disabled") == "false":
        with saved(page):
            button.click()
        count += 1
    return count


def approve(page: Page) -> None:
    state = part(page, "state").locator(".badge")
    expect(state).to_have_text("In review")
    choose(page, part(page, "more"), "Send to second reading")
    expect(state).to_have_text("Second reading")
    part(page, "move-state").click()
    expect(box(page)).to_contain_text("What is open")  # said, and asked for, before it is approved
    expect(box(page)).to_contain_text(re.compile(r"\d+ names? (is|are) unchecked"))
    box(page).locator("footer button.primary").click()
    expect(state).to_have_text("Approved")


def names_are_gone(files: dict[str, Path]) -> None:
    """By plain search, and by the check of the command line with the dictionary that came along."""
    written = files["award.html"].read_text("utf8")
    assert [name for name in GONE if name in written] == []
    assert "Montcharmont-Rivaux" in written
    assert "WITNESS_6" in written
    checked = pipeline.recheck(files["award.html"], files["award.lexveil.json"])
    assert checked.leaks == ()
    assert checked.texts > 0
