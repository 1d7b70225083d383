import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import doc
from lexveil.model import Decision, Document, Entity, Span
from lexveil.replace import Pseudonyms, pseudonyms, render
from lexveil.replace.dictionary import dictionary

KEY = b"k" * 32


def rendered(marked, label="WITNESS_{n}", *, style="label", language="en", **options):
    """Marks with the same role are one entity."""
    document, spans, names = doc(marked)
    groups = {}
    for span, name in zip(spans, names, strict=True):
        groups.setdefault(name or str(span.start), []).append(span)
    entities = [
        Entity(f"e{n}", group[0].category, "WITNESS", 1, tuple(group))
        for n, group in enumerate(groups.values())
    ]
    decisions = [Decision(entity.id, "replace", "test", label, style=style) for entity in entities]
    text, last = "", 0
    given = pseudonyms(document, entities, decisions, language=language, key=KEY)
    for each in render(document, entities, decisions, given, language=language, **options):
        text += document.text[last : each.start] + each.text
        last = each.end
    return text + document.text[last:]


@pytest.mark.parametrize(
    ("marked", "text"),
    [
        (
            "[Bo](PERSON:b) met [Al](PERSON:a). [Bo](PERSON:b) left.",
            "WITNESS_1 met WITNESS_2. WITNESS_1 left.",
        ),
        ("Mr. [Roe](PERSON)'s bag", "WITNESS_1's bag"),
        ("[Hughes](PERSON)’ bag was red", "WITNESS_1’s bag was red"),
        ("called ‘Mr [Hughes](PERSON)’ by all", "called ‘WITNESS_1’ by all"),
        ("Prof. [Roe](PERSON) and Judge [Doe](PERSON)", "Prof. WITNESS_1 and Judge WITNESS_2"),
        ("WITNESS_1 is taken, [Roe](PERSON)", "WITNESS_1 is taken, WITNESS_2"),
    ],
)
def test_numbered_labels_fit_their_place(marked, text):
    assert rendered(marked) == text


@pytest.mark.parametrize(
    ("marked", "text"),
    [
        ("Then Ms [Roe](PERSON) left. Mr [Doe](PERSON) stayed.", "Then person A left. Person B stayed."),
        ("EVIDENCE OF [JOHN ROE](PERSON)", "EVIDENCE OF PERSON A"),
        ("1. [Roe](PERSON) came", "1. Person A came"),
        (
            "One.\n\nIn the case of [Roe](PERSON) v. Finland, and then some",
            "One.\n\nIn the case of person A v. Finland, and then some",
        ),
        ("    [Ann Roe](PERSON)            [Bo Doe](PERSON)", "    Person A            Person B"),
        (
            "Mr and Mrs [Roe](PERSON:f) came. Mr [Roe](PERSON:m) spoke.",
            "Person B and person A came. Person B spoke.",
        ),
        ("They met Mr and Mrs [Roe](PERSON) there.", "They met person A there."),
        ("It was [John Roe Jr.](PERSON) He left.", "It was person A. He left."),
        ("It was [John Roe Jr.](PERSON) who left.", "It was person A who left."),
    ],
)
def test_lettered_labels_fit_their_place(marked, text):
    assert rendered(marked, "person {A}") == text


@pytest.mark.parametrize(
    ("marked", "text"),
    [
        ("EVIDENCE FOR THE [UNHCR](ORG)", "EVIDENCE FOR THE COMPANY A"),
        ("evidence for the [UNHCR](ORG)", "evidence for the company A"),
        ("by [QUELLMARK GROUP](ORG) alone", "by COMPANY A alone"),
    ],
)
def test_an_acronym_is_no_shouting(marked, text):
    assert rendered(marked, "{word} {A}") == text


def test_a_tag_is_written_in_one_way():
    assert rendered("EVIDENCE OF [JOHN ROE](PERSON)", "[{word}{n}]") == "EVIDENCE OF [person1]"


