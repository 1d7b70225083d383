"""What each command does, and what it refuses."""

from dataclasses import replace

import pytest

from lexveil.model import CATEGORIES
from lexveil.review import KINDS, Command, CommandError, parse
from lexveil.review.decisions import ADDED, KEPT, REJECTED, REPLACED, WHITELIST
from review.worlds import TIME, World, world


@pytest.fixture(scope="module")
def award() -> World:
    return world("arbitration")


def places(state, entity):
    return [(span.start, span.end) for span in state.entities[entity].spans]


def test_the_proposal_has_a_decision_and_a_pseudonym_for_everyone(award):
    names = {
        entity: each.pseudonym for entity, each in award.base.decisions.items() if each.action == "replace"
    }
    assert names == {
        "e1": "WITNESS_1", "e3": "WITNESS_2", "e9": "WITNESS_4", "e10": "WITNESS_5", "e5": "[e-mail 1]",
    }  # fmt: skip
    assert award.base.decisions.keys() == award.base.entities.keys()


# Accept, reject, keep, replace -------------------------------------------------------------------


def test_accept_marks_all_mentions_or_the_named_ones(award):
    everything = award.do(Command("accept", entity="e1"))
    assert everything.decisions["e1"].checked == award.base.entities["e1"].spans
    second = places(award.base, "e1")[1]
    one = award.do(Command("accept", entity="e1", mentions=(second,)))
    assert [(span.start, span.end) for span in one.decisions["e1"].checked] == [second]


def test_accept_of_what_stays_leaves_it_as_it_is(award):
    state = award.do(Command("accept", entity="e8"))
    assert state.decisions["e8"].action == "keep"
    assert state.decisions["e8"].checked == state.entities["e8"].spans


def test_accept_twice_changes_nothing(award):
    with pytest.raises(CommandError, match="changes nothing"):
        award.do(Command("accept", entity="e1"), Command("accept", entity="e1"))


def test_accept_of_a_rejected_entity_brings_it_back(award):
    state = award.do(Command("reject", entity="e1"), Command("accept", entity="e1"))
    assert (state.decisions["e1"].action, state.decisions["e1"].pseudonym) == ("replace", "WITNESS_1")


def test_reject_of_all_mentions_lets_the_entity_stay(award):
    state = award.do(Command("reject", entity="e3"))
    assert (state.decisions["e3"].action, state.decisions["e3"].why) == ("reject", REJECTED)


def test_reject_of_some_mentions_splits_them_off(award):
    gone = places(award.base, "e3")[1]
    state = award.do(Command("reject", entity="e3", mentions=(gone,)))
    assert places(state, "e11") == [gone]
    assert state.decisions["e11"].action == "reject"
    assert gone not in places(state, "e3")
    assert state.decisions["e3"].pseudonym == "WITNESS_2"


def test_keep_and_replace_of_an_entity(award):
    kept = award.do(Command("keep", entity="e1"))
    assert (kept.decisions["e1"].action, kept.decisions["e1"].why) == ("keep", KEPT)
    back = award.do(Command("replace", entity="e1"), state=kept)
    assert (back.decisions["e1"].why, back.decisions["e1"].pseudonym) == (REPLACED, "WITNESS_1")


def test_keep_and_replace_of_single_mentions(award):
    first, second, *_ = places(award.base, "e1")
    kept = award.do(Command("keep", entity="e1", mentions=(first,)))
    assert [(span.start, span.end) for span in kept.decisions["e1"].kept] == [first]
    back = award.do(Command("replace", entity="e1", mentions=(first,)), state=kept)
    assert back.decisions["e1"].kept == ()
    one = award.do(Command("replace", entity="e8", mentions=(places(award.base, "e8")[0],)))
    assert len(one.decisions["e8"].kept) == 1
    with pytest.raises(CommandError, match="kept already"):
        award.do(Command("keep", entity="e8", mentions=(places(award.base, "e8")[0],)))
    assert second not in [(span.start, span.end) for span in kept.decisions["e1"].kept]


def test_keeping_every_single_mention_keeps_the_entity(award):
    state = award.do(*(Command("keep", entity="e1", mentions=(place,)) for place in places(award.base, "e1")))
    assert state.decisions["e1"].action == "keep"


