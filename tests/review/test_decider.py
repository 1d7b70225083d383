"""The policy asked about single entities says what it says about all of them at once."""

import pytest

from lexveil import config
from lexveil.policy import decide
from lexveil.policy.decide import Decider, name_parts, spells
from review.worlds import world

PLACE = world("arbitration")


@pytest.mark.parametrize("name", ["arbitration", "court-eu", "strict", "switzerland", "research", "finland"])
def test_one_by_one_is_all_at_once(name):
    policy = config.policy(name)
    entities = tuple(PLACE.base.entities.values())
    together = decide(PLACE.document, entities, policy)
    decider = Decider(PLACE.document, policy)
    replaced = {each.entity for each in together if each.action == "replace"}
    hidden = {word for each in entities if each.id in replaced for word in name_parts(PLACE.document, each)}
    assert tuple(decider.decide(each, hidden) for each in entities) == together


def test_only_addresses_spell_a_name():
    entities = PLACE.base.entities
    assert [each.id for each in entities.values() if spells(PLACE.document, each, {"torvund"})] == ["e5"]
    assert name_parts(PLACE.document, entities["e1"]) == {"torvund"}  # three letters occur by chance
    assert name_parts(PLACE.document, entities["e2"]) == set()


def test_who_has_to_go_takes_the_first_rule_that_fits_or_the_label_of_the_policy():
    decider = Decider(PLACE.document, PLACE.editor.policy)
    assert decider.wording(PLACE.base.entities["e1"]) == ("WITNESS_{n}", "label")
    assert decider.wording(PLACE.base.entities["e2"]) == ("[{word} {n}]", "label")
