"""What a reviewer says in one document, for all documents of the case.

`made_of` reads an edit as a correction: it names people and things as they are written, never by the ids of
one document, so that it means the same in another document and in one that comes later. `follow` makes the
edits by which a document follows a correction. What was said of single places stays in its document, and so
does what another document refuses.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from datetime import datetime
from typing import Any

from lexveil.errors import LexveilError
from lexveil.model import Decision, Edit, Entity, Span
from lexveil.policy.decide import BY_LIST
from lexveil.resolve.recognize import match
from lexveil.review.changes import Editor
from lexveil.review.commands import Command, Place
from lexveil.review.decisions import CHOSEN, SHARED, WHITELIST
from lexveil.review.search import occurrences
from lexveil.review.state import State, apply
from lexveil.text.fold import fold, squeeze

SPREAD = ("role", "category", "rename", "same", "merge", "split", "add", "replace", "whitelist")
UNDONE = "undone"  # the kind of a correction that takes an earlier one back
VERSION = 1


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody or something, as documents write it."""

    category: str
    forms: tuple[str, ...] = field(repr=False)  # the fullest first
    pseudonym: str = field(default="", repr=False)  # where it stands for nobody else


@dataclass(frozen=True, slots=True)
class Correction:
    kind: str  # one of SPREAD, or UNDONE
    who: tuple[Who, ...] = ()  # whom it is about; of a merger, all who are one
    forms: tuple[str, ...] = field(default=(), repr=False)  # of what is added, parted or stays
    category: str = ""
    role: str = ""
    side: str = ""  # of a party
    pseudonym: str = field(default="", repr=False)  # that stands for them from now on
    scope: str = ""  # how far a name stays
    undoes: int = 0  # the correction that it takes back
    edit: int = 0  # the edit that said so first, where this one only brings it again


def data_of(correction: Correction) -> dict[str, Any]:
    return {"version": VERSION, **asdict(correction)}


def correction_from(data: Mapping[str, Any]) -> Correction:
    """
    >>> made = Correction("role", (Who("PERSON", ("Ann Roe",), "A"),), role="JUDGE")
    >>> correction_from(data_of(made)) == made
    True
    """
    known = {each.name: data[each.name] for each in fields(Correction) if each.name in data}
    who = tuple(
        Who(each["category"], tuple(each["forms"]), each["pseudonym"]) for each in known.pop("who", ())
    )
    return Correction(**{**known, "who": who, "forms": tuple(known.get("forms", ()))})


# From an edit to a correction ----------------------------------------------------------------------


def made_of(editor: Editor, before: State, command: Command, edit: Edit) -> Correction | None:
    """None for what concerns its document alone."""
    after = apply(before, edit)
    found = _MADE[command.kind](editor, before, command, after) if command.kind in _MADE else None
    return found if found is None or all(each.forms for each in found.who) else None


def _who(editor: Editor, state: State, entity: str) -> Who:
    found, decision = state.entities[entity], state.decisions[entity]
    own = decision.pseudonym if decision.style not in SHARED else ""
    return Who(found.category, editor.named(found).forms, own)


def _name(state: State, entity: str) -> str:
    decision = state.decisions[entity]
    return decision.pseudonym if decision.action == "replace" and decision.style not in SHARED else ""


def _is_whole(state: State, command: Command) -> bool:
    entity = state.entities[command.entity or ""]
    return command.mentions is None or len(command.mentions) == len(entity.spans)


def _said(editor: Editor, before: State, command: Command, after: State) -> Correction | None:
    """Of an entity as a whole: a role, a category, another pseudonym, that it is to go."""
    entity = command.entity or ""
    if not _is_whole(before, command) or entity not in after.entities:
        return None
    now = after.entities[entity]
    return Correction(
        command.kind,
        (_who(editor, before, entity),),
        category=now.category if command.kind != "replace" else "",
        role=now.role if command.kind != "replace" else "",
        side=now.side,
        pseudonym=_name(after, entity),
    )


def _merger(editor: Editor, before: State, command: Command, after: State) -> Correction | None:
    who = tuple(_who(editor, before, each) for each in dict.fromkeys(command.entities))
    return Correction("merge", who, pseudonym=_name(after, command.entities[0]))


def _parting(editor: Editor, before: State, command: Command, after: State) -> Correction | None:
    """If what goes is written otherwise than all that stays; else it was said of single places."""
    text, entity = editor.document.text, before.entities[command.entity or ""]
    chosen = set(command.mentions or ())
    goes = {_plain(text[start:end]) for start, end in chosen}
    stays = {_plain(text[s.start : s.end]) for s in entity.spans if (s.start, s.end) not in chosen}
    new = next((each for each in after.entities if each not in before.entities), "")
    if goes & stays or not new:
        return None
    made = after.entities[new]
    forms = tuple(dict.fromkeys(text[start:end] for start, end in sorted(chosen)))
    said = command.category or command.role
    return Correction(
        "split",
        (_who(editor, before, entity.id),),
        forms,
        category=made.category if said else "",
        role=made.role if said else "",
        pseudonym=_name(after, new),
    )


