"""Paragraphs: lines joined into running text.

A word broken at the end of a line is one word, its hyphen goes with it; a paragraph that goes on in the next
column or on the next page is one block, and running heads and feet stand apart from it.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from lexveil.formats.markup import Block
from lexveil.formats.markup.characters import INVISIBLE, apart
from lexveil.formats.pdf.letters import SOFT_HYPHEN, Group, Groups, Letter
from lexveil.formats.pdf.lines import BACK, Column, Line, Stretch, columns
from lexveil.formats.source import Place

GLYPH = "glyph"  # the context of what stands on a page
WORD = 0.17  # of the size: a gap between letters that parts words
TAB = 2.0  # of the size: a gap that parts more than words
LEADING = 1.35  # of the usual distance of lines: more parts paragraphs
WIDEST = 2.3  # of the size: the distance of lines in text that is set with double space
INDENT = 0.8  # of the size
RAISED = 0.15  # of the size: how far the mark of a footnote stands above the line
SMALL = 0.85  # of the size: letters of a mark; of the body: text of a footnote
_HYPHEN = re.compile("[-\u2010\u00ad]\\Z")
_END = re.compile("[.:;?!\u2026][\"')\u2019\u201d\u00bb]*\\Z")
_LABEL = re.compile(r"(?:\(?[0-9]{1,4}[.)]|\(?[a-zA-Z][.)]|[\u2022\u2013\u2014\u25aa-])(?:\s|\Z)")
_INVISIBLE = re.compile(f"[{INVISIBLE}]")
_SPECIAL = re.compile("[\\s\u2010-]|" + _INVISIBLE.pattern)  # characters that are no part of a run
_DIGITS = re.compile(r"[0-9]+")


class Draft(NamedTuple):
    """A paragraph before it is written."""

    lines: list[Line]
    column: Column
    kind: str  # the zone it stands in
    main: bool  # whether it is part of the page's running text
    head: str  # its text with every number alike: running heads have the same on each page


class Paragraph(NamedTuple):
    block: Block
    draft: Draft
    ends: Line | None  # its last line where it may go on in the next column or on the next page


def lay_page(groups: Groups, before: Sequence[Paragraph]) -> tuple[list[Block], list[Paragraph]]:
    """The blocks of a page, and its paragraphs for the next page; `before` are those of the page before.

    A paragraph that goes on from the page before is added to its block there.
    """
    order = sorted(groups, key=lambda each: (each.hidden, each.aside < 0, each))
    drafts = [draft for group in order for draft in _drafts(group, groups[group])]
    running = {each.draft.head for each in before} & {draft.head for draft in drafts}
    blocks: list[Block] = []
    shown: list[Paragraph] = []
    begun = False  # whether running text of this page was met
    for draft in drafts:
        last = None
        if draft.main and draft.head not in running:
            last = _goes_on(draft, shown[-1:] if begun else _bodies(before, running), begun=begun)
            begun = True
        block = last.block if last else Block(draft.kind)
        _write(block, draft.lines, draft.column.right, after=last.ends if last else None)
        blocks += [*(() if last else (block,)), *_marks(draft.lines, draft.kind)]
        if draft.main:
            shown.append(Paragraph(block, draft, _open_end(draft)))
    return [block for block in blocks if block.visible()], shown


def _drafts(group: Group, letters: list[Letter]) -> Iterator[Draft]:
    main = not group.hidden and not group.aside and not group.angle
    kind = "hidden" if group.hidden else ""
    for lines, column in _paragraphs(columns(letters)):
        head = _DIGITS.sub("0", " ".join(_text(line) for line in lines[:3]))
        yield Draft(lines, column, kind, main, head)


def _paragraphs(found: list[Column]) -> Iterator[tuple[list[Line], Column]]:
    """The paragraphs of each column; only the first of a column may follow on another."""
    right = max((column.right for column in found if column.whole), default=0.0)
    usual = _leading(found)
    for column in found:
        if column.whole and column.right - column.left > 0.6 * (right - column.left):
            column = column._replace(right=right)
        for number, lines in enumerate(_parted(column, usual)):
            yield lines, column._replace(follows=column.follows and number == 0)


def _leading(found: list[Column]) -> float:
    """The usual distance of lines on the page, in multiples of the size."""
    lines = (pair for column in found for pair in pairwise(column.lines))
    steps = sorted((above.y - line.y) / above.size for above, line in lines)
    return min(steps[len(steps) // 4], WIDEST) if steps else WIDEST


def _parted(column: Column, leading: float) -> list[list[Line]]:
    lines = column.lines
    steps = sorted(above.y - line.y for above, line in pairwise(lines))
    usual = steps[len(steps) // 4] if len(steps) > 2 else leading * lines[0].size
    parted = [[lines[0]]]
    for number, (above, line) in enumerate(pairwise(lines)):
        following = lines[number + 2] if number + 2 < len(lines) else None
        if _begins(column, above, line, following, usual):
            parted.append([])
        parted[-1].append(line)
    return parted


def _begins(column: Column, above: Line, line: Line, following: Line | None, usual: float) -> bool:
    """Whether a line begins a paragraph."""
    step = above.y - line.y
    if step > max(LEADING * usual, above.size) or not 0.87 < line.size / above.size < 1.15:
        return True
    text = _text(above)
    if _HYPHEN.search(text) and text[:-1][-1:].isalpha():
        return False
    full = _is_full(above, line, column.right)
    if not full and (_END.search(text) or _LABEL.match(_text(line))):
        return True
    indented = line.x0 - column.left > INDENT * line.size and above.x0 - column.left < INDENT * line.size / 2
    back = following is not None and following.x0 < line.x0 - INDENT * line.size / 2
    return indented and (back or not full) and not _LABEL.match(_text(above))


def _is_full(line: Line, following: Line, right: float) -> bool:
    """Whether the first word of the next line would not have fitted on it."""
    width = 0.0
    for letter in following.stretches[0].letters:
        if letter.text == " ":
            break
        width = letter.x1 - following.x0
    return line.x1 + WORD * line.size + width > right - 0.3 * line.size


def _write(block: Block, lines: list[Line], right: float, *, after: Line | None = None) -> None:
    above = after
    for line in lines:
        if above is not None:
            _join(block, above, line, full=above is after or _is_full(above, line, right))
        _write_line(block, line)
        above = line


def _join(block: Block, above: Line, line: Line, *, full: bool) -> None:
    """What stands between two lines: nothing after a hyphen, a space in running text, else a line break."""
    last = block.parts[-1] if block.parts else ""
    texts = (letter.text for stretch in line.stretches for letter in stretch.letters)
    first = next((text for text in texts if text != " "), "")
    before = block.parts[-2][-1:] if len(block.parts) > 1 else ""
    if last == SOFT_HYPHEN or (_HYPHEN.search(last) and before.isalnum()):
        block.gap.clear()
        if last == SOFT_HYPHEN or (before.isalpha() and first[:1].islower()):
            block.parts.pop()  # the hyphen is no text, but still goes with the word around it
            block.length = block.ends[-1] = block.starts[-1]
    elif full:
        apart(block, GLYPH)
    else:
        block.line([], GLYPH)


def _write_line(block: Block, line: Line) -> None:
    before: Stretch | None = None
    x1: float | None = None
    for stretch in line.stretches:
        if not _is_mark(stretch, line, before):
            if x1 is not None and not BACK * line.size <= stretch.x0 - x1 <= TAB * line.size:
                block.line([], GLYPH)
            _write_stretch(block, stretch, x1)
            before = stretch
        x1 = stretch.x1


def _write_stretch(block: Block, stretch: Stretch, x1: float | None) -> None:
    """`x1` is where the stretch before it ends."""
    least = _word_gap(stretch)
    run: list[Letter] = []
    for letter in stretch.letters:
        parted = x1 is not None and letter.x0 - x1 > least * letter.size and letter.text != " "
        plain = len(letter.text) == 1 and not letter.more and not _SPECIAL.match(letter.text)
        if run and (parted or not plain or letter.number != run[-1].end):
            _write_run(block, run)
        if parted:
            apart(block, GLYPH)
        if plain:
            run.append(letter)
        else:
            _write_spot(block, letter)
        if letter.text != " ":
            x1 = letter.x1
    _write_run(block, run)


def _write_run(block: Block, run: list[Letter]) -> None:
    """Glyphs in a row, one character each: one piece."""
    if run:
        block.add("".join(letter.text for letter in run), run[0].number, run[-1].end, GLYPH)
        run.clear()


def _write_spot(block: Block, letter: Letter) -> None:
    text = letter.text if letter.text == SOFT_HYPHEN else _INVISIBLE.sub("", letter.text)
    if not text:
        block.hide(letter.number, letter.end, GLYPH)
    elif text.isspace():
        block.space(letter.number, letter.end, GLYPH)
        if letter.more:
            block.gap[-1][2].extend(letter.more)
    else:
        block.add(text, letter.number, letter.end, GLYPH)
        if letter.more:
            block.places[-1] = Place(letter.number, letter.end, GLYPH, tuple(letter.more))


def _word_gap(stretch: Stretch) -> float:
    """The gap that parts words; wider where all letters are set apart."""
    letters = [letter for letter in stretch.letters if letter.text != " "]
    gaps = [(right.x0 - left.x1) / right.size for left, right in pairwise(letters)]
    usual = median(gaps) if len(gaps) > 3 else 0.0
    return WORD + max(usual, 0.0) * 1.5 if usual > WORD / 2 else WORD


def _marks(lines: list[Line], kind: str) -> list[Block]:
    """The marks of footnotes, each a block of its own: "Torvund¹" is Torvund."""
    found = []
    for line in lines:
        before: Stretch | None = None
        for stretch in line.stretches:
            if _is_mark(stretch, line, before):
                block = Block(kind)
                _write_stretch(block, stretch, None)
                found.append(block)
            else:
                before = stretch
    return found


def _is_mark(stretch: Stretch, line: Line, before: Stretch | None) -> bool:
    if stretch.size > SMALL * line.size or stretch.y < line.y + RAISED * line.size:
        return False
    text = "".join(letter.text for letter in stretch.letters).strip()
    letters = sum(char.isalpha() for char in text)
    word = "".join(letter.text for letter in before.letters[-3:]) if before else ""
    return letters == 0 or (letters == 1 and len(word) == 3 and word.isalpha())


def _open_end(draft: Draft) -> Line | None:
    """The last line of a paragraph that does not seem to end with it."""
    line = draft.lines[-1]
    text = _text(line)
    reaches = line.x1 > draft.column.right - 6 * line.size
    return line if reaches and text and not _END.search(text) else None


def _bodies(before: Sequence[Paragraph], running: set[str]) -> list[Paragraph]:
    """The paragraphs of the page before without running heads, page numbers and footnotes."""
    if not before:
        return []
    firsts = [each.draft.lines[0] for each in before]
    body, lowest = median(line.size for line in firsts), min(line.y for line in firsts)
    found = []
    for each, line in zip(before, firsts, strict=True):
        numbers = line.y == lowest and len(each.draft.head) < 40 and "0" in each.draft.head
        if each.draft.head not in running and line.size >= SMALL * body and not numbers:
            found.append(each)
    return found


def _goes_on(draft: Draft, before: Sequence[Paragraph], *, begun: bool) -> Paragraph | None:
    """The paragraph that this one goes on from: the last of the page before, or of the column before."""
    if not before or (begun and not draft.column.follows):
        return None
    last, size = before[-1], draft.lines[0].size
    same = last.ends is not None and 0.95 < last.ends.size / size < 1.05
    return last if same and not _LABEL.match(_text(draft.lines[0])) else None


def _text(line: Line) -> str:
    return " ".join("".join(letter.text for letter in stretch.letters).strip() for stretch in line.stretches)
