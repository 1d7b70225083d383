"""Is a word that can be a name or an ordinary word ("May", "Bill", "Grant") a name here?

`only_people` takes out what detectors took for a person and is a word, a heading, a numeral or the letters of
an office; what the whole document says counts: who is once called Mr Gold, is Gold where a person may stand.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache, lru_cache
from typing import NamedTuple

from lexveil.jurisdictions import table
from lexveil.languages import DEFAULT, Language, all_words, inflection, load, own, people
from lexveil.languages import each as each_language
from lexveil.languages.common import is_also_name, is_common, is_function, is_plain
from lexveil.model import Document, Span
from lexveil.names import given
from lexveil.names.base_forms import base_form, is_listed
from lexveil.names.ordinary import is_respelt, is_small_word, knows_words, ranks
from lexveil.resolve.place_or_person import is_known_place
from lexveil.text.fold import fold
from lexveil.text.patterns import any_of, plain_groups

NEAR = 40  # characters looked at on each side

_INITIAL = re.compile(r"(?<!\w)(?:[^\W\d_]\.\s?){1,3}$")
_GIVEN_BEFORE = re.compile(
    r"(?<![\w'’-])(?:([^\W\d_][\w'’-]+)|(?:[^\W\d_]\.[ ]?)+)[ ]{1,2}$|(?<!\w)(?:[^\W\d_]\.)+$"
)
_WORD_BEFORE = re.compile(r"([^\W\d_](?:[\w'’.-]*[\w.])?)\s+$")
_WORD_AFTER = re.compile(r"^(['’]s?(?!\w))?(,)?[)]?[ \t]*\n?[ \t]*([\w-]+)?")
_SENTENCE_START = re.compile(r"(?:^|[.!?:;]['\"”’»)]*(?:[-–—])?\s+|\n\s*|[\"“«(]\s*|\d\.?\s+)$")
_PAIRED = re.compile(r"[ \t]([^\W\d_]+|&)[ \t]([a-zß-öø-ÿ]+)(?!\w)")
_LOWER_WORD = re.compile(r"(?<![\w@./'’-])[a-zß-öø-ÿ]{2,}(?![\w@/-]|\.\w)")


class _Words(NamedTuple):
    title: re.Pattern[str]
    determiners: frozenset[str]
    verbs: frozenset[str]
    no_name_after: frozenset[str]
    professions: frozenset[str]  # after what somebody is by trade
    of_office: frozenset[str]  # Richter am
    past: tuple[str, ...]
    articles: frozenset[str]
    letters: frozenset[str]  # of an office, after a name
    untitled: bool  # names stand bare, also at the head of a sentence
    joining: frozenset[str]  # and
    months: frozenset[str]
    before_month: re.Pattern[str]


@cache
def _words(language: Language) -> _Words:
    words = language.people["beside"]
    return _Words(
        re.compile(rf"(?<!\w){any_of(people.titles(language))}\.?\s+$", re.IGNORECASE),
        frozenset(words["determiners"]),
        frozenset(words["verbs"]),
        frozenset(words.get("no_name_after", ())),
        frozenset(words.get("professions", ())),
        frozenset(words.get("of_office", ())),
        tuple(words.get("past", ())),
        frozenset(words.get("article", ())),
        frozenset(language.people["names"].get("office_letters", ())),
        language.people["described"].get("untitled", False),
        frozenset(language.people["described"]["together"]),
        frozenset(words["months"]),
        re.compile(
            rf"{plain_groups(words['day'])}\s+$|\b{any_of(words['before_month'])}[ -]$", re.IGNORECASE
        ),
    )


def begins_sentence(text: str, start: int) -> bool:
    """Whether whatever stands there has its capital from the sentence, line or quotation that it opens."""
    return not start or _SENTENCE_START.search(text, max(0, start - NEAR), start) is not None


def is_word(word: str, language: Language) -> bool:
    """An ordinary word, or one that the language writes in lower case: it may be a name all the same. Only a
    language that says what people do (`beside`) can tell the two apart."""
    return is_common(word, language) or (_tells_apart(language) and _is_lower(word, language.code))


@lru_cache(maxsize=65536)
def _is_lower(word: str, language: str) -> bool:
    """Whether the word, or what it is a form of, is written in lower case. Of a form that a listed name has
    too, only where it is surely one of the word."""
    listed = ranks(language)
    known = inflection(language) if language != DEFAULT else None
    if word in listed or known is None:
        return word in listed
    forms = known.bases(word)
    named = any(is_listed(fold(each.name)) for each in forms)
    return any((each.sure or not named) and fold(each.name) in listed for each in forms)


@cache
def _tells_apart(language: Language) -> bool:
    return "no_name_after" in own(language.code, "people").get("beside", {})


def lower_case_words(text: str) -> set[str]:
    """The words that the document writes in lower case: there they are words, not names."""
    return {fold(word) for word in set(_LOWER_WORD.findall(text))}


def supported(text: str, start: int, end: int, language: Language) -> bool:
    """
    >>> from lexveil.languages import load
    >>> line = "Mr Grant sought a grant. The Grant Agreement of Grant was read."
    >>> [supported(line, at, at + 5, load("en")) for at in (3, 29, 48)]
    [True, False, True]
    """
    words = _words(language)
    before, after = text[max(0, start - NEAR) : start], text[end : end + NEAR]
    if words.title.search(before) or _INITIAL.search(before):
        return True
    month = fold(text[start:end]) in words.months
    dated = month and (words.before_month.search(before) or re.match(r"\s+\d", after))
    if dated or _shouted_line(text, start, end):
        return False
    word_before = _last_word(before)
    if fold(word_before) in words.determiners:
        return False
    if given.is_given(fold(word_before)) and word_before[:1].isupper():
        return True
    found = _WORD_AFTER.match(after)
    possessive, comma, following = (found[1], found[2], found[3] or "") if found else (None, None, "")
    named = following[:1].isupper() and language.capitals == "names"
    if named and not possessive and after[:1] == " ":
        return False
    if following in words.professions:  # er ist Schneider geworden
        return False
    if language.capitals == "nouns" and _is_calling(text, start, end, word_before, language):
        return False
    if before[-1:] in ("“", '"') and comma:  # "Gold, you are late."
        return True
    if begins_sentence(text, start):
        if _is_paired(text, end, language):
            return False
        if words.untitled:
            return fold(following) not in words.no_name_after
        return bool(possessive) or _does_what_people_do(fold(following), comma, words)
    return True


def _is_paired(text: str, end: int, language: Language) -> bool:
    """At the head of a sentence, with another common noun: Body and soul, Sol y sombra."""
    found = _PAIRED.match(text, end)
    return bool(found and found[1] in _words(language).joining and is_small_word(fold(found[2]), language))


def _is_calling(text: str, start: int, end: int, before: str, language: Language) -> bool:
    """A noun that says what somebody is: Vorsitzender Richter, Schneider Anton Vogel, Richter am Hof."""
    following = re.match(r" ([^\W\d_][\w-]*)(?: ([^\W\d_][\w-]*))?", text[end : end + NEAR])
    if fold(before) in people.ranks(language):
        return True
    if not following:
        return False
    if fold(text[start:end]) in people.titles(language) and following[1] in _words(language).of_office:
        return True
    return given.is_given(fold(following[1])) and (following[2] or "")[:1].isupper()


def _does_what_people_do(following: str, comma: str | None, words: _Words) -> bool:
    """Whether the word after a name at the head of a sentence is a verb, or begins an apposition."""
    if following in words.no_name_after:
        return False
    if following in words.verbs or following.endswith(words.past):
        return True
    return bool(comma) and (following in words.determiners or following in words.letters)


def named_small(text: str, start: int, end: int, language: Language) -> bool:
    """Whether a known name, typed without a capital, is one here. One that is no word of the language is, but
    for `the puerta`; of others, and where no list of words can tell, what stands beside it decides.

    >>> from lexveil.languages import load
    >>> line = "hi may, the may tree. ask torvund. it may rain"
    >>> [named_small(line, at, at + size, load("en")) for at, size in ((3, 3), (12, 3), (26, 7), (38, 3))]
    [True, False, True, False]
    """
    words = fold(text[start:end]).split()
    if is_function(words[0], language) and not is_also_name(words[0], language):
        return False
    small = is_small_word(words[0], language) or _is_lower(words[0], language.code)
    telling = len(words[0]) > 2 and not small
    before, after = text[max(0, start - NEAR) : start], text[end : end + NEAR]
    if len(words) > 1:
        return True
    if telling and knows_words(language) and fold(_last_word(before)) not in _words(language).articles:
        return True
    if _addressed("greetings").search(before) or _words(language).title.search(before):
        return True
    return bool(_addressed("closings").search(before) and re.match(r"\s*(?:[.,;!?)\n]|\Z)", after))


@cache
def _addressed(section: str) -> re.Pattern[str]:
    """What stands before a name whatever its case: `hi may did you sign`, `thanks, may`, `@may`."""
    words = any_of(all_words("people", "addressed", section))
    signs = r"|/s/\s*|(?<!\w)@" if section == "greetings" else ""
    gap = "[ \t]+" if section == "greetings" else r"[,.!]?\s+"
    return re.compile(rf"(?:(?<![\w-]){words}{gap}{signs})\Z", re.IGNORECASE)


def stands_alone(text: str, start: int, end: int, language: Language) -> bool:
    """A given name by itself: no capitalised neighbour that would make it part of another name."""
    before, after = text[max(0, start - NEAR) : start], text[end : end + NEAR]
    word_before = _last_word(before)
    named = word_before[:1].isupper() and not _ordinary(word_before, language)
    following = re.match(r"[ \t]+([^\W\d_])", after)
    if (named and not begins_sentence(text, start)) or after[:1] == "-":
        return False
    return following is None or not following[1].isupper()


def given_name_before(text: str, start: int, lower_words: set[str], language: Language) -> int:
    """Where the name starts if given names or initials, listed or not, stand right before this surname."""
    while True:
        found = _GIVEN_BEFORE.search(text[max(0, start - NEAR) : start])
        if not found or not found[0][0].isupper():
            return start
        word = fold(found[1] or "")
        if found[0].strip(" .").lower() in people.titles(language):  # M. Roe is monsieur
            return start
        if word and language.capitals == "nouns" and not given.is_given(word):
            return start
        if word and (_ordinary(word, language) or (word in lower_words and not given.is_given(word))):
            return start
        if word and _opens(text, start - len(found[0]), word, language):
            return start
        start -= len(found[0])


def _opens(text: str, start: int, word: str, language: Language) -> bool:
    """Whether an ordinary word has its capital from the sentence that it opens: "Leave Ann"."""
    listed = given.is_given(word) or given.is_family(word)
    return not listed and is_word(word, language) and begins_sentence(text, start)


def _last_word(before: str) -> str:
    found = _WORD_BEFORE.search(before)
    return found[1] if found else ""


def _ordinary(word: str, language: Language) -> bool:
    folded = fold(word).rstrip(".")
    return is_common(folded, language) or folded in people.titles(language)


def _shouted_line(text: str, start: int, end: int) -> bool:
    """In a line all in capitals, a capital tells nothing."""
    line_start = max(text.rfind("\n", max(0, start - 200), start) + 1, start - 200, 0)
    line_end = text.find("\n", end, end + 200)
    line = text[line_start : line_end if line_end >= 0 else end + 200]
    letters = [char for char in line if char.isalpha()]
    return len(letters) > end - start and sum(map(str.isupper, letters)) > 0.8 * len(letters)


# What is no person at all -------------------------------------------------------------------------

GUESSING = ("ner:", "hf", "gliner", "spacy", "gazetteer:", "initials:", "citations:", "titles:", "captions:")
STRONG = ("titles:", "metadata", "captions:")  # sources that surely mean people
UNTITLED = frozenset(
    ["titles:witness", "titles:party", "titles:context", "titles:expert"]
)  # by what stands around
INITIALS_ONLY = "captions:initials"
CERTAIN = 0.9
NOUN = 0.5  # from which score on a noun is a name that somebody bears
PREFIX, SUFFIX = 3, 5  # letters of the two parts of a compound, at least
INITIALS = 4  # letters; fewer capitals may be somebody's
SURE, LIKELY = 0.8, 0.6  # scores from which on a name of several words, a given name is one
_ELIDED = ("l'", "l’")  # an article
_LETTERS = re.compile(r"[^\W\d_]+")
_CELL = re.compile(r"\t| {3,}")  # between the columns of a line
_ROMAN = re.compile(r"(?=[IVX]{2})(?:X{0,3})(?:IX|IV|V?I{0,3})")
_AFTER_NAME = re.compile(r"[^\W\d_]{2}[.)’']?,? *\Z")
_VOWEL = re.compile(r"[AEIOUY]")
_CLOSES = re.compile(r"[.,]?[\"”’']")
_SPACED = re.compile(r"(?<!\S)(?:[^\W\d_] ){4,}[^\W\d_](?!\S)")
_ENUMERATOR = re.compile(r"\s*(?:(?:[A-Z]|[IVX]{1,5}|\d{1,3})[.)]\s*)?")
_NUMBERED = re.compile(r"(?:\.? (?:[Nn]os?\b|#|\d)|/)")


def only_people(document: Document, spans: Iterable[Span]) -> tuple[Span, ...]:
    """The spans less those of persons that are none."""
    spans = tuple(spans)
    text = document.text
    titles = (people.titles(language) for _, _, language in each_language(document))
    borne = _borne(text, spans).difference(*titles)
    spaced = [found.span() for found in _SPACED.finditer(text)]
    small = lower_case_words(text)
    kept = []
    for span in spans:
        language = load(document.language_at(span.start))
        if span.category != "PERSON" or not (_is_guess(span) or _is_plain_word(text, span, language)):
            kept.append(span)
        elif by_model(span) and is_known_place(text, span, borne, language):
            kept.append(replace(span, category="LOC"))
        elif _is_person(text, span, borne, spaced, small, language):
            kept.append(span)
    return tuple(kept)


def _is_plain_word(text: str, span: Span, language: Language) -> bool:
    """THE of `THE KING`, ORS. of `ROE & ORS.`, where initials of a party may stand."""
    key = fold(text[span.start : span.end]).strip(" .")
    small = len(key) > 1 and is_function(key, language) and not text[span.start : span.end].isupper()
    return INITIALS_ONLY in span.sources and (small or (len(key) > 2 and is_plain(key, language)))


def _is_seen(span: Span) -> bool:
    """By a model."""
    return any(each.startswith("ner:") for each in span.sources)


def _is_courteous(span: Span) -> bool:
    """After a title that is nothing else, on the bench of the first page, or known from the case's data."""
    return any(
        each in ("titles:courtesy", "captions:judge") or each.startswith("metadata") for each in span.sources
    )


