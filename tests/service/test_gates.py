"""What is open is said before a document is approved or exported; a leak tells where the name stands."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.running import Browser, Running, running
from service.test_corrections import RULES

POLICY = """\
format = 1
description = "nothing goes out with an open doubt"
complete = true

[[rule]]
category = ["PERSON"]
action = "replace"
label = "PERSON_{n}"
"""
FAMILY = """FINAL AWARD

The Panel heard the following witnesses:

Mr Cormac Hallewell, witness, harbour master

Ms Orla Hallewell, witness, accountant

Mr Hallewell testified that the vessel left the port. Hallewell came late.
"""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = Path(tmp_path_factory.mktemp("desk"))
    (folder / "policies").mkdir()
    (folder / "policies" / "finished.toml").write_text(POLICY)
    with running(folder, analysis=RULES, policies=folder / "policies") as made:
        yield made


def test_open_doubts_stop_whoever_does_not_want_them(browser: Browser) -> None:
    document = browser.upload(browser.case(), "family.txt", FAMILY)
    found = browser.get(f"/documents/{document}/check").json()["open"]
    assert found["doubts"] > 0
    assert found["unchecked"] == 2
    asked = {"formats": ["own"], "despite_open": False}
    refused = browser.post(f"/documents/{document}/export", asked)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "service.open")
    assert refused.json()["open"] == found
    approving = browser.post(f"/documents/{document}/state", {"to": "approved", "despite_open": False})
    assert approving.status_code == 409
    assert browser.post(f"/documents/{document}/export", {"formats": ["own"]}).status_code == 200


def test_policy_can_refuse_whatever_is_open(browser: Browser) -> None:
    document = browser.upload(browser.case("finished"), "family.txt", FAMILY)
    assert browser.get(f"/documents/{document}/check").json()["complete"] is True
    for path, body in (("export", {"formats": ["own"]}), ("state", {"to": "approved"})):
        assert browser.post(f"/documents/{document}/{path}", body).status_code == 409
    number = 0
    while doubts := browser.get(f"/documents/{document}/doubts").json()["doubts"]:
        command = doubts[0]["choices"][0]["command"]
        told = browser.edit(document, number, **command)
        assert told.status_code == 200, told.text
        number = told.json()["number"]
    assert browser.post(f"/documents/{document}/export", {"formats": ["own"]}).status_code == 200


def test_string_that_is_replaced_and_kept_is_shown(browser: Browser) -> None:
    document = browser.upload(browser.case(), "family.txt", FAMILY)
    orla = browser.named(document, "Orla Hallewell")
    text = browser.get(f"/documents/{document}/text").json()["text"]
    place = [text.index("Hallewell came"), text.index("Hallewell came") + len("Hallewell")]
    owner = next(
        each for each in browser.review(document)["entities"] if place in [m[:2] for m in each["mentions"]]
    )
    told = browser.edit(document, 0, kind="keep", entity=owner["id"], mentions=[place])
    assert told.status_code == 200
    both = browser.get(f"/documents/{document}/check").json()["both"]
    assert [(each["text"], each["kept"], each["place"]) for each in both] == [("Hallewell", 1, place)]
    assert orla["action"] == "replace"
    readable = browser.get(f"/documents/{document}/readable").json()["readable"]
    assert [each["place"] for each in readable if each["text"] == "Hallewell"] in ([], [place])
