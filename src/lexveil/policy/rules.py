"""A policy as data: rules in their order, what is listed, what holds throughout, and the words they may use.

`parsing` makes it from TOML text, `decide` applies it. Nothing here reads a file or looks at a document.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from lexveil.model import CATEGORIES, ROLES
from lexveil.policy.reading import MANY

ACTIONS = ("replace", "keep")
TITLES = ("drop", "keep", "all")
KEPT = ("keep", "drop")
SIZES = ("small", "large")
ZONES = ("citation", "hidden", "code")
LANGUAGES = ("en", "fi", "da", "de", "fr", "it", "es", "nb", "sv", "ca")  # that labels have words in
PLACES = ("{n}", "{A}")  # what numbers a label: 1, 2, 3 or A, B, C
# How a replaced entity is written, and the label it has when the rule gives none; None: it takes no label.
STYLES: Mapping[str, str | None] = {
    "label": "",
    "underscores": "{A}.________",
    "initials": None,
    "blank": None,
    "redact": None,
    "surrogate": None,
    "shift": None,
    "generalize": None,
}
DEFAULT_LABEL = "[{word} {n}]"
WORDS = frozenset(word.lower() for word in (*CATEGORIES, *ROLES, "birth"))  # that {word:…} may ask for


@dataclass(frozen=True, slots=True)
class Context:
    """Where a mention stands: what is written right before and after it, which zone it lies in."""

    before: re.Pattern[str] | None = None
    after: re.Pattern[str] | None = None
    zone: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    number: int  # its place in the policy, from 1; 0: given on the command line
    category: frozenset[str] = frozenset()  # empty: any
    role: frozenset[str] = frozenset()  # empty: any
    certainty: frozenset[int] = frozenset()  # empty: any
    source: frozenset[str] = frozenset()  # "detector:rule"; every mention must have one of them. Empty: any
    context: Context = Context()
    text: re.Pattern[str] | None = None  # found in a mention
    mentions: tuple[int, int] = (1, MANY)
    size: str = ""  # of an organisation: small or large. Empty: any
    action: str = "replace"
    label: str = ""
    style: str = "label"


@dataclass(frozen=True, slots=True)
class Listed:
    """Names, compared without case and accents, and patterns of whole mentions."""

    names: frozenset[str] = field(default=frozenset(), repr=False)  # they are personal text
    patterns: tuple[re.Pattern[str], ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Policy:
    name: str
    description: str = ""
    language: str = ""  # of the words in labels; empty: that of the document
    titles: str = "drop"
    legal_forms: str = "drop"  # "keep": the ApS of a replaced company stays
    citations: str = "keep"  # "replace": rules hold inside citations too
    eponyms: str = "keep"  # Alzheimer's disease; "replace": rules hold for them too
    approval: bool = False  # the service exports only what a second reader has approved
    rules: tuple[Rule, ...] = ()
    keep: Listed = Listed()
    keep_contexts: tuple[Context, ...] = ()
    replace: Listed = Listed()  # beats the rules, not citations
    replace_label: str = DEFAULT_LABEL
    replace_style: str = "label"
    large: Listed = Listed()
    large_mentions: int = 0  # named so often, an organisation counts as large; 0: however often
