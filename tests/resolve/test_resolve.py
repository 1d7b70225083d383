import random
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import doc
from lexveil.model import Document, Span, Zone, because
from lexveil.resolve import resolve
from lexveil.resolve.everywhere import everywhere

NAMES = ("Mariano Puerta", "Laura Puerta", "Anna Wolasiewicz", "Bill Grant", "Li", "May", "J. R. Doe")


@given(
    st.lists(
        st.sampled_from((*NAMES, "said", "the", ".", "\n\n", "Grant", "May 2019", "PUERTA", "Mr")),
        max_size=40,
    )
)
def test_every_span_is_in_exactly_one_entity(words):
    text = " ".join(words)
    spans = [Span(at, at + len(name), "PERSON") for name in NAMES for at in _places(text, name)]
    spans = [
        span for at, span in enumerate(sorted(spans)) if at == 0 or span.start >= sorted(spans)[at - 1].end
    ]
    document = Document(id="doc-x", text=text)
    found = everywhere(document, spans)
    entities = resolve(document, spans)
    assert sorted(span for entity in entities for span in entity.spans) == list(found)
    assert all(one.end <= other.start for one, other in pairwise(found))
    assert all(any(new.start <= span.start and span.end <= new.end for new in found) for span in spans)


def _places(text, name):
    at = text.find(name)
    while at >= 0:
        yield at
        at = text.find(name, at + len(name))


def test_the_order_of_spans_changes_nothing():
    document, spans, _ = doc(
        "[Mariano Puerta](PERSON) and [Laura Puerta](PERSON). Mr [Puerta](PERSON). [Roe](PERSON) QC."
    )
    shuffled = list(spans)
    random.Random(7).shuffle(shuffled)
    assert resolve(document, shuffled) == resolve(document, spans)


def test_a_shared_bare_surname_goes_to_the_last_named_with_low_certainty():
    document, spans, _ = doc(
        "[Mariano Puerta](PERSON) spoke. [Laura Puerta](PERSON) rose. [Puerta](PERSON) answered."
    )
    entities = resolve(document, spans)
    laura = next(entity for entity in entities if spans[1] in entity.spans)
    assert spans[2] in laura.spans
    assert laura.certainty == 3


def test_a_bare_name_that_mostly_reads_as_a_place_is_none_of_a_person_and_is_doubted():
    document, spans, _ = doc("[Lund](PERSON) left. [Lund](PERSON). Near [Lund](LOC).")
    (entity,) = resolve(document, spans)
    assert (entity.category, entity.role) == ("PERSON", "UNKNOWN")
    assert because("read-as", role="LOCATION", share=33) in entity.why
    document, spans, _ = doc("[Lund](PERSON) left. [Lund](LOC) and [Lund](LOC).")
    (entity,) = resolve(document, spans)
    assert (entity.category, entity.role, entity.certainty) == ("LOC", "LOCATION", 3)
    assert because("read-as", role="LOCATION", share=67) in entity.why


@pytest.mark.parametrize("name", ["Mr [L](PERSON)", "[Ivo L](PERSON)", "the claimant, [L](PERSON)"])
def test_a_title_a_full_name_or_a_role_says_that_it_is_a_person(name):
    places = " ".join(["[Lund](LOC)"] * 5)
    document, spans, _ = doc(f"There came {name.replace('L]', 'Lund]')}, and left. {places}.")
    found = {entity.spans[0]: entity.category for entity in resolve(document, spans)}
    assert found[spans[0]] == "PERSON"


def test_a_surname_does_not_carry_the_role_of_the_metadata_onto_somebody_else():
    text = "[Ann Puerta](PERSON) spoke. Ms [Laura Puerta](PERSON) spoke. Ms [Puerta](PERSON) left."
    document, (ann, laura, bare), _ = doc(text)
    ann = replace(ann, sources=("metadata:party",))
    said = resolve(document, [ann, laura, replace(bare, sources=("metadata:party",))])
    assert {e.spans[0].start: e.role for e in said}[laura.start] == "UNKNOWN"
    assert {e.spans[0].start: e.role for e in said}[ann.start] == "PARTY"
    text = Document("d", "Mr Puerta spoke.")
    (alone,) = resolve(text, [Span(3, 9, "PERSON", 1.0, ("metadata:party",))])
    assert alone.role == "PARTY"


