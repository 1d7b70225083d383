"""What is said in one document holds in all of its case: those there, those to come, and after a crash."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from lexveil.config import Settings
from lexveil.detect import DETECTORS
from lexveil.review import Command, apply
from lexveil.review.corrections import made_of
from lexveil.service import records
from lexveil.service.corrections import record_of
from service.running import TEXT, Browser, Running, running
from service.test_edits import OTHER

RULES = Settings(detectors=tuple(each for each in DETECTORS if each != "ner"))  # quick, and enough here

LATER = """SECOND STATEMENT

I, Ivo Lundgren, witness, add this. Ms Pia Holt and Mr Jonas Brekke were there.
The letter came to Havnegata 4 in Torsvik. Pia Holt signed the letter.
"""
WITH_PLACE = (
    TEXT + "\nThe vessel Skagerrak Rose was sold by Zorvane in the spring. Zorvane kept the papers.\n"
)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(Path(tmp_path_factory.mktemp("desk")), analysis=RULES) as made:
        yield made


def two(browser: Browser, first: str = TEXT, second: str = LATER) -> tuple[str, str, str]:
    case = browser.case()
    return case, browser.upload(case, "award.txt", first), browser.upload(case, "second.txt", second)


def entities(browser: Browser, document: str) -> list[dict[str, Any]]:
    return [{**each, "shared": 0} for each in browser.review(document)["entities"]]


def test_merger_holds_in_every_document(browser: Browser) -> None:
    case, award, second = two(browser)
    holt, brekke = browser.named(award, "Pia Holt"), browser.named(award, "Jonas Brekke")
    told = browser.edit(award, 0, kind="merge", entities=[holt["id"], brekke["id"]]).json()
    assert told["also"] == [second]
    assert browser.named(second, "Pia Holt")["id"] == browser.named(second, "Jonas Brekke")["id"]
    later = browser.upload(case, "later.txt", LATER.replace("SECOND", "THIRD"))
    one = browser.named(later, "Pia Holt")
    assert one["id"] == browser.named(later, "Jonas Brekke")["id"]
    assert one["pseudonym"] == browser.named(award, "Pia Holt")["pseudonym"]


def test_undo_takes_it_back_everywhere_and_redo_brings_it_again(browser: Browser) -> None:
    case, award, second = two(browser)
    before = entities(browser, second)
    holt, brekke = browser.named(award, "Pia Holt"), browser.named(award, "Jonas Brekke")
    browser.edit(award, 0, kind="merge", entities=[holt["id"], brekke["id"]])
    after = entities(browser, second)
    assert after != before
    assert browser.post(f"/documents/{award}/undo", {"base": 1}).json()["also"] == [second]
    assert entities(browser, second) == before
    later = browser.upload(case, "later.txt", LATER.replace("SECOND", "THIRD"))
    assert browser.named(later, "Pia Holt")["id"] != browser.named(later, "Jonas Brekke")["id"]
    assert browser.post(f"/documents/{award}/redo", {"base": 2}).json()["also"] == [second, later]
    assert browser.named(second, "Pia Holt")["id"] == browser.named(second, "Jonas Brekke")["id"]
    assert browser.get(f"/documents/{second}").json()["number"] == 3
    browser.post(f"/documents/{award}/undo", {"base": 3})
    assert entities(browser, second) == before


def test_name_that_a_reviewer_adds_is_added_in_every_document(browser: Browser) -> None:
    other = LATER + "\nMr Tove asked Zorvane for the papers.\n"
    case, award, second = two(browser, WITH_PLACE, other)
    text = browser.get(f"/documents/{award}/text").json()["text"]
    first = text.index("Zorvane")
    places = [[first, first + 7], [text.index("Zorvane", first + 1), text.index("Zorvane", first + 1) + 7]]
    told = browser.edit(award, 0, kind="add", mentions=places, category="PERSON", role="WITNESS").json()
    assert told["number"] == 1, told
    here, there = browser.named(award, "Zorvane"), browser.named(second, "Zorvane")
    assert (there["action"], there["role"], there["category"]) == ("replace", "WITNESS", "PERSON")
    assert here["pseudonym"] == there["pseudonym"]
    later = browser.upload(case, "later.txt", "STATEMENT\n\nI never met Zorvane in the harbour.\n")
    assert browser.named(later, "Zorvane")["pseudonym"] == here["pseudonym"]


def test_an_address_has_one_pseudonym_in_all_documents(browser: Browser) -> None:
    """Those that were found, and one that a reviewer marks."""
    case = browser.case("court-eu")
    home = "Ms Pia Holt lives at 14 Gullwing Lane, Torsvik TV4 9QX."
    first, second = (browser.upload(case, f"{n}.txt", f"STATEMENT {n}\n\n{home}\n") for n in (1, 2))
    found = [browser.named(each, "14 Gullwing Lane, Torsvik TV4 9QX") for each in (first, second)]
    assert {(each["category"], each["action"]) for each in found} == {("ADDRESS", "replace")}
    assert found[0]["pseudonym"] == found[1]["pseudonym"]
    shed = "the shed behind the old smithy"
    texts = [f"NOTE {n}\n\nThe boat lay in {shed} until May.\n" for n in (3, 4)]
    third, fourth = (browser.upload(case, f"{n}.txt", text) for n, text in enumerate(texts, 3))
    place = [texts[0].index(shed), texts[0].index(shed) + len(shed)]
    told = browser.edit(third, 0, kind="add", mentions=[place], category="ADDRESS")
    assert told.json()["also"] == [fourth], told.text
    marked = [browser.named(each, shed) for each in (third, fourth)]
    assert marked[0]["pseudonym"] == marked[1]["pseudonym"] != found[0]["pseudonym"]


def test_single_place_that_is_added_stays_in_its_document(browser: Browser) -> None:
    case, award, _ = two(browser, WITH_PLACE, LATER + "\nZorvane left.\n")
    text = browser.get(f"/documents/{award}/text").json()["text"]
    first = text.index("Zorvane")
    told = browser.edit(award, 0, kind="add", mentions=[[first, first + 7]], category="PERSON").json()
    assert told["also"] == []
    assert browser.get(f"/projects/{case}/corrections").json()["corrections"] == []


def test_split_of_a_form_is_carried_over_and_that_of_a_place_is_not(browser: Browser) -> None:
    _, award, statement = two(browser, TEXT, OTHER)
    witness = browser.named(award, "Ivo Lundgren")
    text = browser.get(f"/documents/{award}/text").json()["text"]
    bare = [each[:2] for each in witness["mentions"] if text[each[0] : each[1]] == "Lundgren"]
    assert len(bare) > 1
    one = browser.edit(award, 0, kind="split", entity=witness["id"], mentions=bare[:1]).json()
    assert one["also"] == []
    browser.post(f"/documents/{award}/undo", {"base": 1})
    every = browser.edit(award, 2, kind="split", entity=witness["id"], mentions=bare).json()
    assert every["also"] == [statement]
    parted = browser.named(statement, "Lundgren")
    assert parted["id"] != browser.named(statement, "Ivo Lundgren")["id"]
    assert parted["pseudonym"] == browser.named(award, "Lundgren")["pseudonym"]


def test_role_rename_and_whitelist_hold_for_documents_to_come(browser: Browser) -> None:
    case, award, _ = two(browser)
    ivo, holt, brekke = (
        browser.named(award, name)["id"] for name in ("Ivo Lundgren", "Pia Holt", "Jonas Brekke")
    )
    browser.edit(award, 0, kind="rename", entity=ivo, pseudonym="THE MASTER")
    browser.edit(award, 1, kind="role", entity=holt, role="JUDGE")
    browser.edit(award, 2, kind="whitelist", entity=brekke, scope="case")
    later = browser.upload(case, "later.txt", LATER.replace("SECOND", "THIRD"))
    found = {name: browser.named(later, name) for name in ("Ivo Lundgren", "Pia Holt", "Jonas Brekke")}
    assert found["Ivo Lundgren"]["pseudonym"] == "THE MASTER"
    assert (found["Pia Holt"]["role"], found["Pia Holt"]["action"]) == ("JUDGE", "keep")
    assert found["Jonas Brekke"]["action"] == "keep"
    again = browser.post(f"/documents/{award}/analysis")
    assert again.status_code == 202
    browser.done(award)
    assert browser.named(award, "Ivo Lundgren")["pseudonym"] == "THE MASTER"
    assert browser.named(award, "Pia Holt")["role"] == "JUDGE"


def listed_rows(browser: Browser, case: str) -> dict[str, tuple[str, int]]:
    """The names that stay: for which cases, and in how many documents they stand."""
    rows = browser.get(f"/projects/{case}/entities?names=true").json()["entities"]
    on = [each for each in rows if each.get("listed")]
    return {form: (each["listed"], len(each["documents"])) for each in on for form in each["forms"]}


def test_whitelist_stands_in_the_table_of_the_case_and_is_changed_there(browser: Browser) -> None:
    case, award, second = two(browser)
    brekke = browser.named(award, "Jonas Brekke")["id"]
    browser.edit(award, 0, kind="whitelist", entity=brekke, scope="case")
    assert browser.post(f"/projects/{case}/list", {"form": "Dag  Solheim"}).status_code == 204
    found = listed_rows(browser, case)
    assert (found["Jonas Brekke"], found["Dag Solheim"]) == (("case", 2), ("case", 0))
    told = browser.get(f"/projects/{case}/entities").json()
    assert told["listed"] == 2
    assert "Brekke" not in json.dumps(told)
    assert browser.post(f"/projects/{case}/unlist", {"form": "Dag Solheim"}).status_code == 204
    told = browser.edit(award, 1, kind="replace", entity=brekke).json()
    assert told["also"] == [second]
    assert listed_rows(browser, case) == {}
    assert {browser.named(each, "Jonas Brekke")["action"] for each in (award, second)} == {"replace"}
    browser.post(f"/documents/{award}/undo", {"base": 2})
    assert listed_rows(browser, case)["Jonas Brekke"] == ("case", 2)
    assert {browser.named(each, "Jonas Brekke")["action"] for each in (award, second)} == {"keep"}
    browser.post(f"/documents/{award}/redo", {"base": 3})
    assert listed_rows(browser, case) == {}


def test_name_on_the_list_stays_in_a_document_to_come(browser: Browser) -> None:
    case = browser.case()
    browser.post(f"/projects/{case}/list", {"form": "Pia Holt"})
    award = browser.upload(case, "award.txt", TEXT)
    assert browser.named(award, "Pia Holt")["action"] == "keep"
    assert browser.named(award, "Ivo Lundgren")["action"] == "replace"
    assert listed_rows(browser, case) == {"Pia Holt": ("case", 1)}


def test_what_a_crash_cut_off_is_carried_over_when_somebody_looks(service: Running, browser: Browser) -> None:
    """The edit is in the desk with its correction; the service ended before the other document followed."""
    _, award, second = two(browser)
    context, desk = service.app.state.context, service.desk
    opened = context.open_documents.get(desk.document(award))
    ivo = browser.named(award, "Ivo Lundgren")["id"]
    command = Command("rename", entity=ivo, pseudonym="THE MASTER")
    edit = opened.editor.edit(opened.state, command, author="", time=datetime.now(UTC))
    said = record_of(made_of(opened.editor, opened.state, command, edit))
    desk.add_edit(award, 1, "", "rename", records.edit_bytes(edit), correction=said)
    assert desk.document(second).corrected == 0
    assert browser.named(second, "Ivo Lundgren")["pseudonym"] == "THE MASTER"
    assert desk.document(second).corrected == 1
    assert apply(opened.base, edit).number == 1


def test_exported_document_is_out_of_step_until_it_is_taken_back(browser: Browser) -> None:
    case, award, second = two(browser)
    assert browser.post(f"/documents/{second}/export", {"formats": ["own"]}).status_code == 200
    holt = browser.named(award, "Pia Holt")["id"]
    browser.edit(award, 0, kind="accept", entity=holt)
    assert not browser.get(f"/documents/{second}").json()["out_of_step"]
    browser.edit(award, 1, kind="rename", entity=holt, pseudonym="THE CLERK")
    listed = browser.get(f"/projects/{case}").json()["documents"]
    assert [each["out_of_step"] for each in listed] == [False, True]
    assert browser.named(second, "Pia Holt")["pseudonym"] != "THE CLERK"
    browser.post(f"/documents/{second}/state", {"to": "in review"})
    assert browser.named(second, "Pia Holt")["pseudonym"] == "THE CLERK"
    assert not browser.get(f"/documents/{second}").json()["out_of_step"]


def test_the_same_file_twice_is_noticed(browser: Browser) -> None:
    case = browser.case()
    browser.upload(case, "award.txt")
    twin = browser.upload(case, "copy.txt")
    listed = browser.get(f"/projects/{case}").json()["documents"]
    assert [(each["id"] == twin, each["same_as"]) for each in listed] == [(False, ""), (True, "award.txt")]


def test_table_of_the_case_shows_names_to_whoever_asks(browser: Browser) -> None:
    case, award, second = two(browser)
    rows = browser.get(f"/projects/{case}/entities").json()["entities"]
    assert all("names" not in each for each in rows)
    rows = browser.get(f"/projects/{case}/entities", params={"names": "true"}).json()["entities"]
    ivo = next(each for each in rows if "Ivo Lundgren" in each["names"])
    assert {each["document"] for each in ivo["documents"]} == {award, second}
    assert "names shown" in [each["kind"] for each in browser.get("/audit").json()["rows"]]


def test_words_are_found_in_all_documents(browser: Browser) -> None:
    case, award, second = two(browser)
    found = browser.post(f"/projects/{case}/search", {"query": "pia holt"}).json()
    assert {each["document"] for each in found["hits"]} == {award, second}
    hit = next(each for each in found["hits"] if each["document"] == second)
    assert hit["text"] == "Pia Holt"
    assert hit["pseudonym"] == browser.named(second, "Pia Holt")["pseudonym"]
    assert "add this. Ms" in hit["before"]


def test_list_of_corrections_can_be_shortened(browser: Browser) -> None:
    case, award, _ = two(browser)
    holt = browser.named(award, "Pia Holt")["id"]
    browser.edit(award, 0, kind="rename", entity=holt, pseudonym="THE CLERK")
    listed = browser.get(f"/projects/{case}/corrections").json()["corrections"]
    assert [(each["kind"], each["who"], each["pseudonym"]) for each in listed] == [
        ("rename", ["Pia Holt"], "THE CLERK")
    ]
    assert browser.http.delete(f"/projects/{case}/corrections/1").status_code == 204
    assert browser.get(f"/projects/{case}/corrections").json()["corrections"] == []
    assert browser.http.delete(f"/projects/{case}/corrections/7").status_code == 404


@pytest.mark.parametrize("what", ["corrections", "edits"])
def test_no_name_stands_in_the_open(service: Running, browser: Browser, what: str) -> None:
    _, award, _ = two(browser)
    holt = browser.named(award, "Pia Holt")["id"]
    browser.edit(award, 0, kind="rename", entity=holt, pseudonym="THE CLERK")
    data = (service.folder / "desk.sqlite").read_bytes()
    wal = service.folder / "desk.sqlite-wal"
    data += wal.read_bytes() if wal.exists() else b""
    assert what.encode() in data
    assert b"THE CLERK" not in data
    assert b"Pia Holt" not in data
