"""Who of a document is known from earlier ones."""

import pytest

from builders import doc
from lexveil import resolve
from lexveil.model import Entity
from lexveil.resolve.recognize import Named, match, named


def people(prefix, *entities):
    """Each is "form|form", or "CATEGORY: form|form"."""
    found = []
    for number, each in enumerate(entities, 1):
        category, _, forms = each.rpartition(": ")
        found.append(Named(f"{prefix}{number}", category or "PERSON", tuple(forms.split("|"))))
    return found


@pytest.mark.parametrize(
    ("here", "known", "same"),
    [
        # The same full name, whatever accents, case, title and order.
        (["Ivo Lundgren"], ["Ivo Lundgren"], {"e1": "v1"}),
        (["IVO LUNDGREN"], ["Ivo Lundgrén"], {"e1": "v1"}),
        (["LUNDGREN, Ivo"], ["Ivo Lundgren"], {"e1": "v1"}),
        (["Ivo A. Lundgren|Mr Lundgren"], ["Ivo Lundgren"], {"e1": "v1"}),
        (["I. Lundgren"], ["Ivo Lundgren"], {"e1": "v1"}),
        (["Bill Torvund"], ["William Torvund"], {"e1": "v1"}),
        # A surname: only if one bears it.
        (["Mr Lundgren"], ["Ivo Lundgren"], {"e1": "v1"}),
        (["Ivo Lundgren"], ["Lundgren"], {"e1": "v1"}),
        (["Lundgren"], ["Lundgren"], {"e1": "v1"}),
        (["Lundgren"], ["Ivo Lundgren", "Ann Lundgren"], {}),
        (["Mr Lundgren"], ["Ivo Lundgren|Mr Ivo Lundgren", "Ann Lundgren|Mrs Lundgren"], {"e1": "v1"}),
        (["Ivo Lundgren", "Lundgren"], ["Ivo Lundgren", "Ann Lundgren"], {"e1": "v1"}),
        (["Ivo Lundgren", "Lundgren"], ["Ivo Lundgren"], {"e1": "v1"}),
        (["Mr Holt", "Mrs Holt"], ["Holt"], {}),
        # Doubt makes somebody new.
        (["I. Lundgren"], ["Ivo Lundgren", "Isak Lundgren"], {}),
        (["Ivo A. Lundgren", "Ivo B. Lundgren"], ["Ivo Lundgren"], {}),
        (["Ann Lundgren"], ["Ivo Lundgren"], {}),
        (["Mrs Lundgren"], ["Ivo Lundgren|Mr Lundgren"], {}),
        (["Mr Alex Roe"], ["Mrs Alex Roe"], {}),
        (["Ivo Lundgren Jr."], ["Ivo Lundgren Sr."], {}),
        (["Ivo Hansen"], ["Ivo Hanson"], {}),
        (["Anna"], ["Anna Torvund"], {}),
        (["Anna"], ["Anna Torvund|Anna"], {"e1": "v1"}),
        # The exact name comes before one that merely agrees.
        (["Ivo Lundgren"], ["Ivo A. Lundgren", "Ivo Lundgren"], {"e1": "v2"}),
        (["Ivo Lundgren", "I. Lundgren"], ["Ivo Lundgren"], {"e1": "v1"}),
        # Somebody with another name besides.
        (["Ivo Lundgren"], ["Bo Karlmark|Ivo Lundgren"], {"e1": "v1"}),
        # Organisations and things.
        (["ORG: Quellmark Trading Ltd."], ["ORG: Quellmark Trading"], {"e1": "v1"}),
        (["ORG: Quellmark"], ["ORG: Quellmark Trading Ltd.|Quellmark"], {"e1": "v1"}),
        (["ORG: Beta Club|the Club"], ["ORG: Alpha Club|the Club"], {}),
        (["ORG: the Club"], ["ORG: Alpha Club|the Club"], {}),
        (["COURT: Board of Torvund"], ["ORG: Board of Torvund"], {"e1": "v1"}),
        (["PHONE: +45 12 34 56 78"], ["PHONE: +4512345678"], {"e1": "v1"}),
        (["DATE: 3 May 2019"], ["DATE: 3 May 2019", "DATE: 4 May 2019"], {"e1": "v1"}),
        (["LOC: Torvund"], ["PERSON: Torvund"], {}),
        (["ORG: Ivo Lundgren"], ["PERSON: Ivo Lundgren"], {"e1": "v1"}),
    ],
)  # fmt: skip
def test_the_same_person_is_met_again(here, known, same):
    assert match(people("e", *here), people("v", *known)) == same


def test_an_entity_known_in_two_styles_is_one():
    known = [Named("v1", "PERSON", ("Ivo Lundgren",)), Named("v1", "PERSON", ("Lundgren",))]
    assert match(people("e", "Lundgren"), known) == {"e1": "v1"}


def test_no_two_share_a_known_one():
    many = people(
        "e", *(f"{given} {family}" for given in ("Ivo", "I.", "Ann", "Mr") for family in ("Roe", "Holt"))
    )
    found = match(many, people("v", "Ivo Roe", "Ann Holt", "Holt", "Roe", "Ivo Holt"))
    assert len(set(found.values())) == len(found)
    assert found["e1"] == "v1"


def test_forms_come_fullest_first_with_titles_behind():
    document, spans, _ = doc(
        "Mr [Lundgren](PERSON) is [Ivo\nLundgren](PERSON). [LUNDGREN](PERSON) left. "
        "Mrs [Pia Holt](PERSON) came."
    )
    entities = [
        Entity("e1", "PERSON", "WITNESS", 1, spans[:3]),
        Entity("e2", "PERSON", "WITNESS", 1, spans[3:]),
    ]
    found = named(document, entities)
    assert found[0].forms == ("Ivo Lundgren", "Lundgren", "LUNDGREN", "Mr Lundgren")
    assert found[1].forms == ("Pia Holt", "Mrs Pia Holt")
    assert "Lundgren" not in repr(found)


def test_a_second_document_finds_its_people_in_the_first():
    first, spans, _ = doc("Mr [Ivo Lundgren](PERSON) met Mrs [Pia Holt](PERSON). [Lundgren](PERSON) left.")
    second, more, _ = doc("[Holt](PERSON) saw [Ann Torvund](PERSON) and Mr [I. Lundgren](PERSON).")
    before = named(first, resolve.resolve(first, spans))
    after = named(second, resolve.resolve(second, more))
    main = {each.entity: each.forms[0] for each in (*before,)}
    found = match([Named(f"x{each.entity}", each.category, each.forms) for each in after], before)
    names = {f"x{each.entity}": each.forms[0] for each in after}
    assert {names[entity]: main[other] for entity, other in found.items()} == {
        "Holt": "Pia Holt",
        "I. Lundgren": "Ivo Lundgren",
    }
