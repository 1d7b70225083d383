"""Does a policy hold together? The rules that are read in, nothing or a `PolicyError` out.

Four things do not: a rule that an earlier one leaves nothing to (the same condition twice, or a narrower one
after a wider), a style that does not fit the category, a size of what has none, and a name that is both kept
and replaced. Rules that together leave nothing to a later one are not looked for.
"""

from lexveil.model import CATEGORIES
from lexveil.policy.reading import Block, Reader
from lexveil.policy.rules import Context, Policy, Rule
from lexveil.text.fold import fold

BODIES = frozenset(["ORG", "COURT"])  # that are small or large
# What a style can be made of; a style that is not here suits everything.
FITS = {
    "shift": frozenset(["DATE", "TIME"]),
    "generalize": frozenset(["DATE", "TIME", "AGE", "MONEY", "QUANTITY", "LOC", "ADDRESS"]),
    "initials": frozenset(["PERSON", "ORG", "COURT"]),
}


def check(read: Reader, policy: Policy) -> None:
    for rule in policy.rules:
        _fitting(read, rule)
        _reached(read, rule, policy.rules[: rule.number - 1])
    if policy.replace_style in FITS:
        problem = f"of [replace] cannot be {policy.replace_style}: any name may stand there"
        raise read.error("style", problem, Block("replace"))
    both = {fold(name) for name in policy.keep.names} & {fold(name) for name in policy.replace.names}
    if both:
        problem = "of [replace] holds a name that [keep] has too: remove it from one of them"
        raise read.error("names", problem, Block("replace"))


def _fitting(read: Reader, rule: Rule) -> None:
    block = Block("rule", rule.number)
    fits = FITS.get(rule.style, frozenset(CATEGORIES))
    if not (rule.category or frozenset(CATEGORIES)) <= fits:
        problem = f"{rule.style} of rule {rule.number} does not fit its category: choose from"
        raise read.error("style", f"{problem} {_listed(fits)}", block)
    if rule.size and not (rule.category and rule.category <= BODIES):
        raise read.error("size", f"of rule {rule.number} needs a category of {_listed(BODIES)}", block)


def _reached(read: Reader, rule: Rule, earlier: tuple[Rule, ...]) -> None:
    block = Block("rule", rule.number)
    for other in earlier:
        if not _covers(other, rule):
            continue
        if _covers(rule, other) and rule.action != other.action:
            problem = f"{rule.number} contradicts rule {other.number}: same condition, other action"
            raise read.error("rule", problem, block)
        problem = f"{rule.number} can never be reached: rule {other.number} fits all that it fits; move it up"
        raise read.error("rule", problem, block)


def _covers(wide: Rule, narrow: Rule) -> bool:
    """Whether every entity that fits the second fits the first."""
    pairs = (
        (wide.category, narrow.category),
        (wide.role, narrow.role),
        (wide.certainty, narrow.certainty),
        (wide.source, narrow.source),
    )
    return (
        all(not one or (bool(other) and other <= one) for one, other in pairs)
        and wide.context in (Context(), narrow.context)
        and wide.text in (None, narrow.text)
        and wide.size in ("", narrow.size)
        and wide.mentions[0] <= narrow.mentions[0]
        and narrow.mentions[1] <= wide.mentions[1]
    )


def _listed(categories: frozenset[str]) -> str:
    return ", ".join(category for category in CATEGORIES if category in categories)
