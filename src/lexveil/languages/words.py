"""What labels call things: person, henkilö, virksomhed, Adresse; as written inside a sentence."""

from lexveil.languages import codes, load, own


def word(name: str, language: str) -> str:
    """The word for a category or role of the model, or for BIRTH."""
    return str(load(language).replace["words"][name])


def languages() -> tuple[str, ...]:
    """Those with words of their own."""
    return tuple(code for code in codes() if "words" in own(code, "replace"))
