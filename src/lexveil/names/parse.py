"""A person's name as parts that can be compared."""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from lexveil.languages import DEFAULT, Language, load, people
from lexveil.names import given
from lexveil.names.romanized import servants_joined
from lexveil.text.fold import fold, unbroken
from lexveil.text.patterns import LOWER, UPPER, any_of, one_of

LONGER = 4  # letters: only longer words are names of a generation alone

_OWNER = re.compile(r"^.*[^\W\d_]\s?['’]\s?s\s+(?=[^\W\d_])")
_POSSESSIVE = re.compile(r"['’]s?$")
_RUN_ON = re.compile(r"(?<=\b[^\W\d_])\.(?=[^\W\d_]{3})")  # D.Walton
_QUOTED = re.compile(r"[\"“”„«‘'(]([^\W\d_][\w'’-]*)[\"“”»’')]")
_APPOSED = re.compile(
    r"(?<=\w),\s+[^\W\d_A-Z][\w-]*[^\W\d_](?:\s[^\W\d_A-Z][\w-]+){0,2}$"
)  # Ann Roe, plumber
# A.B:lle, T.s mother
_INFLECTED_LETTERS = re.compile(rf"^((?:[^\W\d_]\.?){{1,4}})(?::[{LOWER}]{{1,5}}|(?<=[A-Z]\.)[{LOWER}])$")
_WORD_END = re.compile(r"[.,;:_]+$")
_NUMBERED = re.compile(r"^\w{0,2}\d+\s+(?=[^\W\d_])")  # W1 Ann Roe
_SPELT = re.compile(r"(?<![\w-])(?:[^\W\d_]-){2,}[^\W\d_](?![\w-])")  # M-A-R-K
_BROKEN_HYPHEN = re.compile(
    r"(?<=[^\W\d_]{2})-\s+(?=[^\W\d_a-z])|(?<=[^\W\d_]{2})\s+-(?=[^\W\d_a-z])"
)  # Vane- Holt
_TWO_INITIALS = re.compile(r"[^\W\d_a-z][a-z]?\.-[^\W\d_a-z][a-z]?\.?")  # J.-Ph.
_CUT = re.compile(r"[^\W\d_a-z][bcdfghjklmnpqrstvwxz]{1,2}\.")  # Ph., Chr.: a given name cut short
_LETTERS = re.compile(r"[A-Z]{2}|[B-DF-HJ-NP-TV-XZ]{3}")  # of somebody who is called by initials: DT, KLB


class Name(NamedTuple):
    tokens: tuple[str, ...]  # folded, given name first, particles left out, initials one letter each
    gender: str = ""  # "m" or "f" by the title, "" when none tells
    suffix: str = ""  # jr, sr, iii …
    particles: frozenset[str] = frozenset()  # van, de, al …
    title: str = ""  # the last word of the title, in one spelling: mr, mrs, miss, dr, uncle …
    nicknames: frozenset[str] = frozenset()  # words in quotes: Paul "Tiny" Roe
    several: bool = False  # the Woodhouses, Captain and Mrs Ashburnham: not one person
    double: bool = False  # two family names, of which the first stands last
    other_family: str = ""  # that is or was theirs too: Ann Roe née Doe

    @property
    def likely_gender(self) -> str:
        if self.gender or self.bare:
            return self.gender
        called = next((word for word in self.tokens[:-1] if given.gender(word)), self.tokens[0])
        return given.gender(called) if called == self.tokens[0] or given.is_given(self.tokens[0]) else ""

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
    def all_initials(self) -> str:
        """… and of the parts of those with hyphens: A. R-P."""
        return "".join(part[0] for word in self.tokens for part in word.split("-") if part)

    @property
    def letters(self) -> bool:
        """Letters instead of a name: M, Ms A, D. T."""
        return all(len(part) == 1 for word in self.tokens for part in word.split("-"))

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
    owner: re.Pattern[str]  # Hs, of somebody who is called H
    of_place: re.Pattern[str]  # "of Ruritania"
    regnal: re.Pattern[str]  # "the Third"


@cache
def _words(language: Language) -> _Words:
    words, described = language.people, language.people["described"]
    gender = {**people.courtesy(language), **people.genders(language, "prose_titles")}
    # Anna di Lorenzo is called so, Rudolf of Ruritania comes from there.
    the, of = any_of(described["the"]), any_of(set(described["of"]) - people.particles(language))
    together, several = any_of(described["together"]), any_of(described["several"])
    return _Words(
        gender=gender,
        same_title={word: title for title, listed in words["same_title"].items() for word in listed},
        leading=frozenset(gender) | people.role_before(language).keys(),
        describing=frozenset(described["before"]),
        generations={fold(word): suffix for word, suffix in people.generations(language).items()},
        trailing=people.tails(language),
        letters=frozenset(word for word in people.role_after(language) if len(word) == 1),
        particles=people.particles(language),
        between_families=frozenset(words["names"].get("between_families", ())),
        office=re.compile(rf"^.*\b(?=(?i:{any_of(described['offices'])})\s+[^\W\d_a-z])"),
        several=re.compile(rf"\s{together}\s|^{several}\b", re.IGNORECASE),
        family=re.compile(rf"{the}\s+(?:[\w'’-]+\s+)*?[^\W\d_][\w'’-]+{described['plural']}$", re.IGNORECASE),
        owner=re.compile(rf"^([{UPPER}]){language.labels['initials'].get('genitive', '(?!)')}$"),
        of_place=re.compile(rf"\s+{of}\s.*$", re.DOTALL),
        regnal=re.compile(rf"\s+{the}\s+({any_of(described['numbers'])})\b.*$", re.I | re.DOTALL),
    )


