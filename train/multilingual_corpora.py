"""Gathers what the multilingual detector learns from, what is chosen on, and what it is measured on.

    python -m train.multilingual_corpora --data DATA --documents FOLDER --out FOLDER

`train.jsonl.xz`; `dev.jsonl.xz`, a tenth cut from each training set, in blocks, and own-dev: recipes and
thresholds are chosen on it; `public.jsonl.xz`, public test sets, scored once by `multilingual_measure.py`;
`names.json`. A corpus that labels only some types says so; what it leaves unlabelled may then be any of the
others. Decisions in which people are already letters (A:n, B:lle) become texts with names when people are
renamed; where several capitalised words follow each other there, a judge may be named, and they are not
scored. No set named dev or test is trained on.
"""

import json
import lzma
import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from lexveil.text.fold import flow
from train import arguments, corpora, documents
from train.corpora import TITLE_BEFORE, TYPES, Example, Mention, read_lines
from train.renaming import DATA, names

OUTSIDE = re.compile(rf"(?:\(?\b(?:{'|'.join(DATA['outside'])})\b\.?\s+)+", re.IGNORECASE)
LETTERS: dict[str, str] = DATA["letters"]  # a person in a decision, by language
ALONE = r"\b[A-H]\b(?![.:)\d/-])"
COMPANY = re.compile(r"\b[A-H] (?:Oyj?|Ab|Ky|Kb)\b")
RAW = {"it-court": "it"} | {
    code: code for code in ("fi", "sv", "da", "no", "de", "fr", "it", "es", "ca", "en")
}
PUBLIC = {  # measured on: language and table of labels
    "de-ler-bgh": ("de", "ler"), "de-germeval14-test": ("de", "plain"), "da-uner-ddt-test": ("da", "plain"),
    "fi-turkuner-test": ("fi", "plain"), "sv-uner-talbanken-test": ("sv", "plain"),
    "sv-klintan-test": ("sv", "plain"), "no-uner-nob-dev": ("nb", "plain"),
    "no-uner-nno-dev": ("nn", "plain"), "ca-ancora-test": ("ca", "plain"), "es-ancora-test": ("es", "plain"),
    "en-uner-ewt-test": ("en", "plain"),
}  # fmt: skip


@dataclass
class Settings:
    data: Path
    documents: Path  # our own, one folder a language
    out: Path
    raw: int = 1_500_000  # characters of raw text a language, for teachers to label
    share: float = 0.06  # of raw text that is no court's: spread over the file
    letters: int = 3_000  # paragraphs of decisions with letters, a language
    quiet: float = 0.5  # share of German court texts without a person that is trained on
    held: float = 0.1  # share of each training set that is kept to choose on
    court: str = ""  # a token corpus all of which is kept so
    languages: str = ""  # only texts in these, comma between


class Text(NamedTuple):
    example: Example
    language: str
    source: str
    copies: int  # as it is
    swaps: int  # under other names


def tokens(
    data: Path, name: str, labels: dict[str, str], labelled: frozenset[str], draw: random.Random | None
) -> Iterator[Example]:
    """A token corpus as running text, some sentences at a time; long texts cut.

    A sentence stands on its own line, or, with `draw`, often after the last one where that is closed by a
    full stop: captions and signatures are sentences too, one name each."""
    rows = [
        {"t": row["t"][at : at + 120], "g": row["g"][at : at + 120], "d": row.get("d")}
        for row in read_lines(data / "ner" / f"{name}.jsonl.xz")
        for at in range(0, len(row["t"]), 120)
    ]
    group: list[dict[str, Any]] = []
    for number, row in enumerate([*rows, None]):
        full = sum(len(each["t"]) for each in group) > 220
        if group and (row is None or full or row["d"] != group[0]["d"]):
            yield _running(
                f"{name}-{number}", group, labels, labelled, draw is not None and draw.random() < 0.6
            )
            group = []
        if row:
            group.append(row)


def _running(
    name: str, group: list[dict[str, Any]], labels: dict[str, str], labelled: frozenset[str], joined: bool
) -> Example:
    text, mentions = "", []
    for row in group:
        open_at, kind, quoted = -1, "", False
        for token, tag in [*zip(row["t"], row["g"], strict=True), ("\n", "O")]:
            if open_at >= 0 and not tag.startswith("I-"):
                mentions += trimmed(text, open_at, len(text.rstrip()), kind)
                open_at = -1
            tight = re.fullmatch(r"[,.;:!?)\]»”]+|n't|'s", token) or (token == '"' and quoted)
            text = text.rstrip(" ") if tight else text
            quoted ^= token == '"'
            if tag.startswith("B-") or (tag.startswith("I-") and open_at < 0):
                open_at, kind = len(text), labels.get(tag[2:], "OTHER")
            opening = token in "([«“„" or (token == '"' and quoted)
            text += token + ("" if opening else " ")
        text = text.rstrip()
        text += " " if joined and text[-1:] in '.!?"”»' else "\n" if joined else "\n\n"
    return Example(name, flow(text), tuple(mentions), labelled)


