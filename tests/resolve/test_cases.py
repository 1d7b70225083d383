"""Re-finding, grouping and roles against their case tables in `languages/<code>/cases/`."""

import pytest

from builders import cases, doc
from lexveil.resolve import resolve
from lexveil.resolve.cluster import cluster
from lexveil.resolve.everywhere import everywhere
from lexveil.resolve.roles import evidence


@pytest.mark.parametrize("case", cases("everywhere"))
def test_every_other_occurrence_is_found(case):
    document, spans, roles = doc(case["text"], language=case["language"])
    found = everywhere(document, [span for span, role in zip(spans, roles, strict=True) if not role])
    wanted = [(document.text[span.start : span.end], span.start, span.category) for span in spans]
    assert [(document.text[span.start : span.end], span.start, span.category) for span in found] == wanted


# The second table is what PSILENCE lists as its failures.
@pytest.mark.parametrize("case", [*cases("cluster"), *cases("psilence_failures")])
def test_mentions_of_one_are_one_group(case):
    document, spans, letters = doc(case["text"], language=case["language"])
    wanted: dict[str, set[int]] = {}
    for span, letter in zip(spans, letters, strict=True):
        wanted.setdefault(letter, set()).add(span.start)
    groups = cluster(document, spans, evidence(document, spans))
    found = [{span.start for span in group.spans} for group in groups]
    assert sorted(found, key=min) == sorted(wanted.values(), key=min)


@pytest.mark.parametrize("case", cases("roles"))
def test_each_entity_gets_its_role(case):
    document, spans, roles = doc(case["text"], language=case["language"])
    entities = resolve(document, spans)
    found = {span.start: entity.role for entity in entities for span in entity.spans}
    wanted = {span.start: role for span, role in zip(spans, roles, strict=True) if role}
    assert {start: found[start] for start in wanted} == wanted
