"""What the words around a name tell of its bearer's role, as learned from documents with roles marked.

Where the rules of `roles` are silent it gives evidence of the lowest weight; it never outvotes a rule.
`docs/models/clustering.md` says what it was trained on.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from importlib.resources.abc import Traversable
from typing import NamedTuple
from zlib import crc32

import numpy as np

from lexveil import languages
from lexveil.jurisdictions.legalforms import is_head
from lexveil.languages import Language
from lexveil.languages.common import is_common
from lexveil.model import Document, Span, because
from lexveil.names import given
from lexveil.resolve import scorer
from lexveil.resolve.phrases import Evidence, Said
from lexveil.text.fold import flow, fold
from lexveil.text.patterns import one_of
from lexveil.text.quick import Quick

ROLES = (
    "PARTY", "JUDGE", "LAWYER", "WITNESS", "PERSON", "ARBITRATOR", "TRIBUNAL_MEMBER", "EXPERT", "AUTHOR",
    "LAW_FIRM",
)  # fmt: skip
MEANS = {"TRIBUNAL_MEMBER": "CLERK"}  # whom the model was shown under this name
UNSAID = ("PERSON", "WITNESS")  # a witness is who is called one or gave evidence, by words that say so
SIZE = 1 << 15  # places for features; two that share one do little harm
NEAR = 90  # characters of running text looked at on each side
# How sure the model must be before it says anything. A party or a judge is shown, a witness hidden: to call a
# witness a party exposes a person, so that takes the most.
SURE = {"PARTY": 0.97, "JUDGE": 0.9, "LAWYER": 0.9, "WITNESS": 0.8}
SURE_OF_OTHERS = 0.95
LANGUAGES = ("en",)  # of what the shipped table was trained on; another names its own
DIGITS = 6  # of a likelihood; of roles that are equally likely, the first of `ROLES` counts
CAPTION = 4000  # characters in which a party is introduced

_WORD = re.compile(r"[^\W\d_][\w'.-]*|\d+|[:;,()/.]|\n")


class Model(NamedTuple):
    weights: np.ndarray  # SIZE × roles
    bias: np.ndarray
    languages: tuple[str, ...]


def model() -> Model:
    return _model(scorer.table("roles"))  # type: ignore[arg-type]  # a path can be a key


@lru_cache(maxsize=4)
def _model(path: Traversable) -> Model:
    tables = scorer.arrays(path)
    try:
        weights, bias = (tables[name].astype(np.float32) for name in ("weights", "bias"))
    except KeyError as wrong:
        raise scorer.unreadable(path) from wrong
    return Model(weights, bias, tuple(map(str, tables.get("languages", LANGUAGES))))


class View(NamedTuple):
    """A document as the features want it: folded, with its lines and the words that announce roles."""

    document: Document
    text: str
    lines: list[int]  # where each line that is not blank starts
    ends: list[int]
    cues: list[int]
    cue_words: list[str]
    versus: int  # where the other side begins, -1 when nowhere
    of_lines: dict[int, list[str]]  # features of the lines of names that were looked at


def view(document: Document) -> View:
    text = "\n".join(map(fold, flow(document.text).split("\n")))
    found = [(line.start(), line.end()) for line in re.finditer(r"[^\n]*[^\s][^\n]*", text)]
    cues = [
        (cue.start(), cue[0], cue[1] is not None)
        for start, end, language in languages.each(document)
        for cue in _cue(language).finditer(text, start, end)
    ]
    return View(
        document,
        text,
        [start for start, _ in found],
        [end for _, end in found],
        [start for start, _, _ in cues],
        [word for _, word, _ in cues],
        next((start for start, _, versus in cues if versus), -1),
        {},
    )


@cache
def _cue(language: Language) -> Quick:
    cues = language.roles["cues"]
    return Quick(rf"(?<!\w)(?:({one_of(cues['versus'])})|{one_of(cues['words'])})(?!\w)")


# Features ----------------------------------------------------------------------------------------


def features(seen: View, span: Span) -> list[str]:
    """The words around the name by their place, those of the lines above and below, and the last cue."""
    text, language = seen.text, languages.load(seen.document.language_at(span.start))
    before = _WORD.findall(text, max(0, span.start - NEAR), span.start)
    after = _WORD.findall(text, span.end, span.end + NEAR)
    found = [f"before {at} {word}" for at, word in enumerate(before[:-6:-1], 1)]
    found += [f"after {at} {word}" for at, word in enumerate(after[:5], 1)]
    found += [f"near before {word}" for word in set(before[-12:])]
    found += [f"near after {word}" for word in set(after[:12])]
    found += [f"before {' '.join(before[-count:])}" for count in (2, 3)]
    found += [f"after {' '.join(after[:count])}" for count in (2, 3)]
    surface = _surface(text[span.start : span.end], language)
    return [*found, *_lines(seen, span), *_cues(seen, span), *surface]


def _lines(seen: View, span: Span) -> list[str]:
    if not seen.lines:
        return []
    at = max(bisect_right(seen.lines, span.start) - 1, 0)
    if at not in seen.of_lines:
        seen.of_lines[at] = _around(seen, at)
    return seen.of_lines[at]


def _around(seen: View, at: int) -> list[str]:
    """Of a line and those near it, whatever stands in it."""
    start, end = seen.lines[at], seen.ends[at]
    found = [
        f"line starts {' '.join(_WORD.findall(seen.text, start, min(end, start + 60))[:2])}",
        f"line ends {' '.join(_WORD.findall(seen.text, max(start, end - 40), end)[-2:])}",
        f"line length {min((end - start) // 40, 6)}",
        f"lines {min(len(seen.lines), 40) // 8}",
        f"place {10 * at // len(seen.lines) if len(seen.lines) > 8 else 'few'}",
    ]
    for step, name in ((-2, "two above"), (-1, "above"), (1, "below"), (2, "two below"), (3, "three below")):
        if 0 <= at + step < len(seen.lines):
            line = seen.text[seen.lines[at + step] : min(seen.ends[at + step], seen.lines[at + step] + 90)]
            words = _WORD.findall(line)
            found += [f"{name} {word}" for word in set(words[:8]) if len(word) > 1]
    return found


def _cues(seen: View, span: Span) -> list[str]:
    """The last words before and the first after the name that announce a role, and how far off they are."""
    at = bisect_right(seen.cues, span.start)
    last = [seen.cue_words[each] for each in range(max(0, at - 3), at)]
    following = [seen.cue_words[each] for each in range(at, min(len(seen.cues), at + 2))]
    found = [f"last cue {word}" for word in last[-1:]] + [f"next cue {word}" for word in following[:1]]
    found += [f"last cues {' '.join(last[-2:])}", f"next cues {' '.join(following)}"]
    return [*found, f"cues {' '.join(last)}", f"after versus {0 <= seen.versus < span.start}"]


def _surface(name: str, language: Language) -> list[str]:
    """How the name looks, and those of its words that are nobody's name: "State", "Union". Who is called what
    must not be learned."""
    words = name.split()
    plain = [word for word in words if len(word) > 2 and not (given.is_given(word) or given.is_family(word))]
    common = [f"name {word}" for word in plain if is_common(word, language) or is_head(word)]
    return [f"words {min(len(words), 6)}", f"initials {'.' in name}", *common[:6]]


def places(found: Iterable[str]) -> list[int]:
    return sorted(set(map(_place, found)))


@lru_cache(maxsize=1 << 16)
def _place(feature: str) -> int:
    return crc32(feature.encode()) % SIZE


# Roles -------------------------------------------------------------------------------------------


def likely(document: Document, groups: Sequence[Sequence[Span]]) -> list[np.ndarray]:
    """For each group of mentions how likely each of `ROLES` is: what its mentions suggest, taken together."""
    seen = view(document)
    table = model()
    none = np.zeros(len(ROLES))
    return [_shares(sum((_logits(table, seen, span) for span in group), none)) for group in groups]


def _logits(table: Model, seen: View, span: Span) -> np.ndarray:
    found: np.ndarray = table.weights[places(features(seen, span))].sum(axis=0) + table.bias
    return found


def _shares(logits: np.ndarray) -> np.ndarray:
    powers = np.exp(logits - logits.max())
    shares: np.ndarray = np.round(powers / powers.sum(), DIGITS)
    return shares


def _is_foreign(document: Document, span: Span, table: Model) -> bool:
    """In a language that the model was not trained on, its words mean nothing."""
    return document.language_at(span.start) not in table.languages


def suggest(document: Document, spans: Sequence[Span], found: Said) -> Said:
    """Evidence for the spans that the rules say nothing of, where the model is sure."""
    seen = view(document)
    table = model()
    suggested: Said = {}
    for span in spans:
        if span in found or span.category not in ("PERSON", "ORG") or _is_foreign(document, span, table):
            continue
        shares = _shares(_logits(table, seen, span))
        role = ROLES[int(shares.argmax())]
        firm = role == "LAW_FIRM"
        possible = firm if span.category == "ORG" else not firm and (role != "PARTY" or span.start < CAPTION)
        if shares.max() < SURE.get(role, SURE_OF_OTHERS) or not possible:
            continue
        why = because("learned", role=MEANS.get(role, role), share=round(100 * float(shares.max())))
        if role not in UNSAID:
            suggested[span] = Evidence(MEANS.get(role, role), 1, why)
    return suggested
