"""Occurrences, searches and doubts."""

import pytest

from builders import doc
from lexveil.check.risk import PersonRisk, Risk
from lexveil.model import Document, Entity, Link, Span, because
from lexveil.replace import Remainder
from lexveil.review import Command, CommandError
from lexveil.review import search as searching
from lexveil.review.doubts import doubts, in_conflict, risky
from lexveil.review.search import Occurrence, occurrences, search
from review.worlds import reviewed, world

PLACE = world("arbitration")


def surfaces(text, places):
    return [text[start:end] for start, end in places]


# Occurrences -------------------------------------------------------------------------------------


def test_all_other_occurrences_of_a_selected_name():
    selected = PLACE.at("Dag Osterholm")
    place = PLACE.at("Osterholm", 1)
    assert occurrences(PLACE.editor, PLACE.base, selected) == [Occurrence(*place, exact=False, entity=None)]


def test_occurrences_say_whose_they_are():
    found = occurrences(PLACE.editor, PLACE.base, PLACE.at("Bo Lindqvae"))
    assert {each.entity for each in found} == {"e3"}
    assert [each.exact for each in found] == [False, False]


def test_a_typed_name_is_found_everywhere():
    found = occurrences(PLACE.editor, PLACE.base, "halden", "LOC")
    assert [(each.start, each.end) for each in found] == [PLACE.at("Halden"), PLACE.at("Halden", 1)]
    assert occurrences(PLACE.editor, PLACE.base, "Nobody") == []


def test_a_word_in_small_letters_is_no_occurrence_of_a_name():
    text = "Mr Grant came. They grant it. GRANT left."
    place = reviewed(
        Document("d", text), [Entity("e1", "PERSON", "WITNESS", 1, (Span(3, 8, "PERSON"),))], "strict"
    )
    found = occurrences(place.editor, place.base, (3, 8))
    assert surfaces(text, [(each.start, each.end) for each in found]) == ["GRANT"]


@pytest.mark.parametrize(
    ("language", "text", "name", "expected"),
    [
        ("fi", "Matti Virtanen tuli. Virtasen auto on Matti Virtasella. Virta vie.", "Matti Virtanen",
         ["Virtasen", "Matti Virtasella"]),
        ("da", "Peter Holmgaard kom. Holmgaards bil er væk.", "Peter Holmgaard", ["Holmgaards"]),
        ("de", "Peter Quellmark kam. Quellmarks Auto ist weg.", "Peter Quellmark", ["Quellmarks"]),
    ],
)  # fmt: skip
def test_inflected_forms_are_occurrences_too(language, text, name, expected):
    document = Document("d", text, language)
    entity = Entity("e1", "PERSON", "WITNESS", 1, (Span(0, len(name), "PERSON"),))
    place = reviewed(document, [entity], "strict")
    found = occurrences(place.editor, place.base, (0, len(name)))
    assert surfaces(text, [(each.start, each.end) for each in found]) == expected


# Search ------------------------------------------------------------------------------------------

TEXT = "Zoë  Ångström met ZOE ANGSTROM; Zoë Angstrøm and Zoey Angstrom."


@pytest.mark.parametrize(
    ("query", "mode", "expected"),
    [
        ("zoe angstrom", "plain", ["Zoë  Ångström", "ZOE ANGSTROM", "Zoë Angstrøm"]),
        ("angstrom;", "plain", ["ANGSTROM;"]),
        ("(", "plain", []),
        (r"Zo\w+\b", "regex", ["Zoë", "Zoë", "Zoey"]),
        ("x*", "regex", []),
        ("zoe angstron", "fuzzy", ["Zoë  Ångström", "ZOE ANGSTROM", "Zoë Angstrøm", "Zoey Angstrom"]),
        (";", "fuzzy", [";"]),
    ],
)
def test_search(query, mode, expected):
    assert surfaces(TEXT, search(TEXT, query, mode)) == expected


@pytest.mark.parametrize(
    ("query", "mode", "problem"),
    [
        ("(", "regex", "no regular expression"),
        ("a{999999999999}", "regex", "no regular expression"),
        ("", "plain", "type something"),
        ("x" * 501, "plain", "at most 500"),
        ("x", "magic", "unknown mode"),
    ],
)
def test_a_bad_search_is_refused(query, mode, problem):
    with pytest.raises(CommandError, match=problem):
        search(TEXT, query, mode)


def test_an_endless_expression_is_ended(monkeypatch):
    monkeypatch.setattr(searching, "SECONDS", 0.5)
    with pytest.raises(CommandError, match="too long"):
        search("a" * 60 + "!", "(a|aa)+$", "regex")


def test_no_more_hits_than_a_page_can_show():
    assert len(search("a " * 5000, "a")) == len(search("a " * 5000, "a", "regex")) == searching.MOST


