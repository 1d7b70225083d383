"""Who is who in the way that Nordic courts, registers and chats write names."""

import pytest

from builders import doc
from lexveil import pipeline
from lexveil.detect.bounds import bounded
from lexveil.languages import codes, load, people
from lexveil.model import Document
from lexveil.resolve.cluster import cluster
from lexveil.resolve.inflected import whole
from lexveil.resolve.name_or_word import given_name_before


def grouped(marked, language):
    document, spans, _ = doc(marked, language=language)
    return [
        [document.text[span.start : span.end] for span in group.spans] for group in cluster(document, spans)
    ]


@pytest.mark.parametrize(
    ("language", "marked", "people"),
    [
        ("sv", "[Gösta Vilhelm Kvarnmo](PERSON) kom. Enligt [Gösta K.](PERSON) var det sent.", 1),
        ("sv", "[Per-Olof Kvarnmo](PERSON) och [Jan-Olof Kvarnmo](PERSON). [P-O Kvarnmo](PERSON) gick.", 2),
        ("sv", "[RASMUS Emil Sjöberg](PERSON) kom. [Rasmus Sjöberg](PERSON) gick.", 1),
        ("sv", "[Sven Torbjörn Kvarnmo](PERSON) kom. [Torbjörn Kvarnmo](PERSON) gick.", 1),
        ("sv", "[Nils-Erik Kvarnmo](PERSON) kom. De kallade på [Nisse](PERSON).", 1),
        ("sv", "[Almaz](PERSON), som [Elias](PERSON) kallar [Mimi](PERSON), kom.", 2),
        ("fi", "[Karhu Toivo Ensio](PERSON) tuli. [Toivo Karhu](PERSON) lähti.", 1),
        ("fi", "[Fredrik Wahlfors](PERSON) tuli. Puhuin [Wahlforssin](PERSON) kanssa.", 1),
        ("fi", "Kuultiin [Dimitra Papadopoulouta](PERSON). [Papadopoulou](PERSON) lähti.", 1),
        ("fi", "[Nguyễn Thị Hoa](PERSON), kutsumanimi [Hoa](PERSON), tuli. Soitin [Hoalle](PERSON).", 1),
        ("fi", "[Veikko Kvarnmo](PERSON) tuli. [Veli Veikko](PERSON) lähti.", 1),
        ("fi", "[Seppo Rautio](PERSON) tuli. [Seppo-ukki](PERSON) lähti.", 1),
        ("nb", "[Kim André Kvarnmo](PERSON) kom. [Kim André](PERSON) gikk.", 1),
        ("nb", "[Nils Are Kvarnmo](PERSON) kom. Dette er tredje gang med [NAK](PERSON).", 1),
        ("da", "[Jens Peter Holm Kvarnmo](PERSON) kom. Hun kalder ham [JP](PERSON).", 1),
        ("sv", "[Gudrun Holm-Kvarnmo](PERSON) kom. [C.B.](PERSON) skrev, [G.H.-K.](PERSON) med.", 2),
        ("sv", "Barnet [Ylva Kvarnmo](PERSON) kom. Barnen ([Y.](PERSON) och en till) var hemma.", 1),
        ("nb", "[T.](PERSON) kom. [T.s](PERSON) mor gikk.", 1),
        ("sv", "[Kaj Kvarnmo](PERSON) kom. [Kaj Kvarnmo, hamnkapten](PERSON): Jag såg det.", 1),
        ("nb", "[Pia Storm Kvarnmo](PERSON) kom. Advokat [Storm Kvarnmo](PERSON) gikk.", 1),
        ("nb", "[Ola Kvarnmo](PERSON) d.e. kom. [Ola Kvarnmo](PERSON) d.y. gikk. [Ola](PERSON) d.e. ble.", 2),
        ("nb", "[Ola Kvarnmo](PERSON) kom. [Ola Kvarnmo](PERSON) ble. [Ola Kvarnmo jr.](PERSON) gikk.", 2),
        ("nb", "[Sverre Kvarnmo](PERSON) kom, og far hans, [Gamle-Sverre](PERSON), gikk.", 2),
        ("nb", "De gamle forklaringene falt. [Ola Kvarnmo](PERSON) kom. [Ola Kvarnmo](PERSON) gikk.", 1),
    ],
)
def test_one_person_in_several_ways(language, marked, people):
    assert len(grouped(marked, language)) == people


