"""A person's name as parts that can be compared, and how well two names agree."""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from rapidfuzz.distance import OSA

from lexveil.languages import DEFAULT, Language, load, people
from lexveil.names import given
from lexveil.names.romanized import same_romanized, servants_joined, two_genders
from lexveil.text.fold import fold, unbroken
from lexveil.text.patterns import any_of

# How much a pair of name tokens agrees. Below ONE_LETTER nothing counts as the same word.
SAME, ROMANIZED, NICKNAME, INITIAL, ONE_LETTER = 1.0, 0.95, 0.9, 0.7, 0.6
HALF = 0.9  # of a double family name
FAMILY = 0.65  # how far the family name alone agrees with the whole
FUZZY_LENGTH = 4  # shorter words differ by a letter too easily

_OWNER = re.compile(r"^.*[^\W\d_]\s?['’]\s?s\s+(?=[^\W\d_])")
_POSSESSIVE = re.compile(r"['’]s?$")
_RUN_ON = re.compile(r"(?<=\b[^\W\d_])\.(?=[^\W\d_]{3})")  # D.Walton
_QUOTED = re.compile(r"[\"“”„«‘'(]([^\W\d_][\w'’-]*)[\"“”»’')]")
_WORD_END = re.compile(r"[.,;:]+$")
_NUMBERED = re.compile(r"^\w{0,2}\d+\s+(?=[^\W\d_])")  # W1 Ann Roe
_SPELT = re.compile(r"(?<![\w-])(?:[^\W\d_]-){2,}[^\W\d_](?![\w-])")  # M-A-R-K
_TWO_INITIALS = re.compile(r"[^\W\d_a-z][a-z]?\.-[^\W\d_a-z][a-z]?\.?")  # J.-Ph.
_LETTERS = re.compile(r"[A-Z]{2}|[B-DF-HJ-NP-TV-XZ]{3}")  # of somebody who is called by initials: DT, KLB
_SOUNDS = (
    ("ou", "u"), ("oo", "u"), ("ee", "i"), ("ie", "i"), ("ey", "i"), ("ph", "f"), ("ck", "k"), ("kh", "h"),
    ("gh", "g"), ("th", "t"), ("dh", "d"), ("tz", "z"), ("ts", "z"), ("cz", "c"), ("q", "k"), ("w", "v"),
    ("y", "i"), ("j", "i"), ("x", "ks"), ("dsh", "dzh"), ("aa", "a"),
)  # fmt: skip


_SCANNED = str.maketrans("01589", "olsbg")


class Name(NamedTuple):
    tokens: tuple[str, ...]  # folded, given name first, particles left out, initials one letter each
    gender: str = ""  # "m" or "f" by the title, "" when none tells
    suffix: str = ""  # jr, sr, iii …
    particles: frozenset[str] = frozenset()  # van, de, al …
    title: str = ""  # the last word of the title, in one spelling: mr, mrs, miss, dr, uncle …
    nicknames: frozenset[str] = frozenset()  # words in quotes: Paul "Tiny" Roe
    several: bool = False  # the Woodhouses, Captain and Mrs Ashburnham: not one person
    double: bool = False  # two family names, of which the first stands last

    @property
    def likely_gender(self) -> str:
        return self.gender or ("" if self.bare else given.gender(self.tokens[0]))

    @property
    def family(self) -> str:
        return self.tokens[-1] if self.tokens else ""

    @property
    def bare(self) -> bool:
        return len(self.tokens) == 1

    @property
    def generation(self) -> str:
        """Of somebody who is called nothing else than Junior."""
        return self.suffix if self.tokens == (self.suffix,) else ""

    @property
    def initials(self) -> str:
        """The first letters of its words."""
        return "".join(word[0] for word in self.tokens)

    @property
    def letters(self) -> bool:
        """Letters instead of a name: M, Ms A, D. T."""
        return all(len(word) == 1 for word in self.tokens)

    @property
    def abbreviated(self) -> bool:
        """Several of them, which may be somebody's initials."""
        return self.letters and not self.bare


