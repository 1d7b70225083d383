"""What a text says once pieces are put together that stand apart for programs only.

Numbers that are codes of characters (`QUOTE 66 101 114 103`, `fromCharCode(66, 101, …)`, `42 65 72 67`),
strings side by side (`content: "Be" "rg"`, cells, lists), the strings of a style sheet or a script and the
words in the attributes of an element one after the other, characters that stand for letters and are not seen,
and letters that stand alone in the cells of a column. Each is given with what was put together.
"""

import re
from collections.abc import Iterator

_CODE = r"(?:0[xX][0-9A-Fa-f]{2,4}|[1-9]\d{1,3})"
_NEXT = rf"(?:\s{{0,3}}[,;]\s{{0,3}}|\s{{1,3}}){_CODE}"
_CODES = re.compile(rf"(?<![\w.]){_CODE}(?:{_NEXT}){{2,}}(?![\w.])")
_NUMBER = re.compile(_CODE)
_SYMBOL = re.compile(rf"\b(?:SYMBOL|QUOTE)\s+({_CODE})", re.IGNORECASE)
_BYTES = re.compile(r"(?<![\w.:-])[2-7][0-9A-Fa-f](?:[ :-][2-7c-fC-F][0-9A-Fa-f]){3,}(?![\w.:-])")
_STRINGS = re.compile(r"[\"'`]\s{0,9}[,+&]?\s{0,9}[\"'`]|\$\{[^{}\n]{0,40}\}")
_CELLS = re.compile(r"(?<=[^\W\d_])[,;|\t](?=[^\W\d_])")
_STYLE = re.compile(r"<style\b[^>]*>(.*?)</style|\bstyle\s*=\s*\"([^\"]*)\"", re.IGNORECASE | re.DOTALL)
_SCRIPT = re.compile(r"<script\b[^<>]*+>", re.IGNORECASE)
_SCRIPT_END = re.compile("</script", re.IGNORECASE)
_OPENING = re.compile(r"<[A-Za-z][^<>]{3,4000}+>")
_WORD_VALUE = re.compile(r"=\s{0,3}[\"']?([^\W\d_]{1,30})[\"']?(?=[\s/>])")
_CLASSES = re.compile(r"\sclass\s{0,3}=\s{0,3}[\"']([^\"'<>]{3,400}+)[\"']", re.IGNORECASE)
_SAID = re.compile(r"(?:content|symbols|--[\w-]+)\s*:([^;{}]*)", re.IGNORECASE)
_STRING = re.compile(r"\"((?:[^\"\\]|\\.)*)\"|'((?:[^'\\]|\\.)*)'", re.DOTALL)
_CSS_ESCAPE = re.compile(r"\\([0-9A-Fa-f]{1,6})\s?")
_TAGS = re.compile("[\U000e0020-\U000e007e]")
_TURNED = re.compile("[\u202e\u2067]|<bdo\\b|bidi-override|isolate-override|\\brtl\\b", re.IGNORECASE)
_WHOLE_NUMBER = re.compile(r"(?<![\w.])(\d{1,4})(?:\.0)?(?![\w.])")
SEAM = "\ue000"  # where two strings meet
_JOINED = re.compile(rf"[^\"'`<>=\n{SEAM}]{{0,40}}(?:{SEAM}[^\"'`<>=\n{SEAM}]{{0,40}})+")
MANY = 7  # codes of letters, far from each other, that make a word
FEW = 3  # codes of fields, each by itself, that make a word
# Alone in a cell, or at the head of a line: `| W | paid |`, `W - paid`.
_ALONE = re.compile(
    r"(?:(?<=[\n\t|\"])|(?<= {2})|\A) {0,8}([^\W\d_])(?= {0,8}[\n\t|\"]| {0,8}\Z| {2}| ?[-\u2013:.)] )"
    r"|(?<=[.)] )([^\W\d_])(?= {0,8}(?:[\n\t|]|\Z))"  # of a list: a) W
)
LETTERS = 5  # of a column, that make a name
SHORT = 30  # characters of a string that may be a piece of a name
ROW = 120  # characters of one at most
BESIDE = 3  # columns of letters


