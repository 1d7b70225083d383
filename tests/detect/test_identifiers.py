"""What the case tables of the identifier detectors cannot say: checks, order, cost, brackets."""

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexveil.detect import detector, identifiers
from lexveil.detect.labels import lowered
from lexveil.model import CATEGORIES, Document, Span
from lexveil.text.fold import flow

NAMES = (
    "internet", "banking", "national", "phones", "references", "documents", "addresses", "dates",
    "quantities",
)  # fmt: skip
FINDERS = {name: detector(name) for name in NAMES}
Find = Callable[[Document], Iterator[Span]]

# Pieces that begin an identifier, repeated to a length at which a quadratic scan would not return.
NASTY = (
    "A", "1", " ", "9 ", "1.", "12-", "a@", "@", "::", "no. ", "plots nos. 1, ", "+12 34 ", "May ",
    "1, 2, 3 and ", "one hundred and ", "six years and ", "1 Aa Street, Aa, ", "Aa Aa-", "2 BvR 1/",
    "case A", "AB 12 ", "4111 ", "999999-9999 ", "1990s ", "tel 12 34 5", "www.", "(", "\n",
)  # fmt: skip
NASTY_LENGTH = 40_000

# Beginnings, middles and ends of identifiers, to be put together at random.
PIECES = (
    "no. ", "nos. ", "36110/97", " and ", ", ", "12", " May", " 2004", "EUR ", "1,000", "+358 ",
    "40 123 4567", "@", "jane.doe", "example.org", "www.", "\n", "\n\n", " ", "Flat 3, ", "14 High Road",
    "NW1 6XE", "passport ", "AB", "131052-308T", "4111 1111 1111 1111", "years old", "aged ", "six", "-",
    "between ", "1999", ":", "10.30 a.m.", "plot ", "[", "] UKSC 12", "tel. ", "(", ")", "é", "ß", "İ",
    "CAS 2019/A/1", "C-1/99", "account ", "FI21 ", "early ", "end of ",
    "mid-", "Monday", "a year", " later", "half an hour",
)  # fmt: skip


def found(find: Find, text: str) -> list[tuple[str, str]]:
    return [(text[span.start : span.end], span.category) for span in find(Document(id="doc-test", text=text))]


@pytest.mark.parametrize("name", FINDERS)
@given(pieces=st.lists(st.sampled_from(PIECES), max_size=12))
def test_spans_are_in_order_apart_and_on_one_line(name, pieces):
    text = flow("".join(pieces))
    spans = list(FINDERS[name](Document(id="doc-test", text=text)))
    assert all(left.end <= right.start for left, right in pairwise(spans))
    for span in spans:
        shown = text[span.start : span.end]
        assert span.end <= len(text)
        assert "\n" not in shown
        assert shown == shown.strip()
        assert span.category in CATEGORIES
        assert 0 < span.score <= 1
        assert [source.partition(":")[0] for source in span.sources] == [name]


@pytest.mark.parametrize("name", FINDERS)
def test_hostile_text_is_read_in_linear_time(name):
    for piece in NASTY:
        text = (piece * (NASTY_LENGTH // len(piece) + 1))[:NASTY_LENGTH]
        assert all(span.end <= NASTY_LENGTH for span in FINDERS[name](Document(id="doc-test", text=text)))


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("as held in [2019] UKSC 12, paragraph 3", "[2019] UKSC 12"),
        ("[2004] EWCA Civ 12", "[2004] EWCA Civ 12"),
        ("in [2010] EWHC 123 (Admin) at 5", "[2010] EWHC 123 (Admin)"),
        ("R v. Lomond [2003] 3 WLR 411", "[2003] 3 WLR 411"),
        ("Webb [1993] Appeal Cases, p. 498", "[1993] Appeal Cases, p. 498"),
    ],
)
def test_citations_in_square_brackets_are_case_numbers(text, number):
    assert found(FINDERS["references"], text) == [(number, "CASE_NUMBER")]


def test_a_mail_address_spelt_with_brackets_is_found():
    assert found(FINDERS["internet"], "write to john [at] example dot com") == [
        ("john [at] example dot com", "EMAIL")
    ]