# Doubts ------------------------------------------------------------------------------------------


def people(*entities: Entity, marked: str):
    found = doc(marked)
    return reviewed(found.document, entities, "arbitration")


def test_a_shared_surname_and_who_is_meant_by_it():
    marked = (
        "[Ann Roeburn](PERSON) and [Eve Roeburn](PERSON). Then [Roeburn](PERSON) left; [Roeburn](PERSON)."
    )
    ann, eve, one, two = doc(marked).spans
    unclear = Link(one, ann, 0.6, because("meant", people=2))
    place = people(
        Entity("e1", "PERSON", "WITNESS", 3, (ann, one), links=(unclear,)),
        Entity("e2", "PERSON", "JUDGE", 1, (eve, two)),
        marked=marked,
    )  # fmt: skip
    found = doubts(place.document, place.base)
    assert [(each.entity, each.mention, each.reason) for each in found] == [
        ("e1", (one.start, one.end), "ambiguous-surname"),
        ("e1", None, "shared-surname"),  # asked once a pair
    ]
    assert [(each.code, each.entity) for each in found[0].answers] == [
        ("is", "e1"), ("is", "e2"), ("else", ""), ("nobody", ""),
    ]  # fmt: skip
    seen = place.do(Command("accept", entity="e1", mentions=((one.start, one.end),)))
    assert "ambiguous-surname" not in {each.reason for each in doubts(place.document, seen)}
    accepted = place.do(Command("accept", entity="e1"), Command("accept", entity="e2"))
    assert len(doubts(place.document, accepted)) == 2  # neither question was answered by it
    for answer in found[0].answers:
        done = place.do(answer.command)
        assert "ambiguous-surname" not in {each.reason for each in doubts(place.document, done)}
    moved = place.do(found[0].answers[1].command)
    assert [len(each.spans) for each in moved.entities.values()] == [1, 3]
    apart = place.do(found[0].answers[0].command, found[1].answers[0].command)
    assert doubts(place.document, apart) == []
    one_person = place.do(found[1].answers[1].command)
    assert len(one_person.entities) == 1


def test_equal_questions_are_one_and_a_doubt_about_one_place_concerns_it_alone():
    text = "Ann Torvund. Anna came, Anna left, Annabel stayed."
    places = (13, 17), (24, 28), (35, 42)
    spans = (Span(0, 11, "PERSON", 0.9), *(Span(*place, "PERSON", 0.3) for place in places))
    place = reviewed(Document("d", text), [Entity("e1", "PERSON", "WITNESS", 1, spans)], "arbitration")
    found = doubts(place.document, place.base)
    assert [each.places for each in found] == [places[:2], places[2:]]
    once = place.do(found[0].answers[0].command)
    assert [each.places for each in doubts(place.document, once)] == [places[2:]]
    accepted = place.do(Command("accept", entity="e1"))
    assert [each.places for each in doubts(place.document, accepted)] == [places[:2], places[2:]]


def test_places_that_stay_readable_are_one_question_where_the_same_is_written():
    marked = (
        "[Ann Green](PERSON:one) came. [Green Park](LOC:two), [Green Park](LOC:two), [Green Ltd](ORG:three)."
    )
    place = world("court-eu", marked, {"e1": "WITNESS", "e2": "LOCATION", "e3": "ORGANIZATION"})
    *parks, company = [span for name in ("e2", "e3") for span in place.base.entities[name].spans]
    listed = [Remainder(each.start, each.start + 5, "e1", "place") for each in (*parks, company)]
    found = [
        each for each in doubts(place.document, place.base, (), listed) if each.reason == "left-readable"
    ]
    places = tuple((each.start, each.end) for each in parks)
    assert [(each.entity, each.places) for each in found] == [
        ("e2", places), ("e3", ((company.start, company.end),)),
    ]  # fmt: skip
    hidden = place.do(found[0].answers[0].command)
    assert hidden.decisions["e2"].action == "replace"
    for answer in found[0].answers:
        left = doubts(place.document, place.do(answer.command), (), listed)
        assert [each.entity for each in left if each.reason == "left-readable"] == ["e3"]


def test_a_conflict_of_roles_is_answered_by_a_role():
    reasons = (because("before", role="WITNESS"), because("title", title="judge", role="JUDGE"))
    entity = Entity("e1", "PERSON", "WITNESS", 1, (Span(0, 11, "PERSON", 0.9),), reasons)
    place = reviewed(Document("d", "Ann Torvund came."), [entity], "arbitration")
    (doubt,) = doubts(place.document, place.base)
    assert [(each.code, each.role) for each in doubt.answers] == [("role", "WITNESS"), ("role", "JUDGE")]
    for answer in doubt.answers:
        done = place.do(answer.command)
        assert doubts(place.document, done) == []
        assert done.entities["e1"].role == answer.role