class _Words(NamedTuple):
    gender: Mapping[str, str]  # of titles, "" for those that tell none
    same_title: Mapping[str, str]  # title → its one spelling
    leading: frozenset[str]  # titles
    describing: frozenset[str]  # words before a name that only describe: "poor Isabella"
    generations: Mapping[str, str]  # senior → its one spelling, sr
    trailing: frozenset[str]  # suffixes, and letters that give a role
    letters: frozenset[str]  # single ones that do
    particles: frozenset[str]  # de, van
    between_families: frozenset[str]  # y, i
    office: re.Pattern[str]  # an office inside a longer designation: "U.S. President Donald Trump"
    several: re.Pattern[str]  # Captain and Mrs Ashburnham
    family: re.Pattern[str]  # the Woodhouses
    of_place: re.Pattern[str]  # "of Ruritania"
    regnal: re.Pattern[str]  # "the Third"


@cache
def _words(language: Language) -> _Words:
    words, described = language.people, language.people["described"]
    gender = {**people.courtesy(language), **people.genders(language, "prose_titles")}
    the, of = any_of(described["the"]), any_of(described["of"])
    together, several = any_of(described["together"]), any_of(described["several"])
    return _Words(
        gender=gender,
        same_title={word: title for title, listed in words["same_title"].items() for word in listed},
        leading=frozenset(gender) | people.role_before(language).keys(),
        describing=frozenset(described["before"]),
        generations=people.generations(language),
        trailing=people.tails(language),
        letters=frozenset(word for word in people.role_after(language) if len(word) == 1),
        particles=people.particles(language),
        between_families=frozenset(words["names"].get("between_families", ())),
        office=re.compile(rf"^.*\b(?=(?i:{any_of(described['offices'])})\s+[^\W\d_a-z])"),
        several=re.compile(rf"\s{together}\s|^{several}\b", re.IGNORECASE),
        family=re.compile(rf"{the}\s+(?:[\w'’-]+\s+)*?[^\W\d_][\w'’-]+{described['plural']}$", re.IGNORECASE),
        of_place=re.compile(rf"\s+{of}\s.*$", re.DOTALL),
        regnal=re.compile(rf"\s+{the}\s+({any_of(described['numbers'])})\b.*$", re.I | re.DOTALL),
    )


@lru_cache(maxsize=65536)
def parse(surface: str, *, title: str = "", language: str = DEFAULT) -> Name:
    """
    >>> parse("Michael S. Blatter").tokens
    ('michael', 's', 'blatter')
    >>> parse("DE VRIES, Jan Jr.", title="Mr")[:5]
    (('jan', 'vries'), 'm', 'jr', frozenset({'de'}), 'mr')
    """
    spoken = load(language)
    known = _words(spoken)
    whole = _SPELT.sub(lambda found: found[0].replace("-", ""), unbroken(surface).strip())
    bare, suffix = _described(whole, spoken)
    bare = _NUMBERED.sub("", bare)
    words = servants_joined([word for part in _given_first(bare, known) for word in _split(part, known)])
    heading = [word for word in _split(title, known) if word in known.leading]
    while len(words) > 1 and (words[0] in known.leading or words[0] in known.describing):
        heading += [words[0]] if words[0] in known.leading else []
        words = words[1:]
    gender = next((known.gender[word] for word in heading if known.gender.get(word)), "")
    named = known.same_title.get(heading[-1], heading[-1]) if heading else ""
    while len(words) > 1 and words[-1] in known.trailing:
        suffix = known.generations.get(words[-1], suffix)
        words = words[:-1]
    if len(words) == 1 and _LETTERS.fullmatch(whole) and not given.is_given(words[0]):
        words = words if given.is_family(words[0]) else list(words[0])
    if len(words) == 1 and not heading and len(words[0]) > FUZZY_LENGTH and words[0] in known.generations:
        suffix = known.generations[words[0]]
        words = [suffix]
    small, also_given = people.particles(spoken), people.also_given(spoken)  # at the start, Ben is a name
    tokens = tuple(
        word
        for at, word in enumerate(words)
        if len(word) == 1 or word not in small or (at == 0 and word in also_given)
    ) or tuple(words)
    double = bool(spoken.people["names"].get("first_family")) and (
        _is_double(tokens, spoken)
        or (len(tokens) > 2 and any(fold(each) in known.between_families for each in whole.split()[2:-1]))
    )
    if double:  # the first of two is the one that people are called by: it goes last, as others have it
        tokens = (*tokens[:-2], tokens[-1], tokens[-2])
    several = (bool(known.several.search(whole)) and not double) or (
        not heading and bool(known.family.fullmatch(whole))
    )
    quoted = frozenset(fold(word) for word in _QUOTED.findall(whole)) & frozenset(tokens)
    return Name(tokens, gender, suffix, frozenset(words) - set(tokens), named, quoted, several, double)


