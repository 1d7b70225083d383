"""What Danish, Swedish, Norwegian and German share: names change in the genitive alone, by an -s."""

from collections.abc import Collection

GENITIVE = "genitive"
SIBILANTS = ("s", "x", "z", "ß")


def form_of(word: str, words: Collection[str]) -> str:
    """In the genitive when the document also writes it without the -s.

    >>> form_of("jensens", ["jensen", "jensens"]), form_of("jens", ["jens", "holm"])
    ('genitive', '')
    """
    others = set(words) - {word}
    if word.endswith(("'", "'s")):
        return GENITIVE if word.rstrip("s").rstrip("'") in others else ""
    return GENITIVE if word.endswith("s") and word[:-1] in others else ""


def ends_in_sign(pseudonym: str) -> bool:
    """Whether a letter or a figure by itself ends it."""
    last = pseudonym.split()[-1]
    return last[-1].isdigit() or (last[-1].isalpha() and last.isupper() and len(last) <= 2)


def ends_in_sibilant(pseudonym: str) -> bool:
    return pseudonym.lower().endswith(SIBILANTS)
