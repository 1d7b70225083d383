"""Work of many: queue, assignment, comments, what the first reader changed, one archive, metadata."""

import json
import re
import zipfile
from pathlib import Path

from playwright.sync_api import Page, expect

from page.gallery import Gallery
from page.hands import (
    MARK,
    OpenPage,
    box,
    choose,
    document_row,
    download,
    heading,
    listed,
    part,
    reviewing,
    watch_of,
)
from page.running import StartServer, lexveil
from page.views import go
from service.running import TEXT
from service.running import Browser as Desk

PASSWORD = "correct horse battery staple"


def four(desk: Desk, case: str) -> list[str]:
    return [desk.upload(case, f"award {n}.txt", f"{TEXT}\nNo. {n}.\n") for n in (1, 2, 3, 4)]


def more(page: Page, name: str, item: str) -> None:
    choose(page, document_row(page, name).locator("[data-control=more]"), item)


def names(page: Page) -> list[str]:
    return page.locator("#documents h2").all_text_contents()


def test_documents_are_found_ordered_named_and_given_out(page: Page, desk: Desk) -> None:
    case = desk.case(name="Many")
    documents = four(desk, case)
    go(page, f"project/{case}")
    more(page, "award 4.txt", "Move up")
    expect(page.locator("#documents h2").nth(2)).to_have_text("award 4.txt")
    assert [each["name"] for each in desk.get(f"/projects/{case}").json()["documents"]] == names(page)
    more(page, "award 2.txt", "Rename document")
    box(page).locator("input[name=name]").fill("Cargo")
    box(page).locator("button.primary").click()
    expect(document_row(page, "Cargo.txt")).to_be_visible()
    more(page, "award 3.txt", "Assign to")
    box(page).locator("select").select_option(label="local")
    box(page).locator("button.primary").click()
    expect(document_row(page, "award 3.txt").locator(".assignee")).to_have_text("local")
    flag(page)
    Gallery(page).take("documents-of-many", small=True)
    part(page, "document-filter").select_option("problem")
    assert names(page) == ["award 1.txt"]
    part(page, "document-filter").select_option("all")
    part(page, "document-sort").select_option("name")
    assert names(page) == sorted(names(page), key=str.lower)
    part(page, "document-search").fill("cargo")
    expect(page.locator("#documents h2")).to_have_text(["Cargo.txt"])
    queue(page, documents[2])


def flag(page: Page) -> None:
    more(page, "award 1.txt", "Flag as a problem")
    box(page).locator("button.primary").click()
    expect(box(page).locator("textarea")).to_have_attribute("aria-invalid", "true")
    box(page).locator("textarea").fill("The second page is missing.")
    box(page).locator("button.primary").click()
    expect(document_row(page, "award 1.txt").locator(".badge", has_text="Problem")).to_be_visible()


def queue(page: Page, mine: str) -> None:
    """What is one's own first; from there to the next, until what is left is a problem."""
    page.locator("#next-document").click()
    reviewing(page)
    assert mine in page.url
    choose(page, part(page, "more"), "Next document")
    expect(page).not_to_have_url(re.compile(mine))
    reviewing(page)


def test_comments_and_changes_reach_the_second_reader(
    open_page: OpenPage, start_server: StartServer, tmp_path: Path
) -> None:
    server = start_server("--accounts", "--allowed-host", "127.0.0.1")
    (tmp_path / "password").write_text(PASSWORD)
    for name, role in (("ada", "administrator"), ("rae", "reviewer"), ("sam", "second reader")):
        given = ("--role", role, "--password-file", str(tmp_path / "password"))
        lexveil("users", "add", name, *given, "--database", str(server.database))
    first, document = opened(open_page, server, "rae", TEXT)
    row = listed(first, "Pia Holt")
    row.locator(".cell-pseudonym .cell-button").click()
    part(first, "pseudonym-input").fill("WITNESS_77")
    part(first, "pseudonym-input").press("Enter")
    expect(row.locator(".cell-pseudonym")).to_contain_text("WITNESS_77")
    first.locator(MARK).get_by_text("Pia Holt", exact=True).first.click()
    first.keyboard.press("Escape")
    first.keyboard.press("c")
    box(first).locator("textarea").fill("Is she the witness, or her mother?")
    box(first).locator("#add-note").click()
    expect(part(first, "note")).to_have_count(1)
    first.keyboard.press("Escape")
    choose(first, part(first, "more"), "Send to second reading")
    second = open_page(server)
    log_in(second, "sam")
    second.locator("#next-document").click()
    reviewing(second)
    assert document in second.url
    read(second)


def log_in(page: Page, name: str) -> None:
    watch_of(page).expect("40[13]")
    page.goto("/")
    page.locator("#login input[name=name]").fill(name)
    page.locator("#login input[name=password]").fill(PASSWORD)
    page.locator("#login button[type=submit]").click()
    expect(page.locator("#new-case")).to_be_visible()


def opened(open_page: OpenPage, server: object, name: str, text: str) -> tuple[Page, str]:
    """A document of the reviewer's, in a case that the second reader is a member of."""
    page = open_page(server)
    log_in(page, name)
    made = page.evaluate(
        """async (text) => {
          const { api } = await import("/static/api.js");
          const case_ = await api.post("/projects", { name: "Two readers", policy: "arbitration" });
          const { people } = await api.get(`/projects/${case_.id}/people`);
          const sam = people.find((each) => each.name === "sam").id;
          await api.put(`/projects/${case_.id}/members/${sam}`);
          const form = new FormData();
          form.append("file", new File([text], "award.txt"));
          return (await api.upload(`/projects/${case_.id}/documents`, form)).documents[0].id;
        }""",
        text,
    )
    page.goto(f"/#/document/{made}")
    reviewing(page)
    return page, str(made)


