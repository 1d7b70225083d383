"""Where a reviewer says that mentions are, checked against the text.

Comes in: the text and pairs of offsets. Goes out: the same pairs in order, without the white space around
what was selected. Refused are places outside the text, empty ones, those that overlap each other and those
that run over more than one paragraph.
"""

import re
from collections.abc import Collection
from itertools import pairwise

from lexveil.review.errors import CommandError
from lexveil.review.request import Place

LONGEST = 1_000  # characters: nobody is called by more
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")


def placed(text: str, places: Collection[Place]) -> tuple[Place, ...]:
    if not places:
        raise CommandError("review.needs", what="mentions: give at least one [start, end]")
    found = tuple(sorted({_trimmed(text, *place) for place in places}))
    if any(before[1] > after[0] for before, after in pairwise(found)):
        raise CommandError("review.overlap")
    return found


def _trimmed(text: str, start: int, end: int) -> Place:
    if not 0 <= start < end <= len(text):
        raise CommandError("review.outside", most=len(text))
    if end - start > LONGEST:
        raise CommandError("review.mention-long", most=LONGEST)
    surface = text[start:end]
    if not surface.strip():
        raise CommandError("review.mention-blank")
    start += len(surface) - len(surface.lstrip())
    end -= len(surface) - len(surface.rstrip())
    if _BLANK_LINE.search(text, start, end):
        raise CommandError("review.paragraph")
    return start, end
