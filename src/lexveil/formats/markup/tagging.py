"""Tags of our own around words of a page or an XML document, and back: the source is found again to the
character, or what was changed in it is refused.

What cannot hold an element (an attribute, a comment, a title, a script) gets none. Words that several
elements hold get a tag in each, with one number.
"""

import html
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from lexveil.errors import InputError
from lexveil.formats.markup import Range, covered
from lexveil.formats.markup.characters import TEXT
from lexveil.formats.source import Pieces, Place
from lexveil.model import Piece

NUMBER = "n"  # the attribute that says which tags are one
_ATTRIBUTE = re.compile(r"""([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")


@dataclass(frozen=True, slots=True)
class Tag:
    """A range with its attributes: of the text when it is written, of the source when it is found again."""

    start: int
    end: int
    attributes: dict[str, str] = field(default_factory=dict, repr=False)


def taggable(source: str, pieces: Pieces, tag: Tag, closed: Sequence[Range] = ()) -> list[Range]:
    """The stretches of the source that hold the words; none if some stand where no element may be put."""
    touched = [each for each in _touched(pieces, tag) if each.start < each.end]
    if not touched or any(each.place.context != TEXT for each in touched):
        return []
    found: list[Range] = []
    for piece in touched:
        start, end = covered(piece, tag.start, tag.end)
        if found and start >= found[-1][1] and "<" not in source[found[-1][1] : start]:
            found[-1] = (found[-1][0], end)
        elif source[start:end].strip():
            found.append((start, end))
    within = any(start < to and at < end for start, end in found for at, to in closed)
    parted = all(one[1] <= other[0] for one, other in pairwise(found))
    return found if found and parted and not within else []


def _touched(pieces: Pieces, tag: Tag) -> Iterator[Piece]:
    low, high = 0, len(pieces)
    while low < high:  # pieces stand in order
        middle = (low + high) // 2
        low, high = (middle + 1, high) if pieces[middle].end <= tag.start else (low, middle)
    while low < len(pieces) and pieces[low].start < tag.end:
        yield pieces[low]
        low += 1


def with_tags(
    source: str, pieces: Pieces, tags: Iterable[Tag], name: str, closed: Sequence[Range] = ()
) -> str:
    """The source with an element of that name around each; those that get none are left out."""
    cuts: list[tuple[int, str]] = []
    for number, tag in enumerate(tags, 1):
        said = "".join(f' {key}="{html.escape(value)}"' for key, value in tag.attributes.items())
        for start, end in taggable(source, pieces, tag, closed):
            cuts += [(start, f'<{name} {NUMBER}="{number}"{said}>'), (end, f"</{name}>")]
    parts: list[str] = []
    last = 0
    for at, text in sorted(cuts, key=lambda cut: (cut[0], cut[1][1] != "/")):  # one ends, the next begins
        parts += (source[last:at], text)
        last = at
    return "".join([*parts, source[last:]])


def without_tags(source: str, tagged: str, name: str) -> list[Tag]:
    """The tags in it, in places of the source. Raises `InputError` where anything else was changed."""
    opening = re.compile(rf"<{name}(?:\s[^<>]*)?>", re.IGNORECASE)
    closing = re.compile(rf"</{name}\s*>", re.IGNORECASE)
    found: list[Tag] = []
    open_: list[tuple[int, dict[str, str]]] = []
    at = here = 0
    while here < len(tagged):
        opens, closes = opening.match(tagged, here), closing.match(tagged, here)
        own = opens or closes
        if own and not source.startswith(own[0], at):
            here = own.end()
            if opens:
                open_.append((at, _attributes(own[0])))
            elif open_:
                start, attributes = open_.pop()
                found.append(Tag(start, at, attributes))
            else:
                raise InputError("review-copy.text-changed")
            continue
        next_ = tagged.find("<", here + 1)
        piece = tagged[here : next_ if next_ >= 0 else len(tagged)]
        if not source.startswith(piece, at):
            raise InputError("review-copy.text-changed")
        at, here = at + len(piece), here + len(piece)
    if at != len(source) or open_:
        raise InputError("review-copy.text-changed")
    return _joined(found)


def _attributes(text: str) -> dict[str, str]:
    return {
        found[1].lower(): html.unescape(found[2] or found[3] or "") for found in _ATTRIBUTE.finditer(text)
    }


def _joined(found: Iterable[Tag]) -> list[Tag]:
    """Those of one number are one."""
    joined: dict[str, Tag] = {}
    for alone, tag in enumerate(sorted(found, key=lambda each: each.start)):
        key = tag.attributes.get(NUMBER) or f"alone {alone}"
        before = joined.get(key)
        joined[key] = Tag(before.start, tag.end, before.attributes) if before else tag
    return list(joined.values())


def in_text(pieces: Pieces, tags: Iterable[Tag]) -> Iterator[tuple[Range, Tag]]:
    """Where the words of each stand in the text of the document; those around nothing are left out."""
    shown = [each for each in pieces if each.start < each.end and each.place.context == TEXT]
    shown.sort(key=lambda each: each.place.start)
    for tag in tags:
        low = bisect_right(shown, tag.start, key=lambda each: each.place.end)
        high = bisect_left(shown, tag.end, key=lambda each: each.place.start)
        if low < high:
            yield (_inward(shown[low], tag.start, edge=0), _inward(shown[high - 1], tag.end, edge=1)), tag


def _inward(piece: Piece, at: int, *, edge: int) -> int:
    """An offset of the source as one of the text; inside what stands and falls together, its edge."""
    place: Place = piece.place
    if piece.end - piece.start != place.end - place.start or place.more:
        return (piece.start, piece.end)[edge]
    return min(max(piece.start + at - place.start, piece.start), piece.end)
