"""Corpora of words as documents: JSON lines of a sentence each, its words with their tags (IOB2).

Of their labels those of people, organisations and places count (`word_labels.toml`); what else identifies
someone is not marked in them. Words are set as a printer sets them; a sentence stands in its own line, or
after one that is closed by a full stop.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import Any

from lexveil import languages
from lexveil.errors import InputError
from lexveil.evaluate.detection import Prediction, type_of
from lexveil.evaluate.gold import Gold, Mention, language_of, read_objects

WORDS, TAGS, DOCUMENT = ("t", "tokens", "words"), ("g", "tags", "ner_tags"), ("d", "document")
LENGTH = 4000  # characters of a document, where a corpus does not say where one ends
CLOSED = '.!?"”»'  # ends of a sentence after which the next may stand in the same line
_TAG = re.compile(r"([BI])-(.+)")
_CLOSING = re.compile(r"[,.;:!?)\]»”]+|n't|['’]s")
_OPENING = "([«“„"
_QUOTE = '"'

Sentence = tuple[Sequence[str], Sequence[str]]


def read(path: Path) -> tuple[Gold, ...]:
    """The documents of such a file, in the language that its name begins with, else in that of the text."""
    rows = [(str(_field(row, DOCUMENT, "")), _sentence(row, path)) for row in read_objects(path)]
    told = path.name.split("-")[0]
    language = told if told in languages.codes() else ""
    documents: list[Gold] = []
    for _, group in groupby(rows, key=lambda row: row[0]):
        for sentences in _pieces(sentence for _, sentence in group):
            documents.append(_document(str(len(documents) + 1), sentences, language))
    return tuple(documents)


def of_types(prediction: Prediction) -> Prediction:
    """The prediction without spans of what such a corpus does not mark: a date is not found wrongly."""
    types = set(_labels().values())
    spans = (each for each in prediction.spans if type_of(each.category, types) in types)
    return Prediction(tuple(spans), prediction.masked)


def _field(row: Mapping[str, Any], names: Iterable[str], default: Any = None) -> Any:
    return next((row[name] for name in names if name in row), default)


def _sentence(row: Mapping[str, Any], path: Path) -> Sentence:
    words, tags = _field(row, WORDS), _field(row, TAGS)
    strings = all(isinstance(each, list) and all(isinstance(i, str) for i in each) for each in (words, tags))
    if not strings or len(words) != len(tags):
        raise InputError("evaluate.no_gold", path=path)
    return words, tags


def _pieces(sentences: Iterable[Sentence]) -> Iterator[list[Sentence]]:
    piece: list[Sentence] = []
    length = 0
    for sentence in sentences:
        if length > LENGTH:
            yield piece
            piece, length = [], 0
        piece.append(sentence)
        length += sum(len(word) + 1 for word in sentence[0])
    if piece:
        yield piece


def _document(name: str, sentences: Iterable[Sentence], language: str) -> Gold:
    """
    >>> row = ("( Ann Roe ) left .".split(), ["O", "B-PER", "I-PER", "O", "O", "O"])
    >>> gold = _document("", [row], "en")
    >>> gold.text, [gold.text[each.start : each.end] for each in gold.mentions]
    ('(Ann Roe) left.', ['Ann Roe'])
    """
    text, marked = "", list[Mention]()
    for words, tags in sentences:
        text = f"{text.rstrip()}{_between(text)}"
        is_open = quoted = False
        for word, tag in zip(words, tags, strict=True):
            if _CLOSING.fullmatch(word) or (word == _QUOTE and quoted):
                text = text.rstrip(" ")
            begins, end = len(text), len(text) + len(word)
            found = _TAG.fullmatch(tag)
            if found and found[1] == "I" and is_open:
                marked[-1] = replace(marked[-1], end=end)
            elif found:
                marked.append(Mention(begins, end, found[2]))
            is_open = found is not None
            tight = word in _OPENING or (word == _QUOTE and not quoted)
            quoted ^= word == _QUOTE
            text += word if tight else f"{word} "
    labels, text = _labels(), text.rstrip()
    known = tuple(replace(each, type=labels[each.type]) for each in marked if each.type in labels)
    return Gold(name, text, known, language=language or language_of(text))


def _between(text: str) -> str:
    """What parts a sentence from the last one."""
    last = text.rstrip()[-1:]
    return " " if last and last in CLOSED else "\n" if last else ""


@cache
def _labels() -> dict[str, str]:
    """The label of a corpus → our type."""
    table = tomllib.loads((files("lexveil.evaluate") / "word_labels.toml").read_text("utf8"))
    return {label: kind for kind, labels in table["labels"].items() for label in labels}
