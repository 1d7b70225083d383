"""Beside each English sentence the service sends its code and values, so that the page can word it."""

import httpx

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
    assert (taken.status_code, error["code"], error["values"]) == (422, "review.taken", {})
    lines = browser.edit(award, 0, kind="rename", entity=one["id"], pseudonym="a\nb").json()["error"]
    assert lines["code"] == "review.pseudonym-lines"


def test_fields_that_cannot_be_used(browser: Browser) -> None:
    error = browser.post("/projects", {"name": "", "policy": "arbitration"}).json()["error"]
    assert (error["code"], error["values"]) == ("request.fields", {"fields": "name"})


def test_a_file_that_cannot_be_read(browser: Browser) -> None:
    document = browser.sent(browser.case(), "award.docx", b"PK\x03\x04 and no more")
    found = browser.done(document)
    assert found["status"] == "failed"
    assert found["error"].startswith("not a whole zip container")


def test_rules_and_reasons_of_a_review(browser: Browser, award: str) -> None:
    found = browser.review(award)
    kept = next(each for each in found["entities"] if each["rule"] == "arbitration: no rule names it")
    assert kept["reasons"]["rule"] == {"code": "no-rule", "values": {"policy": "arbitration"}}
    assert all(len(each["why"]) == len(each["reasons"]["why"]) for each in found["entities"])
    witness = browser.named(award, "Ivo Lundgren")
    (told,) = browser.edit(award, 0, kind="keep", entity=witness["id"]).json()["changed"]
    assert (told["rule"], told["reasons"]["rule"]["code"]) == ("reviewer: kept", "kept")
    why = browser.post(f"/documents/{award}/why", {"entity": witness["id"]}).json()
    assert (why["rule"], why["reasons"]["rule"]["code"]) == ("reviewer: kept", "kept")
    assert all(each["why"] and each["reason"]["code"] for each in why["links"])


def test_parts_that_were_not_read(browser: Browser) -> None:
    document = browser.upload(browser.case(), "award.fodt", FLAT)
    parts = browser.get(f"/documents/{document}/check").json()["parts"]
    reason = {"code": "part.macros-unread", "values": {}}
    assert [each["reason"] for each in parts if each["state"] == "uncovered"] == [reason]
    refused = browser.post(f"/documents/{document}/export", {"formats": ["own"]}).json()
    assert [(each["why"], each["reason"]) for each in refused["parts"]] == [(MACROS, reason)]


def test_the_messages_of_a_language(browser: Browser) -> None:
    page = httpx.URL(str(browser.http.base_url)).join("/static/messages/")
    assert httpx.get(page.join("fi.json")).json()["error.review.taken"].startswith("Toisella nimellä")
    assert httpx.get(page.join("..%2Fen.json")).status_code == 404
    assert httpx.get(page.join("tlh.json")).status_code == 404
