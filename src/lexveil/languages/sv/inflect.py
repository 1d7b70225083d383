"""Swedish: the genitive; a colon after a letter or figure (Svenska skrivregler), nothing after a sibilant."""

from lexveil.languages import Base
from lexveil.languages.genitive import bases as genitive
from lexveil.languages.genitive import inflector

__all__ = ["bases", "inflect"]

FAMILY = ("arna", "arnas")  # Rönnarna: the Rönns

_inflect = inflector(after_sibilant="", after_sign=":s")


def bases(word: str) -> tuple[Base, ...]:
    """
    >>> [each[:2] for each in bases("ekarnas")]
    [('ek', 'plural genitive'), ('ekarna', 'genitive')]
    """
    forms = zip(FAMILY, ("plural", "plural genitive"), strict=True)
    families = (Base(word.removesuffix(end), form) for end, form in forms if word.endswith(end))
    return (*(each for each in families if len(each.name) > 1), *genitive(word))


def inflect(pseudonym: str, form: str) -> str:
    return _inflect(pseudonym, form.removeprefix("plural").strip())
