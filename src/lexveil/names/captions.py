"""The first page of a decision read as a structure: which stretch names the bench, a party, its counsel.

Running text (`text.fold.flow`) comes in, places with their roles go out. Only the layout (`columns`) and the
words of the language count (`page_words`); whether a place holds the name of a person is not asked here.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from lexveil.languages import Language
from lexveil.names.columns import Cell, cells
from lexveil.names.page_lines import (
    PROSE,
    WORD,
    Place,
    is_names,
    is_numbered,
    is_prose,
    names_of,
    parties,
    running,
    runs_on,
    without_brackets,
)
from lexveil.names.page_words import LABEL, Heading, Page, page
from lexveil.text.patterns import LOWER

HEAD = 8000  # characters in which the first page ends
LONG = 300  # characters of a caption in one sentence, at least
RUNNING = 4000  # characters in which a sentence may be the caption
CLOSING = 3000  # characters at the end in which counsel may be named
SHORT = 400  # a longer line names no counsel there
ABOVE = 6  # lines over a party's word that may name it

_ORDER = re.compile(r"[a-z0-9]{1,2}[.)]\s+[^\W\d_A-Z]{2,}\s+[^\W\d_A-Z]")  # a) repongan al Sr. Roe
_ANSWER = re.compile(r"[A-Z]\.[^\S\n]{3,}\S")  # Q.   Good morning
_RULE = re.compile(r"[\W_]*")
_COLUMN = re.compile(r"([^\n:]{3,40}?)\s+(?=[^\W\d_a-z])")  # Respondent   Ann Roe
# What stands left of what it asks for, in a form. A name has more capitals.
_FIELD = re.compile(rf"[^\W\d_][{LOWER}./()-]{{2,}}(?: [{LOWER}./()-]+){{0,4}}")
_CAPITALS = re.compile(rf"[^{LOWER},:\d]{{6,}}")
_BODY = re.compile(r"(?:\[1\]|1\.?|1\.1\.?|\{?¶ ?1\}?)\s+(?=[^\W\d_])")


def places(text: str, language: Language) -> tuple[Place, ...]:
    """In the order of the text; none overlap. Counsel may be named at the end, as in American reports."""
    head, end = _head(text[:HEAD], language)
    closing = max(end, len(text) - CLOSING)
    last = (
        place._replace(start=place.start + closing, end=place.end + closing)
        for place in _closing(text[closing:], language)
    )
    return (*head, *last)


@lru_cache(maxsize=4)  # the detector and the roles of a document ask for the same page
def _head(text: str, language: Language) -> tuple[tuple[Place, ...], int]:
    """The places of the first page, and where it ends."""
    reader = _Reader(page(language))
    end = len(text)
    for cell in _whole(cells(text), text):
        if reader.found and _is_body(cell.text, reader.words):
            end = cell.start
            break
        reader.read(cell)
    reader.close()
    return tuple(sorted(reader.found)), end


def _whole(found: Iterable[Cell], text: str) -> Iterator[Cell]:
    """What stands in brackets goes on in the next line: "(by her Guardian,\n Ann Roe)"."""
    last: Cell | None = None
    for cell in found:
        if last and _is_open(last.text) and _goes_on_in_brackets(last, cell, text):
            end = cell.start + len(cell.text)
            last = last._replace(text=text[last.start : end].replace("\n", " "))
            continue
        if last:
            yield last
        last = cell
    if last:
        yield last


def _is_open(text: str) -> bool:
    return text.count("(") > text.count(")") and text.endswith(",")


def _goes_on_in_brackets(last: Cell, cell: Cell, text: str) -> bool:
    between = text[last.start + len(last.text) : cell.start]
    return not cell.opens and between.isspace() and ")" in cell.text


def _closing(text: str, language: Language) -> Iterator[Place]:
    """ "Roe & Doe, Ann Poe, and Bo Loe, for appellant." """
    words = page(language)
    for cell in cells(text):
        if len(cell.text) < SHORT and words.closes.search(cell.text):
            reader = _Reader(words)
            reader.read(cell)
            yield from (place for place in reader.found if place.role == "LAWYER")


def _is_body(text: str, words: Page) -> bool:
    """The first paragraph of the text, not the first party of a list."""
    return bool(_BODY.match(text)) and len(text) > PROSE // 2 and not is_names(text, words, at_most=3)


# The order of things on a first page ---------------------------------------------------------------


class _Reader:
    """Goes through the cells once; keeps the names of which it is not yet said whose they are."""

    def __init__(self, words: Page) -> None:
        self.words = words
        self.found: list[Place] = []
        self.pending: list[Cell] = []
        self.mode = ""  # BENCH, JUDGE, LAWYER, PARTY: what the lines under a label are
        self.side = ""
        self.given = False  # a line was given that role
        self.versus = False  # the names pending follow "v" or "between"
        self.counsel = False  # counsel are being listed: "Claimants: Mr Roe" names counsel
        self.named: set[str] = set()  # sides whose parties are known
        self.form = False  # the label stands beside what it asks for
        self.asked = False  # in this row, for something that names nobody
        self.section = False  # under a heading such as "Part 1: defendants", which holds over blank lines

    def read(self, cell: Cell) -> None:
        words, text = self.words, cell.text
        if cell.beside and self.asked:
            return  # Position:    Suspect
        self.asked = self._asks(cell) and (self.form or not self.mode)
        caption = len(text) > LONG and words.running.search(text)
        if (
            caption
            or is_prose(text, words)
            or any(each.match(text) for each in (_ORDER, _ANSWER))
            or _RULE.fullmatch(text)
        ):
            self._sentence(cell)
        elif between := words.between.match(text):
            self.close()
            self.versus, self.counsel = True, False
            self._names(cell, between.end())
        elif self.mode == "LAWYER" and words.label_first and words.and_alone.fullmatch(text):
            self.mode, self.side, self.given = "PARTY", "", False  # "Roe, counsel: Doe, and Poe"
        elif self.mode and words.and_alone.fullmatch(text):
            self.given = False
        elif words.versus.fullmatch(text):
            self._flush("", one_block=True)
            self.mode, self.versus = "", True
        elif heading := words.heading(text):
            self._headed(cell, heading)
        elif words.label.fullmatch(text) and (self.pending or not text.endswith(":")):
            self._called(cell)
        elif label := LABEL.match(text):
            self._labelled(cell, label)
        elif (column := _COLUMN.match(text)) and words.label_first and words.label.fullmatch(column[1]):
            self._start("PARTY", cell, column.end(), words.side(column[1]))
            self.close()  # the next row has a label of its own, maybe one that no table has
        elif self.mode and self.form and self.asked:
            self.close()
        elif self.mode and self._goes_on(cell):
            self._give(cell.start, text)
        else:
            self._names(cell, 0)

    def _asks(self, cell: Cell) -> bool:
        """A field of a form that no table has: in languages where labels stand before names."""
        field = cell.heads and _FIELD.fullmatch(cell.text) and self.words.label_first
        return bool(field) and not self.words.heading(cell.text) and not self.words.label.fullmatch(cell.text)

    def _sentence(self, cell: Cell) -> None:
        self.close()
        if cell.start < RUNNING:
            self.found += running(cell, self.words)

    def _headed(self, cell: Cell, heading: Heading) -> None:
        alone = heading.end == len(cell.text) and not cell.opens
        if heading.role == "OFFICIAL" and self.mode == "PARTY" and alone:
            return  # the prosecutor is one of the parties listed
        self._start(heading.role, cell, heading.end, heading.side)
        self.form = cell.heads
        self.counsel = self.counsel or heading.role == "LAWYER"
        self.section = heading.section

    def _called(self, cell: Cell) -> None:
        """What a party is called stands below its name, or where the language says so, before it."""
        side = self.words.side(cell.text)
        if self.words.label_first:
            self._start("PARTY", cell, len(cell.text), side)
            return
        if self.mode == "LAWYER":
            self.mode = ""
        self._flush(side)

    def close(self) -> None:
        if self.versus:
            self._flush("", one_block=True)
        self.pending, self.mode, self.side, self.versus, self.section = [], "", "", False, False
        self.form = False

    def _labelled(self, cell: Cell, label: re.Match[str]) -> None:
        words, name, rest = self.words, label[1], cell.text[label.end() :]
        if self.mode == "PARTY" and words.details.fullmatch(name):
            return  # how old the party is, where it lives
        client, comma, called = name.rpartition(", ")
        if comma and self.mode == "PARTY" and words.counsel.fullmatch(called.strip()):
            self._give(cell.start, client)  # Ann Roe, Turku, counsel: Bo Doe
            self.found += names_of("LAWYER", cell.start + label.end(), rest, "", words)
            return
        side = words.side(name) if words.label.fullmatch(name) else ""
        of_counsel = (
            side and not words.labels_name_parties and (self.counsel or self._of_counsel(name, side, rest))
        )
        if words.counsel.fullmatch(name) or of_counsel:
            if self.versus and self.pending and words.represented.match(cell.text):
                end = self._before_label(cell)  # counsel of a party not yet called so
                self.found.append(Place(cell.start + label.end(), cell.start + end, "LAWYER"))
                self._names(cell, end)
                return
            self.counsel = True
            self._start("LAWYER", cell, label.end())
        elif words.bench_label.fullmatch(name):
            self._start("BENCH", cell, label.end())
        elif side:
            self._start("PARTY", cell, label.end(), side)
            self.named.add(side)
        elif (self.section or self.mode == "PARTY") and words.name_label.fullmatch(name):
            self._begin(cell, label.end())
        elif rest and words.label_first and self.mode == "PARTY":
            if not any(map(str.isdigit, rest)):  # where the party lives, when it was born
                self._give(cell.start + label.end(), rest)
        elif not self.section and (not self.versus or (cell.opens and not rest)):
            self.close()

    def _before_label(self, cell: Cell) -> int:
        party = self.words.party.search(cell.text)
        return party.start() if party else len(cell.text)

    def _of_counsel(self, name: str, side: str, rest: str) -> bool:
        """Claimants: Ann Roe KC; but not Claimant: Bo Doe, represented by Ann Roe KC."""
        represented = self.words.represented.search(rest)
        own = (
            rest[: represented.start()] if represented and WORD.search(rest, 0, represented.start()) else rest
        )
        if self.words.letters.search(own):
            return True
        return own == rest and side in self.named and not name[-1].isdecimal()

    def _start(self, role: str, cell: Cell, at: int, side: str = "") -> None:
        self.close()
        self.mode, self.side = role, side
        self._begin(cell, at)

    def _begin(self, cell: Cell, at: int) -> None:
        self.given = False
        if self.mode and cell.text[at:].strip():
            self._give(cell.start + at, cell.text[at:])

    def _goes_on(self, cell: Cell) -> bool:
        """Whether a line belongs to the list under a label, which ends with its paragraph."""
        party = self.mode != "LAWYER" and self.words.party.search(cell.text)
        next_party = self.mode == "LAWYER" and self.given and is_numbered(cell)
        below = self.words.label_first and not cell.opens  # 1. Ann Roe, counsel: Bo Doe; 2. Cy Poe
        if self.mode in ("BENCH", "JUDGE") and self.words.ends_bench(cell.text):
            self.mode = ""
            return False
        if self.mode == "PARTY" and is_numbered(cell) and not party:
            return True  # the next one, over a blank line
        parties_known = self.named or (below and any(place.role == "PARTY" for place in self.found))
        if next_party and parties_known and not self.words.letters.search(cell.text):
            self.mode, self.side = "PARTY", ""
        elif party or next_party or (self.given and (cell.opens or self._is_heading(cell.text))):
            self.mode, self.section = "", False
        return bool(self.mode)

    def _is_heading(self, text: str) -> bool:
        """A label that no table has, where labels stand over names."""
        return self.words.label_first and _CAPITALS.fullmatch(text) is not None

    def _give(self, start: int, text: str) -> None:
        self.given = True
        self.found += names_of(self.mode, start, text, self.side, self.words)

    def _names(self, cell: Cell, at: int) -> None:
        """A line of names, with what says in the line itself whose they are."""
        words, text = self.words, cell.text
        if cell.opens and not self.versus and not at:
            self.pending = []
        while at < len(text):
            token, kind = self._next(text, at)
            before = text[at : token.start() if token else len(text)]
            if WORD.search(without_brackets(before)) or words.application.search(before):
                self.pending = [*self.pending[-30:], Cell(cell.start + at, before, cell.opens)]
            if token is None:
                break
            if kind == "PARTY":
                self._flush(words.side(token[0]))
            elif kind == "SELF":
                self._flush("", one_block=True)
            elif kind == "VERSUS":
                self._flush("")
                self.versus = True
            else:
                if self.versus:  # "v. ROE", and the next line already names counsel
                    names, self.pending = self.pending[-1:], self.pending[:-1]
                    self._flush("", one_block=True)
                    self.pending = names
                self._lawyers(in_line=bool(before.strip(" ,;()")))
            at = max(token.end(), at + 1)

    def _next(self, text: str, at: int) -> tuple[re.Match[str] | None, str]:
        words = self.words
        patterns = [("LAWYER", words.instructed), ("LAWYER", words.acts_for_side)]
        if not self.versus:
            patterns += [("LAWYER", words.acts_for), ("SELF", words.in_person)]
        patterns += [("VERSUS", words.dashed), ("PARTY", words.party)]
        tokens = [
            (match.start(), order, match, kind)
            for order, (kind, pattern) in enumerate(patterns)
            if (match := pattern.search(text, at)) and match.end() > match.start()
        ]
        first = min(tokens, key=lambda token: token[:2], default=None)
        return (first[2], first[3]) if first else (None, "")

    def _flush(self, side: str, *, one_block: bool = False) -> None:
        """The names pending are those of a party; `one_block`: only those of the first paragraph."""
        lines = self.pending if self.versus or any(map(is_numbered, self.pending)) else self.pending[-ABOVE:]
        if one_block:
            ends = (at for at, cell in enumerate(lines) if at and cell.opens and not is_numbered(cell))
            lines = lines[: next(ends, None)]
        for cell in lines:
            self.found += parties(cell.start, cell.text, side, self.words)
        if side and self.pending:
            self.named.add(side)
        self.pending, self.versus = [], False

    def _lawyers(self, *, in_line: bool) -> None:
        lines = self.pending
        if in_line:
            first = len(lines) - 1
            while first > 0 and runs_on(lines[first - 1].text, self.words):
                first -= 1
            lines = lines[first:]
        for cell in lines:
            if is_names(cell.text, self.words):
                self.found.append(Place(cell.start, cell.start + len(cell.text), "LAWYER"))
        self.pending = []
