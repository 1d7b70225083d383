"""Dates, sums, ages, numbers and codes."""

import re
from datetime import date, timedelta
from ipaddress import ip_address, ip_network

import phonenumbers
import pytest
from hypothesis import given
from hypothesis import strategies as st
from stdnum import iban, luhn
from stdnum.dk import cpr
from stdnum.fi import hetu
from stdnum.us import ssn

from builders import cases, doc
from lexveil.model import Entity
from lexveil.replace.surrogates import assign, dates, values
from lexveil.replace.surrogates.assignments import Assignments

KEY = bytes(range(32))
LEDGER = Assignments(KEY, "en", frozenset(), True)
CASES = {
    kind: [row for row in cases("surrogates") if row.values[0]["kind"] == kind] for kind in ("date", "money")
}
DAYS = st.dates(date(1900, 1, 1), date(2050, 1, 1))


def forms(marked, *, key=KEY, style="surrogate", language="en"):
    """Marks with the same role are one entity; surface → surrogate."""
    document, spans, roles = doc(marked)
    groups = {}
    for span, role in zip(spans, roles, strict=True):
        groups.setdefault(role or f"{span.start}", []).append(span)
    entities = [
        Entity(f"e{n}", group[0].category, "PERSON", 1, tuple(group))
        for n, group in enumerate(groups.values())
    ]
    styles = {entity.id: style for entity in entities}
    found = assign(document, entities, language=language, key=key, avoid=set(), styles=styles)
    return {surface: new for each in found.forms.values() for surface, new in each.items()}


@pytest.mark.parametrize("row", CASES["date"])
def test_a_date_is_shifted_as_it_is_written(row):
    for surface, wanted in row["forms"]:
        assert dates.shifted(surface, days=row["days"], language=row.get("language", "en")) == wanted


@given(st.binary(min_size=32, max_size=32))
def test_the_shift_is_whole_weeks_and_never_none(key):
    assert dates.shift(key) % 7 == 0
    assert 200 < abs(dates.shift(key)) < 3100


@given(DAYS, DAYS, st.binary(min_size=32, max_size=32))
def test_weekday_order_and_intervals_stay(one, other, key):
    days = dates.shift(key)
    new = [
        date.fromisoformat(dates.shifted(day.isoformat(), days=days, language="en")) for day in (one, other)
    ]
    assert new[0] - one == timedelta(days) == new[1] - other
    assert new[0].weekday() == one.weekday()


@given(DAYS, st.integers(-1500, 1500))
def test_shifting_there_and_back_is_nothing(day, days):
    surface = f"{day.day} {day:%B} {day.year}"
    there = dates.shifted(surface, days=days, language="en")
    assert dates.shifted(there, days=-days, language="en") == surface


@given(st.text(max_size=30))
def test_any_surface_gets_some_date(surface):
    assert dates.shifted(surface or "x", days=21, language="en")


def test_a_birth_date_keeps_only_its_year():
    found = forms("She was born on [12 May 1985](DATE) and died on [12 May 2015](DATE).")
    year = int(found["12 May 1985"].removeprefix("a day in "))
    assert abs(year - 1985) <= 9
    assert re.fullmatch(r"\d{1,2} \w+ 20\d\d", found["12 May 2015"])


def test_a_day_without_a_year_takes_that_of_the_text_around():
    found = forms("On [1 March 2020](DATE) he left, on [2 March](DATE) he came.")
    first = found["1 March 2020"].split()
    assert abs(int(found["2 March"].split()[0]) - int(first[0])) in (1, 27, 28, 29, 30)


def test_american_dates_are_read_as_such_where_one_shows_it():
    days = dates.shift(KEY)
    new = date(2003, 5, 4) + timedelta(days)
    assert forms("[12/25/2003](DATE) [05/04/2003](DATE)")["05/04/2003"] == f"{new:%m/%d/%Y}"
    new = date(2003, 4, 5) + timedelta(days)
    assert forms("[25/12/2003](DATE) [05/04/2003](DATE)")["05/04/2003"] == f"{new:%d/%m/%Y}"


@pytest.mark.parametrize("row", CASES["money"])
def test_a_sum_is_rounded_as_it_is_written(row):
    for surface, wanted in row["forms"]:
        assert values.money(LEDGER, surface) == wanted