def test_ids_do_not_come_from_names():
    one, spans, _ = doc("[Ann Doe](PERSON) and [Bo Roe](PERSON)")
    other, more, _ = doc("[Cy Loe](PERSON) and [Di Poe](PERSON)")
    assert [entity.id for entity in resolve(one, spans)] == [entity.id for entity in resolve(other, more)]


def test_names_in_scripts_and_links_are_found():
    text = "Mr Mariano Puerta came.\n\n/people/mariano-puerta var owner = 'PUERTA'; grant"
    document = Document(id="doc-x", text=text, zones=(Zone(25, len(text), "code"),))
    found = everywhere(document, [Span(3, 17, "PERSON")])
    assert [text[span.start : span.end] for span in found] == ["Mariano Puerta", "mariano-puerta", "PUERTA"]


def test_a_name_that_is_a_mere_sign_is_looked_for_nowhere():
    document = Document("d", "Ann - said so. Bo -- left - and Ann went.")
    spans = [Span(0, 5, "PERSON"), Span(15, 20, "PERSON")]
    assert {(span.start, span.end) for span in everywhere(document, spans)} >= {(0, 5), (15, 20)}


def found_in(marked):
    document, spans, _ = doc(marked)
    spans = [replace(span, score=0.3) if span.category != "PERSON" else span for span in spans]
    found = everywhere(document, spans)
    return [(document.text[span.start : span.end], span.category) for span in found]


def test_a_name_within_a_loose_phrase_is_cut_out_of_it():
    text = "Mr [Erwin Toldt](PERSON) wrote. The note reads: [Toldt mail rcvd by Toldt today](MISC)."
    assert found_in(text)[1:] == [
        ("Toldt", "PERSON"), ("mail rcvd by", "MISC"), ("Toldt", "PERSON"), ("today", "MISC")
    ]  # fmt: skip


def test_a_name_that_reaches_out_of_a_loose_phrase_is_found_whole():
    text = "Mr [Erwin Toldt](PERSON) wrote. It was Erwin [Toldt mail](ORG) again."
    assert found_in(text)[1:] == [("Erwin Toldt", "PERSON"), ("mail", "ORG")]


def test_a_body_called_after_somebody_keeps_its_name():
    document, spans, _ = doc("Mr [Erwin Toldt](PERSON) founded the [Toldt Foundation](ORG).")
    assert len(everywhere(document, spans)) == 2


def test_a_guess_at_a_place_gives_way_to_a_title_and_the_name_of_somebody_known():
    text = "Gethin Kelmoor came. I went with PC Kelmoor to the station."
    spans = [Span(0, 14, "PERSON", 0.9), Span(33, 43, "LOC", 0.6)]
    found = everywhere(Document("test", text, "en"), spans)
    assert [(text[span.start : span.end], span.category) for span in found if span.category == "PERSON"] == [
        ("Gethin Kelmoor", "PERSON"),
        ("Kelmoor", "PERSON"),
    ]


def test_what_a_model_takes_for_a_date_is_the_name_of_somebody_known():
    text = "Marie Quellday was told. He may not meet Ivo or Quellday."
    spans = [Span(0, 14, "PERSON", 0.9), Span(48, 56, "DATE", 0.6, ("ner:en-legal",))]
    found = everywhere(Document("test", text, "en"), spans)
    assert [(text[span.start : span.end], span.category) for span in found] == [
        ("Marie Quellday", "PERSON"),
        ("Quellday", "PERSON"),
    ]


def test_the_parties_in_the_citation_of_the_case_itself_are_parties():
    text = "Citation: Torvund v. Quellby, 2019 ONSC 9418\n\nIda Quellby wept. Mr Ivo Torvund left."
    spans = [
        Span(10, 17, "PERSON", 0.6, ("citations:case-name",)),
        Span(21, 28, "PERSON", 0.6, ("citations:case-name",)),
        Span(46, 57, "PERSON", 0.9),
        Span(67, 78, "PERSON", 0.9),
    ]
    assert [entity.role for entity in resolve(Document("test", text, "en"), spans)] == ["PARTY", "PARTY"]
