"""Which mentions are one person, one organisation, one thing.

Forms of names are compared with whole people, the fullest form first, and only where they share a
name token: never all pairs. Vetoes (two genders, two full names) come before any score. A single word that
fits two people is decided mention by mention, by context, and makes the group's certainty low; it never
joins the two.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from lexveil.languages.people import titles_that_tell
from lexveil.model import Document, Link, Span, because
from lexveil.names import given
from lexveil.names.parse import FUZZY_LENGTH, Name, hyphened, similar, sound, unscanned
from lexveil.names.romanized import romanized
from lexveil.resolve import scorer
from lexveil.resolve.ambiguous import Unclear, mention_matrix, unclear
from lexveil.resolve.features import EXCLUSIVE, closeness, gender, matrix, veto, why
from lexveil.resolve.organizations import Group, things
from lexveil.resolve.people import NameForm, Person, name_forms
from lexveil.resolve.phrases import Evidence
from lexveil.text.fold import squeeze

LINK = 0.3  # how likely somebody must bear a form; less, and it is somebody new
NEAR = 0.15  # of the likeliest: who is less likely is not meant
SURE = 0.9
RARE = 2  # mentions by initials, of somebody who has a name
JUST = 80  # characters: the same sentence or the one before, with nobody between
LONG = 6  # letters of a given name that a slip of the pen leaves recognisable
SLIP = 0.15  # agreement that may be lost to a rival
GUESSES = ("ORG", "LOC", "MISC")


def cluster(
    document: Document, spans: Iterable[Span], said: Mapping[Span, Evidence] | None = None
) -> tuple[Group, ...]:
    """`said`: what mentions are called where they stand."""
    text = document.text
    spans = sorted(spans)
    people = cluster_people(document, [span for span in spans if span.category == "PERSON"], said)
    others = _adopt(text, people, [span for span in spans if span.category != "PERSON"])
    groups = [
        Group(tuple(sorted(each.spans)), "PERSON", each.certainty, tuple(each.links)) for each in people
    ]
    return tuple(sorted([*groups, *things(document, others)], key=lambda group: group.spans[0]))


# People ------------------------------------------------------------------------------------------


def cluster_people(
    document: Document, spans: Sequence[Span], said: Mapping[Span, Evidence] | None = None
) -> list[Person]:
    """The people of the sorted spans."""
    index = Index()
    open_: list[Unclear] = []
    for form in ordered(name_forms(document, spans, said)):
        candidates, scores, bearers = bearers_of(form, index, document.text)
        if not bearers:
            index.found(form)
        elif len(bearers) > 1:
            open_.append(unclear(form, [candidates[at] for at in bearers], scores[bearers]))
        else:
            person, score = candidates[bearers[0]], float(scores[bearers[0]])
            other, reason = why(form, person)
            person.links.append(Link(form.spans[0], other.spans[0], score, reason))
            shared = form.name.bare and sum(closeness(form.name, each) > 0 for each in candidates) > 1
            person.certainty = max(person.certainty, 3 if shared else 1 if score >= SURE else 2)
            index.join(person, form)
    _place(open_)
    return _joined(index.people)


def _joined(people: list[Person]) -> list[Person]:
    """Those of whom a sentence says that they are one are one, whatever they are called."""
    holder = {span.start: person for person in people for span in person.spans}
    gone: set[int] = set()
    for person in people:
        for form in person.forms:
            for first, second in form.renamed:
                one, other = holder[first], holder[second]
                if one is other or len(_titled_as(one) | _titled_as(other)) > 1:
                    continue
                other.links.append(Link(form.spans[0], one.spans[0], SURE, because("alias")))
                one.take(other)
                holder |= dict.fromkeys(other.starts, one)
                gone.add(id(other))
    return [person for person in people if id(person) not in gone]


def _titled_as(person: Person) -> set[str]:
    return {name.gender for name in person.names()} - {""}


def bearers_of(form: NameForm, index: "Index", text: str) -> tuple[list[Person], np.ndarray, list[int]]:
    """Who may bear the form, how likely each does, and which of them do."""
    candidates = index.candidates(form)
    scores = scorer.linked(matrix(form, candidates, text)) if candidates else np.zeros(0)
    bearers = by_rule(form, candidates)
    bearers = meant(form, candidates, scores) if bearers is None else bearers
    if bearers or not form.name.bare or form.called:
        return candidates, scores, bearers
    if form.name.title:  # Mr Daly is one of the Dalys, likely or not
        return candidates, scores, _of_the_family(form.name, candidates)
    short = [person for person in index.shortened(form) if _shortens(form.name, person)]
    return (short, np.ones(1) * LINK, [0]) if len(short) == 1 else (candidates, scores, [])


def by_rule(form: NameForm, candidates: Sequence[Person]) -> list[int] | None:
    """Whom the form means where that needs no weighing; None: the scores tell."""
    called = [at for at, each in enumerate(candidates) if any(map(each.stands_at, form.called))]
    if len(called) == 1:
        return called
    if form.called and not called and form.name.title and form.name.bare:
        return []  # "Mrs Roe, their mother, Olena": it is Olena who is yet to come
    if form.name.letters:
        return _by_letters(form, candidates)
    if form.name.generation:  # "he paid Junior"
        return [at for at, each in enumerate(candidates) if form.name.generation in each.generations()][:1]
    if not form.name.bare:
        return None
    word, title = form.name.family, form.name.title
    full = [at for at, each in enumerate(candidates) if any(not name.bare for name in each.names())]
    exact = _of_the_family(form.name, candidates)
    fitting = [at for at in full if at in exact or closeness(form.name, candidates[at]) > 0]
    # Mr Roe is the one Roe of the document, however seldom the two are named together.
    alone = [at for at in fitting if any(name.tokens[0] == word for name in candidates[at].names())]
    # Ann Roe de Poe, when Bo Roe is kin; not Bo Lee Poe, when a Mr D. Lee was introduced
    so_called = any(title and candidates[at].full_titles[title] for at in exact)
    rival = not so_called and any(candidates[at].party for at in fitting if at not in exact)
    if len(exact) == 1 and (fitting == exact or (title and (candidates[exact[0]].party or not rival))):
        return exact
    if len(alone) == 1 and fitting == alone and title:
        return alone  # her brother Ben
    if not full:  # Poe J is Justice Poe, where no other Poe is known
        same = [at for at, each in enumerate(candidates) if any(word == name.family for name in each.names())]
        return same if len(same) == len(candidates) == 1 and _one_title(form, candidates[0]) else None
    everyday = titles_that_tell("everyday")
    if title in everyday:  # Ms Roe is not PC Shona Roe, if somebody else may be
        plain = [at for at in exact if everyday.issuperset(candidates[at].full_titles)]
        return plain if 0 < len(plain) < len(exact) else None
    ranked = [at for at in exact if title and candidates[at].full_titles[title]]
    return ranked if len(ranked) == 1 else None


def _one_title(form: NameForm, person: Person) -> bool:
    return not form.name.title or not person.titles


def _of_the_family(name: Name, candidates: Sequence[Person]) -> list[int]:
    """Those of the candidates who are known by their full name and have this family name."""
    return [
        at
        for at, each in enumerate(candidates)
        if any(not other.bare for other in each.names())
        and any(other.family == name.family for other in each.names())
    ]


def _by_letters(form: NameForm, candidates: Sequence[Person]) -> list[int]:
    """Whoever is called DT is D. T. everywhere; of somebody with a name it is a rare abbreviation."""
    same = [at for at, each in enumerate(candidates) if form.name.tokens in {n.tokens for n in each.names()}]
    # Letters that were looked for because they are somebody's: who speaks, in a transcript.
    own = all("everywhere:letters" in span.sources for span in form.spans)
    if same or form.name.bare or (len(form.starts) > RARE and not own):
        return same
    named = [at for at, each in enumerate(candidates) if _abbreviates(form.name, each)]
    return named if len(named) == 1 else []


def _abbreviates(name: Name, person: Person) -> bool:
    letters = name.initials
    full = (other for other in person.names() if not other.bare and len(other.tokens[0]) > 1)
    return any(letters in (other.initials, other.tokens[0][0] + other.family[0]) for other in full)


def _shortens(name: Name, person: Person) -> bool:
    """Trav is Travis Roe, and so is Travsi."""
    word = name.tokens[0]
    full = (other for other in person.names() if not other.bare)
    given_names = {token for other in full for token in other.tokens[:-1]}
    return any(given.is_short(word, token) or _misspelt(word, token) for token in given_names)


def _misspelt(word: str, token: str) -> bool:
    """Another given name that is like it is another's: Marie, Maria."""
    return len(word) >= LONG and not given.is_given(word) and similar(word, token) > 0