@given(st.integers(1, 10**9))
def test_a_sum_always_changes_and_stays_near(amount):
    found = values.money(LEDGER, f"EUR {amount:,}")
    new = int(re.sub(r"\D", "", found))
    assert new != amount
    assert 0.4 * amount <= new <= 2 * amount or amount < 3


def test_a_sum_without_a_number_becomes_a_word():
    assert values.money(LEDGER, "a fortune") == "[amount]"
    assert values.money(LEDGER, "EUR 5,000", general=True) == "EUR 5,000"


@given(st.integers(1, 110))
def test_an_age_moves_by_two_or_three_and_stays_on_its_side_of_eighteen(age):
    new = int(values.age(LEDGER, f"{age} years old").split()[0])
    assert new > 0
    assert abs(new - age) in (2, 3) or age < 4
    assert (new < 18) == (age < 18)


@pytest.mark.parametrize(
    ("surface", "pattern"),
    [
        ("34-year-old", r"3[1267]-year-old"),
        ("aged thirty-four", r"aged thirty-(one|two|six|seven)"),
        ("mid-forties", "forties"),
        ("grown up", r"\[age\]"),
    ],
)
def test_an_age_is_written_as_it_was(surface, pattern):
    assert re.fullmatch(pattern, values.age(LEDGER, surface))


def test_an_age_is_generalised_to_its_decade():
    assert values.age(LEDGER, "34-year-old", general=True) == "30–39-year-old"


@pytest.mark.parametrize(
    ("surface", "new"),
    [("34 months", "35 months"), ("six years", "six years"), ("1,234 km", "1,200 km"), ("12%", "10%")],
)
def test_a_quantity_is_rounded(surface, new):
    assert values.quantity(LEDGER, surface) == new


@pytest.mark.parametrize(
    ("category", "surface"),
    [
        ("IBAN", "DE89 3704 0044 0532 0130 00"), ("IBAN", "GB29NWBK60161331926819"),
        ("CARD", "4111 1111 1111 1111"), ("CARD", "5500-0000-0000-0004"), ("NATIONAL_ID", "131052-308T"),
        ("NATIONAL_ID", "211062-5629"), ("NATIONAL_ID", "536-90-4399"), ("PASSPORT", "P1234567"),
        ("PLATE", "ABC-123"), ("PROPERTY_ID", "91-1-12-3"), ("CODE", "XY 77/b"),
    ],
)  # fmt: skip
def test_a_code_keeps_its_shape_and_checks_never_hold(category, surface):
    for n in range(20):
        new = forms(f"no. [{surface}]({category}) was", key=bytes([n]) * 32)[surface]
        assert new != surface
        assert [(c.isdigit(), c.isupper(), c.islower()) for c in new] == [
            (c.isdigit(), c.isupper(), c.islower()) for c in surface
        ]
        assert [c for c in new if not c.isalnum()] == [c for c in surface if not c.isalnum()]
        checks = {"IBAN": (iban,), "CARD": (luhn,), "NATIONAL_ID": (hetu, cpr, ssn)}
        assert not any(check.is_valid(new) for check in checks.get(category, ()))


def test_two_ways_of_writing_a_number_stay_one():
    found = forms(
        "[DE89 3704 0044 0532 0130 00](IBAN:a) or [DE89370400440532013000](IBAN:a), [0130 00](IBAN:a)"
    )
    long, short = found["DE89 3704 0044 0532 0130 00"], found["DE89370400440532013000"]
    assert long.replace(" ", "") == short
    assert long.startswith("DE")
    assert found["0130 00"] == long[-7:]


def test_the_year_of_a_case_moves_with_the_dates():
    found = forms("[C-123/19](CASE_NUMBER), [No. 4567/2010](CASE_NUMBER), in [2010](DATE)")
    assert re.fullmatch(r"C-\d{3}/\d\d", found["C-123/19"])
    assert found["No. 4567/2010"].endswith(f"/{found['2010']}")


