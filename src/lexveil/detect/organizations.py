"""Organisations: by legal form, as law firms, by head word, as clubs, and their acronyms.

Comes in: the view of a document. Goes out: ORG spans, without the article before them. A law firm carries the
source `organizations:law-firm`. Courts and public bodies are left to `courts`.
"""

import re
from collections.abc import Iterator, Sequence

from lexveil.detect.phrases import after, before, may_stand_in
from lexveil.detect.words import LETTER, UPPER, Word, at, joint, words
from lexveil.jurisdictions.legalforms import entries, keys, pattern
from lexveil.languages.common import is_common, is_plain
from lexveil.model import Document, Span
from lexveil.names.given import is_given
from lexveil.names.places import is_country

FORM, FIRM, HEAD, CLUB, ACRONYM, LETTERS = 0.95, 0.9, 0.7, 0.7, 0.75, 0.5


_FORMS = re.compile(rf"(?<=[\w)”\"'’&.])(?:,? )\(?(?P<form>{pattern('forms')})(?![\w-])")
_FIRMS = re.compile(rf"(?<=[\w)]) (?P<form>{pattern('firms')})(?![\w-])")
_PREFIXES = re.compile(
    rf"(?<![\w.])(?:(?P<firm>{'|'.join(map(re.escape, entries('before')))})|"
    rf"(?P<form>{'|'.join(map(re.escape, entries('prefixes')))}))(?: |(?<=\.))(?=[“\"'«]?[{UPPER}])"
)
_QUOTED = re.compile(rf"[“\"«]([{UPPER}][^“”\"«»\n]{{1,60}})[”\"»]")
# What may stand in brackets inside a company's name: Company (Country) Ltd.
_BRACKETS = re.compile(rf"\([{UPPER}][{LETTER}. ]{{1,30}}\)$")
_ACRONYM_AFTER = re.compile(
    r" ?\((?:the |hereinafter |hereafter |“|\"|')*(?P<short>[A-Z][A-Za-z.&-]{1,11})[”\"']?\)"
)
_ACRONYM_BEFORE = re.compile(rf"\b(?P<short>[{UPPER}]{{2,8}}) \((?:the |“|\")*(?=[{UPPER}])")
# A law named after a body is not the body.
_LAW = re.compile(r" (?:Acts?|Law|Code|Bill|Rules?|Regulations?|Ordinance|Statute|Treaty)\b")
_AMBIGUOUS = frozenset(entry.rstrip(".").lower() for entry in entries("ambiguous"))
_EXACT = frozenset(entries("acronyms"))
_ACTS_BEFORE = re.compile(
    r"\b(?:members?(?:ship)? of|supporters? of|called|organi[sz]ation|union|party|company|against|with|by|"
    r"between|behalf of|president of|chairman of|director of|employed (?:by|at)|"
    r"officer of)(?: the)? (?:[“\"'])?$"
)
_ACTS_AFTER = re.compile(
    r"(?:'s?)?[”\"']? (?:had|has|was|were|is|did|would|could|must|appealed|argued|submitted|stated|filed|"
    r"lodged|requested|refused|decided|alleged|replied|informed|dismissed|rejected|claimed|issued|paid|"
    r"denied|held|noted)\b"
)
_LAW_BEFORE = re.compile(
    r"\b(?:section|sections|Article|Articles|paragraph)s? [\w()§. -]{1,14} of the [“\"]?$|"
    r"\bAct \(?[\w ]{0,8}[“\"]?$"
)
_NOT_BODIES = frozenset(
    "dna hiv aids vat gdp cctv eur usd gbp chf dem ats pln dkk sek nok frf trl try rub inr jpy cad aud "
    "ltl czk huf ron skk eek lvl itl esp fim and the for not ipc crpc cpc fir pdf sms gps faq iii viii "
    "vii xii ptsd adhd mri iban bic llm phd mba act law case court nos sch llb emi".split()
)
# Heads of `legalforms` bodies that private bodies have too; `courts` takes the public ones.
_SHARED = frozenset("commission committee council board agency authority office service bureau".split())
_WEAK = frozenset(
    "press front bar centre center church united olympic team racing works party services systems energy "
    "capital finance media network movement school schools trust union group company construction "
    "insurance transport engineering office board service club bank fund federation association library "
    "hotel house theatre chamber products".split()
)


