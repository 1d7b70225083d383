"""Addresses of the internet: e-mail, web, IP and MAC, and the names people use there.

Comes in: the view of a document. Goes out: EMAIL, URL, IP and MAC spans, and CODE for handles and user
names. Never a section number (`§ 1.2.3.4`), a version, or two sentences with no space between them.

Each form is looked for from the one character that all its instances share (`@`, `.`, `:`) outwards.
"""

import re
from collections.abc import Iterator
from ipaddress import AddressValueError, IPv6Address

from lexveil.detect.labelled import apart, labelled, labels, lowered, one_of
from lexveil.model import Document, Span

_LOCAL = 64  # the longest local part of a mail address, RFC 5321
_LOCAL_REVERSED = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]+")
_HOST = r"[^\W_](?:[\w-]{0,61}[^\W_])?"
_DOMAIN = re.compile(rf"(?:{_HOST}\.){{1,8}}[^\W\d_]{{2,24}}\b|\[\d{{1,3}}(?:\.\d{{1,3}}){{3}}\]")
# `john (at) firm.com`, `john [at] firm dot com`, `john at firm dot com`
_BRACKET_AT = re.compile(
    r"[(\[{] ?(?:at|AT) ?[)\]}] ?"
    rf"(?:{_HOST}(?:\.| ?[(\[{{] ?(?:dot|DOT) ?[)\]}}] ?| dot )){{1,4}}[^\W\d_]{{2,10}}\b"
)
_SPOKEN_AT = re.compile(rf" at (?:{_HOST} dot ){{1,3}}(?:com|org|net|int|eu|[a-z]{{2}})\b")

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
_NOT_IP = re.compile(
    r"(?:§§?|\b(?:sections?|sec|clauses?|paras?|paragraphs?|points?|articles?|art|rules?|annex|chapter|item"
    r"|version|ver|v|release|firmware|nos?|schedule|part|and)\b)\.? ?$"
)
_SEPARATED = re.compile(r":[0-9A-Fa-f]{0,4}:|-[0-9A-Fa-f]{2}-|\.[0-9A-Fa-f]{4}\.")
_HEX = re.compile(r"[0-9A-Fa-f:.-]{0,45}")
_MAC = re.compile(
    r"[0-9A-Fa-f]{2}([:-])(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}|(?:[0-9A-Fa-f]{4}\.){2}[0-9A-Fa-f]{4}"
)

_HANDLE = re.compile(r"@[A-Za-z_]\w{1,29}(?:\.\w{2,20})?")
_ALIAS = re.compile(r"[A-Z][a-z]+ $")
_USER = labels(
    {
        "user": "user name|username|user id|userid|login|login name|screen name|nickname|twitter handle"
        "|skype|skype id|skype name|telegram|whatsapp|twitter|instagram|facebook|account name",
    }
)
_USER_NAME = re.compile(
    r"@?[A-Za-z_]\w{0,20}(?:[._-]\w{1,20}){1,3}|@?[A-Za-z]{1,20}\d\w{0,20}|(?<=[\"“])\w{3,30}(?=[\"”])"
)


def find(document: Document) -> Iterator[Span]:
    yield from apart(_all(document.text))


def _all(text: str) -> Iterator[Span]:
    yield from _at_signs(text)
    yield from _urls(text)
    for found in _IPV4.finditer(text):
        if _an_ip(text, found):
            yield Span(*found.span(), "IP", 0.9, ("internet:ipv4",))
    yield from _separated(text)
    for _, start, end, sure in labelled(text, _USER, _USER_NAME, digits=0):
        if sure or re.search(r"[\d_]", text[start:end]) or text[start - 1] in '"“':
            yield Span(start, end, "CODE", 0.6, ("internet:user",))


def _at_signs(text: str) -> Iterator[Span]:
    for sign in re.finditer("@", text):
        domain, start = _DOMAIN.match(text, sign.end()), _local_start(text, sign.start())
        if domain and start < sign.start():
            yield Span(start, domain.end(), "EMAIL", 0.99, ("internet:email",))
        elif start == sign.start() and (handle := _HANDLE.match(text, start)) and _a_handle(text, handle):
            yield Span(*handle.span(), "CODE", 0.5, ("internet:handle",))
    for pattern in (_BRACKET_AT, _SPOKEN_AT):
        for spelt in pattern.finditer(text):
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


def _urls(text: str) -> Iterator[Span]:
    for found in _SCHEMED.finditer(text):
        scheme = _SCHEME.search(text, max(0, found.start() - 6), found.start())
        if scheme:
            yield Span(scheme.start(), found.start() + _trimmed(found[0]), "URL", 0.95, ("internet:url",))
    for found in _WWW.finditer(text):
        if not text[found.start() - 1 : found.start()].isalnum():
            yield Span(found.start(), found.start() + _trimmed(found[0]), "URL", 0.9, ("internet:url",))
    for found in _BARE.finditer(text):
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


def _an_ip(text: str, found: re.Match[str]) -> bool:
    before = lowered(text[max(0, found.start() - 24) : found.start()])
    parts = [int(part) for part in found[0].split(".")]
    if max(parts) > 255 or before[-1:].isalnum() or before[-1:] in (".", "-", "/", "_"):
        return False
    if re.search(r"\bip\b", before):
        return True
    return not _NOT_IP.search(before) and max(parts) > 9 and parts[0] > 0


def _separated(text: str) -> Iterator[Span]:
    """MAC and IPv6 addresses, from a group between two separators outwards."""
    end = 0
    for found in _SEPARATED.finditer(text):
        if found.start() < end:
            continue
        before, after = (
            _HEX.match(text[max(0, found.start() - 40) : found.start()][::-1]),
            _HEX.match(text, found.start()),
        )
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
