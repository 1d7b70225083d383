"""What the walkers share: a stretch of text and the part it stands in, and a bound on all of it."""

from dataclasses import dataclass, field

from lexveil.errors import CoverageError

TEXT_KINDS = ("text", "code", "font", "bytes")
UNREAD = "unread"  # the kind of a text that stands for a part nobody could open
MAX_BYTES = 2**30  # unpacked, all parts together
MAX_PART = 2**27  # unpacked, one part


@dataclass(frozen=True, slots=True)
class Text:
    part: str  # where it stands, in words that no document chose
    text: str = field(repr=False)
    kind: str = "text"  # `code`: written for programs; `font`: names of fonts, tags; `bytes`: may be noise


class Budget:
    """Counts what was unpacked, so that a small file cannot become an endless one."""

    def __init__(self) -> None:
        self.left = MAX_BYTES

    def spend(self, size: int, *, part: int = 0) -> None:
        """`size` more bytes, of a part that has `part` in all."""
        self.left -= size
        if self.left < 0 or part > MAX_PART:
            raise CoverageError(
                f"the file cannot be searched whole: it unpacks to more than {MAX_BYTES // 2**20} MiB, "
                f"or a part of it to more than {MAX_PART // 2**20} MiB"
            )


def unread(name: str, part: str, depth: int) -> Text:
    """A part that cannot be opened: noted inside a container; as the file itself, an error."""
    if depth == 0:
        raise CoverageError(
            f"the file cannot be opened to be searched ({part}): it is damaged, encrypted, or needs a "
            "package that is not installed"
        )
    return Text(place(name, part), "", UNREAD)


def place(name: str, part: str) -> str:
    """
    >>> place("", "text"), place("word/document.xml", "text")
    ('text', 'word/document.xml, text')
    """
    return f"{name}, {part}" if name else part
