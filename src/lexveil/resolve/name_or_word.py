"""Is a word that can be a name or an ordinary word ("May", "Bill", "Grant") a name here?

What stands beside it tells.
"""

import re
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from lexveil.languages import DEFAULT, Language, all_words, inflection, own, people
from lexveil.languages.common import is_also_name, is_common, is_function
from lexveil.names import given
from lexveil.names.base_forms import base_form, is_listed
from lexveil.names.callings import is_calling
from lexveil.names.ordinary import is_small_word, knows_words, ranks
from lexveil.names.paragraphs import REPORTED, after_letter
from lexveil.text.fold import KEPT, fold
from lexveil.text.patterns import LOWER, any_of, one_of, plain_groups

NEAR = 40  # characters looked at on each side
LONGEST_SAID = 160  # characters of a message, on each side
FREQUENT = 400  # words that are hardly ever a name in small letters
MOST_GIVEN = 8  # names before a family name

_INITIAL = re.compile(r"(?<!\w)(?:[^\W\d_]\.\s?){1,3}$")
# Before a name, and no name: A.  Roe, in a transcript; that's Roe; PW-2 Roe.
_NO_GIVEN = re.compile(r"[A-Z]\.[^\S\n]{2,}|\w+['’]s\s+|[\w'’-]*\d[\w'’-]*\s+")
_GIVEN_BEFORE = re.compile(
    r"(?<![\w'’-])(?:([^\W\d_][\w'’-]+)|[^\W\d_]\.(?: ?[^\W\d_]\.)*)[ ]{1,2}\Z|(?<!\w)(?:[^\W\d_]\.)+\Z"
)
_WORD_BEFORE = re.compile(r"([^\W\d_](?:[\w'’.-]*[\w.])?)\s+$")
WORD_AFTER = re.compile(r"^(['’]s?(?!\w))?(,)?[)]?[ \t]*\n?[ \t]*([\w-]+)?")
SENTENCE_START = re.compile(
    r"(?:^|[.!?:;]['\"”’»)]*(?:[-–—])?\s+|(?:^|[^,\s][ \t]*|\n[ \t]*)\n\s*|[\"“«(]\s*|\d\.?\s+)$"
)
_PAIRED = re.compile(rf"(?:,[ \t]([{LOWER}]+))?[ \t]([^\W\d_]+|&)[ \t]([{LOWER}]+)(?!\w)")
_SAID = re.compile(r"[.?!:\n\"“«„]\s*(?=[^.?!:\n\"“«„]*\Z)")
_SAYING = re.compile(r"[^.?!\n\"”»“]*")
_MESSAGE = re.compile(r"\w[.)]?[ \t]?:[ \t]+\Z")  # before the first word of what somebody writes
OPENING = ("“", '"', "«", "„")
CLOSING = re.compile(r"[.,]?[\"”“»]")
_DASH = re.compile(r"\s[–—-]\s")
_IN_PASSING = re.compile(r", [^,.;:\n]{3,60}, ([^\W\d_]+)")
_LINE_END = re.compile(r"[.!?]*[ \t]*(?:\n|\Z)")
_LOWER_WORD = re.compile(rf"(?<![\w@./'’-])[{LOWER}]{{2,}}(?![\w@/-]|\.\w)")


class Beside(NamedTuple):
    title: re.Pattern[str]
    determiners: frozenset[str]
    verbs: frozenset[str]
    no_name_after: frozenset[str]
    professions: frozenset[str]  # after what somebody is by trade
    of_office: frozenset[str]  # Richter am
    past: tuple[str, ...]
    articles: frozenset[str]
    in_messages: frozenset[str]  # what is said of people in messages
    letters: frozenset[str]  # of an office, after a name
    article_before_name: bool  # der Roe, la Ada: people have an article as things do
    untitled: bool  # names stand bare, also at the head of a sentence
    joining: frozenset[str]  # and
    months: frozenset[str]
    before_month: re.Pattern[str]
    weekday: re.Pattern[str]