def trimmed(text: str, start: int, end: int, kind: str) -> list[Mention]:
    """The mention without what we want outside: titles, brackets, a comma or full stop."""
    while kind == "PERSON":
        if (title := OUTSIDE.match(text, start, end)) and title.end() < end:
            start = title.end()
        elif start < end and text[start] in '("“„« \xa0':
            start += 1
        else:
            break
    while start < end and (
        text[end - 1] in ',;:)"”» ' or (text[end - 1] == "." and text[end - 4 : end - 1].isalpha())
    ):
        end -= 1
    if kind == "PERSON" and re.search(r"\d", text[start:end]):
        kind = "SKIP"
    return [Mention(start, end, kind)] if start < end else []


def own(folder: Path) -> Iterator[Text]:
    """Fictional documents: people and codes are marked throughout, the rest where the writer chose to."""
    for language in sorted(path.name for path in folder.iterdir() if path.is_dir()):
        for gold in documents.documents(language, folder=folder):
            yield Text(_gold(gold.id, gold.text, gold.mentions, language), language, "own", 2, 5)


def _gold(name: str, text: str, marks: Any, language: str) -> Example:
    mentions: list[Mention] = []
    for mark in sorted(marks, key=lambda mark: mark.start):
        start, end = mark.start, mark.end
        if (
            language == "en"
            and mark.type == "PERSON"
            and (title := TITLE_BEFORE.search(text[max(0, start - 24) : start]))
        ):
            start -= len(title[0])  # as the Text Anonymization Benchmark has it
        if not mentions or start >= mentions[-1].end:
            mentions.append(Mention(start, end, mark.type))
    return Example(f"own-{language}-{name}", flow(text), tuple(mentions), frozenset({"PERSON", "CODE"}))


def clinical(data: Path, part: str) -> Iterator[Example]:
    labels = DATA["labels"]["meddocan"]
    for row in read_lines(data / "ner" / f"es-meddocan-{part}.jsonl.xz"):
        mentions: list[Mention] = []
        for mark in sorted(row["mentions"], key=lambda mark: (mark["start"], -mark["end"])):
            if not mentions or mark["start"] >= mentions[-1].end:
                mentions.append(Mention(mark["start"], mark["end"], labels.get(mark["type"], "SKIP")))
        yield Example(
            row["id"], flow(row["text"]), tuple(mentions), frozenset({"PERSON", "CODE", "DATETIME"})
        )


def french(data: Path) -> Iterator[Example]:
    for row in read_lines(data / "tab-fr" / "train.jsonl.xz"):
        mentions: list[Mention] = []
        for mark in sorted(row["mentions"], key=lambda mark: (mark["start"], -mark["end"])):
            if not mentions or mark["start"] >= mentions[-1].end:
                mentions += trimmed(row["text"], mark["start"], mark["end"], mark["type"])
        yield Example(row["id"], flow(row["text"]), tuple(mentions))


def letters(data: Path, language: str, most: int) -> Iterator[Example]:
    """Paragraphs of decisions in which letters stand for people, some at a time."""
    sure = re.compile(LETTERS[language])
    person = re.compile(f"{LETTERS[language]}|{ALONE}")
    group: list[str] = []
    count = 0
    with lzma.open(data / "text" / f"{language}.txt.xz", "rt", encoding="utf8") as lines:
        for line in lines:
            if not sure.search(line) or len(line) > 3000 or COMPANY.search(line):
                continue
            group.append(line.strip())
            count += 1
            if sum(map(len, group)) > 900:
                yield _lettered(f"letters-{language}-{count}", "\n\n".join(group), person)
                group = []
            if count >= most:
                return


def _lettered(name: str, text: str, person: re.Pattern[str]) -> Example:
    mentions = [Mention(m.start(), m.end(), "PERSON") for m in person.finditer(text)]
    taken = {at for m in mentions for at in range(m.start, m.end)}
    for several in re.finditer(r"\b[A-ZÅÄÖ][\w-]*(?: [A-ZÅÄÖ][\w-]*)+", text):
        if not taken & set(range(several.start(), several.end())):
            mentions.append(Mention(several.start(), several.end(), "SKIP"))
    return Example(name, flow(text), tuple(sorted(mentions)), frozenset({"PERSON"}))


def plain(text: str) -> str:
    return "".join(char for char in text.lower() if char.isalpha())


def sentences_of_tests(data: Path) -> frozenset[str]:
    """The letters of the long sentences that are measured on: raw text must not hold them."""
    found = (
        plain(" ".join(row["t"])) for name in PUBLIC for row in read_lines(data / "ner" / f"{name}.jsonl.xz")
    )
    return frozenset(letters for letters in found if len(letters) >= 40)


def raw(settings: Settings, name: str, draw: random.Random, tested: frozenset[str]) -> Iterator[Example]:
    """Pieces of raw text of about 1,500 characters, spread over the file."""
    piece, size, given = [], 0, 0
    with lzma.open(settings.data / "text" / f"{name}.txt.xz", "rt", encoding="utf8") as lines:
        for line in lines:
            if tested and not tested.isdisjoint(map(plain, re.split(r"(?<=[.!?:])\s", line))):
                continue
            piece.append(line.strip())
            size += len(line)
            if size > 1500:
                if name.endswith("court") or draw.random() < settings.share:
                    yield Example(f"raw-{name}-{given}", flow("\n\n".join(piece)), (), frozenset())
                    given += size
                piece, size = [], 0
            if given > settings.raw:
                return


