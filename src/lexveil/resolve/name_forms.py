"""The forms in which a document names its people, and what stands around each."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from rapidfuzz.distance import JaroWinkler

from lexveil.languages import Language, load, owner, people
from lexveil.model import Document, Span
from lexveil.names import given
from lexveil.names.parse import Name, is_title
from lexveil.resolve.inflected import in_base_form, without_kin
from lexveil.resolve.introduced import calling
from lexveil.resolve.mention_names import NEAR, name_of
from lexveil.resolve.people import NameForm
from lexveil.resolve.phrases import CERTAIN, Evidence
from lexveil.text.needed import Needing, Together
from lexveil.text.patterns import Pattern, any_of, one_of, plain_groups

AFTER = 120  # characters in which a pronoun is still taken for the last name
OF_AGE = 18
BETWEEN = 60  # characters between two names that may be related
ALIKE = 0.9  # two spellings of what somebody heard
_SENTENCE_END = re.compile(r"[.!?;:\"”“]|\n")
_CLOSED = re.compile(r"[\"“”'’»]*\s*[,;)\]]")  # what follows a short name that was just defined
SHORTEST = 3  # letters: initials are always capitals
LOOKED_AT = 3  # mentions of a form: what somebody is in a case stands where they are introduced


class _Renaming(NamedTuple):
    """How a sentence says that two names are one person's: "describes Canon Roe as “Mr Canon”"."""

    before: Pattern  # the first name
    between: Pattern
    after: Pattern
    full: bool  # the second must be a full name, the first a bare one: "Pops was Lyle Roe"


# Of the patterns below, those for what stands before a name.
BEFORE = ("kin", "offspring", "party_before", "minor_before", "dead_before")


class _Words(NamedTuple):
    pronoun: Pattern  # group 1: he; group 2: she
    together: Pattern  # "and" and nothing else
    either: Pattern  # "or", and nothing else
    joined: Pattern  # "and", between two names; group 1: a word before the second
    alias_sign: Pattern
    alias: Pattern  # "also known as", between two names
    renamed: tuple[_Renaming, ...]
    apposed: Pattern  # ", their mother,", between a family name and a given name
    kin: Needing  # "his daughter", before a name
    kin_gender: Pattern  # group 1: of a man; else of a woman
    offspring: Needing  # "his daughter", before a name
    offspring_of: Pattern  # ", son of", after a name
    called_kin: Pattern  # "Applicant wife", after a name; group 1: of a man
    party_before: Needing
    party_after: Pattern
    whom: Pattern  # ", whom", before somebody who calls them by a name
    naming: Pattern  # "calls", before that name
    naming_after: Pattern  # the verb where it stands after it: die Ada Annerl nennt
    minor_before: Needing  # "the children"
    minor_after: Pattern  # "aged nine"
    dead_before: Needing
    dead_after: Pattern


