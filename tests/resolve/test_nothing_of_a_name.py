"""A detector may take letters for somebody in which no name is left once titles and particles are gone."""

from dataclasses import replace

from builders import doc
from lexveil.resolve import resolve


def test_letters_that_are_no_name_stop_nothing():
    marked = (
        "Kantaja [Pekka](PERSON) [Virtanen](PERSON) tapasi vastaajan [Aino Korpiharju](PERSON). "
        "Hän sanoi [Pekka Virtasen](PERSON) ja [a b](PERSON) lähteneen."
    )
    document, spans, _ = doc(marked)
    found = resolve(replace(document, language="fi"), spans)
    assert {span for entity in found for span in entity.spans} >= {spans[2]}
