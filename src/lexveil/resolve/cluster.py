"""Which mentions are one person, one organisation, one thing.

Forms of names are compared with whole people, the fullest form first, and only where they share a
name token: never all pairs. Vetoes (two genders, two full names) come before any score. A single word that
fits two people is decided mention by mention, by context, and makes the group's certainty low; it never
joins the two.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from lexveil.languages.people import titles_that_tell
from lexveil.model import MEDIUM, Document, Link, Span, because, in_order
from lexveil.names import given
from lexveil.names.agreement import agree, both_families, has_letter, similar
from lexveil.names.parse import Name
from lexveil.resolve import scorer
from lexveil.resolve.ambiguous import Unclear, unclear
from lexveil.resolve.features import closeness, matrix, why
from lexveil.resolve.fitting import (
    abbreviates,
    beside_namesake,
    beside_the_bar,
    by_initials,
    by_office,
    elders,
    first_with_letter,
    goes_first,
    known_by_then,
    of_generation,
)
from lexveil.resolve.introduced import told_apart
from lexveil.resolve.later_names import later_named
from lexveil.resolve.lettered import OF_NAME
from lexveil.resolve.name_forms import name_forms
from lexveil.resolve.name_index import Index
from lexveil.resolve.organizations import Group, things
from lexveil.resolve.people import NameForm, Person
from lexveil.resolve.phrases import Evidence
from lexveil.resolve.placing import place
from lexveil.resolve.variants import GUESSES
from lexveil.text.fold import squeeze
from lexveil.text.patterns import LOWER

LINK = 0.3  # how likely somebody must bear a form; less, and it is somebody new
NEAR = 0.15  # of the likeliest: who is less likely is not meant
SURE = 0.9
_CASE = re.compile(rf"(?<=\w):[{LOWER}]{{1,5}}\Z")  # BB:s, who is BB elsewhere
INITIALS = 3  # letters, at least, that are rather somebody's initials than a name
RARE = 2  # mentions by initials, of somebody who has a name
LONG = 6  # letters of a given name that a slip of the pen leaves recognisable
SLIP = 0.15  # agreement that may be lost to a rival


def cluster(
    document: Document, spans: Iterable[Span], said: Mapping[Span, Evidence] | None = None
) -> tuple[Group, ...]:
    """`said`: what mentions are called where they stand."""
    text = document.text
    spans = sorted(spans, key=in_order)
    people = cluster_people(document, [span for span in spans if span.category == "PERSON"], said)
    others = _adopt(text, people, [span for span in spans if span.category != "PERSON"])
    groups = [
        Group(tuple(sorted(each.spans, key=in_order)), "PERSON", each.certainty, tuple(each.links))
        for each in people
    ]
    return tuple(sorted([*groups, *things(document, others)], key=lambda group: group.spans[0]))


def cluster_people(
    document: Document, spans: Sequence[Span], said: Mapping[Span, Evidence] | None = None
) -> list[Person]:
    """The people of the sorted spans."""
    index = Index()
    open_: list[Unclear] = []
    all_full = False
    for form in ordered(name_forms(document, spans, said)):
        if form.name.bare and not all_full:  # whom a bare name may mean is known from here on
            all_full = True
            _unite(index)
        if form.name.bare:
            form = told_apart(form, index.of_family(form), index.people)
            if not form.spans:
                continue
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
    if not all_full:
        _unite(index)
    place(open_)
    return _joined(index.people)


def _unite(index: Index) -> None:
    """Those who go by a later part of their name."""
    for person, other in later_named(index.people):
        other.links.append(Link(other.spans[0], person.spans[0], SURE, because("part")))
        index.unite(person, other)


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
                if form.name.bare and _have_other_names(one, other):
                    continue  # tantôt Mme Roe, tantôt Mme Poe, where an aunt is Ann Poe
                other.links.append(Link(form.spans[0], one.spans[0], SURE, because("alias")))
                one.take(other)
                holder |= dict.fromkeys(other.starts, one)
                gone.add(id(other))
    return [person for person in people if id(person) not in gone]


def _have_other_names(one: Person, other: Person) -> bool:
    """Both have a full name, and no word in common."""
    full = [{word for name in each.names() if not name.bare for word in name.tokens} for each in (one, other)]
    return all(full) and full[0].isdisjoint(full[1])


def _titled_as(person: Person) -> set[str]:
    return {name.gender for name in person.names()} - {""}


def bearers_of(form: NameForm, index: "Index", text: str) -> tuple[list[Person], np.ndarray, list[int]]:
    """Who may bear the form, how likely each does, and which of them do."""
    if len(form.name.tokens[0]) >= INITIALS and (lettered := by_initials(form, index, text)):
        return lettered, np.ones(1) * LINK, [0]
    candidates = beside_the_bar(form, known_by_then(form, index.candidates(form)))
    scores = scorer.linked(matrix(form, candidates, text)) if candidates else np.zeros(0)
    bearers = by_rule(form, candidates, index.of_family(form))
    bearers = meant(form, candidates, scores) if bearers is None else bearers
    marked = form.name.suffix and not form.name.title  # Ann junior is nobody known
    called = form.called and (_is_to_come(form) or index.stand_at(form.called))
    if bearers or not form.name.bare or called or marked:
        return candidates, scores, bearers
    if len(once := index.once_called(form)) == 1 and not _of_the_family(form.name, candidates):
        return once, np.ones(1) * LINK, [0]
    if len(lettered := index.of_lettered_family(form)) == 1:  # Mrs C.
        return lettered, np.ones(1) * LINK, [0]
    if form.name.title and len(form.name.tokens[0]) > 1:  # Mr Daly is one of the Dalys, likely or not
        return candidates, scores, _of_the_family(form.name, candidates)
    if lettered := by_initials(form, index, text):
        return lettered, np.ones(1) * LINK, [0]
    short = [person for person in index.shortened(form) if _shortens(form.name, person)]
    return (short, np.ones(1) * LINK, [0]) if len(short) == 1 else (candidates, scores, [])


def by_rule(form: NameForm, candidates: Sequence[Person], family: Sequence[Person] = ()) -> list[int] | None:
    """Whom the form means where that needs no weighing; None: the scores tell. `family`: all who share the
    family name, also those who cannot be meant."""
    called = [at for at, each in enumerate(candidates) if any(map(each.stands_at, form.called))]
    if len(called) == 1:
        return called
    if not called and _is_to_come(form):
        return []  # "Mrs Roe, their mother, Olena": it is Olena who is yet to come
    if form.name.letters:
        return _by_letters(form, candidates)
    if form.name.suffix and (named := of_generation(form, candidates)) is not None:
        return named
    if (
        form.name.suffix
        and not form.name.bare
        and len(marked := beside_namesake(form, candidates, family)) == 1
    ):
        return marked
    if form.name.generation:  # "he paid Junior"
        return [at for at, each in enumerate(candidates) if form.name.generation in each.generations()][:1]
    if (first := first_with_letter(form.name, candidates)) is not None:
        return [first]
    if has_letter(form.name.tokens):  # Ann R.
        lettered = [at for at, each in enumerate(candidates) if _is_lettered(form.name, each)]
        return lettered if len(lettered) == 1 else None
    shared = [at for at, each in enumerate(candidates) if _has_first_family(form.name, each)]
    if len(candidates) > 1 and len(shared) == 1:
        return shared
    headed = [at for at, each in enumerate(candidates) if _is_head(form.name, each)]
    if headed:  # Ann Mary, of Ann Mary Roe
        return headed if len(headed) == 1 else None
    if not form.name.bare:
        return None
    word, title = form.name.family, form.name.title
    full = [at for at, each in enumerate(candidates) if any(not name.bare for name in each.names())]
    exact = _of_the_family(form.name, candidates)
    if grown := _grown_up(form, candidates, exact):
        full = [at for at in full if at in grown or at not in exact]
        exact = grown
    fitting = [at for at in full if at in exact or closeness(form.name, candidates[at]) > 0]
    if form.name.suffix and len(exact) > 1:  # Mr Roe senior, where nobody's full name says so
        older = [at for at in exact if form.name.suffix in candidates[at].generations()]
        older = older or elders(form, candidates, exact)
        return older if len(older) == 1 else None
    only = len(exact) == 1 and form.untitled and not title and candidates[exact[0]].first < form.first
    if only and not goes_first(word, fitting, candidates):
        return exact  # Roe, where another is Ann Roe Poe
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
    if len(of_office := by_office(form, candidates, exact)) == 1:
        return of_office  # counsel Ms Roe, where another is a witness
    everyday = titles_that_tell("everyday")
    if title in everyday:  # Ms Roe is not PC Shona Roe, if somebody else may be
        plain = [at for at in exact if everyday.issuperset(candidates[at].full_titles)]
        if 0 < len(plain) < len(exact):
            return plain
        titled = [at for at in exact if candidates[at].full_titles[title]]
        others = [candidates[at] for at in exact if at not in titled]
        return titled if len(titled) == 1 and all(map(_is_lettered_only, others)) else None
    ranked = [at for at in exact if title and candidates[at].full_titles[title]]
    if len(ranked) == 1:
        return ranked
    # In a language without Mr and Mrs the party is Roe, and so may others be: each mention is looked at.
    party = form.untitled and not title and any(candidates[at].party for at in exact)
    if party and len(exact) > 1:
        return exact
    return grown or None


def _is_to_come(form: NameForm) -> bool:
    """In "Mrs Roe, their mother, Olena" the name that tells who is meant follows; not in "her daughter Ann,
    whom she calls Annie"."""
    name = form.name
    return bool(form.called and name.title and name.bare and not given.is_given(name.family))