@cache
def _makes() -> re.Pattern[str]:
    """Makes of cars."""
    return re.compile("|".join(table("plates")["makes"]))


def _is_guess(span: Span) -> bool:
    """Found by a model or a rule that goes by looks, not marked by hand nor a party by initials."""
    looks = bool(span.sources) and all(source.startswith(GUESSING) for source in span.sources)
    return looks and "captions:initials" not in span.sources


def by_model(span: Span) -> bool:
    return bool(span.sources) and all(source.startswith("ner:") for source in span.sources)


def _borne(text: str, spans: Iterable[Span]) -> set[str]:
    """The words, folded, that are surely names of people in the document."""
    found: set[str] = set()
    for span in spans:
        if span.category == "PERSON":
            words = _LETTERS.findall(text, span.start, span.end)
            elided = text.startswith(_ELIDED, span.start)
            if _is_titled(span) or (span.score >= SURE and len(words) > 1 + elided):
                found.update(map(fold, words))
    return found


def _is_titled(span: Span) -> bool:
    return any(each.startswith(STRONG) and each not in UNTITLED for each in span.sources)


def _is_person(
    text: str, span: Span, borne: set[str], spaced: list[tuple[int, int]], small: set[str], language: Language
) -> bool:
    surface = text[span.start : span.end]
    words = _LETTERS.findall(surface)
    if not words or _ROMAN.fullmatch(surface.strip(".")):
        return False
    if any(start <= span.start and span.end <= end for start, end in spaced):
        return False
    if _is_office(text, span, "".join(words), language):
        return False
    if not _tells_apart(language):
        return True
    keys = [fold(word) for word in words]
    if _only_function(words, keys, language) and not (surface.isupper() or _is_courteous(span)):
        return False
    if _is_plain_word(text, span, language) or _is_elided(surface, span, borne, language):
        return False
    plain = len(keys) == 1 and len(keys[0]) >= INITIALS and _is_plain(keys[0], language)
    if plain and not _is_courteous(span) and (span.score < CERTAIN or not _is_seen(span)):
        return False
    if not _is_titled(span) and borne.isdisjoint(keys) and any(map(_makes().fullmatch, words)):
        return False
    ordinary = [
        is_word(key, language) or key in small or _is_abbreviated(word)
        for key, word in zip(keys, words, strict=True)
    ]
    if _heads_line(text, span, keys, language):
        return False
    if not any(ordinary):
        return not (_only_listed(span) and _is_thing(text, span, language))
    if len(keys) > 1:
        return not (all(ordinary) and _is_phrase(text, span, keys, language))
    return _is_name(text, span, keys[0], borne, language)


