"""The TOML text of a policy in, a `Policy` out.

Every key is checked, and so is whether the rules hold together: a bad one is a `PolicyError` that names the
policy, the line and the key. docs/policies.md describes the schema. Nothing here reads a file or looks at a
document.
"""

import re
import tomllib
from collections.abc import Mapping
from typing import Any

from lexveil.errors import PolicyError
from lexveil.model import BIRTH, CATEGORIES, ROLES, SIGNS
from lexveil.policy import rules as words
from lexveil.policy.reading import Block, PolicyKeyError, Reader
from lexveil.policy.rules import ACTIONS, STYLES, Context, Listed, Policy, Rule, speaks_of
from lexveil.text.fold import fold

FORMAT = 1  # the version of the schema
HEAVIEST = 5  # a weight of the residual risk

_KEYS = {
    "policy": "format description language titles legal_forms citations shared_name eponyms approval "
    "complete warnings others no_person role_certainty rule keep replace large risk".split(),
    "rule": "category role certainty source before after text mentions size action label style".split(),
    "keep": ["names", "patterns", "context"],
    "replace": ["names", "patterns", "label", "style"],
    "large": ["names", "patterns", "mentions"],
    "context": ["before", "after", "zone"],
    "risk": [*CATEGORIES, BIRTH, *SIGNS],
}
BODIES = frozenset(["ORG", "COURT", "CARE_UNIT"])  # that are small or large
# What a style can be made of; a style that is not here suits everything.
FITS = {
    "shift": frozenset(["DATE", "TIME"]),
    "generalize": frozenset(["DATE", "TIME", "AGE", "MONEY", "QUANTITY", "LOC", "ADDRESS"]),
    "initials": frozenset(["PERSON", "ORG", "COURT", "CARE_UNIT"]),
}
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


def parse(text: str, *, name: str) -> Policy:
    """
    >>> parse('format = 1\\n[[rule]]\\nrole = "WITNESS"\\nlabel = "W{n}"', name="mine").rules[0].label
    'W{n}'
    """
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PolicyError("policy.no-toml", policy=name, about=error) from None
    read = Reader(name, text, _KEYS)
    read.keys(table, "policy")
    if table.get("format") != FORMAT:
        raise read.error("policy.format", "format", Block(), version=FORMAT)
    policy = _policy(read, name, table)
    _check(read, policy)
    return policy


def _policy(read: Reader, name: str, table: Mapping[str, Any]) -> Policy:
    rules = read.tables(table, "rule")
    if not rules:
        raise read.error("policy.no-rule", "rule")
    keep, replace, large = (_listed(read, table, key) for key in ("keep", "replace", "large"))
    listed = table.get("replace", {})
    block = Block("replace")
    style = read.choice(listed, "style", STYLES, block) or "label"
    contexts = read.tables(table.get("keep", {}), "context")
    return Policy(
        name=name,
        description=read.string(table, "description"),
        language=read.choice(table, "language", words.LANGUAGES),
        titles=read.choice(table, "titles", words.TITLES) or "drop",
        legal_forms=read.choice(table, "legal_forms", words.KEPT) or "drop",
        citations=read.choice(table, "citations", ACTIONS) or "keep",
        shared_name=read.choice(table, "shared_name", words.SHARED_NAMES) or "replace",
        eponyms=read.choice(table, "eponyms", ACTIONS) or "keep",
        others=read.choice(table, "others", ROLES),
        no_person=read.count(table, "no_person", Block()),
        role_certainty=_role_certainty(read, table),
        approval=read.yes(table, "approval"),
        complete=read.yes(table, "complete"),
        warnings=read.choice(table, "warnings", words.WARNED) or "review",
        rules=tuple(_rule(read, number, rule) for number, rule in enumerate(rules, 1)),
        keep=keep,
        keep_contexts=tuple(
            _context(read, context, "context", Block("keep.context", number))
            for number, context in enumerate(contexts, 1)
        ),
        replace=replace,
        replace_label=_label(read, listed, style, block) or words.DEFAULT_LABEL,
        replace_style=style,
        large=large,
        large_mentions=read.count(table.get("large", {}), "mentions", Block("large")),
        risk=_weights(read, table.get("risk", {})),
    )


def _weights(read: Reader, table: Mapping[str, Any]) -> Mapping[str, float]:
    read.keys(table, "risk", Block("risk"))
    for key, weight in table.items():
        if not isinstance(weight, int | float) or isinstance(weight, bool) or not 0 <= weight <= HEAVIEST:
            raise read.error("policy.no-weight", key, Block("risk"), most=HEAVIEST)
    return dict(table)


def _role_certainty(read: Reader, table: Mapping[str, Any]) -> int:
    level = table.get("role_certainty", Policy("").role_certainty)
    if level not in (1, 2, 3):
        raise read.error("policy.no-choice", "role_certainty", Block(), choices="1, 2, 3")
    return int(level)


def _listed(read: Reader, table: Mapping[str, Any], key: str) -> Listed:
    found = table.get(key, {})
    read.keys(found, key, Block(key))
    names = read.strings(found, "names", Block(key))
    return Listed(frozenset(names), read.patterns(found, "patterns", Block(key)))


