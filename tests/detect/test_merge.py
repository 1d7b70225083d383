import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexveil.detect import DETECTORS
from lexveil.detect.merge import WEIGHTS, merge
from lexveil.model import CATEGORIES, Span

TEXT = "Romano F. Krook of Rolls Royce Ltd wrote to jane.roe@example.org on 5 May. " * 4


def span(part, category, score=0.8, *sources, text=TEXT):
    start = text.index(part)
    return Span(start, start + len(part), category, score, sources)


def found(*spans, text=TEXT):
    return [(text[one.start : one.end], one.category) for one in merge(spans, text)]


def test_every_detector_has_a_weight():
    assert set(DETECTORS) <= set(WEIGHTS)


def test_overlapping_spans_of_one_category_become_the_longest():
    family = span("Krook", "PERSON", 0.9, "titles:courtesy")
    whole = span("Romano F. Krook", "PERSON", 0.8, "gazetteer:given-family")
    assert found(family, whole) == [("Romano F. Krook", "PERSON")]


def test_spans_that_overlap_by_a_part_unite():
    left = span("Romano F.", "PERSON", 0.8, "gazetteer:given-initial")
    right = span("F. Krook", "PERSON", 0.8, "initials:named")
    assert found(left, right) == [("Romano F. Krook", "PERSON")]


def test_agreement_raises_the_score_and_keeps_every_source():
    one = span("Romano F. Krook", "PERSON", 0.7, "gazetteer:given-family")
    other = span("Krook", "PERSON", 0.7, "titles:courtesy")
    (alone,) = merge([one], TEXT)
    (both,) = merge([one, other], TEXT)
    assert both.score > alone.score
    assert set(both.sources) == {"gazetteer:given-family", "titles:courtesy"}
    assert both.certainty < alone.certainty


def test_rules_of_one_detector_count_as_one_vote():
    one = span("Krook", "PERSON", 0.6, "titles:courtesy")
    other = span("Krook", "PERSON", 0.5, "titles:lawyer")
    (alone,) = merge([one], TEXT)
    (both,) = merge([one, other], TEXT)
    assert both.score == alone.score
    assert both.sources == ("titles:courtesy", "titles:lawyer")


def test_a_company_beats_the_person_in_its_name():
    person = span("Rolls Royce", "PERSON", 0.95, "titles:courtesy", "gazetteer:given-family")
    company = span("Rolls Royce Ltd", "ORG", 0.95, "organizations:form")
    assert found(person, company) == [("Rolls Royce Ltd", "ORG")]


def test_a_court_beats_an_organisation():
    text = "The Exampleton Sports Tribunal sat."
    court = span("Exampleton Sports Tribunal", "COURT", 0.9, "courts:court", text=text)
    other = span("Exampleton Sports Tribunal", "ORG", 0.9, "organizations:head", text=text)
    assert found(court, other, text=text) == [("Exampleton Sports Tribunal", "COURT")]


def test_an_address_of_mail_beats_the_name_in_it():
    mail = span("jane.roe@example.org", "EMAIL", 0.99, "internet:email")
    name = span("roe", "PERSON", 0.95, "metadata:witness")
    assert found(mail, name) == [("jane.roe@example.org", "EMAIL")]


def test_an_address_of_mail_inside_a_name_is_kept():
    mail = span("jane.roe@example.org", "EMAIL", 0.99, "internet:email")
    name = span("Ltd wrote to jane.roe@example.org", "ORG", 0.7, "organizations:head")
    assert ("jane.roe@example.org", "EMAIL") in found(mail, name)


def test_a_case_number_beats_the_date_and_the_telephone_number_in_it():
    text = "CAS 2019/A/6298 was decided."
    number = span("CAS 2019/A/6298", "CASE_NUMBER", 0.9, "references:cas", text=text)
    others = [
        span("2019", "DATE", 0.9, "dates:year", text=text),
        span("6298", "PHONE", 0.9, "phones:number", text=text),
        span("CAS", "COURT", 0.9, "courts:acronym", text=text),
    ]
    assert found(number, *others, text=text) == [("CAS 2019/A/6298", "CASE_NUMBER")]


