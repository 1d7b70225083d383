"""One line of a first page, once it is known what it is: the places in it."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from lexveil.names.columns import LINE, Cell
from lexveil.names.page_words import LABEL, Page

PROSE = 90  # a shorter line is no paragraph


class Place(NamedTuple):
    start: int
    end: int
    role: str  # BENCH, JUDGE, PARTY, LAWYER …
    side: str = ""  # of a party, one of `model.SIDES`


WORD = re.compile(r"[^\W\d_][\w'.-]*")
BRACKETS = re.compile(r"\([^()]*\)?")
_ENTRY = re.compile(r"[^;\n]*\w[^;\n]*")  # of a list of counsel
_SENTENCE_END = re.compile(r"(?<=[^\W\d_A-Z]{4})\.\s+(?=[^\W\d_a-z])")
_STOP = re.compile(r"(?<=[^\W\d_]{2}[^\W\d_])[\"”’')]?[.!?][\"”’')]*\s+(?=[^\W\d_a-z])")
# A name, and the small word of a sentence that goes on to a full stop: "Ms Roe testified that it rained."
_TOLD = re.compile(r"(?:[^\W\d_a-z][\w'’.-]*\s+){1,4}([^\W\d_A-Z]\w+)\b[^\n]*?[.!?][\"”’')]*(?:\s|\Z)")
_NUMBERED = re.compile(r"\(\d{1,2}\)|(?<![^\W\d_]\s)(?<!\w)\d{1,2}\)|^\d{1,2}\.\s")


def is_numbered(cell: Cell) -> bool:
    return _NUMBERED.match(cell.text) is not None


def is_prose(text: str, words: Page) -> bool:
    if len(text) < PROSE:
        return False
    spoken: list[str] = WORD.findall(words.instructed.sub(" ", text))
    return sum(word[0].islower() for word in spoken) > 0.6 * len(spoken)


def is_names(text: str, words: Page, *, at_most: int = 1) -> bool:
    """Hardly a word in small letters that does not join names."""
    plain = [word for word in WORD.findall(BRACKETS.sub(" ", text)) if word.islower()]
    return len([word for word in plain if word not in words.small]) <= at_most


def runs_on(line: str, words: Page) -> bool:
    """Whether a list of names goes on in the next line."""
    last = line.split()[-1:]
    return line.rstrip().endswith((",", "&")) or bool(last and last[0] in words.small)


def without_brackets(text: str) -> str:
    return BRACKETS.sub(lambda cut: " " * len(cut[0]), text)


def names_of(role: str, start: int, text: str, side: str, words: Page) -> Iterator[Place]:
    """What stands in a line under a label of that role."""
    if role == "PARTY":
        yield from parties(start, text, side, words)
        return
    text = text[: end_of_names(text, words)]
    for part in _ENTRY.finditer(text) if role == "LAWYER" else LINE.finditer(text):
        client = words.acts_for.search(part[0]) if role == "LAWYER" else None
        last = _SENTENCE_END.search(part[0]) if role == "BENCH" else None  # … Also present: the clerk
        cut = client if client and client.start() else last
        end = part.start() + cut.start() if cut else part.end()
        yield Place(start + part.start(), start + end, role)


def end_of_names(text: str, words: Page) -> int:
    """Where a sentence begins after the names of a line, or another label: "Ann Roe. Mr Doe saw it." """
    for stop in _STOP.finditer(text):
        rest = text[stop.end() :]
        if LABEL.match(rest):
            return stop.end()
        told = _TOLD.match(words.instructed.sub("", rest))
        if told and told[1] not in words.small and not words.acts_for.search(told[0]):
            return stop.end()
    return len(text)


def parties(start: int, text: str, side: str, words: Page) -> Iterator[Place]:
    """Each of the numbered parties of a line."""
    last = 0
    for number in [*_NUMBERED.finditer(text), None]:
        end = number.start() if number else len(text)
        if WORD.search(text, last, end):
            yield from _party(start + last, text[last:end], side, words)
        last = number.end() if number else end


def _party(start: int, text: str, side: str, words: Page) -> Iterator[Place]:
    """Less what stands in brackets, who acts for a child or an estate, and who represents the party."""
    application = words.application.search(text)
    if application:
        rest = text[application.end() :].lstrip(") ")  # R (on the application of) Ann Roe
        start, text = start + len(text) - len(rest), rest.split(")")[0]
    represented = words.represented.search(text)
    if represented:
        yield Place(start + represented.end(), start + len(text), "LAWYER")
        text = text[: represented.start()]
    through = words.through.search(without_brackets(text))
    text = text[: through.start()] if through else text
    if not is_names(text, words, at_most=4):
        return
    last = 0
    for cut in [*BRACKETS.finditer(text), None]:
        if cut and _is_part(text, cut):
            continue
        end = cut.start() if cut else len(text)
        if WORD.search(text, last, end):
            yield Place(start + last, start + end, "PARTY", side)
        last = cut.end() if cut else end


def _is_part(text: str, brackets: re.Match[str]) -> bool:
    """ROE (ORCHARDS) LIMITED: they stand inside a name."""
    inside = brackets[0].strip("()")
    if inside.islower() and len(inside) < 3 and text[: brackets.start()][-1:].isalpha():  # Forename(s)
        return True
    around = text[: brackets.start()].strip(), text[brackets.end() :].strip()
    return bool(inside.isupper() and around[0] and around[1][:1].isalpha())


def running(cell: Cell, words: Page) -> Iterator[Place]:
    """A caption in one sentence: the names after what a party is called, and its counsel after them."""
    text, calls = cell.text, [*words.running.finditer(cell.text)]
    for at, call in enumerate(calls):
        limit = calls[at + 1].start() if at + 1 < len(calls) else len(text)
        ends = words.running_end.search(text, call.end(), limit)
        limit = ends.start() if ends else limit
        counsel = words.represented.search(text, call.end(), limit)
        stop = counsel.start() if counsel else limit
        yield Place(cell.start + call.end(), cell.start + stop, "PARTY", words.side(call[0]))
        if counsel:
            yield Place(cell.start + counsel.end(), cell.start + limit, "LAWYER")