@pytest.mark.parametrize(
    "surface",
    ["+44 20 7123 4567", "+1 212 555 1234", "(212) 867-5309", "+358 40 123 4567", "+45 33 12 34 56",
     "+33 1 42 34 56 78", "+49 30 12345678", "+46 8 123 456 78", "020 7123 4567", "0041 44 668 18 00"],
)  # fmt: skip
def test_a_phone_number_rings_nowhere(surface):
    kept = re.compile(
        r"(?:55501\d\d|2079460\d{3}|7700900\d{3}|1[36]14960\d{3}|1632960\d{3}|19900\d{4}|63998\d{4}|26191\d{4}"
        r"|35301\d{4}|3023125\d{3}|6990009\d{3}|8999998\d{3}|3139006\d\d|8465004\d\d)$"
    )
    for n in range(10):
        new = forms(f"call [{surface}](PHONE) now", key=bytes([n]) * 32)[surface]
        digits = re.sub(r"\D", "", new)
        assert re.sub(r"\d", "9", new) == re.sub(r"\d", "9", surface)
        international = "+" + digits.removeprefix("00")
        valid = surface[0] in "+0" and phonenumbers.is_valid_number(
            phonenumbers.parse(international if surface[:2] in ("00",) or surface[0] == "+" else new, "GB")
        )
        assert kept.search(digits) or not valid


def test_internet_numbers_are_those_for_documentation():
    found = forms(
        "[10.1.2.3](IP) [fe80::1ff:fe23:4567:890a](IP) [00:1A:2B:3C:4D:5E](MAC) [00-1a-2b-3c-4d-5e](MAC)"
    )
    blocks = [ip_network(block) for block in ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24")]
    assert any(ip_address(found["10.1.2.3"]) in block for block in blocks)
    assert ip_address(found["fe80::1ff:fe23:4567:890a"]) in ip_network("2001:db8::/32")
    for surface in ("00:1A:2B:3C:4D:5E", "00-1a-2b-3c-4d-5e"):
        assert int(found[surface][:2], 16) & 3 == 2
        assert re.sub("[0-9A-Fa-f]", "x", found[surface]) == re.sub("[0-9A-Fa-f]", "x", surface)


def test_a_thousand_addresses_and_numbers_all_differ():
    marked = " ".join(f"[10.1.{n // 250}.{n % 250}](IP) [{n + 1000}/2019](CASE_NUMBER)" for n in range(1000))
    found = forms(marked)
    assert len(set(found.values())) == len(found) == 2000


def test_times_lose_their_minutes():
    assert forms("at [10.47 a.m.](TIME)") == {"10.47 a.m.": "10.30 a.m."}


def test_all_writings_of_one_identity_number_stay_one():
    found = forms(
        "[010180 12371](NATIONAL_ID:a) [01 jan 80 12371](NATIONAL_ID:a) [01.01.1980-12371](NATIONAL_ID:a)"
    )
    plain, letters, whole = (found[each] for each in ("010180 12371", "01 jan 80 12371", "01.01.1980-12371"))
    digits = plain.replace(" ", "")
    assert digits.isdigit()
    assert digits != "01018012371"
    assert re.fullmatch(rf"{digits[:2]} [a-z]{{3,4}} {digits[4:6]} {digits[6:]}", letters)
    assert whole == f"{digits[:2]}.{digits[2:4]}.19{digits[4:6]}-{digits[6:]}"


@pytest.mark.parametrize(
    ("surface", "wanted"),
    [
        ("20.02", "27.02"), ("26.01 17", "02.02 17"), ("28/12", "04/01"), ("5.3", "12.3"),
        ("30.12 17", "06.01 18"),
        ("20.02 and 26.01 17", "27.02 and 02.02 17"), ("20.02.", "27.02."), ("45.10", "45.10"),
    ],
)  # fmt: skip
def test_a_day_without_a_year_moves_with_the_others(surface, wanted):
    assert dates.shifted(surface, days=7, language="en", year=2017) == wanted


def test_a_birthday_without_a_year_tells_none():
    assert dates.year_alone("12.05", days=7, language="en", year=2017) == "[date]"


def test_a_number_that_is_said_is_said_again():
    found = forms("[five five five oh one two](CODE:a) and [555012](CODE:a)")
    words = {
        "oh": "0",
        "one": "1",
        "two": "2",
        "three": "3",
        "four": "4",
        "five": "5",
        "six": "6",
        "seven": "7",
    }
    words |= {"eight": "8", "nine": "9"}
    said = "".join(words[word] for word in found["five five five oh one two"].split())
    assert said == found["555012"] != "555012"


@pytest.mark.parametrize(("surface", "word"), [("gnr. 118 bnr. 2", "gnr"), ("matr.nr. 5 gk Steby", "matr")])
def test_the_words_before_the_numbers_of_land_stay(surface, word):
    (new,) = forms(f"[{surface}](PROPERTY_ID)").values()
    assert new.startswith(f"{word}.")
    assert new != surface
    assert "Steby" not in new
