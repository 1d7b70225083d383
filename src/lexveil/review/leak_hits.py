"""Where a replaced name can still be read when a leak check stops.

It stands in the text, which a reviewer can mend, or only in the written file, in a part that the text does
not show. Places and ids are told, never what stands there.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lexveil.check import Leak
from lexveil.check.containers import WHOLE
from lexveil.model import Document, Entity, Replacement, Zone
from lexveil.replace import Remainder
from lexveil.review.commands import Place
from lexveil.review.search import owners
from lexveil.review.view import PAGE
from lexveil.text.search import Form, Search

MOST = 200  # that are told


@dataclass(frozen=True, slots=True)
class Hit:
    entity: str  # whose name it is
    place: Place | None = None  # in the text; None: only in the written file
    mention: str = ""  # the entity that has the place now; "": nobody
    region: str = ""  # the part of the file that the place is in; "": its body
    page: int = 0  # 0: the document has none
    part: str = ""  # of the written file, where it stands only there


def in_text(
    document: Document,
    entities: Sequence[Entity],
    hidden: Sequence[Form],
    replacements: Iterable[Replacement],
    stopping: Iterable[Remainder] = (),
) -> list[Hit]:
    """`stopping`: places at which the policy stops."""
    covered = sorted((each.start, each.end) for each in replacements)
    found = {(hit.start, hit.end): hit.form.entity for hit in Search(hidden).find(document.text)}
    found |= {(each.start, each.end): each.entity for each in stopping}
    left = [place for place in sorted(found) if not _is_covered(place, covered)][:MOST]
    pages = [zone for zone in document.shape if zone.kind == PAGE]
    return [
        Hit(found[place], place, owner or "", _region(document.regions, place), _page(pages, place))
        for place, owner in zip(left, owners(entities, left), strict=True)
    ]


def in_file(leaks: Iterable[Leak], explained: Iterable[Hit], unread: Iterable[str]) -> list[Hit]:
    """Once for each part and entity. What a place of the text explains is left out, but in a part that nobody
    read (`unread`)."""
    known, unread = {each.entity for each in explained}, set(unread)
    parts = dict.fromkeys((each.part.partition(", ")[0], each.entity) for each in leaks)
    inside = {entity for part, entity in parts if part != WHOLE}
    return [
        Hit(entity, part=part)
        for part, entity in parts
        if (part in unread or entity not in known) and (part != WHOLE or entity not in inside)
    ][:MOST]


def _is_covered(place: Place, covered: Sequence[Place]) -> bool:
    at = bisect_right(covered, place[0], key=lambda each: each[1])
    return at < len(covered) and covered[at][0] < place[1]


def _page(pages: Sequence[Zone], place: Place) -> int:
    """Its number; 0 for what stands on none, such as a bookmark."""
    number = bisect_right(pages, place[0], key=lambda zone: zone.start)
    return number if number and place[0] < pages[number - 1].end else 0


def _region(regions: Sequence[Zone], place: Place) -> str:
    at = bisect_right(regions, place[0], key=lambda zone: zone.end)
    return regions[at].kind if at < len(regions) and regions[at].start < place[1] else ""
