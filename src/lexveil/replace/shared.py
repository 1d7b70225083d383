"""Words of a hidden name that the text also shows elsewhere: a company, a place, an ordinary word.

What `hidden` must leave out, for something that stays bears it too, is looked at place by place here: it goes
(`Welhaven Trust` is called after Ms Welhaven), it stays (a case that is cited, a green door), or nobody can
tell and it is listed for review (Green Park, where a Ms Green is hidden). Nothing is exempted in silence.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from lexveil.languages import Language, load
from lexveil.languages import codes as languages
from lexveil.languages.people import around_names
from lexveil.model import CATEGORIES, UNSURE, Decision, Document, Entity, Replacement, Span
from lexveil.names import given
from lexveil.names.eponyms import is_eponym, is_family_firm, is_known_eponym, is_saint
from lexveil.names.ordinary import is_ordinary, is_small_word, knows_words
from lexveil.names.places import is_place
from lexveil.replace import elsewhere
from lexveil.replace.disguised import Disguised, disguised, inflected
from lexveil.replace.hidden import MIN_PART, NAMING, Law, Mention, full_name, mentions
from lexveil.replace.small_letters import NEAR, SmallLetters, word_before
from lexveil.text.fold import fold
from lexveil.text.search import Form, Found, Search
from lexveil.text.spelling import spellings

ORGANIZATION, PLACE, WORD, PERSON, SAME = (
    "organization",
    "place",
    "word",
    "person",
    "same",
)  # why a place is listed
REPLACE = "replace"
ROW = "row"  # of a table, of which another row hides it
COMPANY = "called-after"  # called after somebody: an organization, on which a policy may stop
LISTED = frozenset([ORGANIZATION, COMPANY, PLACE, WORD, PERSON, SAME])
LEAST = 2  # letters of a word that is looked for
LEAST_SMALL = 6  # letters of a name that goes in small letters too, whatever stands beside it
BODIES = ("ORG", "COURT", "LOC", "ADDRESS")  # that may be called after somebody

_SENTENCE_START = re.compile(r"(?:^|[.!?:;]['\"”’)]*\s+|\n\s*|[\"“(]\s*|\d\.?\s+)\Z")


class Remainder(NamedTuple):
    """A place that stays readable though it shows a word of a hidden name; somebody must look at it."""

    start: int
    end: int
    entity: str  # whose name it shows
    reason: str
    stops: bool = False  # where the policy wants no such place (`shared_name`)


class Examined(NamedTuple):
    goes: tuple[Found, ...]
    listed: tuple[Remainder, ...]
    gone: tuple[Form, ...]  # that are to be read nowhere any more


class _Words(NamedTuple):
    """What is known of the words of hidden names."""

    forms: Mapping[str, Form]
    families: frozenset[str]
    rivals: frozenset[str]  # by which somebody who stays is called too


def examine(
    document: Document,
    entities: Sequence[Entity],
    decisions: Mapping[str, Decision],
    hidden: Iterable[Form],
    replaced: Sequence[Replacement],
    *,
    law: Law = lambda start, end: False,
    shared_name: str = "replace",
) -> Examined:
    """`hidden` are the forms that go everywhere, `replaced` what goes already, `law` tells what is cited."""
    hidden = tuple(hidden)
    goes, stays = mentions(entities, decisions)
    stays.sort(key=lambda mention: mention[1])
    words = _words(document, goes, stays, {form.text for form in hidden})
    places = _Places(document, stays, decisions, words, replaced, shared_name)
    found = [
        each for each in Search(words.forms.values()).find(document.text) if not _covered(each, replaced)
    ]
    verdicts = [(each, "stays" if law(*each[:2]) else places.verdict(each)) for each in found]
    people = {entity.id for entity, _ in goes if entity.category == "PERSON"}
    parts = [form for form in hidden if form.kind == "part" and form.entity in people]
    forms = [*parts, *words.forms.values()]
    bodies = [span for entity, span in stays if entity.category in BODIES]
    families = [form for form in forms if form.text in words.families]
    for each in (*disguised(document.text, forms), *inflected(document, bodies, families)):
        place = Found(each.start, each.end, each.form)
        gone = _covered(place, replaced) or (len(each.words) == 1 and _touches(place, replaced))
        if not gone:
            verdicts.append((place, "stays" if law(*place[:2]) else places.unmasked(each)))
    told = elsewhere.elsewhere(document, goes, stays, decisions)
    verdicts += [(each, places.told(each, kind)) for each, kind in told if not places.is_gone(each, kind)]
    listed = [_remainder(each, verdict) for each, verdict in verdicts if verdict in LISTED]
    return Examined(
        tuple(each for each, verdict in verdicts if verdict == REPLACE),
        tuple(sorted(set(listed))),
        _gone(verdicts, load(document.language)),
    )


def _remainder(found: Found, verdict: str) -> Remainder:
    company = verdict == COMPANY
    return Remainder(found.start, found.end, found.form.entity, ORGANIZATION if company else verdict, company)


def _gone(verdicts: Iterable[tuple[Found, str]], language: Language) -> tuple[Form, ...]:
    shown = {each.form.text for each, verdict in verdicts if verdict != REPLACE}
    forms = dict.fromkeys(each.form for each, verdict in verdicts if verdict == REPLACE)
    return tuple(form for form in forms if form.text not in shown and _telling(form.text, language))


def _telling(word: str, language: Language) -> bool:
    return len(word) >= MIN_PART and not is_ordinary(word, language)


def _words(document: Document, goes: Sequence[Mention], stays: Sequence[Mention], hidden: set[str]) -> _Words:
    forms: dict[str, Form] = {}
    families: set[str] = set()
    seen: set[str] = set()
    for entity, span in goes:
        surface = document.text[span.start : span.end]
        if entity.category != "PERSON" or surface in seen:
            continue
        seen.add(surface)
        language = load(document.language_at(span.start))
        names = [
            part
            for word in full_name(surface, language)
            for part in (word.replace("-", ""), *word.split("-"))
        ]
        words = [word for word in names if _counts(word, language)]
        ways = [way for word in words for way in spellings(word) if way not in hidden]
        for way in ways:
            forms.setdefault(way, Form(way, "part", entity.id))
        families.update(spellings(words[-1]) if words else ())
    surfaces = (document.text[span.start : span.end] for entity, span in stays if entity.category == "PERSON")
    rivals = frozenset(word for surface in surfaces for word in re.findall(r"[^\W\d_]+", fold(surface)))
    return _Words(forms, frozenset(families), rivals)


def _counts(word: str, language: Language) -> bool:
    small = fold(word)
    named = not is_ordinary(small, language) or given.is_given(small) or given.is_family(small)
    return len(word) >= LEAST and small.isalpha() and small not in around_names(language) and named


def _is_known_name(word: str) -> bool:
    return given.is_given(word) or given.is_family(word) or is_place(word)


def _is_known_word(word: str) -> bool:
    """Of any language, or a place."""
    return is_place(word) or any(is_ordinary(word, load(code)) for code in languages())


def _covered(found: Found, replaced: Sequence[Replacement]) -> bool:
    at = bisect_right(replaced, found.start, key=lambda each: each.start) - 1
    return at >= 0 and replaced[at].end >= found.end


def _touches(found: Found, replaced: Sequence[Replacement]) -> bool:
    at = bisect_right(replaced, found.end - 1, key=lambda each: each.start) - 1
    return at >= 0 and replaced[at].end > found.start


class _Places:
    def __init__(
        self,
        document: Document,
        stays: Sequence[Mention],
        decisions: Mapping[str, Decision],
        words: _Words,
        replaced: Sequence[Replacement],
        shared_name: str,
    ) -> None:
        self.replaced = replaced
        self.document, self.stays, self.decisions, self.words = document, stays, decisions, words
        self.inside_companies = REPLACE if shared_name == "replace" else COMPANY
        self.small_letters = SmallLetters(document.text)
        self.code = [zone for zone in document.zones if zone.kind == "code"]

    def verdict(self, found: Found) -> str:
        """`replace`, `stays`, or why it is listed."""
        if _touches(found, self.replaced):  # the rest of a word that was replaced in part
            return REPLACE
        kept = self._kept_at(found)
        if kept:
            return self._inside(found, *kept)
        surface, word = self.document.text[found.start : found.end], found.form.text
        language = load(self.document.language_at(found.start))
        telling = _telling(word, language)
        if self._in_code(found):
            return "stays" if not telling or word in self.words.rivals else WORD
        if surface.islower():
            return self._small(found, language)
        if surface.isupper() and len(surface) < MIN_PART:  # an abbreviation
            return "stays"
        if telling:
            return PERSON if word in self.words.rivals else REPLACE
        return "stays" if self._reads_as_word(found, language) else WORD

    def unmasked(self, found: Disguised) -> str:
        """Of a longer word, or of words between signs."""
        text, language = self.document.text, load(self.document.language_at(found.start))
        place = Found(found.start, found.end, found.form)
        kept = self._kept_at(place)
        small = text[found.start : found.end].islower()
        ordinary = all(is_small_word(word, language) for word in found.words)
        if kept and kept[0].category == "PERSON":
            return "stays"
        by_chance = all(is_ordinary(word, language) or _is_known_name(word) for word in found.beside)
        if found.beside and by_chance and not _touches(place, self.replaced):
            return "stays"
        if len(found.words) > 1 and self._in_code(place):
            return "stays" if ordinary else WORD
        if len(found.words) > 1:
            return REPLACE if not ordinary else "stays" if small else WORD
        if ordinary or _is_known_name(found.words[0]) or not _telling(found.form.text, language):
            return "stays"
        if kept and not small and kept[0].broad in BODIES:
            own = found.bent and found.form.text in self.words.families and not is_place(found.form.text)
            if kept[0].broad == "ORG" and own:  # Ravnholts Fond
                return self.inside_companies
            return ORGANIZATION if kept[0].broad in ("ORG", "COURT") else PLACE
        return REPLACE if found.bent and not self._in_code(place) else WORD

    def _inside(self, found: Found, entity: Entity, span: Span) -> str:
        """Of something that stays."""
        decision, surface = self.decisions[entity.id], self.document.text[found.start : found.end]
        if span in decision.checked:  # somebody looked at it
            return "stays"
        if decision.action == "replace" and self._is_thing(span):
            return WORD
        settled = decision.action != "keep" or decision.why.code not in elsewhere.BY_POLICY
        if not settled and entity.category == "PERSON":
            return PERSON if self._is_doubtful(entity, span) else "stays"
        if settled or CATEGORIES[entity.category] not in NAMING:
            return "stays"
        language = load(self.document.language_at(found.start))
        telling = _telling(found.form.text, language)
        if self._is_somebody(span):
            return REPLACE
        name = self.document.text[span.start : span.end]
        if self._is_somebody_else(found, entity, name, span.start):
            return "stays"
        own = entity.broad == "ORG" and found.form.text in self.words.families
        if own and (telling or is_family_firm(name)):
            return self.inside_companies
        if not telling and surface.islower() and is_small_word(found.form.text, language):
            return self._small(found, language)
        if not telling and surface.isupper() and len(surface) < MIN_PART:
            return "stays"
        if entity.broad in ("MISC", "DEM") and telling:
            return REPLACE
        return ORGANIZATION if entity.broad in ("ORG", "COURT") else PLACE

    def _is_doubtful(self, entity: Entity, span: Span) -> bool:
        """A bare surname, of which nobody is sure whose it is: Ms Roe, who stays, or her sister who goes."""
        return entity.certainty == UNSURE and " " not in self.document.text[span.start : span.end]

    def _is_somebody_else(self, found: Found, entity: Entity, name: str, start: int) -> bool:
        """Courts are called after towns and after no party; nobody is the saint of a church."""
        word, court = found.form.text, entity.broad == "COURT" and " " in name
        if court and is_place(word):
            return not self.document.text[found.start : found.end].islower()
        return given.is_given(word) and is_saint(name, found.start - start)

    def _is_somebody(self, span: Span) -> bool:
        """Whether all its words are those of one hidden name: `Jiwoo Park`, taken for a park."""
        words = re.findall(r"[^\W\d_]+", fold(self.document.text[span.start : span.end]))
        bearers = {self.words.forms[word].entity if word in self.words.forms else word for word in words}
        return len(set(words)) > 1 and len(bearers) == 1

    def _is_thing(self, span: Span) -> bool:
        """Called after somebody who is hidden elsewhere, and no thing that all the world calls so."""
        text = self.document.text
        around = {"before": text[max(0, span.start - NEAR) : span.start], "after": text[span.end :][:NEAR]}
        surface = text[span.start : span.end]
        return is_eponym(surface, **around, category=span.category) and not is_known_eponym(surface)

    def is_gone(self, found: Found, kind: int) -> bool:
        """A home that was replaced in part goes as a whole."""
        whole = kind == elsewhere.HOME
        return _covered(found, self.replaced) if whole else _touches(found, self.replaced)

    def told(self, found: Found, kind: int) -> str:
        """Of what is hidden elsewhere as another thing."""
        kept = self._kept_at(found)
        if kept and not elsewhere.is_open(self.decisions[kept[0].id], kept[1]):
            return "stays"
        whole = kept is not None and (kept[1].start, kept[1].end) == (found.start, found.end)
        company = kept is not None and kept[0].broad == "ORG" and not whole
        if kind == elsewhere.HOME and company:  # Hollow Lane 14 Ltd
            return self.inside_companies
        if kind == elsewhere.STREET:
            return ORGANIZATION if company else PLACE
        return SAME if kind == elsewhere.SAME else REPLACE

    def _kept_at(self, found: Found) -> Mention | None:
        at = bisect_right(self.stays, found.end - 1, key=lambda mention: mention[1].start) - 1
        return self.stays[at] if at >= 0 and self.stays[at][1].end > found.start else None

    def _in_code(self, found: Found) -> bool:
        at = bisect_right(self.code, found.start, key=lambda zone: zone.start) - 1
        return at >= 0 and found.start < self.code[at].end

    def _small(self, found: Found, language: Language) -> str:
        """A name in small letters that its neighbours did not make one."""
        word = found.form.text
        if not is_small_word(word, language):
            if knows_words(language) and len(word) >= LEAST_SMALL and not _is_known_word(word):
                return REPLACE
            long = MIN_PART - 1 if knows_words(language) else MIN_PART
            return WORD if len(word) >= long else "stays"
        return WORD if self.small_letters.is_somebody(found, language) else "stays"

    def _reads_as_word(self, found: Found, language: Language) -> bool:
        """At the head of a sentence, or after an article: the Bill, the Grant Agreement."""
        before = self.document.text[max(0, found.start - NEAR) : found.start]
        word = word_before(self.document.text, found.start)
        return bool(_SENTENCE_START.search(before)) or word in language.people["beside"]["determiners"]
