"""People, organisations, places and addresses, and what holds for all surrogates."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builders import cases, doc
from lexveil.languages import load
from lexveil.languages.common import is_common
from lexveil.languages.people import particles, suffixes
from lexveil.model import CATEGORIES, Document, Entity, Span
from lexveil.names import given as names
from lexveil.replace.surrogates import assign, nearby
from lexveil.replace.surrogates.assignments import Assignments
from lexveil.text.fold import fold, unbroken

KEY = bytes(range(32))
CASES = {
    kind: [row for row in cases("surrogates") if row.values[0]["kind"] == kind]
    for kind in ("people", "organizations")
}


def world(marked):
    """Marks with the same role are one entity."""
    document, spans, roles = doc(marked)
    groups = {}
    for span, role in zip(spans, roles, strict=True):
        groups.setdefault(role or f"{span.start}", []).append(span)
    listed = enumerate(groups.values())
    return document, [Entity(f"e{n}", group[0].category, "PERSON", 1, tuple(group)) for n, group in listed]


def drawn(marked, *, language="en", key=KEY, style="surrogate", known=None):
    document, entities = world(marked)
    styles = {entity.id: style for entity in entities}
    return assign(
        document, entities, language=language, key=key, avoid=set(), styles=styles, known=known or {}
    )


def form(marked, surface, **options):
    """The surrogate of one surface."""
    given_forms = drawn(marked, **options).forms
    return next(found[surface] for found in given_forms.values() if surface in found)


def one_entity(category, surfaces, language="en"):
    text, spans = "", []
    for surface in surfaces:
        text += "Then "
        spans.append(Span(len(text), len(text) + len(surface), category))
        text += surface + " spoke.\n\n"
    document = Document("doc-test", text)
    entity = Entity("e0", category, "PERSON", 1, tuple(spans))
    return assign(document, [entity], language=language, key=KEY, avoid=set(), styles={})


def check(row, category):
    """The first pattern tells the parts, the others must be made of them."""
    surfaces = [surface for surface, _ in row["forms"]]
    found = one_entity(category, surfaces, row.get("language", "en")).forms["e0"]
    first, pattern = row["forms"][0]
    groups = re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^\\W\\d_]+)", re.escape(pattern))
    told = re.fullmatch(groups, found[first])
    assert told, (found[first], pattern)
    parts = told.groupdict()
    for name, part in tuple(parts.items()):
        parts[name.upper()], parts[name[0]] = part.upper(), part[0].upper()
    parts["s"] = "'" if parts.get("family", "x")[-1] in "sxz" else "s"
    for surface, wanted in row["forms"]:
        assert found[surface] == wanted.format(**parts), surface
    real = set(re.findall(r"[^\W\d_]{2,}", fold(unbroken(first))))
    assert not {fold(part) for name, part in told.groupdict().items() if len(part) > 1} & real


@pytest.mark.parametrize("row", CASES["people"])
def test_each_form_of_a_name_becomes_the_matching_form(row):
    check(row, "PERSON")


@pytest.mark.parametrize("row", CASES["organizations"])
def test_an_organisation_keeps_its_form_and_kind(row):
    check(row, "ORG")


@pytest.mark.parametrize(
    ("marked", "surface", "gender"),
    [
        ("Mrs [Torvund](PERSON:a) spoke. [Kim Torvund](PERSON:a) left.", "Kim Torvund", "f"),
        ("Mr [Torvund](PERSON:a) spoke. [Kim Torvund](PERSON:a) left.", "Kim Torvund", "m"),
        ("[Henrik Torvund](PERSON) spoke.", "Henrik Torvund", "m"),
        ("[Mette Torvund](PERSON) spoke.", "Mette Torvund", "f"),
        ("[Kim Torvund](PERSON) said that she had left with her bag.", "Kim Torvund", "f"),
        ("[Kim Torvund](PERSON) said that he had left.", "Kim Torvund", "m"),
    ],
)
def test_the_gender_is_kept(marked, surface, gender):
    found = {names.gender(fold(form(marked, surface, key=bytes([n]) * 32).split()[0])) for n in range(12)}
    assert gender in found
    assert not found & ({"m", "f"} - {gender})


def test_a_name_of_unknown_gender_becomes_one_that_both_bear():
    found = {form("[Kim Torvund](PERSON) spoke.", "Kim Torvund", key=bytes([n]) * 32) for n in range(12)}
    first = {name.split()[0] for name in found}
    assert len(first) > 3
    assert sum(names.gender(fold(name)) == "" for name in first) > len(first) / 2


def test_the_origin_is_kept():
    found = [form("[Pekka Virtanen](PERSON) spoke.", "Pekka Virtanen", key=bytes([n]) * 32) for n in range(8)]
    assert sum(names.is_family(fold(name.split()[-1])) for name in found) == 8
    assert sum(fold(name.split()[-1]).endswith(("nen", "la", "o", "i", "a")) for name in found) >= 6


def test_a_family_shares_its_surrogate():
    found = drawn("[Henrik Torvund](PERSON:a) and [Mette Torvund](PERSON:b) and [Torvund](PERSON:c)").names
    family = [name.split()[-1] for name in found.values()]
    assert len(set(family)) == 1
    assert len(set(found.values())) == 3


@pytest.mark.parametrize(("man", "woman"), [("Torvundov", "Torvundova"), ("Torvunski", "Torvunska")])
def test_husband_and_wife_share_a_name_that_has_a_gender(man, woman):
    found = drawn(f"Mr [{man}](PERSON:a) and Mrs [{woman}](PERSON:b)").forms
    husband, wife = found["e0"][man], found["e1"][woman]
    assert wife[:-1] == husband[: len(wife) - 1]
    assert wife.endswith("a")


def test_two_people_of_one_name_are_still_two():
    found = drawn("[Ann Torvund](PERSON:a) and another [Ann Torvund](PERSON:b)").names
    assert found["e0"] != found["e1"]
    assert found["e0"].split()[-1] == found["e1"].split()[-1]


def test_a_nickname_becomes_one_of_the_surrogate_or_its_given_name():
    found = one_entity("PERSON", ["William Torvund", "Bill Torvund", "Bill"]).forms["e0"]
    given_name, short = found["William Torvund"].split()[0], found["Bill"]
    assert names.same_given(fold(short), fold(given_name))
    assert found["Bill Torvund"].split()[0] == short


def test_a_surrogate_of_the_case_is_taken_up_again():
    marked = "[Michael Torvund](PERSON:a), Mr [Torvund](PERSON:a), [M.T.](PERSON:a), [Ann Torvund](PERSON:b)"
    found = drawn(marked, known={"e0": "Peter Lang"})
    assert found.names["e0"] == "Peter Lang"
    assert found.forms["e0"] == {"Michael Torvund": "Peter Lang", "Torvund": "Lang", "M.T.": "P.L."}
    assert found.names["e1"].split()[-1] == "Lang"


def test_an_organisation_named_after_a_person_follows_that_person():
    found = drawn("[Ann Torvund](PERSON) owns [Torvund Shipping Ltd](ORG).").forms
    family = found["e0"]["Ann Torvund"].split()[-1]
    assert found["e1"]["Torvund Shipping Ltd"] == f"{family} Shipping Ltd"


def test_an_organisation_keeps_no_word_by_which_somebody_else_is_replaced():
    text = (
        "[Secretariat of the Council of the Grey Union](ORG:a) wrote to [Grey Union](ORG:b). "
        "[General](PERSON:c) met [Roe General](ORG:d)."
    )
    forms = {surface: new for found in drawn(text).forms.values() for surface, new in found.items()}
    assert "Grey Union" not in forms["Secretariat of the Council of the Grey Union"]
    assert "General" not in forms["Roe General"]


def test_two_organisations_of_one_name_are_still_two():
    found = drawn("[Quellmark Ltd](ORG:a) sued [Quellmark Ltd](ORG:b).").names
    assert found["e0"] != found["e1"]
    assert all(name.endswith(" Ltd") for name in found.values())


def test_an_acronym_alone_becomes_other_letters():
    found = form("[QVX](ORG) sued.", "QVX")
    assert re.fullmatch("[A-Z]{3}", found)
    assert found != "QVX"


def test_a_town_becomes_a_town_of_the_same_country_and_size():
    for n in range(10):
        found = form("He lives in [Coimbra](LOC).", "Coimbra", key=bytes([n]) * 32)
        assert found != "Coimbra"
        assert fold(found) in {fold(name) for name in nearby.like("PT", "town")}
        assert form("In [Lisbon](LOC).", "Lisbon", key=bytes([n]) * 32) in nearby.like("PT", "city")


def test_towns_go_with_their_state():
    found = drawn("[Coimbra](LOC), [Portugal](LOC), [University of Coimbra](ORG)").forms
    state = nearby.place(fold(found["e1"]["Portugal"])).country
    assert state in nearby.neighbours("PT")
    town = found["e0"]["Coimbra"]
    assert fold(town) in {fold(name) for name in nearby.like(state, "town")}
    assert found["e2"]["University of Coimbra"] == f"University of {town}"


def test_a_place_is_its_name_in_every_entity():
    found = drawn("[Denmark](LOC:a) won. The team of [Denmark](ORG:b) lost to [Ireland](LOC:c).").names
    assert found["e0"] == found["e1"] != found["e2"]


def test_an_address_keeps_its_shape():
    surface = "221B Torvund Street, Quellham NW1 6XE"
    found = form(f"at [{surface}](ADDRESS).", surface)
    assert re.fullmatch(r"\d{3}[A-Z] \w+ Street, \w+ [A-Z]{2}\d \d[A-Z]{2}", found)
    assert not set(re.findall(r"\w+", found)) & {"221B", "Torvund", "Quellham", "NW1", "6XE"}
    assert re.fullmatch(
        r"\w+strasse \d\d, \d{4} \w+",
        form("[Torvundstrasse 12, 8001 Bern](ADDRESS)", "Torvundstrasse 12, 8001 Bern"),
    )


@pytest.mark.parametrize(
    ("place", "language", "general"),
    [
        ("Coimbra", "en", "a town in Portugal"),
        ("Lisbon", "en", "a city in Portugal"),
        ("Quellham", "en", "a place"),
        ("Portugal", "en", "a country"),
        ("Coimbra", "da", "en by"),
        ("Coimbra", "fi", "eräs paikkakunta"),
    ],
)
def test_a_place_is_generalised_to_its_kind(place, language, general):
    assert form(f"in [{place}](LOC).", place, language=language, style="generalize") == general


def test_a_nationality_goes_with_its_state():
    found = drawn(
        "a [Danish](DEM) national of [Denmark](LOC), a [carpenter](DEM), of the [Danish Quellmark Union](ORG)"
    ).forms
    state = nearby.states()[nearby.place(fold(found["e1"]["Denmark"])).country]
    assert found["e0"]["Danish"] == state.adjective
    assert found["e2"]["carpenter"] == "[personal detail]"
    assert found["e3"]["Danish Quellmark Union"].startswith(f"{state.adjective} ")
    assert form("her [husband](DEM)", "husband") == "relative"


def test_addresses_on_the_internet_follow_people_and_organisations():
    marked = (
        "[Michael Torvund](PERSON) of [Quellmark Shipping GmbH](ORG): [m.torvund@quellmark.com](EMAIL), "
        "[torvund.michael@gmail.com](EMAIL), [https://www.quellmark-shipping.com/about](URL), "
        "[@mtorvund](CODE), [info@quellmark.com](EMAIL)"
    )
    found = drawn(marked).forms
    given_name, family = (fold(word) for word in found["e0"]["Michael Torvund"].split())
    host = fold(found["e1"]["Quellmark Shipping GmbH"].split()[0])
    assert found["e2"]["m.torvund@quellmark.com"] == f"{given_name[0]}.{family}@{host}.example"
    local, _, domain = found["e3"]["torvund.michael@gmail.com"].partition("@")
    assert (local, domain.startswith("example.")) == (f"{family}.{given_name}", True)
    url = found["e4"]["https://www.quellmark-shipping.com/about"]
    assert url.startswith(f"https://www.{host}-shipping.example/")
    assert found["e5"]["@mtorvund"] == f"@{given_name[0]}{family}"
    assert found["e6"]["info@quellmark.com"] == f"info@{host}.example"


GIVEN = st.sampled_from("Ann Bo Henrik Mette Kim Michael Olga Pekka Sanna William Bill José J. A.B.".split())
FAMILY = st.sampled_from(
    "Torvund Quellmark Blatter Virtanen Petrova Jensen Roe O'Dunn van-Torm García Smith".split()
)
PERSONS = st.one_of(
    st.builds("{} {}".format, GIVEN, FAMILY), FAMILY, GIVEN.filter(lambda name: "." not in name)
)
ORGS = st.builds(
    "{} {}".format, FAMILY, st.sampled_from(["Shipping GmbH", "Bank", "Hospital", "& Sons Ltd", "AG"])
)
PLACES = st.sampled_from(["Odense", "Coimbra", "Denmark", "Quellham", "Paris", "Lower Silesia"])
ENTITY = st.one_of(
    st.tuples(st.just("PERSON"), st.lists(PERSONS, min_size=1, max_size=3)),
    st.tuples(st.just("ORG"), st.lists(ORGS, min_size=1, max_size=2)),
    st.tuples(st.just("LOC"), st.lists(PLACES, min_size=1, max_size=1)),
)
# What surrogates share with names: particles, suffixes, initials, kinds of bodies.
SHARED = particles(load("en")) | suffixes(load("en")) | {"gmbh", "ltd", "ag"}


def built(listed):
    text, entities = "", []
    for number, (category, surfaces) in enumerate(listed):
        spans = []
        for surface in surfaces:
            text += "so "
            spans.append(Span(len(text), len(text) + len(surface), category))
            text += surface + " did. "
        entities.append(Entity(f"e{number}", category, "PERSON", 1, tuple(spans)))
    return Document("doc-test", text), entities


def given_to(listed, key=KEY):
    document, entities = built(listed)
    return assign(document, entities, language="en", key=key, avoid=set(), styles={})


@settings(deadline=None, max_examples=60)
@given(st.lists(ENTITY, min_size=1, max_size=8))
def test_one_entity_one_surrogate_and_two_entities_two(listed):
    found = given_to(listed)
    assert found == given_to(listed)
    entities = {str(surfaces) if category == "LOC" else n for n, (category, surfaces) in enumerate(listed)}
    assert len(set(map(fold, found.names.values()))) == len(entities)  # a place is its name
    for number, (_, surfaces) in enumerate(listed):
        assert set(found.forms[f"e{number}"]) == set(surfaces)


@settings(deadline=None, max_examples=60)
@given(st.lists(ENTITY, min_size=1, max_size=8))
def test_no_surrogate_has_a_word_of_a_real_name(listed):
    found = given_to(listed)
    real = {
        word
        for _, surfaces in listed
        for each in surfaces
        for word in re.findall(r"[^\W\d_]{2,}", fold(each))
    }
    real = {word for word in real if word not in SHARED and not is_common(word)}
    for forms in [*found.forms.values(), {"": " ".join(found.names.values())}]:
        for surrogate in forms.values():
            assert not real & set(re.findall(r"[^\W\d_]{2,}", fold(surrogate)))


@settings(deadline=None, max_examples=25)
@given(st.lists(ENTITY, min_size=3, max_size=8), st.binary(min_size=32, max_size=32))
def test_another_key_gives_other_surrogates(listed, key):
    found, other = given_to(listed), given_to(listed, key)
    assert (found.names == other.names) == (key == KEY)


def test_many_people_of_few_names_all_differ():
    listed = [("PERSON", [f"{first} Torvund"]) for first in ("Ann", "Kim", "Henrik") for _ in range(120)]
    assert len(set(given_to(listed).names.values())) == 360


def test_initials_alone_run_out_and_still_differ():
    listed = [("PERSON", [f"{letter}."]) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" for _ in range(3)]
    assert len(set(given_to(listed).names.values())) == 78


def test_more_family_names_than_a_list_has_all_differ():
    listed = [("PERSON", [f"Ann Torv{chr(97 + n // 26)}{chr(97 + n % 26)}und"]) for n in range(600)]
    found = given_to(listed).forms
    assert len({next(iter(forms.values())).split()[-1] for forms in found.values()}) == 600


SURFACE = st.tuples(st.sampled_from(sorted(CATEGORIES)), st.text(min_size=1, max_size=20).filter(str.strip))


@settings(deadline=None, max_examples=150)
@given(st.lists(SURFACE, min_size=1, max_size=4))
def test_any_surface_gets_some_surrogate(listed):
    found = given_to([(category, [surface]) for category, surface in listed])
    for number, (_, surface) in enumerate(listed):
        assert found.names[f"e{number}"].strip()
        assert surface in found.forms[f"e{number}"]


def test_a_ledger_shows_no_name():
    assigned = Assignments(KEY, "en", frozenset({"torvund"}), True)
    assigned.core("torvund")
    assert "torvund" not in repr(assigned).lower()


def test_a_name_spelled_out_is_spelled_with_the_letters_of_its_surrogate():
    text = (
        "[Ann Torvund](PERSON:a) [T-O-R-V-U-N-D](PERSON:a) [T O R V U N D](PERSON:a)"
        " [A as in Alpha, N as in Nora](PERSON:a)"
    )
    family = form(text, "Ann Torvund").split()[-1].upper()
    assert form(text, "T-O-R-V-U-N-D") == "-".join(filter(str.isalpha, family))
    assert form(text, "T O R V U N D") == " ".join(filter(str.isalpha, family))
    assert " as in " not in form(text, "A as in Alpha, N as in Nora")


def test_towns_that_are_listed_as_near_stand_for_each_other():
    document, spans, _ = doc("Fra [Bodø](LOC) til [Fauske](LOC).", language="nb")
    entities = [Entity(f"e{n}", "LOC", "LOCATION", 1, (span,)) for n, span in enumerate(spans)]
    found = assign(document, entities, language="nb", key=KEY, avoid={"bodo", "fauske"}, styles={})
    towns = set(found.names.values())
    assert len(towns) == 2
    assert towns <= set(nearby.near("bodo")) | set(nearby.near("fauske"))
    assert "Bodø" not in nearby.near("bodo")