@pytest.mark.parametrize(
    ("style", "text"),
    [
        ("underscores", "A.________ met B.________; A.________'s car"),
        ("initials", "M.S.B. met A.R.; M.S.B.'s car"),
        ("blank", "________ met ________; ________'s car"),
        ("redact", "████████ met ████████; ████████'s car"),
    ],
)
def test_styles_fit_their_place(style, text):
    label = "{A}.________" if style == "underscores" else ""
    marked = "[Michael S. Blatter](PERSON:a) met [Ann Roe](PERSON:b); Mr [Blatter](PERSON:a)'s car"
    assert rendered(marked, label, style=style) == text


def test_random_signs_are_written_in_one_way():
    marked = "[Ann Roe](PERSON:a) met [Bo Day](PERSON:b). [ANN ROE](PERSON:a) left with [Day](PERSON:b)'s car"
    first, second, again, car = re.findall(
        r"[a-z0-9]{6,}(?= met|\.| left|'s)", rendered(marked, style="random")
    )
    assert (first, second) == (again, car)
    assert first != second


def test_a_mention_that_is_its_pseudonym_already_stays():
    marked = "[Ann Roe](PERSON:a) signed [A.R.](PERSON:a)"
    assert rendered(marked, style="initials") == "A.R. signed A.R."


@pytest.mark.parametrize(
    ("name", "kept", "dropped"),
    [
        ("XL Handel ApS", "[company 1] ApS", "[company 1]"),
        ("Quellmark, Ltd.", "[company 1], Ltd.", "[company 1]"),
        ("Quellmark GmbH & Co. KG", "[company 1] GmbH & Co. KG", "[company 1]"),
        ("Quellmark", "[company 1]", "[company 1]"),
        ("Ltd.", "[company 1]", "[company 1]"),
    ],
)
def test_the_legal_form_of_a_company_stays_or_goes(name, kept, dropped):
    marked = f"against [{name}](ORG) today"
    assert rendered(marked, "[{word} {n}]", legal_forms="keep") == f"against {kept} today"
    assert rendered(marked, "[{word} {n}]", legal_forms="drop") == f"against {dropped} today"


@pytest.mark.parametrize(
    ("language", "marked", "text"),
    [
        (
            "fi",
            "[Virtanen](PERSON:a) ja [Virtasen](PERSON:a) koira. [VIRTASELLE](PERSON:a) annettiin.",
            "Henkilö A ja henkilön A koira. HENKILÖLLE A annettiin.",
        ),
        ("da", "[Torvund](PERSON:a) og [Torvunds](PERSON:a) hund", "Person A og person A's hund"),
        ("sv", "[Torvund](PERSON:a) och [Torvunds](PERSON:a) hund", "Person A och person A:s hund"),
        ("de", "[Torvund](PERSON:a) und [Torvunds](PERSON:a) Hund", "Person A und Person As Hund"),
        ("fr", "[Torvund](PERSON:a) et son chien", "Personne A et son chien"),
    ],
)
def test_pseudonyms_take_the_case_of_what_they_replace(language, marked, text):
    assert rendered(marked, "{word} {A}", language=language) == text


def test_forms_are_written_as_they_are():
    document, spans, _ = doc("[Michael S. Blatter](PERSON) and Mr [BLATTER](PERSON), twice Blatter")
    entity = Entity("e1", "PERSON", "WITNESS", 1, spans)
    decision = Decision("e1", "replace", "test", style="surrogate")
    forms = {"Michael S. Blatter": "Peter J. Lang", "BLATTER": "LANG", "Blatter": "Lang"}
    found = render(
        document, [entity], [decision], Pseudonyms({"e1": "Peter J. Lang"}, {"e1": forms}), titles="keep"
    )
    assert [each.text for each in found] == ["Peter J. Lang", "LANG", "Lang"]


def test_a_replacement_inside_another_goes_with_it():
    document = Document("doc-x", "Ann Roe Quellmark came")
    entities = [
        Entity("e1", "PERSON", "WITNESS", 1, (Span(0, 17, "PERSON"),)),
        Entity("e2", "ORG", "WITNESS", 1, (Span(4, 7, "ORG"),)),
        Entity("e3", "ORG", "WITNESS", 1, (Span(8, 17, "ORG"),)),
    ]
    decisions = [Decision(entity.id, "replace", "test", "X{n}") for entity in entities]
    given = pseudonyms(document, entities, decisions, language="en", key=KEY)
    assert [(each.start, each.end, each.entity) for each in render(document, entities, decisions, given)] == [
        (0, 17, "e1")
    ]


