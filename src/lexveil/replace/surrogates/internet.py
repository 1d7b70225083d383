"""Surrogates of addresses on the internet: in domains and ranges that are kept for examples.

They follow people and organisations: `m.blatter@quellmark.com` becomes `p.lang@tarnfeld.example`. Domains end
in `.example` or are example.org (RFC 2606), IP addresses are those for documentation (RFC 5737, RFC 3849),
MAC addresses locally administered ones.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from ipaddress import IPv6Address
from itertools import count

from lexveil.languages import all_words
from lexveil.languages.common import is_common
from lexveil.model import Document, Entity
from lexveil.replace.keyed_random import below, choice, stream
from lexveil.replace.surrogates.assignments import TRIES, Assignments, Surrogate, surfaces
from lexveil.text.fold import fold
from lexveil.text.patterns import any_of

_TOKEN = re.compile(r"[^\W_]+")
_HOST = re.compile(
    r"(?P<scheme>(?:[a-z]{2,8}://)?)(?P<www>(?:www\.)?)(?P<host>[^/:?#\s]+)(?P<rest>.*)", re.I | re.S
)
_SAMPLES = ("example.org", "example.com", "example.net")
_BLOCKS = ("192.0.2", "198.51.100", "203.0.113")
_DIGITS, _VOWELS, _CONSONANTS = "0123456789", "aeiou", "bdfghklmnprstv"


def assign(
    document: Document, entities: Sequence[Entity], assigned: Assignments, known: Mapping[str, str]
) -> Iterator[Surrogate]:
    _people(assigned)
    for entity in entities:
        yield _cast(assigned, entity.category, sorted(surfaces(document, entity)), known.get(entity.id, ""))


def _cast(assigned: Assignments, category: str, listed: Sequence[str], known: str) -> Surrogate:
    for turn in count():
        written = {surface: _write(assigned, category, surface, str(turn or "")) for surface in listed}
        if turn > TRIES:  # nothing in it can be replaced, so all of it is
            written = {surface: f"{fold(assigned.coin('online', surface))}.example" for surface in listed}
        full = known or written[listed[0]]
        if known or assigned.claim(full):
            return full, written
    raise AssertionError  # counting never ends


def _people(assigned: Assignments) -> None:
    """How people may stand in addresses: mblatter, michael.blatter, blatter-m."""
    for given, family, new_given, new_family in assigned.people:
        for joint in ("", ".", "_", "-") if given and family else ():
            ways = (_combined(given, family, joint), _combined(new_given, new_family, joint))
            for real, new in zip(*ways, strict=True):
                assigned.accounts.setdefault(real, new)
        for real, new in ((family, new_family), (given, new_given)):
            if len(real) > 2:
                assigned.accounts.setdefault(real, new)


def _combined(given: str, family: str, joint: str) -> list[str]:
    pairs = ((given, family), (family, given), (given[0], family), (family, given[0]), (given, family[0]))
    return [joint.join(pair) for pair in pairs]


def _write(assigned: Assignments, category: str, surface: str, turn: str) -> str:
    ip = _ipv6 if ":" in surface else _ipv4
    write = {"EMAIL": _mail, "URL": _url, "MAC": _mac, "IP": ip}.get(category, account)
    return write(assigned, surface, turn)


def _mail(assigned: Assignments, surface: str, turn: str) -> str:
    at = list(re.finditer(f"@|{_spelt('at')}", surface))
    if not at:
        return account(assigned, surface, turn)
    local, domain = surface[: at[-1].start()], surface[at[-1].end() :]
    new = _domain(assigned, re.sub(_spelt("dot"), ".", domain), turn="")
    return account(assigned, local, turn) + "@" + new


@cache
def _spelt(sign: str) -> str:
    """A sign as a word: ann (at) roe [dot] net."""
    words = all_words("replace", "internet", sign)
    bracketed, bare = any_of({*words, *map(str.upper, words)}), any_of(words)
    return rf" ?[(\[{{] ?{bracketed} ?[)\]}}] ?| {bare} "


@cache
def _listed(key: str) -> frozenset[str]:
    path = files("lexveil.replace.surrogates") / "data" / "internet.toml"
    return frozenset(tomllib.loads(path.read_text("utf8"))[key].split())


def account(assigned: Assignments, local: str, turn: str) -> str:
    """The part of an address that names a person, or a handle: as that person is named now."""
    stem = local.rstrip("0123456789")
    digits = local[len(stem) :]
    mark = "@" if stem.startswith("@") else ""
    key = fold(stem.removeprefix("@"))
    drawn = stream(assigned.key, "digits", key, turn)
    more = "".join(str(next(drawn) % 10) for _ in digits)
    if key in assigned.accounts:
        return mark + assigned.accounts[key] + more + turn
    if key in all_words("replace", "internet", "mailboxes"):
        return mark + key + more + turn
    new = _TOKEN.sub(lambda token: _token(assigned, fold(token[0]), key + turn), stem.removeprefix("@"))
    return mark + new + more


def _token(assigned: Assignments, token: str, where: str) -> str:
    return assigned.accounts.get(token) or assigned.hosts.get(token) or _spoken(assigned, token, where)


def _spoken(assigned: Assignments, token: str, where: str) -> str:
    """Letters for letters that can be spoken: vowels for vowels."""
    drawn = stream(assigned.key, "account", token, where)
    signs = (_DIGITS if char.isdigit() else _VOWELS if char in "aeiouy" else _CONSONANTS for char in token)
    return "".join(like[next(drawn) % len(like)] for like in signs)


def _domain(assigned: Assignments, domain: str, *, turn: str) -> str:
    """The host of the organisation's surrogate; of a public provider or nobody known, an example domain."""
    labels = fold(domain).strip(".").split(".")
    at = -3 if len(labels) > 2 and labels[-2] in _listed("second") else -2
    name = labels[at] if len(labels) >= -at else labels[0]
    if name in _listed("public") or not name:
        return choice(assigned.key, _SAMPLES, "domain", name)
    found = assigned.hosts.get(name) or _by_words(assigned, name)
    if not found:
        found = assigned.words.get(("host", name)) or fold(assigned.coin("host", name))
        assigned.words["host", name] = found
    ascii_name = re.sub(r"[^a-z0-9-]", "", found.replace(" ", "-"))
    return f"{ascii_name or 'site'}{turn}.example"