def meant(form: NameForm, candidates: Sequence[Person], scores: np.ndarray) -> list[int]:
    """Of those who may be Mrs Roe, whom the document defines as Mrs Roe; else the ones spelt so whose name
    agrees best. An unlikely bearer sets no standard for the others."""
    defined = [at for at, each in enumerate(candidates) if any(map(each.stands_at, form.defined))]
    if len(defined) == 1:
        return defined
    likely = len(scores) and 1 - np.prod(1 - scores) >= LINK
    bearers = [at for at, score in enumerate(scores) if score >= NEAR * scores.max()] if likely else []
    word = form.name.family
    spelt = [at for at in bearers if any(word in name.tokens for name in candidates[at].names())] or bearers
    agreement = {at: closeness(form.name, candidates[at]) for at in spelt}
    standard = max((agreement[at] for at in spelt if scores[at] >= scores.max() / 2), default=0.0)
    return [at for at in spelt if agreement[at] >= standard - SLIP]


def _place(open_: list[Unclear]) -> None:
    """Each mention of an ambiguous form, in the order of the text, goes to whom its context fits best."""
    mentions = [(span, case) for case in open_ for span in case.form.spans]
    for span, case in sorted(mentions, key=lambda each: each[0]):
        case = _still_open(case)
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


def _spoken_of(start: int, case: Unclear) -> int | None:
    """The one woman, where all others are men: "Roe said that nobody had told her"."""
    spoken = case.form.spoken.get(start, 0)
    genders = [gender(person) for person in case.people]
    fitting = [at for at, each in enumerate(genders) if each == spoken]
    return fitting[0] if spoken and len(fitting) == 1 and 0 not in genders else None


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


