"""Citations, statutes and eponyms: what no rule touches."""

import re

import pytest

import lexveil
from lexveil.jurisdictions.reporters import references
from lexveil.model import Document, Entity, Span
from lexveil.names.eponyms import is_eponym, is_noted
from lexveil.policy import decide, parse

EVERY = parse('format = 1\n[[rule]]\nlabel = "X{n}"', name="mine")


@pytest.mark.parametrize(
    "reference",
    [
        "410 U.S. 113 (1973)", "567 U.S. ___ (2012)", "123 F.3d 456 (9th Cir. 1997)", "123 F.3d at 460",
        "45 F. Supp. 2d 678, 680 (S.D.N.Y. 1999)", "12 F. App'x 34 (6th Cir. 2001)", "543 S. Ct. 12 (2020)",
        "12 So. 3d 34 (Fla. 2009)", "99 N.Y.2d 1 (2002)", "21 Cal.4th 815", "88 T.C. 12 (1987)",
        "10 Cal. App. 4th 123, 130-31 (1992)", "2015 WL 1234567 (D. Mass. Mar. 3, 2015)",
        "2019 U.S. Dist. LEXIS 12345 (N.D. Ill. 2019)", "2010-Ohio-1234", "88 N.E.2d 5 (Ill. 1950)",
        "42 U.S.C. § 1983", "28 C.F.R. § 35.104", "45 CFR", "Pub. L. No. 104-191", "Id. at 456",
        "[2003] 1 AC 32", "[2011] UKSC 10", "[2004] EWCA Civ 55", "ECLI:EU:C:2014:317", "C-188/89",
        "T-25/04", "EU:C:1990:313",
    ],
)  # fmt: skip
def test_the_usual_references_are_seen(reference):
    text = f"He relies on {reference}, and on nothing else."
    found = [text[start:end] for start, end in references(text)]
    assert found == ([] if reference == "45 CFR" else [reference])


@pytest.mark.parametrize(
    ("text", "name", "action"),
    [
        ("as in KO (Nigeria) v Secretary of State [2018] UKSC 53, and KO was followed.", "KO", "keep"),
        ("as in R v Roe (Nigel) [2021] EWCA Crim 3, which holds.", "Nigel", "keep"),
        ("in Moss v Gore Wood [2002] 2 AC 1; so in Gore Wood.", "Gore Wood", "keep"),
        ("in Moss v Ann Wood [2002] 2 AC 1; so Ann Wood says.", "Ann Wood", "replace"),
        ("the Court held in Quellby and Others (C-971/89)", "Quellby", "keep"),
        ("after Quellby (C-971/89) nothing was left", "Quellby", "keep"),
        ("ON APPEAL FROM MRS JUSTICE QUELLBY [2019] EWHC 3291 (Admin)", "QUELLBY", "replace"),
    ],
)
def test_names_of_cited_cases_stay_and_those_of_judges_beside_a_citation_go(text, name, action):
    assert actions(text, name, role="UNKNOWN") == [action]


@pytest.mark.parametrize(
    "text",
    ["on 3 May 1994 at 5 p.m.", "in 12 So many words", "he paid 45 F. for 3 of them", "Flat 12 A. 4th floor"],
)
def test_prose_with_numbers_is_no_reference(text):
    assert [text[start:end] for start, end in references(text) if end - start > 12] == []


def test_a_long_run_of_beginnings_is_read_through():
    text = "12 F. " * 20_000 + "(" * 20_000 + "1 U.S. 2 (" * 20_000
    assert sum(1 for _ in references(text)) > 20_000


def test_a_postcode_is_no_page():
    assert list(references("He lives at Kale Street 12 A. 34500 Istanbul.")) == []


def actions(text, *names, category="PERSON", role="WITNESS"):
    document = Document("doc-x", text)
    entities = []
    for number, name in enumerate(names):
        spans, at = [], text.find(name)
        while at >= 0:
            spans.append(Span(at, at + len(name), category))
            at = text.find(name, at + 1)
        entities.append(Entity(f"e{number}", category, role, 1, tuple(spans)))
    return [each.action for each in decide(document, entities, EVERY)]


def test_what_lies_inside_a_reference_stays():
    text = "See Brindle v. Roe, 45 F. Supp. 2d 678 (D. Mass. 1999), decided in 1999."
    assert actions(text, "F. Supp", "D. Mass") == ["keep", "keep"]
    assert actions(text, "1999", category="DATE") == ["replace"]


def test_parties_of_a_cited_case_stay_and_those_named_elsewhere_go():
    text = (
        "See Brindle v. Hasborg Corp., 45 F. Supp. 678 (1999). Torvund v. Quellmark, 1 F.3d 2. Torvund left."
    )
    assert actions(text, "Brindle", "Hasborg Corp.", "Torvund", "Quellmark") == [
        "keep", "keep", "replace", "keep",
    ]  # fmt: skip


@pytest.mark.parametrize("versus", ["v.", "V."])
def test_the_case_at_hand_goes_though_a_party_is_called_like_a_word(versus):
    text = f"CITATION: Osquell {versus} Grant, 2023 ONSC 4417. Osquell applied; Grant opposed."
    document = Document("doc-x", text)
    places = {name: [found.start() for found in re.finditer(name, text)] for name in ("Osquell", "Grant")}
    entities = [
        Entity(name, "PERSON", "PARTY", 1, tuple(Span(at, at + len(name), "PERSON") for at in starts))
        for name, starts in places.items()
    ]
    assert [(each.action, each.kept) for each in decide(document, entities, EVERY)] == [("replace", ())] * 2