@cache
def formerly(language: Language) -> re.Pattern[str]:
    """What stands between somebody's name and another that was or is theirs: née."""
    words = one_of(language.people["names"].get("formerly", ()))
    return re.compile(rf",?\s+{words}\.?\s+", re.IGNORECASE)


@lru_cache(maxsize=65536)
def parse(surface: str, *, title: str = "", language: str = DEFAULT) -> Name:
    """
    >>> parse("Michael S. Blatter").tokens
    ('michael', 's', 'blatter')
    >>> parse("DE VRIES, Jan Jr.", title="Mr")[:5]
    (('jan', 'vries'), 'm', 'jr', frozenset({'de'}), 'mr')
    >>> parse("Ann Roe née Doe").tokens, parse("Luba QC").tokens
    (('ann', 'roe'), ('luba',))
    """
    spoken = load(language)
    known = _words(spoken)
    whole, *other = formerly(spoken).split(unbroken(surface).strip(), 1)
    whole = known.owner.sub(r"\1", _INFLECTED_LETTERS.sub(r"\1", _without_calling(whole, known)))
    whole = _BROKEN_HYPHEN.sub("-", whole)
    whole = _SPELT.sub(lambda found: found[0].replace("-", ""), whole)
    bare, suffix = _described(whole, spoken)
    bare = _NUMBERED.sub("", bare)
    words = servants_joined([word for part in _given_first(bare, known) for word in _split(part, known)])
    whole_title = title.lower() in known.leading  # d.ª: its letters are no initials
    heading = [title.lower()] if whole_title else [w for w in _split(title, known) if w in known.leading]
    initials = _TWO_INITIALS.match(bare) is not None  # M.-A. Roe is no Mr
    while len(words) > 1 and not initials and (words[0] in known.leading or words[0] in known.describing):
        heading += [words[0]] if words[0] in known.leading else []
        words = words[1:]
    small = whole.rpartition(" ")[2].islower()  # Roe père
    while len(words) > 1 and (words[-1] in known.trailing or (small and words[-1] in known.generations)):
        suffix = known.generations.get(words[-1], suffix)
        words = words[:-1]
        small = False
    last = whole.rpartition(" ")[2]
    if len(words) == 1 and _LETTERS.fullmatch(last) and fold(last) == words[0]:  # BAU, and not Luba QC
        listed = given.is_given(words[0]) or given.is_family(words[0])
        words = words if listed else list(words[0])
    if len(words) == 1 and not heading and len(words[0]) > LONGER and words[0] in known.generations:
        suffix = known.generations[words[0]]
        words = [suffix]
    tokens = _without_particles(words, spoken)
    double = _is_double(tokens, whole, spoken)
    if double:  # the first of two is the one that people are called by: it goes last, as others have it
        tokens = (*tokens[:-2], tokens[-1], tokens[-2])
    family = not heading and known.family.fullmatch(whole)
    return Name(
        tokens,
        gender=next((known.gender[word] for word in heading if known.gender.get(word)), ""),
        suffix=suffix,
        particles=frozenset(words) - set(tokens),
        title=known.same_title.get(heading[-1], heading[-1]) if heading else "",
        nicknames=frozenset(fold(word) for word in _QUOTED.findall(whole)) & frozenset(tokens),
        several=bool(family or (known.several.search(whole) and not double)),
        double=double,
        other_family=fold(other[0].split()[-1]) if other and other[0].split() else "",
    )


def _without_calling(whole: str, known: _Words) -> str:
    """In "Ann Roe, plumber" the name; in "Roe, junior" and "roe, ann" all is."""
    found = _APPOSED.search(whole)
    words = [fold(word) for word in found[0].strip(", ").split()] if found else []
    if found is None or not whole[:1].isupper() or not known.particles.isdisjoint(words):
        return whole
    named = any(word in known.trailing or word in known.generations for word in words)
    return whole if named or " " not in whole[: found.start()] else whole[: found.start()]


def _without_particles(words: list[str], language: Language) -> tuple[str, ...]:
    """The words that are no particles; at the start, Ben is a name."""
    small, also_given = people.particles(language), people.also_given(language)
    tokens = (
        word
        for at, word in enumerate(words)
        if len(word) == 1 or word not in small or (at == 0 and word in also_given)
    )
    return tuple(tokens) or tuple(words)