def _rule(read: Reader, number: int, table: Mapping[str, Any]) -> Rule:
    block = Block("rule", number)
    read.keys(table, "rule", block)
    action = read.choice(table, "action", ACTIONS, block) or "replace"
    if action == "keep":
        for key in ("label", "style"):
            if key in table:
                raise read.error("policy.keep-takes-none", key, block, rule=number)
    style = read.choice(table, "style", STYLES, block) or "label"
    certainty = table.get("certainty", [])
    levels = certainty if isinstance(certainty, list) else [certainty]
    if not all(isinstance(level, int) and level in (1, 2, 3) for level in levels):
        raise read.error("policy.certainty", "certainty", block, rule=number)
    near = {key: table[key] for key in ("before", "after") if key in table}
    return Rule(
        number=number,
        category=frozenset(read.choices(table, "category", CATEGORIES, block)),
        role=frozenset(read.choices(table, "role", ROLES, block)),
        certainty=frozenset(levels),
        source=frozenset(read.strings(table, "source", block)),
        context=_context(read, near, "rule", block),
        text=read.pattern(table, "text", block),
        mentions=read.range(table, "mentions", block),
        size=read.choice(table, "size", words.SIZES, block),
        action=action,
        label=_label(read, table, style, block) if action == "replace" else "",
        style=style,
    )


def _label(read: Reader, table: Mapping[str, Any], style: str, block: Block) -> str:
    """The label of the rule or that of its style; each place in it must be known, and one must count."""
    label = read.string(table, "label", block)
    default = STYLES[style]

    def error(code: str, **values: str) -> PolicyKeyError:
        return read.error(f"{code}-{block.name}", "label", block, rule=block.number, **values)

    if default is None:
        if label:
            raise error("policy.style-takes-none", style=style)
        return ""
    label = label or default
    if not label and block.name == "replace":
        return ""
    if not any(place in label for place in words.PLACES):
        raise error("policy.label-counts-nothing")
    for place in _PLACEHOLDER.findall(label):
        kind, _, key = place.partition(":")
        asks_for_word = kind in ("word", "Word") and key in words.WORDS
        if place not in ("n", "A", "word", "Word", "role", "Role") and not asks_for_word:
            raise error("policy.unknown-place", place=f"{{{place}}}")
    return label


def _context(read: Reader, table: Mapping[str, Any], kind: str, block: Block) -> Context:
    read.keys(table, kind, block)
    if kind == "context" and not table:
        raise read.error("policy.empty-context", "context", block)
    return Context(
        read.pattern(table, "before", block, end=True),
        read.pattern(table, "after", block),
        read.choice(table, "zone", words.ZONES, block),
    )


# Does it hold together? --------------------------------------------------------------------------
#
# Four things do not: a rule that an earlier one leaves nothing to (the same condition twice, or a narrower
# one after a wider), a style that does not fit the category, a size of what has none, and a name that is both
# kept and replaced. Rules that together leave nothing to a later one are not looked for.


def _check(read: Reader, policy: Policy) -> None:
    for rule in policy.rules:
        _fitting(read, rule)
        _reached(read, rule, policy.rules[: rule.number - 1])
    if (style := policy.replace_style) in FITS:
        raise read.error("policy.style-of-names", "style", Block("replace"), style=style)
    both = {fold(name) for name in policy.keep.names} & {fold(name) for name in policy.replace.names}
    if both:
        raise read.error("policy.kept-and-replaced", "names", Block("replace"))


def _fitting(read: Reader, rule: Rule) -> None:
    block = Block("rule", rule.number)
    fits = FITS.get(rule.style, frozenset(CATEGORIES))
    if not (rule.category or frozenset(CATEGORIES)) <= fits:
        values = {"style": rule.style, "rule": rule.number, "choices": _in_order(fits)}
        raise read.error("policy.style-unfit", "style", block, **values)
    if rule.size and not (rule.category and rule.category <= BODIES):
        raise read.error("policy.size-unfit", "size", block, rule=rule.number, choices=_in_order(BODIES))


def _reached(read: Reader, rule: Rule, earlier: tuple[Rule, ...]) -> None:
    block = Block("rule", rule.number)
    if other := next((other for other in earlier if _covers(other, rule)), None):
        contradicts = _covers(rule, other) and rule.action != other.action
        code = "policy.contradiction" if contradicts else "policy.never-reached"
        raise read.error(code, "rule", block, rule=rule.number, other=other.number)


def _covers(wide: Rule, narrow: Rule) -> bool:
    """Whether every entity that fits the second fits the first."""
    names = ("role", "certainty", "source")
    pairs = ((getattr(wide, name), getattr(narrow, name)) for name in names)
    named = all(speaks_of(wide, each) for each in narrow.category) if narrow.category else not wide.category
    return (
        named
        and all(not one or (bool(other) and other <= one) for one, other in pairs)
        and wide.context in (Context(), narrow.context)
        and wide.text in (None, narrow.text)
        and wide.size in ("", narrow.size)
        and wide.mentions[0] <= narrow.mentions[0]
        and narrow.mentions[1] <= wide.mentions[1]
    )


def _in_order(categories: frozenset[str]) -> str:
    return ", ".join(category for category in CATEGORIES if category in categories)
