"""Regular expressions from words."""

import re
from collections.abc import Iterable


def any_of(words: Iterable[str]) -> str:
    """A regular expression for any of the words, the longest first.

    >>> any_of({"mr", "mrs"})
    '(?:mrs|mr)'
    """
    return (
        "(?:" + "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word))) + ")"
    )