def test_replace_takes_a_label_where_no_rule_has_one(award):
    state = award.do(Command("replace", entity="e2"))
    assert state.decisions["e2"].pseudonym == "[company 1]"


def test_some_mentions_of_a_rejected_entity_come_back_alone(award):
    first = places(award.base, "e1")[0]
    state = award.do(Command("reject", entity="e1"), Command("replace", entity="e1", mentions=(first,)))
    assert state.decisions["e1"].action == "reject"
    assert places(state, "e11") == [first]
    assert state.decisions["e11"].action == "replace"


# Kind and role -----------------------------------------------------------------------------------


def test_a_role_holds_for_the_whole_entity_and_the_policy_decides_anew(award):
    state = award.do(Command("role", entity="e1", role="JUDGE"))
    assert (state.entities["e1"].role, state.decisions["e1"].action) == ("JUDGE", "keep")
    back = award.do(Command("role", entity="e1", role="WITNESS"), state=state)
    assert (back.decisions["e1"].action, back.decisions["e1"].pseudonym) == ("replace", "WITNESS_1")


def test_a_role_makes_a_witness_of_someone_kept(award):
    state = award.do(Command("role", entity="e8", role="WITNESS"))
    assert state.decisions["e8"].pseudonym == "WITNESS_6"  # the text has a WITNESS_3 of its own
    assert state.entities["e8"].certainty == 1


def test_a_role_that_only_people_have_makes_a_person(award):
    state = award.do(Command("role", entity="e4", role="WITNESS"))
    assert (state.entities["e4"].category, state.decisions["e4"].action) == ("PERSON", "replace")


def test_a_category_brings_a_role_that_suits_it(award):
    state = award.do(Command("category", entity="e1", category="ORG"))
    assert (state.entities["e1"].role, state.decisions["e1"].action) == ("ORGANIZATION", "keep")


def test_what_a_reviewer_chose_survives_another_role(award):
    state = award.do(Command("keep", entity="e1"), Command("role", entity="e1", role="PARTY"))
    state = award.do(Command("role", entity="e1", role="WITNESS"), state=state)
    assert (state.decisions["e1"].action, state.decisions["e1"].why) == ("keep", KEPT)


def test_single_mentions_that_stay_survive_another_role(award):
    first = places(award.base, "e1")[0]
    state = award.do(
        Command("keep", entity="e1", mentions=(first,)),
        Command("role", entity="e1", role="WITNESS"),
    )
    assert [(span.start, span.end) for span in state.decisions["e1"].kept] == [first]


def test_a_pseudonym_is_drawn_anew_only_if_the_label_changes():
    own = world('format = 1\n[[rule]]\ncategory = "PERSON"\nlabel = "{Role} {n}"')
    before = own.base.decisions["e1"].pseudonym
    other = own.do(Command("role", entity="e1", role="PARTY"))
    assert (before, other.decisions["e1"].pseudonym) == ("Witness 1", "Party 1")
    given = own.do(
        Command("rename", entity="e1", pseudonym="Person Q"), Command("role", entity="e1", role="PARTY")
    )
    assert given.decisions["e1"].pseudonym == "Person Q"


# Pseudonyms --------------------------------------------------------------------------------------


def test_rename_sets_what_was_typed(award):
    state = award.do(Command("rename", entity="e1", pseudonym="  the Sister "))
    assert (state.decisions["e1"].pseudonym, state.decisions["e1"].given) == ("the Sister", True)


@pytest.mark.parametrize(
    ("pseudonym", "problem"),
    [
        (None, "1 to 200"),
        (" ", "1 to 200"),
        ("x" * 201, "1 to 200"),
        ("two\nlines", "one line"),
        ("witness_2", "another entity"),
        ("Mrs Torvund", "hides"),
        ("friend of LINDQVAE", "hides"),
        ("ann.torvund@mail.example", "hides"),
    ],
)
def test_rename_refuses(award, pseudonym, problem):
    with pytest.raises(CommandError, match=problem) as refused:
        award.do(Command("rename", entity="e1", pseudonym=pseudonym))
    assert "orvund" not in str(refused.value)