def test_an_address_beats_the_place_in_it():
    text = "He lives at 5 Krook Street, Oslo."
    address = span("5 Krook Street, Oslo", "ADDRESS", 0.9, "addresses:street", text=text)
    place = span("Oslo", "LOC", 0.9, "locations:city", text=text)
    assert found(address, place, text=text) == [("5 Krook Street, Oslo", "ADDRESS")]


def test_a_date_beats_a_place_of_the_same_letters():
    date = span("5 May", "DATE", 0.8, "dates:day")
    place = span("5 May", "LOC", 0.8, "locations:city")
    assert found(date, place) == [("5 May", "DATE")]


def test_two_names_in_a_list_stay_two():
    text = "Messrs Roe and Doe left."
    both = span("Roe and Doe", "PERSON", 0.9, "ner:person", text=text)
    one = span("Roe", "PERSON", 0.9, "titles:courtesy", text=text)
    other = span("Doe", "PERSON", 0.9, "titles:courtesy", text=text)
    assert found(both, one, other, text=text) == [("Roe", "PERSON"), ("Doe", "PERSON")]


def test_what_sticks_out_of_a_stronger_span_is_kept():
    text = "Anton Krook Quell Ltd paid."
    person = span("Anton Krook", "PERSON", 0.5, "gazetteer:given-family", text=text)
    company = span("Krook Quell Ltd", "ORG", 0.95, "organizations:form", text=text)
    assert found(person, company, text=text) == [("Anton", "PERSON"), ("Krook Quell Ltd", "ORG")]


def test_an_unknown_detector_has_a_weight_as_well():
    (one,) = merge([span("Krook", "PERSON", 0.9, "plugin:any")], TEXT)
    assert 0 < one.score < 0.9


def test_weights_can_be_given():
    person = span("Krook", "PERSON", 0.8, "titles:courtesy")
    place = span("Krook", "LOC", 0.8, "locations:city")
    assert [one.category for one in merge([person, place], TEXT)] == ["PERSON"]
    swapped = {"titles": 0.1, "locations": 1.0}
    assert [one.category for one in merge([person, place], TEXT, weights=swapped)] == ["LOC"]


SPANS = st.lists(
    st.builds(
        lambda start, length, category, score, source: Span(
            start, start + length, category, score, (source,)
        ),
        st.integers(0, len(TEXT) - 31),
        st.integers(1, 30),
        st.sampled_from(sorted(CATEGORIES)),
        st.floats(0, 1),
        st.sampled_from([f"{name}:rule" for name in [*sorted(WEIGHTS), "plugin"]]),
    ),
    max_size=25,
)


@given(SPANS)
def test_the_result_is_sorted_and_never_overlaps(spans):
    merged = merge(spans, TEXT)
    assert list(merged) == sorted(merged)
    assert all(one.end <= two.start for one, two in pairwise(merged))


@given(SPANS, st.randoms(use_true_random=False))
def test_the_order_of_the_detectors_does_not_matter(spans, chance: random.Random):
    shuffled = list(spans)
    chance.shuffle(shuffled)
    assert merge(shuffled, TEXT) == merge(spans, TEXT)


@given(SPANS)
def test_every_source_and_every_letter_comes_from_a_detector(spans):
    covered = {offset for one in spans for offset in range(one.start, one.end)}
    sources = {source for one in spans for source in one.sources}
    for one in merge(spans, TEXT):
        assert set(range(one.start, one.end)) <= covered
        assert set(one.sources) <= sources
        assert 0 <= one.score <= 1


@pytest.mark.parametrize("text", ['Paul "Tiny" Roe left', 'Paul ("Tiny") Roe left', "Paul (Tiny) Roe left"])
def test_a_nickname_inside_a_name_is_part_of_it(text):
    parts = [span(part, "PERSON", 0.9, "ner:x", text=text) for part in ("Paul", "Tiny", "Roe")]
    whole = [(text.removesuffix(" left"), "PERSON")]
    assert found(*parts, text=text) == found(parts[0], parts[2], text=text) == whole


def test_a_part_that_begins_in_the_nickname_is_joined_and_the_next_name_is_not():
    text = 'Paula ("Pim") Roe and Ann Doe left'
    parts = [span(part, "PERSON", 0.9, "ner:x", text=text) for part in ("Paula", 'Pim") Roe', "Ann Doe")]
    assert found(*parts, text=text) == [('Paula ("Pim") Roe', "PERSON"), ("Ann Doe", "PERSON")]


