"""What the command line says on top of a policy: `--only person`, `--keep judge,lawyer`.

Comes in: a policy and words for categories and roles. Goes out: a policy with other rules. What is always
replaced by name stays so: the list says more of a case than a word does.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from lexveil.errors import PolicyError
from lexveil.model import CATEGORIES, ROLES
from lexveil.policy.rules import Policy, Rule

# A word that is a category is one; PERSON is both, and as a role it is what WITNESS is.
WORDS: Mapping[str, str] = {name.lower().replace("_", "-"): name for name in (*CATEGORIES, *ROLES)}


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
        raise PolicyError(f"--only and --keep both name '{both[0]}': leave it out of one of them")
    rules = policy.rules
    if only:
        rules = tuple(narrow for rule in rules for narrow in _narrowed(rule, chosen))
        if not any(rule.action == "replace" for rule in rules):
            named = ", ".join(map(_word, only))
            raise PolicyError(
                f"policy '{policy.name}' replaces nothing of --only {named}: see `lexveil policies show`"
            )
    first = [Rule(0, category=kept.categories, action="keep")] if kept.categories else []
    first += [Rule(0, role=kept.roles, action="keep")] if kept.roles else []
    return replace(policy, rules=(*first, *rules))


def _asked(words: Sequence[str], option: str) -> Asked:
    for word in map(_word, words):
        if word not in WORDS:
            raise PolicyError(f"{option} '{word}' is unknown: choose from {', '.join(WORDS)}")
    names = {WORDS[_word(word)] for word in words}
    categories = frozenset(names & set(CATEGORIES))
    return Asked(categories, frozenset(names - categories))


def _word(word: str) -> str:
    return word.strip().lower().replace("_", "-")


def _narrowed(rule: Rule, chosen: Asked) -> list[Rule]:
    """The rule for what was chosen and nothing else; rules that keep stay as they are."""
    if rule.action == "keep":
        return [rule]
    found = []
    categories = (rule.category or frozenset(CATEGORIES)) & chosen.categories
    if categories:
        found.append(replace(rule, category=categories))
    roles = (rule.role or frozenset(ROLES)) & chosen.roles
    if roles:
        found.append(replace(rule, role=roles))
    return found