def test_a_name_far_from_a_reference_goes():
    assert actions("Torvund sued. The court follows 410 U.S. 113.", "Torvund") == ["replace"]


@pytest.mark.parametrize(
    ("name", "after"),
    [
        ("Alzheimer", "'s disease"), ("Alzheimer", "’s"), ("Parkinson", "'s and diabetes"),
        ("Sjögren", "s syndrom"), ("Miranda", " warnings"), ("Miranda", " rights"), ("Down", " syndrome"),
        ("Creutzfeldt-Jakob", " disease"), ("Graves", "' disease"), ("Babinski", "'s sign"),
        ("Lewy", " body dementia"), ("Mareva", " injunction"),
        ("Alzheimer's disease", " at 60"), ("Wilson", "'s disease"), ("Quellmark", " syndrome"),
        ("von Willebrand", " factor"), ("Megan", "'s Law"), ("McKenzie", " friend"),
    ],
)  # fmt: skip
def test_a_name_that_stands_for_a_thing(name, after):
    assert is_eponym(name, after=after)


@pytest.mark.parametrize(
    ("before", "name", "after"),
    [
        ("", "Torvund", "'s disease"), ("Mr ", "Parkinson", "'s disease"), ("", "Parkinson", "'s car"),
        ("", "Wilson", "'s body"), ("", "Murphy", "'s operation"), ("", "Miranda", " said"),
        ("", "Allen", "'s claim"),
        ("Dr. ", "Sjögren", " suspects"), ("", "Sjögren", ""), ("", "Henderson", "'s letter"),
    ],
)  # fmt: skip
def test_a_name_that_stands_for_a_person(before, name, after):
    assert not is_eponym(name, before=before, after=after)


@pytest.mark.parametrize(
    ("place", "after", "found"),
    [
        ("Aarhus", " Convention", True), ("Geneva", " Conventions", True), ("the Hague", " Rules", True),
        ("Dublin", " Regulation", True), ("Aarhus", " police", False), ("Aarhus", " convention", False),
        ("Turku", " Agreement", False), ("Schengen", " area", True),
    ],
)  # fmt: skip
def test_a_place_that_stands_for_a_treaty(place, after, found):
    assert is_eponym(place, after=after, category="LOC") is found


@pytest.mark.parametrize(
    ("before", "name", "after"),
    [
        ("Morbus ", "Crohn", "."), ("la maladie de ", "Parkinson", ","), ("morbo di ", "Parkinson", ""),
        ("enfermedad de ", "Crohn", " desde"), ("malaltia d'", "Alzheimer", "."),
        ("", "Babinski", " negativ."), ("", "Signe de Babinski", " absent"),
        ("", "Crohn", " siden 2001"), ("", "Crohn", " seit 2001"), ("signe de ", "Babinski", " absent"),
    ],
)  # fmt: skip
def test_a_thing_in_other_languages(before, name, after):
    assert is_eponym(name, before=before, after=after)


@pytest.mark.parametrize(
    ("before", "name", "after"),
    [
        ("Seen at birth. ", "Apgar", " 9"), ("", "Barthel", ": 60"), ("", "Lasègue", " 45 degrees"),
        ("Diagnoses: ", "Crohn", ", Raynaud, Ménière."), ("Diagnoses: Crohn, ", "Raynaud", ", Ménière."),
        ("Diagnoses: Crohn, Raynaud, ", "Ménière", "."), ("", "Weber", " and Rinne normal."),
        ("Hx of ", "Parkinson", ", Crohn."), ("", "Known Hashimoto", "."), ("", "Braden", " 17"),
        ("Diagnose: ", "Crohn", ""), ("Antécédents: ", "Crohn", "."),
    ],
)  # fmt: skip
def test_a_name_in_a_note(before, name, after):
    assert is_noted(name, before=before, after=after)


@pytest.mark.parametrize(
    ("before", "name", "after"),
    [
        ("Dr ", "Crohn", " 9"), ("", "Weber", " and Murphy attended"), ("He had known ", "Wilson", " long"),
        ("", "Brekke", " 9"), ("Diagnoses: ", "Brekke", "."), ("", "Thomas", " 45"),
        ("No ", "Turner", " came"),
        ("", "Ann Crohn", " since"), ("", "Crohn", " examined the knee"),
    ],
)  # fmt: skip
def test_a_name_of_somebody_in_a_note(before, name, after):
    assert not is_noted(name, before=before, after=after)


def test_a_name_in_a_note_goes_where_somebody_is_called_so():
    assert actions("Diagnoses: Crohn, Raynaud. Apgar 9.", "Crohn", "Raynaud", "Apgar") == ["keep"] * 3
    assert (
        actions("Diagnoses: Crohn. Dr Crohn came. Apgar 9. Mr Apgar left.", "Crohn", "Apgar")
        == ["replace"] * 2
    )


def test_the_line_that_names_the_case_at_hand_is_no_citation(tmp_path):
    head = "CITATION: Owners Corporation 41 v Welhaven (Owners Corporations) [2023] VCAT 9131\n\n"
    parties = "RESPONDENT: Dagny Welhaven\n\nMs Welhaven, the respondent, keeps a dog.\n"
    path = tmp_path / "a.txt"
    path.write_text(head + parties, "utf8")
    lexveil.pseudonymize(path, policy="court-eu", out=tmp_path / "out")
    assert "Welhaven" not in (tmp_path / "out" / "a.txt").read_text("utf8")
