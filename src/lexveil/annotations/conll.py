"""CoNLL: a word a line, its tag (IOB2) in the last column, an empty line between sentences.

The text itself stands in a comment, so that it comes back as it was; in a file of others, words are joined by
blanks and sentences by line feeds. Of mentions that overlap, the outer one is kept.
"""

import json
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from lexveil.annotations import Files, Format
from lexveil.annotations.common import decoded, flat
from lexveil.errors import InputError
from lexveil.evaluate.gold import Gold, Mention

DOCUMENT, TEXT = "# newdoc id = ", "# text = "
OLD = "-DOCSTART-"
_WORD = re.compile(r"\w+|[^\w\s]")
_TAG = re.compile(r"([BIESLU])-(.+)")

Words = list[list[tuple[str, str]]]  # of each sentence: words with their tags


def _read(files: Files) -> Sequence[Gold]:
    found = []
    for data in files.values():
        for number, (name, text, sentences) in enumerate(_documents(decoded(data)), 1):
            found.append(_document(name or str(number), text, sentences))
    return found


def _documents(content: str) -> Iterator[tuple[str, str | None, Words]]:
    name, any_ = "", False
    text: str | None = None
    sentences: Words = [[]]
    for line in content.split("\n"):
        line = line.rstrip("\r")
        if line.startswith((DOCUMENT, OLD)):
            if any_:
                yield name, text, sentences
            name, text, sentences = line.removeprefix(DOCUMENT) if line[0] == "#" else "", None, [[]]
            any_ = line[0] == "#"
        elif line.startswith(TEXT):
            text = json.loads(line.removeprefix(TEXT))
        elif not line.strip():
            sentences.append([])
        elif not line.startswith("# "):
            word, *_, tag = line.split("\t") if "\t" in line else line.split(" ")
            sentences[-1].append((word, tag))
            any_ = True
    if any_:
        yield name, text, sentences


def _document(name: str, text: str | None, sentences: Words) -> Gold:
    if text is None:
        text = "\n".join(" ".join(word for word, _ in words) for words in sentences if words)
    mentions: list[Mention] = []
    at = number = 0
    open_ = ""
    for words in sentences:
        for word, tag in words:
            number += 1
            start = text.find(word, at)
            if start < 0:
                raise InputError("annotations.word-missing", number=number)
            at = start + len(word)
            found = _TAG.fullmatch(tag)
            kind = found[2] if found else ""
            if found and found[1] in "IEL" and kind == open_ and mentions:
                mentions[-1] = Mention(mentions[-1].start, at, kind)
            elif found:
                mentions.append(Mention(start, at, kind))
            open_ = kind if not found or found[1] not in "ESLU" else ""
        open_ = ""
    return Gold(name, text, tuple(mentions))


def _write(documents: Sequence[Gold]) -> dict[str, bytes]:
    lines: list[str] = []
    for document in documents:
        name = " ".join(document.id.split())
        lines += [f"{DOCUMENT}{name}", f"{TEXT}{json.dumps(document.text)}", *_lines(document), ""]
    return {"documents.conll": "\n".join(lines).encode()}


def _lines(document: Gold) -> Iterator[str]:
    """Words end where a mention does; a line of the text is a sentence unless a mention goes over it."""
    text, mentions = document.text, flat(document.mentions)
    edges = {edge for each in mentions for edge in (each.start, each.end)}
    at, last = 0, 0
    for found in _WORD.finditer(text):
        inner = (edge for edge in edges if found.start() < edge < found.end())
        for start, end in pairwise(sorted({*found.span(), *inner})):
            while at < len(mentions) and mentions[at].end <= start:
                at += 1
            inside = at < len(mentions) and mentions[at].start <= start
            begins = inside and not text[mentions[at].start : start].strip()
            if "\n" in text[last:start] and last and (not inside or begins):
                yield ""
            last = end
            yield f"{text[start:end]}\t{('B-' if begins else 'I-') + mentions[at].type if inside else 'O'}"


CONLL = Format(_read, _write, ".conll", ())
