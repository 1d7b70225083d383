"""The first page of a decision read as a structure: which stretch names the bench, a party, its counsel.

Running text (`text.fold.flow`) comes in, places with their roles go out. Only the layout and the words of the
language count (`roles.toml`, section page); whether a place holds the name of a person is not asked here.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from lexveil.languages import Language, owner
from lexveil.names.columns import LINE, Cell, cells
from lexveil.names.labelled import is_labelled, lines
from lexveil.text.patterns import one_of

HEAD = 8000  # characters in which the first page ends
PROSE = 90  # a shorter line is no paragraph
LONG = 300  # characters of a caption in one sentence, at least
RUNNING = 4000  # characters in which a sentence may be the caption
CLOSING = 3000  # characters at the end in which counsel may be named
SHORT = 400  # a longer line names no counsel there
ABOVE = 6  # lines over a party's word that may name it


class Place(NamedTuple):
    start: int
    end: int
    role: str  # BENCH, JUDGE, PARTY, LAWYER …
    side: str = ""  # of a party, one of `model.SIDES`


_ENTRY = re.compile(r"[^;\n]*\w[^;\n]*")  # of a list of counsel
_RULE = re.compile(r"[\W_]*")
_WORD = re.compile(r"[^\W\d_][\w'.-]*")
_BRACKETS = re.compile(r"\([^()]*\)?")
_LABEL = re.compile(r"([^\W\d_][^:\n]{0,70}?)\s*:(?=\s|$)\s*")
_SENTENCE_END = re.compile(r"(?<=[^\W\d_A-Z]{4})\.\s+(?=[^\W\d_a-z])")
_NUMBERED = re.compile(r"\(\d{1,2}\)|(?<![^\W\d_]\s)(?<!\w)\d{1,2}\)|^\d{1,2}\.\s")
_BODY = re.compile(r"(?:\[1\]|1\.?|1\.1\.?|\{?¶ ?1\}?)\s+(?=[^\W\d_])")


class Page:
    """What a language's first pages are made of."""

    def __init__(self, language: Language) -> None:
        words = owner(language, "roles", "page").roles["page"]
        self.sides = [(_whole(one_of(each)), side) for side, each in words["sides"].items()]
        side = rf"{one_of(each for row in words['sides'].values() for each in row)}(?:\(s\))?"
        ordinal = rf"(?:(?:{one_of(words['ordinals'])}|\(\d+\)|(?:and|&)(?= \(\d))[\s,/-]*)*"
        joined = rf"\s*(?:/|-|&|,?\s{one_of(words['joined'])}\s|,\s)\s*"
        sides = rf"{ordinal}{side}(?:{joined}{ordinal}{side})*(?!\w)(?:\s+{one_of(words['kin'])}\b)?"
        brackets = r"(?:\s*\([^()]*\))*"
        self.label = _any(rf"[\W_]*{sides}{brackets}(?:\s+\d+)?[\W_]*")
        self.party = _any(
            rf"(?:(?<=[\s,.…–—-])|^)(?<!{words['the']}\s)(?<!{words['of']}\s)(?=[(\d]|(?-i:[^\W\d_a-z]))({sides})"
            rf"(?=[,.;]?{brackets}\s*(?:/?$|[,.;:]|\s[–—-]|\(?\d+\)|{one_of(words['and'])}\s|{one_of(words['versus'])}\s))"
            rf"|\((?:{words['the']}\s)?({sides})\)"
        )
        for_the = one_of(words["for"])
        acts_for = rf"[,;]?\s+(?:{one_of(words['appears'])}\s+)?{for_the}\s+(?:{words['the']}\s)?"
        appears = rf"\s+{one_of(words['appears'])}\s+{for_the}\s+(?:[^\n(;]{{0,70}}?\b{sides}|[^\n;(]+)"
        self.acts_for_side = _any(rf"{acts_for}{sides}|{appears}")
        self.acts_for = re.compile(
            rf"{acts_for}(?:(?i:[^\n(;]{{0,70}}?\b{sides})|[^\W\d_a-z][^\n;(]*|{one_of(words['clients'])}\b)"
        )
        self.closes = _any(rf",{acts_for.removeprefix('[,;]?')}{sides}\W*$")
        self.in_person = _any(rf"[,;]?\s*\(?(?:{one_of(words['in_person'])})\)?")
        self.instructed = _any(
            rf"[,;]?\s*\(?{one_of(words['instructed'])}\b(?:(?!\s{for_the}\s{words['the']}\b)[^)\n])*\)?"
        )
        alone = rf"(?:[-–—]\s*)?(?:{one_of(words['versus'])}|{one_of(words['and'])})(?:\s*[-–—])?"
        self.versus = _any(rf"{alone}\s*[:./]?")
        self.and_alone = _any(rf"(?:{one_of(words['and'])}\s*)+")
        self.dashed = _any(
            rf"(?<!\w)[-–—]\s*(?:{one_of(words['versus'])}|{one_of(words['and'])})\s*[-–—](?!\w)"
        )
        self.between = _any(rf"{one_of(words['between'])}(?!\w)\s*:?\s*")
        self.bench = _any(rf"{one_of(words['bench'])}(?!\w)(?:\s*:\s*|\s+(?=(?-i:[^\W\d_a-z]))|\s*$)")
        self.judges = re.compile(rf",\s{one_of(words['judges'])}\W*$")
        self.bench_label = _any(one_of(words["bench_labels"]))
        self.appeal = _any(rf"(?<!\w){one_of(words['appeal'])}(?!\w):?\s*")
        self.counsel = _any(
            rf"(?:{one_of(words['counsel'])}(?:\s{for_the}\s.*|\s{words['of']}\s.*)?|{for_the}\s.+)"
        )
        self.counsel_alone = _any(
            rf"(?:{one_of(words['counsel'])}\s{for_the}\s.*|{for_the}\s(?:{words['the']}\s)?{sides}"
            rf"|{one_of(words['counsel_headings'])})\W*"
        )
        self.section = _any(rf"{one_of(words['section'])}\s+\w{{1,3}}\W+{sides}\W*")
        self.label_first = bool(words.get("label_first"))
        self.name_label = _any(one_of(words["name_labels"]))
        self.letters = re.compile(rf"\b{one_of(words['letters'])}(?!\w)")
        self.application = _any(one_of(words["application"]))
        self.represented = _any(rf"(?<!\w){one_of(words['represented'])}(?!\w)[\s:]*")
        self.through = _any(rf"(?<!\w){one_of(words['through'])}(?!\w)")
        never = ["(?!)"]
        self.running = _whole(one_of(words.get("running", never)))
        self.running_end = _whole(one_of(words.get("running_ends", never)))
        self.small = frozenset(words["small"])
        self.labels_name_parties: bool = words.get("labels_name_parties", False)
        self.crown = frozenset(words["crown"])
        self.other_name = frozenset(words["other_name"])

    def side(self, label: str) -> str:
        """What the party is called; of several words the first that the table has."""
        return next((side for pattern, side in self.sides if pattern.search(label)), "")


