import json

import pytest

from lexveil import formats
from lexveil.errors import InputError, OutputError
from lexveil.model import Replacement

CALL = """{
  "id": "call-7",  "phone": 600123456, "turns": [
    {"speaker": "Ann", "text": "Hola, soy N\\u00faria Roe \\"Nuri\\".\\nLlamo por Roe & Co."},
    {"speaker": "Bo", "text": "Bon dia", "Núria Roe": 12, "ok": true, "rate": 1.50000}
  ]
}
"""


def read(text):
    return formats.read(text.encode(), "call.json")


def replaced(text, *pairs):
    document = read(text)
    found = []
    for old, new in pairs:
        at = document.text.find(old)
        while at >= 0:
            found.append(Replacement(at, at + len(old), new, "e1"))
            at = document.text.find(old, at + 1)
    return formats.write(document, tuple(sorted(found, key=lambda each: each.start))).decode()


def test_every_string_is_text_and_keys_are_code():
    document = read(CALL)
    blocks = document.text.split("\n\n")
    assert 'Hola, soy Núria Roe "Nuri".\nLlamo por Roe & Co.' in blocks
    assert "600123456" in blocks
    assert "12" not in blocks
    code = {document.text[zone.start : zone.end] for zone in document.zones if zone.kind == "code"}
    assert {"speaker", "text", "Núria Roe"} <= code


def test_replacements_go_into_their_literals_and_nothing_else_changes():
    after = replaced(CALL, ("Núria Roe", "persona A"), ("600123456", "[telèfon 1]"))
    assert '"phone": "[telèfon 1]", "turns"' in after
    assert 'soy persona A \\"Nuri\\".\\nLlamo' in after
    assert '"persona A": 12, "ok": true, "rate": 1.50000}' in after
    assert json.loads(after)["turns"][0]["text"].startswith("Hola, soy persona A")
    assert replaced(CALL) == CALL


def test_a_list_and_a_single_string_are_documents():
    assert replaced('["Ann Roe came.", ["Ann Roe left."]]', ("Ann Roe", "A")) == '["A came.", ["A left."]]'
    assert replaced('"Ann Roe"', ("Ann Roe", "A")) == '"A"'


@pytest.mark.parametrize("text", ["{", '{"a": "x", "a": "y"}', "{}", "[1, 2]", "[" * 100_000])
def test_what_is_no_document_is_refused(text):
    with pytest.raises(InputError):
        read(text)


def test_two_keys_that_would_become_one_stop_the_writing():
    with pytest.raises(OutputError):
        replaced('{"Ann": "Ann x", "Bo": "Bo y"}', ("Ann", "A"), ("Bo", "A"))


def test_a_part_of_a_number_cannot_go():
    with pytest.raises(OutputError):
        replaced('{"a": "x 1", "n": 600123456}', ("600", "A"))