def _is_elided(surface: str, span: Span, borne: set[str], language: Language) -> bool:
    """l'ACQUEREUR, l'OFFICE: an article and what is no name, to a model alone."""
    if not surface.startswith(_ELIDED) or not by_model(span):
        return False
    keys = list(map(fold, _LETTERS.findall(surface)[1:]))
    word = surface[2:].isupper() or all(is_word(key, language) for key in keys)
    return word and borne.isdisjoint(keys)


def _only_function(words: list[str], keys: list[str], language: Language) -> bool:
    pairs = zip(words, keys, strict=True)
    return all(is_function(key, language) and not is_respelt(word, language) for word, key in pairs)


def _is_plain(key: str, language: Language) -> bool:
    """A word and no name; where nouns have capitals, also what ends in one: Zivilklägerin."""
    if is_plain(key, language) or language.capitals != "nouns":
        return is_plain(key, language)
    ends = (key[at:] for at in range(PREFIX, len(key) - SUFFIX + 1))
    return not given.is_family(key) and any(is_plain(end, language) for end in ends)


def _is_abbreviated(word: str) -> bool:
    """A letter, or capitals that nobody can speak: HTML."""
    return len(word) == 1 or (word.isupper() and len(word) < 6 and not _VOWEL.search(word))


def _heads_line(text: str, span: Span, keys: list[str], language: Language) -> bool:
    """`F. Postscript` alone in a line: the letter counts the headings."""
    if len(keys) < 2 or len(keys[0]) > 1 or given.is_given(keys[-1]) or given.is_family(keys[-1]):
        return False
    if not is_word(keys[-1], language):
        return False
    line = text[text.rfind("\n", 0, span.start) + 1 : (text.find("\n", span.end) + 1 or len(text) + 1) - 1]
    return (
        line.strip() == text[span.start : span.end].strip() and text[span.start + 1 : span.start + 2] == "."
    )


