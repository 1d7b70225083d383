"""What the paper lists as its failures must work: `tests/cases/psilence_failures.toml`."""

import pytest

from builders import cases, doc
from lexveil.resolve.cluster import cluster


@pytest.mark.parametrize("case", cases("psilence_failures"))
def test_a_failure_of_psilence_is_none_of_ours(case):
    document, spans, letters = doc(case["text"])
    wanted: dict[str, set[int]] = {}
    for span, letter in zip(spans, letters, strict=True):
        wanted.setdefault(letter, set()).add(span.start)
    found = [{span.start for span in group.spans} for group in cluster(document, spans)]
    assert sorted(found, key=min) == sorted(wanted.values(), key=min)
