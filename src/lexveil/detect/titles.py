"""People by title and by context: Mr Roe, Judge Roe, Roe QC, `represented by Jane Roe, a lawyer`.

Comes in: the view of a document. Goes out: PERSON spans without the title. A source ends in the role the
words around give (`titles:judge`), or in `courtesy` or `context` where they give none.
"""

import re
from collections.abc import Iterator, Sequence

from lexveil.detect.cues import AFTER, BEFORE, COLON
from lexveil.detect.words import (
    Word,
    at,
    is_body,
    is_body_word,
    joint,
    name_end,
    name_runs,
    name_span,
    words,
)
from lexveil.languages.common import is_common, is_demonym, is_function, is_plain
from lexveil.languages.titles import COURTESY, ROLE_BEFORE
from lexveil.model import Document, Span
from lexveil.names.given import is_family, is_given
from lexveil.names.places import is_ambiguous, is_place
from lexveil.text.fold import fold

# What a title is worth: one that is nothing else, one of an office, one that is also an everyday word.
SURE, OFFICE, WORD = 0.95, 0.8, 0.6

_PURE = frozenset(
    "mr mister mrs ms miss mx madame mme mlle monsieur messrs mmes sir dame herr frau senor senora signor "
    "signora shri smt sri dr prof professor sh drs kumari maitre".split()
)
_EVERYDAY = frozenset(
    "commissioner prosecutor coroner bishop president chairman director secretary governor earl soldier "
    "count king queen father sister brother general major minister officer mayor coach counsel advocate "
    "attorney solicitor barrister registrar nurse prince princess duke baron justice fr me eng ing gen "
    "det arbitrator hon honourable honorable ambassador senator commander doctor pc".split()
)
_MORE = {
    **dict.fromkeys(
        "commissioner prosecutor coroner bishop archbishop pastor president chairman director secretary "
        "governor constables soldier viscount earl".split(),
        "courtesy",
    ),
    **dict.fromkeys(["honble", "judges", "justices", "lords"], "judge"),
    "arbitrators": "arbitrator",
    "counsellor": "lawyer",
}
_SEVERAL = frozenset("messrs mmes drs judges justices arbitrators mm lords constables".split())
_RULES = {
    **{fold(title): "courtesy" for title in COURTESY},
    **{fold(title): role.lower() for title, role in ROLE_BEFORE.items()},
    **_MORE,
}
# Forms of address: Mr President is an office, not a name.
_OFFICES = frozenset(
    "president chairman speaker registrar secretary chancellor justice judge chief advocate mayor general "
    "minister commissioner ombudsman provost".split()
)
_PEERS = frozenset(["lord", "lady", "lords", "baroness", "viscount", "earl"])

# Degrees between title and name: Prof. Dr. iur. Roe.
_DEGREE = re.compile(r"\.?[^\S\n]?(?:(?:iur|jur|med|phil|habil|rer|nat|pol|oec|h\.?c|sc)\.[^\S\n]?)+")
# A title may end a line, its name begin the next.
_LINE_END = re.compile(r"\.? *\n *")
# Names in scripts without capitals stand out by title only.
_CASELESS = "[\u0590-\u1cff\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff]+"
_OTHER_SCRIPT = re.compile(rf"\.?[^\S\n]?({_CASELESS}(?: {_CASELESS}){{0,4}})")

_LIST = frozenset([",", "and", "&", ", and", ";", ".,", "/"])


def find(document: Document) -> Iterator[Span]:
    text = document.text
    listed = words(text)
    yield from _by_title(text, listed)
    yield from _by_words_before(text, listed)
    yield from _by_role_and_colon(text, listed)
    yield from _by_words_after(text, listed)


def _by_title(text: str, listed: Sequence[Word]) -> Iterator[Span]:
    for index, word in enumerate(listed):
        rule = _RULES.get(word.key)
        if rule is None:
            continue
        other = _OTHER_SCRIPT.match(text, word.end)
        if other:
            yield Span(*other.span(1), "PERSON", SURE, (f"titles:{rule}",))
            continue
        score = SURE if word.key in _PURE else WORD if word.key in _EVERYDAY else OFFICE
        if score == WORD and text[word.start - 1 : word.start] == "(":  # a foreign name of an office
            continue
        yield from _after_title(text, listed, index, rule, score)