@cache
def beside(language: Language) -> Beside:
    words = language.people["beside"]
    return Beside(
        re.compile(rf"(?<!\w){any_of(people.titles(language))}\.?\s+$", re.IGNORECASE),
        frozenset(words["determiners"]),
        frozenset(words["verbs"]),
        frozenset(words.get("no_name_after", ())),
        frozenset(words.get("professions", ())),
        frozenset(words.get("of_office", ())),
        tuple(words.get("past", ())),
        frozenset(words.get("article", ())),
        frozenset(language.people["addressed"].get("in_messages", ())),
        frozenset(language.people["names"].get("office_letters", ())),
        words.get("article_before_name", False),
        language.people["described"].get("untitled", False),
        frozenset(language.people["described"]["together"]),
        frozenset(words["months"]),
        re.compile(
            rf"{plain_groups(words['day'])}\s+$|\b{any_of(words['before_month'])}[ -]$", re.IGNORECASE
        ),
        re.compile(language.dates["expressions"]["weekdays"]),
    )


def begins_sentence(text: str, start: int) -> bool:
    """Whether whatever stands there has its capital from the sentence, line or quotation that it opens."""
    return not start or SENTENCE_START.search(text, max(0, start - NEAR), start) is not None


def is_word(word: str, language: Language) -> bool:
    """An ordinary word, or one that the language writes in lower case: it may be a name all the same. Only a
    language that says what people do (`beside`) can tell the two apart."""
    return is_common(word, language) or (tells_apart(language) and _is_lower(word, language.code))


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
def tells_apart(language: Language) -> bool:
    return "no_name_after" in own(language.code, "people").get("beside", {})


@lru_cache(maxsize=KEPT)
def lower_case_words(text: str) -> set[str]:
    """The words that the document writes in lower case: there they are words, not names."""
    return {fold(word) for word in set(_LOWER_WORD.findall(text))}


@lru_cache(maxsize=KEPT)
def lower_case_pairs(text: str) -> set[tuple[str, str]]:
    """The words beside one another that the document writes in lower case: the prospective adopters."""
    words = list(_LOWER_WORD.finditer(text))
    return {
        (fold(one[0]), fold(other[0])) for one, other in pairwise(words) if other.start() == one.end() + 1
    }


def supported(text: str, start: int, end: int, language: Language) -> bool:
    """
    >>> from lexveil.languages import load
    >>> line = "Mr Grant sought a grant. The Grant Agreement of Grant was read."
    >>> [supported(line, at, at + 5, load("en")) for at in (3, 29, 48)]
    [True, False, True]
    """
    words = beside(language)
    before, after = text[max(0, start - NEAR) : start], text[end : end + NEAR]
    if words.title.search(before) or _INITIAL.search(before):
        return True
    month = fold(text[start:end]) in words.months
    dated = month and (words.before_month.search(before) or re.match(r"\s+\d", after))
    if dated or in_shouted_line(text, start, end):
        return False
    if before[-1:] in OPENING and CLOSING.match(after):  # I shall call her "Favour"
        return True
    word_before = last_word(before)
    if fold(word_before) in words.determiners:
        return False
    if given.is_given(fold(word_before)) and word_before[:1].isupper():
        return True
    found = WORD_AFTER.match(after)
    possessive, comma, following = (found[1], found[2], found[3] or "") if found else (None, None, "")
    named = following[:1].isupper() and language.capitals == "names"
    if named and not possessive and after[:1] == " ":
        return False
    if following in words.professions:  # er ist Schneider geworden
        return False
    if language.capitals == "nouns" and (
        _is_calling(text, start, end, word_before, language) or is_thing(text, start, end, language)
    ):
        return False
    if before[-1:] in OPENING and (comma or _DASH.match(after)):  # "Gold, you are late."
        return True
    if SENTENCE_START.search(before) or not before or is_weekday(text, start, end, language):
        if is_paired(text, end, language):
            return False
        if words.untitled:
            return fold(following) not in words.no_name_after
        passing = comma and _said_in_passing(text[end : end + LONGEST_SAID], words)
        return bool(possessive or passing) or does_what_people_do(fold(following), comma, words)
    return True


def is_thing(text: str, start: int, end: int, language: Language) -> bool:
    """Whether a noun is no name where all nouns have capitals: des Kellers, der Keller des Hauses, ein
    früherer Müller, Schneider geworden, von Beruf Schneider, der Schneider Anton Vogel.

    >>> from lexveil.languages import load
    >>> line = "Der Keller des Hauses. Der Keller kam. Wegen des Kellers. Das sah Kellers Frau."
    >>> [is_thing(line, at, at + size, load("de")) for at, size in ((4, 6), (27, 6), (49, 7), (66, 7))]
    [True, False, True, False]
    """
    things = language.people["beside"].get("things")
    key = fold(text[start:end])
    if things is None or not (is_word(key, language) or is_word(key.removesuffix("s"), language)):
        return False
    near = text[max(0, start - NEAR) : start]
    before = last_word(near).lower()
    if before in things["after"] or (before in things["genitive"] and text[start:end].endswith("s")):
        return True
    if _described(language).search(near) or _by_trade(language).match(text, end):
        return True
    if _is_calling(text, start, end, last_word(near), language):
        return True
    return before in things["articles"] and _of(language).match(text, end) is not None


