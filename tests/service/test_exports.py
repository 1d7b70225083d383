"""Exports: the twin in its own format and in others, searched for leaks before anybody gets it."""

import dataclasses
import io
import json
import zipfile
from pathlib import Path

import docx
import httpx
import pytest

from lexveil import pipeline
from lexveil.config import Settings
from lexveil.errors import LeakError
from lexveil.service import export_files
from lexveil.store.desk import StoredDocument
from service.running import TEXT, Browser, Running

PAGE = (
    "<html><head><title>Award</title></head><body><h1>Award</h1><p>Mr <b>Ivo</b> Lundgren, witness, spoke."
    "</p><table><tr><td>Witness</td><td>Ivo Lundgren</td></tr></table><!-- by Ivo Lundgren --></body></html>"
)
XML = "<award><p>Mr Ivo Lundgren, witness, testified. Mr Lundgren was heard.</p></award>"


def kind(answer: httpx.Response) -> str:
    return str(answer.json()["error"]["kind"])


def word_file() -> bytes:
    made = docx.Document()
    made.core_properties.author = "Ivo Lundgren"
    for block in TEXT.split("\n\n"):
        made.add_paragraph(block.replace("\n", " "))
    made.sections[0].header.paragraphs[0].text = "Hearing of Ivo Lundgren"
    data = io.BytesIO()
    made.save(data)
    return data.getvalue()


def exported(browser: Browser, document: str, *formats: str) -> dict[str, bytes]:
    """The files of an export by their kind; of several the last."""
    answer = browser.post(f"/documents/{document}/export", {"formats": list(formats)})
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert told["leaks"] == 0
    assert told["checked"]["parts"] > 0
    found = {}
    for file in told["files"]:
        got = browser.get(f"/exports/{told['export']}/{file['name']}")
        assert got.headers["content-disposition"].startswith("attachment")
        assert len(got.content) == file["size"]
        found[file["kind"]] = got.content
    return found


def test_text_goes_out_in_every_format(browser: Browser, award: str) -> None:
    files = exported(browser, award, "own", "html", "dictionary", "report", "gold")
    assert set(files) == {"own", "html", "dictionary", "report", "gold"}
    for published in ("own", "html", "report"):
        assert b"Lundgren" not in files[published]
    assert b"WITNESS_1" in files["own"]
    assert b"FINAL AWARD</" in files["html"]
    assert b"Ivo Lundgren" in files["dictionary"]
    assert json.loads(files["gold"])["text"].startswith("FINAL AWARD")
    assert browser.get(f"/documents/{award}").json()["state"] == "exported"


def test_page_keeps_its_tags(browser: Browser) -> None:
    document = browser.upload(browser.case(), "award.html", PAGE)
    files = exported(browser, document, "own", "text")
    assert files["own"].startswith(b"<html><head><title>Award</title></head><body><h1>Award</h1><p>")
    assert b"Lundgren" not in files["own"] + files["text"]


