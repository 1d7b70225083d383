"""Work shared out: the queue, assignment, notes, the second reader's view, one archive of all."""

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.running import TEXT, Browser, Running, running
from service.test_corrections import RULES


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(Path(tmp_path_factory.mktemp("desk")), analysis=RULES) as made:
        yield made


def texts(browser: Browser, case: str, count: int = 2) -> list[str]:
    return [browser.upload(case, f"award {n}.txt", f"{TEXT}\nNo. {n}.\n") for n in range(count)]


def shown(browser: Browser, case: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = browser.get(f"/projects/{case}").json()["documents"]
    return found


def test_the_queue_gives_what_is_begun_first_and_no_problem(browser: Browser) -> None:
    case = browser.case()
    one, two, three = texts(browser, case, 3)
    assert browser.edit(two, 0, kind="accept", entity=browser.named(two, "Pia Holt")["id"]).status_code == 200
    asked = {"project": case}
    first = browser.post("/next", asked).json()["document"]
    assert (first["id"], first["assigned"]) == (two, first["assigned"])
    assert first["assigned"]
    again = browser.post("/next", {**asked, "after": two}).json()["document"]
    assert again["id"] == one
    flagged = browser.post(f"/documents/{three}/notes", {"text": "page 2 is missing", "kind": "problem"})
    assert flagged.status_code == 201
    assert browser.get(f"/documents/{three}").json()["problems"] == 1
    browser.post(f"/documents/{one}/state", {"to": "approved"})
    assert browser.post("/next", {**asked, "after": two}).json() == {"document": None}
    (note,) = flagged.json()["notes"]
    told = browser.http.patch(f"/documents/{three}/notes/{note['id']}", json={"done": True})
    assert told.json()["notes"][0]["done"] is True
    assert browser.post("/next", {**asked, "after": two}).json()["document"]["id"] == three


def test_documents_are_renamed_assigned_and_put_in_order(browser: Browser) -> None:
    case = browser.case()
    one, two = texts(browser, case)
    (person,) = browser.get(f"/projects/{case}/reviewers").json()["people"]
    told = browser.http.patch(f"/documents/{one}", json={"name": "Award.txt", "assigned": person["id"]})
    assert (told.json()["name"], told.json()["assigned"]) == ("Award.txt", person["id"])
    assert browser.http.patch(f"/documents/{one}", json={"name": "Award.pdf"}).status_code == 422
    assert browser.http.patch(f"/documents/{one}", json={"assigned": "f" * 32}).status_code == 422
    assert browser.http.put(f"/projects/{case}/order", json={"documents": [two, one]}).status_code == 204
    assert [each["id"] for each in shown(browser, case)] == [two, one]


def test_comments_stand_at_a_place_and_are_settled_or_removed(browser: Browser) -> None:
    document = browser.upload(browser.case(), "award.txt", TEXT)
    start = TEXT.index("Pia Holt")
    path = f"/documents/{document}/notes"
    made = browser.post(path, {"text": "the witness, or her mother?", "mention": [start, start + 8]}).json()
    (note,) = made["notes"]
    assert (note["mention"], note["mine"], note["kind"]) == ([start, start + 8], True, "comment")
    assert browser.post(path, {"text": "x", "mention": [4, 4]}).status_code == 422
    assert browser.get(f"/documents/{document}").json()["comments"] == 1
    assert browser.http.delete(f"{path}/{note['id']}").status_code == 204
    assert browser.http.delete(f"{path}/{note['id']}").status_code == 404
    assert browser.get(path).json() == {"notes": []}
    log = json.dumps(browser.get("/audit").json())
    assert "mother" not in log


def test_the_second_reader_sees_what_the_first_changed(browser: Browser) -> None:
    document = browser.upload(browser.case(), "award.txt", TEXT)
    holt, brekke = (browser.named(document, name) for name in ("Pia Holt", "Jonas Brekke"))
    browser.edit(document, 0, kind="rename", entity=holt["id"], pseudonym="WITNESS_77")
    before = browser.get(f"/documents/{document}/difference").json()
    assert (before["handed"], before["kappa"], before["second"]) == ("", None, [])
    (told,) = before["first"]
    assert (told["entity"], told["after"]["pseudonym"]) == (holt["id"], "WITNESS_77")
    assert (told["before"]["pseudonym"], len(told["places"])) == (holt["pseudonym"], len(holt["mentions"]))
    browser.post(f"/documents/{document}/state", {"to": "second reading"})
    browser.edit(document, 1, kind="reject", entity=brekke["id"])
    found = browser.get(f"/documents/{document}/difference").json()
    assert [each["entity"] for each in found["first"]] == [holt["id"]]
    assert [(each["entity"], each["after"]) for each in found["second"]] == [(brekke["id"], None)]
    assert 0 < found["kappa"]["hidden"] < 1
    assert 0 < found["kappa"]["f1"] < 1
    assert 0 < found["kappa"]["krippendorff"]["hidden"] < 1
    assert found["second"][0]["by"] == found["first"][0]["by"] != []


def test_two_who_review_the_same_text_are_compared(browser: Browser) -> None:
    one, two = (browser.upload(browser.case(), f"{n}.txt", TEXT) for n in "ab")
    path = f"/documents/{one}/kappa?other="
    assert browser.get(f"{path}{two}").json()["hidden"] == 1
    holt = browser.named(two, "Pia Holt")
    browser.edit(two, 0, kind="reject", entity=holt["id"])
    assert browser.get(f"{path}{two}").json()["hidden"] < 1
    other = browser.upload(browser.case(), "c.txt", f"{TEXT} And so on.")
    assert browser.get(f"{path}{other}").status_code == 422


def test_what_is_known_of_the_case_holds_for_its_documents(browser: Browser) -> None:
    case = browser.case()
    one, two = texts(browser, case)
    assert browser.named(one, "Jonas Brekke")["role"] == "WITNESS"
    browser.edit(two, 0, kind="accept", entity=browser.named(two, "Pia Holt")["id"])
    asked = {"metadata": {"counsel": ["Jonas Brekke"]}, "again": True}
    told = browser.http.put(f"/projects/{case}/metadata", json=asked)
    assert told.json() == {"again": 1, "left": 1}
    assert browser.done(one)["status"] == "done"
    assert browser.named(one, "Jonas Brekke")["role"] == "LAWYER"
    assert browser.named(two, "Jonas Brekke")["role"] == "WITNESS"
    late = browser.upload(case, "late.txt", f"{TEXT}\nLate.\n")
    assert browser.named(late, "Jonas Brekke")["role"] == "LAWYER"
    assert browser.get(f"/projects/{case}/metadata").json()["metadata"] == asked["metadata"]
    bad = browser.http.put(f"/projects/{case}/metadata", json={"metadata": []})
    assert bad.status_code == 422


def test_a_case_comes_as_one_archive_with_a_report(browser: Browser) -> None:
    case = browser.case()
    one, two, _ = texts(browser, case, 3)
    exports = [
        browser.post(f"/documents/{each}/export", {"formats": ["own", "report"]}).json()["export"]
        for each in (two, one)
    ]
    made = browser.post(f"/projects/{case}/archive", {"exports": exports, "language": "fi"}).json()
    data = browser.get(f"/exports/{made['export']}/case.zip").content
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = archive.namelist()
        report = json.loads(archive.read("report.json"))
        everything = b"".join(map(archive.read, names))
    assert [name[:4] for name in names] == ["001/"] * 3 + ["002/"] * 3 + ["repo"] * 2
    assert (report["exported"], report["missing"]) == (2, 1)
    assert [bool(each["files"]) for each in report["documents"]] == [True, True, False]
    assert b"Lundgren" not in everything
    assert b"Asian asiakirjat" in everything
    names_too = browser.post(f"/documents/{one}/export", {"formats": ["dictionary"]}).json()["export"]
    assert browser.post(f"/projects/{case}/archive", {"exports": [names_too]}).status_code == 422
    elsewhere = browser.post(f"/projects/{browser.case()}/archive", {"exports": exports})
    assert elsewhere.status_code == 404
