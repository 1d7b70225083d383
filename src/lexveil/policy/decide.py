"""Entities and a policy in, one decision per entity out.

The first rule that fits decides; what no rule names is kept. But nobody is named for a role that is not
certain: who would go if the role were another goes. Above the rules stand, in this order: law (what is
cited, statutes) and eponyms, which are kept; the names that are always kept; the names that are always
replaced. And an e-mail address or link that spells out the name of someone who is replaced is replaced too:
to keep it would undo the rest.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import cache

from ahocorasick_rs import AhoCorasick, Implementation

from lexveil.jurisdictions.reporters import references
from lexveil.languages import Language, load
from lexveil.languages.common import is_common
from lexveil.languages.people import titles
from lexveil.model import UNSURE, Decision, Document, Entity, Reason, Span, because
from lexveil.names.eponyms import is_eponym, is_noted
from lexveil.names.given import is_given
from lexveil.policy.lists import Lists
from lexveil.policy.rules import DEFAULT_LABEL, Context, Policy, Rule, speaks_of
from lexveil.policy.statutes import is_of_statute
from lexveil.text.fold import fold
from lexveil.text.patterns import any_of

NEAR = 80  # characters of context that `before` and `after` see
SPELLS = ("EMAIL", "URL", "CODE")
SPELT = because("spelt")
NESTED = 8  # zones that may lie in one another
SPELT_LENGTH = 4  # shorter name parts occur in addresses by chance
CITED = frozenset(["citations:author", "citations:case-name"])
CITED_ROLES = ("AUTHOR", "MISCELLANEOUS")  # of those who stand in citations and nowhere else
CITED_ROLES_OR_NONE = (*CITED_ROLES, "UNKNOWN")  # also of those of whom nothing is said
BY_LIST = "kept-names"  # the reason of a decision
ANY = Rule(0).mentions
_JOINED = re.compile(r"[,;:]? ")
# What no citation holds, though it may look like one: 12 Ohio St. is also an address.
PRIVATE = frozenset([
    "EMAIL", "PHONE", "ADDRESS", "NATIONAL_ID", "PASSPORT", "IBAN", "CARD", "PLATE", "PROPERTY_ID", "IP",
    "MAC",
])  # fmt: skip
BORN = "dates:birth"  # the source of a date of birth
PARTY = "PARTY"
FIRST_PAGE = 2000  # characters
LETTERS = 3  # by which people are called in the names of cases, at most
PUBLIC = "COURT"  # courts, ministries, states: large by their kind


@cache
def _versus(language: Language) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What stands between the parties of a case that is cited: after the first, and before the second."""
    words = language.replace["case_names"]
    versus, others, article = any_of(words["versus"]), re.escape(words["others"]), words["article"]
    # Roe v, Roe and others v, AB (Jamaica) v
    first = rf"(?: \([^\W\d_][^()\n]{{2,30}}\))?(?:,? {others},?)? {versus}\.? "
    after_first, before_second = first, rf" {versus}\.? (?:{article} )?\Z"
    return re.compile(after_first, re.IGNORECASE), re.compile(before_second, re.IGNORECASE)  # ROE V. DOE


@cache
def _and_others(language: Language) -> re.Pattern[str]:
    """Between the one whom a case is called after and its number: Roe and Others (C-188/89)."""
    joined, others = (any_of(language.labels["citations"][key]) for key in ("joining", "others"))
    return re.compile(rf"(?: (?:{joined} )?{others})?\.?,? \(?", re.IGNORECASE)


@cache
def _matter(language: Language) -> re.Pattern[str]:
    """What stands before the one whom a case is called after: Re, In re, Ex parte."""
    return re.compile(rf"\b{any_of(language.replace['case_names']['matter'])}\s\Z")


@cache
def _titled(language: Language) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){any_of(titles(language))}\.?\s+\Z", re.IGNORECASE)


