"""Swedish: the genitive; a colon after a letter or figure (Svenska skrivregler), nothing after a sibilant."""

from lexveil.languages.genitive import form_of, inflector

__all__ = ["form_of", "inflect"]

inflect = inflector(after_sibilant="", after_sign=":s")