def _after_title(text: str, listed: Sequence[Word], index: int, rule: str, score: float) -> Iterator[Span]:
    """The name after a title, and after `Messrs` all names of the list."""
    title = listed[index]
    degree = _DEGREE.match(text, title.end)
    first = at(listed, degree.end()) if degree else index + 1
    link = "space" if degree or (score == SURE and _LINE_END.fullmatch(title.gap)) else joint(title.gap)
    if first >= len(listed) or link not in ("space", ".", "particle", ".particle"):
        return
    last = name_end(listed, first, trusted=score == SURE)
    if title.key in _PEERS and last < len(listed) and last > first and joint(listed[last - 1].gap) == "of":
        last = name_end(listed, last)  # Lord Roe of Exampleton
    if last == first or not _is_person(listed, first, last, score):
        return
    start, end = name_span(listed, first, last)
    if link.endswith("particle"):
        start = title.end + len(title.gap) - len(title.gap.lstrip(". "))
    yield Span(start, end, "PERSON", score, (f"titles:{rule}",))
    yield from _rest_of_list(listed, last, (rule, min(score, 0.75)), several=title.key in _SEVERAL)


def _rest_of_list(
    listed: Sequence[Word], first: int, found: tuple[str, float], *, several: bool
) -> Iterator[Span]:
    """The names that go on after a first one: `Messrs Roe, Doe and Poe`, `Mr Roe and Jane Doe`.

    Unless the words before say that there are several, only names of two words count.
    """
    rule, score = found
    while first < len(listed) and joint(listed[first - 1].gap) in _LIST:
        last = name_end(listed, first)
        if listed[first].key in _RULES:
            return
        if last - first < (1 if several else 2) or not _looks_like_person(listed, first, last):
            return
        yield Span(*name_span(listed, first, last), "PERSON", score, (f"titles:{rule}",))
        first = last


def _is_person(listed: Sequence[Word], first: int, last: int, score: float) -> bool:
    """Whether what follows a title can be a name; after an everyday word it must look like one."""
    head = listed[first]
    if head.initial and (score == SURE or last - first > 1):
        return True
    if head.key in _OFFICES or is_function(head.key):
        return False
    if score == SURE:
        return True
    if last - first == 1:
        ordinary = is_plain(head.key) if score == OFFICE else is_common(head.key) or is_place(head.key)
        if len(head.text) == 1 or ordinary:
            return False
    return not is_body(listed, last)


def _by_words_before(text: str, listed: Sequence[Word]) -> Iterator[Span]:
    for cue in BEFORE.finditer(text):
        several = cue[0].rstrip(" ,").endswith("s")
        yield from _after_cue(listed, cue, 0.7, several=several)


def _by_role_and_colon(text: str, listed: Sequence[Word]) -> Iterator[Span]:
    for cue in COLON.finditer(text):
        yield from _after_cue(listed, cue, 0.75, several=True)


def _after_cue(listed: Sequence[Word], cue: re.Match[str], score: float, *, several: bool) -> Iterator[Span]:
    first = at(listed, cue.end())
    if first == len(listed) or listed[first].start != cue.end():
        return
    last = name_end(listed, first)
    if last > first and _looks_like_person(listed, first, last):
        rule = str(cue.lastgroup)
        yield Span(*name_span(listed, first, last), "PERSON", score, (f"titles:{rule}",))
        yield from _rest_of_list(listed, last, (rule, score), several=several)


def _by_words_after(text: str, listed: Sequence[Word]) -> Iterator[Span]:
    for first, last in name_runs(listed):
        cue = AFTER.match(text, listed[last - 1].end)
        letters = cue is not None and cue[0].lstrip(" ,")[:1].isupper()
        if cue and _looks_like_person(listed, first, last, lettered=letters):
            yield Span(*name_span(listed, first, last), "PERSON", 0.7, (f"titles:{cue.lastgroup}",))


def _looks_like_person(listed: Sequence[Word], first: int, last: int, *, lettered: bool = False) -> bool:
    """Two words or more that are no place and no body, or one that is no ordinary word.

    `lettered`: letters such as QC stand after, so the one word may be both (Baker QC).
    """
    if is_body(listed, last) or any(is_body_word(word) for word in listed[first:last]):
        return False
    named = [word for word in listed[first:last] if not word.initial]
    if not named:
        return False
    whole = " ".join(word.key for word in named)
    if is_place(whole) and not is_ambiguous(whole):
        return False
    if last - first == 1:
        key = named[0].key
        acronym = named[0].text[:2].isupper() and (not named[0].text.isupper() or len(key) < 6)
        ordinary = is_plain(key) if lettered else is_common(key)
        return not (ordinary or is_demonym(key) or acronym)
    return not all(is_common(word.key) for word in named) or any(
        is_given(word.key) or is_family(word.key) for word in named
    )
