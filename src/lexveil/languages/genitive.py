"""What Danish, Swedish, Norwegian and German share: names change in the genitive alone, by an -s."""

from collections.abc import Callable, Collection

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


def inflector(*, after_sibilant: str, after_sign: str = "") -> Callable[[str, str], str]:
    """How a language inflects: what follows a sibilant and, if it matters, a letter or figure by itself."""

    def inflect(pseudonym: str, form: str) -> str:
        if form != GENITIVE:
            return pseudonym
        if after_sign:
            last = pseudonym.split()[-1]
            if last[-1].isdigit() or (last[-1].isalpha() and last.isupper() and len(last) <= 2):
                return pseudonym + after_sign
        return pseudonym + (after_sibilant if pseudonym.lower().endswith(SIBILANTS) else "s")

    return inflect
