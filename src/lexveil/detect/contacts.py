"""How people are reached: e-mail, web, IP and MAC addresses, names of users, telephone and fax numbers.

Each internet address is looked for from the one character that all its instances share (`@`, `.`, `:`)
outwards. A national telephone number needs a word such as `tel.` before it, or the North American form.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from ipaddress import AddressValueError, IPv6Address

import phonenumbers

from lexveil.detect.labels import either, glued, in_each_language, labelled, labels, lowered, one_of
from lexveil.languages import Language
from lexveil.model import Span
from lexveil.names.ordinary import is_ordinary, knows_words
from lexveil.text.quick import Quick

_HOST = r"[^\W_](?:[\w-]{0,61}[^\W_])?"


class Patterns:
    def __init__(self, language: Language) -> None:
        words = language.labels["internet"]
        at, dot = either(words["spelt_at"]), either(words["spelt_dot"])
        small_at, small_dot = words["spelt_at"][0], words["spelt_dot"][0]
        # `john (at) firm.com`, `john [at] firm dot com`, `john at firm dot com`
        self.bracket_at = re.compile(
            rf"[(\[{{] ?{at} ?[)\]}}] ?"
            rf"(?:{_HOST}(?:\.| ?[(\[{{] ?{dot} ?[)\]}}] ?| {small_dot} )){{1,4}}[^\W\d_]{{2,10}}\b"
        )
        top = "(?:com|org|net|int|eu|[a-z]{2})"
        self.spoken_at = Quick(rf" {small_at} (?:{_HOST} {small_dot} ){{1,3}}{top}\b")
        clear = words.get("only_in_addresses", ())  # paqui arroba correo.es
        hosts = rf"(?:{_HOST}(?: {small_dot} |[.,] ?)){{1,3}}[a-z]{{2,10}}\b"
        self.clear_at = re.compile(rf" ?\b{either(clear)} ?{hosts}" if clear else "(?!)")
        self.not_ip = re.compile(rf"(?:§§?|\b{either(words['no_address'])}\b)\.? ?$")
        self.language = language
        self.user = labels(language, words["labels"])
        self.user_before = re.compile(rf"(?i)\b{one_of(self.user.rules)}:? \Z")
        self.phone_labels = labels(language, language.labels["phones"]["labels"])
        self.numbered = re.compile(rf"\b{language.labels['phones']['numbered']}\.? $")
        self.phone_alone = re.compile(language.labels["phones"].get("alone", "(?!)"))


_patterns = cache(Patterns)


# Addresses of the internet.

_AT = re.compile("@")
_LOCAL = 64  # the longest local part of a mail address, RFC 5321
_LOCAL_REVERSED = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]+")
# Typed in haste: paqui@gmial, paqui@correo,es
_DAMAGED = re.compile(r"[a-z][a-z0-9-]{2,61}(?:[,;][a-z]{2,10})?(?![\w@])")
_DOMAIN = re.compile(rf"(?:{_HOST}\.){{1,8}}[^\W\d_]{{2,24}}\b|\[\d{{1,3}}(?:\.\d{{1,3}}){{3}}\]")

_REST = r"[^\s<>\"“”«»]{3,}"
_SCHEMED, _WWW = re.compile(rf"://{_REST}"), re.compile(rf"[wW][wW][wW]\.{_REST}")
_SCHEME = re.compile(r"\b(?:https?|ftp)$", re.IGNORECASE)
# Top-level domains that are no English word: a name glued before them is a host.
_TOP = one_of(
    "com org net int edu gov mil eu info biz io ch de fr uk fi se dk nl pl ru cz hu gr pt lt lv ee sk hr rs"
    " ro bg ua tr il jp cn kr br mx ar cl za nz au ca sg hk th ie lu mt cy li app dev online".split()
)
_BARE = re.compile(rf"\.{_TOP}(?![\w@-]|\.\w)(?:/[^\s<>\"“”«»]{{1,300}})?")
_BARE_REVERSED = re.compile(r"[a-z0-9][a-z0-9-]{0,60}[A-Za-z0-9](?:\.[a-z0-9-]{1,62}){0,4}(?![\w@.-])")

_IPV4 = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?![\w-]|\.\d)")
_SEPARATED = re.compile(r":[0-9A-Fa-f]{0,4}:|-[0-9A-Fa-f]{2}-|\.[0-9A-Fa-f]{4}\.")
_HEX = re.compile(r"[0-9A-Fa-f:.-]{0,45}")
_MAC = re.compile(
    r"[0-9A-Fa-f]{2}([:-])(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}|(?:[0-9A-Fa-f]{4}\.){2}[0-9A-Fa-f]{4}"
)

_HANDLE = re.compile(r"@[A-Za-z_]\w{1,29}(?:\.\w{2,20})?")
_ALIAS = re.compile(r"[A-Z][a-z]+ $")
_OPENING = "\"“„«»‘'"
_USER_NAME = re.compile(
    rf"@?[^\W\d]\w{{0,20}}(?:[._-]\w{{1,20}}){{1,3}}|@?[^\W\d_]{{1,20}}\d\w{{0,20}}|(?<=[{_OPENING}])\w{{3,30}}(?=\W)"
    r"|[a-z]{5,20}(?![\w-])"
)
# Nothing else is written so: `night_owl`, `dark.fox77`; a file has an ending.
_NICKNAME = re.compile(
    r"(?<![\w./\\@#$-])(?:[^\W\d_]\w*_\w*[^\W_]|[a-z]{3,}[._][a-z]{2,}\d{1,4})(?![\w@/\\]|[.-]\w)"
)


@in_each_language(_patterns)
def internet(patterns: Patterns, text: str, first: int, last: int) -> Iterator[Span]:
    """EMAIL, URL, IP and MAC, and CODE for handles and user names."""
    yield from _at_signs(patterns, text, first, last)
    yield from _urls(text, first, last)
    for found in _IPV4.finditer(text, first, last):
        if _an_ip(patterns, text, found):
            yield Span(*found.span(), "IP", 0.9, ("internet:ipv4",))
    yield from _separated(text, first, last)
    for _, start, end, sure in labelled(text, patterns.user, _USER_NAME, start=first, end=last, digits=0):
        known = text[start:end].isalpha() and text[start:end].islower() and text[start - 1] not in _OPENING
        strange = known and _is_strange(patterns, text, start, end)
        told = sure or re.search(r"[\d_]", text[start:end]) or text[start - 1] in _OPENING
        if strange or (told and not known):
            yield Span(start, end, "CODE", 0.6, ("internet:user",))
    for found in _NICKNAME.finditer(text, first, last):
        yield Span(*found.span(), "CODE", 0.6, ("internet:user",))


def _is_strange(patterns: Patterns, text: str, start: int, end: int) -> bool:
    """No word of the language, right after one for users: `user hdyrdal`."""
    if not knows_words(patterns.language) or is_ordinary(text[start:end], patterns.language):
        return False
    return patterns.user_before.search(text, max(0, start - 30), start) is not None


def _at_signs(patterns: Patterns, text: str, first: int, last: int) -> Iterator[Span]:
    for sign in _AT.finditer(text, first, last):
        domain, start = _DOMAIN.match(text, sign.end()), _local_start(text, sign.start())
        if domain and start < sign.start():
            yield Span(start, domain.end(), "EMAIL", 0.99, ("internet:email",))
        elif start < sign.start() and (typed := _DAMAGED.match(text, sign.end())) and text[start].isalpha():
            yield Span(start, typed.end(), "EMAIL", 0.7, ("internet:damaged-email",))
        elif start == sign.start() and (handle := _HANDLE.match(text, start)) and _a_handle(text, handle):
            yield Span(*handle.span(), "CODE", 0.5, ("internet:handle",))
    for pattern in (patterns.bracket_at, patterns.spoken_at, patterns.clear_at):
        for spelt in pattern.finditer(text, first, last):
            end = spelt.start() - (text[spelt.start() - 1 : spelt.start()] == " ")
            start = _local_start(text, end)
            if start < end:
                yield Span(start, spelt.end(), "EMAIL", 0.7, ("internet:spelt-email",))


def _local_start(text: str, end: int) -> int:
    """Where the local part before `end` begins; `end` itself where there is none."""
    local = _LOCAL_REVERSED.match(text[max(0, end - _LOCAL) : end][::-1])
    start = end - local.end() if local else end
    while start < end and not (text[start].isalnum() or text[start] == "_"):
        start += 1
    return start


def _a_handle(text: str, handle: re.Match[str]) -> bool:
    """Not the `@` of an alias, as Indian judgments write it: `Raju @Ramesh`."""
    plain = handle[0][1:].istitle() and handle[0][1:].isalpha()
    return not (plain and _ALIAS.search(text, max(0, handle.start() - 20), handle.start()))


def _urls(text: str, first: int, last: int) -> Iterator[Span]:
    for found in _SCHEMED.finditer(text, first, last):
        scheme = _SCHEME.search(text, max(0, found.start() - 6), found.start())
        if scheme:
            yield Span(scheme.start(), found.start() + _trimmed(found[0]), "URL", 0.95, ("internet:url",))
    for found in _WWW.finditer(text, first, last):
        if not text[found.start() - 1 : found.start()].isalnum():
            yield Span(found.start(), found.start() + _trimmed(found[0]), "URL", 0.9, ("internet:url",))
    for found in _BARE.finditer(text, first, last):
        host = _BARE_REVERSED.match(text[max(0, found.start() - 80) : found.start()][::-1])
        if host:
            end = found.start() + _trimmed(found[0])
            yield Span(found.start() - host.end(), end, "URL", 0.6, ("internet:host",))


def _trimmed(url: str) -> int:
    """The length without punctuation that belongs to the sentence, such as a bracket never opened."""
    closing, end = url.count(")") - url.count("("), len(url)
    while end > 1 and (url[end - 1] in ".,;:!?'’*_]}" or (url[end - 1] == ")" and closing > 0)):
        closing -= url[end - 1] == ")"
        end -= 1
    return end


def _an_ip(patterns: Patterns, text: str, found: re.Match[str]) -> bool:
    before = lowered(text[max(0, found.start() - 24) : found.start()])
    parts = [int(part) for part in found[0].split(".")]
    if max(parts) > 255 or before[-1:].isalnum() or before[-1:] in (".", "-", "/", "_"):
        return False
    if re.search(r"\bip\b", before):
        return True
    return not patterns.not_ip.search(before) and max(parts) > 9 and parts[0] > 0


def _separated(text: str, first: int, last: int) -> Iterator[Span]:
    """MAC and IPv6 addresses, from a group between two separators outwards."""
    end = 0
    for found in _SEPARATED.finditer(text, first, last):
        if found.start() < end:
            continue
        before = _HEX.match(text[max(0, found.start() - 40) : found.start()][::-1])
        after = _HEX.match(text, found.start())
        start = found.start() - (before.end() if before else 0)
        end = after.end() if after else found.end()
        candidate = text[start:end].rstrip(".:-")
        if text[start - 1 : start].isalnum() or text[end : end + 1].isalnum():
            continue
        if _MAC.fullmatch(candidate) and (":" in candidate or re.search("[A-Fa-f]", candidate)):
            yield Span(start, start + len(candidate), "MAC", 0.95, ("internet:mac",))
        elif _an_ipv6(candidate):
            yield Span(start, start + len(candidate), "IP", 0.9, ("internet:ipv6",))


def _an_ipv6(candidate: str) -> bool:
    groups = [group for group in candidate.split(":") if group]
    if len(groups) < 2 or max(map(len, groups)) < 3:  # `3::2` is a score
        return False
    try:
        IPv6Address(candidate)
    except AddressValueError:
        return False
    return True


# Telephone numbers.

_INTERNATIONAL = Quick(r"(?:\+|\b00) ?[1-9][0-9 ()./–-]{5,22}[0-9]")
_AMERICAN = re.compile(r"\(?[2-9][0-9]{2}\)?[ .-][2-9][0-9]{2}[.-][0-9]{4}(?![\w-]|[.,]\d)")
# With the zero of a national call, in groups or as a mobile: 07700 900123, (02) 9555 0123, 0491 570 156.
_TRUNK = Quick(
    r"(?:\(?0[1-9]\d{0,3}\)?(?:[ -]\d{3,4}){2}|\(?0[1-9]\d{2,4}\)?[ -]\d{5,6}|[6-9]\d{4} \d{5}"
    r"|0(?:7\d{9}|4\d{8}|8\d{8})|0[1-9](?: \d\d){4}|0[1-9]\d{1,2}/\d{2,3}(?:\.\d\d){2})(?![\w-]|[.,/]\d)"
)
_NATIONAL = re.compile(r"(?:\+ ?|\(0\) ?)?[(0-9][0-9 ()./–-]{3,18}[0-9](?!\w|[.,]\d)")
_DATE = re.compile(r"\d{1,2}([./-]) ?\d{1,2}\1 ?\d{2,4}\b|\d{4}[./-]\d\d[./-]\d\d\b|(?:19|20)\d\d\b")
# Where a number without a country code may be from: Europe first, then the common-law world.
_REGIONS = "GB US FR DE CH AT IT ES NL BE DK SE NO FI IE IN PL PT TR GR AU CZ HU RO RU UA".split()


@in_each_language(_patterns)
def phones(patterns: Patterns, text: str, first: int, last: int) -> Iterator[Span]:
    for span in _phones(patterns, text, first, last):
        opened = text[span.start] == "(" and ")" not in text[span.start : span.end]
        yield replace(span, start=span.start + 1) if opened else span


def _phones(patterns: Patterns, text: str, first: int, last: int) -> Iterator[Span]:
    for found in _INTERNATIONAL.finditer(text, first, last):
        if not glued(text, found.start()):
            yield from _international(found)
    for found in _AMERICAN.finditer(text, first, last):
        numbered = patterns.numbered.search(text, max(0, found.start() - 5), found.start())
        if not numbered and not glued(text, found.start()):
            score = 0.6 if _valid(found[0], "US") else 0.5
            yield Span(*found.span(), "PHONE", score, ("phones:american",))
    for found in _TRUNK.finditer(text, first, last):
        if not glued(text, found.start()) and 9 <= sum(map(str.isdigit, found[0])) <= 11:
            yield Span(*found.span(), "PHONE", 0.6, ("phones:trunk",))
    for found in patterns.phone_alone.finditer(text, first, last):
        yield Span(*found.span(), "PHONE", 0.6, ("phones:alone",))
    table = patterns.phone_labels
    for rule, start, end, _ in labelled(text, table, _NATIONAL, start=first, end=last, digits=5):
        number = text[start:end]
        if number[0] == "+" or _DATE.match(number) or sum(char.isdigit() for char in number) > 15:
            continue
        if rule == "number" or any(_valid(number, region) for region in _REGIONS):
            opened = text[start - 1] == "(" and ")" in number.partition("(")[0]
            yield Span(start - opened, end, "PHONE", 0.85 if rule == "number" else 0.6, (f"phones:{rule}",))


def _international(found: re.Match[str]) -> Iterator[Span]:
    """The longest beginning of the candidate, up to a space or a slash, that is a number."""
    number = found[0]
    parted = (i for i in range(len(number) - 1, 7, -1) if number[i] in " /(–" and number[i - 1].isdigit())
    plus = "+" + number.removeprefix("00").removeprefix("+")
    lost = len(number) - len(plus)
    for end in [len(number), *parted][:4]:
        if _valid(plus[: end - lost], None):
            yield Span(found.start(), found.start() + end, "PHONE", 0.95, ("phones:international",))
            return
    if number[0] == "+" and 9 <= sum(char.isdigit() for char in number) <= 15:
        yield Span(*found.span(), "PHONE", 0.6, ("phones:unchecked",))


def _valid(number: str, region: str | None) -> bool:
    try:
        parsed = phonenumbers.parse(number, region)
    except phonenumbers.NumberParseException:
        return False
    return bool(phonenumbers.is_valid_number(parsed))