def _by_words(assigned: Assignments, name: str) -> str:
    parts = name.split("-")
    known = [assigned.hosts.get(part) or assigned.accounts.get(part) for part in parts]
    if not any(known):
        return assigned.accounts.get(name, "")
    return "-".join(
        new or (part if is_common(part, assigned.spoken) else _spoken(assigned, part, name))
        for new, part in zip(known, parts, strict=True)
    )


def _url(assigned: Assignments, surface: str, turn: str) -> str:
    found = _HOST.fullmatch(surface)
    if not found:
        return account(assigned, surface, turn)
    host = _domain(assigned, found["host"].rpartition("@")[2], turn=turn)
    rest = _TOKEN.sub(lambda token: _path_word(assigned, token[0], surface), found["rest"])
    return f"{found['scheme']}{found['www']}{host}{rest}"


def _path_word(assigned: Assignments, word: str, surface: str) -> str:
    key = fold(word)
    if is_common(key, assigned.spoken) or key in _listed("path"):
        return word
    return _token(assigned, key, fold(surface))


def _ipv4(assigned: Assignments, surface: str, turn: str) -> str:
    if turn and int(turn) > 20:  # the 762 addresses for documentation run out: those for benchmarks, RFC 2544
        tail = below(assigned.key, 131_072, "ip", surface, turn)
        return f"198.{18 + (tail >> 16)}.{tail >> 8 & 255}.{tail & 255}"
    block = choice(assigned.key, _BLOCKS, "block", surface, turn)
    return f"{block}.{below(assigned.key, 254, 'ip', surface, turn) + 1}"


def _ipv6(assigned: Assignments, surface: str, turn: str) -> str:
    tail = below(assigned.key, 1 << 64, "ip", surface, turn)
    found = str(IPv6Address((0x20010DB8 << 96) | tail))
    return found.upper() if surface.isupper() else found


def _mac(assigned: Assignments, surface: str, turn: str) -> str:
    number = below(assigned.key, 1 << 48, "mac", fold(surface), turn)
    number = number & ~(1 << 40) | 1 << 41  # of one station, locally administered
    signs = iter(f"{number:012X}" if surface.upper() == surface else f"{number:012x}")
    return "".join(next(signs, "0") if char.isalnum() else char for char in surface)
