"""What is open is said before a document is approved or exported; a leak tells where the name stands."""

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from docx.opc.constants import RELATIONSHIP_TYPE as RELATION

from formats.every_part import page, with_bookmark_and_note, word_file
from golden.docx_pieces import zipped
from golden.pdf_build import simple, text
from lexveil import formats
from lexveil.check.leaks import walked
from service.running import Browser, Running, running
from service.test_corrections import RULES
from service.test_exports import exported

POLICY = """\
format = 1
description = "nothing goes out with an open doubt"
complete = true

[[rule]]
category = ["PERSON"]
action = "replace"
label = "PERSON_{n}"
"""
STOPPING = """\
format = 1
description = "no company may bear the name of somebody who goes"
shared_name = "stop"

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
    (folder / "policies" / "stopping.toml").write_text(STOPPING)
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


BODY = [
    "FINAL AWARD",
    "Mr Ivo Lundgren, witness, harbour master, testified that the vessel left the port on 3 March 2021.",
    "Mr Lundgren was believed. The Panel also wrote to Lundgren Marine Ltd in Oslo.",
]
PARTS = ("header", "footer", "footnote", "comment", "alt-text", "bookmark", "attribute", "properties")
TOLD = {part: f"For Lundgren Marine Ltd, {number}" for number, part in enumerate(PARTS)}


def stopped(browser: Browser, document: str, **more: Any) -> list[dict[str, Any]]:
    """The hits of a leak check."""
    refused = browser.post(f"/documents/{document}/export", {"formats": ["own"], **more})
    assert (refused.status_code, refused.json()["error"]["kind"]) == (409, "leak"), refused.text
    return list(refused.json()["hits"])


@pytest.mark.parametrize(
    ("name", "data", "parts"),
    [
        ("award.docx", word_file(BODY, TOLD), set(PARTS) - {"properties"}),
        ("award.html", page(BODY, TOLD), {"properties", "comment", "alt-text", "attribute"}),
    ],
)
def test_leak_names_part_and_place_and_can_be_mended(
    browser: Browser, name: str, data: bytes, parts: set[str]
) -> None:
    """The company bears the name of somebody who goes, and the policy stops on that."""
    document = browser.upload(browser.case("stopping"), name, data)
    hits = stopped(browser, document)
    assert {each["region"] for each in hits} == parts | {""}
    assert {each["text"] for each in hits} == {"Lundgren"}
    text = browser.get(f"/documents/{document}/text").json()["text"]
    assert all(text[slice(*each["place"])] == each["text"] for each in hits)
    (body,) = [each for each in hits if not each["region"]]
    assert (body["before"][-14:], body["after"][:11], body["page"]) == ("also wrote to ", " Marine Ltd", 0)
    number = 0
    for each in hits:
        told = browser.edit(document, number, kind="add", entity=each["entity"], mentions=[each["place"]])
        assert told.status_code == 200, told.text
        number = told.json()["number"]
    made = exported(browser, document, "own")["own"]
    assert "undgren" not in "".join(each.text for each in walked(made) if each.kind != "bytes")
    assert "Marine" in formats.read(made, name).text


def test_page_of_a_leak_is_told_where_there_are_pages(browser: Browser) -> None:
    pages = simple(
        *(
            "\n".join(text(each, 72, 700 - 20 * at) for at, each in enumerate(lines))
            for lines in (BODY[:2], BODY[2].split(". "))
        )
    )
    data = with_bookmark_and_note(pages, "Lundgren Marine Ltd", "To Lundgren Marine Ltd")
    document = browser.upload(browser.case("stopping"), "award.pdf", data)
    places = {each["region"]: each["page"] for each in stopped(browser, document)}
    assert places == {"": 2, "bookmark": 0, "comment": 0}


def test_leak_of_a_part_that_no_text_shows_goes_out_as_text(browser: Browser) -> None:
    data = page(BODY[:2], TOLD | dict.fromkeys(TOLD, "Nothing")).replace(b"<p>", b'<p lundgren="1">', 1)
    document = browser.upload(browser.case(), "award.html", data)
    (hit,) = stopped(browser, document)
    assert (hit["text"], hit["place"], hit["part"]) == ("Ivo Lundgren", None, "names in the markup")
    assert b"Lundgren" not in exported(browser, document, "text")["text"]


def test_leak_of_an_allowed_part_is_called_by_that_part(browser: Browser) -> None:
    with zipfile.ZipFile(io.BytesIO(word_file(BODY[:2], TOLD | dict.fromkeys(TOLD, "Nothing")))) as archive:
        members = {each: archive.read(each) for each in archive.namelist()}
    rels = members["word/_rels/document.xml.rels"].decode()
    relation = f'<Relationship Id="rId99" Type="{RELATION.OLE_OBJECT}" Target="embeddings/oleObject1.bin"/>'
    members["word/_rels/document.xml.rels"] = rels.replace("</Rel", f"{relation}</Rel").encode()
    types = members["[Content_Types].xml"].decode()
    kind = '<Default Extension="bin" ContentType="application/octet-stream"/>'
    members["[Content_Types].xml"] = types.replace("<Default", f"{kind}<Default", 1).encode()
    members["word/embeddings/oleObject1.bin"] = b"\xd0\xcf\x11\xe0" + b"Minutes of Ivo Lundgren" + bytes(64)
    document = browser.upload(browser.case(), "award.docx", zipped(members))
    part = "word/embeddings/oleObject1.bin"
    (hit,) = stopped(browser, document, allow_uncovered=[part])
    assert (hit["text"], hit["place"], hit["part"]) == ("Ivo Lundgren", None, part)