@cache
def _words(language: Language) -> _Words:
    language = owner(language, "roles", "bearer")
    bearer, related = language.roles["bearer"], language.roles["related"]
    pronouns, kinship = language.people["pronouns"], language.people["kinship"]
    titled = rf"(?:{one_of(bearer['titles'])}\b\.?\s*)?"
    any_title = rf"(?:{any_of(people.titles(language))}\b\.?\s*)?"
    of = any_of(language.people["described"]["of"])
    descendants = one_of(kinship.get("descendants", ()))
    named = one_of(language.roles["descriptions"]["named"])
    opening = r"[\s,(–-]*"  # between a name and what is said of it
    parties, articles = one_of(bearer["parties"]), one_of(bearer["party_articles"])
    before_party = one_of((*bearer["parties"], *bearer["before_party"]))
    ages = one_of((*language.numbers["cardinals"]["small"][1:OF_AGE], r"1[0-7]", r"\d"))
    patterns = {
        "pronoun": rf"(?<!\w)(?:({'|'.join(pronouns['m'])})|({'|'.join(pronouns['f'])}))(?!\w)",
        "together": rf"\s+{any_of(filter(str.isalpha, language.people['described']['together']))}\s+",
        "either": rf"\s+{one_of(related['or'])}\s+",
        "joined": rf"\s*{one_of(related['joined'])}\s+((?:[^\W\d_]+\.?\s+)?)",
        "alias_sign": one_of(related["alias_signs"]),
        "alias": rf"[\"”“’»›]?\s*[,(]?\s*(?:\(|{one_of(related['alias_before'])})*{one_of(related['alias'])}?"
        rf"[\s,:(\"“”„'‘‚«‹]*{one_of(related['alias_articles'])}?",
        "kin": rf"\b{one_of(kinship['words'])}\b(?!\s+{of}\b)(?![^.;\n]*\s{of}\s$)[^.;\n]{{0,25}}$",
        "offspring": rf"\b{descendants}\b(?!\s+{of}\b)(?:,?\s+{named})?[^.;\n\w]{{0,5}}$",
        "offspring_of": rf",?\s+{descendants}\s+{one_of(language.roles['descriptions']['of'])}\s",
        "apposed": rf",\s*{one_of(related['own'])}\s+{one_of(kinship['words'])},?\s+",
        "kin_gender": rf"(?:({any_of(kinship['m'])})|{any_of(kinship['f'])})\b",
        "called_kin": rf"[^.;\n]*?\b(?:({any_of(kinship['m'])})|{any_of(kinship['f'])})\b",
        "party_before": rf"\b{before_party}[\s,:]*{titled}$",
        "party_after": rf"{opening}(?:{articles}\s+){{0,3}}{parties}\b",
        "whom": rf",?\s+{one_of(related['whom'])}\s*" if "whom" in related else "(?!)",
        "naming": rf"\s+{one_of(related['naming'])}\s*[\"“”„«»‘']?\s*" if "naming" in related else "(?!)",
        "naming_after": plain_groups(related.get("naming_after", "")),
        "minor_before": rf"\b{one_of(bearer['minors'])}\b(?!['’]s\b)[^.;\n]{{0,25}}$",
        "minor_after": rf"{opening}(?:{one_of(bearer['aged'])}{ages}\b|{plain_groups(bearer['a_minor'])})",
        "dead_before": rf"\b{one_of(bearer['dead_before'])}\s+{titled}$",
        "dead_after": rf"{opening}{plain_groups(bearer['dead'])}",
    }
    together = Together()
    compiled: dict[str, Any] = {
        name: together.pattern(pattern, re.IGNORECASE)
        if name in BEFORE
        else re.compile(pattern, re.IGNORECASE)
        for name, pattern in patterns.items()
    }
    return _Words(
        **compiled,
        renamed=tuple(_renaming(each, any_title) for each in related.get("renamed", ())),
    )


def _renaming(words: Mapping[str, Any], titled: str) -> _Renaming:
    return _Renaming(
        re.compile(rf"{plain_groups(words.get('before', ''))}{titled}$", re.IGNORECASE),
        re.compile(rf"{plain_groups(words['between'])}{titled}", re.IGNORECASE),
        re.compile(plain_groups(words.get("after", "")), re.IGNORECASE),
        words.get("full", False),
    )


def name_forms(
    document: Document, spans: Sequence[Span], said: Mapping[Span, Evidence] | None = None
) -> list[NameForm]:
    """The forms of the sorted spans, in order of first appearance. `said`: what mentions are called where
    they stand."""
    text = document.text
    forms: dict[tuple[object, ...], NameForm] = {}
    of: list[NameForm] = []
    names = in_base_form(document, spans, [name_of(document, span) for span in spans])
    names = [
        without_kin(name, load(document.language_at(span.start))) if _may_have_kin(document, span) else name
        for span, name in zip(spans, names, strict=True)
    ]
    names = _with_shared_family(document, spans, names)
    said = said or {}
    sides = _opposed_sides(spans, names, said)
    for at, (span, name) in enumerate(zip(spans, names, strict=True)):
        # Of a full name it says no more than the gender.
        title = (name.title or name.gender) if name.bare else name.gender
        side = sides.get(span, "")
        key = (name.tokens, title, name.suffix, name.several, side)
        form = forms.setdefault(key, NameForm(name, side=side))
        limit = spans[at + 1].start if at + 1 < len(spans) else len(text)
        described = load(document.language_at(span.start)).people["described"]
        form.untitled = described.get("untitled", False)
        form.bar_titled = described.get("bar_titled", False)
        if name.title:
            form.titles[name.title] += 1
        _add_mention(text, span, form, limit, _words(load(document.language_at(span.start))))
        _add_role(span, form, said.get(span))
        if word := calling(text, span, load(document.language_at(span.start))):
            form.callings[span.start] = word
        of.append(form)
    for (span, form), (other, following) in pairwise(zip(spans, of, strict=True)):
        if 0 <= other.start - span.end <= BETWEEN and not _calls(document, span, other):
            _relate(text, span, form, other, following, document.language_at(span.start))
    _share_kinship(forms.values())
    _named_by_others(document, spans, of)
    return list(forms.values())