@cache
def _statute(language: Language) -> re.Pattern[str]:
    """After a name that a statute is called by: Roe Act 1999, Roe and Doe (Amendment) Rules 2003."""
    names = language.replace["case_names"]
    laws, inside, of_year = (any_of(names[key]) for key in ("statutes", "inside", "of_year"))
    word = rf"(?:[^\W\d_a-z][\w'’-]*|{inside}|\([^()\n]{{1,40}}\))"
    return re.compile(rf"(?: {word}){{0,5}}? {laws},? (?:{of_year} )?\d{{4}}\b")


def lawful(document: Document, entities: Iterable[Entity], policy: Policy) -> Callable[[int, int], bool]:
    """Whether a word between two offsets belongs to the law that the document cites and stays."""
    if policy.citations != "keep":
        return lambda start, end: False
    law = Law(document)
    law.knows(entities)
    return law.holds


def decide(document: Document, entities: Iterable[Entity], policy: Policy) -> tuple[Decision, ...]:
    entities = tuple(entities)
    decider = Decider(document, policy, entities)
    decisions = [decider.decide(entity) for entity in entities]
    replaced = {decision.entity for decision in decisions if decision.action == "replace"}
    words = (name_parts(document, entity) for entity in entities if entity.id in replaced)
    hidden = AhoCorasick(sorted(set().union(*words)), implementation=Implementation.ContiguousNFA)
    for at, (entity, decision) in enumerate(zip(entities, decisions, strict=True)):
        kept = decision.action != "replace" and entity.broad in SPELLS
        if kept and hidden.find_matches_as_indexes(_address(document, entity)):
            decisions[at] = _spelt(entity)
    return tuple(decisions)


class Decider:
    """The policy, asked about one entity of a document after another; what it cites is read once."""

    def __init__(self, document: Document, policy: Policy, entities: Iterable[Entity] = ()) -> None:
        self.document, self.policy = document, policy
        self._lists = Lists(policy)
        self._law = Law(document) if policy.citations == "keep" else None
        if self._law:
            self._law.knows(entities)
        self._seen: dict[tuple[int, int, str], bool] = {}  # of mentions: whether they stay by context

    def decide(self, entity: Entity, hidden: Collection[str] = ()) -> Decision:
        """`hidden` are the `name_parts` of everyone who is replaced: an address that holds one goes too."""
        decision = self._by_itself(entity)
        if decision.action == "replace" or not spells(self.document, entity, hidden):
            return decision
        return _spelt(entity)

    def wording(self, entity: Entity) -> tuple[str, str]:
        """The label and style of an entity that has to go, whatever the policy says of it."""
        for rule in self.policy.rules:
            if rule.action == "replace" and _fits(self.document, entity, rule, self._lists):
                return rule.label, rule.style
        if other := self._whatever_role(entity):
            return other.label, other.style
        return self.policy.replace_label, self.policy.replace_style

    def knows(self, entities: Iterable[Entity]) -> None:
        """Who takes part: a case that is cited with both parties' names is the one at hand."""
        if self._law:
            self._law.knows(entities)

    def look(self, entity: Entity) -> None:
        """Read what stands around its mentions now: it is remembered."""
        for span in entity.spans:
            self._stays(span)

    def _by_itself(self, entity: Entity) -> Decision:
        document, policy, lists = self.document, self.policy, self._lists
        cited = self._law.mentions(entity) if self._law else ()
        if len(cited) == len(entity.spans):
            return Decision(entity.id, "keep", because("law", policy=policy.name))
        mentions = [document.text[span.start : span.end] for span in entity.spans]
        if lists.kept(mentions, document.language_at(entity.spans[0].start)):
            return Decision(entity.id, "keep", because(BY_LIST, policy=policy.name))
        if lists.replaced(mentions, entity.category):
            label, style = self.wording(entity)
            why = because("replaced-names", policy=policy.name)
            return Decision(entity.id, "replace", why, label, cited, style)
        rule = next((rule for rule in policy.rules if _fits(document, entity, rule, lists)), None)
        if (not rule or rule.action == "keep") and self._uncertain(entity):
            other = self._whatever_role(entity)
            if other:
                why = because("uncertain-role", policy=policy.name)
                return self._by_rule(entity, other, frozenset(cited), why)
        if rule:
            return self._by_rule(entity, rule, frozenset(cited))
        return Decision(entity.id, "keep", because("no-rule", policy=policy.name))

    def _uncertain(self, entity: Entity) -> bool:
        certainty = UNSURE if entity.role == "UNKNOWN" else entity.role_certainty
        return entity.category == "PERSON" and certainty > self.policy.role_certainty

    def _whatever_role(self, entity: Entity) -> Rule | None:
        """The rule that replaces it, were the role another; none where it is kept whatever the role."""
        for rule in self.policy.rules:
            if _fits(self.document, entity, replace(rule, role=frozenset()), self._lists):
                if rule.action == "replace":
                    return rule
                if not rule.role:
                    return None
        return None

    def _by_rule(
        self, entity: Entity, rule: Rule, cited: frozenset[Span], why: Reason | None = None
    ) -> Decision:
        policy = self.policy
        numbered = because("rule", policy=policy.name, rule=rule.number)
        why = why or (numbered if rule.number else because("kept-kinds", policy=policy.name))
        if rule.action == "keep":
            return Decision(entity.id, "keep", why)
        kept = tuple(span for span in entity.spans if span in cited or self._stays(span))
        if self._is_noted(entity, kept):
            kept = entity.spans
        if len(kept) == len(entity.spans):
            return Decision(entity.id, "keep", because("context", policy=policy.name))
        return Decision(entity.id, "replace", why, rule.label, kept, rule.style)

    def _is_noted(self, entity: Entity, kept: Collection[Span]) -> bool:
        """Whether every mention is the name of a thing, if only as notes have it: nobody is called so."""
        if self.policy.eponyms != "keep" or entity.category != "PERSON":
            return False
        return all(span in kept or is_noted(**_in_text(self.document, span)) for span in entity.spans)

    def _stays(self, span: Span) -> bool:
        """By what stands around it, whomever it means; looked at once."""
        place = span.start, span.end, span.category
        if place not in self._seen:
            self._seen[place] = (
                self.policy.eponyms == "keep" and _stands_for_a_thing(self.document, span)
            ) or any(_meets(self.document, span, context) for context in self.policy.keep_contexts)
        return self._seen[place]