def _is_double(tokens: tuple[str, ...], whole: str, language: Language) -> bool:
    """Whether the name ends in two family names, after given names or alone, where people have two.

    >>> parse("Joan Carles Mas i Casals", language="ca").tokens, parse("Mas Casals", language="ca").tokens
    (('joan', 'carles', 'casals', 'mas'), ('casals', 'mas'))
    """
    if not language.people["names"].get("first_family"):
        return False
    between, words = _words(language).between_families, whole.split()
    if len(tokens) == 2 and len(words) == 3:
        return fold(words[1]) in between or _ends_in_two(tokens, language)  # Mas i Casals
    joined = (fold(each) in between for each in words[2:-1])
    return _ends_in_two(tokens, language) or (len(tokens) > 2 and any(joined))


def _ends_in_two(tokens: tuple[str, ...], language: Language) -> bool:
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


def is_honorific(word: str, *, language: str = DEFAULT) -> bool:
    """A word that stands before or after a name and tells nobody apart, folded: mr, obe, j; not junior."""
    known = _words(load(language))
    after = word in known.letters or (word in known.trailing and word not in known.generations)
    return after or word in known.leading


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
    if not family and not title and len(words) > 2 and _listed_family_first(words):
        family = 1
    return [" ".join(words[family:]), " ".join(words[:family])] if family else [surface]


def _shouted_family(words: list[str], known: _Words) -> int:
    """How many words at the head are a family name in capitals: DOE John, DE LA ROE Ann."""
    capitals = next((at for at, word in enumerate(words) if not _shouted(word)), len(words))
    if not 0 < capitals < len(words) or any(map(_shouted, words[capitals:])):
        return 0
    first, after, last = fold(words[0]), fold(words[capitals]), fold(words[-1])
    if _is_call_name(first, last) and len(words) > 2 and given.is_given(after):
        return 0
    named = given.is_given(after) and not given.is_given(first)  # DOE ROE Ann
    return capitals if capitals == 1 or first in known.particles or named else 0


def _is_call_name(word: str, last: str) -> bool:
    """RASMUS Emil Sjöberg: which of the given names people use, in a language that marks it."""
    called = given.is_given(word) and not given.is_family(word)
    return called and given.is_family(last) and not given.is_given(last)


def _listed_family_first(words: list[str]) -> bool:
    """Sjöberg Rasmus Emil, as registers write it."""
    first, *rest = (fold(word).strip(".,") for word in words)
    family = given.is_family(first) and not given.is_given(first)
    return family and len(rest) > 1 and all(map(given.is_given, rest)) and not given.is_family(rest[-1])


def _run_together(word: str) -> bool:
    """WT Roe: initials without their full stops."""
    return (
        bool(_LETTERS.fullmatch(word)) and not given.is_family(fold(word)) and not given.is_given(fold(word))
    )


def _shouted(word: str) -> bool:
    letters = [char for char in word if char.isalpha()]
    initials = "." in word or all(len(part) == 1 for part in word.split("-"))  # P-O Roe
    return len(letters) > 1 and all(char.isupper() for char in letters) and not initials


def _ends_in_initials(raws: list[str], raw: str, known: _Words) -> bool:
    """Ann RD, in a chat: her name, and the letters of both halves of her family name."""
    if raw is not raws[-1] or len(raws) < 2 or not re.fullmatch("[A-Z]{2}", raw) or raws[0].isupper():
        return False
    word, first = fold(raw), fold(raws[0])
    return (
        word not in known.trailing | known.particles
        and word not in known.generations
        and (given.is_given(first) or not given.is_family(first))
        and not (given.is_given(word) or given.is_family(word))
    )


def _are_initials(raws: list[str], raw: str) -> bool:
    return _run_together(raw) and raw is raws[0] and len(raws) > 1 and not raws[-1].isupper()


def _split(part: str, known: _Words) -> list[str]:
    words: list[str] = []
    raws = [raw for raw in re.split(r"[\s,]+", part) if raw]
    if len(raws) > 2 and part.isupper():  # ORTEGA Y GASSET
        raws = [raw for raw in raws if fold(raw) not in known.between_families]
    for raw in raws:
        if len(raw) == 1 and raw.islower() and not (raw is raws[-1] and part.islower() and words):
            continue  # Ortega y Gasset; but "kacper z", as somebody is called in a chat
        word = _WORD_END.sub("", fold(raw))
        if _TWO_INITIALS.fullmatch(raw):
            words += [part[0] for part in word.split("-")]  # J.-Ph. → j p
        elif re.fullmatch(r"(?:[^\W\d_]\.-?){1,4}[^\W\d_]?,?", raw):
            letters = [char for char in word if char.isalpha()]  # J.R. → j r
            ways = ("".join(letters), ".".join(letters))  # Roe Q.C., Roe d.e.
            after = (
                next((way for way in ways if way in known.trailing), "") if words and raw is raws[-1] else ""
            )
            words += [after] if after else letters
        elif _CUT.fullmatch(raw) and raw is not raws[-1] and word not in known.leading | known.particles:
            words.append(word[0])  # Th. Roe
        elif _ends_in_initials(raws, raw, known):
            words.append("-".join(word))
        elif _are_initials(raws, raw) and not (word in known.particles and raws[1].isupper()):  # DE ROE Ann
            words += word
        elif word:
            words.append(word.strip("'\"“”()[]"))
    return [word for word in words if word]
