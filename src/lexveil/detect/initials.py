"""People by initials: J.R. Doe, Doe J.R., and people who are letters only, A.B. or X.

Comes in: the view of a document. Goes out: PERSON spans. Abbreviations (U.S. Government, S.A., No. 5, Art. 5)
and the letters that number a heading are no initials. Letters that may be either (M.P., a lone X) are decided
once for the whole document, by what stands around all their occurrences.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lexveil.detect.words import (
    TITLES,
    Word,
    is_body,
    joint,
    may_be_name,
    name_end,
    name_span,
    opens_line,
    small_words,
    words,
)
from lexveil.jurisdictions.legalforms import keys
from lexveil.languages.common import is_also_name, is_common, is_function
from lexveil.model import Document, Span
from lexveil.names.given import is_family, is_given
from lexveil.names.places import is_country, is_place

NAMED, LETTERS, LETTER = 0.85, 0.65, 0.5
_VOTES = 2  # occurrences that must look like a person before doubtful letters are one

# Letters that are never a person's.
_NEVER = frozenset(
    "us uk un eu ec usa uae ussr po dc ie eg id ii iii iv vi vii ix xi xii vs tv cd ipc crpc cpc fir air "
    "itr elt scr scc llb llm ias ips slp wp cr rs lrs qc kc jj cj phd bc ad".split()
)
# Letters that are often something else: a state, a company's form, an office.
_DOUBTFUL = frozenset(
    "mp up ap hp tn wb jk sa bv nv sl na ca sc hc cs as ps pw dw cw sp io ao ac pc co md ma ba jd ny nj "
    "nc la sr hq os gr lr er ch hl kb qb ss ga wc cbi sho dsp asi he hm ph dd pp ri go ia cc wa fb db it "
    "lt gp op cm ld jm mm dj sj sb mc rc rd pf cp fp cj ag wp cma crp lj ja oe am pm nb".split()
)
_VERBS = (
    "had|has|was|were|did|would|could|who|whom|whose|stated|said|told|testified|confirmed|denied|alleged|"
    "submitted|requested|claimed|declared|refused|informed|appealed|lodged|went|left|came|gave|took|asked|"
    "replied|stopped|separated|died|married|lived|admitted|explained|complained|argued|spoke|arranged|"
    "feared|continued|filed|be"
)
_AFTER = re.compile(rf"\.?(?:'s?(?!\w)|,? (?:also |then |again )?(?:{_VERBS})\b|,? one of\b)")
_BEFORE = re.compile(
    r"\b(?:witness(?:es)?|accused|co-accused|certain|defendants?|co-defendant|named|child|daughter|son|"
    r"wife|husband|brother|sister|mother|father|cousin|uncle|aunt|partner|victim|suspect|patient|minor|boy|"
    r"girl|friend|detainee|experts?|judges?|doctors?|therapist|psychologist|psychiatrist|officers?|"
    r"constables?|soldiers?|prosecutor|lawyer|counsel|[Cc]onstables?|[Ss]oldiers?|[Oo]fficers?|[Ss]ergeant|"
    r"[Ii]nspector|[Ss]uperintendent|[Jj]udge|[Ww]itness),? $"
)
_NEAR = re.compile(r"\b(?:and|by|with|from|against|to|that|between|for|on|did|had|was|told|\w{3,}ed),? $")
_REFERENCE = re.compile(
    r"(?i)(?:[\d/]|(?:§|\b(?:no|nos|art|v|vs)\.|\b(?:sections?|articles?|rules?|paragraphs?|annex(?:es)?|"
    r"exhibits?|part|series|type|class|category|vitamin|hepatitis|plan|schedule|appendix|block|group|level|"
    r"point|item|floor|company|wing|cell|unit|building|zone|line|model|grade|form|version|option|team|"
    r"road)) ?)$"
)


# A file number, a statute or a street after letters: W.P. No. 5, I.T. Act.
_NUMBERED = re.compile(
    r"\.?[^\S\n]*(?:\(?[A-Z]?\)? ?Nos?\b|\d|[A-Z]\w+ (?:Act|Rules|Code|Road)\b|(?:Act|Rules|Code|Road|"
    r"grade)\b|\b\w*No\b)"
)


_SPEAKS = re.compile(
    r"(?:'s (?:evidence|statement|testimony|mother|father|wife|husband|home|house)|,? (?:also |then |"
    r"again )?(?:stated|said|told|testified|telephoned|died|married|went|left|replied|lived|confessed|"
    r"complained|informed|met|felt|asked)\b)"
)


class Letters(NamedTuple):
    first: int
    last: int
    name: str  # the letters alone: `mp`
    sure: bool
    votes: int  # how much this occurrence looks like a person


def find(document: Document) -> Iterator[Span]:
    text = document.text
    listed = words(text)
    small = small_words(text)
    alone: list[Letters] = []
    index = 0
    while index < len(listed):
        if not listed[index].initial:
            alone += _pair(text, listed, index)
            index += 1
            continue
        letters = _letters_end(listed, index)
        last = name_end(listed, index)
        if last > letters and _is_named(text, listed, index, letters, last, small):
            first = index - _is_given_before(listed, index)
            yield Span(*name_span(listed, first, last), "PERSON", NAMED, ("initials:named",))
            index = last
            continue
        if _is_after_name(listed, index, letters):
            yield Span(
                listed[index - 1].start,
                name_span(listed, index, letters)[1],
                "PERSON",
                0.7,
                ("initials:after",),
            )
        else:
            alone += _alone(text, listed, index, letters)
        index = letters
    yield from _elected(listed, alone)


def _letters_end(listed: Sequence[Word], first: int) -> int:
    """The index after the last of a row of initials."""
    last = first + 1
    while last < len(listed) and listed[last].initial:
        link = joint(listed[last - 1].gap)
        if link not in (".", ".-", "-") and not (link == "space" and listed[last - 1].gap[:1] == "."):
            break
        last += 1
    return last


def _is_named(
    text: str, listed: Sequence[Word], first: int, letters: int, last: int, small: frozenset[str]
) -> bool:
    """Initials and a family name; a letter at the head of a line may number a heading."""
    family = next((word for word in reversed(listed[letters:last]) if not word.initial), None)
    if family is None or letters - first > 4 or is_body(listed, last):
        return False
    lone = letters - first == 1
    if (not lone and _row(listed, first, letters) in _NEVER) or is_place(family.key):
        return False
    if lone and (
        listed[first].gap[:1] != "."
        or _REFERENCE.search(text, max(0, listed[first].start - 16), listed[first].start)
    ):
        return False
    known = is_family(family.key) or is_given(family.key)
    heads_line = lone and opens_line(text, listed[first].start)
    if is_common(family.key) or family.key in small:
        return known and not heads_line and is_also_name(family.key)
    return known or not heads_line


def _is_given_before(listed: Sequence[Word], first: int) -> bool:
    """John R. Doe: the initials are the second name."""
    if first == 0 or listed[first - 1].gap != " ":
        return False
    given = listed[first - 1]
    return is_given(given.key) and may_be_name(given) and not (given.key in TITLES or is_place(given.key))


def _is_after_name(listed: Sequence[Word], first: int, letters: int) -> bool:
    """Doe J.R. or Doe J.: a listed family name and its initials after it."""
    if first == 0 or joint(listed[first - 1].gap) != "space" or listed[first].gap[:1] != ".":
        return False
    family = listed[first - 1]
    if family.initial or is_common(family.key) or is_place(family.key):
        return False
    return is_family(family.key) and _row(listed, first, letters) not in _NEVER | _DOUBTFUL


def _alone(text: str, listed: Sequence[Word], first: int, letters: int) -> Iterator[Letters]:
    """Letters without a name, unless they are a reference or a plain abbreviation."""
    start, end = listed[first].start, listed[letters - 1].end
    row = listed[first:letters]
    name = _row(listed, first, letters)
    if name in _NEVER or len(row) > 3:
        return
    if _REFERENCE.search(text, max(0, start - 16), start) or name == "i":
        return
    lone = len(row) == 1
    if any(len(word.text) > 1 for word in row) or (not lone and row[0].gap[:1] != "."):
        return
    if _NUMBERED.match(text, end):
        return
    if text[end : end + 1] in ("/", "&"):
        return
    after = bool(_AFTER.match(text, end))
    if lone and not after and opens_line(text, start):  # the number of a heading
        return
    before = bool(_BEFORE.search(text, max(0, start - 16), start))
    near = bool(_NEAR.search(text, max(0, start - 12), start))
    votes = _VOTES * before + (after and name != "a") + (near and row[-1].gap[:1] == ".")
    sure = not lone and name not in _DOUBTFUL and (len(row) == 2 or votes >= _VOTES)
    yield Letters(first, letters, name, sure, votes)


def _pair(text: str, listed: Sequence[Word], index: int) -> Iterator[Letters]:
    """GL or DM: two capitals without full stops; many other things are written so."""
    word = listed[index]
    if (
        len(word.text) != 2
        or not word.text.isupper()
        or word.key in _NEVER | _DOUBTFUL
        or _is_listed_letters(word)
    ):
        return
    if _REFERENCE.search(text, max(0, word.start - 16), word.start) or _NUMBERED.match(text, word.end):
        return
    after = bool(_SPEAKS.match(text, word.end))
    before = bool(_BEFORE.search(text, max(0, word.start - 16), word.start))
    yield Letters(index, index + 1, word.text, sure=False, votes=_VOTES * before + after)


def _is_listed_letters(word: Word) -> bool:
    sections = ("forms", "clubs", "acronyms", "public")
    return (
        is_country(word.key)
        or is_function(word.key)
        or any(word.key in keys(section) for section in sections)
    )


def _elected(listed: Sequence[Word], alone: Sequence[Letters]) -> Iterator[Span]:
    votes: Counter[str] = Counter()
    bare = set()  # written without a full stop somewhere: a full stop elsewhere ends the sentence
    for letters in alone:
        votes[letters.name] += letters.votes
        if letters.last - letters.first == 1 and listed[letters.first].gap[:1] != ".":
            bare.add(letters.name)
    for letters in alone:
        if letters.sure or votes[letters.name] >= _VOTES:
            score = LETTERS if letters.last - letters.first > 1 else LETTER
            start, end = name_span(listed, letters.first, letters.last)
            if letters.name in bare:
                end = listed[letters.last - 1].end
            yield Span(start, end, "PERSON", score, ("initials:alone",))


def _row(listed: Sequence[Word], first: int, letters: int) -> str:
    return "".join(word.key for word in listed[first:letters])