def hides(policy: Policy, category: str, role: str) -> bool:
    """What the rules say of a category and role, whoever it is and wherever it stands."""
    role = policy.others if role == "UNKNOWN" and policy.others else role
    for rule in policy.rules:
        special = rule.source or rule.text or rule.size or rule.context != Context() or rule.mentions != ANY
        fits = speaks_of(rule, category) and (not rule.role or role in rule.role)
        if fits and not special and (not rule.certainty or 1 in rule.certainty):
            return rule.action == "replace"
    return False


def _fits(document: Document, entity: Entity, rule: Rule, lists: Lists) -> bool:
    return (
        speaks_of(rule, entity.category)
        and (not rule.role or entity.role in rule.role)
        and (not rule.certainty or entity.certainty in rule.certainty)
        and (not rule.source or all(not rule.source.isdisjoint(span.sources) for span in entity.spans))
        and rule.mentions[0] <= len(entity.spans) <= rule.mentions[1]
        and (rule.context == Context() or any(_meets(document, span, rule.context) for span in entity.spans))
        and (not rule.text or any(rule.text.search(each) for each in _surfaces(document, entity)))
        and (not rule.size or rule.size == _size(document, entity, lists))
    )


def _surfaces(document: Document, entity: Entity) -> list[str]:
    return list(dict.fromkeys(document.text[span.start : span.end] for span in entity.spans))


def _size(document: Document, entity: Entity, lists: Lists) -> str:
    """Large: public by its kind, on the policy's list, or named as often as the policy asks for."""
    often = lists.policy.large_mentions
    if entity.category == PUBLIC or (often and len(entity.spans) >= often):
        return "large"
    return "large" if lists.large(_surfaces(document, entity)) else "small"


def _meets(document: Document, span: Span, context: Context) -> bool:
    text = document.text
    if context.text and not context.text.search(text, span.start, span.end):
        return False
    if context.zone and not _in_zone(document, span, context.zone):
        return False
    if context.before and not context.before.search(text[max(0, span.start - NEAR) : span.start]):
        return False
    return not context.after or bool(context.after.match(text[span.end : span.end + NEAR]))


