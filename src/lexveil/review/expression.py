"""One regular expression over one text, in a process of its own: `search` runs this file and may end it.

Comes in, on the standard input: JSON with the text, the pattern and how many places are wanted. Goes out, on
the standard output: the places as JSON, or null for a pattern that is none. It imports nothing of ours.
"""

import json
import re
import sys
from itertools import islice

MEMORY = 1 << 30


def bound(seconds: int) -> None:
    """Where the system knows how: no more time and memory than this, whatever becomes of who asked."""
    try:
        import resource
    except ImportError:  # Windows; there the time is still bounded from outside
        return
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def places(text: str, pattern: str, most: int) -> list[tuple[int, int]] | None:
    """
    >>> places("Roe and Doe", "[A-Z]oe", 9), places("Roe", "(", 9)
    ([(0, 3), (8, 11)], None)
    """
    try:
        found = re.compile(pattern, re.MULTILINE).finditer(text)
    except (re.error, OverflowError, RecursionError):
        return None
    return list(islice((match.span() for match in found if match.end() > match.start()), most))


if __name__ == "__main__":
    asked = json.load(sys.stdin.buffer)
    bound(asked["seconds"])
    json.dump(places(asked["text"], asked["pattern"], asked["most"]), sys.stdout)
