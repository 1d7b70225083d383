"""The English titles, until every caller asks `languages.people` with the language of its paragraph."""

from lexveil.languages import load, people

_ENGLISH = load("en")
COURTESY = dict(people.courtesy(_ENGLISH))
ROLE_BEFORE = dict(people.role_before(_ENGLISH))
RANKS = people.ranks(_ENGLISH)
ROLE_AFTER = dict(people.role_after(_ENGLISH))
SUFFIXES = people.suffixes(_ENGLISH)
PARTICLES = people.particles(_ENGLISH)