def _in_zone(document: Document, span: Span, kind: str) -> bool:
    """Zones are sorted by where they start, and may hold others: the last that starts before the span and
    those around it are looked at, never all."""
    at = bisect_right(document.zones, span.start, key=lambda zone: zone.start)
    near = document.zones[max(0, at - NESTED) : at]
    return any(zone.kind == kind and span.end <= zone.end for zone in near)


class Law:
    """Where the document cites; read once."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.references = list(references(document.text))
        self.parties: frozenset[str] = frozenset()  # words of the names of who takes part in the case at hand

    def knows(self, entities: Iterable[Entity]) -> None:
        """Who takes part in the case at hand."""
        names: set[str] = set()
        for each in entities:
            person = each.category == "PERSON" and each.role == PARTY
            if person or each.broad == "ORG":
                words = (word for span in each.spans for word in self._words(span) if len(word) > 1)
                names.update(word for word in words if person or not is_common(word))
        self.parties = frozenset(names)

    def mentions(self, entity: Entity) -> tuple[Span, ...]:
        """Those that belong to the law: a statute, a citation, somebody known only from citations.

        A name that stands in a citation by its shape alone and elsewhere too is not protected: it may be the
        case at hand that is cited so.
        """
        if entity.category == "PROVISION":
            return entity.spans
        if entity.category in PRIVATE or any(BORN in span.sources for span in entity.spans):
            return ()
        if entity.role in CITED_ROLES and all(not CITED.isdisjoint(span.sources) for span in entity.spans):
            return entity.spans
        cited = [span for span in entity.spans if self._cited(span)]
        cases = [span for span in entity.spans if span not in cited and self._names_case(span)]
        if len(cited) + len(cases) == len(entity.spans):
            return entity.spans
        others = [span for span in entity.spans if span not in cited and span not in cases]
        own = set(map(self._words, others))
        known = entity.role in CITED_ROLES_OR_NONE or (entity.role != PARTY and self._by_letters(entity))
        if cases and known and self._is_short_name(cases, others, own):
            return entity.spans
        cited += [span for span in cases if not self._titles(entity, span) and not self._at_hand(span, own)]
        return tuple(sorted(cited))

    def _titles(self, entity: Entity, span: Span) -> bool:
        """Whether the case is the one at hand: its name, after a party, is a line of the first page."""
        line = self.document.text[max(0, span.start - NEAR) : span.start].rpartition("\n")[2]
        after = self.document.text[span.end : span.end + NEAR].partition("\n")[0]
        versus = load(self.document.language_at(span.start)).replace["case_names"]["versus"]
        words = [word for word in re.findall(r"[^\W\d_]+", line) if word.islower() and word not in versus]
        heading = len(words) < 2 and not after.rstrip().endswith(".")
        return entity.role == PARTY and span.start < FIRST_PAGE and heading

    def holds(self, start: int, end: int) -> bool:
        """Whether a name that stands there is that of a case, or of a statute, which is cited."""
        span = Span(start, end, "PERSON")
        return self._cited(span) or (
            self._names_case(span) and self.parties.isdisjoint(self._other_party(span))
        )

    def _is_short_name(
        self, cases: Sequence[Span], others: Sequence[Span], own: Collection[tuple[str, ...]]
    ) -> bool:
        """`Moss` after `Moss v. Roe, 62 Ohio St. 2d 138`: the case, as long as nobody is called so before."""
        named = set(map(self._words, cases))
        called = {word for words in named for word in words}
        alone = all(
            words[0] in called if len(words) == 1 else words in named and not is_given(words[0])
            for words in own
            if words
        )
        return alone and min(cases).start < min(others).start

    def _by_letters(self, entity: Entity) -> bool:
        """AB (Jamaica), as cases of asylum are called."""
        surfaces = (self.document.text[span.start : span.end] for span in entity.spans)
        return all(surface.isupper() and len(surface) <= LETTERS for surface in surfaces)

    def _words(self, span: Span) -> tuple[str, ...]:
        return tuple(re.findall(r"[^\W\d_]+", fold(self.document.text[span.start : span.end])))

    def _at_hand(self, span: Span, own: Collection[tuple[str, ...]]) -> bool:
        """Whether the case that is cited so may be the one at hand: by the full name of somebody in it, or
        with the other party in it too."""
        words = self._words(span)
        if len(words) > 1 and words in own:
            return True
        return not self.parties.isdisjoint(self._other_party(span))

    def _other_party(self, span: Span) -> list[str]:
        """The words, folded, of who stands on the other side of `v`."""
        text = self.document.text
        after_first, before_second = _versus(load(self.document.language_at(span.start)))
        if found := after_first.match(text, span.end):
            words = re.findall(r"[^\W\d_]+", re.split(r"[,\[(\d]", text[found.end() : found.end() + NEAR])[0])
        elif found := before_second.search(text[max(0, span.start - NEAR) : span.start]):
            before = text[max(0, span.start - NEAR) : span.start][: found.start()]
            words = re.findall(r"[^\W\d_]+", re.split(r"[,;.(]", before)[-1])
        else:
            return []
        return [fold(word) for word in words]

    def _cited(self, span: Span) -> bool:
        at = bisect_right(self.references, (span.start, len(self.document.text))) - 1
        if at >= 0 and span.end <= self.references[at][1]:
            return True
        if span.category == "DATE" and is_of_statute(self.document, span):
            return True
        statute = _statute(load(self.document.language_at(span.start)))
        named = self.document.text[span.start].isupper() and statute.match(self.document.text, span.end)
        return bool(named) or _in_zone(self.document, span, "citation")

    def _names_case(self, span: Span) -> bool:
        """A party of `Roe v. Quellmark Corp., 45 F. Supp. 678`, or the short `Roe, 45 F. Supp. at 680`."""
        at = bisect_right(self.references, (span.end, 0))
        text = self.document.text
        if at and _JOINED.fullmatch(
            text, self.references[at - 1][1], span.start
        ):  # CAS 2020/A/97310, Roe v. Doe
            after_first, _ = _versus(load(self.document.language_at(span.start)))
            if after_first.match(text, span.end):
                return True
        if at == len(self.references) or self.references[at][0] > span.end + NEAR:
            return False
        between = text[span.end : self.references[at][0]]
        before = text[max(0, span.start - NEAR) : span.start]
        language = load(self.document.language_at(span.start))
        after_first, before_second = _versus(language)
        if _titled(language).search(before):  # MRS JUSTICE ROE [2019] EWHC 1
            return False
        if between == ") " and before.endswith("("):  # R v Roe (Ann) [2019] EWCA Crim 1
            return True
        versus = after_first.match(between) or before_second.search(before)
        matter = _matter(language).search(before) and not re.search(r"[.;]\s", between)
        return between in (", ", " ") or bool(versus or matter or _and_others(language).fullmatch(between))


def _stands_for_a_thing(document: Document, span: Span) -> bool:
    return is_eponym(**_in_text(document, span), category=span.category)


def _in_text(document: Document, span: Span) -> dict[str, str]:
    text = document.text
    return {
        "mention": text[span.start : span.end],
        "before": text[max(0, span.start - NEAR) : span.start],
        "after": text[span.end : span.end + NEAR],
    }


def name_parts(document: Document, entity: Entity) -> set[str]:
    """The folded words of a person's name that an address may spell out."""
    if entity.category != "PERSON":
        return set()
    surfaces = {document.text[span.start : span.end] for span in entity.spans}
    words = {word for surface in surfaces for word in re.findall(r"[^\W\d_]+", fold(surface))}
    return {word for word in words if len(word) >= SPELT_LENGTH}


def spells(document: Document, entity: Entity, words: Iterable[str]) -> bool:
    """Whether it is an address that holds one of the words."""
    if entity.broad not in SPELLS:
        return False
    spelt = _address(document, entity)
    return any(word in spelt for word in words)


def _address(document: Document, entity: Entity) -> str:
    return fold(document.text[entity.spans[0].start : entity.spans[0].end])


def _spelt(entity: Entity) -> Decision:
    return Decision(entity.id, "replace", SPELT, DEFAULT_LABEL)
