"""What a model takes for a name or a number of somebody and is none, by where it stands.

Dropped are the letters before question and answer in a transcript (Q. and A.), times that tell nothing by
themselves (the following day) and numbers of things that the document itself counts (cylinder no. 3): they
identify nobody, and without them a result is hard to read. Only what no rule has seen as something else is
looked at.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache

from lexveil.detect.addresses.wholes import whole_addresses
from lexveil.detect.capitals import opens_line
from lexveil.detect.labels import either
from lexveil.detect.merge import by_model
from lexveil.detect.numbers import NEAR, is_somebodys, told_apart
from lexveil.detect.series import carried_on
from lexveil.languages import Language, load
from lexveil.languages.common import is_common
from lexveil.model import MEDIUM, Document, Span
from lexveil.names import given
from lexveil.names.medicines import is_dosed, is_medicine
from lexveil.names.ordinary import ranks
from lexveil.names.page_words import page
from lexveil.names.paragraphs import counts_paragraphs
from lexveil.names.places import is_place
from lexveil.text.fold import fold
from lexveil.text.patterns import LOWER

_SPEAKS = re.compile(r"[.:]?[ \t]+[(\"“]?[^\W\d_a-z]")
_INITIALS = 2  # letters that may be somebody's
DEPONENT = 0.9  # the score of somebody whose deposition is cited
_OWNER = 160  # characters before an address in which its owner is named
_LETTERHEAD = 300  # characters from the name of a court to the last line of its letterhead
SHORTEST_NOUN = 2  # letters, without its article
_SUM = re.compile(r"\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?")  # 248.116 where a comma marks decimals


class Patterns:
    def __init__(self, language: Language) -> None:
        words = language.labels["noise"]
        self.speaker = re.compile(rf"(?:{words['speaker']})[.:]?")
        self.exhibit = re.compile(
            rf"\b{either(words['exhibits'])}{words['number']} (?:[\w./-]{{1,12}}(?:{words['joining']}))*$",
            re.IGNORECASE,
        )
        self.vague_time = re.compile(rf"(?i)\b{either(words.get('vague_times', ['(?!)']))}\b")
        self.counted = re.compile(rf"(?:{words['counted']}) ?\d{{1,2}}", re.IGNORECASE)
        self.office = re.compile(language.labels["addresses"].get("office", "(?!)"))
        self.account = re.compile(
            rf"{either(language.labels['banking'].get('courts', ['(?!)']))}[^;\n]{{0,70}}\Z"
        )
        self.fields = _fields(language)
        counted = either(language.labels["addresses"].get("counted", ["(?!)"]))
        self.ground = re.compile(rf"(?i:(?:[^\W\d_]+ )?{counted} \d{{1,3}})")  # Appeal Ground 2
        self.definite = words.get("definite", ())
        self.one = re.compile(rf"(?<!\w){either(words['one'])} $")


def _fields(language: Language) -> frozenset[str]:
    """What a form calls what stands after it: DOB, Tel, SSN."""
    labels = language.labels
    listed = (language.dates.get("birth", {}).get("words", ()), labels["national"]["labels"]["person"])
    words = (word.strip(".") for words in (*listed, labels["phones"]["labels"]["number"]) for word in words)
    return frozenset(
        word
        for word in map(fold, words)
        if word.isalpha() and len(word) > _INITIALS and not given.is_given(word)
    )


_patterns = cache(Patterns)

_CODE_OF_LAW = re.compile(r"(?:[A-Z]\.\s?){2,4}[A-Z]?\.?")  # N.J.S.A. 2A:15-3
_NUMBERED_LAW = re.compile(r"\.?(?:[A-Z]\.)*\s*§*\s*\d{1,4}[A-Z]?[:.‑-]\d")
_ANSWER = re.compile(r"[A-Z]\.?\s+I")  # A.  I saw him.
_CAPACITY = re.compile(r"([^\W\d_a-z][\w'’-]+(?: [^\W\d_a-z]\.?)?(?: [^\W\d_a-z][\w'’-]+){1,2}), [a-z]")
_CAMEL = re.compile(r"([A-Z][a-z]{3,})[A-Z][a-z]+")
_PAGES = re.compile(r"\d{1,4}(?:[-–]\d{1,4})?")
_COLUMNS = re.compile(
    r"\d{1,4}[A-H]-(?:\d{1,4})?[A-H]|\d{1,2}-\d{3}"
)  # 281H-282B, of a report; 14-029, of a book
_REPORTED = re.compile(r"[\[(](?:1[89]|20)\d\d ?[\])][^;\n]{1,30}\d, \Z")  # [2003] 4 LRC 712, 735-736
_HEADING = re.compile(r"[IVX]+\.?\s+[^\W\d_a-z]{4,}")  # V.   MERITS
_HOME = "addresses:home"  # by more than a postcode
_FIRMS = frozenset(["organizations:form", "organizations:law-firm"])  # whose address may follow
_LONG_NUMBER = re.compile(r"\d{5}")
_SENTENCE = re.compile(r"[.;:!?]\s|\n\s*\n")
_PARAGRAPH = re.compile(r"\n\s*\n")
_PROSE = re.compile(rf"(?<![^\W\d_])(?:[{LOWER}]+,?\s){{4}}")
_REACHED = frozenset(["PHONE", "EMAIL", "URL", "CODE", "CARD", "IBAN"])  # a court, in its letterhead
_LETTERS = re.compile(r"[^\W\d_](?:[\w-]*\w)?")
_VERSUS = re.compile(r"\s*-?v\b")
_OPENED = re.compile(r"\s*\(?\s*")  # R (on the application of


def without_noise(spans: Iterable[Span], document: Document) -> tuple[Span, ...]:
    small = document.text.islower()
    kept = [span for span in spans if not (by_model(span) and _noise(span, document, small=small))]
    kept = [named for span in kept for named in _without_field(span, document)]
    people = _names(kept, document.text)
    kept = [
        _in_a_capacity(
            _somebody(
                _deponent(_brand(_medicine(span, document.text, people), document.text), document), document
            ),
            document.text,
        )
        for span in kept
    ]
    told = carried_on(told_apart(list(_whole(kept, document.text)), document), document)
    return tuple(_courts_own(whole_addresses(told, document.text), document))


def _without_field(span: Span, document: Document) -> Iterator[Span]:
    """A name less the next field of the form, which even a rule may take for a part of it: Ann Roe   DOB."""
    words = [*_LETTERS.finditer(document.text, span.start, span.end)] if span.category == "PERSON" else []
    fields = _patterns(load(document.language_at(span.start))).fields
    last = fold(words[-1][0]) if words else ""
    if last not in fields or given.is_family(last):
        yield span
    elif len(words) > 1:
        yield replace(span, end=words[-2].end())


def _capitalised(surface: str) -> list[str]:
    return [fold(word) for word in _LETTERS.findall(surface) if word[0].isupper()]


def _names(spans: Sequence[Span], text: str) -> frozenset[str]:
    """The words of names that a rule has seen or that are more than one word, none of them a medicine."""
    found: set[str] = set()
    for span in spans:
        words = _capitalised(text[span.start : span.end]) if span.category == "PERSON" else []
        if not by_model(span) or (len(words) > 1 and not all(map(is_medicine, words))):
            found.update(words)
    return frozenset(found)


def _medicine(span: Span, text: str, people: frozenset[str]) -> Span:
    """Sertraline, Naproxen 500 mg: what somebody takes, unless somebody is called so."""
    if span.category != "PERSON" or not by_model(span):
        return span
    words = _capitalised(text[span.start : span.end])
    if not words or not people.isdisjoint(words):
        return span
    dosed = len(words) == 1 and is_dosed(text[span.end : span.end + 12]) and not given.is_given(words[0])
    return replace(span, category="MISC") if dosed or all(map(is_medicine, words)) else span


def _somebody(span: Span, document: Document) -> Span:
    """The keeper was a Lenka Dvorska: of whom nothing else is known, a person and no place."""
    if span.category not in ("LOC", "ORG") or not by_model(span):
        return span
    text, language = document.text, load(document.language_at(span.start))
    words = [fold(word) for word in text[span.start : span.end].split()]
    unheard = 2 <= len(words) <= 3 and not any(
        is_place(word) or is_common(word, language) or not word.isalpha() for word in words
    )
    one = _patterns(language).one.search(text, max(0, span.start - 8), span.start)
    return replace(span, category="PERSON") if unheard and one else span


def _deponent(span: Span, document: Document) -> Span:
    """Roe Dep. 41:6: whose deposition it is, whatever a model took the two words for."""
    if span.category not in ("ORG", "LOC", "MISC") or not by_model(span):
        return span
    papers = load(document.language_at(span.start)).roles.get("introductions", {}).get("papers", ())
    first, _, last = document.text[span.start : span.end].partition(" ")
    if not (last.strip(".") in papers and first[:1].isupper() and first.isalpha()):
        return span
    end, sources = span.start + len(first), (*span.sources, "titles:courtesy")
    return replace(span, category="PERSON", end=end, sources=sources, score=max(span.score, DEPONENT))


def _brand(span: Span, text: str) -> Span:
    """BlackRock, SoftBank: a capital inside the word, and neither MacLeod nor AnnaRoe."""
    camel = _CAMEL.fullmatch(text, span.start, span.end) if span.category == "PERSON" else None
    if not camel or not by_model(span) or given.is_given(fold(camel[1])):
        return span
    whole = fold(camel[0])
    return span if given.is_given(whole) or given.is_family(whole) else replace(span, category="ORG")


def _in_a_capacity(span: Span, text: str) -> Span:
    """ANN ROE, individually and as guardian: a person, whatever the model took the whole for."""
    named = _CAPACITY.match(text, span.start, span.end) if span.category == "ORG" and by_model(span) else None
    words = fold(named[1]).split() if named else []
    if named and given.is_given(words[0]) and given.is_family(words[-1]):
        return replace(span, end=named.end(1), category="PERSON")
    return span


def _courts_own(spans: Sequence[Span], document: Document) -> Iterator[Span]:
    """The address that follows the name of a court is a place, unless somebody is named between them; how the
    court is reached, told in its letterhead, and where it is paid, are nobody's."""
    nowhere = -NEAR - 1
    court = head = nowhere
    named: Span | None = None
    for span in spans:
        if span.category == "COURT":
            court = span.end
            head = span.end if named is None else nowhere
        elif span.category == "PERSON":
            court, head, named = nowhere, nowhere, span
        elif not _FIRMS.isdisjoint(span.sources):
            court = head = nowhere
        between = document.text[head : span.start] if head >= 0 else ""
        letterhead = head >= 0 and _is_letterhead(between) and (span.category != "CODE" or "\n" in between)
        if span.category in _REACHED and (letterhead or _is_courts_account(span, document)):
            continue
        home = _HOME in span.sources
        near = span.category == "ADDRESS" and not home and span.start - court <= NEAR
        if span.category == "ADDRESS" and not home and _is_office(span, named, document):
            yield replace(span, category="LOC")
            continue
        between = document.text[court : span.start] if near else ""  # FBI 771604KB2, ADDR …
        followed = near and not _SENTENCE.search(between) and not _LONG_NUMBER.search(between)
        if followed or (letterhead and span.category == "ADDRESS" and not home):
            span = replace(span, category="LOC")
        yield span


