"""People renamed, capitals, small letters and scanning errors: labelled texts made different.

Names come from lists of many origins; one family name in three is an ordinary word of the same text, so that
the sentence and not the list must tell a name. A name keeps its gender where the lists know it, and its
ending where that is regular (Hansens, Virtaselle).
"""

import csv
import json
import random
import re
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from train import table
from train.corpora import NAME, NO_NAME, ORIGINS, Example, held_out, rewrite

DATA = table("multilingual")
KEPT = NO_NAME | frozenset(DATA["particles"].split())
ENDINGS: Mapping[str, Sequence[str]] = DATA["endings"]
HOME: Mapping[str, str] = DATA["home"]
STEMS: Mapping[str, Sequence[str]] = DATA["finnish"]["stems"]
NORTH = {"finnish": "FI", "danish": "DK", "norwegian": "NO", "icelandic": "IS FO", "estonian": "EE LT LV"}
LISTS = {
    "swedish": "sv", "german-dutch": "de", "french": "fr", "italian": "it", "iberian": "es", "british": "en",
    "polish": "pl", "czech": "cs sk hu", "balkan": "ro",
}  # fmt: skip
PART = re.compile(r"[^\W\d_](?:[\w'’-]*\w)?")
LETTER = re.compile(r"([A-ZÅÄÖ])(?::(\w+))?\.?")  # a person that is but a letter: A, A:lle, K.
ORDINARY = re.compile(r"(?<![\w.])[^\W\d_A-Z]{4,12}(?!\w)")
BACK = frozenset("aou")
SCANNED = {
    "l": "1I", "I": "l1", "o": "0", "e": "c", "c": "e", "n": "u", "u": "n", "h": "b", "ä": "a", "ö": "o",
    "å": "a", "é": "e", "1": "l", "0": "O", "S": "5", ".": ",",
}  # fmt: skip


class Names(NamedTuple):
    """Given names by origin and gender (m, f, or any), family names by origin."""

    given: dict[str, dict[str, list[str]]]
    family: dict[str, list[str]]
    gender: dict[str, str]  # of given names that have one


def names(folder: Path, *, held: bool = False) -> Names:
    """The lists under `names/`. One name in five is `held` back from training."""
    given: dict[str, dict[str, list[str]]] = {}
    family: dict[str, list[str]] = {}
    where = {c: origin for origin, (countries, _) in ORIGINS.items() for c in countries.split()}
    where |= {c: origin for origin, countries in NORTH.items() for c in countries.split()} | {"SE": "swedish"}
    for row in _csv(folder / "common-forenames-by-country.csv"):
        kinds = given.setdefault(where.get(row["Country"], "elsewhere"), {})
        kinds.setdefault(row["Gender"].lower(), []).append(_latin(row))
    for row in _csv(folder / "common-surnames-by-country.csv"):
        family.setdefault(where.get(row["Country"], "elsewhere"), []).append(_latin(row))
    for row in _csv(folder / "danish-names.csv"):
        origin = "danish" if row["ethnicity"] == "danish" else "arabic"
        if row["first_name"] == "True":
            given.setdefault(origin, {}).setdefault(row["gender"][0], []).append(row["name"])
        else:
            family.setdefault(origin, []).append(row["name"])
    for origin, (_, lists) in ORIGINS.items():
        for name in lists.split():
            lines = (folder / "surnames" / f"{name}.txt").read_text("utf8", errors="ignore").splitlines()
            family.setdefault(origin, []).extend(line.strip().capitalize() for line in lines)
    for origin, languages in LISTS.items():
        for code in languages.split():
            first, last = (
                json.loads((folder / "by-language" / kind / f"{code}.json").read_text("utf8"))
                for kind in ("first", "surnames")
            )
            given.setdefault(origin, {}).setdefault("any", []).extend(first)
            family.setdefault(origin, []).extend(last)
    with zipfile.ZipFile(folder / "finnish-given-names-dvv.xlsx") as sheet:
        words = re.findall(r"<t[^>]*>([^<]+)</t>", sheet.read("xl/sharedStrings.xml").decode("utf8"))
    given["finnish"]["any"] = [word.strip() for word in words if word.strip().istitle()][:4000]
    parts = DATA["finnish"]
    family["finnish"] += [a + b for a in parts["begin"].split() for b in parts["end"].split()] * 2
    family["norwegian"] += family["danish"]
    given["norwegian"]["any"] = [name for kind in given["danish"].values() for name in kind]
    given["swedish"]["any"] += [n for kind in given["finnish"].values() for n in kind]
    gender = {n: kind for kinds in given.values() for kind in ("m", "f") for n in kinds.get(kind, ())}
    for origin, kinds in given.items():
        kinds["any"] = [name for each in kinds.values() for name in each]
        if len(family.get(origin, ())) < 30:
            family[origin] = family.get(origin, []) + kinds["any"]

    def fine(listed: list[str]) -> list[str]:
        return sorted({n for n in listed if NAME.fullmatch(n) and held_out(n, 0.2) == held})

    return Names(
        {o: {kind: fine(each) for kind, each in kinds.items()} for o, kinds in given.items()},
        {o: fine(each) for o, each in family.items() if o in given},
        gender,
    )


