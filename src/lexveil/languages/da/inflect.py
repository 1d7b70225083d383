"""Danish: the genitive; an apostrophe before the ending of a letter or figure (Retskrivningsordbogen)."""

from lexveil.languages.genitive import form_of, inflector

__all__ = ["form_of", "inflect"]

inflect = inflector(after_sibilant="'", after_sign="'s")