def _has_first_family(name: Name, person: Person) -> bool:
    """A. Mas is Aleix Mas Puig and not Alba Puig Mas; Sra. Mas Puig has both names of one of them."""
    others = [other for other in person.names() if not other.bare]
    if name.double and len(name.tokens) == 2:
        return any(both_families(name, other) for other in others)
    if len(name.tokens) != 2 or len(name.tokens[0]) > 1 or len(name.family) == 1:
        return False
    return any(other.family == name.family and other.tokens[0][0] == name.tokens[0] for other in others)


def _is_lettered(name: Name, person: Person) -> bool:
    return any(agree(name, other) for other in person.names() if not other.bare)


def _is_head(name: Name, person: Person) -> bool:
    size = len(name.tokens)
    return size > 1 and any(
        len(other.tokens) > size and other.tokens[:size] == name.tokens for other in person.names()
    )


def _grown_up(form: NameForm, candidates: Sequence[Person], exact: list[int]) -> list[int]:
    """Nobody calls a child by the bare surname where a parent has the same: who is left, where it matters."""
    adults = [at for at in exact if not _is_child(candidates[at])]
    return [] if form.minor or len(adults) == len(exact) else adults


def _is_lettered_only(person: Person) -> bool:
    """R McG, never called Mr or Mrs: where another is Mrs B McG, it is she who is Mrs McG."""
    return not person.full_titles and all(len(name.tokens[0]) == 1 for name in person.names())