def test_rename_needs_somebody_who_is_replaced(award):
    with pytest.raises(CommandError, match="not replaced"):
        award.do(Command("rename", entity="e8", pseudonym="X"))


def test_two_may_have_one_blank():
    own = world('format = 1\n[[rule]]\ncategory = "PERSON"\nstyle = "blank"')
    assert own.base.decisions["e1"].pseudonym == own.base.decisions["e3"].pseudonym
    state = own.do(
        Command("rename", entity="e1", pseudonym="…"), Command("rename", entity="e3", pseudonym="…")
    )
    assert state.decisions["e1"].pseudonym == state.decisions["e3"].pseudonym == "…"


def test_the_same_person_takes_the_pseudonym_of_another_document(award):
    state = award.do(Command("same", entity="e1", pseudonym="WITNESS_77"))
    assert (state.decisions["e1"].pseudonym, state.decisions["e1"].given) == (
        "WITNESS_77",
        False,
    )  # as the policy gives them


def test_a_number_that_was_undone_or_is_taken_is_given_to_nobody_else(award):
    edit = award.editor.edit(
        award.base, Command("role", entity="e8", role="WITNESS"), author="a", time=TIME,
        taken={"WITNESS_6", "WITNESS_7"},
    )  # fmt: skip
    assert {each.pseudonym for each in edit.after if hasattr(each, "pseudonym")} == {"WITNESS_8"}


# Merge, split, add, span -------------------------------------------------------------------------


def test_merge_keeps_what_the_first_one_has(award):
    state = award.do(Command("merge", entities=("e9", "e1")))
    assert "e1" not in state.entities
    assert award.texts(state, "e9") == ["Ann Torvund", "Torvund", "Torvund", "Eve Torvund"]
    assert state.decisions["e9"].pseudonym == "WITNESS_4"


def test_merge_keeps_what_was_said_of_single_mentions(award):
    first, second, _ = places(award.base, "e1")
    state = award.do(
        Command("keep", entity="e1", mentions=(first,)),
        Command("accept", entity="e1", mentions=(second,)),
        Command("merge", entities=("e9", "e1")),
    )
    assert [(span.start, span.end) for span in state.decisions["e9"].kept] == [first]
    assert [(span.start, span.end) for span in state.decisions["e9"].checked] == [second]


def test_split_makes_somebody_new(award):
    some = places(award.base, "e1")[1:]
    state = award.do(Command("split", entity="e1", mentions=tuple(some)))
    assert (places(state, "e11"), state.decisions["e11"].pseudonym) == (some, "WITNESS_6")
    other = award.do(Command("split", entity="e1", mentions=tuple(some), role="JUDGE"))
    assert other.decisions["e11"].action == "keep"


def test_split_then_merge_is_where_it_began(award):
    some = tuple(places(award.base, "e1")[1:])
    state = award.do(Command("split", entity="e1", mentions=some), Command("merge", entities=("e1", "e11")))
    assert places(state, "e1") == places(award.base, "e1")
    assert state.decisions == award.base.decisions


def test_add_makes_a_new_entity_that_is_replaced_whatever_the_policy_says(award):
    place = award.at("Osterholm", 1)
    person = award.do(Command("add", mentions=(place,), category="PERSON"))
    assert person.decisions["e11"].pseudonym == "WITNESS_6"
    town = award.do(Command("add", mentions=(award.at("Halden", 1),), category="LOC"))
    assert (town.decisions["e11"].action, town.decisions["e11"].why) == ("replace", ADDED)
    assert town.entities["e11"].spans[0].sources == ("review:added",)


def test_an_added_entity_stays_replaced_until_it_has_another_role(award):
    town = award.do(
        Command("add", mentions=(award.at("Halden", 1),), category="LOC"),
        Command("add", mentions=(award.at("Halden"),), entity="e11"),
    )
    assert (places(town, "e11"), town.decisions["e11"].action) == (
        [award.at("Halden"), award.at("Halden", 1)], "replace",
    )  # fmt: skip
    assert "e4" not in town.entities
    judge = award.do(Command("role", entity="e11", role="JUDGE"), state=town)
    assert judge.decisions["e11"].action == "keep"


