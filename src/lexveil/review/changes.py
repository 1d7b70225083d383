"""From a command to an edit, which holds exactly the entities and decisions that change.

The work depends on what changes, never on the length of the document: what is needed of the whole is read
once, when the editor is made. Each change reads what it needs of the command, puts, removes and decides in
the draft, and refuses with `CommandError` what makes no sense.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from lexveil.model import Decision, Document, Edit, Entity, Link, Reason, Span, because
from lexveil.policy import Policy
from lexveil.resolve.recognize import Named, forms_of
from lexveil.review import decisions
from lexveil.review.commands import LEFT, Command, CommandError, Place, left_alone, placed
from lexveil.review.decisions import DecisionMaker
from lexveil.review.roles import CATEGORY_OF, suited
from lexveil.review.state import Draft, State, spans_at
from lexveil.text.fold import squeeze

FOUND, MOVED = "review:added", "review:span"  # sources of the mentions that a reviewer marked
BY_REVIEWER = because("reviewer")  # evidence for a role
OPEN = because("text", text="")  # of a decision that is still to be made


class Work(NamedTuple):
    """What a change works with."""

    draft: Draft
    maker: DecisionMaker
    taken: Collection[str]  # pseudonyms of the case

    def decide(self, entity: Entity, *, anew: bool = False, heirs_of: Collection[Decision] = ()) -> Decision:
        return self.maker.decide(self.draft, entity, taken=self.taken, anew=anew, heirs_of=heirs_of)

    def choose(self, entity: Entity, action: str, why: Reason, kept: Collection[Span] = ()) -> Decision:
        chosen = Decision(entity.id, action, why, kept=tuple(sorted(kept)))
        return self.maker.choose(self.draft, entity, chosen, taken=self.taken)


def _accept(work: Work, command: Command) -> None:
    """Right as it is. Who was rejected is a hit after all, for the policy to decide on."""
    entity, spans = _meant(work, command)
    old = work.draft.decision(entity.id)
    if old.action == "reject":
        work.draft.decide(replace(old, action="keep", why=OPEN))
        old = work.decide(entity)
    if command.mentions is None:  # a question about one place is answered at that place
        asked = decisions.asked_apart(entity)
        spans = tuple(span for span in spans if span not in asked) or spans
    work.draft.decide(replace(old, checked=tuple(sorted({*old.checked, *spans}))))


def _answer(work: Work, command: Command) -> None:
    """A doubt that leaves everything as it is: it is not asked again."""
    if command.doubt is None:
        raise CommandError("review.needs", what="the doubt that is meant")
    entity = work.draft.entity(command.entity)
    old = work.draft.decision(entity.id)
    if command.mentions is None:
        work.draft.decide(replace(old, cleared=tuple(sorted({*old.cleared, command.doubt}))))
    elif command.doubt == LEFT and not _has(entity, command.mentions):
        places = placed(work.maker.document.text, command.mentions)
        answered = (left_alone(LEFT, place) for place in places)
        work.draft.decide(replace(old, cleared=tuple(sorted({*old.cleared, *answered}))))
    else:
        spans = spans_at(entity, command.mentions)
        work.draft.decide(replace(old, checked=tuple(sorted({*old.checked, *spans}))))


def _has(entity: Entity, places: Collection[Place]) -> bool:
    return {(span.start, span.end) for span in entity.spans}.issuperset(places)


def _move(work: Work, command: Command) -> None:
    """Some mentions to whom they belong: `entities` names that one."""
    draft, entity = work.draft, work.draft.entity(command.entity)
    target = draft.entity(command.entities[0] if command.entities else None)
    spans = spans_at(entity, command.mentions or ())
    if target.id == entity.id:
        raise CommandError("review.so-already")
    gone = set(spans)
    left = tuple(span for span in entity.spans if span not in gone)
    if left:
        work.decide(draft.put(replace(entity, spans=left)))
    else:
        draft.remove(entity.id)
    marked = tuple(replace(span, category=target.category) for span in spans)
    decision = draft.decision(target.id)
    draft.decide(replace(decision, checked=tuple(sorted({*decision.checked, *marked}))))
    work.decide(draft.put(replace(target, spans=(*target.spans, *marked))))


def _reject(work: Work, command: Command) -> None:
    entity = work.draft.entity(command.entity)
    spans = _chosen(entity, command)
    if spans != entity.spans:
        work.choose(_split_off(work, entity, spans), "reject", decisions.REJECTED)
    else:
        work.draft.decide(replace(work.choose(entity, "reject", decisions.REJECTED), checked=()))


def _keep(work: Work, command: Command) -> None:
    entity, spans = _meant(work, command)
    old = work.draft.decision(entity.id)
    if spans != entity.spans and old.action == "keep":
        raise CommandError("review.kept-already")
    kept = tuple(sorted({*old.kept, *spans}))
    if kept == entity.spans:
        work.choose(entity, "keep", decisions.KEPT)
    else:
        work.draft.decide(replace(old, kept=kept))


def _replace(work: Work, command: Command) -> None:
    entity, spans = _meant(work, command)
    old = work.draft.decision(entity.id)
    goes = old.action == "replace"
    kept = set(old.kept if goes else entity.spans) - set(spans) if spans != entity.spans else set()
    if goes and spans != entity.spans:
        work.draft.decide(replace(old, kept=tuple(sorted(kept))))
    else:
        work.choose(entity, "replace", decisions.REPLACED, kept)


def _chosen(entity: Entity, command: Command) -> tuple[Span, ...]:
    return entity.spans if command.mentions is None else spans_at(entity, command.mentions)


def _meant(work: Work, command: Command) -> tuple[Entity, tuple[Span, ...]]:
    """Whom the command means; some mentions of a rejected entity are then no longer with the others."""
    entity = work.draft.entity(command.entity)
    spans = _chosen(entity, command)
    if work.draft.decision(entity.id).action == "reject" and spans != entity.spans:
        entity = _split_off(work, entity, spans)
        work.decide(entity)
    return entity, spans


def _split_off(work: Work, entity: Entity, spans: tuple[Span, ...]) -> Entity:
    """A new entity of these mentions, on which nothing is decided yet."""
    gone = set(spans)
    left = tuple(span for span in entity.spans if span not in gone)
    new = work.draft.put(replace(entity, id=work.draft.new_id(), spans=spans))
    work.decide(work.draft.put(replace(entity, spans=left)))
    return new


def _one_or_all(work: Work, command: Command) -> Entity:
    """The entity, or one of its own for the mentions that the command names."""
    entity = work.draft.entity(command.entity)
    spans = _chosen(entity, command)
    if spans == entity.spans:
        return entity
    new = _split_off(work, entity, spans)
    work.decide(new, heirs_of=[work.draft.state.decisions[entity.id]])
    return new


def _whitelist(work: Work, command: Command) -> None:
    if command.scope is None:
        raise CommandError("review.needs", what="a scope: document, case or always")
    work.choose(work.draft.entity(command.entity), "keep", decisions.WHITELIST)


def _category(work: Work, command: Command) -> None:
    if command.category is None:
        raise CommandError("review.needs", what="a category")
    entity = _one_or_all(work, command)
    role = suited(entity.role, command.category)
    _said(work, replace(entity, category=command.category, role=role))


def _role(work: Work, command: Command) -> None:
    if command.role is None:
        raise CommandError("review.needs", what="a role")
    entity = _one_or_all(work, command)
    category, side = _kind(command.role, entity.category), command.side
    side = entity.side if side is None else side
    _said(work, replace(entity, category=category, role=command.role, side=side))


def _kind(role: str, category: str) -> str:
    """What an entity is that has this role."""
    kinds = CATEGORY_OF.get(role, (category,))
    return category if category in kinds else kinds[0]


def _said(work: Work, entity: Entity) -> None:
    work.decide(work.draft.put(_by_reviewer(entity)), anew=True)


def _by_reviewer(entity: Entity) -> Entity:
    side = entity.side if entity.role == "PARTY" else ""
    return replace(entity, certainty=1, why=(BY_REVIEWER,), side=side, role_certainty=1)


def _rename(work: Work, command: Command) -> None:
    entity = _one_or_all(work, command)
    name = decisions.checked_pseudonym(work.draft, work.maker, entity, command.pseudonym)
    decision = work.draft.decision(entity.id)
    typed = command.kind == "rename" or not work.maker.is_drawn(entity, decision, name)
    work.draft.decide(replace(decision, pseudonym=name, given=typed))


def _merge(work: Work, command: Command) -> None:
    ids = tuple(dict.fromkeys(command.entities))
    if len(ids) < 2:
        raise CommandError("review.merge-two")
    target, *others = [work.draft.entity(each) for each in ids]
    heirs_of = [work.draft.decision(each.id) for each in others]
    merged = [Link(each.spans[0], target.spans[0], 1.0, because("merged")) for each in others]
    for each in others:
        work.draft.remove(each.id)
    every = (target, *others)
    links = (*(link for each in every for link in each.links), *merged)
    spans = tuple(span for each in every for span in each.spans)
    joined = replace(target, spans=spans, certainty=min(each.certainty for each in every), links=links)
    work.decide(work.draft.put(joined), heirs_of=heirs_of)


def _split(work: Work, command: Command) -> None:
    entity = work.draft.entity(command.entity)
    spans = spans_at(entity, command.mentions or ())
    if spans == entity.spans:
        raise CommandError("review.split-some")
    new = _split_off(work, entity, spans)
    if command.category or command.role:
        category = command.category or _kind(command.role or "", new.category)
        role = command.role or suited(new.role, category)
        new = work.draft.put(_by_reviewer(replace(new, category=category, role=role)))
    work.decide(new, heirs_of=[work.draft.state.decisions[entity.id]])


def _add(work: Work, command: Command) -> None:
    draft = work.draft
    places = placed(work.maker.document.text, command.mentions or ())
    into = draft.entity(command.entity) if command.entity else None
    if into:
        own = {(span.start, span.end) for span in into.spans}
        places = tuple(place for place in places if place not in own)
    category = command.category or (into.category if into else None)
    if category is None:
        raise CommandError("review.needs", what="a category for what it adds")
    if not places:
        raise CommandError("review.has-mentions")
    spans = tuple(Span(start, end, category, 1.0, (FOUND,)) for start, end in places)
    left, losing = draft.take(places, by=into)
    if into:
        work.decide(draft.put(replace(into, spans=(*left, *spans))))
    else:
        role = command.role or suited("", category)
        new = draft.put(Entity(draft.new_id(), category, role, 1, spans, (BY_REVIEWER,)))
        work.choose(new, "replace", decisions.ADDED)
    for each in losing:
        work.decide(draft.entity(each))


def _span(work: Work, command: Command) -> None:
    draft = work.draft
    entity = draft.entity(command.entity)
    if command.mention is None or command.to is None:
        raise CommandError("review.needs", what="a mention and where it is to be: [start, end] each")
    old = spans_at(entity, [command.mention])[0]
    place = placed(work.maker.document.text, [command.to])[0]
    if place == (old.start, old.end):
        raise CommandError("review.mention-there")
    if place[1] <= old.start or old.end <= place[0]:
        raise CommandError("review.apart")
    new = Span(*place, old.category, 1.0, (*(each for each in old.sources if each != MOVED), MOVED))
    decision = draft.decision(entity.id)
    marked = (decision.kept, decision.checked)
    kept, checked = (tuple(new if span == old else span for span in each) for each in marked)
    draft.decide(replace(decision, kept=kept, checked=checked))
    left, losing = draft.take([place], by=entity)  # the mention itself too, for the two overlap
    work.decide(draft.put(replace(entity, spans=(*left, new))))
    for each in losing:
        work.decide(draft.entity(each))


Change = Callable[[Work, Command], None]

# `same`: the pseudonym of the same person in another document of the case.
CHANGES: Mapping[str, Change] = {
    "accept": _accept, "reject": _reject, "keep": _keep, "replace": _replace, "category": _category,
    "role": _role, "rename": _rename, "same": _rename, "merge": _merge, "split": _split, "add": _add,
    "span": _span, "whitelist": _whitelist, "answer": _answer, "move": _move,
}  # fmt: skip


# Edits --------------------------------------------------------------------------------------------


KINDS = tuple(CHANGES)


class Editor:
    """What commands need of a document; made once for each that is open."""

    def __init__(self, document: Document, policy: Policy, *, key: bytes, language: str = "") -> None:
        """Pseudonyms are drawn from the secret `key`; `language` is that of labels if the policy has none."""
        self.document, self.policy = document, policy
        self._maker = DecisionMaker(document, policy, key=key, language=language)
        self._named: dict[str, tuple[object, Named]] = {}

    def edit(
        self,
        state: State,
        command: Command,
        *,
        author: str,
        time: datetime,
        taken: Collection[str] = (),
        correction: int = 0,
    ) -> Edit:
        """`taken` are the pseudonyms of the other documents of the case, which nobody new here gets;
        `correction` is the one that the edit follows."""
        change = CHANGES.get(command.kind)
        if change is None:
            raise CommandError("review.unknown-command", choices=", ".join(KINDS))
        work = self.work(state, taken)
        change(work, command)
        made = self.finished(work, command.kind, author=author, time=time)
        return replace(made, correction=correction) if correction else made

    def work(self, state: State, taken: Collection[str] = ()) -> Work:
        """To change what stands by hand."""
        return Work(Draft(state), self._maker, taken)

    def finished(self, work: Work, kind: str, *, author: str, time: datetime) -> Edit:
        self._maker.follow(work.draft, taken=work.taken)
        return work.draft.edit(kind, author=author, time=time)

    def chosen(self, state: State, entities: Collection[str] | None, pseudonyms: Mapping[str, str]) -> Draft:
        """What would be if these entities and no others were replaced (none named: those of the review), some
        by these pseudonyms; `check` says whether a pseudonym can be."""
        draft = Draft(state)
        for entity in state.entities.values() if entities is not None else ():
            goes = entities is not None and entity.id in entities
            if goes != (draft.decision(entity.id).action == "replace"):
                action, why = ("replace", decisions.REPLACED) if goes else ("keep", decisions.KEPT)
                self._maker.choose(draft, entity, Decision(entity.id, action, why))
        for identity, name in pseudonyms.items():
            draft.decide(replace(draft.decision(identity), pseudonym=name.strip(), given=True))
        return draft

    def check(self, draft: Draft, entity: str) -> None:
        """Refuse a pseudonym that shows a name, is another's, or is of somebody who is not replaced."""
        pseudonym = draft.decision(entity).pseudonym
        decisions.checked_pseudonym(draft, self._maker, draft.entity(entity), pseudonym)

    def warm(self, state: State) -> None:
        """Look at every mention once, so that the first edits are as quick as the later ones."""
        self._maker.look(state)

    def forms(self, entity: Entity) -> tuple[str, ...]:
        """The ways in which the document writes a name, the fullest first: what a whitelist remembers."""
        return self.named(entity).forms

    def named(self, entity: Entity) -> Named:
        """The same with the entity; read once for as long as its mentions are the same."""
        key = (entity.category, entity.spans)
        known = self._named.get(entity.id)
        if known is None or known[0] != key:
            found = Named(entity.id, entity.category, forms_of(self.document, entity))
            known = self._named[entity.id] = (key, found)
        return known[1]

    def is_drawn(self, entity: Entity, decision: Decision, name: str) -> bool:
        return self._maker.is_drawn(entity, decision, name)

    @cached_property
    def squeezed(self) -> str:
        """The text as names are looked for in it."""
        return squeeze(self.document.text).text