def _named_by_others(document: Document, spans: Sequence[Span], forms: Sequence[NameForm]) -> None:
    """In "Ann, whom Bo calls Annie" Annie is Ann."""
    for at in range(len(spans) - 2):
        one, caller, name = spans[at : at + 3]
        words = _words(load(document.language_at(one.start)))
        if words.whom.fullmatch(document.text, one.end, caller.start) and _calls(document, caller, name):
            forms[at + 2].renamed.add((one.start, name.start))


def _calls(document: Document, caller: Span, name: Span) -> bool:
    if not 0 < name.start - caller.end <= BETWEEN:
        return False
    words = _words(load(document.language_at(caller.start)))
    between = words.naming.fullmatch(document.text, caller.end, name.start)
    return between is not None and words.naming_after.match(document.text, name.end) is not None


def _may_have_kin(document: Document, span: Span) -> bool:
    return any(sign in document.text[span.start : span.end] for sign in (" ", "-"))


def _opposed_sides(
    spans: Sequence[Span], names: Sequence[Name], said: Mapping[Span, Evidence]
) -> dict[Span, str]:
    """Roe v Roe: on whose side a bare name of the first page stands, where another has the same name."""
    sides: dict[tuple[str, ...], dict[Span, str]] = {}
    for span, name in zip(spans, names, strict=True):
        side = _page_side(said.get(span))
        if side and name.bare and not name.title:
            sides.setdefault(name.tokens, {})[span] = side
    opposed = (each for each in sides.values() if len(set(each.values())) > 1)
    return {span: side for each in opposed for span, side in each.items()}


def _page_side(said: Evidence | None) -> str:
    return said.side if said and said.weight == CERTAIN and said.role == "PARTY" else ""


def _share_kinship(forms: Iterable[NameForm]) -> None:
    """After "his brother Ben" Ben Roe is a man."""
    told: dict[str, set[str]] = {}
    for form in forms:
        if form.name.bare and form.kin_gender:
            told.setdefault(form.name.tokens[0], set()).add(form.kin_gender)
    for form in forms:
        genders = told.get(form.name.tokens[0], set())
        if not form.name.bare and not form.kin_gender and len(genders) == 1:
            form.kin_gender = next(iter(genders))


def _with_shared_family(document: Document, spans: Sequence[Span], names: list[Name]) -> list[Name]:
    """In "John and Mary Roe" John is a Roe too, unless he is known by another name."""
    known = {name.tokens[0] for name in names if not name.bare}
    found = list(names)
    for at, (span, other) in enumerate(pairwise(spans)):
        name, full = names[at], names[at + 1]
        if not name.bare or full.bare or name.title or name.tokens[0] in known or full.letters:
            continue
        words = _words(load(document.language_at(span.start)))
        together = other.start - span.end <= BETWEEN and words.together.fullmatch(
            document.text, span.end, other.start
        )
        if together and given.is_given(name.tokens[0]) and given.is_given(full.tokens[0]):
            found[at] = name._replace(tokens=(*name.tokens, full.family))
    return found


