"""Three views of a text: flowed and folded (of the same length), and squeezed.

Many read the same whole text, one after the other: its views are made once and kept for the next.
"""

import re
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from heapq import merge
from itertools import pairwise
from typing import NamedTuple

# Letters that Unicode does not decompose, and marks that are typed in several ways.
SPECIAL = dict(zip("ßæøłđðþıœħŧ’‘ʼ´`–‑‐−", "saolddtioht'''''----", strict=True)) | dict(
    zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnopqrstuvwyz", strict=True)  # small capitals
)
LONGEST_WRAP = 160  # a text with longer lines is not wrapped: each of its line feeds is meant
WRAPS = 40  # nobody wraps prose at less
NEARLY_FULL = 0.6  # of the usual width: a shorter line was ended on purpose
ROOM = 0.8  # of the usual width: up to there another word would have been set on the line

# Soft hyphens, joiners, marks of direction, selectors of variants, tags: they show nothing.
INVISIBLE = (
    "\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e01ef"
)
DROPPED = INVISIBLE + "\u0300-\u036f"  # and accents that stand after their letter
LIGATURES = {char: unicodedata.normalize("NFKD", char) for char in "ﬀﬁﬂﬃﬄﬅﬆĳĲǆǅǄǉǈǇǌǋǊ"}
_LIGATURE = re.compile(f"[{''.join(LIGATURES)}]")
# What is taken out: several quick passes instead of one slow. No two begin at the same sign.
_BLANK = re.compile(r"\s\s+")
_HYPHEN = re.compile(r"[-\u2010](?<=[^\W\d_].)\r?\n[ \t]*(?=[^\W\d_])")
_UNSEEN = re.compile(f"[{DROPPED}{''.join(LIGATURES)}]")
_BEYOND = re.compile(r"[^\x00-\x7f]")
_RUN = re.compile(r"[\x00-\x7f]+|[^\x00-\x7f]+")
VIEWED = 400  # characters of a text that many look at
KEPT = 4  # such texts whose views are kept


class _Fold(dict[int, int]):
    def __missing__(self, code: int) -> int:
        char = chr(code)
        if char.isspace():
            found = " "
        else:
            lower = char.lower()[0]
            parts = unicodedata.normalize("NFKD", lower)
            accented = all(map(unicodedata.combining, parts[1:]))  # a Hangul syllable is no accented letter
            found = SPECIAL.get(lower) or (parts[0].lower()[0] if accented else lower)
        self[code] = ord(found)
        return self[code]


_COLUMNS = re.compile(r"(?<=\S) {4,}(?=\S)")  # two columns, as under a judgment: no name runs across
_TABS = re.compile(r"(?<=[^\s:])\t{2,}(?=\S)")  # the same, but not after the label of a field
# … and one tab after a whole name: judges who sign beside one another
_NAMES_BESIDE = re.compile(
    r"(?<![^\t\n])((?:[^\W\d_a-z][\w.'’-]* ){1,4}[^\W\d_a-z][\w'’-]+)\t(?=[^\W\d_a-z])"
)
# The number that a transcript gives each line of a page, and where a line goes on or somebody speaks.
_LINE_NUMBER = re.compile(r"(?m)^[^\S\n]{0,9}(\d{1,2})(?=[^\S\n]{2,}(\S.?)|[^\S\n]*$)")
_SPOKEN = re.compile(r"[^\W\d_A-Z]|[A-Z]\.")
PAGE = 10  # lines with such a number, at least
_GOES_ON = re.compile(r"[^\W_]|[\[(\"“‘'£$€]")
_NUMBERED = re.compile(
    r"\d{1,4}[.)]\s|\((?:[a-z]|[ivx]{1,5}|\d{1,3})\)\s"
)  # a new paragraph, however full the line before it
_DAY = r"\d{1,4}[/.-]\d{1,2}(?:[/.-]\d{0,4})?,?[ ]+"
_STAMPED = re.compile(  # a new message of a chat: [12/02/2020, 19:04]; 12/8 19:04; 19:04 jb:
    rf"\[\d{{1,4}}[/.:-]\d{{1,2}}[/.:\]-]|{_DAY}\d{{1,2}}[:.]\d{{2}}\b"
    r"|\d{1,2}[:.]\d{2},? +@?[^\W\d_][^:\n]{0,30}:\s"
)
_SPEAKS = re.compile(r"[ \t]*([^\W\d_][\w.'’-]{0,24}): ")  # the next message, where more lines begin so: jb:
_FOLD = _Fold()
_FLOW = dict.fromkeys("\r\t\u00a0\u2007\u202f\u2009\u3000", " ") | dict.fromkeys("’ʼ", "'")


def fold(text: str) -> str:
    """Lower case without accents, of the same length; any white space is a space."""
    if text.isascii() and text.isprintable() and "`" not in text:
        return text.lower()  # most words: ten times as fast
    return text.translate(_FOLD) if len(text) < VIEWED else _folded(text)


@lru_cache(maxsize=KEPT)
def _folded(text: str) -> str:
    """A table is quick on ASCII alone: the few other letters of a text become that first, kind by kind."""
    for sign in set(_BEYOND.findall(text)):
        to = chr(_FOLD[ord(sign)])
        text = text.replace(sign, to) if to.isascii() and to != "`" else text
    return _RUN.sub(lambda run: run[0].translate(_FOLD), text)


def flow(text: str) -> str:
    """The text as running prose, of the same length; a line feed that stays is a real break."""
    return _flowed(text)


