"""A policy as data: rules in their order, what is listed, what holds throughout, and the words they may use.

`parsing` makes it from TOML text, `override` changes it by what the command line says, `decide` applies it,
`fingerprint` tells whether it has changed. Nothing here reads a file or looks at a document.
"""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any, NamedTuple

from lexveil.errors import PolicyError
from lexveil.languages import words
from lexveil.model import BROADER, CATEGORIES, ROLES, broader
from lexveil.policy.reading import MANY

ACTIONS = ("replace", "keep")
TITLES = ("drop", "keep", "all")
KEPT = ("keep", "drop")
SHARED_NAMES = ("replace", "list", "stop")  # the name goes, is listed for review, or stops the export
WARNED = ("note", "review", "stop")  # it is said, must be reviewed, or is not written at all
SIZES = ("small", "large")
ZONES = ("citation", "hidden", "code")
LANGUAGES = words.languages()  # that labels have words in
PLACES = ("{n}", "{A}")  # what numbers a label: 1, 2, 3 or A, B, C
# How a replaced entity is written, and the label it has when the rule gives none; None: it takes no label.
STYLES: Mapping[str, str | None] = {
    "label": "", "underscores": "{A}.________", "initials": None, "blank": None, "redact": None,
    "random": None, "surrogate": None, "shift": None, "generalize": None,
}  # fmt: skip
DEFAULT_LABEL = "[{word} {n}]"
WORDS = frozenset(word.lower() for word in (*CATEGORIES, *ROLES, "birth"))  # that {word:…} may ask for


@dataclass(frozen=True, slots=True)
class Context:
    """Where a mention stands: what is written right before and after it, which zone it lies in."""

    before: re.Pattern[str] | None = None
    after: re.Pattern[str] | None = None
    zone: str = ""
    text: re.Pattern[str] | None = None  # found in the mention


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


def speaks_of(rule: Rule, category: str) -> bool:
    """Whether it holds for this category: by its name, or that of the broader one that it is a kind of."""
    return not rule.category or not rule.category.isdisjoint((category, broader(category)))


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
    shared_name: str = "replace"  # of a company called after somebody who goes: SHARED_NAMES
    eponyms: str = "keep"  # Alzheimer's disease; "replace": rules hold for them too
    others: str = ""  # the role of people about whom nothing is said; empty: it stays unknown
    no_person: int = 0  # per cent of readings as no person that make a bare name none; 0: they do not
    role_certainty: int = 2  # who is named for their role must have it with this certainty; 3: with any
    approval: bool = False  # the service exports only what a second reader has approved
    complete: bool = False  # the service approves and exports only where no doubt is open
    warnings: str = "review"  # what a text that may not have been read well asks for: WARNED
    rules: tuple[Rule, ...] = ()
    keep: Listed = Listed()
    keep_contexts: tuple[Context, ...] = ()
    replace: Listed = Listed()  # beats the rules, not citations
    replace_label: str = DEFAULT_LABEL
    replace_style: str = "label"
    large: Listed = Listed()
    large_mentions: int = 0  # named so often, an organisation counts as large; 0: however often
    risk: Mapping[str, float] = field(default_factory=dict)  # category or sign → what it weighs


# What the command line says on top: `--only person`, `--keep judge,lawyer` -------------------------
#
# What is always replaced by name stays so: the list says more of a case than a word does.

# A word that is a category is one; PERSON is both, and as a role it is what WITNESS is.
KINDS: Mapping[str, str] = {name.lower().replace("_", "-"): name for name in (*CATEGORIES, *ROLES)}


class Asked(NamedTuple):
    categories: frozenset[str]
    roles: frozenset[str]


def override(policy: Policy, *, only: Sequence[str] = (), keep: Sequence[str] = ()) -> Policy:
    """
    >>> rule = Rule(1, category=frozenset(["PERSON", "ORG"]), label="{word} {A}")
    >>> override(Policy("mine", rules=(rule,)), only=["person"]).rules[0].category
    frozenset({'PERSON'})
    """
    chosen, kept = _asked(only, "--only"), _asked(keep, "--keep")
    both = sorted(set(map(_word, only)) & set(map(_word, keep)))
    if both:
        raise PolicyError("policy.only-and-keep", word=both[0])
    rules = policy.rules
    if only:
        rules = tuple(narrow for rule in rules for narrow in _narrowed(rule, chosen))
        if not any(rule.action == "replace" for rule in rules):
            raise PolicyError("policy.only-nothing", policy=policy.name, words=", ".join(map(_word, only)))
        policy = replace(policy, role_certainty=3)  # the user says who goes; nobody else does
    first = [Rule(0, category=kept.categories, action="keep")] if kept.categories else []
    first += [Rule(0, role=kept.roles, action="keep")] if kept.roles else []
    return replace(policy, rules=(*first, *rules))


def _asked(words: Sequence[str], option: str) -> Asked:
    for word in map(_word, words):
        if word not in KINDS:
            raise PolicyError("policy.unknown-word", option=option, word=word, choices=", ".join(KINDS))
    names = {KINDS[_word(word)] for word in words}
    categories = frozenset(names & set(CATEGORIES))
    return Asked(categories, frozenset(names - categories))


def _word(word: str) -> str:
    return word.strip().lower().replace("_", "-")


def _narrowed(rule: Rule, chosen: Asked) -> list[Rule]:
    """The rule for what was chosen and nothing else; rules that keep stay as they are."""
    if rule.action == "keep":
        return [rule]
    own = rule.category or frozenset(CATEGORIES)
    finer = {each for each, wide in BROADER.items() if wide in own}
    categories = (own | finer) & chosen.categories
    roles = (rule.role or frozenset(ROLES)) & chosen.roles
    found = [replace(rule, category=categories)] if categories else []
    return [*found, replace(rule, role=roles)] if roles else found


_LEFT_OUT = frozenset(["description", "approval", "complete", "risk", "warnings"])


_FINGERPRINTS: dict[int, tuple[Policy, str]] = {}  # by identity: no policy changes
_KEPT = 64  # of them


def fingerprint(policy: Policy) -> str:
    """Another one as soon as anything but the description, the approval or the weights of the risk differ."""
    if id(policy) not in _FINGERPRINTS:
        if len(_FINGERPRINTS) >= _KEPT:
            _FINGERPRINTS.clear()
        _FINGERPRINTS[id(policy)] = policy, _fingerprint(policy)
    return _FINGERPRINTS[id(policy)][1]


def _fingerprint(policy: Policy) -> str:
    return hashlib.sha256(json.dumps(_plain(policy), sort_keys=True).encode()).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, re.Pattern):  # its repr ends after 200 characters
        return [value.pattern, value.flags]
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if is_dataclass(value):
        found = ((each, getattr(value, each.name)) for each in fields(value) if each.name not in _LEFT_OUT)
        return {each.name: _plain(held) for each, held in found if held != each.default}
    return value