def pieces(source: str) -> Iterator[tuple[str, str]]:
    """What was put together, in words, and what it says."""
    spelled = [_spelled(found[0]) for found in _CODES.finditer(source)]
    symbols = _SYMBOL.findall(source)
    if len(symbols) >= FEW:
        spelled.append("".join(map(_character, symbols)))
    digits = (re.sub(r"\W", "", found[0]) for found in _BYTES.finditer(source))
    spelled += [bytes.fromhex(each).decode("utf-8", "replace") for each in digits]
    spelled += _far_apart(source)
    if spelled:
        yield "codes of characters", "\n\n".join(spelled)
    seams = _CELLS.sub(SEAM, _STRINGS.sub(SEAM, source.replace(SEAM, " ")))
    joined = "\n\n".join(found[0].replace(SEAM, "") for found in _JOINED.finditer(seams))
    if joined:
        yield "strings put together", joined
    said = "".join(_strings_of_styles(source))
    if said:
        yield "strings of style sheets", said
    scripts = (_SCRIPT_END.split(each, maxsplit=1)[0] for each in _SCRIPT.split(source)[1:])
    written = "\n\n".join("".join(_strings(script)) for script in scripts)
    if written:
        yield "strings of scripts", written
    words = (_WORD_VALUE.findall(tag[0]) for tag in _OPENING.finditer(source))
    classes = (found[1].split() for found in _CLASSES.finditer(source))
    together = "\n\n".join("".join(each) for each in (*words, *classes) if len(each) > 1)
    if together:
        yield "attributes put together", together
    if _TURNED.search(source):
        yield "text from right to left", source[::-1]
    if _TAGS.search(source):
        yield "characters that are not seen", _TAGS.sub(lambda tag: chr(ord(tag[0]) - 0xE0000), source)


def columns(text: str) -> Iterator[str]:
    """The letters of each column in which one stands alone in row after row, with a space between them.

    >>> list(columns("1 | B | paid\\n2 | e | paid\\n3 | r\\n4 | g\\n5 | e\\n"))
    ['B e r g e']
    """
    runs: list[list[str]] = []
    last = -ROW
    for each in _ALONE.finditer(text):
        if not runs or each.start() - last > ROW:
            runs.append([])
        runs[-1].append(each[1] or each[2])
        last = each.end()
    for run in runs:
        for wide in range(1, BESIDE + 1):
            yield from (" ".join(run[at::wide]) for at in range(wide) if len(run[at::wide]) >= LETTERS)


def _spelled(codes: str) -> str:
    """
    >>> _spelled("66, 101, 0x72 103")
    'Berg'
    """
    return "".join(map(_character, _NUMBER.findall(codes)))


def _far_apart(source: str) -> Iterator[str]:
    """What numbers say that follow each other, whatever stands between them, if they are codes of letters.

    >>> list(_far_apart(" ".join(f"<c v='{ord(letter)}'/>" for letter in "Torvund")))
    ['Torvund']
    """
    said = ""
    for number in _WHOLE_NUMBER.finditer(source):
        letter = chr(int(number[1]))
        if letter.isalpha():
            said += letter
            continue
        if len(said) >= MANY:
            yield said
        said = ""
    if len(said) >= MANY:
        yield said


def _character(code: str) -> str:
    number = int(code, 16 if code[:2].lower() == "0x" else 10)
    if 0xF020 <= number <= 0xF0FF:  # of a font of symbols
        number -= 0xF000
    return chr(number)


def _strings_of_styles(source: str) -> Iterator[str]:
    """
    >>> "".join(_strings_of_styles('<style>a{content:"Be"} b{content:"\\\\72 g"}</style>'))
    'Berg'
    """
    for style in _STYLE.finditer(source):
        for said in _SAID.finditer(style[1] or style[2] or ""):
            for one, other in _STRING.findall(said[1]):
                yield _CSS_ESCAPE.sub(lambda found: _css_character(found[1]), one or other)


def _strings(script: str) -> Iterator[str]:
    """
    >>> "".join(_strings("a = 'Be'; b = \\"rg\\""))
    'Berg'
    """
    for one, other in _STRING.findall(script):
        if len(one or other) <= SHORT:
            yield one or other


def _css_character(code: str) -> str:
    number = int(code, 16)
    return chr(number) if 0 < number < 0x110000 else ""