def ordered(forms: Iterable[NameForm]) -> list[NameForm]:
    """The fullest names first; of single words given names, then those with a title, then the others."""
    forms = list(forms)
    full = [form.name.tokens for form in forms if not form.name.bare]
    given_names = {tokens[0] for tokens in full} - {tokens[-1] for tokens in full}

    def fullness(form: NameForm) -> tuple[int, ...]:
        tokens = form.name.tokens
        words = min(sum(len(token) > 1 for token in tokens), 2)
        kind = 1 if form.name.title else 0 if tokens[0] in given_names else 2
        return -words, -len(tokens), kind, -len(form.starts), form.first

    return sorted(forms, key=fullness)


class Index:
    """People filed under the words of their names."""

    def __init__(self) -> None:
        self.people: list[Person] = []
        self._filed: dict[str, list[Person]] = {}
        self._at: dict[int, Person] = {}

    def candidates(self, form: NameForm) -> list[Person]:
        near = self._under(asked_for(form)) | self._at_any(form.aliases)
        fitting = {at: person for at, person in near.items() if not veto(form, person)}
        fitting |= self._at_any(form.called)  # who is said to be called so may be called anything
        return sorted(fitting.values(), key=lambda person: person.first)

    def shortened(self, form: NameForm) -> list[Person]:
        """Those of whose given names the form may be a part."""
        near = self._under(ends(form.name.tokens[0])).values()
        return [person for person in near if not veto(form, person)]

    def _at_any(self, starts: Iterable[int]) -> dict[int, Person]:
        return {id(self._at[start]): self._at[start] for start in starts if start in self._at}

    def _under(self, keys: Iterable[str]) -> dict[int, Person]:
        return {id(person): person for key in keys for person in self._filed.get(key, ())}

    def found(self, form: NameForm) -> Person:
        person = Person()
        self.people.append(person)
        self.join(person, form)
        return person

    def join(self, person: Person, form: NameForm) -> None:
        person.add(form)
        for key in filed_under(form):
            filed = self._filed.setdefault(key, [])
            if person not in filed:
                filed.append(person)
        for start in form.starts:
            self._at[start] = person