def test_a_rule_says_what_kind_of_code_it_is():
    text = "call 07700 900417 now"
    phone = span("07700 900417", "PHONE", 0.8, "phones:number", text=text)
    assert found(phone, span("07700 900417", "CODE", 0.99, "ner:x", text=text), text=text) == [
        ("07700 900417", "PHONE")
    ]


def test_an_address_inside_what_a_model_took_for_a_body_is_an_address():
    text = "the depot 9 Saltern Way, Northmere"
    address = span("9 Saltern Way, Northmere", "ADDRESS", 0.9, "addresses:number-first", text=text)
    body = span("depot 9 Saltern Way, Northmere", "ORG", 0.6, "ner:x", text=text)
    assert found(address, body, text=text) == [("9 Saltern Way, Northmere", "ADDRESS")]


def test_somebody_with_a_title_is_no_place_or_body_of_a_model():
    text = "He met Mme Krook, S/o Mohd. Quell and Rhiannon Field; PC 4471 Doe (No. 3) left."
    for whole, name in (
        ("Mme Krook", "Krook"),
        ("S/o Mohd. Quell", "Mohd. Quell"),
        ("PC 4471 Doe (No. 3)", "Doe"),
    ):
        for category in ("LOC", "ORG"):
            model = span(whole, category, 0.98, "ner:model", text=text)
            assert found(model, span(name, "PERSON", 0.7, "titles:context", text=text), text=text) == [
                (name, "PERSON")
            ]


def test_a_listed_name_is_no_body_of_a_model():
    text = "Rhiannon Field wrote."
    listed = span("Rhiannon Field", "PERSON", 0.85, "gazetteer:given-family", text=text)
    body = span("Rhiannon Field", "ORG", 0.98, "ner:model", text=text)
    assert found(body, listed, text=text) == [("Rhiannon Field", "PERSON")]


def test_of_a_long_chain_of_spans_each_model_span_is_weighed_against_those_that_it_touches():
    text = "Federation of Rowing (FR) " * 40
    model, rules = [], []
    for at in range(0, len(text), 26):
        model.append(Span(at, at + 25, "ORG", 0.9, ("ner:x",)))
        rules.append(Span(at, at + 20, "ORG", 0.9, ("organizations:x",)))
        rules.append(Span(at + 22, at + 24, "ORG", 0.9, ("organizations:x",)))
        rules.append(Span(at + 22, at + 27, "DATE", 0.9, ("dates:x",)))  # reaches into the next
    names = [text[one.start : one.end] for one in merge([*model, *rules], text) if one.category == "ORG"]
    assert names
    assert not any("(" in name for name in names)


def test_what_only_a_model_stretched_gives_way_to_a_fixed_form_inside():
    text = "at 40.7128° N, 74.0060° W. It is hers"
    votes = [
        Span(3, 11, "QUANTITY", 0.8, ("quantities:measure",)), Span(3, 29, "QUANTITY", 0.8, ("ner:x",)),
        Span(3, 25, "CODE", 0.95, ("coordinates:degrees",)),
    ]  # fmt: skip
    assert [(span.start, span.end, span.category) for span in merge(votes, text)] == [(3, 25, "CODE")]


def test_a_name_by_its_letters_is_none_without_them():
    text = "74.0060° W. Cottage"
    votes = [
        Span(9, 19, "PERSON", 0.8, ("initials:named",)),
        Span(0, 10, "CODE", 0.95, ("coordinates:pair",)),
    ]
    assert [span.category for span in merge(votes, text)] == ["CODE"]


def test_a_place_at_the_end_of_a_name_does_not_break_it():
    text = "l'advocat Guillem Roe de Son Quell ve"
    whole = Span(10, 34, "PERSON", 0.99, ("ner:eu-legal",))
    spans = [
        whole,
        Span(10, 21, "PERSON", 0.9, ("titles:lawyer",)),
        Span(25, 34, "LOC", 0.6, ("locations:kind",)),
    ]
    (found,) = merge(spans, text)
    assert (found.start, found.end, found.category) == (10, 34, "PERSON")
