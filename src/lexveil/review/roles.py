"""Which roles a reviewer can give to what: the one table, which the page asks the service for."""

from collections.abc import Mapping

_BODIES = ("PARTY", "LAW_FIRM", "ORGANIZATION", "EXPERT", "AUTHOR")
# By category, in the order of the keys 1–9 of the page; the last one has the key 0.
FITTING: Mapping[str, tuple[str, ...]] = {
    "PERSON": (
        "WITNESS", "PARTY", "JUDGE", "LAWYER", "ARBITRATOR", "TRIBUNAL_MEMBER", "EXPERT", "CHILD", "RELATIVE",
        "OFFICIAL", "CLERK", "AUTHOR", "UNKNOWN",
    ),
    "ORG": _BODIES,
    "COURT": _BODIES,
    "CARE_UNIT": _BODIES,
}  # fmt: skip
TYPE_OF = {
    "PERSON": "UNKNOWN",
    **dict.fromkeys(("ORG", "COURT", "CARE_UNIT"), "ORGANIZATION"),
    **dict.fromkeys(("LOC", "ADDRESS"), "LOCATION"),
}
# The roles that only one kind of entity has make it one.
CATEGORY_OF: Mapping[str, tuple[str, ...]] = {
    **{role: ("PERSON",) for role in FITTING["PERSON"] if role not in _BODIES},
    **{role: ("ORG", "COURT", "CARE_UNIT") for role in _BODIES if role not in FITTING["PERSON"]},
    "PERSON": ("PERSON",),
    "LOCATION": ("LOC", "ADDRESS"),
}


def suited(role: str, category: str) -> str:
    """The role of an entity that turns out to be of another kind.

    >>> suited("WITNESS", "ORG"), suited("PARTY", "ORG"), suited("LOCATION", "PERSON")
    ('ORGANIZATION', 'PARTY', 'UNKNOWN')
    """
    default = TYPE_OF.get(category, "MISCELLANEOUS")
    if category == "PERSON":
        body = ("LAW_FIRM", "ORGANIZATION", "LOCATION", "MISCELLANEOUS")
        return default if not role or role in body else role
    return role if role in FITTING.get(category, ()) else default