def test_a_word_that_stays_in_several_places_is_one_question_and_is_left_at_those_alone():
    text = "Ann Torvund came. Torvund Park is closed, the Torvund Park too, and Torvund Road."
    place = reviewed(
        Document("d", text), [Entity("e1", "PERSON", "WITNESS", 1, (Span(0, 11, "PERSON", 0.9),))], "court-eu"
    )
    listed = [Remainder(at, at + 7, "e1", "part") for at in (18, 46)] + [Remainder(68, 80, "e1", "part")]
    first, second = doubts(place.document, place.base, listed=[*listed, Remainder(34, 40, "gone", "part")])
    assert (first.places, second.places) == (((18, 25), (46, 53)), ((68, 80),))
    left = place.do(first.answers[1].command)
    assert [each.places for each in doubts(place.document, left, listed=listed)] == [second.places]
    hidden = place.do(first.answers[0].command)
    assert {(18, 25), (46, 53)} <= {(span.start, span.end) for span in hidden.entities["e1"].spans}


def test_who_may_be_recognised_is_told_by_what():
    risk = Risk("d", 9, (), (), (PersonRisk("e1", 9, (), ()),), 0, "review", 5)
    doubt = next(each for each in doubts(PLACE.document, PLACE.base, risky(risk)) if each.reason == "risk")
    assert [each.code for each in doubt.answers][-1] == "leave"
    shown = [PLACE.document.text[slice(*each.place)] for each in doubt.answers if each.place]
    assert "Quellmark Ltd" in shown
    hidden = PLACE.do(doubt.answers[0].command)
    assert hidden.decisions[doubt.answers[0].entity].action == "replace"
    left = PLACE.do(doubt.answers[-1].command)
    assert "risk" not in {each.reason for each in doubts(PLACE.document, left, risky(risk))}


def test_a_weak_mention_is_in_doubt_until_it_is_looked_at():
    strong, weak = Span(0, 11, "PERSON", 0.9), Span(16, 20, "PERSON", 0.3)
    entity = Entity("e1", "PERSON", "WITNESS", 1, (strong, weak))
    place = reviewed(Document("d", "Ann Torvund and Anna."), [entity], "arbitration")
    assert [(each.mention, each.reason) for each in doubts(place.document, place.base)] == [
        ((16, 20), "certainty")
    ]
    for command in (
        Command("accept", entity="e1", mentions=((16, 20),)),
        Command("reject", entity="e1", mentions=((16, 20),)),
        Command("keep", entity="e1"),
    ):
        assert doubts(place.document, place.do(command)) == []


def test_what_stays_and_is_no_person_is_in_no_doubt():
    text = "Halden, 4 May 2021, Anna Quellmark"
    weak = [Span(0, 6, "LOC", 0.2), Span(8, 18, "DATE", 0.2), Span(20, 34, "ORG", 0.2)]
    entities = [
        Entity(f"e{at}", span.category, "MISCELLANEOUS", 3, (span,)) for at, span in enumerate(weak, 1)
    ]
    place = reviewed(Document("d", text), entities, "arbitration")
    assert [each.entity for each in doubts(place.document, place.base)] == ["e3"]  # it begins like a person


def test_residual_risk_is_a_doubt():
    risk = Risk("d", 9, (), (), (PersonRisk("e1", 9, (), ()), PersonRisk("e3", 1, (), ())), 0, "review", 5)
    found = doubts(PLACE.document, PLACE.base, risky(risk))
    assert [each.entity for each in found if each.reason == "risk"] == ["e1"]


@pytest.mark.parametrize(
    ("role", "why", "expected"),
    [
        ("WITNESS", (because("list", role="WITNESS", line=7),), False),
        ("JUDGE", (because("title", title="judge", role="JUDGE"), because("metadata")), False),
        ("JUDGE", (because("title", title="judge", role="JUDGE"), because("before", role="LAWYER")), True),
        ("LAWYER", (because("letters", letters="KC", role="LAWYER"),), False),
        ("WITNESS", (because("learned", role="EXPERT", share=88),), True),
        ("WITNESS", (because("learned", role="WITNESS", share=62),), True),
        ("PARTY", (because("bracketed", role="PARTY"), because("author-cited", role="AUTHOR")), True),
        ("TRIBUNAL_MEMBER", (because("in-row", role="TRIBUNAL_MEMBER"),), False),
        ("PARTY", (because("reviewer"),), False),
    ],
)
def test_reasons_that_speak_for_two_roles(role, why, expected):
    assert in_conflict(Entity("e1", "PERSON", role, 1, (), why)) is expected