def _is_letterhead(between: str) -> bool:
    """Lines that follow one another below the name of the court, before anybody is named; no prose."""
    return len(between) < _LETTERHEAD and not (_PARAGRAPH.search(between) or _PROSE.search(between))


def _is_courts_account(span: Span, document: Document) -> bool:
    """Where fees and deposits are paid: the account of this court."""
    text, words = document.text, _patterns(load(document.language_at(span.start)))
    before = text[max(0, span.start - _OWNER) : span.start]
    return span.category in ("IBAN", "CODE", "CARD") and words.account.search(before) is not None


def _is_office(span: Span, named: Span | None, document: Document) -> bool:
    """An address of a court or a lawyer, told before it; not that of somebody named since."""
    text, office = document.text, _patterns(load(document.language_at(span.start))).office
    first = max(text.rfind("\n", 0, span.start) + 1, span.start - _OWNER)
    found = office.search(text[first : span.start])
    if not found:
        return False
    return named is None or "," not in text[first + found.start() : named.start]


def _whole(spans: Sequence[Span], text: str) -> Iterator[Span]:
    """A model's codes with all letters and digits that are written together with them: 13/190226T."""
    last = 0
    for at, span in enumerate(spans):
        if span.start < last:
            continue
        if span.category == "CODE" and by_model(span):
            start, end = span.start, span.end
            while start > last and text[start - 1].isalnum() and text[start].isalnum():
                start -= 1
            while text[end : end + 1].isalnum() and text[end - 1].isalnum():
                end += 1
            inside = [each for each in spans[at + 1 : at + 4] if each.start < end]
            if all(each.end <= end and by_model(each) for each in inside):
                span = replace(span, start=start, end=end)
        yield span
        last = span.end


