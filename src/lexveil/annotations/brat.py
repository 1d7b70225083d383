"""brat: NAME.txt and NAME.ann. Roles and what stays are attributes, mentions of one entity equivalent."""

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePath

from lexveil.annotations import Files, Format
from lexveil.annotations.common import placed, stems, text_beside
from lexveil.errors import InputError
from lexveil.evaluate.gold import Gold, Mention

ROLE, STAYS, SAME = "Role", "Stays", "Coref"
_SPAN = re.compile(r"(T\d+)\t(\S+) (\d+ \d+(?:;\d+ \d+)*)\t?(.*)")
_ATTRIBUTE = re.compile(r"[AM]\d+\t(\S+) (T\d+)(?: (\S+))?")
_UNSAFE = re.compile(r"\W+")
_LINES = re.compile(r"[^\r\n]+")


def _read(files: Files) -> Sequence[Gold]:
    return [_document(files, name) for name in sorted(files) if name.endswith(".ann")]


def _document(files: Files, name: str) -> Gold:
    text = text_beside(files, name)
    places: dict[str, tuple[int, int, str]] = {}
    attributes: dict[str, dict[str, str]] = {}
    clusters: dict[str, str] = {}
    for number, line in enumerate(files[name].decode("utf-8-sig").splitlines(), 1):
        if found := _SPAN.fullmatch(line):
            pieces = [tuple(map(int, each.split())) for each in found[3].split(";")]
            places[found[1]] = (*placed(text, pieces[0][0], pieces[-1][1], number), found[2])
        elif found := _ATTRIBUTE.fullmatch(line):
            attributes.setdefault(found[2], {})[found[1]] = found[3] or ""
        elif line.startswith("*\t"):
            _, *members = line[2:].split()
            clusters |= dict.fromkeys(members, members[0])
        elif line.startswith("T"):
            raise InputError("annotations.line", number=number)
    mentions = (
        Mention(
            start,
            end,
            kind,
            attributes.get(key, {}).get(ROLE, ""),
            clusters.get(key, key),
            STAYS not in attributes.get(key, {}),
        )
        for key, (start, end, kind) in places.items()
    )
    return Gold(PurePath(name).stem, text, tuple(mentions))


def _write(documents: Sequence[Gold]) -> dict[str, bytes]:
    made: dict[str, bytes] = {}
    for stem, document in stems(documents):
        made[f"{stem}.txt"] = document.text.encode()
        made[f"{stem}.ann"] = "".join(f"{line}\n" for line in _lines(document)).encode()
    return made


def _lines(document: Gold) -> Iterator[str]:
    clusters: dict[str, list[str]] = {}
    attributes: list[str] = []
    for number, each in enumerate(document.mentions, 1):
        surface = document.text[each.start : each.end]
        # A mention over a line break is in pieces: brat shows lines.
        pieces = [
            (each.start + found.start(), each.start + found.end()) for found in _LINES.finditer(surface)
        ]
        where = ";".join(f"{start} {end}" for start, end in pieces or [(each.start, each.end)])
        quoted = " ".join(_LINES.findall(surface))
        yield f"T{number}\t{_UNSAFE.sub('_', each.type)} {where}\t{quoted}"
        if each.role:
            attributes.append(f"{ROLE} T{number} {_UNSAFE.sub('_', each.role)}")
        if not each.masked:
            attributes.append(f"{STAYS} T{number}")
        clusters.setdefault(each.cluster or f"T{number}", []).append(f"T{number}")
    yield from (f"A{number}\t{attribute}" for number, attribute in enumerate(attributes, 1))
    yield from (f"*\t{SAME} {' '.join(members)}" for members in clusters.values() if len(members) > 1)


BRAT = Format(_read, _write, ".ann", ("role", "cluster", "masked"), apart=True)
