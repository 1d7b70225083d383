"""Labelled texts for training, from corpora with different label sets and habits, in one shape.

A corpus that labels only some types says so: words it leaves unlabelled are then not taught to be
"nothing", only to be none of the types it does label.
"""

import csv
import hashlib
import json
import lzma
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from lexveil.text.fold import flow
from train import table as data_table

TYPES = ("PERSON", "ORG", "LOC", "DATETIME", "CODE", "DEM", "QUANTITY", "MISC")
MASKS = ("NO_MASK", "QUASI", "DIRECT")
TAB_TRAIN, INDIAN_TRAIN = ("train-exact", "train-facts"), ("train-judgement", "train-preamble")

DATA = data_table("corpora")
SAME: dict[str, str] = DATA["same"]
ORIGINS: dict[str, list[str]] = DATA["origins"]
NO_NAME = frozenset(DATA["no_name"].split())
# TAB puts courtesy titles inside PERSON; the other corpora do not. One habit for all: inside.
TITLE_BEFORE = re.compile(rf"(?:\b(?:{'|'.join(DATA['titles'])})\b\.?[^\S\n]*)+$", re.IGNORECASE)
COMPANY, OFFICE = (
    re.compile(rf"\b(?:{'|'.join(DATA[kind])})\b", re.IGNORECASE) for kind in ("company", "office")
)


class Mention(NamedTuple):
    start: int
    end: int
    type: str  # one of TYPES; OPEN: could be any type; SKIP: not scored
    mask: str = ""  # one of MASKS where annotated


class Example(NamedTuple):
    id: str
    text: str
    mentions: tuple[Mention, ...]
    labelled: frozenset[str] = frozenset(TYPES)  # the types this corpus labels everywhere


def read_lines(path: Path) -> list[dict[str, Any]]:
    with lzma.open(path, "rt", encoding="utf8") as lines:
        return [json.loads(line) for line in lines]


def tab(folder: Path, part: str) -> list[Example]:
    found = []
    for row in read_lines(folder / "tab" / f"{part}.jsonl.xz"):
        masks: dict[tuple[int, int], str] = {}
        for annotator in (row.get("annotators") or {}).values():
            for mark in annotator:  # masked by one annotator is masked, as in TAB's own evaluation
                key = mark["start"], mark["end"]
                masks[key] = max(masks.get(key, "NO_MASK"), mark["identifier"], key=MASKS.index)
        mentions: list[Mention] = []
        for mark in sorted(row["mentions"], key=lambda mark: (mark["start"], -mark["end"])):
            if mentions and mark["start"] < mentions[-1].end:
                continue
            mask = masks.get((mark["start"], mark["end"]), "")
            if "masked" in mark:
                mask = "QUASI" if mark["masked"] else "NO_MASK"
            mentions.append(Mention(mark["start"], mark["end"], mark["type"], mask))
        found.append(Example(row["id"], flow(row["text"]), tuple(mentions)))
    return found


def legal_en_in(folder: Path, part: str) -> list[Example]:
    found = []
    for row in read_lines(folder / "legal-en-in" / f"{part}.jsonl.xz"):
        mentions: list[Mention] = []
        for mark in sorted(row["mentions"], key=lambda mark: mark["start"]):
            kind, start, end = SAME[mark["type"]], mark["start"], mark["end"]
            if kind == "PERSON" and COMPANY.search(row["text"][start:end]):
                kind = "ORG"
            if kind == "PERSON" and OFFICE.search(row["text"][start:end]):
                kind = "OPEN"
            if kind == "PERSON" and (title := TITLE_BEFORE.search(row["text"][max(0, start - 24) : start])):
                start -= len(title[0])
            if not mentions or start >= mentions[-1].end:
                mentions.append(Mention(start, end, kind))
        labelled = frozenset({"PERSON", "LOC"})
        found.append(Example(row["id"], flow(row["text"]), tuple(mentions), labelled))
    return found


def tab_train(folder: Path) -> list[Example]:
    return [example for part in TAB_TRAIN for example in tab(folder, part)]


def indian_train(folder: Path, *, held: bool | None = None) -> list[Example]:
    """All, or only those that are (not) held out to be measured with."""
    found = [example for part in INDIAN_TRAIN for example in legal_en_in(folder, part)]
    return [each for each in found if held is None or held_out(each.id, 0.1) == held]