def _csv(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as rows:
        return list(csv.DictReader(rows))


def _latin(row: Mapping[str, str]) -> str:
    local, roman = row["Localized Name"] or "", row["Romanized Name"] or ""
    return local if local and all(ord(char) < 0x250 for char in local) else roman


def renamed(
    example: Example, draw: random.Random, listed: Names, language: str, *, ordinary: float = 1 / 3
) -> Example:
    """The example with its people renamed, the same name the same way throughout."""
    surfaces = [example.text[m.start : m.end] for m in example.mentions if m.type == "PERSON"]
    if not surfaces:
        return example
    first = {w.lower() for surface in surfaces for w in _given(surface)}
    family = {w.lower() for surface in surfaces for w in _family(surface)} - first
    known = {w.lower() for surface in surfaces for w in PART.findall(surface)}
    plain = sorted(set(ORDINARY.findall(example.text)) - known) or ["mitt"]
    new: dict[str, str] = {}
    origins = sorted(listed.family)

    def fresh(base: str, of_family: bool) -> str:
        home = HOME.get(language, "")
        origin = home if home in listed.family and draw.random() < 0.45 else draw.choice(origins)
        if of_family and draw.random() < ordinary:
            return draw.choice(plain).capitalize()
        if of_family:
            return draw.choice(listed.family[origin])
        kinds = listed.given[origin]
        name = draw.choice(kinds.get(listed.gender.get(base.capitalize(), "any")) or kinds["any"])
        return f"{name}-{draw.choice(kinds['any'])}" if "-" in base and draw.random() < 0.6 else name

    def part(word: str) -> str:
        if word.lower() in KEPT or not word[0].isupper():
            return word
        if len(word) == 1:
            return new.setdefault(word, draw.choice("ABCDEFGHIJKLMNOPRSTUVWZ"))
        base, ending = _base(word, known, language)
        key = base.lower()
        if key not in new:
            new[key] = fresh(base, bool({key, word.lower()} & family))
        made = with_ending(new[key], ending, language)
        return made.upper() if word.isupper() and len(word) > 2 else made

    def person(surface: str) -> str:
        if letter := LETTER.fullmatch(surface):
            if not letter[2] and surface not in new and draw.random() < 0.4:
                return part(letter[1]) + surface[1:]
            if letter[1] not in new or len(new[letter[1]]) == 1:
                new[letter[1]] = fresh("", True)
                if draw.random() < 0.3:
                    new[letter[1] + " "] = fresh("", False)
            first = new.get(letter[1] + " ", "")
            made = with_ending(new[letter[1]], letter[2] or "", language)
            return f"{first} {made}" if first and draw.random() < 0.4 else made
        return PART.sub(lambda m: part(m[0]), surface)

    return rewrite(example, {"PERSON": person})


def _family(surface: str) -> list[str]:
    """The family names of a mention: before a comma, alone, or last."""
    before, comma, after = surface.partition(",")
    parts = [w for w in PART.findall(before) if len(w) > 1 and w.lower() not in KEPT]
    return parts if comma and after.strip() else parts[-1:]


def _given(surface: str) -> list[str]:
    """The given names of a mention: all but the last of several, or what follows a comma."""
    before, comma, after = surface.partition(",")
    parts = [w for w in PART.findall(before) if len(w) > 1 and w.lower() not in KEPT]
    return PART.findall(after) if comma and after.strip() else parts[:1] if len(parts) > 1 else []


def _base(word: str, known: set[str], language: str) -> tuple[str, str]:
    """A name as it is written without an ending, and the ending, where the text or the language tells.

    >>> _base("Virtasen", {"virtanen"}, "fi"), _base("Hansens", {"hansen"}, "da"), _base("Roe", set(), "en")
    (('Virtanen', 'n'), ('Hansen', 's'), ('Roe', ''))
    """
    low = word.lower()
    for ending in ENDINGS.get(language, ()):
        stem = low[: -len(ending)]
        if not low.endswith(ending) or len(stem) < 3:
            continue
        if stem in known:
            return word[: len(stem)], ending
        if language == "fi" and stem.endswith("se") and (stem[:-2] + "nen" in known or len(stem) > 5):
            nen = "NEN" if word.isupper() else "nen"
            return word[: len(stem) - 2] + nen, ending
        if language == "fi" and stem.endswith("i") and stem[:-1] in known:
            return word[: len(stem) - 1], ending
    return word, ""


def with_ending(name: str, ending: str, language: str) -> str:
    """
    >>> [with_ending(name, "lle", "fi") for name in ("Virtanen", "Alamäki", "Müller")]
    ['Virtaselle', 'Alamäelle', 'Müllerille']
    >>> with_ending("Roos", "s", "sv"), with_ending("Holm", "s", "sv")
    ('Roos', 'Holms')
    """
    if not ending:
        return name
    if language != "fi":
        return name if ending == "s" and name[-1] in "sxzß" else name + ending
    if stem := next((each for each in STEMS if name.lower().endswith(each)), ""):
        weak, strong = STEMS[stem]
        name = name[: -len(stem)] + (strong if ending in ("ta", "tä", "a", "ä") else weak)
        name, ending = name.capitalize(), {"ta": "a", "tä": "ä"}.get(ending, ending)
    elif name.endswith("nen"):
        name = name[:-3] + ("s" if ending in ("ta", "tä", "a", "ä") else "se")
        ending = {"a": "ta", "ä": "tä"}.get(ending, ending)
    elif name[-1] not in "aeiouyäöå":
        name += "i"
    back = any(char in BACK for char in name.lower())
    return name + (ending.replace("ä", "a") if back else ending.replace("a", "ä"))


def spoiled(example: Example, draw: random.Random) -> Example:
    """One text in ten in capitals, one in ten in small letters, one in twenty as a scanner reads it."""
    how = draw.random()
    if how < 0.1:
        return example._replace(text="".join(c.upper() if len(c.upper()) == 1 else c for c in example.text))
    if how < 0.2:
        return example._replace(text="".join(c.lower() if len(c.lower()) == 1 else c for c in example.text))
    if how < 0.25:
        rate = draw.choice((0.005, 0.02))
        letters = [
            draw.choice(SCANNED[c]) if c in SCANNED and draw.random() < rate else c for c in example.text
        ]
        return example._replace(text="".join(letters))
    return example


def wrapped(example: Example, draw: random.Random, *, share: float = 0.2) -> Example:
    """Some texts in short lines, as a typewriter or a copied PDF has them, long words parted at the end."""
    if draw.random() > share:
        return example
    width = draw.randint(48, 90)
    out: list[str] = []
    new: list[int] = []  # where each old character now stands
    column = at = 0
    for char in example.text:
        new.append(at)
        before = out[-1] if out else " "
        if char == " " and column >= width:
            char, column = "\n", 0
        elif (
            column >= width
            and draw.random() < 0.15
            and before.isalpha()
            and char.isalpha()
            and out[-3:-2]
            and out[-3].isalpha()
        ):
            out.append("-\n")
            new[-1], at, column = at + 2, at + 2, 0
        out.append(char)
        column = 0 if char == "\n" else column + 1
        at += 1
    new.append(at)
    # a mention begins where its first letter stands, and ends after its last
    moved = tuple(m._replace(start=new[m.start], end=new[m.end - 1] + 1) for m in example.mentions)
    return example._replace(text="".join(out), mentions=moved)