def test_titles_can_be_kept():
    assert rendered("Mr [Roe](PERSON)", titles="keep") == "Mr WITNESS_1"


def test_all_titles_can_go():
    text = (
        "Mr Justice [Roe](PERSON) and Deputy District Judge [Doe](PERSON) QC read Mrs [Poe](PERSON)'s letter"
    )
    assert rendered(text, titles="all") == "WITNESS_1 and WITNESS_2 read WITNESS_3's letter"


@given(st.lists(st.sampled_from("abcdef"), min_size=1, max_size=30), st.sampled_from(["X_{n}", "x {A}"]))
def test_same_entity_same_pseudonym_two_entities_two(who, label):
    document = Document("doc-x", " ".join(["Name"] * len(who)))
    groups = {}
    for at, each in enumerate(who):
        groups.setdefault(each, []).append(Span(at * 5, at * 5 + 4, "PERSON"))
    entities = [Entity(each, "PERSON", "WITNESS", 1, tuple(spans)) for each, spans in groups.items()]
    decisions = {each: Decision(each, "replace", "test", label) for each in groups}
    given = pseudonyms(document, entities, decisions.values(), language="en", key=KEY)
    names = given.names
    assert len(set(names.values())) == len(names) == len(groups)
    found = render(document, entities, decisions.values(), given)
    assert [each.text.lower() for each in found] == [names[each].lower() for each in who]
    assert all(one.end <= other.start for one, other in pairwise(found))


def test_the_dictionary_has_the_shape_of_the_paper():
    document, spans, _ = doc(
        "[Bill Scott](PERSON) met [Bermudez](PERSON). [Scott](PERSON) left. [Scott](PERSON)."
    )
    entities = [
        Entity("e1", "PERSON", "WITNESS", 1, (spans[0], spans[2], spans[3])),
        Entity("e2", "PERSON", "LAWYER", 1, (spans[1],), ("counsel before the name",)),
    ]
    decisions = [Decision("e1", "replace", "rule", "WITNESS_{n}"), Decision("e2", "keep", "rule")]
    given = pseudonyms(document, entities, decisions, language="en", key=KEY)
    found = dictionary(document, entities, decisions, given.names, policy="mine")
    assert found["clusters"] == {
        "WITNESS": [{"Bill Scott": [[0, 10]], "Scott": [[25, 30], [37, 42]]}],
        "LAWYER": [{"Bermudez": [[15, 23]]}],
    }
    assert found["lexveil"]["version"] == 2
    assert [each["pseudonym"] for each in found["lexveil"]["entities"]] == ["WITNESS_1", None]
    assert found["lexveil"]["entities"][1]["role_evidence"] == ["counsel before the name"]


WRAPPED = "They said that on the day before the hearing it was raining, and that they saw {}\n{} there.\n"


def test_a_wrapped_line_begins_no_sentence():
    text = rendered(WRAPPED.format("Mr", "[John Roe](PERSON)") * 2, label="person {A}")
    assert "saw person A there" in text
    assert "Mr" not in text


def test_a_line_of_its_own_does():
    text = rendered("The witnesses\n\n[John Roe](PERSON)\n[Ann Doe](PERSON)\n", label="person {A}")
    assert text == "The witnesses\n\nPerson A\nPerson B\n"


@pytest.mark.parametrize("before", ["It was Prof. ", "Capt. ", "in Roe v. ", "see e.g. "])
def test_an_abbreviation_ends_no_sentence(before):
    assert rendered(f"{before}[John Doe](PERSON)", label="person {A}") == f"{before}person A"


def test_a_long_title_before_a_full_stop_ends_its_sentence():
    assert (
        rendered("He was an officer. [Ann Roe](PERSON) left.", "person {A}")
        == "He was an officer. Person A left."
    )