def test_add_into_an_entity_takes_over_what_it_overlaps(award):
    start, end = award.at("Judge Carla Finchley")
    state = award.do(Command("add", mentions=((start, end),), entity="e8"))
    assert award.texts(state, "e8") == ["Judge Carla Finchley", "Finchley"]
    assert "e7" not in state.entities


def test_add_leaves_out_the_white_space_around_a_selection(award):
    start, end = award.at("Osterholm", 1)
    state = award.do(Command("add", mentions=((start - 1, end + 1),), category="PERSON"))
    assert places(state, "e11") == [(start, end)]


def test_span_grows_and_shrinks(award):
    old, wide = award.at("Lindqvae", 2), award.at("Mr Lindqvae")
    grown = award.do(Command("span", entity="e3", mention=old, to=wide))
    assert award.texts(grown, "e3")[-1] == "Mr Lindqvae"
    back = award.do(Command("span", entity="e3", mention=wide, to=old), state=grown)
    assert places(back, "e3") == places(award.base, "e3")


def test_span_takes_over_a_neighbour(award):
    old, wide = award.at("Carla Finchley"), award.at("Judge Carla Finchley")
    state = award.do(Command("span", entity="e8", mention=old, to=wide))
    assert "e7" not in state.entities


def test_a_mention_that_stays_still_does_when_it_grows(award):
    old, wide = award.at("Lindqvae", 2), award.at("Mr Lindqvae")
    state = award.do(
        Command("keep", entity="e3", mentions=(old,)),
        Command("accept", entity="e3", mentions=(old,)),
        Command("span", entity="e3", mention=old, to=wide),
    )
    decision = state.decisions["e3"]
    assert [(span.start, span.end) for span in (*decision.kept, *decision.checked)] == [wide, wide]


def test_whitelist_keeps_the_entity(award):
    state = award.do(Command("whitelist", entity="e1", scope="case"))
    assert (state.decisions["e1"].action, state.decisions["e1"].why) == ("keep", WHITELIST)
    assert award.editor.forms(state.entities["e1"])[0] == "Ann Torvund"


def test_an_address_follows_the_name_that_it_spells_out(award):
    assert award.base.decisions["e5"].action == "replace"
    kept = award.do(Command("keep", entity="e1"), Command("keep", entity="e9"))
    assert kept.decisions["e5"].action == "keep"
    back = award.do(Command("replace", entity="e1"), state=kept)
    assert back.decisions["e5"].pseudonym == award.base.decisions["e5"].pseudonym


def test_an_edit_holds_exactly_what_changes(award):
    _, edits = award.run(Command("accept", entity="e1"))
    assert [type(each).__name__ for each in edits[0].after] == ["Decision"]
    _, edits = award.run(Command("split", entity="e1", mentions=(places(award.base, "e1")[0],)))
    assert {getattr(each, "id", None) for each in edits[0].before} - {None} == {"e1"}
    assert {getattr(each, "id", None) for each in edits[0].after} - {None} == {"e1", "e11"}