def read(page: Page) -> None:
    expect(part(page, "notes")).to_have_accessible_name("Comments (1)")
    part(page, "notes").click()
    expect(part(page, "note")).to_contain_text("her mother")
    expect(part(page, "note")).to_contain_text("rae")
    Gallery(page).take("comments", small=True)
    part(page, "note").get_by_role("button", name="Settled").click()
    expect(part(page, "note")).to_have_class(re.compile("note-done"))
    part(page, "note").get_by_role("button", name="Show the place").click()
    expect(page.locator("#document .mark.here")).to_have_text("Pia Holt")
    expect(part(page, "card")).to_be_visible()  # of where one was led; it may cover the next name
    page.keyboard.press("Escape")
    expect(part(page, "card")).to_be_hidden()
    page.locator(MARK).get_by_text("Jonas Brekke", exact=True).first.click()
    page.keyboard.press("r")
    expect(page.locator(".review")).to_have_attribute("data-unsent", "0")
    choose(page, part(page, "more"), "What was changed")
    changes = part(page, "difference")
    expect(changes.locator("section").first).to_contain_text("By the first reader (1)")
    expect(changes.locator("section").first).to_contain_text("WITNESS_77")
    expect(changes.locator("section").nth(1)).to_contain_text("not marked")
    expect(part(page, "agreement")).to_contain_text(re.compile(r"0\.\d\d"))
    Gallery(page).take("difference", small=True)
    part(page, "change").first.get_by_role("button").click()
    expect(page.locator("#document .mark.here")).to_have_text("Pia Holt")


def test_a_case_is_exported_as_one_archive(page: Page, desk: Desk, tmp_path: Path) -> None:
    case = desk.case(name="All of it", approval=True)
    for document in four(desk, case)[1:]:
        assert desk.post(f"/documents/{document}/state", {"to": "approved"}).status_code == 200
    watch_of(page).expect("409")
    go(page, f"project/{case}")
    page.locator("#export-case").click()
    box(page).locator("input[name=finished]").uncheck()
    Gallery(page).take("export-all")
    page.locator("#export-all-start").click()
    expect(page.locator("#archive")).to_be_visible(timeout=120_000)
    expect(part(page, "export-all-refused").locator("li")).to_have_count(1)
    expect(part(page, "export-all-refused")).to_contain_text("award 1.txt")
    expect(box(page)).to_contain_text("3 of 4 documents are in the archive.")
    Gallery(page).take("exported-all", small=True)
    with zipfile.ZipFile(download(page, page.locator("#archive"), tmp_path)) as archive:
        report = json.loads(archive.read("report.json"))
        words = b"".join(map(archive.read, archive.namelist())).decode("utf8", "replace")
    assert (report["exported"], report["missing"]) == (3, 1)
    assert "Lundgren" not in words
    page.locator("#export-all-done").click()


def test_what_is_known_of_the_case_is_typed_in_or_comes_from_a_file(
    page: Page, desk: Desk, tmp_path: Path
) -> None:
    case = desk.case(name="Known")
    document = desk.upload(case, "award.txt", TEXT)
    assert desk.named(document, "Jonas Brekke")["role"] == "WITNESS"
    go(page, f"project/{case}/metadata")
    form = page.locator("#metadata")
    template = json.loads(download(page, page.locator("#metadata-template"), tmp_path).read_text())
    assert {"parties", "judges", "counsel"} <= template.keys()
    (tmp_path / "bad.json").write_text("[1]")
    (tmp_path / "known.json").write_text(json.dumps({"judges": "Ann Loe", "docket": "1/2"}))
    page.locator("#metadata-file").set_input_files(tmp_path / "bad.json")
    expect(form.locator("[role=alert]")).to_contain_text("no JSON object")
    page.locator("#metadata-file").set_input_files(tmp_path / "known.json")
    expect(form.locator("[name=judges]")).to_have_value("Ann Loe")
    form.locator("[name=counsel]").fill("Jonas Brekke = Joe Brekke\n")
    Gallery(page).take("metadata", small=True)
    page.locator("#save-metadata").click()
    expect(page.locator(".toast")).to_contain_text("1 document is analysed again")
    assert desk.done(document)["status"] == "done"
    assert desk.named(document, "Jonas Brekke")["role"] == "LAWYER"
    known = desk.get(f"/projects/{case}/metadata").json()["metadata"]
    assert known == {
        "judges": ["Ann Loe"],
        "counsel": [{"name": "Jonas Brekke", "aliases": ["Joe Brekke"]}],
        "docket": "1/2",
    }
    page.reload()
    expect(form.locator("[name=counsel]")).to_have_value("Jonas Brekke = Joe Brekke")
    heading(page, "Known")


def test_what_is_open_in_a_case_can_go_out_all_the_same(page: Page, desk: Desk) -> None:
    """Told document by document; then once more for those alone."""
    case = desk.case(name="Open")
    desk.upload(case, "order.txt", TEXT)
    desk.upload(case, "empty.txt", "Nothing was decided.\n")
    watch_of(page).expect("409")
    go(page, f"project/{case}")
    page.locator("#export-case").click()
    page.locator("#export-all-start").click()
    expect(box(page)).to_contain_text("1 of 2 documents are in the archive.", timeout=120_000)
    expect(part(page, "export-all-refused").locator("li")).to_have_text(re.compile("^order.txt"))
    Gallery(page).take("export-all-open", small=True)
    page.locator("#export-all-despite").click()
    expect(box(page)).to_contain_text("2 of 2 documents are in the archive.", timeout=120_000)
    expect(page.locator("#archive")).to_be_visible()
    expect(page.locator("#export-all-despite")).to_have_count(0)