def _add_mention(text: str, span: Span, form: NameForm, limit: int, words: _Words) -> None:
    if not form.spans:
        kin = words.kin.search(text[max(0, span.start - 40) : span.start])
        form.kin = bool(kin)
        gender = words.kin_gender.match(kin[0]) if kin else None
        if gender is None and form.side:  # ROE   Applicant wife
            gender = words.called_kin.match(text, span.end, span.end + NEAR)
        form.kin_gender = "" if gender is None else "m" if gender[1] else "f"
    form.spans.append(span)
    form.starts.append(span.start)
    if len(form.spans) <= LOOKED_AT:
        before, after = text[max(0, span.start - 40) : span.start], text[span.end : span.end + 60]
        form.party |= bool(words.party_before.search(before) or words.party_after.match(after))
        form.child |= bool(words.offspring.search(before) or words.offspring_of.match(after))
        form.minor |= bool(words.minor_before.search(before) or words.minor_after.match(after))
        form.dead |= bool(words.dead_before.search(before) or words.dead_after.match(after))
        form.capitals |= span.end - span.start > SHORTEST and text[span.start : span.end].isupper()
    pronoun = words.pronoun.search(text, span.end, min(limit, span.end + AFTER))
    if pronoun:
        form.male += pronoun[1] is not None
        form.female += pronoun[2] is not None
        if not _SENTENCE_END.search(text, span.end, pronoun.start()):
            form.spoken[span.start] = 1 if pronoun[1] else -1


def _add_role(span: Span, form: NameForm, said: Evidence | None) -> None:
    if said and said.weight > 1:
        form.roles[said.role] += said.weight
    if said:
        form.sides |= {_page_side(said)} - {""}
        form.party |= said.role == "PARTY"
        form.role_at[span.start] = said.role
    if said and said.weight > 1:
        form.introduced_at[span.start] = said.role


def _relate(text: str, span: Span, form: NameForm, other: Span, following: NameForm, language: str) -> None:
    words = _words(load(language))
    between = text[span.end : other.start]
    sign = words.alias_sign.search(between)
    if "(" in between or sign:
        if words.alias.fullmatch(between):
            form.aliases.add(other.start)
            following.aliases.add(span.start)
            if sign:
                form.called.add(other.start)
                following.called.add(span.start)
            closed = "(" in between and _CLOSED.match(text, other.end, other.end + 10)
            if closed and following.name.bare:
                following.defined.add(span.start)
            elif closed and _are_initials(following.name, form.name):
                following.called.add(span.start)
        elif _renamed(text, span, form, other, following, words):
            following.renamed.add((span.start, other.start))
        return
    if _renamed(text, span, form, other, following, words) or _is_unsure(form, following, between, words):
        following.renamed.add((span.start, other.start))
        return
    if form.name.bare and form.name.title and following.name.bare and words.apposed.fullmatch(between):
        form.called.add(other.start)
        following.called.add(span.start)
        form.aliases.add(other.start)
        following.aliases.add(span.start)
    full = not form.name.bare and not following.name.bare
    if full and not _SENTENCE_END.search(between) and words.offspring.search(between):
        form.joined.add(other.start)  # Simon Roe and his son, Simon Roe junior
        following.joined.add(span.start)
    joined = words.joined.fullmatch(between)
    if joined and (not joined[1] or is_title(joined[1].strip(". ").lower(), language=language)):
        form.joined.add(other.start)
        following.joined.add(span.start)


def _are_initials(letters: Name, name: Name) -> bool:
    """Jean-Luc Roe ("JL")"""
    first = letters.tokens[0][0] == name.tokens[0][0]
    return letters.letters and not name.letters and not name.bare and first


def _is_unsure(form: NameForm, following: NameForm, between: str, words: _Words) -> bool:
    """A name that somebody does not quite remember: it was Carlton or Carleton."""
    one, other = form.name, following.name
    bare = one.bare and other.bare and not one.title and not other.title
    if not bare or not words.either.fullmatch(between) or given.is_given(one.family):
        return False
    return JaroWinkler.similarity(one.family, other.family) >= ALIKE


def _renamed(text: str, span: Span, form: NameForm, other: Span, following: NameForm, words: _Words) -> bool:
    before = text[max(0, span.start - NEAR) : span.start]
    slight = form.name.bare and not form.name.title and not following.name.bare
    return any(
        (slight or not each.full)
        and each.between.fullmatch(text, span.end, other.start)
        and each.before.search(before)
        and each.after.match(text, other.end)
        for each in words.renamed
    )
