import pytest

from lexveil.errors import InputError
from lexveil.evaluate import worlds

WORLD = worlds.made(people=60, documents=12, seed=3)


def test_a_seed_makes_one_world():
    assert worlds.made(people=60, documents=12, seed=3) == WORLD
    assert worlds.made(people=60, documents=12, seed=4).documents != WORLD.documents


def test_the_usual_world_is_large_enough():
    assert worlds.PEOPLE >= 500
    assert worlds.DOCUMENTS >= 200


def test_marks_stand_where_the_names_and_facts_stand():
    known = {each.id: each for each in WORLD.known}
    for gold in WORLD.documents:
        for each in gold.mentions:
            said = gold.text[each.start : each.end]
            if each.cluster in known:
                assert known[each.cluster].name.endswith(said)
            assert said
            assert "{" not in gold.text


def test_a_person_of_a_case_is_in_both_of_its_decisions_and_many_are_in_none():
    one, two = WORLD.documents[:2]
    assert one.case == two.case
    people = [
        {each.cluster for each in gold.mentions if each.role in ("PARTY", "WITNESS")} for gold in (one, two)
    ]
    assert people[0] == people[1]
    assert len(people[0]) == 4
    assert len(WORLD.members) == 24 < len(WORLD.known) / 2


def test_the_days_of_the_parties_are_known_and_those_of_others_are_other_days():
    case = WORLD.cases[0]
    known = {each.id: each for each in WORLD.known}
    days = (case.event.isoformat(), case.filed.isoformat())
    assert known[case.people["claimant"]].days == days
    assert known[case.people["witness"]].days != days


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"people": 20, "documents": 20}, "evaluate.world_size"),
        ({"language": "xx"}, "evaluate.world_language"),
    ],
)
def test_what_cannot_be_told_is_an_error(options, code):
    with pytest.raises(InputError) as error:
        worlds.made(**options)
    assert error.value.code == code
