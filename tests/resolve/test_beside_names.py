"""What stands right beside a name says more than the list, the page or the number around it."""

import pytest

from builders import doc
from lexveil.languages import load
from lexveil.names.callings import after_calling, is_calling
from lexveil.resolve import resolve


def role(text, name, language):
    marked = doc(text, language=language)
    found = resolve(marked.document, marked.spans)
    words = marked.document.text
    return next(each.role for each in found for span in each.spans if words[span.start : span.end] == name)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "KONKURSGÄLDENÄR\nEkdals Bygg AB\nKonkursbeslut 2022-12-12, rådmannen [Ada Ekvall](PERSON)\n",
            "JUDGE",
        ),
        ("SVARANDE\nRiksåklagaren genom kammaråklagare [Ada Ekvall](PERSON), Luleå\n\nSAKEN\n", "OFFICIAL"),
    ],
)
def test_somebody_with_an_office_among_the_parties_is_none(text, wanted):
    assert role(text, "Ada Ekvall", "sv") == wanted


def test_a_verb_of_the_language_is_no_degree_in_law():
    assert role("Kuvassa 6 on [Ari Salo](PERSON), joka asuu Turussa.", "Ari Salo", "fi") == "UNKNOWN"
    assert role("Kantajaa avustaa ON [Ari Salo](PERSON).", "Ari Salo", "fi") == "LAWYER"


def test_the_colon_of_a_number_makes_no_label():
    text = "Asianajaja KKO 2017:9 viitattu.\nTodistajan [Ari Salo](PERSON) mukaan niin oli.\n"
    assert role(text, "Ari Salo", "fi") != "LAWYER"


def test_a_sentence_under_a_list_belongs_to_it_no_more():
    text = "Saksøker:\n[Ida Dal](PERSON)\nda vi kom fram om kvelden var [Bo Lie](PERSON) alt gått hjem.\n"
    assert role(text, "Bo Lie", "nb") == "UNKNOWN"


@pytest.mark.parametrize(("number", "wanted"), [("20150921-6006", "UNKNOWN"), ("19840921-6006", "PARTY")])
def test_the_number_of_a_child_makes_no_party(number, wanted):
    text = f"Dom 2024-03-01. Vårdnaden om [Mila Hag](PERSON), [{number}](NATIONAL_ID), ska vara gemensam."
    assert role(text, "Mila Hag", "sv") == wanted


def test_a_letter_in_the_number_tells_the_century():
    text = "Päätös 1.3.2024. Asia koskee [Oona Salo](PERSON), [010415A123B](NATIONAL_ID)."
    assert role(text, "Oona Salo", "fi") == "UNKNOWN"
    assert role(text.replace("A123B", "-123B"), "Oona Salo", "fi") == "PARTY"


@pytest.mark.parametrize(
    "text",
    [
        "Boet efter [Ib Rask](PERSON), cpr-nr. [300936-3539](NATIONAL_ID)",
        "[Ib Rask](PERSON), cpr-nr. [300936-3539](NATIONAL_ID), afgik ved døden i maj.",
    ],
)
def test_the_dead_are_no_parties(text):
    assert role(text, "Ib Rask", "da") == "UNKNOWN"


@pytest.mark.parametrize(
    ("text", "language", "name"),
    [
        ("Nevrolog Ada Berg", "nn", "Ada Berg"),
        ("Saksøker Bo Lie", "nb", "Bo Lie"),
        ("Ada Berg", "nb", "Ada Berg"),
        ("NOTAIRE Ada", "fr", "NOTAIRE Ada"),  # a family name
        ("Lege", "nb", "Lege"),
    ],
)
def test_a_profession_before_a_name_is_no_part_of_it(text, language, name):
    assert text[after_calling(text, 0, len(text), load(language)) :] == name


def test_a_name_that_is_a_profession_stays():
    assert is_calling("Tilsynslege", load("nb"))
    assert not is_calling("Berg", load("nb"))


def test_the_dead_and_children_apart_whom_a_letter_goes_to_is_a_party():
    letter = "[Ida Dal](PERSON)\n[Havnegade 5, 7680 Lilleby](ADDRESS)\n\nDu har klaget over kommunen."
    assert role(letter, "Ida Dal", "da") == "PARTY"
    assert role(f"[Lilleby Handel A/S](ORG)\n{letter}", "Ida Dal", "da") == "UNKNOWN"


def test_names_beside_one_another_have_what_stands_under_each():
    text = (
        "Muutosta saa hakea.\n\n"
        "[Pertti Salo](PERSON)          [Sari Huovi](PERSON)          [Mikko Aho](PERSON)\n"
        "hovioikeudenlaamanni     hovioikeudenneuvos        viskaali\n"
    )
    found = [role(text, name, "fi") for name in ("Pertti Salo", "Sari Huovi", "Mikko Aho")]
    assert found == ["JUDGE", "JUDGE", "CLERK"]


def test_an_interpreter_in_a_row_of_counsel_is_none():
    text = "Til stede: advokat [Ida Dal](PERSON) og tolk [Bo Lie](PERSON)."
    assert role(text, "Bo Lie", "nb") == "UNKNOWN"


def test_what_one_judge_is_besides_does_not_end_the_row():
    text = "I avgörandet har deltagit hovrättsråden [Ada Ek](PERSON), referent, och [Bo Ljung](PERSON)."
    assert role(text, "Bo Ljung", "sv") == "JUDGE"


def test_where_an_expert_works_may_stand_before_the_name():
    text = "Rådgivende lege i NAV, [Ida Dal](PERSON), har i uttalelse i mai bemerket dette."
    assert role(text, "Ida Dal", "nb") == "EXPERT"


def test_a_numbered_party_after_counsel_is_a_party():
    text = (
        "Saksøker: Ada Berg AS\nProsessfullmektig: Advokat [Ida Dal](PERSON)\n\n"
        "Saksøkt 1:            [Bo Lie](PERSON)\n"
    )
    assert role(text, "Bo Lie", "nb") == "PARTY"