def find(document: Document) -> Iterator[Span]:
    text = document.text
    listed = words(text)
    found = [
        *_by_form(text, listed), *_by_firm(text, listed), *_by_prefix(text, listed), *_by_head(text, listed),
        *_by_club(listed), *_known(listed), *_letters(text, listed),
    ]  # fmt: skip
    yield from _outermost(found)
    yield from _acronyms(text, listed, found)


def _outermost(found: Sequence[Span]) -> Iterator[Span]:
    """Without those inside a longer one: of `Roe & Sons` and `Roe & Sons Limited` the second."""
    end = 0
    for span in sorted(found, key=lambda span: (span.start, -span.end)):
        if span.end > end:
            yield span
            end = span.end


def _by_form(text: str, listed: Sequence[Word]) -> Iterator[Span]:
    """Words before a legal form: Example Holding (Cyprus) Ltd."""
    for match in _FORMS.finditer(text):
        form = match["form"].rstrip(".")
        ambiguous = form.lower() in _AMBIGUOUS
        first = _left(text, listed, match.start(), plain=ambiguous)
        if first is None or (ambiguous and _is_shouted(text, first, match.end())):
            continue
        rule = "law-firm" if form.replace(".", "") == "LLP" else "form"
        yield Span(first, match.end("form"), "ORG", FORM, (f"organizations:{rule}",))


def _by_firm(text: str, listed: Sequence[Word]) -> Iterator[Span]:
    for match in _FIRMS.finditer(text):
        first = _left(text, listed, match.start(), plain=True)
        if first is not None:
            yield Span(first, match.end("form"), "ORG", FIRM, ("organizations:law-firm",))


def _left(text: str, listed: Sequence[Word], end: int, *, plain: bool) -> int | None:
    """Where the name that ends at `end` starts; None where no name stands there.

    `plain`: the mark after the name is also a word, so the name must have a word that is none.
    """
    if text[end - 1 : end] == ")":
        opened = _BRACKETS.search(text, max(0, end - 34), end)
        if not opened:
            return None
        end = opened.start()
        while end and text[end - 1] == " ":
            end -= 1
    if text[end - 1 : end] in '”"»':
        quoted = max(text.rfind("“", max(0, end - 62), end), text.rfind('"', max(0, end - 62), end - 1))
        return quoted if quoted >= 0 and "\n" not in text[quoted:end] else None
    last = at(listed, end) - 1
    if last < 0 or listed[last].end + listed[last].gap.startswith(".") < end:
        return None
    first = before(listed, last)
    if not may_stand_in(listed[last]):
        return None
    if plain and all(is_plain(word.key) for word in listed[first : last + 1]):
        return None
    return _over_and(listed, first)


def _over_and(listed: Sequence[Word], first: int) -> int:
    """Take in partners before `&` and initials: Roe, J. Doe & Poe Ltd."""
    while first > 0 and may_stand_in(listed[first - 1]):
        previous = listed[first - 1]
        link = joint(previous.gap)
        partner = link == "," and "&" in listed[first].gap and not is_common(previous.key)
        initial = link == "." and previous.initial and previous.key != "v"  # versus
        if link != "&" and not partner and not initial:
            break
        first -= 1
    return listed[first].start


def _is_shouted(text: str, start: int, end: int) -> bool:
    """Whether the form stands in a line of capitals, where AS and SE are words."""
    return text[start:end].isupper() and text[end : end + 12].strip().isupper()


def _by_prefix(text: str, listed: Sequence[Word]) -> Iterator[Span]:
    """A form before the name: OOO “Romashka”, M/s Roe Traders."""
    for match in _PREFIXES.finditer(text):
        quoted = _QUOTED.match(text, match.end())
        if quoted:
            yield Span(match.start(), quoted.end(), "ORG", FORM, ("organizations:prefix",))
            continue
        first = at(listed, match.end())
        if first == len(listed) or listed[first].start != match.end():
            continue
        last = first
        while last < len(listed) and last - first < 5 and may_stand_in(listed[last]):
            last += 1
            if joint(listed[last - 1].gap) not in ("space", "&", "and", "."):
                break
        # M/s says that a firm follows and is no part of its name; some write it before people.
        address = match[0].startswith(("M/", "Messrs"))
        if address and (listed[first].initial or is_given(listed[first].key)):
            continue
        if last > first:
            start = listed[first].start if address else match.start()
            rule = "law-firm" if match["firm"] else "prefix"
            yield Span(start, listed[last - 1].end, "ORG", HEAD, (f"organizations:{rule}",))


