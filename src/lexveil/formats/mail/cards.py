"""Calendar entries and visiting cards: the words in them, apart from the keywords (RFC 5545, RFC 6350).

Comes in: the decoded text of such a part. Goes out: a block per value, and one per name in a parameter
(CN="Ann Torvund"); keywords, dates and names of properties are zone `code`. Long lines are folded anywhere,
and a name may be folded too. Never guesses at a property: one that is not known is text.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from lexveil.formats.markup import Block

CARDS = ("text/calendar", "text/vcard", "text/x-vcard", "text/directory", "text/x-vcalendar")
# Properties whose values come from lists, or are dates and numbers.
KEYWORDS = frozenset(
    "begin end version prodid method calscale status class transp sequence action trigger repeat priority "
    "dtstamp dtstart dtend due completed created last-modified duration rrule rdate exdate recurrence-id "
    "tzid tzoffsetfrom tzoffsetto tzname rev kind gender percent-complete freebusy request-status".split()
)

_LINE = re.compile(r"(?:[^\r\n]|\r(?!\n)|\r?\n[ \t])*+(?:\r?\n|\Z)")
_FOLD = re.compile(r"\r?\n[ \t]")
_HEAD = re.compile(r"(?:[^:\"]++|\"[^\"]*+\")*+:")
_NAMED = re.compile(r"=\"([^\"]+)\"|;(?:X-)?CN=([^\";:]+)", re.IGNORECASE)
_ESCAPE = re.compile(r"\\([nN,;\\])")
_EMBEDS = re.compile(
    r"^(?:(?:PHOTO|LOGO|SOUND|KEY|ATTACH)\b[^:\n]*(?:ENCODING|BASE64)|[^:\n]*QUOTED-PRINTABLE[;:])"
    r"|^[^\n]*:data:",
    re.MULTILINE | re.IGNORECASE,
)


class Run(NamedTuple):
    """Characters of an unfolded line: where they begin in it, and where they stand in the text."""

    at: int
    start: int
    end: int


def embeds(text: str) -> bool:
    """Whether it holds a picture, a file, or text that is encoded once more."""
    return bool(_EMBEDS.search(text))


def blocks(text: str) -> list[Block]:
    found = [block for line in _LINE.finditer(text) for block in _line(text, *line.span())]
    return [block for block in found if block.visible()]


def spell(text: str, context: str) -> str:
    r"""A replacement in a value or in a parameter.

    >>> spell("Doe, J.", "card")
    'Doe\\, J.'
    """
    if context == "card":
        return re.sub(r"\r?\n", r"\\n", re.sub(r"([\\,;])", r"\\\1", text))
    text = re.sub(r"[\x00-\x1f\x7f]+", " ", text).replace('"', "'")
    return f'"{text}"' if context == "cn" and re.search("[,;:]", text) else text


def _line(text: str, start: int, end: int) -> Iterator[Block]:
    end = start + len(text[start:end].rstrip("\r\n"))
    runs = list(_runs(text, start, end))
    line = "".join(text[run.start : run.end] for run in runs)
    head = _HEAD.match(line)
    stop = head.end() if head else 0
    keyword = re.split("[;:]", line[:stop], maxsplit=1)[0].rpartition(".")[2].lower() in KEYWORDS
    value = Block("code" if keyword else "")
    _add(value, text, runs, stop, len(line), "card")
    yield value
    names, last = Block("code"), 0
    for found in _NAMED.finditer(line, 0, stop):
        group = found.lastindex or 0
        block = Block("hidden")
        _add(block, text, runs, *found.span(group), "quoted" if group == 1 else "cn")
        yield block
        _add(names, text, runs, last, found.start(group), "quoted")
        last = found.end(group)
    _add(names, text, runs, last, stop, "quoted")
    yield names


def _runs(text: str, start: int, end: int) -> Iterator[Run]:
    at = 0
    for fold in _FOLD.finditer(text, start, end):
        yield Run(at, start, fold.start())
        at += fold.start() - start
        start = fold.end()
    yield Run(at, start, end)


def _add(block: Block, text: str, runs: list[Run], first: int, last: int, context: str) -> None:
    """Characters first..last of the line; where it was folded something is hidden."""
    end = -1
    for run in runs:
        start = run.start + max(first - run.at, 0)
        stop = min(run.end, run.start + last - run.at)
        if start >= stop:
            continue
        if 0 <= end < start:
            block.hide(end, start, context)
        _characters(block, text, start, stop, context)
        end = stop


def _characters(block: Block, text: str, start: int, stop: int, context: str) -> None:
    for escape in _ESCAPE.finditer(text, start, stop) if context == "card" else ():
        if start < escape.start():
            block.add(text[start : escape.start()], start, escape.start(), context)
        block.add("\n" if escape[1] in "nN" else escape[1], *escape.span(), context)
        start = escape.end()
    if start < stop:
        block.add(text[start:stop], start, stop, context)