def _any(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _whole(pattern: str) -> re.Pattern[str]:
    return _any(rf"(?<!\w){pattern}(?!\w)")


page = cache(Page)


def places(text: str, language: Language) -> tuple[Place, ...]:
    """In the order of the text; none overlap. Counsel may be named at the end, as in American reports."""
    if is_labelled(language):
        found = lines(text[:HEAD], language)
        return tuple(Place(line.start, line.start + len(line.text), line.role, line.side) for line in found)
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
    for cell in cells(text):
        if _BODY.match(cell.text) and len(cell.text) > PROSE // 2 and reader.found:
            end = cell.start
            break
        reader.read(cell)
    reader.close()
    return tuple(sorted(reader.found)), end


def _closing(text: str, language: Language) -> Iterator[Place]:
    """ "Roe & Doe, Ann Poe, and Bo Loe, for appellant." """
    words = page(language)
    for cell in cells(text):
        if len(cell.text) < SHORT and words.closes.search(cell.text):
            reader = _Reader(words)
            reader.read(cell)
            yield from (place for place in reader.found if place.role == "LAWYER")


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
        self.section = False  # under a heading such as "Part 1: defendants", which holds over blank lines

    def read(self, cell: Cell) -> None:
        words, text = self.words, cell.text
        sentence = self._is_prose(text) or (len(text) > LONG and words.running.search(text))
        if _RULE.fullmatch(text) or sentence:
            self.close()
            self._running(cell)
        elif between := words.between.match(text):
            self.close()
            self.versus, self.counsel = True, False
            self._names(cell, between.end())
        elif self.mode and words.and_alone.fullmatch(text):
            self.given = False
        elif words.versus.fullmatch(text):
            self._flush("", blocks=1)
            self.mode, self.versus = "", True
        elif words.label.fullmatch(text) and (self.pending or not text.endswith(":")):
            self._called(cell)
        elif words.judges.search(text):
            self.close()
            self.found.append(Place(cell.start, cell.start + len(text), "BENCH"))
        elif bench := words.bench.match(text):
            self.close()
            self._start("BENCH", cell, bench.end())
        elif appeal := words.appeal.search(text):
            self.close()
            self._start("JUDGE", cell, appeal.end())
        elif label := _LABEL.match(text):
            self._labelled(cell, label)
        elif text[0].isupper() and words.counsel_alone.fullmatch(text):
            self.close()
            self.counsel = True
            self._start("LAWYER", cell, len(text))
        elif section := words.section.fullmatch(text):
            self.close()
            self._start("PARTY", cell, len(text), words.side(text))
            self.section = section is not None
        elif self.mode and self._goes_on(cell):
            self._give(cell.start, text)
        else:
            self._names(cell, 0)

    def _called(self, cell: Cell) -> None:
        """What a party is called stands below its name, or where the language says so, before it."""
        side = self.words.side(cell.text)
        if self.words.label_first:
            self.close()
            self._start("PARTY", cell, len(cell.text), side)
            return
        if self.mode == "LAWYER":
            self.mode = ""
        self._flush(side)

    def close(self) -> None:
        if self.versus:
            self._flush("", blocks=1)
        self.pending, self.mode, self.side, self.versus, self.section = [], "", "", False, False

    def _running(self, cell: Cell) -> None:
        """A caption in one sentence: the names after what a party is called, and its counsel after them."""
        words, text = self.words, cell.text
        calls = [*words.running.finditer(text)] if cell.start < RUNNING else []
        for at, call in enumerate(calls):
            limit = calls[at + 1].start() if at + 1 < len(calls) else len(text)
            ends = words.running_end.search(text, call.end(), limit)
            limit = ends.start() if ends else limit
            counsel = words.represented.search(text, call.end(), limit)
            stop = counsel.start() if counsel else limit
            self.found.append(Place(cell.start + call.end(), cell.start + stop, "PARTY", words.side(call[0])))
            if counsel:
                self.found.append(Place(cell.start + counsel.end(), cell.start + limit, "LAWYER"))

    def _labelled(self, cell: Cell, label: re.Match[str]) -> None:
        words, name, rest = self.words, label[1], cell.text[label.end() :]
        side = words.side(name) if words.label.fullmatch(name) else ""
        of_counsel = (
            side and not words.labels_name_parties and (self.counsel or self._of_counsel(name, side, rest))
        )
        if words.counsel.fullmatch(name) or of_counsel:
            if (
                self.versus and self.pending and words.represented.match(cell.text)
            ):  # counsel of a party not yet called so
                self.found.append(
                    Place(cell.start + label.end(), cell.start + len(self._before_label(cell)), "LAWYER")
                )
                self._names(cell, len(self._before_label(cell)))
                return
            self.close()
            self.counsel = True
            self._start("LAWYER", cell, label.end())
        elif words.bench_label.fullmatch(name):
            self.close()
            self._start("BENCH", cell, label.end())
        elif side:
            self.close()
            self._start("PARTY", cell, label.end(), side)
            self.named.add(side)
        elif (self.section or self.mode == "PARTY") and words.name_label.fullmatch(name):
            self._give(cell.start, cell.text)
        elif not self.versus and not self.section:
            self.close()

    def _before_label(self, cell: Cell) -> str:
        party = self.words.party.search(cell.text)
        return cell.text[: party.start()] if party else cell.text

    def _of_counsel(self, name: str, side: str, rest: str) -> bool:
        """Claimants: Ann Roe KC; but not Claimant: Bo Doe, represented by Ann Roe KC."""
        represented = self.words.represented.search(rest)
        own = (
            rest[: represented.start()]
            if represented and _WORD.search(rest, 0, represented.start())
            else rest
        )
        if self.words.letters.search(own):
            return True
        return own == rest and side in self.named and not name[-1].isdecimal()

    def _start(self, role: str, cell: Cell, at: int, side: str = "") -> None:
        self.mode, self.side, self.given = role, side, False
        if cell.text[at:].strip():
            self._give(cell.start + at, cell.text[at:])

    def _goes_on(self, cell: Cell) -> bool:
        """Whether a line belongs to the list under a label, which ends with its paragraph."""
        party = self.mode != "LAWYER" and self.words.party.search(cell.text)
        next_party = self.mode == "LAWYER" and self.given and _is_numbered(cell)
        if next_party and self.named and not self.words.letters.search(cell.text):
            self.mode, self.side = "PARTY", ""
        elif party or next_party or (cell.opens and self.given):
            self.mode, self.section = "", False
        return bool(self.mode)

    def _give(self, start: int, text: str) -> None:
        self.given = True
        if self.mode == "PARTY":
            self._party(start, text, self.side)
            return
        for part in _ENTRY.finditer(text) if self.mode == "LAWYER" else LINE.finditer(text):
            client = self.words.acts_for.search(part[0]) if self.mode == "LAWYER" else None
            last = (
                _SENTENCE_END.search(part[0]) if self.mode == "BENCH" else None
            )  # … Also present: the clerk
            cut = client if client and client.start() else last
            end = part.start() + cut.start() if cut else part.end()
            self.found.append(Place(start + part.start(), start + end, self.mode))

    def _names(self, cell: Cell, at: int) -> None:
        """A line of names, with what says in the line itself whose they are."""
        words, text = self.words, cell.text
        if cell.opens and not self.versus and not at:
            self.pending = []
        while at < len(text):
            token, kind = self._next(text, at)
            before = text[at : token.start() if token else len(text)]
            if _WORD.search(_BRACKETS.sub(lambda cut: " " * len(cut[0]), before)) or words.application.search(
                before
            ):
                self.pending = [*self.pending[-30:], Cell(cell.start + at, before, cell.opens)]
            if token is None:
                break
            if kind == "PARTY":
                self._flush(words.side(token[0]))
            elif kind == "SELF":
                self._flush("", blocks=1)
            elif kind == "VERSUS":
                self._flush("")
                self.versus = True
            else:
                if self.versus:  # "v. ROE", and the next line already names counsel
                    names, self.pending = self.pending[-1:], self.pending[:-1]
                    self._flush("", blocks=1)
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

    def _flush(self, side: str, *, blocks: int = 0) -> None:
        """The names pending are those of a party; `blocks`: only so many paragraphs of them."""
        lines = self.pending if self.versus or any(map(_is_numbered, self.pending)) else self.pending[-ABOVE:]
        if blocks:
            ends = [at for at, cell in enumerate(lines) if at and cell.opens and not _is_numbered(cell)]
            lines = lines[: ends[blocks - 1]] if len(ends) >= blocks else lines
        for cell in lines:
            self._party(cell.start, cell.text, side)
        if side and self.pending:
            self.named.add(side)
        self.pending, self.versus = [], False

    def _lawyers(self, *, in_line: bool) -> None:
        lines = self.pending
        if in_line:
            first = len(lines) - 1
            while first > 0 and _runs_on(lines[first - 1].text, self.words):
                first -= 1
            lines = lines[first:]
        for cell in lines:
            if self._is_names(cell.text):
                self.found.append(Place(cell.start, cell.start + len(cell.text), "LAWYER"))
        self.pending = []

    def _party(self, start: int, text: str, side: str) -> None:
        """Each of the numbered parties of a line."""
        last = 0
        for number in [*_NUMBERED.finditer(text), None]:
            end = number.start() if number else len(text)
            if _WORD.search(text, last, end):
                self._one_party(start + last, text[last:end], side)
            last = number.end() if number else end

    def _one_party(self, start: int, text: str, side: str) -> None:
        """Less what stands in brackets, who acts for a child or an estate, and who represents the party."""
        words = self.words
        application = words.application.search(text)
        if application:
            start, text = start + application.end(), text[application.end() :].split(")")[0]
        represented = words.represented.search(text)
        if represented:
            self.found.append(Place(start + represented.end(), start + len(text), "LAWYER"))
            text = text[: represented.start()]
        through = words.through.search(_BRACKETS.sub(lambda cut: " " * len(cut[0]), text))
        text = text[: through.start()] if through else text
        if not self._is_names(text, at_most=4):
            return
        last = 0
        for cut in [*_BRACKETS.finditer(text), None]:
            if cut and _is_part(text, cut):
                continue
            end = cut.start() if cut else len(text)
            if _WORD.search(text, last, end):
                self.found.append(Place(start + last, start + end, "PARTY", side))
            last = cut.end() if cut else end

    def _is_names(self, text: str, *, at_most: int = 1) -> bool:
        """Hardly a word in small letters that does not join names."""
        plain = [word for word in _WORD.findall(_BRACKETS.sub(" ", text)) if word.islower()]
        return len([word for word in plain if word not in self.words.small]) <= at_most

    def _is_prose(self, text: str) -> bool:
        if len(text) < PROSE:
            return False
        spoken: list[str] = _WORD.findall(self.words.instructed.sub(" ", text))
        return sum(word[0].islower() for word in spoken) > 0.6 * len(spoken)


def _is_numbered(cell: Cell) -> bool:
    return _NUMBERED.match(cell.text) is not None


def _runs_on(line: str, words: Page) -> bool:
    """Whether a list of names goes on in the next line."""
    last = line.split()[-1:]
    return line.rstrip().endswith((",", "&")) or bool(last and last[0] in words.small)


def _is_part(text: str, brackets: re.Match[str]) -> bool:
    """ROE (ORCHARDS) LIMITED: they stand inside a name."""
    inside = brackets[0].strip("()")
    around = text[: brackets.start()].strip(), text[brackets.end() :].strip()
    return bool(inside.isupper() and around[0] and around[1][:1].isalpha())
