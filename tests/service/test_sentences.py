"""Beside each English sentence the service sends its key and values, so that the page can say it."""

from service.running import Browser

MACROS = "macros, which were not read"
FLAT = """<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.3"
 office:mimetype="application/vnd.oasis.opendocument.text">
<office:scripts><office:script>Sub A</office:script></office:scripts>
<office:body><office:text><text:p>Mr Ivo Lundgren, witness, came.</text:p></office:text></office:body>
</office:document>"""


def test_a_refused_edit(browser: Browser, award: str) -> None:
    one, other = browser.named(award, "Ivo Lundgren"), browser.named(award, "Pia Holt")
    taken = browser.edit(award, 0, kind="rename", entity=one["id"], pseudonym=other["pseudonym"])
    error = taken.json()["error"]
    assert (taken.status_code, error["key"], error["values"]) == (422, "review.refused.taken", {})
    lines = browser.edit(award, 0, kind="rename", entity=one["id"], pseudonym="a\nb").json()["error"]
    assert lines["key"] == "review.refused.lines"


def test_fields_that_cannot_be_used(browser: Browser) -> None:
    error = browser.post("/projects", {"name": "", "policy": "arbitration"}).json()["error"]
    assert (error["key"], error["values"]) == ("said.fields", {"fields": "name"})


def test_what_is_not_there(browser: Browser) -> None:
    error = browser.get(f"/documents/{'0' * 32}").json()["error"]
    assert error["key"] == "error.not-found"
    assert browser.get("/nowhere").json()["error"]["key"] == "error.not-found"


def test_a_file_that_cannot_be_read(browser: Browser) -> None:
    document = browser.sent(browser.case(), "award.docx", b"PK\x03\x04 and no more")
    found = browser.done(document)
    assert found["status"] == "failed"
    assert found["error"].startswith("not a whole zip container")
    assert found["said"] == {"key": "said.file.damaged", "values": {}}


def test_rules_and_reasons_of_a_review(browser: Browser, award: str) -> None:
    found = browser.review(award)
    lines = {line for each in found["entities"] for line in (each["rule"], *each["why"])}
    assert lines <= found["said"].keys()
    assert found["said"]["arbitration: no rule names it"]["values"] == {"policy": "arbitration"}
    witness = browser.named(award, "Ivo Lundgren")
    told = browser.edit(award, 0, kind="keep", entity=witness["id"]).json()
    assert told["said"]["reviewer: kept"]["key"] == "review.says.kept"
    why = browser.post(f"/documents/{award}/why", {"entity": witness["id"]}).json()
    assert {why["rule"], *why["role"], *(each["why"] for each in why["links"])} <= why["said"].keys()


def test_a_conflict_tells_its_own_key_and_those_of_what_changed(browser: Browser, award: str) -> None:
    witness = browser.named(award, "Ivo Lundgren")
    assert browser.edit(award, 0, kind="keep", entity=witness["id"]).status_code == 200
    answer = browser.edit(award, 0, kind="role", entity=witness["id"], role="EXPERT").json()
    assert answer["error"]["key"] == "error.conflict"
    assert answer["said"]["reviewer: kept"]["key"] == "review.says.kept"


def test_parts_that_were_not_read(browser: Browser) -> None:
    document = browser.upload(browser.case(), "award.fodt", FLAT)
    parts = browser.get(f"/documents/{document}/check").json()["parts"]
    said = {"key": "said.part.macros", "values": {}}
    assert [each["said"] for each in parts if each["state"] == "uncovered"] == [said]
    refused = browser.post(f"/documents/{document}/export", {"formats": ["own"]}).json()
    assert refused["error"]["key"] == "error.uncovered"
    assert [(each["why"], each["said"]) for each in refused["parts"]] == [(MACROS, said)]
