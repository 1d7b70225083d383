"""Which dates are of birth: the source says so, and policies go by it."""

import pytest

from lexveil.detect import dates, view
from lexveil.model import Document


def births(text, language="en"):
    seen = view(Document("d", text, language))
    return [text[span.start : span.end] for span in dates.find(seen) if dates.BIRTH in span.sources]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("She was born Krisztina Roe on 6 August 1994 in Leeds.", ["6 August 1994"]),
        ("DOB: 21/11/1999   Address: NFA", ["21/11/1999"]),
        ("(d.o.b. 9.ix.1944)", ["9.ix.1944"]),
        ("the twins, born on 3 May 2010 and 4 June 2012", ["3 May 2010", "4 June 2012"]),
        ("Born on 3 May 1981, he left on 4 May 2001. He gave 3 May 1981.", ["3 May 1981", "3 May 1981"]),
        ("Wilmer turned 18 on February 12, 2023.", ["February 12, 2023"]),
        ("his DOB as per Aadhaar No. 4417 9920 3318 is 26/01/2003", ["26/01/2003"]),
        ("It was imposed on 24 June 2021.", []),
        ("The child was born. On 3 May 2004 he left.", []),
    ],
)
def test_a_date_of_birth_says_so(text, found):
    assert births(text) == found


def test_words_of_other_languages_count_but_not_their_abbreviations():
    assert births("Hun er født den 3 May 1981.") == ["3 May 1981"]
    assert births("see s. 3 May 1981") == []


def test_french_birth_and_what_came_after():
    assert births("Née à EXEMPLEVILLE (21340), le 21 avril 1948.", "fr") == ["21 avril 1948"]
    assert births("née Roe le 17 mai 1928, décédée à Exempleville le 23 janvier 2017", "fr") == [
        "17 mai 1928"
    ]
    assert births("Elle a signé à Exempleville le 30 janvier 2026.", "fr") == []


def test_finnish_has_one_abbreviation_for_born_and_for_a_page():
    assert births("Veikko Roe (s. 13.12.1984) ja teos, s. 13", "fi") == ["13.12.1984"]
