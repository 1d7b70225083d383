"""Is a document in the language that it was said to be in?

Comes in: its text and the language of the settings. Goes out: a note for the user, or nothing. The
neural detector knows English only (docs/models/en-legal.md): of other languages rules and lists find less,
and whoever runs such a document should know. Nothing is changed by it.
"""

import re

from lexveil.model import Reason, because

ENGLISH = frozenset(
    "the of and to that was for by on with which his her had he she it at from be not".split()
)
LOOKED_AT = 40_000  # characters
FEWEST = 80  # words: of less nothing can be told
SHARE = 0.12  # of these words among all; in English texts it is 0.25 to 0.4

_WORD = re.compile(r"[^\W\d_]+")


def doubt(text: str, language: str) -> Reason | None:
    """What the user should know about the language."""
    if language != "en":
        return because("note.no-model", language=language)
    words = _WORD.findall(text[:LOOKED_AT].lower())
    if len(words) < FEWEST or sum(word in ENGLISH for word in words) >= SHARE * len(words):
        return None
    return because("note.not-english")
