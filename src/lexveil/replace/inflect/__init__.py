"""The pseudonym in the form that the place asks for: person A's, A:n, As.

`form_of` says in which form a mention is written: "" for the base form, or one of the forms of its language.
`inflect` writes a pseudonym in that form. One module a language group has both; a language without one keeps
its pseudonyms as they are. Comes in: words and a language, nothing of the document but what follows a
mention.
"""

from collections.abc import Callable, Collection
from typing import NamedTuple

from lexveil.replace.inflect import english, finnish, genitive

Recognize = Callable[[str, Collection[str]], str]
Inflect = Callable[[str, str], str]


class Language(NamedTuple):
    form_of: Recognize  # a mention, all forms of the name → its form
    inflect: Inflect  # a pseudonym, a form → the pseudonym in that form


LANGUAGES: dict[str, Language] = {
    "en": Language(english.form_of, english.inflect),
    "fi": Language(finnish.form_of, finnish.inflect),
    "da": Language(genitive.form_of, genitive.danish),
    "sv": Language(genitive.form_of, genitive.swedish),
    "nb": Language(genitive.form_of, genitive.norwegian),
    "nn": Language(genitive.form_of, genitive.norwegian),
    "no": Language(genitive.form_of, genitive.norwegian),
    "de": Language(genitive.form_of, genitive.german),
}


def inflect(pseudonym: str, form: str, language: str) -> str:
    """
    >>> inflect("henkilö A", "genitive", "fi"), inflect("person A", "genitive", "da")
    ('henkilö A:n', "person A's")
    >>> inflect("person A", "possessive", "en"), inflect("personne A", "genitive", "fr")
    ("person A's", 'personne A')
    """
    known = LANGUAGES.get(_code(language))
    return known.inflect(pseudonym, form) if known and form else pseudonym


def form_of(surface: str, forms: Collection[str], language: str) -> str:
    """The form of a mention, judged by the other ways in which the document writes the same name.

    >>> form_of("Virtaselle", ["Matti Virtanen", "Virtaselle"], "fi"), form_of("Jensens", ["Jensen"], "da")
    ('allative', 'genitive')
    """
    known = LANGUAGES.get(_code(language))
    return known.form_of(surface, forms) if known else ""


def _code(language: str) -> str:
    return language.lower().partition("-")[0].partition("_")[0]