def filed_under(form: NameForm) -> set[str]:
    """The keys of a person in the index: family names and near spellings of them, titles, and the given name
    apart, which only a single word asks for; else everyone called Maria would be compared with everyone."""
    name = form.name
    found = family_keys(name) | {f"title {title}" for title in form.titles}
    found |= {f"generation {name.suffix}"} if name.suffix else set()
    if not name.bare:
        found.add(turned(name))
    alone = [*name.tokens[:-1], name.tokens[0], *given.short_forms(name.tokens[0])]
    alone += [part for token in name.tokens[:-1] for part in token.split("-")[:1]]
    found |= {f"initials {name.initials}", f"initials {name.tokens[0][0]}{name.family[0]}"}
    shortened = {key for token in name.tokens[:-1] for key in ends(token)}
    return found | {f"given {word}" for word in alone} | shortened


def ends(word: str) -> tuple[str, str]:
    """Keys for names that are cut short: Trav and Travis, Tobi and Oluwatobi."""
    return f"starts {given.stem(word)[:3]}", f"ends {word[-3:]}"


def asked_for(form: NameForm) -> set[str]:
    name = form.name
    if name.abbreviated:
        return {turned(name), f"initials {name.initials}"}
    if not name.bare:
        cut = {f"given {name.tokens[0]}"} if hyphened(name.family) else set()  # Lucy P-L
        return family_keys(name) | {turned(name)} | cut
    if name.generation:
        return {f"generation {name.generation}"}
    word = name.tokens[0]
    alone = {f"given {each}" for each in (word, *given.short_forms(word))}
    return family_keys(name) | alone | {f"title {word}"}  # "the Emperor"


def family_keys(name: Name) -> set[str]:
    """Family and inner names, each with its sound and, if long enough, less any one letter."""
    found: set[str] = set()
    double = name.tokens[-2:-1] if len(name.tokens) > 3 else ()  # Ann Mary Cruz Paz
    inner = (token for token in name.tokens[1:-1] if token in double or not given.is_given(token))
    for token in (*inner, name.family):
        for word in {token, *token.split("-")}:
            if len(word) > 1:
                found.add(word)
            if len(word) >= FUZZY_LENGTH:
                found.update((f"sound {sound(word)}", f"romanized {romanized(word)}", unscanned(word)))
                found.add(f"letters {''.join(sorted(word))}")  # two of them swapped
                found.update(word[:at] + "*" + word[at:] for at in range(1, len(word) + 1))
                found.update(word[:at] + "*" + word[at + 1 :] for at in range(1, len(word)))
    return found


def turned(name: Name) -> str:
    """One key for both name orders: Zhang Wei, Wei Zhang."""
    return " ".join(sorted(name.tokens))


def _adopt(text: str, people: list[Person], spans: list[Span]) -> list[Span]:
    """A place or firm written exactly as a person's name is that person, typed otherwise: `reconcile` counts
    it. Returns the spans that are left."""
    owner = {squeeze(text[span.start : span.end]).text: person for person in people for span in person.spans}
    left: list[Span] = []
    for span in spans:
        person = owner.get(squeeze(text[span.start : span.end]).text) if span.category in GUESSES else None
        (left if person is None else person.spans).append(span)
    return left
