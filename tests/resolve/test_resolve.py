import random
from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from builders import doc
from lexveil.model import Document, Span, Zone
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


def test_a_name_also_typed_as_a_place_counts_against_the_person():
    document, spans, _ = doc("[Ivo Lund](PERSON) left. [Lund](PERSON), [Lund](PERSON). Near [Lund](LOC).")
    (entity,) = resolve(document, spans)
    assert (entity.role, entity.category) == ("WITNESS", "PERSON")  # 1 of 4 mentions: not over 30 %
    document, spans, _ = doc("[Ivo Lund](PERSON) left. [Lund](LOC) and [Lund](LOC).")
    assert {entity.role for entity in resolve(document, spans)} >= {"LOCATION"}


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