def tokens(folder: Path, name: str, *, group: int = 8) -> list[Example]:
    """A token corpus (UNER) as running text, some sentences at a time."""
    rows = read_lines(folder / "ner" / f"{name}.jsonl.xz")
    found = []
    for first in range(0, len(rows), group):
        text, mentions = "", []
        for row in rows[first : first + group]:
            open_at, kind = -1, ""
            for token, tag in [*zip(row["t"], row["g"], strict=True), ("\n", "O")]:
                if open_at >= 0 and not tag.startswith("I-"):
                    end = len(text.rstrip())
                    if kind == "PERSON" and (title := TITLE_BEFORE.search(text[:open_at])):
                        open_at -= len(title[0])
                    mentions.append(Mention(open_at, end, kind))
                    open_at = -1
                if tag.startswith("B-"):
                    open_at, kind = len(text), SAME.get(tag[2:], "OPEN")
                text = text.rstrip(" ") if re.fullmatch(r"[,.;:!?)’']+|n't|'s", token) else text
                text += token + ("" if token in "(“" else " ")
            text = text.rstrip() + "\n\n"
        found.append(Example(f"{name}-{first}", text, tuple(mentions), frozenset({"PERSON", "ORG", "LOC"})))
    return found


def join(examples: Sequence[Example], group: int) -> list[Example]:
    """Single sentences put together, some at a time, as paragraphs of one text."""
    found = []
    for first in range(0, len(examples), group):
        text, mentions = "", []
        for example in examples[first : first + group]:
            shift = len(text)
            mentions += [m._replace(start=m.start + shift, end=m.end + shift) for m in example.mentions]
            text += example.text + "\n\n"
        found.append(examples[first]._replace(text=text, mentions=tuple(mentions)))
    return found


def draw_of(name: str) -> float:
    """A number from 0 to 1 that belongs to this name: splits made with it stay the same."""
    return int(hashlib.sha256(name.encode()).hexdigest()[:8], 16) / 16**8


def held_out(name: str, share: float) -> bool:
    return draw_of(name) < share


# Names of many origins in place of the real ones.


class Names(NamedTuple):
    """Given and family names by origin."""

    given: dict[str, list[str]]
    family: dict[str, list[str]]


def names(folder: Path, *, held: bool) -> Names:
    """The names of each origin. One in five is `held` back from training, to measure equal treatment with.

    Names that are also common words of the corpus ("Can", "You") are left out: they say nothing of origin.
    """
    prose = " ".join(row["text"] for row in read_lines(folder / "tab" / "train-facts.jsonl.xz"))
    common = {word for word, count in Counter(re.findall(r"\b[a-z]{2,}\b", prose)).items() if count > 2}
    given: dict[str, list[str]] = {}
    family: dict[str, list[str]] = {}
    where = {c: origin for origin, (countries, _) in ORIGINS.items() for c in countries.split()}
    for table, kind in ((given, "forenames"), (family, "surnames")):
        path = folder / "names" / f"common-{kind}-by-country.csv"
        with path.open(encoding="utf-8-sig", newline="") as rows:
            for row in csv.DictReader(rows):
                if row["Country"] in where:
                    local, roman = row["Localized Name"] or "", row["Romanized Name"] or ""
                    latin = local if local and all(ord(c) < 0x250 for c in local) else roman
                    table.setdefault(where[row["Country"]], []).append(latin)
    for origin, (_, lists) in ORIGINS.items():
        for name in lists.split():
            text = (folder / "names" / "surnames" / f"{name}.txt").read_text("utf8", errors="ignore")
            family.setdefault(origin, []).extend(line.strip().capitalize() for line in text.splitlines())
        if len(family.get(origin, ())) < 30:
            family[origin] = family.get(origin, []) + given[origin]
    for table in (given, family):
        for origin, found in table.items():
            fine = {name for name in found if name.lower() not in common and NAME.fullmatch(name)}
            table[origin] = sorted(name for name in fine if held_out(name, 0.2) == held)
    return Names(given, family)


NAME = re.compile(r"[^\W\d_][\w'-]{2,24}|Li|Wu|Xu|Yu|Ma|Hu|Oh|Im")
NAME_PART = re.compile(r"[^\W\d_][\w'’-]*")