@pytest.mark.parametrize(
    ("find", "number"),
    [
        (FINDERS["banking"], "GB82 WEST 1234 5698 7654 32"),
        (FINDERS["banking"], "4111 1111 1111 1111"),
        (FINDERS["national"], "131052-308T"),
        (FINDERS["national"], "756.9217.0769.85"),
        (FINDERS["national"], "54362315K"),
        (FINDERS["national"], "RSSMRA85T10A562S"),
        (FINDERS["national"], "85.07.30-033.28"),
        (FINDERS["national"], "390.533.447-05"),
        (FINDERS["national"], "12.531.909-2"),
        (FINDERS["national"], "2077474-0"),
    ],
)
def test_a_number_stands_alone_only_while_its_check_digit_holds(find, number):
    assert [text for text, _ in found(find, f"See {number}.")] == [number]
    last = number[-1]
    wrong = number[:-1] + (chr(ord(last) + 1) if last not in "9Z" else chr(ord(last) - 1))
    assert found(find, f"See {wrong}.") == []


def test_a_checked_number_scores_higher_than_a_misprint_after_the_same_label():
    texts = ("HETU no. 131052-308T", "HETU no. 131052-308U")
    right, wrong = (next(FINDERS["national"](Document(id="doc-test", text=text))) for text in texts)
    assert right.score > wrong.score > 0.5


def test_every_check_named_in_the_table_exists():
    names = {name for numbers in identifiers._shapes().values() for name, _, _ in numbers}
    assert len(names) > 50
    assert all(callable(import_module(f"stdnum.{name}").is_valid) for name in names)


def test_a_label_announces_a_series_of_any_length():
    numbers = [str(number) for number in range(1000, 3000)]
    text = f"plots nos. {', '.join(numbers[:-1])} and {numbers[-1]}."
    assert [shown for shown, _ in found(FINDERS["documents"], text)] == numbers


def test_lower_case_keeps_every_offset():
    characters = "".join(chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000)
    assert len(lowered(characters)) == len(characters)


@pytest.mark.parametrize(
    ("name", "language", "text", "number", "category"),
    [
        ("banking", "da", "til reg.nr. 7650 konto 0002418837.", "7650 konto 0002418837", "CODE"),
        ("banking", "sv", "konto, clearingnr 8327-9, nr 934 551 208-3.", "8327-9, nr 934 551 208-3", "CODE"),
        ("references", "it", "(Cass. 20 settembre 2016, n. 18418)", "18418", "CASE_NUMBER"),
        ("references", "it", "Cass. civ., sez. III, 07/06/2024, n. 15966", "15966", "CASE_NUMBER"),
        ("references", "fi", "rikosilmoitus 5530/R/18904/23 on", "5530/R/18904/23", "CASE_NUMBER"),
        ("references", "sv", "förundersökningen (5000-K1044873-22) är", "5000-K1044873-22", "CASE_NUMBER"),
        ("references", "da", "rapport 0900-70111-00418-24 af", "0900-70111-00418-24", "CASE_NUMBER"),
        ("documents", "en", "owner of Erf 1148 Exampleton", "1148", "PROPERTY_ID"),
        ("documents", "en", "under Deed of Transfer T 37852/2009.", "T 37852/2009", "PROPERTY_ID"),
        ("documents", "en", "parcel Exam/Sample Block 1/3386 is", "Exam/Sample Block 1/3386", "PROPERTY_ID"),
        ("documents", "en", "is Folio Identifier 4/88123.", "4/88123", "PROPERTY_ID"),
        ("documents", "en", "PID: 009-123-456 was sold", "009-123-456", "PROPERTY_ID"),
        ("documents", "fi", "määräala 402-410-5-121-M601 on", "402-410-5-121-M601", "PROPERTY_ID"),
        ("documents", "sv", "sin bil (registernummer ÅLE 417) hem", "ÅLE 417", "PLATE"),
        ("documents", "nb", "Han har godkjenningsnummer OV-33812 som vakt.", "OV-33812", "PROFESSIONAL_ID"),
        ("addresses", "sv", "hem: Roxgatan 2, 1201, 214 57 Rox.", "Roxgatan 2, 1201, 214 57 Rox", "ADDRESS"),
    ],
)
def test_numbers_of_the_north_are_found_whole(name, language, text, number, category):
    spans = FINDERS[name](Document("doc-test", text, language))
    assert (number, category) in [(text[span.start : span.end], span.category) for span in spans]


def test_a_telephone_number_is_no_age():
    text = "Dere kan ringe meg på 481 16 703. Han døde på 81."
    ages = [text[span.start : span.end] for span in FINDERS["quantities"](Document("d", text, "nb"))]
    assert ages == ["på 81"]