def _is_child(person: Person) -> bool:
    return (person.minor or "CHILD" in person.roles) and not person.party


def _one_title(form: NameForm, person: Person) -> bool:
    """A word for a relative is no title: their daughter Ann, little Ann."""
    related = (form.kin or person.kin) and form.name.gender in ("", *{name.gender for name in person.names()})
    return not form.name.title or not person.titles or related


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
    told = ("chats:", OF_NAME)
    own = own or any(source.startswith(told) for span in form.spans for source in span.sources)
    if same or form.name.bare or (len(form.starts) > RARE and not own):
        return same
    named = [at for at, each in enumerate(candidates) if abbreviates(form.name, each)]
    return named if len(named) == 1 else []


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


def _adopt(text: str, people: list[Person], spans: list[Span]) -> list[Span]:
    """A place or firm written exactly as a person's name is that person, typed otherwise: `reconcile` counts
    it. Returns the spans that are left."""
    owner = {squeeze(text[span.start : span.end]).text: person for person in people for span in person.spans}
    left: list[Span] = []
    for span in spans:
        typed = text[span.start : span.end].islower() and span.score < MEDIUM  # the marsh is no Mr Marsh
        guess = span.category in GUESSES and not typed
        person = owner.get(_CASE.sub("", squeeze(text[span.start : span.end]).text)) if guess else None
        (left if person is None else person.spans).append(span)
    return left
