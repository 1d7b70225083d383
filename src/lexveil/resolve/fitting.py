"""Who of the candidates fits a form at all: by when people are introduced, by senior and junior, by letters.

What these rules leave open is weighed by `features`.
"""

from collections.abc import Sequence

from lexveil.languages.people import titles_that_tell
from lexveil.names import given
from lexveil.names.parse import Name
from lexveil.resolve.features import closeness, office_of
from lexveil.resolve.name_index import Index
from lexveil.resolve.people import NameForm, Person

OFFICES = ("LAWYER", "JUDGE", "EXPERT", "CLERK")
BENCH_AND_BAR = ("LAWYER", "JUDGE", "CLERK")
MOST_LETTERS = 4  # of somebody's initials

ELDER = "sr"


def known_by_then(form: NameForm, candidates: list[Person]) -> list[Person]:
    """Nobody is meant who is introduced only after most mentions of a bare name, where somebody else fits who
    is known by then; by initials or capitals people are introduced anywhere."""
    candidates = [each for each in candidates if not _is_later_child(form, each)]
    settled = form.name.suffix or form.called or form.aliases
    if not form.untitled or not form.name.bare or settled:
        return candidates
    half = form.starts[len(form.starts) // 2]
    known = [each for each in candidates if each.first <= form.first and _is_named(form.name, each)]
    marked = [each for each in candidates if _is_marked(each, candidates)]
    return [each for each in candidates if (each.first <= half or not known) and each not in marked]


def _is_later_child(form: NameForm, person: Person) -> bool:
    """Mr Roe is not the son of his, Luke Roe, of whom the document speaks only later."""
    titled = form.name.bare and bool(form.name.title) and not form.called
    return titled and form.first < person.first and person.child and not person.party


def _is_named(name: Name, person: Person) -> bool:
    """The word stands in the full name: as the family name, or first."""
    full = (other for other in person.names() if not other.bare)
    return any(name.family in (other.family, other.tokens[0]) for other in full)


def _is_marked(person: Person, others: Sequence[Person]) -> bool:
    """Ann Roe junior, where another is plain Ann Roe."""
    full = {name.tokens for name in person.names() if name.suffix and not name.bare}
    plain = {name.tokens for each in others for name in each.names() if not name.suffix and not name.bare}
    return (
        bool(full) and not full.isdisjoint(plain) and all(name.suffix or name.bare for name in person.names())
    )


def of_generation(form: NameForm, candidates: Sequence[Person]) -> list[int] | None:
    """Ann junior is whoever is called so elsewhere; never the one Ann Roe of whom this is not said."""
    if not form.name.bare or form.name.generation:
        return None
    word, suffix = form.name.family, form.name.suffix
    same = [
        at
        for at, each in enumerate(candidates)
        if suffix in each.generations() and closeness(form.name, each)
    ]
    if len(same) == 1:
        return same
    named = [each for each in candidates if any(not o.bare and o.tokens[0] == word for o in each.names())]
    family = any(word == other.family for each in candidates for other in each.names())
    return [] if len(named) == 1 and not family and named[0].first < form.first and not named[0].kin else None


def elders(form: NameForm, candidates: Sequence[Person], exact: Sequence[int]) -> list[int]:
    """Old Roe, where nobody is called so in full: the one who is nobody's child, or a relative, or dead."""
    parents = [at for at in exact if not candidates[at].child]
    if form.name.suffix == ELDER and len(parents) == 1:
        return parents
    return [at for at in exact if candidates[at].dead or candidates[at].kin]


def by_office(form: NameForm, candidates: Sequence[Person], exact: Sequence[int]) -> list[int]:
    """Those of several with the family name who have the office that the form has where it stands."""
    office = office_of(form.roles)
    if len(exact) < 2 or not form.name.title or office not in OFFICES:
        return []
    return [at for at in exact if office_of(candidates[at].roles) == office]


def beside_the_bar(form: NameForm, candidates: list[Person]) -> list[Person]:
    """Il Roe, la sig.ra Roe: not counsel Ann Roe nor Judge Bo Roe, who have their titles, where somebody else
    is a Roe."""
    plain = not form.name.title or (form.bar_titled and form.name.title in titles_that_tell("everyday"))
    if not plain or not form.name.bare or form.called or office_of(form.roles) in BENCH_AND_BAR:
        return candidates
    others = [each for each in candidates if office_of(each.roles) not in BENCH_AND_BAR]
    return others if any(_bears(form.name.family, each) for each in others) else candidates


def _bears(word: str, person: Person) -> bool:
    """Whether it is a family name in the full name: the last, the first of two, or before the given names."""
    full = (name for name in person.names() if not name.bare)
    return any(word == name.family or (word in name.tokens and not given.is_given(word)) for name in full)


def beside_namesake(form: NameForm, candidates: Sequence[Person], family: Sequence[Person]) -> list[int]:
    """Where one Ann Roe is called junior, Ann Roe senior is the other one, of whom nothing is said."""
    namesakes = (each for each in family if each.generations() - {"", form.name.suffix})
    if not any(name.tokens == form.name.tokens for each in namesakes for name in each.names()):
        return []
    return [
        at
        for at, each in enumerate(candidates)
        if each.generations() == {""} and not each.kin and closeness(form.name, each)
    ]


def first_with_letter(name: Name, candidates: Sequence[Person]) -> int | None:
    """S. Roe is Sam Roe, not his daughter Ann Sue Roe nor Sam Roe senior."""
    if len(name.tokens) != 2 or len(name.tokens[0]) > 1 or len(name.family) == 1:
        return None
    fitting = [
        at
        for at, each in enumerate(candidates)
        for other in each.names()
        if not other.bare and other.family == name.family and other.tokens[0][0] == name.tokens[0]
    ]
    plain = [at for at in fitting if name.suffix in candidates[at].generations()]
    return plain[0] if len(set(plain)) == 1 and len(candidates) > 1 else None


def goes_first(word: str, fitting: Sequence[int], candidates: Sequence[Person]) -> bool:
    """Whether it is somebody's given name as well, or the first of two that the person is called by."""
    whole = [max(candidates[at].names(), key=lambda name: len(name.tokens)) for at in fitting]
    return any(not name.bare and word in (name.tokens[0], *name.tokens[0].split("-")) for name in whole)


def by_initials(form: NameForm, index: Index, text: str) -> list[Person]:
    """The one person with these initials; of a single letter, the one child: "the children A. and B."."""
    word = form.name.tokens[0]
    if len(word) > MOST_LETTERS or not all(
        text[span.start : span.start + len(word)].isupper() for span in form.spans
    ):
        return []
    near = index.with_letters(form)
    if len(word) > 1:
        found = [each for each in near if any(_has_initials(word, name) for name in each.names())]
    else:
        found = [each for each in near if _begins_with(word, each) and (each.minor or "CHILD" in each.roles)]
        found = found or [each for each in near if _is_abbreviated(word, each)]  # E., of E.T.
        if form.minor and not found:
            found = [each for each in near if _begins_with(word, each) and each.roles.keys() == {"PARTY"}]
    return found if len(found) == 1 else []


def _is_abbreviated(letter: str, person: Person) -> bool:
    """R is R McG, of whom the document has no more than that; not R. C. McGee."""
    return any(len(name.tokens) == 2 and name.tokens[0] == letter for name in person.names())


def abbreviates(name: Name, person: Person) -> bool:
    letters = name.all_initials
    full = (other for other in person.names() if not other.bare and len(other.tokens[0]) > 1)
    return any(
        _has_initials(letters, other) or letters == other.tokens[0][0] + other.family[0] for other in full
    )


def _has_initials(word: str, name: Name) -> bool:
    """BAR of Bo Anders Roe; JP of Jens Peter Roe Poe."""
    if name.bare or len(name.tokens[0]) == 1:
        return False
    heads = name.tokens[: len(word)]
    by_given = 1 < len(word) < len(name.tokens) and all(map(given.is_given, heads))
    return word in (name.initials, name.all_initials) or (by_given and name.initials.startswith(word))


def _begins_with(letter: str, person: Person) -> bool:
    return any(name.tokens[0][0] == letter and len(name.tokens[0]) > 1 for name in person.names())
