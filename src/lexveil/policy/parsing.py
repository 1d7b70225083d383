"""The TOML text of a policy in, a `Policy` out.

Every key is checked, and so is whether the rules hold together (`conflicts`): a bad one is a `PolicyError`
that names the policy, the line and the key. docs/policies.md describes the schema. Nothing here reads a file
or looks at a document.
"""

import re
import tomllib
from collections.abc import Mapping
from typing import Any

from lexveil.errors import PolicyError
from lexveil.model import CATEGORIES, ROLES
from lexveil.policy.conflicts import check
from lexveil.policy.reading import Block, Reader
from lexveil.policy.rules import (
    ACTIONS,
    DEFAULT_LABEL,
    KEPT,
    LANGUAGES,
    PLACES,
    SIZES,
    STYLES,
    TITLES,
    WORDS,
    ZONES,
    Context,
    Listed,
    Policy,
    Rule,
)

FORMAT = 1  # the version of the schema

_KEYS = {
    "policy": frozenset(
        "format description language titles legal_forms citations eponyms approval".split()
        + "rule keep replace large".split()
    ),
    "rule": frozenset(
        "category role certainty source before after text mentions size action label style".split()
    ),
    "keep": frozenset(["names", "patterns", "context"]),
    "replace": frozenset(["names", "patterns", "label", "style"]),
    "large": frozenset(["names", "patterns", "mentions"]),
    "context": frozenset(["before", "after", "zone"]),
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
        raise PolicyError(f"policy '{name}' is not valid TOML: {error}; see docs/policies.md") from None
    read = Reader(name, text, _KEYS)
    read.keys(table, "policy")
    if table.get("format") != FORMAT:
        raise read.error("format", f"must be {FORMAT}, the version of the policy schema", Block())
    policy = _policy(read, name, table)
    check(read, policy)
    return policy


def _policy(read: Reader, name: str, table: Mapping[str, Any]) -> Policy:
    rules = read.tables(table, "rule")
    if not rules:
        raise read.error("rule", "is missing: a policy needs at least one [[rule]]")
    keep, replace, large = (_listed(read, table, key) for key in ("keep", "replace", "large"))
    listed = table.get("replace", {})
    block = Block("replace")
    style = read.choice(listed, "style", STYLES, block) or "label"
    contexts = read.tables(table.get("keep", {}), "context")
    return Policy(
        name=name,
        description=read.string(table, "description"),
        language=read.choice(table, "language", LANGUAGES),
        titles=read.choice(table, "titles", TITLES) or "drop",
        legal_forms=read.choice(table, "legal_forms", KEPT) or "drop",
        citations=read.choice(table, "citations", ACTIONS) or "keep",
        eponyms=read.choice(table, "eponyms", ACTIONS) or "keep",
        approval=read.yes(table, "approval"),
        rules=tuple(_rule(read, number, rule) for number, rule in enumerate(rules, 1)),
        keep=keep,
        keep_contexts=tuple(
            _context(read, context, "context", Block("keep.context", number))
            for number, context in enumerate(contexts, 1)
        ),
        replace=replace,
        replace_label=_label(read, listed, style, "of [replace]", block) or DEFAULT_LABEL,
        replace_style=style,
        large=large,
        large_mentions=read.count(table.get("large", {}), "mentions", Block("large")),
    )


def _listed(read: Reader, table: Mapping[str, Any], key: str) -> Listed:
    found = table.get(key, {})
    read.keys(found, key, Block(key))
    return Listed(
        frozenset(read.strings(found, "names", Block(key))), read.patterns(found, "patterns", Block(key))
    )


def _rule(read: Reader, number: int, table: Mapping[str, Any]) -> Rule:
    block = Block("rule", number)
    read.keys(table, "rule", block)
    action = read.choice(table, "action", ACTIONS, block) or "replace"
    if action == "keep":
        for key in ("label", "style"):
            if key in table:
                problem = f'of rule {number} contradicts action = "keep": remove one of them'
                raise read.error(key, problem, block)
    style = read.choice(table, "style", STYLES, block) or "label"
    certainty = table.get("certainty", [])
    levels = certainty if isinstance(certainty, list) else [certainty]
    if not all(isinstance(level, int) and level in (1, 2, 3) for level in levels):
        raise read.error("certainty", f"of rule {number} must be 1, 2 or 3, or a list of them", block)
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
        size=read.choice(table, "size", SIZES, block),
        action=action,
        label=_label(read, table, style, f"of rule {number}", block) if action == "replace" else "",
        style=style,
    )


def _label(read: Reader, table: Mapping[str, Any], style: str, whose: str, block: Block) -> str:
    """The label of the rule or that of its style; each place in it must be known, and one must count."""
    label = read.string(table, "label", block)
    default = STYLES[style]
    if default is None:
        if label:
            problem = f'{whose} contradicts style = "{style}", which takes none: remove one of them'
            raise read.error("label", problem, block)
        return ""
    label = label or default
    if not label and block.name == "replace":
        return ""
    if not any(place in label for place in PLACES):
        raise read.error(
            "label", f"{whose} must hold {' or '.join(PLACES)}, so that two people differ", block
        )
    for place in _PLACEHOLDER.findall(label):
        if place not in ("n", "A", "word", "Word", "role", "Role") and not _asks_for_word(place):
            choices = "{n}, {A}, {word}, {Word}, {role}, {Role} and {word:…} with a category or role"
            raise read.error("label", f"{whose} holds the unknown {{{place}}}: choose from {choices}", block)
    return label


def _asks_for_word(place: str) -> bool:
    kind, _, key = place.partition(":")
    return kind in ("word", "Word") and key in WORDS


def _context(read: Reader, table: Mapping[str, Any], kind: str, block: Block) -> Context:
    read.keys(table, kind, block)
    if kind == "context" and not table:
        raise read.error("context", "is empty: give before, after or zone", block)
    return Context(
        read.pattern(table, "before", block, end=True),
        read.pattern(table, "after", block),
        read.choice(table, "zone", ZONES, block),
    )
