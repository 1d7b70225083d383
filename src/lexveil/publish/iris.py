"""Names of things on the web: the base that was given, and what stands under it."""

import re
from urllib.parse import quote, urlsplit

from lexveil.errors import InputError
from lexveil.languages.people import unaccented
from lexveil.text.fold import fold

MOST = 80  # characters of a name
ECLI_RESOLVER = "https://e-justice.europa.eu/ecli/"
_NOT_PLAIN = re.compile(r"[^a-z0-9]+")
_UNSAFE = re.compile(r"[\s<>\"{}|\\^`\x00-\x20]")


def base_iri(given: str) -> str:
    """It ends with a slash; anything that is no address of the web is refused.

    >>> base_iri("https://example.org/court")
    'https://example.org/court/'
    """
    parts = urlsplit(given)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise InputError("publish.base")
    if _UNSAFE.search(given):
        raise InputError("publish.base")
    return given.rstrip("/") + "/"


def slug(text: str) -> str:
    """
    >>> slug("ECLI:EU:C:2010:512"), slug("Brottsbalken (1962:700)"), slug("§")
    ('ecli-eu-c-2010-512', 'brottsbalken-1962-700', '')
    """
    return _NOT_PLAIN.sub("-", unaccented(fold(text)).lower()).strip("-")[:MOST].strip("-")


def named(text: str) -> str:
    """As `slug`, and never empty: letters of other scripts are escaped."""
    return slug(text) or quote(text, safe="")[:MOST]


def ecli_iri(ecli: str) -> str:
    return ECLI_RESOLVER + quote(ecli, safe=":.")