@cache
def _described(language: Language) -> re.Pattern[str]:
    """An article that no name has, and an adjective: einen früheren Müller, not einen gewissen Müller; words
    for a trade: von Beruf Schneider."""
    things = language.people["beside"]["things"]
    some, endings = one_of(things["some"]), one_of(things["endings"])
    adjective = rf"{any_of(things['after'])} (?!{some} )[{LOWER}]+{endings} "
    return re.compile(rf"(?<!\w)(?:{adjective}|(?i:{one_of(things['trades'])}):?\s+)\Z")


@cache
def _by_trade(language: Language) -> re.Pattern[str]:
    return re.compile(rf" {any_of(language.people['beside']['professions'])}\b")


@cache
def _of(language: Language) -> re.Pattern[str]:
    return re.compile(rf" {any_of(language.people['beside']['things']['of'])} [^\W\d_a-z]")


def is_weekday(text: str, start: int, end: int, language: Language) -> bool:
    """A day has its capital as people have."""
    return language.capitals == "names" and beside(language).weekday.fullmatch(text, start, end) is not None


def is_paired(text: str, end: int, language: Language) -> bool:
    """At the head of a sentence, with other common nouns: Body and soul, Sol y sombra. Not with somebody, and
    not with a noun that has its article at its end, as a company that somebody and it agree on something."""
    found = _PAIRED.match(text, end)
    if not found or fold(found[2]) not in beside(language).joining:
        return False
    return all(_is_thing(word, language) for word in (found[1], found[3]) if word)


def _is_thing(word: str, language: Language) -> bool:
    key = fold(word)
    if is_function(key, language) or word.endswith(_definite(language)):
        return False
    if is_calling(word, language) or key in people.titles(language) or _kin(language).fullmatch(word):
        return False
    if not _somebody(language).isdisjoint([key, *_bases(key, language)]):
        return False
    return bool(_definite(language)) or is_small_word(key, language)


@cache
def _definite(language: Language) -> tuple[str, ...]:
    return tuple(language.people.get("at_head", {}).get("definite", ()))


@cache
def _somebody(language: Language) -> frozenset[str]:
    """Words for people and bodies, in a language in which no article tells them from things."""
    return frozenset(map(fold, language.people.get("at_head", {}).get("bearers", ())))


def _bases(key: str, language: Language) -> list[str]:
    known = inflection(language.code)
    return [fold(base.name) for base in known.bases(key)] if known else []


@cache
def _kin(language: Language) -> re.Pattern[str]:
    kinship = language.people["kinship"]
    return re.compile(one_of([*kinship["words"], *kinship["near"]]), re.IGNORECASE)


def _is_calling(text: str, start: int, end: int, before: str, language: Language) -> bool:
    """A noun that says what somebody is: Vorsitzender Richter, Schneider Anton Vogel, Richter am Hof."""
    following = re.match(r" ([^\W\d_][\w-]*)(?: ([^\W\d_][\w-]*))?", text[end : end + NEAR])
    if fold(before) in people.ranks(language):
        return True
    if not following:
        return False
    if fold(text[start:end]) in people.titles(language) and following[1] in beside(language).of_office:
        return True
    return given.is_given(fold(following[1])) and (following[2] or "")[:1].isupper()


def does_what_people_do(following: str, comma: str | None, words: Beside) -> bool:
    """Whether the word after a name at the head of a sentence is a verb, or begins an apposition."""
    if following in words.no_name_after:
        return False
    if following in words.verbs or following.endswith(words.past):
        return True
    return bool(comma) and (following in words.determiners or following in words.letters)


def _said_in_passing(after: str, words: Beside) -> bool:
    """Faith, I am satisfied, told the truth: what stands between two commas, and then a verb."""
    verb = _IN_PASSING.match(after)
    return verb is not None and (fold(verb[1]) in words.verbs or fold(verb[1]).endswith(words.past))


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
    words_beside = beside(language)
    thing = fold(last_word(before)) in words_beside.articles and not words_beside.article_before_name
    if telling and knows_words(language) and not thing:
        return True
    if _addressed("greetings").search(before) or beside(language).title.search(before):
        return True
    if before[-1:] in OPENING and CLOSING.match(after):  # that "bear" is he
        return True
    if _typed_small(text, start, end) and _acts(text, start, end, language):
        return True
    if _MESSAGE.search(before) and _LINE_END.match(after):  # "jb: grace"
        return True
    return bool(_addressed("closings").search(before) and re.match(r"\s*(?:[.,;!?)\n]|\Z)", after))


