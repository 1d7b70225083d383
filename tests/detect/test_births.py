"""Which dates are of birth: the source says so, and policies go by it."""

import pytest

from lexveil.detect import dates, view
from lexveil.detect.births import BIRTH, with_births
from lexveil.model import Document, Span


def births(text, language="en", *more):
    seen = view(Document("d", text, language))
    found = with_births(sorted([*dates.find(seen), *more]), seen)
    return [text[span.start : span.end] for span in found if BIRTH in span.sources]


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
    assert births("M. Roe, ne le 9 mai 1966, et Mme Doe, nee a Exempleville le 22 juillet 1939", "fr") == [
        "9 mai 1966",
        "22 juillet 1939",
    ]
    assert births("Il ne sera pas entendu le 3 mai 2021.", "fr") == []


def span(text, surface, category):
    start = text.index(surface)
    return Span(start, start + len(surface), category, 0.9, ("ner:model",))


def test_a_date_that_only_a_model_found_counts_too():
    text = "Rosa Roe, nacida en Ejemplo (China) el 29/SEP/1991, con domicilio"
    assert births(text, "es", span(text, "29/SEP/1991", "DATE")) == ["29/SEP/1991"]
    text = "Todistaja Rosa Roe, s. 41–58"
    assert births(text, "fi", span(text, "41–58", "DATE")) == []  # pages


@pytest.mark.parametrize(
    ("text", "language", "names", "found"),
    [
        ("their sons Bo Roe (2017) and Al Roe (3 May 2019).", "en", ["Bo Roe", "Al Roe"], 2),
        ("lapset Bo (s. 2011) ja Al (5.3.2014)", "fi", ["Bo", "Al"], 1),
        ("Bo Roe (3 May 1971) and Al Doe (1976) married on 5 July 2008.", "en", ["Bo Roe", "Al Doe"], 2),
        ("Bo Roe (3 May 2019) and Al Doe (4 May 2019) gave evidence in 2019.", "en", ["Bo Roe", "Al Doe"], 0),
        ("contro\n\nRoe Bo, 22.05.1991, cittadino ignoto", "it", ["Roe Bo"], 1),
        ("Bo Roe, 22.05.1991, wrote again.", "en", ["Bo Roe"], 0),
    ],
)
def test_a_date_beside_a_name(text, language, names, found):
    assert len(births(text, language, *(span(text, name, "PERSON") for name in names))) == found


@pytest.mark.parametrize(
    ("text", "language", "found"),
    [
        (
            "Nacieron dos hijas: Alba Roe, el 3 de mayo de 2011, y Eva, el 4/7/2014. El 5/8/2019 cesó.",
            "es",
            2,
        ),
        ("NACIDO EN: Ejemplo        FECHA: 26-02-1999 HIJO DE: Bo", "es", 1),
        (
            "Van néixer l'Eva, el 4 de març de 2012, i en Bo, el 21 de gener de 2016. El 5/8/2019 res.",
            "ca",
            2,
        ),
        ("Die am 08.02.1988 in Đông Roe geborene Klägerin kam am 3.4.2020.", "de", 1),
        ("Geburtsdatum/-ort:    06.01.1957, Exempel", "de", 1),
        ("Dal matrimonio sono nati Bo, il 3 marzo 2008, ed Eva, il 12 luglio 2010.", "it", 2),
        ("El pleito nació de un contrato de D. Bo Roe. Firmó el 5 de abril de 2018.", "es", 0),
    ],
)
def test_children_and_when_they_were_born(text, language, found):
    names = [span(text, name, "PERSON") for name in ("Eva", "Bo") if name in text]
    assert len(births(text, language, *names)) == found


def test_who_was_born_in_the_year_in_brackets_is_no_author():
    text = "Bo Roe (1971) et Eva Doe (9 mai 1979) se sont mariés le 26 mai 2006."
    names = [Span(0, 6, "PERSON", 0.9, ("ner:model", "citations:author")), span(text, "Eva Doe", "PERSON")]
    seen = view(Document("d", text, "fr"))
    named = next(iter(with_births(sorted([*dates.find(seen), *names]), seen)))
    assert named.sources == ("ner:model",)


def test_a_page_and_a_date_of_birth_after_one_letter():
    assert births("Bo Roe, s. 14.2.1961, Esimerkkilä", "fi") == ["14.2.1961"]
    assert births("Bo Roe (n. 17/3/2019)", "it") == ["17/3/2019"]
    assert births("Cass. n. 2010 del 2015", "it") == []


def test_another_date_of_birth_in_brackets():
    assert births("Fødd: 3. mai 1987 (UDI: 03.05.1984)", "nn") == ["3. mai 1987", "03.05.1984"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Born 12.05.1985. His birthday is 12 May.", ["12.05.1985", "12 May"]),
        ("Born on 12 May 1985. On 12.05.2017 he fell; on 12.05 he rang.", ["12 May 1985", "12.05"]),
        ("Seen 20.02.2017. DOB 12.05.", ["12.05"]),
        (
            "Q. Date of birth? A. Twelfth of May, nineteen eighty-five.",
            ["Twelfth of May, nineteen eighty-five"],
        ),
        ("Born 12.05.1985. He came on 13 May and 12 June.", ["12.05.1985"]),
    ],
)
def test_a_birthday_without_its_year(text, found):
    assert births(text) == found


def test_a_date_after_a_name_in_a_numbered_line_is_of_birth():
    text = "KLAGANDE\n1. Ann Roe, 1991-04-17\n2. Bo Doe, 1994-12-02\n\nBeslut\nAnn Roe, 2024-01-05\n"
    people = [
        Span(at, at + len(name), "PERSON") for name in ("Ann Roe", "Bo Doe") for at in [text.index(name)]
    ]
    signed = text.rindex("Ann Roe")
    people.append(Span(signed, signed + 7, "PERSON"))
    assert births(text, "sv", *people) == ["1991-04-17", "1994-12-02"]


def test_a_day_that_begins_with_a_vowel_is_of_birth_in_italian():
    assert births("nato a Esempio (Albania) l'8.2.1993, residente", "it") == ["8.2.1993"]