def _is_double(tokens: tuple[str, ...], language: Language) -> bool:
    """Whether the name ends in two family names, after given names or alone.

    >>> parse("Joan Carles Mas i Casals", language="ca").tokens, parse("Mas Casals", language="ca").tokens
    (('joan', 'carles', 'casals', 'mas'), ('casals', 'mas'))
    """
    borne = frozenset(language.people["names"].get("second_given", ()))
    first = 0
    while first < len(tokens) - 1 and _is_given_at(tokens, first, borne):
        first += 1
    return len(tokens) - first == 2 and not any(len(word) == 1 for word in tokens[first:])


def _is_given_at(tokens: tuple[str, ...], at: int, borne: frozenset[str]) -> bool:
    """A given name; before the last word only one that many people have as their second."""
    word = tokens[at]
    if len(word) == 1 or word in borne:
        return True
    if at:
        return given.is_given(word) and len(tokens) - at > 2
    return given.is_given(word) or not given.is_family(word)


def is_title(word: str, *, language: str = DEFAULT) -> bool:
    """A word that can stand before a name, folded."""
    return word in _words(load(language)).leading


def _described(surface: str, language: Language) -> tuple[str, str]:
    """The name without what describes it, and the number of a monarch: "Rudolf the Third of Ruritania"."""
    known = _words(language)
    surface = known.office.sub("", surface)
    surface = _RUN_ON.sub(". ", _POSSESSIVE.sub("", _OWNER.sub("", surface)))
    words = surface.split()
    at = 0
    kept = people.particles(language) | known.leading
    while at < len(words) - 1 and words[at][:1].islower():
        word = fold(words[at]).strip(".")
        if word in kept or "'" in word:
            break
        at += 1
    surface = " ".join(words[at:]) if at < len(words) and words[at][:1].isupper() else surface
    numbered = known.regnal.search(surface)
    cut = known.of_place.sub("", known.regnal.sub("", surface))
    if all(fold(word).strip(".") in known.leading | known.describing for word in cut.split()):
        cut = surface  # "the Earl of Moreland" has no other name
    return cut, numbered[1].lower() if numbered else ""


def _given_first(surface: str, known: _Words) -> list[str]:
    """Turn "DOE, John" and "DOE John" round."""
    before, comma, after = surface.partition(",")
    if comma and _shouted_family(before.split(), known):  # ROE Ann, Mary
        surface, comma = f"{before}{after}", ""
    if comma and fold(after).strip(" .") not in known.trailing | {""}:
        words = after.split()
        tails = (at for at, word in enumerate(words) if fold(word).strip(".,") in known.trailing)
        cut = next(tails, len(words))
        return [" ".join(words[:cut]), before, " ".join(words[cut:])]
    words = surface.split()
    title = fold(words[0]) in known.leading if words else False  # HHJ Roe
    title = title or (len(words) > 1 and _run_together(words[0]))
    if len(words) == 2 and _shouted(words[0]) and fold(words[1]).strip(".") in known.letters:  # ROE J.
        return words[:1]
    if len(words) == 2 and not title and re.fullmatch(r"[^\W\d_]\.", words[1]):
        first = fold(words[0])
        return words[::-1] if given.is_family(first) and not given.is_given(first) else words
    family = 0 if title and fold(words[0]) not in known.particles else _shouted_family(words, known)
    return [" ".join(words[family:]), " ".join(words[:family])] if family else [surface]


def _shouted_family(words: list[str], known: _Words) -> int:
    """How many words at the head are a family name in capitals: DOE John, DE LA ROE Ann."""
    capitals = next((at for at, word in enumerate(words) if not _shouted(word)), len(words))
    if not 0 < capitals < len(words) or any(map(_shouted, words[capitals:])):
        return 0
    first, after = fold(words[0]), fold(words[capitals])
    named = given.is_given(after) and not given.is_given(first)  # DOE ROE Ann
    return capitals if capitals == 1 or first in known.particles or named else 0


def _run_together(word: str) -> bool:
    """WT Roe: initials without their full stops."""
    return (
        bool(_LETTERS.fullmatch(word)) and not given.is_family(fold(word)) and not given.is_given(fold(word))
    )


def _shouted(word: str) -> bool:
    letters = [char for char in word if char.isalpha()]
    return len(letters) > 1 and all(char.isupper() for char in letters) and "." not in word


