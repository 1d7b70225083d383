"""From decisions to replacements: the pseudonym of each entity, fitted to each place where it goes."""

from lexveil.replace.labels import pseudonyms
from lexveil.replace.render import render
from lexveil.replace.sweep import hidden_forms

__all__ = ["hidden_forms", "pseudonyms", "render"]
