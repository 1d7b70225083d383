"""Who the case metadata lists, and as what.

Comes in: the metadata of a document, JSON as the user wrote it. Goes out: names with their role and kind, and
the numbers of the case. Keys that are not known are left alone; an entry that cannot be read is an error that
says which key and what to write, and never quotes a name.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from lexveil.errors import MetadataError
from lexveil.jurisdictions.legalforms import is_head, is_legal_form, pattern
from lexveil.names.given import is_given
from lexveil.names.places import is_country
from lexveil.text.fold import fold

ROLE_OF_KEY = {
    **dict.fromkeys(
        "party parties claimant claimants respondent respondents applicant applicants appellant appellants "
        "appellee appellees petitioner petitioners plaintiff plaintiffs defendant defendants intervener "
        "interveners third_party third_parties debtor creditor accused".split(),
        "PARTY",
    ),
    **dict.fromkeys(["judge", "judges", "justices", "magistrate", "bench"], "JUDGE"),
    **dict.fromkeys("arbitrator arbitrators sole_arbitrator co_arbitrators panel".split(), "ARBITRATOR"),
    **dict.fromkeys(
        "tribunal_member tribunal_members tribunal president chair chairman members clerk ad_hoc_clerk "
        "secretary registrar".split(),
        "TRIBUNAL_MEMBER",
    ),
    **dict.fromkeys(
        "counsel counsels lawyer lawyers attorney attorneys advocate advocates representative "
        "representatives agent agents solicitors barristers".split(),
        "LAWYER",
    ),
    **dict.fromkeys(["law_firm", "law_firms", "firm", "firms"], "LAW_FIRM"),
    **dict.fromkeys(["expert", "experts", "expert_witnesses"], "EXPERT"),
    **dict.fromkeys(["author", "authors"], "AUTHOR"),
    **dict.fromkeys(["witness", "witnesses"], "WITNESS"),
    **dict.fromkeys(["person", "persons", "people"], "PERSON"),
    **dict.fromkeys(["organization", "organizations", "organisation", "organisations"], "ORGANIZATION"),
}  # fmt: skip
_NUMBERS = frozenset(
    ["case_number", "case_numbers", "case_no", "application_number", "application_numbers", "docket"]
)
_BODIES = frozenset(["LAW_FIRM", "ORGANIZATION"])
_KINDS = {"person": "person", **dict.fromkeys(["organization", "organisation", "company"], "organization")}
_SHAPE = "write a name, a list of names, or an object with 'name' and, if you like, 'aliases' and 'type'"
_DEEPEST = 6

TOKEN = re.compile(r"[^\W_]+(?:['-][^\W\d_]+)*")
# A bracket and a legal form or the mark of a law firm, as they end a company's name.
TAIL = re.compile(rf"(?: \([^()\n]{{1,30}}\))?,?(?: (?:{pattern('forms', 'firms')})(?![\w-]))+")


class Listed(NamedTuple):
    name: str
    role: str  # one of model.ROLES
    kind: str  # person or organization


def roles_of(metadata: Mapping[str, Any]) -> tuple[Listed, ...]:
    """Every name of the metadata with its role, aliases as names of their own.

    >>> roles_of({"judges": ["Jane Roe"], "parties": [{"name": "Example Ltd", "aliases": ["Example"]}]})[1]
    Listed(name='Example Ltd', role='PARTY', kind='organization')
    """
    if not isinstance(metadata, Mapping):
        raise MetadataError(
            "the metadata is not an object: write one JSON object with keys such as 'parties'"
        )
    found: list[Listed] = []
    for key, value in metadata.items():
        role = ROLE_OF_KEY.get(_key(key))
        if role and value is not None:
            found += _read(value, role, str(key), 0)
    return tuple(dict.fromkeys(found))


def _key(key: object) -> str:
    return str(key).strip().lower().replace(" ", "_").replace("-", "_")


def _read(value: object, role: str, key: str, depth: int) -> Iterator[Listed]:
    if depth > _DEEPEST:
        raise MetadataError(f"the metadata under '{key}' is nested too deeply: {_SHAPE}")
    if isinstance(value, str):
        if value.strip():
            yield Listed(value.strip(), role, _kind(value, role))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _read(item, role, key, depth + 1)
    elif isinstance(value, Mapping):
        yield from _read_object(value, role, key, depth)
    elif value is not None:
        raise MetadataError(f"the metadata under '{key}' holds a {type(value).__name__}: {_SHAPE}")


def _read_object(value: Mapping[Any, Any], role: str, key: str, depth: int) -> Iterator[Listed]:
    """`{"name": …}`, or names sorted by side: `{"claimant": […], "respondent": […]}`."""
    if "name" not in value:
        for side, names in value.items():
            known = f"{key}.{side}" if _key(side) in ROLE_OF_KEY else key  # another key may be a name
            yield from _read(names, role, known, depth + 1)
        return
    name, kind = value["name"], value.get("type")
    if not isinstance(name, str) or not name.strip():
        raise MetadataError(f"a 'name' under '{key}' is not a text: {_SHAPE}")
    if kind is not None and str(kind).lower() not in _KINDS:
        raise MetadataError(f"a 'type' under '{key}' is unknown: choose 'person' or 'organization'")
    aliases = value.get("aliases") or []
    if not isinstance(aliases, list | tuple | str) or not all(isinstance(alias, str) for alias in aliases):
        raise MetadataError(f"the 'aliases' under '{key}' are not a list of texts: {_SHAPE}")
    settled = _KINDS[str(kind).lower()] if kind else _kind(name, role)
    for one in (name, *([aliases] if isinstance(aliases, str) else aliases)):
        if one.strip():
            yield Listed(one.strip(), role, settled)
    for inner, names in value.items():
        if inner not in ("name", "aliases", "type") and _key(inner) in ROLE_OF_KEY:
            yield from _read(names, ROLE_OF_KEY[_key(inner)], f"{key}.{inner}", depth + 1)


def _kind(name: str, role: str) -> str:
    """Whether a name without a type is a person's."""
    if role in _BODIES:
        return "organization"
    parts = [fold(part) for part in TOKEN.findall(name.replace(".", ""))]
    marked = bool(TAIL.search(" " + name)) or any(is_head(part) and not is_given(part) for part in parts)
    formed = len(parts) > 1 and len(parts[-1]) > 1 and is_legal_form(parts[-1])
    return "organization" if marked or formed or is_country(" ".join(parts)) else "person"


def numbers_of(metadata: Mapping[str, Any]) -> tuple[str, ...]:
    """The numbers of the case."""
    found: list[str] = []
    for key, value in metadata.items():
        if _key(key) in _NUMBERS:
            for number in value if isinstance(value, list | tuple) else [value]:
                if not isinstance(number, str):
                    raise MetadataError(
                        f"the metadata under '{key}' is not a text or a list of texts: quote the number"
                    )
                found.append(number.strip())
    return tuple(dict.fromkeys(found))