def _are_initials(raws: list[str], raw: str) -> bool:
    return _run_together(raw) and raw is raws[0] and len(raws) > 1 and not raws[-1].isupper()


def _split(part: str, known: _Words) -> list[str]:
    words: list[str] = []
    raws = [raw for raw in re.split(r"[\s,]+", part) if raw]
    if len(raws) > 2 and part.isupper():  # ORTEGA Y GASSET
        raws = [raw for raw in raws if fold(raw) not in known.between_families]
    for raw in raws:
        if len(raw) == 1 and raw.islower():
            continue  # Ortega y Gasset
        word = _WORD_END.sub("", fold(raw))
        if _TWO_INITIALS.fullmatch(raw):
            words += [part[0] for part in word.split("-")]  # J.-Ph. → j p
        elif re.fullmatch(r"(?:[^\W\d_]\.-?){1,4}[^\W\d_]?,?", raw):
            letters = [char for char in word if char.isalpha()]  # J.R. → j r
            after = words and raw is raws[-1] and "".join(letters) in known.trailing  # Roe Q.C.
            words += ["".join(letters)] if after else letters
        elif _are_initials(raws, raw) and not (word in known.particles and raws[1].isupper()):  # DE ROE Ann
            words += word
        elif word:
            words.append(word.strip("'\"“”()[]"))
    return [word for word in words if word]


def similar(a: str, b: str) -> float:
    """How far two folded name tokens are the same word.

    >>> similar("mahmood", "mahmoud") == ROMANIZED, similar("bill", "william") == NICKNAME
    (True, True)
    """
    if a == b:
        return SAME
    if a == b.split("-")[0] or b == a.split("-")[0]:
        return NICKNAME  # Marius and Marius-Andrei
    if len(a) == 1 or len(b) == 1:
        return INITIAL if a[0] == b[0] else 0.0
    if "-" in a and "-" in b and hyphened(a) != hyphened(b):
        return INITIAL if [part[:1] for part in a.split("-")] == [part[:1] for part in b.split("-")] else 0.0
    if given.same_given(a, b):
        return NICKNAME
    both_given = given.is_given(a) and given.is_given(b)
    if {given.gender(a), given.gender(b)} == {"m", "f"} if both_given else two_genders(a, b):
        return 0.0  # Martin and Martina, Petrov and Petrova
    if same_romanized(a, b):
        return ROMANIZED
    if min(len(a), len(b)) >= FUZZY_LENGTH and unscanned(a) == unscanned(b):
        return ONE_LETTER
    if min(len(a), len(b)) >= FUZZY_LENGTH and a[0] == b[0]:
        allowed = 2 if min(len(a), len(b)) >= 9 else 1
        if OSA.distance(a, b, score_cutoff=allowed) <= allowed:
            return ONE_LETTER
    return 0.0


def hyphened(word: str) -> bool:
    """Initials of a double name: P-L."""
    return all(len(part) == 1 for part in word.split("-"))


def unscanned(word: str) -> str:
    """A folded word as it was before a scanner read l as 1 and m as rn.

    >>> unscanned("wi11iarns") == unscanned("williams")
    True
    """
    return word.translate(_SCANNED).replace("rn", "m")


@lru_cache(maxsize=65536)
def sound(word: str) -> str:
    """A folded word reduced to what survives its being written in other letters.

    >>> sound("mahmood") == sound("mahmoud"), sound("yusuf") == sound("youssef")
    (True, False)
    """
    for one, other in _SOUNDS:
        word = word.replace(one, other)
    return re.sub(r"(.)\1+", r"\1", word)


def clash(a: Name, b: Name) -> bool:
    """What two forms of one name never have: two genders, or both Jr and Sr. A given name counts only
    where the other shows none: Mr Puerta is not Laura Puerta, but Mr Andrea Rossi is Andrea Rossi."""
    if a.suffix and b.suffix and a.suffix != b.suffix:
        return True
    if a.gender and b.gender:
        return a.gender != b.gender
    both_given = all(len(name.tokens) > 1 and len(name.tokens[0]) > 1 for name in (a, b))
    genders = {a.likely_gender, b.likely_gender} - {""}
    return not both_given and len(genders) == 2


