"""Each detector against its case tables, `languages/<code>/cases/detect_<detector>.toml`.

A case is a text with every expected span marked; what is not marked must not be found.
"""

import pytest

from builders import LANGUAGES, cases, doc
from lexveil.detect import DETECTORS, GROUP, view
from lexveil.registry import load

TABLES = sorted({table.stem for table in LANGUAGES.glob("*/cases/detect_*.toml")})


@pytest.mark.parametrize(
    ("table", "case"),
    [
        pytest.param(table, *case.values, id=case.id, marks=case.marks)
        for table in TABLES
        for case in cases(table)
    ],
)
def test_detector_finds_exactly_what_is_marked(table, case):
    marked = doc(case["text"], language=case["language"], metadata=case.get("metadata", {}))
    seen = view(marked.document)
    find = load(DETECTORS, table.removeprefix("detect_"), group=GROUP)
    found = {(seen.text[span.start : span.end], span.start, span.category) for span in find(seen)}
    wanted = {(seen.text[span.start : span.end], span.start, span.category) for span in marked.spans}
    assert found == wanted


def test_every_detector_has_a_case_table():
    assert {table.removeprefix("detect_") for table in TABLES} == set(DETECTORS)
