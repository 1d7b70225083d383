"""All writings of one identity number are found and are one."""

import pytest

from lexveil.detect import find
from lexveil.jurisdictions.identity import identity
from lexveil.model import Document
from lexveil.resolve import resolve

RULES = ("national", "phones", "documents", "dates", "quantities", "references")


def numbers(text, language="en"):
    """The writings that are a number of the state, by entity."""
    document = Document("d", text, language)
    entities = resolve(document, find(document, RULES))
    return [
        [text[span.start : span.end] for span in each.spans]
        for each in entities
        if each.category == "NATIONAL_ID"
    ]


@pytest.mark.parametrize(
    ("language", "writings"),
    [
        ("nb", ["010180 12371", "01 jan 80 12371", "010180-12371", "01.01.80 12371", "01018012371"]),
        ("nb", ["010180 12371", "1. januar 1980 12371", "01.01.1980 12371"]),
        ("en", ["536-22-8714", "536 22 8714", "536228714"]),
        ("en", ["QQ 12 34 56 C", "QQ123456C"]),
        ("sv", ["800101-1231", "19800101-1231", "8001011231", "800101+1231"]),
        ("da", ["010180-1237", "010180 1237", "0101801237", "01.01.80-1237", "01.01.1980 1237"]),
        ("fi", ["131052-308T", "131052 308T", "131052-308t"]),
        ("es", ["12345678Z", "12.345.678-Z", "12345678-Z", "12 345 678 Z"]),
        ("it", ["RSSMRA85T10A562S", "RSS MRA 85T10 A562S", "RSSMRA 85T10 A562S"]),
    ],
)
def test_all_writings_are_one(language, writings):
    text = "He is Roe (" + "), also written so (".join(writings) + ")."
    assert numbers(text, language) == [writings]


def test_a_writing_alone_is_known_by_its_check():
    assert numbers("Roe, 01 jan 80 12371, came.", "nb") == [["01 jan 80 12371"]]
    assert numbers("Roe (01.01.80 12371) came.", "nb") == [["01.01.80 12371"]]
    assert numbers("Roe (01.01.80 12372) came.", "nb") == []


def test_after_a_word_for_it_no_check_is_asked():
    assert numbers("fødselsnummer 01 jan 80 12345.", "nb") == [["01 jan 80 12345"]]


def test_two_numbers_are_two():
    assert len(numbers("CPR 010180-1237 og CPR 020180-1237.", "da")) == 2


def test_a_date_and_a_sum_are_no_number():
    assert numbers("Den 01.01.80 1237 kr. og CPR 020180-1237.", "da") == [["020180-1237"]]


def test_the_century_sign_tells_people_apart():
    assert identity("010180-123K") != identity("010180A123K")
