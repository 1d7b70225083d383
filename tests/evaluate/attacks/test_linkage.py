"""The attacker is tested too: one who finds nobody where everything is told proves nothing elsewhere."""

from datetime import date

import pytest

from lexveil.evaluate import worlds
from lexveil.evaluate.attacks import linkage
from lexveil.evaluate.attacks.knowledge import Facts, Record
from lexveil.evaluate.attacks.published import Pseudonym, Published, of_gold, without_names
from lexveil.evaluate.gold import Gold
from lexveil.evaluate.report import analyzer
from lexveil.text.days import days_in

KNOWN = (
    Record("p1", "Ann Roe", "f", {"born": "1984-05-03", "town": "Derby"}, ("2019-03-01", "2019-09-30")),
    Record("p2", "Bob Doe", "m", {"born": "1971-01-02", "town": "Derby"}, ("2018-01-01", "2018-02-01")),
    Record("p3", "Cy Poe", "m", {"born": "1990-12-24", "town": "Luton"}, ("2017-01-01", "2017-12-01")),
    Record("p4", "Di Noe", "f", {"born": "1984-08-08", "town": "Wigan"}, ("2016-01-01", "2016-02-03")),
)


def one(text, person="p1"):
    start = text.index("X")
    document = Published("d", text, "en", (Pseudonym("d", "X", ((start, start + 1),), person),))
    return linkage.links([document], KNOWN)[0]


def test_in_the_usual_world_without_names_nearly_everyone_is_found_first():
    world = worlds.made()
    documents = [of_gold(gold, without_names(gold)) for gold in world.documents]
    assert len(world.known) >= 500
    assert len(documents) >= 200
    figures = linkage.figures(linkage.links(documents, world.known), people=len(world.known))
    assert figures["top_1"] >= 0.8
    assert figures["chance"] < 0.01


def test_under_strict_it_is_near_chance():
    world = worlds.made(people=600, documents=24)
    analyze = analyzer(policy="strict")
    documents = [of_gold(gold, analyze(gold).replacements) for gold in world.documents]
    figures = linkage.figures(linkage.links(documents, world.known), people=len(world.known))
    # Those of one gender are half of all, so chance for whoever sees it is twice as high; and now and then a
    # trade is missed. A town or a birth date that is left in each document would make it .3 and more.
    assert figures["top_1"] < 0.03
    assert figures["median_crowd"] > 100


def test_a_town_tells_a_bit_and_those_who_share_it_tie():
    found = one("X lives in Derby.")
    assert (found.crowd, found.score, found.top_1, found.top_5) == (2, 1.0, 0.5, 1.0)


def test_a_year_of_birth_is_enough_where_the_day_is_gone():
    assert one("X, born in 1990, was heard.", "p3").top_1 == 1.0


def test_who_is_not_told_of_at_all_hides_among_all():
    found = one("X was heard.")
    assert (found.crowd, found.score, found.top_1) == (4, 0.0, 0.25)


def test_days_that_were_moved_are_known_by_the_days_between_them():
    moved = one("X fell on 8 March 2016. The claim was filed on 7 October 2016.")
    assert (date(2016, 10, 7) - date(2016, 3, 8)).days == (date(2019, 9, 30) - date(2019, 3, 1)).days
    assert moved.fits[0][0] == "p1"
    assert moved.top_1 == 1.0


def test_one_person_is_not_two_pseudonyms_of_a_document():
    text = "X, born on 3 May 1984, sued Y of Derby."
    places = (Pseudonym("d", "X", ((0, 1),), "p1"), Pseudonym("d", "Y", ((28, 29),), "p2"))
    first, second = linkage.links([Published("d", text, "en", places)], KNOWN)
    assert (first.top_1, second.top_1) == (1.0, 1.0)


def test_the_gender_is_told_by_titles_and_pronouns():
    assert one("Ms X was heard. She said nothing.").crowd == 2


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("on 3 May 1984", "en"), ("May 3, 1984", "en"), ("the 3rd of May 1984", "en"),
        ("1984-05-03", "sv"), ("3.5.1984", "fi"), ("3. toukokuuta 1984", "fi"), ("le 3 mai 1984", "fr"),
        ("el 3 de mayo de 1984", "es"),
        ("am 3. Mai 1984", "de"), ("den 3. maj 1984", "da"),
    ],
)  # fmt: skip
def test_days_are_read_as_people_write_them(text, language):
    assert [each.day for each in days_in(text, language=language)] == [date(1984, 5, 3)]


def test_no_day_of_the_calendar_is_none():
    assert days_in("on 31 February 1984, 45.13.1984", language="en") == []


def test_a_value_is_found_as_a_whole_word_in_any_case():
    found = Facts(KNOWN).find("DERBY, not Derbyshire", language="en")
    assert [(each.start, each.end, each.kind) for each in found] == [(0, 5, "town")]


def test_with_a_seed_surrogates_are_the_same_each_time_and_others_in_another_document():
    text = "Mr Ivo Lundgren of Derby testified on 3 May 2021."

    def published(seed, name):
        made = analyzer(policy="research", seed=seed)(Gold(name, text, (), language="en"))
        return [each.text for each in made.replacements]

    assert published(0, "one") == published(0, "one")
    assert published(0, "one") != published(1, "one")
    assert published(0, "one") != published(0, "two")
