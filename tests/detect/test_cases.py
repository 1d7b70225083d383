"""Each detector against its own case table, `tests/cases/<detector>.toml`.

A case is a text with every expected span marked; what is not marked must not be found. `known` names a
failure we live with; it must still fail, so that a fix is noticed.
"""

import dataclasses
import tomllib

import pytest
from builders import CASES, doc
from lexveil.detect import DETECTORS
from lexveil.lexicon.fold import flow
from lexveil.registry import load


def cases():
    for table in sorted(CASES.glob("detect_*.toml")):
        for number, case in enumerate(tomllib.loads(table.read_text("utf8"))["case"], 1):
            marks = [pytest.mark.xfail(strict=True, reason=case["known"])] if "known" in case else []
            yield pytest.param(
                table.stem.removeprefix("detect_"), case, id=f"{table.stem}-{number}", marks=marks
            )


@pytest.mark.parametrize(("detector", "case"), cases())
def test_detector_finds_exactly_what_is_marked(detector, case):
    marked = doc(case["text"], metadata=case.get("metadata", {}))
    find = load(DETECTORS, detector, group="lexveil.detectors")
    view = dataclasses.replace(marked.document, text=flow(marked.document.text))
    found = {(view.text[span.start : span.end], span.start, span.category) for span in find(view)}
    wanted = {(view.text[span.start : span.end], span.start, span.category) for span in marked.spans}
    assert found == wanted


def test_every_detector_has_a_case_table():
    tables = {table.stem.removeprefix("detect_") for table in CASES.glob("detect_*.toml")}
    assert tables == set(DETECTORS)