def test_document_becomes_a_plain_page(browser: Browser) -> None:
    made = docx.Document()
    made.add_heading("Award <1>", 1)
    table = made.add_table(1, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = "Witness", "Mr Ivo Lundgren, witness"
    data = io.BytesIO()
    made.save(data)
    document = browser.upload(browser.case(), "award.docx", data.getvalue())
    page = exported(browser, document, "html")["html"].decode()
    assert "<h1>Award &lt;1&gt;</h1>" in page
    assert "<tr><td>Witness</td><td>WITNESS_1, witness</td></tr>" in page


def test_word_file_is_clean_in_all_its_parts(browser: Browser) -> None:
    document = browser.upload(browser.case(), "award.docx", word_file())
    files = exported(browser, document, "own", "html")
    with zipfile.ZipFile(io.BytesIO(files["own"])) as package:
        assert all(b"Lundgren" not in package.read(name) for name in package.namelist())
    read = docx.Document(io.BytesIO(files["own"]))
    assert "WITNESS_1" in "\n".join(each.text for each in read.paragraphs)


def test_replacements_are_annotated_in_xml(browser: Browser) -> None:
    document = browser.upload(browser.case(), "award.xml", XML)
    files = exported(browser, document, "own", "danish")
    assert b"Lundgren" not in files["own"] + files["danish"]
    assert files["own"] != files["danish"]
    refused = browser.post(f"/documents/{browser.upload(browser.case())}/export", {"formats": ["danish"]})
    assert (refused.status_code, kind(refused)) == (422, "invalid")


def test_what_reviewers_decided_is_what_goes_out(browser: Browser, award: str) -> None:
    one, other = browser.named(award, "Ivo Lundgren"), browser.named(award, "Pia Holt")
    browser.edit(award, 0, kind="rename", entity=one["id"], pseudonym="THE MASTER")
    browser.edit(award, 1, kind="reject", entity=other["id"])
    text = exported(browser, award, "own")["own"].decode()
    assert "THE MASTER" in text
    assert "Lundgren" not in text
    assert "Pia Holt" in text


def test_file_called_after_somebody_who_is_hidden_gets_another_name(browser: Browser) -> None:
    document = browser.upload(browser.case(), "Ivo_Lundgren.txt")
    told = browser.post(f"/documents/{document}/export", {"formats": ["own", "report", "gold"]}).json()
    assert {each["name"] for each in told["files"]} == {
        "document-1.txt", "document-1.report.html", "document-1.report.json", "document-1.gold.jsonl",
    }  # fmt: skip


def test_exported_document_is_opened_again_to_be_edited(browser: Browser, award: str) -> None:
    exported(browser, award, "own")
    witness = browser.named(award, "Ivo Lundgren")
    assert kind(browser.edit(award, 0, kind="accept", entity=witness["id"])) == "conflict"
    browser.post(f"/documents/{award}/state", {"to": "in review"})
    assert browser.edit(award, 0, kind="accept", entity=witness["id"]).status_code == 200


def test_names_alone_are_no_publication(browser: Browser, award: str) -> None:
    exported(browser, award, "dictionary")
    assert browser.get(f"/documents/{award}").json()["state"] == "new"


def test_case_that_asks_for_approval_exports_nothing_else(browser: Browser) -> None:
    document = browser.upload(browser.case(approval=True))
    refused = browser.post(f"/documents/{document}/export", {"formats": ["own"]})
    assert (refused.status_code, kind(refused)) == (409, "conflict")
    for state in ("second reading", "approved"):
        browser.post(f"/documents/{document}/state", {"to": state})
    assert b"Lundgren" not in exported(browser, document, "own")["own"]


def test_parts_that_nobody_read_must_be_allowed(browser: Browser) -> None:
    page = PAGE.replace(
        "</body>", '<object data="data:application/x-sheet;base64,AAECAwQFBgcICQ=="></object></body>'
    )
    document = browser.upload(browser.case(), "award.html", page)
    uncovered = browser.get(f"/documents/{document}/check").json()["uncovered"]
    assert uncovered
    refused = browser.post(f"/documents/{document}/export", {"formats": ["own"]})
    assert (refused.status_code, kind(refused)) == (409, "uncovered")
    assert [each["name"] for each in refused.json()["parts"]] == uncovered
    allowed = browser.post(
        f"/documents/{document}/export", {"formats": ["own"], "allow_uncovered": uncovered}
    )
    assert allowed.json()["report"]["coverage"][0]["allowed"] is True


def test_leak_stops_everything(tmp_path: Path) -> None:
    path = tmp_path / "award.txt"
    path.write_text(TEXT)
    result = pipeline.analyze(pipeline.read(path), policy="arbitration")
    forgotten = dataclasses.replace(result, replacements=())
    for wanted in (["own"], ["html"]):
        with pytest.raises(LeakError):
            export_files.write(
                forgotten, path, wanted, stem="award", settings=Settings(), tell=lambda step: None
            )


def test_original_that_is_gone_cannot_be_exported(service: Running, browser: Browser, award: str) -> None:
    found: StoredDocument | None = service.desk.document(award)
    assert found is not None
    service.desk.remove_original(award)
    refused = browser.post(f"/documents/{award}/export", {"formats": ["own"]})
    assert (refused.status_code, kind(refused)) == (409, "conflict")
    assert browser.review(award)["entities"]


def test_export_of_nobody_knows_what(browser: Browser, award: str) -> None:
    told = browser.post(f"/documents/{award}/export", {"formats": ["own"]}).json()
    assert browser.get(f"/exports/{told['export']}/other.txt").status_code == 404
    assert browser.get(f"/exports/{'0' * 32}/award.txt").status_code == 404