def _typed_small(text: str, start: int, end: int) -> bool:
    """Whether the sentence, or what somebody says in a line, is typed without capitals."""
    first = _SAID.search(text, max(0, start - LONGEST_SAID), start)
    after = _SAYING.match(text, end, end + LONGEST_SAID)
    said = text[first.end() if first else start : start] + (after[0] if after else "")
    return said.islower() and (first is not None or start <= LONGEST_SAID)


def _acts(text: str, start: int, end: int, language: Language) -> bool:
    """`if precious asks`, `rusty will sign`, `says ray.`; not `the rusty nail`, `hope you are well`."""
    words = beside(language)
    before, after = text[max(0, start - NEAR) : start], text[end : end + NEAR]
    last = fold(last_word(before))
    if last in words.articles or last in words.determiners or _is_usual(fold(text[start:end]), language):
        return False
    found = WORD_AFTER.match(after)
    following = fold(found[3] or "") if found else ""
    return following in words.in_messages


def _is_usual(word: str, language: Language) -> bool:
    return ranks(language.code).get(word, FREQUENT) < FREQUENT


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
    word_before = last_word(before)
    named = word_before[:1].isupper() and not _ordinary(word_before, language)
    following = re.match(r"[ \t]+([^\W\d_])", after)
    if (named and not SENTENCE_START.search(before)) or after[:1] == "-":
        return False
    return following is None or not following[1].isupper()


def given_name_before(text: str, start: int, lower_words: set[str], language: Language) -> int:
    """Where the name starts if given names or initials, listed or not, stand right before this surname."""
    first = after_letter(text, start)
    for _ in range(MOST_GIVEN):
        found = _GIVEN_BEFORE.search(text[max(0, start - NEAR) : start])
        if not found or not found[0][0].isupper() or _NO_GIVEN.fullmatch(found[0]):
            return start
        word = fold(found[1] or "")
        if found[0].strip(" .").lower() in people.titles(language):  # M. Roe is monsieur
            return start
        if word and is_calling(found[1], language):
            return start
        if word and _is_usual(word, language) and begins_sentence(text, start - len(found[0])):
            return start  # Said Ann, who is nobody called Said
        if not word and REPORTED.search(text, max(0, start - NEAR), start - len(found[0])):
            return start  # the division of a court, after the page of a report: U 2019.2187 V. Roe said
        if word and language.capitals == "nouns" and not given.is_given(word):
            return start
        if word and (_ordinary(word, language) or (word in lower_words and not given.is_given(word))):
            return start
        if word and (_opens(text, start - len(found[0]), word, language) or _is_form(word, language)):
            return start
        if start - len(found[0]) < first:
            return start
        start -= len(found[0])
    return start


def _is_form(word: str, language: Language) -> bool:
    """A word in a case is no given name before a surname: Karhua Turussa."""
    spoken = language.code != DEFAULT and not given.is_given(word)
    return spoken and base_form(word, (), language.code).form != ""


def _opens(text: str, start: int, word: str, language: Language) -> bool:
    """Whether an ordinary word has its capital from the sentence that it opens: "Leave Ann"."""
    listed = given.is_given(word) or given.is_family(word)
    return (
        not listed
        and is_word(word, language)
        and bool(SENTENCE_START.search(text[max(0, start - 6) : start]))
    )


def last_word(before: str) -> str:
    found = _WORD_BEFORE.search(before)
    return found[1] if found else ""


def _ordinary(word: str, language: Language) -> bool:
    folded = fold(word).rstrip(".")
    return is_common(folded, language) or folded in people.titles(language)


def in_shouted_line(text: str, start: int, end: int) -> bool:
    """In a line all in capitals, a capital tells nothing."""
    line_start = max(text.rfind("\n", max(0, start - 200), start) + 1, start - 200, 0)
    line_end = text.find("\n", end, end + 200)
    line = text[line_start : line_end if line_end >= 0 else end + 200]
    letters = "".join(filter(str.isalpha, line))
    return len(letters) > end - start and sum(map(str.isupper, letters)) > 0.8 * len(letters)