def swap(example: Example, draw: random.Random, table: Names, *, origin: str = "") -> Example:
    """The example with its people renamed, the same name the same way throughout.

    Single letters become other letters; words that are no name stay. With `origin` all names are of that
    country, else each person's is drawn.
    """
    renamed: dict[str, str] = {}
    countries = sorted(table.given)

    def part(word: str, given: bool, country: str) -> str:
        if word.lower() in NO_NAME or not word[0].isupper():
            return word
        if word not in renamed:
            if len(word) == 1:
                renamed[word] = draw.choice("ABCDEFGHIJKLMNOPRSTUVWZ")
            else:
                new = draw.choice((table.given if given else table.family)[country])
                renamed[word] = new.upper() if word.isupper() and len(word) > 3 else new
        return renamed[word]

    def rename(name: str) -> str:
        country = origin or draw.choice(countries)
        parts = [m for m in NAME_PART.finditer(name) if m[0].lower() not in NO_NAME]
        last = parts[-1].start() if parts else -1
        several = sum(len(m[0]) > 1 for m in parts) > 1
        return NAME_PART.sub(lambda m: part(m[0], several and m.start() != last, country), name)

    return rewrite(example, {"PERSON": rename})


def rewrite(example: Example, change: dict[str, Callable[[str], str]]) -> Example:
    """The example with the text of mentions changed by their type, all offsets following."""
    parts: list[str] = []
    mentions: list[Mention] = []
    last = length = 0
    for mention in example.mentions:
        between = example.text[last : mention.start]
        old = example.text[mention.start : mention.end]
        new = change[mention.type](old) if mention.type in change else old
        parts += (between, new)
        length += len(between)
        mentions.append(mention._replace(start=length, end=length + len(new)))
        length += len(new)
        last = mention.end
    parts.append(example.text[last:])
    return example._replace(text="".join(parts), mentions=tuple(mentions))


def shout(example: Example, draw: random.Random, *, share: float = 0.04) -> Example:
    """Some paragraphs and names in capitals, as captions and some courts write them."""
    lines = [
        line.upper() if draw.random() < share and len(line.upper()) == len(line) else line
        for line in example.text.split("\n")
    ]
    example = example._replace(text="\n".join(lines))

    def capitals(name: str) -> str:
        return name.upper() if draw.random() < share else name

    return rewrite(example, {"PERSON": capitals, "ORG": capitals, "LOC": capitals})


def digits(example: Example, draw: random.Random) -> Example:
    """Other digits in codes, so that no number is learnt by heart."""
    return rewrite(example, {"CODE": lambda old: re.sub(r"\d", lambda _: str(draw.randrange(10)), old)})


def raw(folder: Path, *, language: str = "en", only: str = "", chunk: int = 4000) -> Iterator[str]:
    """Raw text in pieces of some paragraphs; with `only`, pieces in which it is found often."""
    piece: list[str] = []
    size = 0
    with lzma.open(folder / "text" / f"{language}.txt.xz", "rt", encoding="utf8") as lines:
        for line in lines:
            piece.append(line.strip())
            size += len(line)
            if size >= chunk:
                text = "\n\n".join(piece)
                if not only or len(re.findall(only, text)) >= chunk // 500:
                    yield flow(text)
                piece, size = [], 0


COURT = r"\b(?:applicants?|Court|Government|Convention|judgment|appeal|detention|prosecutor)\b"
KEPT = 4  # tags a word
CLEAR = 0.995  # probability of the tag "outside" above which nothing else is kept


def write_soft(file: Path, ids: Sequence[str], texts: Sequence[np.ndarray], *, tags: int) -> None:
    rows = np.concatenate(texts)
    doubt = np.flatnonzero(rows[:, 0] < CLEAR)
    best = np.argsort(-rows[doubt, :tags], 1)[:, :KEPT]
    values = np.concatenate([np.take_along_axis(rows[doubt], best, 1), rows[doubt, tags:]], 1)
    chances = np.round(values * 255).astype(np.uint8)
    lengths = np.array([len(text) for text in texts])
    np.savez(
        file, where=doubt, tags=best.astype(np.uint8), chances=chances, lengths=lengths, ids=np.array(ids)
    )


def read_soft(file: Path, tags: int, masks: int) -> dict[str, np.ndarray]:
    """The rows of each text by its id; the tags of a word add up to one again."""
    stored = np.load(file)
    dense = np.zeros((int(stored["lengths"].sum()), tags + masks), np.float16)
    dense[:, 0] = 1
    chances = stored["chances"].astype(np.float32) / 255
    rows = np.zeros((len(chances), tags + masks), np.float32)
    np.put_along_axis(rows, stored["tags"].astype(np.int64), chances[:, :KEPT], 1)
    rows[:, :tags] /= rows[:, :tags].sum(1, keepdims=True)
    rows[:, tags:] = chances[:, KEPT:]
    dense[stored["where"]] = rows
    ends = np.cumsum(stored["lengths"])
    spans = zip(stored["ids"], stored["lengths"], ends, strict=True)
    return {str(name): dense[end - length : end] for name, length, end in spans}
