"""Names of files, as they come from outside and as they go out in a header.

Comes in: whatever a client calls its file. Goes out: a name that is one name on every system (no folder, no
control or direction character, no device of Windows), and the headers of a download. Never touches a file.
"""

import re
import unicodedata
from pathlib import PurePosixPath
from urllib.parse import quote

LONGEST = 150  # characters; and in UTF-8 no more than LONGEST_BYTES, for file systems count those
LONGEST_BYTES = 240
NAMELESS = "document"
_FOLDERS = re.compile(r"[/\\]")
_FORBIDDEN = re.compile(r'[<>:"|?*%;]')
_DEVICES = re.compile(r"(?i:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)")


def safe_name(name: str) -> str:
    r"""
    >>> safe_name("../../etc/x.html"), safe_name("C:\\temp\\x.docx"), safe_name("..")
    ('x.html', 'x.docx', 'document')
    >>> safe_name("<b>x</b>.html"), safe_name("nul.txt"), safe_name("a\u202etxt.exe")
    ('b_.html', '_nul.txt', 'atxt.exe')
    """
    bare = _FOLDERS.split(_visible(unicodedata.normalize("NFC", name)))[-1]
    bare = _FORBIDDEN.sub("_", bare).strip(" .")
    bare = bare if any(letter.isalnum() for letter in bare) else NAMELESS
    return _short("_" + bare if _DEVICES.match(bare) else bare)


def _visible(text: str) -> str:
    """Without what cannot be seen or turns the direction (Cc, Cf, lone surrogates, private use)."""
    return "".join(
        " " if unicodedata.category(letter).startswith("Z") else letter
        for letter in text
        if not unicodedata.category(letter).startswith("C")
    )


def _short(name: str) -> str:
    """Cut in the middle, for the suffix says what kind of file it is."""
    path = PurePosixPath(name)
    suffix = path.suffix if len(path.suffix) <= 20 else ""
    stem = name.removesuffix(suffix)[: LONGEST - len(suffix)]
    while stem and len((stem + suffix).encode()) > LONGEST_BYTES:
        stem = stem[:-1]
    return stem.rstrip(" .") + suffix or NAMELESS


def attachment(name: str) -> dict[str, str]:
    """The headers of a file that is saved, never shown: should a browser show it all the same, it is alone
    in a sandbox without scripts (RFC 6266 for the name).

    >>> attachment('päätös".html')["Content-Disposition"]
    'attachment; filename="p__t_s_.html"; filename*=UTF-8\\'\\'p%C3%A4%C3%A4t%C3%B6s_.html'
    """
    safe = safe_name(name)
    plain = re.sub(r"[^A-Za-z0-9._ -]", "_", safe)
    return {
        "Content-Disposition": f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(safe, safe='')}",
        "Content-Security-Policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "no-store",
    }
