"""What is replaced in one place and kept, as something else, in another."""

import pytest

from builders import doc
from lexveil.model import Decision, Entity, because
from lexveil.replace import examine


def gone(marked: str, *actions: str) -> list[str]:
    """What goes too, though something that stays is called so."""
    document, spans, _ = doc(marked)
    entities = [Entity(f"e{at}", span.category, "", 1, (span,)) for at, span in enumerate(spans, 1)]
    decisions = {
        entity.id: Decision(entity.id, action, because("rule"), "A")
        for entity, action in zip(entities, actions, strict=True)
    }
    found = examine(document, entities, decisions, [], [])
    return [document.text[each.start : each.end] for each in found.goes]


@pytest.mark.parametrize(
    ("marked", "wanted"),
    [
        ("[Hollow Lane 14, Brackenford](ADDRESS), and the pub [Hollow Lane 14](ORG)", ["Hollow Lane 14"]),
        ("[5020 Salzburg, Nordgata 41](ADDRESS), and counsel in [5020 Salzburg](LOC)", []),
    ],
)
def test_a_street_with_its_number_goes_everywhere_and_a_town_does_not(marked: str, wanted: list[str]) -> None:
    assert gone(marked, "replace", "keep") == wanted
