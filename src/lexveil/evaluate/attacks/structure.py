"""What a pseudonym tells of the name by its form: order, length, initials, gender; and hashes of names."""

import hashlib
import re
import zlib
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from statistics import correlation, fmean
from typing import Any

from lexveil.evaluate.attacks.knowledge import Record
from lexveil.evaluate.attacks.published import Pseudonym, Published
from lexveil.names.given import gender
from lexveil.text.fold import fold

_WORD = re.compile(r"[^\W\d_]+")
_TOKEN = re.compile(r"[A-Za-z0-9+/_-]{6,}={0,2}")
HASHES = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512", "blake2b", "sha3_256")
SHORTEST_HASH = 8  # hexadecimal digits of one that was cut


def figures(documents: Sequence[Published], known: Sequence[Record]) -> dict[str, Any]:
    """Correlations are 0 where a form tells nothing; initials and gender stand beside what chance gives."""
    people = [each for document in documents for each in document.pseudonyms if each.name and each.text]
    return {
        "pseudonyms": len(people),
        "order": _order(documents),
        "length": _length(people),
        "widths": len({len(each.text) for each in people}),
        "initials": _same_initials((each.text, each.name) for each in people),
        "initials_by_chance": _same_initials(
            (each.text, other.name) for each, other in zip(people, people[1:] + people[:1], strict=True)
        ),
        "gender": _same_gender(people, known),
        "hashes": hashes(documents, [each.name for each in known]),
    }


def _order(documents: Iterable[Published]) -> float | None:
    """Kendall's tau of the alphabetical orders of names and pseudonyms within a document."""
    pairs = [
        1 if (one.name < other.name) == (one.text < other.text) else -1
        for document in documents
        for one, other in combinations([each for each in document.pseudonyms if each.name and each.text], 2)
        if one.text != other.text and one.name != other.name
    ]
    return fmean(pairs) if pairs else None


def _length(people: Sequence[Pseudonym]) -> float | None:
    """Pearson's correlation of the lengths; None where all pseudonyms are equally long."""
    of_names, of_texts = [len(each.name) for each in people], [len(each.text) for each in people]
    if len(set(of_names)) < 2 or len(set(of_texts)) < 2:
        return None
    return correlation(of_names, of_texts)


def _same_initials(pairs: Iterable[tuple[str, str]]) -> float | None:
    """Of the last words: of family names, that is."""
    same = []
    for text, name in pairs:
        one, other = _WORD.findall(text), _WORD.findall(name)
        if one and other:
            same.append(fold(one[-1])[:1] == fold(other[-1])[:1])
    return fmean(same) if same else None


def _same_gender(people: Iterable[Pseudonym], known: Sequence[Record]) -> float | None:
    """Of pseudonyms whose first word is a given name; 1 where surrogates keep the gender."""
    genders = {each.id: each.gender for each in known}
    same = []
    for each in people:
        words = _WORD.findall(each.text)
        told = gender(fold(words[0])) if len(words) > 1 else ""
        if told and genders.get(each.person):
            same.append(told == genders[each.person])
    return fmean(same) if same else None


def hashes(documents: Iterable[Published], names: Iterable[str]) -> int:
    """How many words of the texts are a hash of a name, whole or cut, in hexadecimal digits or base64."""
    known = {written for name in names for written in _hashes(name)}
    return sum(
        any(token[:cut].lower() in known or token in known for cut in {SHORTEST_HASH, len(token)})
        for document in documents
        for token in _TOKEN.findall(document.text)
    )


def _hashes(name: str) -> Iterator[str]:
    words = name.split()
    for way in {name, name.lower(), fold(name), name.upper(), words[-1], words[-1].lower()}:
        data = way.encode()
        yield f"{zlib.crc32(data):08x}"
        yield from (b64encode(data).decode(), data.hex())
        for kind in HASHES:
            made = hashlib.new(kind, data, usedforsecurity=False)
            yield made.hexdigest()
            yield made.hexdigest()[:SHORTEST_HASH]
            yield from (b64encode(made.digest()).decode(), urlsafe_b64encode(made.digest()).decode())
