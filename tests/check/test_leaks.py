from builders import doc
from lexveil.check import leaks
from lexveil.model import Decision, Document, Entity


def left(original, written, action="replace"):
    document, spans, _ = doc(original)
    entity = Entity("e1", "PERSON", "WITNESS", 1, spans)
    return leaks(
        Document("doc-y", written), document.text, [entity], [Decision("e1", action, "test", "W{n}")]
    )


def test_a_full_name_left_is_found_where_it_stands():
    assert left("[Ann Roe](PERSON) came", "W1 came. ANN  RÖE left") == (9,)


def test_nothing_is_found_when_nothing_is_left():
    assert left("[Ann Roe](PERSON) came", "W1 came. Joann Roe-like words") == ()


def test_kept_entities_are_no_leak():
    assert left("[Ann Roe](PERSON) came", "Ann Roe came", action="keep") == ()


def test_an_identifier_is_found():
    assert left("[ann@example.org](EMAIL)", "write to ann@example.org") == (9,)
