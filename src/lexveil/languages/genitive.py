"""What Danish, Swedish, Norwegian and German share: names change in the genitive alone, by an -s."""

from collections.abc import Callable

from lexveil.languages import Base

GENITIVE = "genitive"
SIBILANTS = ("s", "x", "z", "ß")


def bases(word: str) -> tuple[Base, ...]:
    """
    >>> bases("jensens"), bases("ns"), bases("holm")
    ((Base(name='jensen', form='genitive', sure=False),), (Base(name='n', form='genitive', sure=False),), ())
    """
    if word.endswith(("'s", "’s", ":s")):
        return (Base(word[:-2], GENITIVE, True),)
    if word.endswith(("'", "’")):
        return (Base(word[:-1], GENITIVE, True),)
    return (Base(word[:-1], GENITIVE),) if word.endswith("s") and len(word) > 1 else ()


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
