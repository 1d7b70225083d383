"""Numbers that are somebody's only at first sight."""

import pytest

from lexveil.model import Document, Span
from lexveil.resolve.surer import surer_codes

FORM = "The document SERV 135 was read. He received SERV 135 too. Then SERV 135 document."


def seen(text, *found):
    places = []
    at = 0
    for surface, category, score in found:
        start = text.index(surface, at)
        at = start + 1
        places.append(Span(start, start + len(surface), category, score, ("ner:en-legal",)))
    return [span.category for span in surer_codes(Document("d", text, "en"), places)]


def test_a_faint_code_is_what_the_same_words_surely_are_elsewhere():
    found = [("SERV 135", "MISC", 0.87), ("SERV 135", "CODE", 0.04)]
    assert seen(FORM, *found) == ["MISC", "MISC"]


def test_words_that_begin_something_surer_count():
    found = [("SERV 135", "CODE", 0.04), ("SERV 135 document", "MISC", 0.8)]
    assert seen(FORM, *found) == ["MISC", "MISC"]


def test_a_code_that_is_sure_stays_one_everywhere():
    found = [("SERV 135", "MISC", 0.87), ("SERV 135", "CODE", 0.9)]
    assert seen(FORM, *found) == ["MISC", "CODE"]


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("See State v. Tate, 01-1658 (La. 2003).", "CASE_NUMBER"),
        ("   No. 01-1658\n\nCOURT OF APPEAL", "CASE_NUMBER"),
        ("Trial Court No. 01-1658", "CASE_NUMBER"),
        ("Her employee number is 01-1658.", "CODE"),
        ("See Tate, whose badge is 01-1658.", "CODE"),
    ],
)
def test_the_number_of_a_case_is_nobodys(text, category):
    assert seen(text, ("01-1658", "CODE", 0.6)) == [category]
