"""Danish: the genitive; an apostrophe before the ending of a letter or figure (Retskrivningsordbogen)."""

from lexveil.languages.genitive import bases, inflector

__all__ = ["bases", "inflect"]

inflect = inflector(after_sibilant="'", after_sign="'s")