def agree(a: Name, b: Name) -> float:
    """0 when the names cannot be one person's, else how well: the shorter lies in the longer, in order."""
    if clash(a, b):
        return 0.0
    if _both_families(a, b) or _both_families(b, a):
        return 0.9
    if _without_given(a, b) or _without_given(b, a):
        return 0.6
    one, other = _without_particle(a, b), _without_particle(b, a)
    short, long = (one, other) if len(one) <= len(other) else (other, one)
    if not short:
        return 0.0
    if len(short) == 1:
        return _agree_bare(short[0], long)
    if sorted(short) == sorted(long):
        if a.double and b.double and short != long:
            return 0.0  # Ana Roe Doe and her cousin Ana Doe Roe
        return SAME if short == long else 0.9  # the other name order: Zhang Wei, Wei Zhang
    family = _similar_family(short[-1], long[1:])
    if not family and short[0] == long[0] and len(short[0]) > 1 and two_genders(short[-1], long[-1]):
        family = ONE_LETTER  # Irina Petrov, as some write Irina Petrova
    if not family:
        return 0.0
    links = _align(short[:-1], long[:-1])
    compound = short == long[-2:] and (a.particles & b.particles or (a.double and b.double))  # Paz de Cruz
    named = compound or short[0] in a.nicknames | b.nicknames
    if links is not None and not named and _by_middle_name(short, long):
        return 0.0
    if links is None or (family < HALF and not any(link >= NICKNAME for link in links)):
        return 0.0
    return min([family, *links]) * (0.97 if len(short) != len(long) else 1.0)


def _both_families(short: Name, long: Name) -> bool:
    """Sr. Blanco Salvador is Juan Blanco Salvador, though people are called Blanco."""
    families = long.double and len(long.tokens) > 2 and set(long.tokens[-2:])
    return len(short.tokens) == 2 and families == set(short.tokens)


def _without_given(short: Name, long: Name) -> bool:
    """Sra. Roe Doe may be Ana Roe: nothing but the first family name can be compared."""
    alone = short.double and len(short.tokens) == 2
    return alone and not long.double and not long.bare and short.family == long.family


def _without_particle(name: Name, other: Name) -> tuple[str, ...]:
    """`Al Jaber` against `Sultan Al Jaber`: what looked like a given name is a particle."""
    drop = len(name.tokens) > 1 and name.tokens[0] in other.particles
    return name.tokens[1:] if drop else name.tokens


def _agree_bare(word: str, tokens: tuple[str, ...]) -> float:
    """One word against a name: best as the family name, then a part of it, then the given name."""
    if len(word) == 1:
        return 0.0
    if len(tokens) == 1:
        return similar(word, tokens[0])
    family = _similar_family(word, tokens[-1:])
    if family:
        return FAMILY * family
    inner = _similar_family(word, tokens[1:-1])
    if inner == SAME:
        return 0.5
    nickname = word in given.short_forms_of_any(tokens[:-1])
    return 0.45 if nickname or (similar(word, tokens[0]) >= NICKNAME and len(tokens[0]) > 1) else 0.0


def _similar_family(word: str, tokens: tuple[str, ...]) -> float:
    """A family name against the family names of a longer name; `Jones` meets `Jones-Smith`."""
    best = 0.0
    for token in tokens:
        if len(token) == 1 or len(word) == 1:
            continue
        if given.same_given(word, token) and word != token:
            continue  # nicknames are for given names
        best = max(best, similar(word, token))
        if best < SAME and ("-" in token or "-" in word):
            parts = set(token.split("-")) & set(word.split("-"))
            best = max(best, HALF if parts else 0.0)
    return best


def _by_middle_name(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    """Lee Roe is not Jordan Lee Roe, who may be the son: only an initial before it lets a middle name stand
    for the first. Family names without a given name may be parts of a longer row of them."""
    first = short[0]
    return len(long[0]) > 1 and not similar(first, long[0]) and given.is_given(first)


def _same_given(word: str, other: str) -> float:
    """Two forms of a given name, before one family name: Sade Roe, Folasade Roe."""
    short, whole = sorted((word, other), key=len)
    return similar(word, other) or NICKNAME * (len(short) > 3 and given.is_short(short, whole))


def _align(short: tuple[str, ...], long: tuple[str, ...]) -> list[float] | None:
    """Each given name of the shorter must meet one of the longer, in order; the first ones must meet
    unless the longer name has more given names than the shorter."""
    links: list[float] = []
    at = 0
    for word in short:
        while at < len(long) and not _same_given(word, long[at]):
            at += 1
        if at == len(long):
            return None
        links.append(_same_given(word, long[at]))
        at += 1
    return links