def _addition(editor: Editor, before: State, command: Command, after: State) -> Correction | None:
    """If every place where it is written so was marked; else it was said of single places."""
    text = editor.document.text
    places = [place for place in command.mentions or () if place[0] < place[1] <= len(text)]
    new = next((each for each in after.entities if each not in before.entities), "")
    target = command.entity or new
    if not places or target not in after.entities:
        return None
    marked = {(span.start, span.end) for each in after.entities.values() for span in each.spans}
    surfaces = tuple(dict.fromkeys(text[start:end].strip() for start, end in places))
    for surface in surfaces:
        found = occurrences(editor, before, surface, after.entities[target].category)
        if any(each.exact and not _covered((each.start, each.end), marked) for each in found):
            return None
    made = after.entities[target]
    who = (_who(editor, before, command.entity),) if command.entity else ()
    name = _name(after, target)
    return Correction("add", who, surfaces, category=made.category, role=made.role, pseudonym=name)


def _covered(place: Place, marked: Collection[Place]) -> bool:
    return place in marked or any(start <= place[0] and place[1] <= end for start, end in marked)


def _staying(editor: Editor, before: State, command: Command, after: State) -> Correction | None:
    """Of a person only full names: somebody else may bear the family name."""
    if command.scope == "document":
        return None
    entity = before.entities[command.entity or ""]
    return Correction(
        "whitelist",
        (_who(editor, before, entity.id),),
        listed_forms(editor, entity),
        scope=command.scope or "",
    )


def listed_forms(editor: Editor, entity: Entity) -> tuple[str, ...]:
    """How a name is written that is to stay elsewhere too."""
    forms = editor.forms(entity)
    full = tuple(form for form in forms if len(form.split()) > 1)
    return full if entity.category == "PERSON" and full else forms


_MADE: Mapping[str, Callable[[Editor, State, Command, State], Correction | None]] = {
    "role": _said, "category": _said, "rename": _said, "same": _said, "replace": _said,
    "merge": _merger, "split": _parting, "add": _addition, "whitelist": _staying,
}  # fmt: skip


# From a correction to the edits of a document --------------------------------------------------------


class Following:
    """A document on its way to follow corrections; `edits` is what it takes."""

    def __init__(self, editor: Editor, state: State, *, taken: Collection[str] = ()) -> None:
        self.editor, self.state, self.taken = editor, state, taken
        self.edits: list[Edit] = []
        self._by = ("", datetime.min, 0)

    def follow(self, correction: Correction, *, number: int, author: str, time: datetime) -> None:
        """`number`: of the correction in its case."""
        self.about(number, author, time)
        change = _FOLLOW.get(correction.kind)
        if change is not None:
            change(self, correction)

    def about(self, number: int, author: str, time: datetime) -> None:
        """Whose correction the next edits follow."""
        self._by = (author, time, number)

    def take(self, edits: Iterable[Edit]) -> None:
        """Edits that were made elsewhere."""
        for edit in edits:
            self.state = apply(self.state, edit)
            self.edits.append(edit)

    def do(self, kind: str, **values: Any) -> bool:
        """False where the document refuses it, or it is so already."""
        author, time, number = self._by
        try:
            made = self.editor.edit(
                self.state,
                Command(kind, **values),
                author=author,
                time=time,
                taken=self.taken,
                correction=number,
            )
        except LexveilError:
            return False
        self.state = apply(self.state, made)
        self.edits.append(made)
        return True

    def who(self, who: Who) -> str:
        """Who is meant: who has the pseudonym, else who is called so; "" if nobody is."""
        if who.pseudonym:
            for entity, decision in self.state.decisions.items():
                if decision.pseudonym == who.pseudonym and decision.style not in SHARED:
                    return entity
        here = (self.editor.named(each) for each in self.state.entities.values() if self._is_real(each))
        found = match(here, [_Bearer("who", who.category, who.forms)])
        return next(iter(found), "")

    def _is_real(self, entity: Entity) -> bool:
        return self.state.decisions[entity.id].action != "reject"

    def name(self, entity: str, pseudonym: str) -> None:
        """The pseudonym of the case, where one is needed."""
        decision = self.state.decisions.get(entity)
        if decision and pseudonym and decision.action == "replace" and decision.pseudonym != pseudonym:
            self.do("same", entity=entity, pseudonym=pseudonym)


@dataclass(frozen=True, slots=True)
class _Bearer:
    entity: str
    category: str
    forms: tuple[str, ...] = field(repr=False)


