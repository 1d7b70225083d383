"""Letters that count paragraphs: `A. Konrad Roe` may be a heading and a name, or a name with an initial."""

import re

_LETTERED = re.compile(r"(?:^|(?<=\n))[^\S\n]*([A-Z])\.(?:([a-z]{1,2})\.?)?[^\S\n]+(?=[^\W\d_])")
# The page of a report, right before the letter of a court's division: U 2019.2187 V. Roe said
REPORTED = re.compile(r"\b(?:19|20)\d\d[.:,] ?\d{1,5}(?:/\d{1,4})?[^\S\n]+\Z")
FAR = 40  # characters of a line before a name
LONGEST = 20_000  # characters of a paragraph with a letter


def after_letter(text: str, at: int) -> int:
    """Where the line goes on after its letter, if the line of this place has one; else its beginning or 0.

    >>> text = "A. Konrad Roe came.\\nB. He left.\\nC. Day Roe"
    >>> after_letter(text, 0), after_letter(text, text.index("Day"))
    (3, 0)
    """
    begin = text.rfind("\n", max(0, at - FAR), at) + 1
    lettered = _LETTERED.match(text, begin)
    return lettered.end() if lettered and _goes_on(text, lettered) else 0


def counts_paragraphs(text: str, letter: str) -> bool:
    """Whether a line begins with the letter before this one: E. after D.

    >>> counts_paragraphs("D. The fee\\nE. The prize", "E."), counts_paragraphs("E. The prize", "E.")
    (True, False)
    """
    if not re.fullmatch(r"[B-Z]\.?", letter):
        return False
    return re.search(rf"(?:^|\n)[^\S\n]*{chr(ord(letter[0]) - 1)}\.\s", text) is not None


def _goes_on(text: str, letter: re.Match[str]) -> bool:
    """Whether it has a small letter too (A.a.), or a paragraph with the next one follows."""
    following = rf"\n[^\S\n]*{chr(ord(letter[1]) + 1)}\.\s"
    return bool(letter[2]) or re.search(following, text[letter.end() : letter.end() + LONGEST]) is not None
