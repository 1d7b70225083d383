"""The manifest: which members there are.

Comes in: its bytes. Goes out: whether a member is encrypted; the manifest without the members that go and
with the new names of others. Producers differ in prefixes here, so names are compared without. Never adds an
entry.
"""

from lexveil.errors import InputError
from lexveil.formats.odt.members import Plan
from lexveil.formats.odt.sources import Cut, escaped, value
from lexveil.formats.xml.tokens import Attribute, Token, tokens


def refuse_encrypted(source: str) -> None:
    if any(_local(token.name) == "encryption-data" for token in tokens(source)):
        raise InputError("it is encrypted with a password: save it without")


def paths(source: str) -> list[str]:
    return [
        value(source, attribute)
        for token in tokens(source)
        for attribute in token.attributes
        if _local(token.name) == "file-entry" and _local(attribute.name) == "full-path"
    ]


def cuts(source: str, plan: Plan) -> list[Cut]:
    found: list[Cut] = []
    entry: Token | None = None
    for token in tokens(source):
        if _local(token.name) != "file-entry":
            continue
        if token.kind == "start":
            entry = token
        if entry and (token.kind == "end" or token.empty):
            found += _entry(source, entry, token.end, plan)
    return found


def _entry(source: str, entry: Token, end: int, plan: Plan) -> list[Cut]:
    path = next((each for each in entry.attributes if _local(each.name) == "full-path"), None)
    if path is None:
        return []
    name = value(source, path)
    if name in plan.removed or name in plan.emptied:
        return [Cut(_line(source, entry.start), end)]
    return _renamed(path, name, plan)


def _renamed(path: Attribute, name: str, plan: Plan) -> list[Cut]:
    new = plan.renamed(name)
    return [Cut(path.start, path.end, escaped(new))] if new != name else []


def _line(source: str, start: int) -> int:
    """Where the white space before an element begins, so that no empty line is left."""
    while start and source[start - 1] in " \t\r\n":
        start -= 1
    return start


def _local(name: str) -> str:
    return name.rpartition(":")[2]
