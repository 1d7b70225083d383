"""Organisations by their short names, and all that is no person."""

import pytest

from builders import doc
from lexveil.resolve.organizations import things


def grouped(marked):
    document, spans, _ = doc(marked)
    found = things(document, spans)
    return sorted([document.text[span.start : span.end] for span in group.spans] for group in found)


@pytest.mark.parametrize(
    ("marked", "wanted"),
    [
        (
            "The [Ministry of Labour](ORG) wrote. The [Ministry of Labour](ORG)'s letter.",
            [["Ministry of Labour", "Ministry of Labour"]],
        ),
        (
            "The [Lowland District Court](COURT) sat. The [District Court](COURT) rose.",
            [["Lowland District Court", "District Court"]],
        ),
        (
            "The [Coastal Rowing Union](ORG) paid. The [CRU](ORG) agreed.",
            [["Coastal Rowing Union", "CRU"]],
        ),
        (
            "The [Court of the Chamber](COURT) sat. The [Chamber](ORG) paid.",
            [["Chamber"], ["Court of the Chamber"]],
        ),
        (
            "The [District Court](COURT) sat before the [Lowland District Court](COURT) did.",
            [["District Court"], ["Lowland District Court"]],
        ),
        ("In [Lund](LOC), in [LUND](LOC), near [Lunde](LOC).", [["Lund", "LUND"], ["Lunde"]]),
    ],
)
def test_short_and_full_names(marked, wanted):
    assert grouped(marked) == sorted(wanted)


def test_a_short_name_that_fits_two_goes_to_the_last_named_with_low_certainty():
    document, spans, _ = doc(
        "The [Lowland District Court](COURT) sat. The [Upland District Court](COURT) rose. The "
        "[District Court](COURT) ruled."
    )
    found = {group.spans[0]: group for group in things(document, spans)}
    assert spans[2] in found[spans[1]].spans
    assert found[spans[1]].certainty == 3
    assert found[spans[0]].certainty == 1
    assert str(found[spans[1]].links[0].why) == "end of the longer name"