def _opens_only(surface: str, text: str, language: Language, endings: Sequence[str]) -> bool:
    """A noun with its article at the end (Steinen, Døra) that has its capital from the sentence, wherever it
    stands: the text has it in small letters too, or the word without the ending is known."""
    key = fold(surface)
    if not surface.isalpha() or given.is_given(key) or given.is_family(key) or is_place(key):
        return False
    bare = next((surface[: -len(each)] for each in endings if surface.endswith(each)), "").lower()
    if len(bare) < SHORTEST_NOUN:
        return False
    small = re.search(rf"(?<!\w){surface.lower()}(?!\w)", text) is not None
    known = ranks(language.code)
    stems = (bare, bare + "e", bare + bare[-1])
    if not small and not any(fold(each) in known or is_common(fold(each), language) for each in stems):
        return False
    inside = rf"[^\W_][,;]?[ \t]+[«“„\"]?{surface}(?!\w)|(?<!\w){surface} [^\W\d_a-z]"
    return not re.search(inside, text)


def _noise(span: Span, document: Document, *, small: bool) -> bool:
    text, language = document.text, load(document.language_at(span.start))
    words, surface = _patterns(language), text[span.start : span.end]
    if span.category == "PERSON":
        speaker = words.speaker.fullmatch(surface) and _SPEAKS.match(text, span.end)
        if len(surface.rstrip(".")) == 1 and surface[0].islower():
            return True
        if surface[0] in "IVX" and opens_line(text, span.start) and _HEADING.match(text, span.start):
            return True
        if span.score < MEDIUM and opens_line(text, span.start) and counts_paragraphs(text, surface):
            return True
        if _opens_only(surface, text, language, words.definite):
            return True
        code = _CODE_OF_LAW.fullmatch(surface) and _NUMBERED_LAW.match(text, span.end)
        opened = _OPENED.match(text, span.end)
        applied = opened and page(language).application.match(text, opened.end())
        crown = surface.rstrip(".") in page(language).crown and (applied or _VERSUS.match(text, span.end))
        return bool(code or crown or _ANSWER.fullmatch(surface) or (speaker and opens_line(text, span.start)))
    if span.category == "ADDRESS":
        return words.ground.fullmatch(surface) is not None
    if span.category == "ORG":  # no body is written all small, in a text that is not
        return surface.islower() and not any(map(str.isdigit, surface)) and not small
    if span.category in ("DATE", "TIME"):
        return not any(map(str.isdigit, surface)) and words.vague_time.search(surface) is not None
    if span.category != "CODE":
        return False
    before = text[max(0, span.start - NEAR) : span.start]
    grouped = language.decimal == "," and _SUM.fullmatch(surface)
    if grouped and not is_somebodys(span, document):
        return True
    if _PAGES.fullmatch(surface) and _REPORTED.search(before):
        return True
    if _COLUMNS.fullmatch(surface):
        return True
    return bool(words.counted.fullmatch(surface) or words.exhibit.search(before))
