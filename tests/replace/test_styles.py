import pytest

from builders import doc
from lexveil.model import Entity
from lexveil.replace.styles import BAR, BLANK, blanks, initials, initials_of, random_signs


def entities(marked, category="PERSON"):
    """Marks with the same role are one entity."""
    document, spans, names = doc(marked)
    groups = {}
    for span, name in zip(spans, names, strict=True):
        groups.setdefault(name or str(span.start), []).append(span)
    return document.text, [
        Entity(f"e{n}", group[0].category, "WITNESS", 1, tuple(group))
        for n, group in enumerate(groups.values())
    ]


def test_a_blank_and_a_bar_have_one_width_for_all():
    _, found = entities("[Roe](PERSON) and [Wolfeschlegelsteinhausen](PERSON)")
    assert blanks(found, "blank") == {"e0": BLANK, "e1": BLANK}
    assert blanks(found, "redact") == {"e0": BAR, "e1": BAR}
    assert len(BLANK) == len(BAR) == 8


def test_random_signs_tell_people_apart_and_nothing_of_their_names():
    text, found = entities("[Roe](PERSON:a), [Wolfeschlegelsteinhausen](PERSON:b) and [Roe](PERSON:c)")
    given = random_signs(text, found, key=bytes(32))
    assert len(set(given.values())) == 3
    assert all(6 <= len(each) <= 12 and each.isalnum() and each.islower() for each in given.values())
    assert random_signs(text, found, key=bytes(32)) == given
    assert not set(random_signs(text, found, key=b"1" * 32).values()) & set(given.values())
    assert not set(random_signs(text, found, key=bytes(32), taken=given.values()).values()) & set(
        given.values()
    )


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Michael S. Blatter", "M.S.B."),
        ("M.S. Blatter", "M.S.B."),
        ("Roe's", "R."),
        ("Mr Roe", "R."),
        ("Dr. Ann-Marie Roe", "A.-M.R."),
        ("Wilhelmina van der Aalsvoort", "W.A."),
        ("John Roe Jr.", "J.R."),
        ("Éva Ölund", "É.Ö."),
        ("1234", "N.N."),
    ],
)
def test_initials_of_people(name, text):
    assert initials_of(name) == text


@pytest.mark.parametrize(
    ("name", "text"),
    [("Bank of the North plc", "B.N."), ("Quellmark GmbH", "Q."), ("Ltd.", "L.")],
)
def test_initials_of_bodies_leave_the_legal_form_out(name, text):
    assert initials_of(name, body=True) == text


def test_the_fullest_form_gives_the_initials_of_all():
    text, found = entities("Mr [Blatter](PERSON:a), [Michael S. Blatter](PERSON:a), [Roe](PERSON:b)")
    assert initials(text, found) == {"e0": "M.S.B.", "e1": "R."}


def test_the_second_with_the_same_initials_gets_a_number():
    text, found = entities("[Ann Roe](PERSON), [Al Rix](PERSON), [Abe Ray](PERSON)")
    assert list(initials(text, found).values()) == ["A.R.", "A.R.2", "A.R.3"]


def test_initials_that_somebody_else_has_are_not_given():
    text, found = entities("[Ann Roe](PERSON) met A.R. of Oslo")
    assert initials(text, found) == {"e0": "A.R.2"}
    text, found = entities("[Ann Roe](PERSON:a) signed [A.R.](PERSON:a)")
    assert initials(text, found) == {"e0": "A.R."}
    assert initials(text, found, taken={"a.r."}) == {"e0": "A.R.2"}