# What is refused ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ({}, "needs its kind"),
        ({"kind": "explode"}, "unknown kind"),
        ({"kind": 3}, "'kind' must be a text"),
        ({"kind": "accept"}, "needs an entity"),
        ({"kind": "accept", "entity": "e99"}, "no such entity"),
        ({"kind": "accept", "entity": "e1", "mentions": []}, "needs mentions"),
        ({"kind": "accept", "entity": "e1", "mentions": [[0, 3]]}, "no such mention"),
        ({"kind": "accept", "entity": "e1", "mentions": [[0]]}, r"\[start, end\]"),
        ({"kind": "accept", "entity": "e1", "mentions": [[True, 3]]}, r"\[start, end\]"),
        ({"kind": "accept", "entity": "e1", "mentions": "Ann"}, "must be a list"),
        ({"kind": "accept", "entity": "e1", "who": "Ann"}, "no other fields"),
        ({"kind": "category", "entity": "e1"}, "needs a category"),
        ({"kind": "category", "entity": "e1", "category": "PET"}, "unknown category"),
        ({"kind": "role", "entity": "e1"}, "needs a role"),
        ({"kind": "role", "entity": "e1", "role": "CLOWN"}, "unknown role"),
        ({"kind": "merge", "entities": ["e1"]}, "takes two"),
        ({"kind": "merge", "entities": ["e1", "e1"]}, "takes two"),
        ({"kind": "merge", "entities": ["e1", "e77"]}, "no such entity"),
        ({"kind": "split", "entity": "e1"}, "needs mentions"),
        ({"kind": "split", "entity": "e2", "mentions": [[15, 28]]}, "some of the mentions"),
        ({"kind": "add", "mentions": [[0, 3]]}, "needs a category"),
        ({"kind": "add", "mentions": [[-1, 3]], "category": "PERSON"}, "lie in the text"),
        ({"kind": "add", "mentions": [[3, 3]], "category": "PERSON"}, "lie in the text"),
        ({"kind": "add", "mentions": [[0, 10**9]], "category": "PERSON"}, "lie in the text"),
        ({"kind": "add", "mentions": [[11, 12]], "category": "PERSON"}, "white space"),
        ({"kind": "add", "mentions": [[0, 5], [3, 9]], "category": "PERSON"}, "overlap"),
        ({"kind": "add", "mentions": [[0, 90]], "category": "PERSON"}, "one paragraph"),
        ({"kind": "add", "mentions": [[0, 11]], "entity": "e1"}, "already"),
        ({"kind": "span", "entity": "e1", "mention": [0, 11]}, "needs a mention"),
        ({"kind": "span", "entity": "e1", "mention": [0, 11], "to": [0, 11]}, "changes nothing"),
        ({"kind": "span", "entity": "e1", "mention": [0, 11], "to": [15, 20]}, "overlap the mention"),
        ({"kind": "whitelist", "entity": "e1"}, "needs a scope"),
        ({"kind": "whitelist", "entity": "e1", "scope": "world"}, "unknown scope"),
    ],
)
def test_a_bad_command_is_refused_without_a_word_of_the_document(award, data, problem):
    with pytest.raises(CommandError, match=problem) as refused:
        award.do(parse(data))
    assert not any(name in str(refused.value) for name in ("Ann", "Torvund", "PET", "CLOWN", "explode"))


def test_every_kind_is_known():
    assert set(KINDS) == set(
        "accept reject keep replace category role rename same merge split add span whitelist "
        "answer move".split()
    )
    assert parse({"kind": "add", "category": next(iter(CATEGORIES)), "mentions": [[1, 2]]}).mentions == (
        (1, 2),
    )


def test_one_mention_is_moved_to_another_person(award):
    place = award.at("Torvund", 1)
    state = award.do(Command("move", entity="e1", entities=("e9",), mentions=(place,)))
    assert award.texts(state, "e1") == ["Ann Torvund", "Torvund"]
    assert award.texts(state, "e9") == ["Torvund", "Eve Torvund"]
    alone = award.do(Command("move", entity="e9", entities=("e1",), mentions=(award.at("Eve Torvund"),)))
    assert "e9" not in alone.entities
    with pytest.raises(CommandError):
        award.do(Command("move", entity="e1", entities=("e1",), mentions=(place,)))


@pytest.mark.parametrize(
    ("command", "what"),
    [
        (Command("role", role="JUDGE"), "role"),
        (Command("category", category="ORG"), "category"),
        (Command("rename", pseudonym="the pilot"), "pseudonym"),
    ],
)
def test_every_kind_of_edit_can_be_made_at_one_place(award, command, what):
    place = award.at("Torvund", 1)
    state = award.do(replace(command, entity="e1", mentions=(place,)))
    new = next(each for each in state.entities if each not in award.base.entities)
    assert award.texts(state, new) == ["Torvund"]
    assert award.texts(state, "e1") == ["Ann Torvund", "Torvund"]
    found = {"role": state.entities[new].role, "category": state.entities[new].category}
    found["pseudonym"] = state.decisions[new].pseudonym
    assert found[what] == {"role": "JUDGE", "category": "ORG", "pseudonym": "the pilot"}[what]
    assert state.decisions["e1"].pseudonym == award.base.decisions["e1"].pseudonym