def _follow_said(work: Following, said: Correction) -> None:
    entity = work.who(said.who[0])
    if not entity:
        return
    if said.kind in ("role", "category"):
        if work.state.entities[entity].category != said.category:
            work.do("category", entity=entity, category=said.category)
        if (work.state.entities[entity].role, work.state.entities[entity].side) != (said.role, said.side):
            work.do("role", entity=entity, role=said.role, side=said.side)
    if said.kind == "replace" and work.state.decisions[entity].action != "replace":
        work.do("replace", entity=entity)
    work.name(entity, said.pseudonym)


def _follow_merger(work: Following, said: Correction) -> None:
    there = tuple(dict.fromkeys(found for each in said.who if (found := work.who(each))))
    if len(there) > 1:
        work.do("merge", entities=there)
    if there:
        work.name(there[0], said.pseudonym)


def _follow_parting(work: Following, said: Correction) -> None:
    text, entity = work.editor.document.text, work.who(said.who[0])
    if not entity:
        return
    forms = set(map(_plain, said.forms))
    spans = work.state.entities[entity].spans
    goes = tuple((span.start, span.end) for span in spans if _plain(text[span.start : span.end]) in forms)
    if not goes:
        return
    kind: dict[str, Any] = {"category": said.category or None, "role": said.role or None}
    if len(goes) < len(spans):
        before = set(work.state.entities)
        work.do("split", entity=entity, mentions=goes, **kind)
        entity = next((each for each in work.state.entities if each not in before), entity)
    elif said.role and work.state.entities[entity].role != said.role:
        work.do("role", entity=entity, role=said.role)
    work.name(entity, said.pseudonym)


def _follow_addition(work: Following, said: Correction) -> None:
    into = work.who(said.who[0]) if said.who else work.who(Who(said.category, (), said.pseudonym))
    found: dict[Place, None] = {}
    for form in said.forms:
        if not _may_stand(form, work.editor.squeezed):
            continue
        for each in occurrences(work.editor, work.state, form, said.category):
            if each.entity is None or each.entity == into or _gives_way(work.state, each.entity):
                found[each.start, each.end] = None
            elif _is_written(work, each.entity, said.forms):
                into = into or each.entity
    own = {(s.start, s.end) for s in work.state.entities[into].spans} if into else set()
    missing = tuple(place for place in sorted(found) if place not in own)
    if missing:
        before = set(work.state.entities)
        work.do("add", mentions=missing, category=said.category, role=said.role or None, entity=into or None)
        into = into or next((each for each in work.state.entities if each not in before), "")
    if (
        into
        and work.state.decisions[into].action != "replace"
        and work.state.decisions[into].why not in CHOSEN
    ):
        work.do("replace", entity=into)
    if into:
        work.name(into, said.pseudonym)


STEM = 4  # letters that every form of a name has


def _may_stand(form: str, text: str) -> bool:
    """Whether a closer look is worth its time."""
    words = squeeze(form).text.split()
    return bool(words) and max(words, key=len)[:STEM] in text


def _gives_way(state: State, entity: str) -> bool:
    """What stays because nobody said anything of it."""
    decision = state.decisions[entity]
    return decision.action == "keep" and decision.why not in CHOSEN


def _is_written(work: Following, entity: str, forms: Iterable[str]) -> bool:
    return work.editor.named(work.state.entities[entity]).forms[:1] == tuple(forms)[:1]


def _follow_staying(work: Following, said: Correction) -> None:
    """What is written exactly so stays, whatever kind of thing it was taken for."""
    forms, text = set(map(_plain, said.forms)), work.editor.document.text
    for entity in list(work.state.entities.values()):
        decision = work.state.decisions.get(entity.id)
        if decision and decision.action == "replace" and _has(text, entity.spans, forms):
            work.do("whitelist", entity=entity.id, scope="document")


def let_go(work: Following, said: Correction) -> None:
    """What stayed because of a list that it is no longer on, and no edit here brings back."""
    forms, text = set(map(_plain, said.forms)), work.editor.document.text
    for entity in list(work.state.entities.values()):
        decision = work.state.decisions.get(entity.id)
        if decision and _is_listed(decision) and _has(text, entity.spans, forms):
            work.do("replace", entity=entity.id)


def _is_listed(decision: Decision) -> bool:
    return decision.action == "keep" and (decision.why == WHITELIST or decision.why.code == BY_LIST)


def _has(text: str, spans: Iterable[Span], forms: Collection[str]) -> bool:
    return any(_plain(text[span.start : span.end]) in forms for span in spans)


def _plain(form: str) -> str:
    return " ".join(fold(form).split())


_FOLLOW: Mapping[str, Callable[[Following, Correction], None]] = {
    "role": _follow_said, "category": _follow_said, "rename": _follow_said, "same": _follow_said,
    "replace": _follow_said, "merge": _follow_merger, "split": _follow_parting, "add": _follow_addition,
    "whitelist": _follow_staying,
}  # fmt: skip