def _by_head(text: str, listed: Sequence[Word]) -> Iterator[Span]:
    """A head word with what belongs to it: University of Exampleton, Royal Roe Federation."""
    heads = keys("heads") | _SHARED
    done = 0
    for index, word in enumerate(listed):
        if index < done or word.key not in heads:
            continue
        first, last = before(listed, index), after(listed, index)
        while last < len(listed) and joint(listed[last - 1].gap) == "space" and listed[last].key in heads:
            last = after(listed, last)
        if _is_organization(listed, first, index, last) and not _LAW.match(text, listed[last - 1].end):
            done = last
            yield Span(listed[first].start, listed[last - 1].end, "ORG", HEAD, ("organizations:head",))


def _is_organization(listed: Sequence[Word], first: int, head: int, last: int) -> bool:
    """A bare head is none, nor one with only the words of any document around it."""
    others = [word for index, word in enumerate(listed[first:last], first) if index != head]
    if not others or (listed[head].key == "chamber" and last == head + 1):
        return False
    if listed[head].key in _WEAK and first == head:
        return any(not is_common(word.key) for word in others)
    return True


def _by_club(listed: Sequence[Word]) -> Iterator[Span]:
    """FC Example, Example SK."""
    marks = frozenset(entry.replace(".", "") for entry in entries("clubs"))
    for index, word in enumerate(listed):
        if word.text not in marks:
            continue
        if joint(word.gap) == "space" and index + 1 < len(listed) and not is_common(listed[index + 1].key):
            if may_stand_in(listed[index + 1]) and not listed[index + 1].text.isupper():
                yield Span(word.start, listed[index + 1].end, "ORG", CLUB, ("organizations:club",))
        elif index and joint(listed[index - 1].gap) == "space" and not is_common(listed[index - 1].key):
            first = before(listed, index, most=2)
            if first < index:
                yield Span(listed[first].start, word.end, "ORG", CLUB, ("organizations:club",))


def _known(listed: Sequence[Word]) -> Iterator[Span]:
    for word in listed:
        if word.text in _EXACT:
            yield Span(word.start, word.end, "ORG", ACRONYM, ("organizations:known",))


def _letters(text: str, listed: Sequence[Word]) -> Iterator[Span]:
    """Letters that act as a body does: `the HADEP appealed`, `a member of the DKP`."""
    acting: set[str] = set()
    laws: set[str] = set()
    for word in listed:
        if 3 <= len(word.text) <= 6 and word.text.isupper() and word.key not in _NOT_BODIES:
            if _LAW_BEFORE.search(text, max(0, word.start - 24), word.start) or is_country(word.key):
                laws.add(word.text)
            elif _ACTS_BEFORE.search(text, max(0, word.start - 24), word.start) or _ACTS_AFTER.match(
                text, word.end
            ):
                acting.add(word.text)
    for word in listed:
        if word.text in acting - laws and not _is_shouted(text, word.start, word.end):
            yield Span(word.start, word.end, "ORG", LETTERS, ("organizations:letters",))


def _acronyms(text: str, listed: Sequence[Word], found: Sequence[Span]) -> Iterator[Span]:
    """Short names that a bracket introduces, there and wherever else the text has them."""
    shorts = set()
    for span in found:
        match = _ACRONYM_AFTER.match(text, span.end)
        if match and _abbreviates(match["short"], text[span.start : span.end]):
            shorts.add(match["short"].rstrip("."))
    for match in _ACRONYM_BEFORE.finditer(text):
        if _abbreviates(match["short"], text[match.end() : match.end() + 80].split(")")[0]):
            shorts.add(match["short"])
    for word in listed:
        if word.text in shorts:
            yield Span(word.start, word.end, "ORG", ACRONYM, ("organizations:acronym",))


def _abbreviates(short: str, name: str) -> bool:
    """Whether the capitals of the short name are, in order, capitals of the long one, or its first word."""
    capitals = [char for char in short if char.isupper()]
    if len(capitals) < 2:
        return False
    letters = iter(char for char in name.title() if char.isupper())
    return all(char in letters for char in capitals)
