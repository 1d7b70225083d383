"""What a project asks for on top of its policy, and what a client chooses for one preview or export.

On top of the policy: only these kinds, none of those, and names and places that stay. A word that is unknown
is refused when it is sent, never left aside. For a preview or an export a client can name the entities that
are replaced, whatever the policy says of them, and the pseudonyms of some: the same choice gives the same
text.
"""

import dataclasses
import re
from collections.abc import Iterable, Mapping
from typing import Any

from lexveil.config import Settings
from lexveil.detect import DETECTORS, MODEL
from lexveil.errors import PolicyError
from lexveil.model import Decision
from lexveil.policy import Policy
from lexveil.policy.rules import Context, override
from lexveil.review import CommandError, Editor, State
from lexveil.service.problems import Problem, problem_of

DETECTORS_KEY = "detectors"  # among the settings of a project
# Rules and lists, the model inside the package, and the model of somebody else's that the service was given.
DETECTOR_KINDS = ("rules", "shipped", "plug-in")
ON_TOP = "on_top"  # among the settings of a project
KEYS = ("only", "keep", "stays")


def on_top(policy: Policy, asked: Mapping[str, Any]) -> Policy:
    """The policy with what a project asks for on top."""
    try:
        policy = override(policy, only=asked.get("only") or (), keep=asked.get("keep") or ())
    except PolicyError as error:
        raise problem_of("invalid", error) from None
    stays = [(each.get("name") or "", _context(each)) for each in asked.get("stays") or ()]
    names = frozenset(name for name, context in stays if context == Context())
    contexts = (
        dataclasses.replace(context, text=_whole(name)) for name, context in stays if context != Context()
    )
    keep = dataclasses.replace(policy.keep, names=policy.keep.names | names)
    return dataclasses.replace(policy, keep=keep, keep_contexts=(*policy.keep_contexts, *contexts))


def _whole(name: str) -> re.Pattern[str] | None:
    return re.compile(rf"\b{re.escape(name)}\b", re.IGNORECASE) if name else None


def _context(asked: Mapping[str, Any]) -> Context:
    before, after = (re.escape(asked.get(side) or "") for side in ("before", "after"))
    return Context(
        re.compile(rf"(?<!\w){before}\s*\Z", re.IGNORECASE) if before else None,
        re.compile(rf"\s*{after}(?!\w)", re.IGNORECASE) if after else None,
    )


def detector_kinds(settings: Settings) -> tuple[str, ...]:
    """What a project can choose from here."""
    return DETECTOR_KINDS if ":" in settings.model else DETECTOR_KINDS[:2]


def with_detectors(settings: Settings, kinds: Iterable[str]) -> Settings:
    """The settings with the detectors that a project chose; without a choice, as they are."""
    chosen = set(kinds)
    if not chosen:
        return settings
    plugin = settings.model if ":" in settings.model else ""
    if "plug-in" in chosen and not plugin:
        raise Problem("invalid", "service.no-plug-in")
    listed = settings.detectors or tuple(DETECTORS)
    names = tuple(name for name in listed if "rules" in chosen and name != MODEL)
    names += (MODEL,) if "shipped" in chosen else ()
    names += (plugin,) if "plug-in" in chosen else ()
    return dataclasses.replace(settings, detectors=names, model="" if plugin else settings.model)


def decisions(
    editor: Editor,
    state: State,
    entities: Iterable[str] | None = None,
    pseudonyms: Mapping[str, str] | None = None,
) -> tuple[Decision, ...]:
    """Those of the review, or: the entities that were chosen are replaced and no others, by the pseudonyms
    that were given, each of which must be one that a reviewer could give."""
    wanted = None if entities is None else frozenset(entities)
    given = dict(pseudonyms or {})
    for key, named in (("entities", wanted or ()), ("pseudonyms", given)):
        unknown = sorted(set(named) - set(state.entities))
        if unknown:
            raise Problem("invalid", "service.no-entity", entity=unknown[0], key=key)
    draft = editor.chosen(state, wanted, given)
    for entity in given:
        try:
            editor.check(draft, entity)
        except CommandError as error:
            raise problem_of("invalid", error, key=f"pseudonyms.{entity}") from None
    return tuple(draft.decisions())
