"""A caption that gives the family name first, alone in its cell: one person."""

import pytest

from lexveil import pipeline
from lexveil.model import Document

CAPTION = """KÄRÄJÄOIKEUS          TUOMIO

Kantaja            Hirvi, Aune Maria
Asiamies           asianajaja Samuli Kettukangas

Vastaaja           Nieminen, Otto Juhani
                   Nieminen, Sirpa
"""


@pytest.mark.parametrize("name", ["Hirvi, Aune Maria", "Nieminen, Otto Juhani", "Nieminen, Sirpa"])
def test_a_name_in_a_cell_is_one(name):
    result = pipeline.analyze(Document("d", CAPTION, "fi"), policy="court-eu")
    start = CAPTION.index(name)
    assert [
        (each.start, each.end) for each in result.replacements if start <= each.start < start + len(name)
    ] == [(start, start + len(name))]
