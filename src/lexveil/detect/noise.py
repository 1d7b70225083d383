"""What a trained model takes for a name or a number and is none, by where it stands.

Comes in: the merged spans and the text of the view. Goes out: those that are left. Only what no rule has
seen is looked at: the letters before question and answer in a transcript (Q. and A.), numbers of exhibits
and of things that the document itself counts (cylinder no. 3). They identify nobody, and without them a
result is hard to read.
"""

import re
from collections.abc import Iterable

from lexveil.detect.merge import by_model
from lexveil.detect.words import opens_line
from lexveil.model import Span

_SPEAKER = re.compile(r"(?:Q|A)[.:]?")
_SPEAKS = re.compile(r"[.:]?[ \t]+[(\"“]?[^\W\d_a-z]")
_EXHIBIT = re.compile(
    r"\b(?:exhibits?|exh\.?|annex(?:es)?|appendix|appendices|attachments?|enclosures?|schedules?|tab|bundle)"
    r"(?: no\.?)? (?:[\w./-]{1,12}(?:, | and | to |[–-]))*$",
    re.IGNORECASE,
)
_COUNTED = re.compile(r"(?:no\.?|nos\.?|number) ?\d{1,2}", re.IGNORECASE)
_NEAR = 60  # characters before a number in which the word for an exhibit may stand


def without_noise(spans: Iterable[Span], text: str) -> tuple[Span, ...]:
    return tuple(span for span in spans if not (by_model(span) and _noise(span, text)))


def _noise(span: Span, text: str) -> bool:
    surface = text[span.start : span.end]
    if span.category == "PERSON":
        speaker = _SPEAKER.fullmatch(surface) and _SPEAKS.match(text, span.end)
        return bool(speaker) and opens_line(text, span.start)
    if span.category != "CODE":
        return False
    before = text[max(0, span.start - _NEAR) : span.start]
    return bool(_COUNTED.fullmatch(surface) or _EXHIBIT.search(before))
