"""The lines of a document with the names in them, and the role that a line announces: "Arbitrators:"."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from lexveil.languages import Language, load
from lexveil.model import Document, Span
from lexveil.names.page_words import page
from lexveil.resolve.phrases import Evidence, Said, phrases
from lexveil.text.patterns import LOWER

BENCHES = ("BENCH", "JUDGE")
BESIDE = ("title", "before", "described", "letters")  # reasons that stand right before a name
AFTER_NAME = ("after", "after-several", "letters", "acts-for")  # reasons that stand after a name
SHORT = 120  # a longer line is prose, not an entry of a list
HEADING = 200  # characters of a line that ends in a colon
SIGNED = 120  # a longer line is no part of a signature
_STOP = re.compile(r"(?<=[^\W\d_]{4})[.,] ")
WORDS = 6  # in small letters, with a full stop, make a sentence
# The last words of a wrapped paragraph: `called "Respondents".`, `expert for the Claimant.`
_SENTENCE_END = re.compile(rf"(?:[{LOWER}\"“‘'(]).*[.!?][\"”’')]*")
_COLON = re.compile(r":(?!\S)")  # not that of a number: KKO 2017:9
_SMALL = re.compile(rf"(?<![\w-])[{LOWER}]{{2,}}(?![\w-])")
_ITEM = re.compile(r"\(\w{1,4}\).*;")  # "(ii) the appellant;", one of the children
_QUOTATION = re.compile(r"\s*[\"“„«]")
_SPEECH = re.compile(r":\s+[^\w\n]*(?:\d+\W{1,3})*[^\W\d_][^\n]*[^\W\d_]{3}[.!?]\s")


class Line(NamedTuple):
    start: int
    text: str
    spans: list[Span]
    language: Language
    opens: bool  # a blank line stands before it


def lines_of(document: Document, text: str, spans: Sequence[Span]) -> list[Line]:
    lines = []
    at = last = 0
    for found in re.finditer(r"[^\n]*[^\s][^\n]*", text):
        while at < len(spans) and spans[at].start < found.start():
            at += 1
        inside = []
        language = load(document.language_at(found.start()))
        known = phrases(language)
        while at < len(spans) and spans[at].start < found.end():
            words = text[spans[at].start : spans[at].end].removeprefix(known.the).strip()
            labels = known.labels + known.headings if spans[at].category == "ORG" else ()  # "We concur"
            label = any(pattern.fullmatch(words) for pattern, _ in labels)
            if spans[at].category in ("PERSON", "ORG") and not label:
                inside.append(spans[at])
            at += 1
        opens = text.count("\n", last, found.start()) > 1
        start = found.start() + len(found[0]) - len(found[0].lstrip())
        lines.append(Line(start, found[0].strip(), inside, language, opens))
        last = found.end()
    return lines


def announced(line: Line) -> str:
    """The role a line announces: "Arbitrators: …", "Counsel for the Appellant", "Witnesses"."""
    head, *rest = _COLON.split(line.text, maxsplit=1)
    colon = bool(rest)
    if not line.spans and len(line.text) < SIGNED:  # "Attorney. Bar no. 7714", under a name
        head = head if colon else _STOP.split(head)[0]
    if line.spans and colon and line.start + len(head) >= line.spans[-1].end:
        return _over_names(head, line)
    if line.spans and (not colon or line.start + len(head) > line.spans[0].start):
        head = _capitals(line)
        return role_of(head, line.language, labels=True) if head else ""
    if len(head) > (HEADING if colon and line.text.endswith(":") else 60) or (not colon and len(head) > 45):
        return ""
    if is_speech(line) or _SENTENCE_END.fullmatch(line.text) or _ITEM.fullmatch(line.text):
        return ""
    short = len(head) <= 60 and bool(colon or len(head.split()) <= 6)
    return role_of(head, line.language, labels=short)


def _over_names(head: str, line: Line) -> str:
    """The line names only whose people stand below it: "For Ann Roe:", "Secretary to the Tribunal:"."""
    if not line.text.endswith(":") or len(head) > HEADING:
        return ""
    if page(line.language).counsel.fullmatch(head):
        return "LAWYER?"
    people = (span.start - line.start for span in line.spans if span.category == "PERSON")
    before = head[: next(people, len(head))]
    return role_of(before, line.language, labels=len(head) <= SHORT // 2)


def _capitals(line: Line) -> str:
    """What stands in capitals before the first name, less titles: "DEFENDANTS Mr Roe, Ms Doe"."""
    head = phrases(line.language).titled.sub("", line.text[: line.spans[0].start - line.start]).strip()
    return head if head.isupper() and len(head) <= 45 else ""


def role_of(head: str, language: Language, *, labels: bool) -> str:
    known = phrases(language)
    patterns = known.headings + (known.labels if labels else ())
    return next((role for pattern, role in patterns if pattern.search(head)), "")


def is_speech(line: Line) -> bool:
    """A sentence stands between the colon and the first name, or a long quotation begins there."""
    colon = _COLON.search(line.text)
    first = line.spans[0].start - line.start if line.spans else 0
    if colon is None:
        return False
    if _QUOTATION.match(line.text, colon.end()) and len(line.text) > SHORT:
        return True
    asks = line.text.endswith(("?", "!")) and colon.start() < first
    return asks or bool(_SPEECH.search(line.text[colon.start() : first]))


def is_sentence(line: Line) -> bool:
    stops = line.text.rstrip("\"”’»'").endswith((".", "!", "?", ";"))
    return stops and len(_SMALL.findall(line.text)) >= WORDS


def is_staff(text: str, span: Span, language: Language) -> bool:
    """Ann Roe, Terminal Manager: who came with counsel."""
    words = page(language)
    line = text[span.end : span.end + SHORT].partition("\n")[0].partition(";")[0]
    return words.staff.match(line) is not None and not words.law.search(line)


def give(spans: list[Span], said: Evidence, found: Said) -> None:
    """A list outweighs a profession after the name: on the panel an advocate is an arbitrator."""
    role = "LAWYER" if said.role == "LAWYER?" else said.role
    for span in spans:
        profession = span in found and _is_profession(found[span], role)
        if span.category != "PERSON" and role != "PARTY":
            continue
        if span not in found or (profession and role in ("ARBITRATOR", "BENCH", "JUDGE", "TRIBUNAL_MEMBER")):
            found[span] = said._replace(role=role)


def _is_profession(said: Evidence, role: str) -> bool:
    """After the name; of an arbitrator, who may be a former judge as well, also before it."""
    if said.role == "LAWYER" and said.why.code in AFTER_NAME:
        return True
    return (
        role == "ARBITRATOR" and said.role in ("LAWYER", *BENCHES) and said.why.code in (*BESIDE, *AFTER_NAME)
    )