def _is_office(text: str, span: Span, letters: str, language: Language) -> bool:
    """`C.J.` of `ROE, C.J.`, `J` of `Roe J`, `Ph.D.`: no part of a name."""
    known = language.people["names"]
    listed = letters.lower() in known.get("office_letters", ()) or letters.lower() in known["degrees"]
    if not listed or not letters[:1].isupper() or len(text[span.start : span.end]) > len(letters) * 2 + 1:
        return False
    return _AFTER_NAME.search(text, max(0, span.start - 8), span.start) is not None


def _bears_letters(text: str, end: int, language: Language) -> bool:
    """`J.` after `GOLD,`"""
    found = _WORD_AFTER.match(text[end : end + NEAR])
    return bool(found and found[2] and fold(found[3] or "") in _words(language).letters)


def _only_listed(span: Span) -> bool:
    """Found by a list of given names and nothing else."""
    return span.sources == ("gazetteer:given",)


def _is_thing(text: str, span: Span, language: Language) -> bool:
    """A number or a stroke after it, or `the` before it: Tab 4, the Trent."""
    before = _last_word(text[max(0, span.start - NEAR) : span.start])
    return _NUMBERED.match(text, span.end) is not None or fold(before) in _words(language).articles


def _is_phrase(text: str, span: Span, keys: list[str], language: Language) -> bool:
    """Words of the language in a heading or after an article: FACTUAL BACKGROUND, the Prohibited List."""
    if given.is_given(keys[0]) and (given.is_family(keys[-1]) or len(keys) == 2):
        return False
    if _is_titled(span) or not people.titles(language).isdisjoint(keys):
        return False
    start = text.rfind("\n", 0, span.start) + 1
    end = text.find("\n", span.end)
    line = text[start : len(text) if end < 0 else end]
    heading = line[_ENUMERATOR.match(line).end() :].strip()  # type: ignore[union-attr]
    alone = (
        heading == text[span.start : span.end].strip() or heading == text[span.start : span.end][3:].strip()
    )
    others = [fold(word) for word in _LETTERS.findall(heading)]
    shouted = heading.isupper() and any(is_function(word, language) for word in others)
    before = fold(_last_word(text[max(0, span.start - NEAR) : span.start]))
    return alone or shouted or before in _words(language).determiners