@lru_cache(maxsize=KEPT)
def _flowed(text: str) -> str:
    if "\t" in text:
        text = _TABS.sub(lambda gap: " " * (len(gap[0]) - 1) + "\n", text)
        text = _NAMES_BESIDE.sub(r"\1\n", text)
    for sign, to in _FLOW.items():
        text = text.replace(sign, to)
    plain = _COLUMNS.sub(lambda gap: " " * (len(gap[0]) - 1) + "\n", text)
    lines = plain.split("\n")
    width = _wrapped_at(lines)
    if not width:
        return plain
    said = Counter(found[1] for found in map(_SPEAKS.match, lines) if found)
    parts = [lines[0]]
    for line, following in pairwise(lines):
        speaks = _SPEAKS.match(following)
        runs_on = not (speaks and said[speaks[1]] > 1) and _runs_on(line, following, width)
        parts += (" " if runs_on else "\n", following)
    return "".join(parts)


def without_line_numbers(text: str) -> str:
    """A transcript whose lines are counted on each page: blanks stand for the numbers, so that a sentence
    goes on from one line to the next."""
    found = list(_LINE_NUMBER.finditer(text))
    numbers = [int(each[1]) for each in found]
    counted = [at for at in range(1, len(found)) if numbers[at] in (numbers[at - 1] + 1, 1)]
    spoken = sum(bool(each[2] and _SPOKEN.match(each[2])) for each in found)
    if len(found) < PAGE or len(counted) < 0.7 * len(found) or spoken < 0.2 * len(found):
        return text
    return _LINE_NUMBER.sub(lambda number: " " * len(number[0]), text)


def _wrapped_at(lines: list[str]) -> int:
    """The width at which the text is wrapped; 0 when its paragraphs are single lines."""
    lengths = sorted(len(line) for line in lines if line and not line.isspace())
    width = lengths[len(lengths) * 19 // 20] if lengths else 0
    return width if WRAPS <= width <= LONGEST_WRAP else 0


def _runs_on(line: str, following: str, width: int) -> bool:
    line, following = line.strip(), following.strip()
    full = len(line) >= NEARLY_FULL * width and line[-1] not in ".;:!?"
    if following[:1].isupper() and len(line) + len(following.split()[0]) < ROOM * width:
        return False  # the word would have fitted: who broke the line there meant it
    begins = _NUMBERED.match(following) or _STAMPED.match(following)
    return full and _GOES_ON.match(following) is not None and not begins


def unbroken(text: str) -> str:
    """The text in its own letters, less what can stand inside a name."""
    if is_plain(text):
        return text
    parts: list[str] = []
    last = 0
    for cut in _cuts(text):
        parts += (text[last : cut.start()], " " if cut[0].isspace() else LIGATURES.get(cut[0], ""))
        last = cut.end()
    return "".join([*parts, text[last:]])


def parted(text: str) -> str:
    """Ligatures as the letters they are."""
    return _LIGATURE.sub(lambda found: LIGATURES[found[0]], text)


class Squeezed(NamedTuple):
    """Folded text with runs of white space made one, invisible characters and line-end hyphens removed."""

    text: str
    starts: list[int]  # offsets in `text` from which `shifts` holds
    shifts: list[int]  # how many characters of the original were removed before

    def original(self, offset: int) -> int:
        return offset + self.shifts[bisect_right(self.starts, offset) - 1]


def is_plain(text: str) -> bool:
    """Whether nothing can be taken out, as in most names: letters and signs of ASCII, single spaces."""
    return text.isascii() and text.isprintable() and "  " not in text


def squeeze(text: str) -> Squeezed:
    """Fold, and take out what can stand inside a name; a blank line stays a line feed."""
    if is_plain(text):
        return Squeezed(fold(text), [0], [0])
    return _squeezed(text) if len(text) < VIEWED else _kept_squeezed(text)


def _squeezed(text: str) -> Squeezed:
    folded = fold(text)
    parts: list[str] = []
    starts, shifts = [0], [0]
    last = length = 0
    for cut in _cuts(text):
        between = folded[last : cut.start()]
        kept = _kept(cut[0])
        parts += (between, kept)
        length += len(between) + len(kept)
        for more in range(len(kept) - 1, 0, -1):  # each letter of a ligature stands where it stood
            starts.append(length - more)
            shifts.append(cut.start() - starts[-1])
        last = cut.end()
        starts.append(length)
        shifts.append(last - length)
    parts.append(folded[last:])
    return Squeezed("".join(parts), starts, shifts)


_kept_squeezed = lru_cache(maxsize=KEPT)(_squeezed)


def _cuts(text: str) -> Iterator[re.Match[str]]:
    """More white space than one space, hyphens at the end of a line, ligatures and what shows nothing."""
    passes = [_BLANK.finditer(text)]
    passes += [_HYPHEN.finditer(text)] if "\n" in text else []
    passes += [] if text.isascii() else [_UNSEEN.finditer(text)]
    if len(passes) == 1:
        yield from passes[0]
        return
    last = 0
    for cut in merge(*passes, key=re.Match.start):
        if cut.start() >= last:  # no blank in what a hyphen takes with it
            yield cut
            last = cut.end()


def _kept(cut: str) -> str:
    if cut.isspace():
        return "\n" if cut.count("\n") > 1 else " "
    return fold(LIGATURES.get(cut, ""))


def whole_word(text: str, start: int, end: int) -> bool:
    """Do the characters start..end stand apart from the letters and digits around them?"""
    before = start == 0 or not text[start - 1].isalnum() or not text[start].isalnum()
    return before and (end == len(text) or not text[end].isalnum() or not text[end - 1].isalnum())
