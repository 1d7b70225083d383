"""Which of several people a mention means that fits them all: by what is said there, else by context."""

from lexveil.languages.people import titles_that_tell
from lexveil.model import Link, because
from lexveil.names.parse import Name
from lexveil.resolve import scorer
from lexveil.resolve.ambiguous import Unclear, mention_matrix
from lexveil.resolve.features import EXCLUSIVE, gender, veto
from lexveil.resolve.people import Person

JUST = 80  # characters: the same sentence or the one before, with nobody between


def place(open_: list[Unclear]) -> None:
    """Each mention of an ambiguous form, in the order of the text, goes to whom its context fits best."""
    mentions = [(span, case) for case in open_ for span in case.form.spans]
    for span, case in sorted(mentions, key=lambda each: each[0]):
        case = _of_the_pronoun(span.start, _still_open(case))
        shares = scorer.fits(mention_matrix(span.start, case))
        told = (choose(span.start, case) for choose in BEFORE_SCORES)
        at = next((at for at in told if at is not None), int(shares.argmax()))
        person = case.people[at]
        to = min(person.spans, key=lambda other: (abs(other.start - span.start), other))
        person.links.append(Link(span, to, float(shares[at]), because("meant", people=case.bearers)))
        person.add_mention(span)
        person.certainty = 3


def _still_open(case: Unclear) -> Unclear:
    """Less those of whom more is known by now: who turned out to be Mrs Roe is not Mr Roe, and whom the
    document calls Jack is not its John."""
    left = [at for at, person in enumerate(case.people) if not veto(case.form, person)]
    left = [at for at in left if not _has_pet_name(case.form.name, case.people[at])] or left
    if not left or len(left) == len(case.people):
        return case
    return _kept(case, left)


def _of_the_pronoun(start: int, case: Unclear) -> Unclear:
    """Less the women, where "he" follows, and less the men, where "she" does."""
    spoken = case.form.spoken.get(start, 0)
    genders = [gender(person) for person in case.people]
    left = [at for at, each in enumerate(genders) if each == spoken]
    if not spoken or 0 in genders or not left or len(left) == len(genders):
        return case
    return _kept(case, left)


def _kept(case: Unclear, left: list[int]) -> Unclear:
    people = [case.people[at] for at in left]
    return case._replace(people=people, scores=case.scores[left], by_document=case.by_document[left])


def _has_pet_name(name: Name, person: Person) -> bool:
    """Whether the person has this given name and is called by another, alone: Jack, who is John Roe."""
    full = [other.tokens for other in person.names() if not other.bare]
    if not name.bare or not any(name.tokens[0] == tokens[0] for tokens in full):
        return False
    own = {token for tokens in full for token in tokens}
    return any(
        other.bare and not other.title and not other.suffix and other.tokens[0] not in own
        for other in person.names()
    )


def _one_of_two(start: int, case: Unclear) -> int | None:
    """ "J. Roe and J. Roe" are two, in the order in which they are introduced."""
    beside = [other - start for other in case.form.joined.intersection(case.form.starts) if other != start]
    near = [distance for distance in beside if abs(distance) <= JUST]
    if start not in case.form.joined or not near or len(case.people) < 2:
        return None
    introduced = sorted(range(len(case.people)), key=lambda at: case.people[at].first)
    return introduced[min(near) < 0]


def _of_the_role(start: int, case: Unclear) -> int | None:
    """Roe v Doe, defendant Roe: the one of them who is a party; Mr Roe, for the appellant: who is counsel."""
    role = case.form.role_at.get(start, "")
    same = [at for at, person in enumerate(case.people) if _has_role(person, role)]
    return same[0] if role in EXCLUSIVE and len(same) == 1 else None


def _of_the_title(_: int, case: Unclear) -> int | None:
    """Dr Roe, Mrs Roe: the one who was introduced so, where the others were introduced otherwise."""
    titles = [person.full_titles for person in case.people]
    same = [at for at, each in enumerate(titles) if each[case.form.name.title]]
    return same[0] if case.form.name.title and len(same) == 1 and all(map(len, titles)) else None


def _of_the_gender(_: int, case: Unclear) -> int | None:
    """Mrs Roe is the one woman among them."""
    told = {"m": 1, "f": -1}.get(case.form.name.gender, 0)
    fitting = [at for at, person in enumerate(case.people) if told and gender(person) == told]
    return fitting[0] if len(fitting) == 1 else None


def _of_the_generation(_: int, case: Unclear) -> int | None:
    """The elder Mr Roe is the one who is called so, or else not the party."""
    suffix = case.form.name.suffix
    same = [at for at, person in enumerate(case.people) if suffix in person.generations()]
    fitting = same or [at for at, person in enumerate(case.people) if not person.party]
    return fitting[0] if suffix and len(fitting) == 1 else None


def _the_party(start: int, case: Unclear) -> int | None:
    """Mr Roe is the party, unless another Roe was just named in full. Where nobody has a title, the party is
    called by the bare surname, and whoever has the same one by the whole name."""
    name, people = case.form.name, case.people
    parties = [at for at, person in enumerate(people) if person.party]
    if len(parties) == 1 and _is_untitled(case):
        return parties[0]
    if len(parties) != 1 or name.suffix or name.title not in titles_that_tell("everyday"):
        return None
    others = (person for person in people if not person.party)
    return None if any(person.since_full(start) <= JUST for person in others) else parties[0]


def _is_untitled(case: Unclear) -> bool:
    """A surname in a language whose courts give nobody a title."""
    word = case.form.name.family
    surname = all(any(word == name.family for name in person.names()) for person in case.people)
    return case.form.untitled and surname and not any(person.titles for person in case.people)


def _has_role(person: Person, role: str) -> bool:
    return person.party if role == "PARTY" else role in person.roles


def _spoken_of(_: int, case: Unclear) -> int | None:
    """The one woman, where all others are men: "Roe said that nobody had told her"."""
    return 0 if len(case.people) == 1 else None


def _just_named(start: int, case: Unclear) -> int | None:
    """Whose full name stands right before, where none of them is a party or a child: whoever writes it there
    and then the bare name means them. A judgment has its one Mr Roe and goes on about him."""
    rivals = case.people
    if any(person.party or person.capitals or person.minor for person in rivals):
        return None
    since = [person.distance(start)[0] for person in rivals]
    last = min(range(len(rivals)), key=lambda at: since[at])
    return last if rivals[last].since_full(start) == since[last] <= JUST else None


BEFORE_SCORES = (
    _one_of_two,
    _of_the_role,
    _of_the_title,
    _spoken_of,
    _of_the_gender,
    _of_the_generation,
    _just_named,
    _the_party,
)