def _stands_apart(text: str, span: Span, language: Language) -> bool:
    """Alone in its line or column but for a title, as names stand under a decision."""
    before = _CELL.split(text[text.rfind("\n", 0, span.start) + 1 : span.start])[-1]
    after = _CELL.split(text[span.end : span.end + NEAR].partition("\n")[0])[0]
    words = [fold(word) for word in _LETTERS.findall(before)]
    return not after.strip(" .,;") and all(word in people.titles(language) for word in words)


def _is_shouted(text: str, span: Span, key: str, borne: set[str]) -> bool:
    """In capitals where the line is not, and borne by somebody: Case: GOLD / POE."""
    shouted = text[span.start : span.end].isupper() and len(key) >= INITIALS
    return shouted and key in borne and not _shouted_line(text, span.start, span.end)


def _is_name(text: str, span: Span, key: str, borne: set[str], language: Language) -> bool:
    """A single word that is also one of the language."""
    initials = text[span.start : span.end].isupper() and len(key) < INITIALS
    if _is_titled(span) or initials or _bears_letters(text, span.end, language):
        return True
    if _words(language).title.search(text, max(0, span.start - NEAR), span.start):  # dott. Marchi
        return True
    if key in people.titles(language) and key not in borne:
        return False
    if _is_thing(text, span, language):
        return False
    if text[span.start].islower() and key not in borne:
        return named_small(text, span.start, span.end, language)
    listed = given.is_given(key) or given.is_family(key)
    if language.capitals == "nouns":  # the capital tells nothing
        listed = listed and span.score >= SURE
    base = base_form(key, borne, language.code).name
    sure = language.capitals == "names" or span.score >= NOUN
    known = listed or (sure and (key in borne or base in borne))
    if known and (_stands_apart(text, span, language) or _is_shouted(text, span, key, borne)):
        return True
    if not begins_sentence(text, span.start) or _CLOSES.match(
        text, span.end
    ):  # "Pat": a name in quotation marks
        guess = language.capitals == "names" and not is_plain(key, language)
        return known or span.score >= CERTAIN or guess
    if _is_paired(text, span.end, language):
        return False
    if given.is_given(key) and span.score >= LIKELY:
        follows = _WORD_AFTER.match(text[span.end : span.end + NEAR])
        return not follows or fold(follows[3] or "") not in _words(language).no_name_after
    if _only_listed(span) and not _is_followed_up(text, span, language):  # Olen asunut
        return False
    return known and supported(text, span.start, span.end, language)


def _is_followed_up(text: str, span: Span, language: Language) -> bool:
    """Whether somebody does something after the word, or is described."""
    found = _WORD_AFTER.match(text[span.end : span.end + NEAR])
    return bool(found and _does_what_people_do(fold(found[3] or ""), found[2], _words(language)))
