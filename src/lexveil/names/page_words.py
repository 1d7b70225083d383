"""What first pages are made of in a language: its words (`roles.toml`, section page) as patterns."""

import re
from collections import defaultdict
from functools import cache, partial
from typing import NamedTuple

from lexveil.languages import Language, Table, owner
from lexveil.text.needed import Together
from lexveil.text.patterns import UPPER, one_of

LABEL = re.compile(r"([^\W\d_][^:\n]{0,70}?)\s*:(?=\s|$)\s*")


class Heading(NamedTuple):
    """Words at the start of a line that say who the names after or under them are."""

    role: str  # "" where a list ends
    end: int
    side: str = ""
    section: bool = False  # of a file, which holds over blank lines


class Page:
    """What a language's first pages are made of."""

    def __init__(self, language: Language) -> None:
        table = owner(language, "roles", "page").roles["page"]
        together = Together()  # the patterns that are looked for anywhere in a line
        anywhere = partial(together.pattern, flags=re.IGNORECASE)
        words, lists = _patterns(table), defaultdict(tuple, table)
        self.sides = [(_whole(one_of(each)), side) for side, each in table["sides"].items()]
        side = rf"{one_of(each for row in table['sides'].values() for each in row)}(?:\(s\)|/s(?!\w))?"
        ordinal = rf"(?:(?:{words['ordinals']}|\(\d+\)|(?:{words['joined']}|&)(?= \(\d))[\s,/-]*)*"
        joined = rf"\s*(?:/|-|&|,?\s{words['joined']}\s|,\s)\s*"
        sides = rf"{ordinal}{side}(?:{joined}{ordinal}{side})*(?!\w)(?:\s+{words['kin']}\b)?"
        brackets = r"(?:\s*\([^()]*\))*"
        self.label = _any(rf"[\W_]*{sides}{brackets}(?:\s+\d+{brackets})?[\W_]*")
        self.party = anywhere(
            rf"(?:(?<=[\s,.…–—-])|^)(?<!{words['the']}\s)(?<!{words['of']}\s)(?=[(\d]|(?-i:[^\W\d_a-z]))({sides})"
            rf"(?=[,.;]?{brackets}\s*(?:/?$|[,.;:]|\s[–—-]|\(?\d+\)|{words['and']}\s|{words['versus']}\s))"
            rf"|\((?:{words['the']}\s)?({sides})\)"
        )
        for_the = words["for"]
        acts_for = rf"[,;]?\s+(?:{words['appears']}\s+)?{for_the}\s+(?:{words['the']}\s)?"
        appears = rf"\s+{words['appears']}\s+{for_the}\s+(?:[^\n(;]{{0,70}}?\b{sides}|[^\n;(]+)"
        self.acts_for_side = anywhere(rf"{acts_for}{sides}|{appears}")
        self.acts_for = together.pattern(
            rf"{acts_for}(?:(?i:[^\n(;]{{0,70}}?\b{sides})|[^\W\d_a-z][^\n;(]*|{words['clients']}\b)"
        )
        self.closes = _any(rf",{acts_for.removeprefix('[,;]?')}{sides}\W*$")
        self.in_person = anywhere(rf"[,;]?\s*\(?(?<!\w){words['in_person']}(?!\w)\)?")
        self.instructed = anywhere(
            rf"[,;]?\s*\(?{words['instructed']}\b(?:(?!\s{for_the}\s{words['the']}\b)[^)\n])*\)?"
        )
        alone = rf"(?:[-–—]\s*)?(?:{words['versus']}|{words['and']})(?:\s*[-–—])?"
        self.versus = _any(rf"{alone}\s*[:./]?")
        self.and_alone = _any(rf"(?:{words['and']}\s*)+")
        self.dashed = anywhere(rf"(?<!\w)[-–—]\s*(?:{words['versus']}|{words['and']})\s*[-–—](?!\w)")
        self.between = _any(rf"{words['between']}(?!\w)\s*:?\s*")
        self.bench = _any(rf"^{words['bench']}(?!\w)(?:\s*:\s*|\s+(?=(?-i:[^\W\d_a-z]))|\s*$)")
        self.judges = re.compile(rf",\s{words['judges']}\W*$")
        self.bench_label = _any(words["bench_labels"])
        self.appeal = _any(rf"(?<!\w){words['appeal']}(?!\w):?\s*")
        self.counsel = _any(rf"(?:{words['counsel']}(?:\s{for_the}\s.*|\s{words['of']}\s.*)?|{for_the}\s.+)")
        self.counsel_alone = _any(
            rf"(?:{words['counsel']}\s{for_the}\s.*|{for_the}\s(?:{words['the']}\s)?{sides}"
            rf"|{words['counsel_headings']})\W*"
        )
        self.section = _any(rf"{words['section']}\s+\w{{1,3}}\W+{sides}\W*")
        self.roles = _any(
            rf"{_by_role(table)}(?!\w)(?:\s+\d{{1,2}}(?!\w))?(?:\s*\([^()\n]*\))?"
            rf"(?:\s*[:–-]\s*|\s*$|\s{{2,}}|\s+(?=\d{{1,2}}[.)]|(?-i:[{UPPER}])))"
        )
        self.label_first = bool(table.get("label_first"))
        self.name_label = _any(words["name_labels"])
        self.staff = _any(
            rf"(?:,| -| –|\s?\()\s?(?:the\s)?(?:[^\W\d_][\w'’&-]*\s){{0,4}}?{words['staff']}(?!\w)"
        )
        self.capacity = _any(rf",?\s+{words['capacity']}(?!\w)")
        self.law = _any(rf"(?<!\w){words['law']}(?!\w)")
        self.matter = _any(rf"{words['matter']}\.?(?!\w)")
        self.details = _any(rf"(?:.*,\s)?{words['details']}\.?")
        self.letters = re.compile(rf"\b{words['letters']}(?!\w)")
        self.application = _any(words["application"])
        self.represented = _any(rf"(?<!\w){words['represented']}(?!\w)[\s:]*")
        self.through = _any(rf"(?<!\w){words['through']}(?!\w)")
        self.running = _whole(words["running"])
        self.running_end = _whole(words["running_ends"])
        self.small = frozenset(lists["small"])
        self.labels_name_parties: bool = table.get("labels_name_parties", False)
        self.crown = frozenset(lists["crown"])
        self.other_name = frozenset(lists["other_name"])

    def ends_bench(self, text: str) -> bool:
        """Ann Roe for the mother; Re T (A Child): a line under the bench that is of something else."""
        ends = (self.acts_for, self.acts_for_side, self.in_person)
        return any(each.search(text) for each in ends) or self.matter.match(text) is not None

    def heading(self, text: str) -> Heading | None:
        if self.roles.match(text):
            return self._by_role(text)
        if self.judges.search(text):
            return Heading("BENCH", 0)
        for pattern, role in ((self.bench, "BENCH"), (self.appeal, "JUDGE")):
            if found := pattern.search(text):
                return Heading(role, found.end())
        if LABEL.match(text):
            return None
        if text[0].isupper() and self.counsel_alone.fullmatch(text):
            return Heading("LAWYER", len(text))
        section = self.section.fullmatch(text)
        return Heading("PARTY", len(text), self.side(text), section=True) if section else None

    def _by_role(self, text: str) -> Heading:
        """The last of the labels that open a line."""
        at, group = 0, ""
        while label := self.roles.match(text, at):
            at, group = label.end(), label.lastgroup or ""
        role, _, side = group.partition("_")
        return Heading("" if role == "END" else role, at, side)

    def side(self, label: str) -> str:
        """What the party is called; of several words the first that the table has."""
        return next((side for pattern, side in self.sides if pattern.search(label)), "")


page = cache(Page)


def _patterns(table: Table) -> defaultdict[str, str]:
    """Each list of words as one pattern; a list that the language does not have fits nowhere."""
    found = {key: one_of(words) for key, words in table.items() if isinstance(words, tuple)}
    single = {key: word for key, word in table.items() if isinstance(word, str)}
    return defaultdict(lambda: one_of(()), found | single)


def _by_role(table: Table) -> str:
    """The labels that stand before names, in a group called by the role or the side that they give."""
    labels = table.get("labels")
    if labels is None:
        return one_of(())
    sides = {f"PARTY_{side}": words for side, words in table["sides"].items()}
    groups = {**sides, **labels, "END": table["ends"]}
    return f"(?:{'|'.join(f'(?P<{role}>{one_of(words)})' for role, words in groups.items())})"


def _any(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _whole(pattern: str) -> re.Pattern[str]:
    return _any(rf"(?<!\w){pattern}(?!\w)")
