from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import doc
from lexveil.model import Decision, Document, Entity, Span
from lexveil.replace import pseudonyms, render
from lexveil.replace.dictionary import dictionary
from lexveil.replace.labels import letters


def rendered(marked, label="WITNESS_{n}", titles="drop"):
    """Marks with the same role are one entity."""
    document, spans, names = doc(marked)
    groups = {}
    for span, name in zip(spans, names, strict=True):
        groups.setdefault(name or str(span.start), []).append(span)
    entities = [
        Entity(f"e{n}", group[0].category, "WITNESS", 1, tuple(group))
        for n, group in enumerate(groups.values())
    ]
    decisions = [Decision(entity.id, "replace", "test", label) for entity in entities]
    text, last = "", 0
    names = pseudonyms(document.text, entities, decisions)
    for each in render(document, entities, decisions, names, titles=titles):
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
    ],
)
def test_lettered_labels_fit_their_place(marked, text):
    assert rendered(marked, "person {A}") == text


def test_titles_can_be_kept():
    assert rendered("Mr [Roe](PERSON)", titles="keep") == "Mr WITNESS_1"


def test_all_titles_can_go():
    text = "Mr Justice [Roe](PERSON) and Judge [Doe](PERSON) QC read Mrs [Poe](PERSON)'s letter"
    assert rendered(text, titles="all") == "WITNESS_1 and WITNESS_2 read WITNESS_3's letter"


def test_letters_go_on_after_z():
    assert [letters(number) for number in (1, 26, 27, 52, 53, 703)] == ["A", "Z", "AA", "AZ", "BA", "AAA"]


@given(st.lists(st.sampled_from("abcdef"), min_size=1, max_size=30), st.sampled_from(["X_{n}", "x {A}"]))
def test_same_entity_same_pseudonym_two_entities_two(who, label):
    document = Document("doc-x", " ".join(["Name"] * len(who)))
    groups = {}
    for at, each in enumerate(who):
        groups.setdefault(each, []).append(Span(at * 5, at * 5 + 4, "PERSON"))
    entities = [Entity(each, "PERSON", "WITNESS", 1, tuple(spans)) for each, spans in groups.items()]
    decisions = {each: Decision(each, "replace", "test", label) for each in groups}
    names = pseudonyms(document.text, entities, decisions.values())
    assert len(set(names.values())) == len(names) == len(groups)
    found = render(document, entities, decisions.values(), names)
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
    found = dictionary(
        document, entities, decisions, pseudonyms(document.text, entities, decisions), policy="mine"
    )
    assert found["clusters"] == {
        "WITNESS": [{"Bill Scott": [[0, 10]], "Scott": [[25, 30], [37, 42]]}],
        "LAWYER": [{"Bermudez": [[15, 23]]}],
    }
    assert found["lexveil"]["version"] == 2
    assert [each["pseudonym"] for each in found["lexveil"]["entities"]] == ["WITNESS_1", None]
    assert found["lexveil"]["entities"][1]["role_evidence"] == ["counsel before the name"]