@pytest.mark.parametrize(
    ("language", "marked", "whom"),
    [
        (
            "sv",
            "[Bo Kvarnmo](PERSON) kom. Pastorn [Nils Kvarnmo](PERSON) teg. Intyg av pastor [Kvarnmo](PERSON)",
            1,
        ),
        (
            "da",
            "[Viggo Kvarnmo](PERSON) kom ved værge [Camilla Kvarnmo](PERSON). Værgen [Kvarnmo](PERSON) gik.",
            1,
        ),
        (
            "nb",
            "[Ola Kvarnmo](PERSON) og rektor [Kari Kvarnmo](PERSON) kom. Så kom [Kvarnmo](PERSON), rektoren.",
            1,
        ),
        (
            "nb",
            "[Bo Kvarnmo](PERSON) kom. Så kom [Kari Kvarnmo Lie](PERSON). Det gjelder [Kvarnmo](PERSON).",
            0,
        ),
        (
            "sv",
            "[Sten Rask](PERSON) kom. Hon såg [Sten](PERSON). [Sten](PERSON) log. [Maj Sten](PERSON) teg.",
            0,
        ),
        (
            "nb",
            "[Sverre Kvarnmo](PERSON) kom. [Guro Siri Kvarnmo](PERSON) gikk. [S. Kvarnmo](PERSON) betalte.",
            0,
        ),
    ],
)
def test_which_of_a_family_is_meant(language, marked, whom):
    document, spans, _ = doc(marked, language=language)
    group = next(group.spans for group in cluster(document, spans) if spans[2] in group.spans)
    assert spans[whom] in group


def test_whoever_is_introduced_as_a_relative_is_somebody_else():
    marked = "[Jan Magne Kvarnmo](PERSON) kom. Hans far [Magne Kvarnmo](PERSON) gikk."
    assert len(grouped(marked, "nb")) == 2


def test_letters_after_a_name_all_give_a_role():
    for language in map(load, codes()):
        letters = language.roles.get("letters", {})
        listed = [word for key in ("lawyer", "judge", "alone") for word in letters.get(key, ())]
        known = people.role_after(language)
        assert [word for word in listed if word.lower() not in known and word.isalnum()] == []


def test_the_division_of_a_court_is_no_initial():
    text = "Jf. U 2019.2187 V. Kvarnmo anførte det."
    start = text.index("Kvarnmo")
    assert given_name_before(text, start, set(), load("da")) == start
    assert given_name_before("Der kom V. Kvarnmo hjem.", 11, set(), load("da")) == 8


def test_a_letter_ends_with_its_sentence():
    document, spans, _ = doc("Skaden på [M. I](PERSON) formildende retning teller alderen.", language="nb")
    assert [document.text[span.start : span.end] for span in bounded(spans, document)] == ["M"]


def test_a_letter_at_the_end_of_a_line_is_no_given_name_of_the_next():
    text = "Torvund J.\nWelhaven J.\n"
    assert given_name_before(text, 11, set(), load("en")) == 11


def test_a_given_and_a_family_name_found_one_by_one_are_one_mention():
    document, spans, _ = doc(
        "[Taimi Kvarnmo](PERSON) tuli. [Taimi](PERSON) [Kvarnmolla](PERSON) oli avain.", language="fi"
    )
    assert [document.text[span.start : span.end] for span in whole(document, spans)] == [
        "Taimi Kvarnmo",
        "Taimi Kvarnmolla",
    ]


def test_two_people_beside_one_another_stay_two():
    document, spans, _ = doc(
        "[Taimi Kvarnmo](PERSON) ja [Aino Lehti](PERSON). [Aino](PERSON) [Kvarnmo](PERSON)", language="fi"
    )
    assert len(whole(document, spans)) == 4


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Paikalla oli Tran-niminen mies ja Minh-niminen nainen.", {"Tran", "Minh"}),
        ("Hän mainitsi Ahti-nimisen henkilön.", {"Ahti"}),
    ],
)
def test_what_says_that_a_word_is_a_name_is_none(text, names):
    result = pipeline.analyze(Document("d", text, "fi"), policy="court-eu")
    assert {text[each.start : each.end] for each in result.replacements} == names
    assert len({each.entity for each in result.replacements}) == len(names)


@pytest.mark.parametrize(
    ("language", "marked"),
    [
        (
            "da",
            "[Ivan Kvarnmo](PERSON), søn af stifteren [Aksel Kvarnmo](PERSON). [Gamle Kvarnmo](PERSON) kom.",
        ),
        ("nb", "[Bo Kvarnmo](PERSON)s sønn, [Jan Kvarnmo](PERSON). Naboen så gamle [Kvarnmo](PERSON)."),
        ("sv", "[Jan Kvarnmo](PERSON), son till [Bo Kvarnmo](PERSON). Det var gamle [Kvarnmo](PERSON)."),
    ],
)
def test_the_old_one_is_nobodys_child(language, marked):
    (parent,) = (group for group in grouped(marked, language) if len(group) == 2)
    assert parent[0] in ("Aksel Kvarnmo", "Bo Kvarnmo")
