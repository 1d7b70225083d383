"""From decisions to replacements: the pseudonym of each entity, fitted to each place where it goes."""

from lexveil.replace.labels import pseudonyms
from lexveil.replace.render import render

__all__ = ["pseudonyms", "render"]
