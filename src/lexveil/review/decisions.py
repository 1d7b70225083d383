"""What becomes of an entity that a reviewer has changed.

What a reviewer said of it stands; of the rest the policy decides anew, for this entity alone. Who is replaced
has a pseudonym: the one it had if that still fits, else a new one that nobody has or had, or the one that
the reviewer types. An address that spells out a replaced name follows the name.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import partial
from itertools import islice

from lexveil.languages import DEFAULT, common, load, people
from lexveil.model import Decision, Document, Entity, Span, because
from lexveil.policy import Policy
from lexveil.policy.decide import SPELLS, SPELT, Decider, name_parts, spells
from lexveil.replace import pseudonyms
from lexveil.replace.pseudonyms import COUNTED, DRAWN, NAMES, SAME_FOR_ALL
from lexveil.replace.styles import DEFAULT_LABEL, labels, worded
from lexveil.review.commands import CommandError
from lexveil.review.state import Draft, State, going
from lexveil.text.fold import fold, squeeze, whole_word
from lexveil.text.search import Form, Search

KEPT, REPLACED, REJECTED = because("kept"), because("replaced"), because("rejected")
ADDED, WHITELIST = because("added"), because("whitelist")
CHOSEN = (KEPT, REPLACED, REJECTED, WHITELIST)  # stand whatever the entity becomes
SHARED = (*SAME_FOR_ALL, "shift", "generalize")  # styles in which two may look alike

Taken = Collection[str]  # pseudonyms of the other documents of the case
Decisions = Collection[Decision]

_WORD = re.compile(r"[^\W\d_]+")


def asked_apart(entity: Entity) -> frozenset[Span]:
    """Mentions that are questions of their own: whose name is meant, and a weak one among better ones."""
    meant = {link.span for link in entity.links if link.why.code == "meant"}
    weak = {span for span in entity.spans if span.certainty == 3}
    return frozenset(meant | (weak if len(weak) < len(entity.spans) else set()))


class DecisionMaker:
    """The policy and the secret of one document; made once, asked often."""

    def __init__(self, document: Document, policy: Policy, *, key: bytes, language: str) -> None:
        self.document = document
        self.language = policy.language or language or document.language
        self._key = key
        self._decider = Decider(document, policy)
        self._lower = document.text.lower()
        self._seen: dict[str, set[str]] = {}  # of labels: which of their pseudonyms the text has
        self._real: tuple[State, frozenset[str]] | None = None
        self._parts: dict[str, tuple[tuple[Span, ...], set[str]]] = {}  # entity → its mentions, its words

    def decide(
        self, draft: Draft, entity: Entity, *, taken: Taken = (), anew: bool = False, heirs_of: Decisions = ()
    ) -> Decision:
        """`anew`: its kind or role changed, so that even an added entity is the policy's to decide.

        `heirs_of` are the decisions on those from whom it has mentions.
        """
        old = draft.decided(entity.id)
        chosen = old and (old.why in CHOSEN or (old.why == ADDED and not anew))
        found = self._as_chosen(entity, old) if old and chosen else self._by_policy(draft, entity)
        past = [old, *heirs_of] if old and not chosen else list(heirs_of)
        found = self._with_exceptions(draft, entity, found, past)
        found = replace(found, cleared=old.cleared if old and not anew else ())
        return draft.decide(self._named(draft, entity, found, old, taken))

    def choose(self, draft: Draft, entity: Entity, chosen: Decision, *, taken: Taken = ()) -> Decision:
        """What a reviewer says becomes of it."""
        old = draft.decided(entity.id)
        if chosen.action == "replace" and len(chosen.kept) == len(entity.spans):
            chosen = Decision(entity.id, "keep", KEPT)
        found = self._as_chosen(entity, replace(chosen, checked=old.checked if old else ()))
        found = replace(found, cleared=old.cleared if old else ())
        return draft.decide(self._named(draft, entity, found, old, taken))

    def follow(self, draft: Draft, *, taken: Collection[str] = ()) -> None:
        """Addresses follow the names that they spell out."""
        touched = [*draft.changed, *draft.gone]
        before = draft.state
        then = self._hidden((before.entities.get(each), before.decisions.get(each)) for each in touched)
        now = self._hidden((draft.entity(each), draft.decided(each)) for each in draft.changed)
        differ = then ^ now
        if not differ:
            return
        for entity in list(draft.entities()):
            old = draft.decided(entity.id)
            if entity.category not in SPELLS or old is None or old.why in (*CHOSEN, ADDED):
                continue
            if (old.why == SPELT or old.action == "keep") and spells(self.document, entity, differ):
                self.decide(draft, entity, taken=taken)

    def look(self, state: State) -> None:
        """What is read here need not be read again: what stands around mentions, the lists of surrogates."""
        self._decider.knows(state.entities.values())
        for entity in state.entities.values():
            self._decider.look(entity)
            self.parts(entity)
        going = (each for each in state.decisions.values() if each.action == "replace")
        drawn = (each for each in going if each.style in DRAWN)
        for decision in islice(drawn, 1):
            self._draw(Draft(state), state.entities[decision.entity], decision, ())

    # By whom it is decided

    def _as_chosen(self, entity: Entity, chosen: Decision) -> Decision:
        here = set(entity.spans)
        checked = tuple(span for span in chosen.checked if span in here)
        if chosen.action != "replace":
            return replace(chosen, kept=(), checked=checked)
        label, style = self._decider.wording(entity)
        kept = tuple(span for span in chosen.kept if span in here)
        return replace(chosen, kept=kept, checked=checked, label=label, style=style)

    def _by_policy(self, draft: Draft, entity: Entity) -> Decision:
        hidden: Collection[str] = ()
        if entity.category in SPELLS:
            hidden = self._hidden((each, draft.decided(each.id)) for each in draft.entities())
        return self._decider.decide(entity, hidden)

    def _with_exceptions(
        self, draft: Draft, entity: Entity, found: Decision, past: Iterable[Decision]
    ) -> Decision:
        """With what was said of single mentions before: accepted, or to stay or go against the policy."""
        checked, stay, go = set(found.checked), set[Span](), set[Span]()
        for each in past:
            checked.update(each.checked)
            own = self._exceptions(draft, each)
            stay, go = stay | own[0], go | own[1]
        marked = tuple(span for span in entity.spans if span in checked)
        if found.action != "replace":
            return replace(found, checked=marked)
        stay |= set(found.kept)
        kept = tuple(span for span in entity.spans if span in stay and span not in go)
        if len(kept) == len(entity.spans):
            return Decision(entity.id, "keep", KEPT, checked=marked)
        return replace(found, kept=kept, checked=marked)

    def _exceptions(self, draft: Draft, past: Decision) -> tuple[set[Span], set[Span]]:
        """The single mentions that a reviewer made stay or go, against what the policy said."""
        entity = draft.state.entities.get(past.entity)
        if entity is None or past.action != "replace":
            return set(), set()
        said = self._decider.decide(entity)
        if said.action != "replace":
            return set(past.kept), set()
        return set(past.kept) - set(said.kept), set(said.kept) - set(past.kept)

    def _hidden(self, pairs: Iterable[tuple[Entity | None, Decision | None]]) -> set[str]:
        """The name parts of those among them who are replaced."""
        words: set[str] = set()
        for entity, decision in pairs:
            if entity and decision and decision.action == "replace":
                words |= self.parts(entity)
        return words

    def parts(self, entity: Entity) -> set[str]:
        known = self._parts.get(entity.id)
        if known is None or known[0] is not entity.spans:
            known = self._parts[entity.id] = entity.spans, name_parts(self.document, entity)
        return known[1]

    # Pseudonyms

    def _named(
        self, draft: Draft, entity: Entity, found: Decision, old: Decision | None, taken: Collection[str]
    ) -> Decision:
        """With a pseudonym; who is not replaced any more keeps it in reserve, should they be again."""
        before = draft.state.entities.get(entity.id)
        had = old.pseudonym if old else ""
        if old and found.action != "replace":
            return replace(found, pseudonym=had, given=old.given, style=old.style if had else found.style)
        if found.action != "replace":
            return found
        fits = old and before and (old.given or self._fits(had, old, before, found, entity))
        if old and had and fits and not clashes(draft, entity.id, had, found.style):
            return replace(found, pseudonym=had, given=old.given)
        return replace(found, pseudonym=self._draw(draft, entity, found, taken), given=False)

    def _fits(self, had: str, old: Decision, before: Entity, found: Decision, entity: Entity) -> bool:
        if old.style != found.style:
            return False
        if found.style in COUNTED:
            return re.fullmatch(_pattern(self._label(entity, found)), had) is not None
        return found.style in SAME_FOR_ALL or before.category == entity.category

    def is_drawn(self, entity: Entity, decision: Decision, name: str) -> bool:
        """Whether a pseudonym looks as the policy gives them here."""
        if decision.style not in COUNTED:
            return False
        return re.fullmatch(_pattern(self._label(entity, decision)), name) is not None

    def _draw(self, draft: Draft, entity: Entity, found: Decision, taken: Collection[str]) -> str:
        used = {*draft.state.used, *taken, *(each.pseudonym for each in draft.decisions())}
        if found.style in COUNTED:  # as `pseudonyms` does, without another look at the text
            used |= self._written(self._label(entity, found))
            return labels("", [entity], {entity.id: found}, language=self.language, taken=used)[entity.id]
        avoid = self._words(draft.state) if found.style in DRAWN else ()
        draw = partial(pseudonyms, language=self.language, key=self._key)
        return draw(self.document, [entity], [found], taken=used - {""}, avoid=avoid).names[entity.id]

    def _label(self, entity: Entity, found: Decision) -> str:
        return worded(found.label or DEFAULT_LABEL, self.language, category=entity.category, role=entity.role)

    def _written(self, label: str) -> set[str]:
        """The pseudonyms of a label that stand in the text already; looked for once."""
        if label not in self._seen:
            # No look-behind and no IGNORECASE: a pattern that opens with letters is then found fast.
            found = re.finditer(_pattern(label).lower(), self._lower)
            self._seen[label] = {match[0] for match in found if whole_word(self._lower, *match.span())}
        return self._seen[label]

    def _words(self, state: State) -> frozenset[str]:
        """The words of every real name of the document, read once for a state: no surrogate may have one."""
        if self._real is None or self._real[0] is not state:
            text = self.document.text
            named = (entity for entity in state.entities.values() if entity.category in NAMES)
            surfaces = {text[span.start : span.end] for entity in named for span in entity.spans}
            words = frozenset(word for surface in surfaces for word in _WORD.findall(fold(surface)))
            self._real = state, words
        return self._real[1]


def _pattern(label: str) -> str:
    """Of the pseudonyms of a label."""
    return re.escape(label).replace(r"\{n\}", r"\d+").replace(r"\{A\}", "[A-Z]+")


def clashes(draft: Draft, entity: str, pseudonym: str, style: str) -> bool:
    """Whether somebody else has it, where that may not be."""
    if style in SHARED:
        return False
    others = (each for each in draft.decisions() if each.entity != entity and each.action == "replace")
    return pseudonym.casefold() in (each.pseudonym.casefold() for each in others)


# Pseudonyms that a reviewer types -----------------------------------------------------------------


LONGEST = 200
_ENGLISH = load(DEFAULT)
NO_NAME = people.titles(_ENGLISH) | people.suffixes(_ENGLISH) | people.particles(_ENGLISH)


def checked_pseudonym(draft: Draft, maker: DecisionMaker, entity: Entity, pseudonym: str | None) -> str:
    decision = draft.decision(entity.id)
    if decision.action != "replace":
        raise CommandError("review.not-replaced")
    name = (pseudonym or "").strip()
    if not name or len(name) > LONGEST:
        raise CommandError("review.pseudonym-length", most=LONGEST)
    if any(unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") for sign in name):
        raise CommandError("review.pseudonym-lines")
    if clashes(draft, entity.id, name, decision.style):
        raise CommandError("review.taken")
    if _shows(draft, maker, name):
        raise CommandError("review.shows")
    if _stays(draft, maker, name):
        raise CommandError("review.stays-here")
    return name


def _stays(draft: Draft, maker: DecisionMaker, name: str) -> bool:
    """Whether somebody or something that stays in the document is called so: a reader would take one for the
    other."""
    written = squeeze(name).text.strip()
    words, text = _telling(name), maker.document.text
    for entity in draft.entities():
        decision = draft.decided(entity.id)
        if decision is None or decision.action != "keep" or entity.category not in NAMES:
            continue
        if entity.category == "PERSON" and not words.isdisjoint(maker.parts(entity)):
            return True
        if any(squeeze(text[span.start : span.end]).text.strip() == written for span in entity.spans):
            return True
    return False


def _telling(name: str) -> set[str]:
    """The words of a pseudonym that could be somebody's name."""
    return {word for word in _WORD.findall(fold(name)) if not common.is_common(word) and word not in NO_NAME}


def _shows(draft: Draft, maker: DecisionMaker, name: str) -> bool:
    """Whether it holds a mention that goes, or a telling part of a person's name."""
    words, text = _telling(name), maker.document.text
    forms: set[str] = set()
    for entity in draft.entities():
        decision = draft.decided(entity.id)
        if decision is None or decision.action != "replace":
            continue
        if not words.isdisjoint(maker.parts(entity)):
            return True
        forms.update(text[span.start : span.end] for span in going(entity, decision))
    found = squeeze(name).text
    near = {squeezed for form in forms if len(form) > 2 and (squeezed := squeeze(form).text) in found}
    return bool(near) and any(True for _ in Search([Form(each, "name", "") for each in near]).find(name))