def training(settings: Settings) -> Iterator[Text]:
    draw = random.Random(7)
    data = settings.data
    yield from own(settings.documents)
    for part in ("train-exact", "train-facts"):
        yield from (Text(e, "en", "tab", 1, 0) for e in corpora.tab(data, part))
    yield from (Text(e, "fr", "tab-fr", 1, 1) for e in french(data))
    for part in ("train-judgement", "train-preamble"):
        found = [e for e in corpora.legal_en_in(data, part) if not corpora.held_out(e.id, 0.1)]
        yield from (Text(e, "en", "legal-en-in", 1, 0) for e in corpora.join(found, 6)[::2])
    yield from (Text(e, "es", "meddocan", 1, 1) for e in clinical(data, "train"))
    for name, (language, table, types, copies, swaps) in DATA["corpora"].items():
        for example in tokens(data, name, DATA["labels"][table], frozenset(types.split()), draw):
            people = any(m.type == "PERSON" for m in example.mentions)
            if people or table != "ler" or draw.random() < settings.quiet:
                yield Text(example, language, name, copies, swaps if people else 0)
    for language in LETTERS:
        yield from (Text(e, language, "letters", 0, 1) for e in letters(data, language, settings.letters))
    tested = sentences_of_tests(data)
    for name, language in RAW.items():
        yield from (Text(e, language, "raw", 1, 0) for e in raw(settings, name, draw, tested))


def chosen_on(text: Text, settings: Settings) -> bool:
    """Whether a training text is kept to choose on. Neighbours in a corpus are kept together."""
    name, _, number = text.example.id.rpartition("-")
    if text.source == "own":
        return int(number) % 10 == 7
    block = f"{name} {int(number) // 200}" if number.isdigit() else text.example.id
    return text.source == settings.court or corpora.held_out("dev " + block, settings.held)


def own_dev(data: Path) -> Iterator[Text]:
    for path in sorted((data / "own-dev").glob("*.jsonl")):
        for row in map(json.loads, path.read_text("utf8").splitlines()):
            marks = tuple(sorted(Mention(m["start"], m["end"], m["type"]) for m in row["mentions"]))
            yield Text(Example(row["id"], row["text"], marks), path.stem, "own-dev", 1, 0)


def measured_on(data: Path) -> Iterator[Text]:
    yield from (Text(e, "en", "tab-dev", 1, 0) for e in corpora.tab(data, "dev"))
    yield from (Text(e, "es", "es-meddocan-test", 1, 0) for e in clinical(data, "test"))
    for name, (language, table) in PUBLIC.items():
        for example in tokens(data, name, DATA["labels"][table], frozenset(TYPES), None):
            yield Text(example, language, name, 1, 0)


def write(path: Path, texts: Iterable[Text]) -> None:
    counts: dict[str, list[int]] = {}
    with lzma.open(path, "wt", encoding="utf8", preset=6) as out:
        for each in texts:
            row = [each.example.id, each.example.text, each.example.mentions, sorted(each.example.labelled)]
            out.write(json.dumps([*row, *each[1:]], ensure_ascii=False) + "\n")
            count = counts.setdefault(f"{each.source} {each.language}", [0, 0, 0])
            people = sum(m.type == "PERSON" for m in each.example.mentions)
            count[:] = count[0] + 1, count[1] + len(each.example.text), count[2] + people
    for name, count in counts.items():
        print(f"{name:<28}{count[0]:>7} texts {count[1]:>9} characters {count[2]:>6} people")


def read(path: Path) -> list[Text]:
    found = []
    with lzma.open(path, "rt", encoding="utf8") as lines:
        for name, text, marks, labelled, *rest in map(json.loads, lines):
            mentions = tuple(Mention(*mark) for mark in marks)
            found.append(Text(Example(name, text, mentions, frozenset(labelled)), *rest))
    return found


def main(settings: Settings) -> None:
    settings.out.mkdir(parents=True, exist_ok=True)
    wanted = [code for code in settings.languages.split(",") if code]
    texts = [text for text in training(settings) if not wanted or text.language in wanted]
    kept = [chosen_on(text, settings) and text.source not in ("raw", "letters") for text in texts]
    write(settings.out / "train.jsonl.xz", (t for t, out in zip(texts, kept, strict=True) if not out))
    dev = [text for text, out in zip(texts, kept, strict=True) if out]
    write(settings.out / "dev.jsonl.xz", [*dev, *own_dev(settings.data)])
    write(settings.out / "public.jsonl.xz", measured_on(settings.data))
    (settings.out / "names.json").write_text(
        json.dumps(names(settings.data / "names"), ensure_ascii=False), "utf8"
    )


if __name__ == "__main__":
    main(arguments(Settings, __doc__))
