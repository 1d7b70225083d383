from builders import doc
from lexveil.evaluate.clusters import exact, rule, surname

MARKED = doc("[Ann Roe](PERSON) met [Peter Roe](PERSON). Ms [Roe](PERSON) left. [ann  roe](PERSON) slept.")


def shown(groups):
    return sorted([MARKED.document.text[span.start : span.end] for span in group] for group in groups)


def test_exact_strings():
    assert shown(exact(MARKED.document, MARKED.spans)) == [["Ann Roe", "ann  roe"], ["Peter Roe"], ["Roe"]]


def test_surnames():
    assert shown(surname(MARKED.document, MARKED.spans)) == [["Ann Roe", "Peter Roe", "Roe", "ann  roe"]]


def test_rules():
    assert shown(rule(MARKED.document, MARKED.spans)) == [["Ann Roe", "Roe", "ann  roe"], ["Peter Roe"]]
