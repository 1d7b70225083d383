"""What labels call things: person, henkilö, virksomhed, Adresse; section `words` of `replace.toml`.

The word stands as the language writes it inside a sentence, so German nouns have their capital.
"""

from lexveil.languages import codes, load, own


def word(name: str, language: str) -> str:
    """The word for a category or role of the model, or for BIRTH.

    >>> word("PERSON", "fi"), word("ORG", "da"), word("LAWYER", "de-CH"), word("DATE", "is")
    ('henkilö', 'virksomhed', 'Anwalt', 'date')
    """
    return str(load(language).replace["words"][name])


def languages() -> tuple[str, ...]:
    """Those with words of their own."""
    return tuple(code for code in codes() if "words" in own(code, "replace"))
