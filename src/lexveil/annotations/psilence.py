"""The dictionary of PSILENCE (Cabrera-Diego and Gheewala 2024, figure 2): role → clusters → form → offsets.

NAME.json, also as `lexveil run` writes it (NAME.lexveil.json), beside its text NAME.txt. The types of
mentions follow from their roles: what may be a person or a company, a party say, counts as a person.
"""

from collections.abc import Sequence
from typing import Any

from lexveil.annotations import Files, Format
from lexveil.annotations.common import dumped, parsed, placed, stems, text_beside
from lexveil.errors import InputError
from lexveil.evaluate.gold import Gold, Mention
from lexveil.model import NO_PERSON

OURS = ".lexveil.json"
ROLES_OF_TYPES = {"ORG": "ORGANIZATION", "LOC": "LOCATION", "PERSON": "PERSON"}
ANY = "MISCELLANEOUS"


def _read(files: Files) -> Sequence[Gold]:
    found = []
    for name in sorted(files):
        if name.endswith(".json") and not name.endswith(".report.json"):
            stem = name.removesuffix(OURS).removesuffix(".json")
            raw = parsed(files[name])
            clusters = raw.get("clusters", raw)
            found.append(_document(stem, text_beside(files, f"{stem}.json"), clusters))
    return found


def _document(stem: str, text: str, roles: Any) -> Gold:
    mentions: list[Mention] = []
    number = 0
    for role, clusters in roles.items():
        for forms in clusters:
            number += 1
            for form, places in forms.items():
                for start, end in places:
                    if not isinstance(form, str):
                        raise InputError("annotations.no-object", number=number)
                    place = placed(text, start, end, number, quoted=form)
                    mentions.append(Mention(*place, NO_PERSON.get(role, "PERSON"), role, f"c{number}"))
    return Gold(stem, text, tuple(sorted(mentions, key=lambda mention: (mention.start, mention.end))))


def _write(documents: Sequence[Gold]) -> dict[str, bytes]:
    made: dict[str, bytes] = {}
    for stem, document in stems(documents):
        made[f"{stem}.txt"] = document.text.encode()
        made[f"{stem}.json"] = dumped({"clusters": _roles(document)})
    return made


def _roles(document: Gold) -> dict[str, list[dict[str, list[list[int]]]]]:
    clusters: dict[tuple[str, str], dict[str, list[list[int]]]] = {}
    for number, each in enumerate(document.mentions):
        role = each.role or ROLES_OF_TYPES.get(each.type, ANY)
        forms = clusters.setdefault((role, each.cluster or f" {number}"), {})
        forms.setdefault(document.text[each.start : each.end], []).append([each.start, each.end])
    roles: dict[str, list[dict[str, list[list[int]]]]] = {}
    for (role, _), forms in clusters.items():
        roles.setdefault(role, []).append(forms)
    return roles


PSILENCE = Format(_read, _write, ".json", ("role", "cluster"), apart=True)
