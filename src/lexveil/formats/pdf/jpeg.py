"""What a JPEG says beside its picture: camera, owner, place, thumbnail, comments.

Comes in: the bytes of a JPEG. Goes out: the same picture, bit for bit, without them. Bytes after the end of
the picture are cut off. What is no JPEG comes back as it was.
"""

KEPT = frozenset({0xE0, 0xE2, 0xEE})  # of the application segments: JFIF, colour profile, Adobe's colours
COMMENT, SCAN, END = 0xFE, 0xDA, b"\xff\xd9"


def stripped(data: bytes) -> bytes:
    """
    >>> stripped(bytes.fromhex("ffd8 fffe0004 6869 ffda0002 2e2e ffd9 6d6f")).hex(" ", -2)
    'ffd8 ffda 0002 2e2e ffd9'
    """
    if not data.startswith(b"\xff\xd8"):
        return data
    parts, at = [data[:2]], 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker, end = data[at + 1], at + 2 + int.from_bytes(data[at + 2 : at + 4])
        if marker == SCAN:
            break
        if marker != COMMENT and (not 0xE0 <= marker <= 0xEF or marker in KEPT):
            parts.append(data[at:end])
        at = end
    last = data.rfind(END)
    parts.append(data[at : last + 2] if last >= at else data[at:])
    return b"".join(parts)
