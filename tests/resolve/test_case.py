from builders import doc
from lexveil.model import Document
from lexveil.resolve import entities_within, join, moved, resolve


def entities(*marked):
    worlds = [doc(text) for text in marked]
    joined, bounds = join([world.document for world in worlds])
    spans = [
        moved(span, start) for world, (start, _) in zip(worlds, bounds, strict=True) for span in world.spans
    ]
    found = resolve(joined, spans, bounds=bounds)
    return joined, bounds, found


def forms(joined, entity):
    return [joined.text[span.start : span.end] for span in entity.spans]


def test_one_person_in_two_documents_is_one_entity():
    joined, _, found = entities("[Ivo Lundgren](PERSON) came.", "Then Mr [Lundgren](PERSON) left.")
    assert [forms(joined, entity) for entity in found] == [["Ivo Lundgren", "Lundgren"]]


def test_the_vetoes_hold_between_documents():
    _, _, found = entities("Mr [Lundgren](PERSON) came.", "Then Mrs [Lundgren](PERSON) left.")
    assert len(found) == 2


def test_a_name_found_in_one_document_is_found_in_the_other():
    joined, _, found = entities("Mr [Ivo Lundgren](PERSON) came.", "Lundgren left.")
    assert forms(joined, found[0]) == ["Ivo Lundgren", "Lundgren"]


def test_each_document_has_its_own_caption():
    _, _, found = entities(
        "Arbitrator: Ms [Jane Doe](PERSON). " + "x " * 4000, "Between\n\n[Ann Loe](PERSON)\n\nClaimant\n\n"
    )
    assert [entity.role for entity in found] == ["ARBITRATOR", "PARTY"]


def test_a_document_gets_its_share():
    _, bounds, found = entities("[Ivo Lundgren](PERSON) came.", "[Lundgren](PERSON) met [Pia Holt](PERSON).")
    second = entities_within(found, *bounds[1])
    assert [(entity.id, entity.spans[0].start) for entity in second] == [("e1", 0), ("e2", 13)]
    assert [entity.id for entity in entities_within(found, *bounds[0])] == ["e1"]


def test_documents_in_two_languages_keep_them():
    documents = [Document("doc-1", "Roe left."), Document("doc-2", "Doe kom.", language="da")]
    joined, bounds = join(documents)
    assert [joined.language_at(start) for start, _ in bounds] == ["en", "da"]
    assert [stretch.end for stretch in joined.by_language()] == [9, len(joined.text)]
