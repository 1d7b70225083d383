"""Finnish: all forms of a name from its base form, and the base forms that a form may have.

A name is declined in each way that its ending allows, the likeliest first (Laine: Laineen, Lainen); words
that names end in and how they change stand in `replace.toml`, section stems. An ending is written with A and
O where vowel harmony chooses between a and ä, o and ö.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from lexveil.languages import Base, own

VOWELS = "aeiouyåäö"
# Cases and their endings after the weak stem; partitive, illative and essive have stems of their own.
WEAK = {
    "genitive": "n", "inessive": "ssA", "elative": "stA", "adessive": "llA", "ablative": "ltA",
    "allative": "lle", "translative": "ksi", "abessive": "ttA",
}  # fmt: skip
PLURAL = "plural"
POSSESSIVE = ("nsa", "ni", "si", "mme", "nne")
CLITICS = ("kin", "kaan", "han", "ko", "pa", "kos", "pas")
SHORTEST = 2  # letters of a name
LONG = 3  # syllables
SHORT = 3  # letters of a name that rarely ends in a consonant
SURE = 0  # the doubt up to which a word is taken for a form of a name that is written nowhere

_FLAT = str.maketrans("äöå", "aoa")
_SIGNED = re.compile(r"(.+)[:'’](\w{1,9})")
_AFTER_SIGN = {ending.lower(): case for case, ending in WEAK.items()} | {
    **dict.fromkeys(("ta", "a", "aa"), "partitive"), "na": "essive",
    **dict.fromkeys(("han", "hen", "hin", "hon", "hun", "hyn", "een", "aan"), "illative"),
}  # fmt: skip
_GRADES = (  # strong, weak: the first that fits the end of the stem
    ("kk", "k"), ("pp", "p"), ("tt", "t"), ("mp", "mm"), ("nt", "nn"), ("nk", "ng"), ("lt", "ll"),
    ("rt", "rr"), ("ht", "hd"), ("lk", "l"), ("rk", "r"), ("hk", "h"), ("t", "d"), ("p", "v"), ("k", ""),
    ("k", "v"),
    ("lk", "lj"), ("rk", "rj"),
)  # fmt: skip
_SINGLE = ("t", "p", "k")  # of these only after a vowel
_SYLLABLE = re.compile(rf"[{VOWELS}]+")
_END = re.compile(rf"([^{VOWELS}]*)([{VOWELS}]+)$")
_LONG = re.compile(r"(?:aa|ee|ii|oo|uu|yy|ää|öö|ie|uo|yö|yo|[aouäöy]i|(?<![aeiouyäö])ei|aei|(?<=\w{4})ou)$")


class Stem(NamedTuple):
    """One way to decline a name; endings are still to follow vowel harmony."""

    weak: str
    strong: str
    partitive: str
    illative: str
    plural: str  # strong
    plural_weak: str
    plural_genitives: tuple[str, ...]
    plural_partitive: str
    plural_illative: str


def flat(word: str) -> str:
    return word.lower().translate(_FLAT)


@lru_cache(maxsize=4096)
def forms(name: str) -> Mapping[str, tuple[str, ...]]:
    """Case → the forms of a name written in small letters, the likeliest first.

    >>> [forms("mäki")[case][0] for case in ("genitive", "partitive", "illative", "plural allative")]
    ['mäen', 'mäkeä', 'mäkeen', 'mäille']
    """
    found: dict[str, dict[str, None]] = {}
    for stem in _stems(name):
        for case, form in _declined(stem):
            found.setdefault(case, {}).setdefault(_harmonious(form, name))
    return {case: tuple(each) for case, each in found.items()}


def _declined(stem: Stem) -> Iterator[tuple[str, str]]:
    yield from ((case, stem.weak + ending) for case, ending in WEAK.items())
    yield from (("partitive", stem.partitive), ("illative", stem.illative), ("essive", f"{stem.strong}nA"))
    yield PLURAL, f"{stem.weak}t"
    cases = {case: ending for case, ending in WEAK.items() if case != "genitive"}
    yield from ((f"{PLURAL} {case}", stem.plural_weak + ending) for case, ending in cases.items())
    yield from ((f"{PLURAL} genitive", each) for each in stem.plural_genitives)
    yield from ((f"{PLURAL} partitive", stem.plural_partitive), (f"{PLURAL} illative", stem.plural_illative))
    yield from ((f"{PLURAL} essive", f"{stem.plural}nA"), ("comitative", f"{stem.plural}neen"))


def _harmonious(form: str, name: str) -> str:
    last = next((letter for letter in reversed(name) if letter in "aouåäöy"), "e")
    front = last not in "aouå"
    return form.replace("A", "ä" if front else "a").replace("O", "ö" if front else "o")


# Ways to decline ----------------------------------------------------------------------------------


def _stems(name: str) -> Iterator[Stem]:
    if len(name) < SHORTEST:
        return
    if name.endswith("nen") and len(name) > len("nen"):
        yield _nen(name[:-3])
    elif name[-1] not in VOWELS:
        yield from _after_consonant(name)
    elif _LONG.search(name):
        short = _ends_in(name, "long") or not re.search(rf"[{VOWELS}][^{VOWELS}]+[{VOWELS}]", name)
        ways = [_long(name), _long(name)._replace(illative=f"{name}seen")]
        yield from ways if short or name[-1] != name[-2] else ways[::-1]
        if name[-1] == "i":
            yield from _graded(name, name)
    elif name[-1] == "e":
        plain, longer = _graded(name, name), (_e(each) for each in _strengthened(name))
        yield from (*plain, *longer) if _listed(name, "given_e") else (*longer, *plain)
    elif name[-1] == "i":
        changing = [*_si(name)] if _ends_in(name, "si") else []
        changing += _graded(f"{name[:-1]}e", name, always=True) if name[-2:] != "ii" else []
        plain = _graded(name, name)
        native = _ends_in(name, "e") or _ends_in(name, "si")
        yield from (*changing, *plain) if native else (*plain, *changing)
    else:
        yield from _graded(name, name)


def _nen(start: str) -> Stem:
    plural = f"{start}si"
    genitives = f"{start}sten", f"{plural}en"
    return Stem(
        f"{start}se", f"{start}se", f"{start}stA", f"{start}seen", plural, plural, genitives, f"{plural}A",
        f"{plural}in",
    )  # fmt: skip


def _after_consonant(name: str) -> Iterator[Stem]:
    """Markus: Markuksen; Kangas: Kankaan; Smith: Smithin."""
    foreign = _graded(f"{name}i", f"{name}i", weak=False)
    if name[-1] != "s" or name[-2] not in VOWELS:
        yield from foreign
        if name[-1] == "s":  # as some write it: Wahlforssin
            yield from _graded(f"{name}si", f"{name}si", weak=False)
        return
    if _ends_in(name, "us"):
        yield _us(name[:-1])
    k = f"{name[:-1]}kse"
    plural = f"{name[:-1]}ksi"
    common = Stem(
        k,
        k,
        f"{name}tA",
        f"{k}en",
        plural,
        plural,
        (f"{plural}en", f"{name}ten"),
        f"{plural}A",
        f"{plural}in",
    )
    vowel = name[-2]
    native = [_vowel_s(each, name) for each in _strengthened(name[:-1])] if vowel in "aäei" else []
    if _ends_in(name, "as"):
        yield from (*native, common, *foreign)
    elif name[-3:-2] and name[-3] in VOWELS and name[-3] == vowel:  # Lindroos
        yield from (*foreign, common)
    else:
        yield from (common, *foreign, *native)


def _us(start: str) -> Stem:
    """Käräjäoikeus: käräjäoikeuden, käräjäoikeutta, käräjäoikeuteen."""
    plural = f"{start}ksi"
    return Stem(
        f"{start}de", f"{start}te", f"{start}ttA", f"{start}teen", plural, plural, (f"{plural}en",),
        f"{plural}A", f"{plural}in",
    )  # fmt: skip


def _vowel_s(strong: str, name: str) -> Stem:
    stem = strong + strong[-1]
    plural = f"{strong}i"
    genitives = f"{plural}den", f"{name}ten"
    return Stem(
        stem, stem, f"{name}tA", f"{stem}seen", plural, plural, genitives, f"{plural}tA", f"{plural}siin"
    )


def _long(name: str) -> Stem:
    """Maa: maan, maata, maahan; Suo: soita."""
    vowel = name[-1]
    rest = name[:-2] + {"ie": "e", "uo": "o", "yö": "ö", "yo": "ö"}.get(name[-2:], name[-2])
    plural = name if vowel == "i" else f"{rest}i"
    return Stem(
        name, name, f"{name}tA", f"{name}h{vowel}n", plural, plural, (f"{plural}den",), f"{plural}tA",
        f"{plural}hin",
    )  # fmt: skip


def _e(strong: str) -> Stem:
    """Laine: laineen, lainetta, laineeseen."""
    stem, plural = f"{strong}e", f"{strong}i"
    weak = _weakened(strong)[0] if _weakened(strong) else strong
    return Stem(
        stem, stem, f"{weak}ttA", f"{stem}seen", plural, plural, (f"{plural}den",), f"{plural}tA",
        f"{plural}siin",
    )  # fmt: skip


def _si(name: str) -> Iterator[Stem]:
    """Susi: suden, sutta, suteen."""
    start = name[:-2]
    yield Stem(
        f"{start}de", f"{start}te", f"{start}ttA", f"{start}teen", f"{start}si", f"{start}si",
        (f"{start}sien",), f"{start}siA", f"{start}siin",
    )  # fmt: skip


def _graded(strong: str, name: str, *, weak: bool = True, always: bool = False) -> list[Stem]:
    """By the grades that the consonants before the last vowel may have: Pekka, Pekan; Mika, Mikan."""
    changed = _weakened(strong) if weak else []
    double = _END.search(strong)
    grades = bool(double and re.search(r"(kk|pp|tt)$", double[1]))
    first = changed and (always or grades or _listed(name, "weak") or _ends_in(name, "weak"))
    weaker = (*changed, strong) if first else (strong, *changed)
    return [
        _plain(strong, each, plural, kept=strong[-1] != name[-1])
        for each in weaker
        for plural in _plurals(strong, name)
    ]


def _plurals(strong: str, name: str) -> tuple[str, ...]:
    """How the stem ends before the endings of the plural, without the last vowel: Saloi-, Mattiloi-."""
    vowel = strong[-1]
    if vowel == "e":
        return ("i",)
    if vowel == "i":
        return ("ei",)
    if vowel in "aäå":
        return ("Oi", "i")
    return (f"{vowel}i",)


def _plain(strong: str, weak: str, plural: str, *, kept: bool) -> Stem:
    """`kept`: the e of the stem is an i in the base form."""
    vowel, short = strong[-1], strong[:-1]
    strong_plural, weak_plural = short + plural, weak[:-1] + plural
    before = strong_plural[:-1]  # j stands between vowels: Saloja
    joined = f"{before}j" if len(plural) > 1 else strong_plural
    genitives: tuple[str, ...] = (f"{joined}en", f"{weak_plural}den", f"{short}ten")
    plural_partitive = f"{joined}A"
    if vowel in "oö" and len(_SYLLABLE.findall(strong)) >= LONG:  # henkilöiden, henkilöitä
        genitives, plural_partitive = genitives[1::-1], f"{weak_plural}tA"
    consonant = kept and re.search(r"[lrns]$", short)  # Saari: saarta; Niemi: niemeä, Aarne: Aarnea
    partitive = f"{short}tA" if consonant else f"{strong}A"
    return Stem(
        weak, strong, partitive, f"{strong}{vowel}n", strong_plural, weak_plural,
        genitives if vowel != "i" else (f"{short}ien",),
        plural_partitive, f"{strong_plural}{'h' if len(plural) > 1 else ''}in",
    )  # fmt: skip


def _weakened(stem: str) -> list[str]:
    """The stem with weak consonants before its last vowel."""
    return _other_grade(stem, strong=True)


def _strengthened(stem: str) -> list[str]:
    """Itself, or with strong consonants: Kanga(s), Kankaa-; none of it is certain, so both ways are given."""
    others = _other_grade(stem, strong=False)
    return [*others, stem] if others and _ends_in(stem, "strong") else [stem, *others]


def _other_grade(stem: str, *, strong: bool) -> list[str]:
    found = _END.search(stem)
    if not found:
        return []
    consonants, vowels = found.groups()
    if len(vowels) > 1 and strong:
        return []
    before, vowel = (stem[: found.start()], vowels) if not vowels[1:] else (stem[:-1], vowels[-1])
    consonants = consonants if not vowels[1:] else ""
    changed: dict[str, None] = {}
    for pair in _GRADES:
        old, new = pair if strong else pair[::-1]
        if not consonants.endswith(old) or (old == "" and consonants and consonants[-1] not in "lrh"):
            continue
        rest = consonants[: len(consonants) - len(old)]
        if pair[0] in _SINGLE and rest:
            continue
        weak = new if strong else old
        if (weak == "v" and "k" in pair[0] and (vowel not in "uy" or before[-1:] not in "uy")) or (
            weak[-1:] == "j" and vowel != "e"
        ):
            continue  # Suku, suvun; Kurki, kurjen
        changed.setdefault(before + rest + new + vowel)
    return list(changed)


@lru_cache(maxsize=64)
def _words(key: str) -> tuple[str, ...]:
    return tuple(map(flat, own("fi", "replace")["stems"][key]))


def _listed(name: str, key: str) -> bool:
    return flat(name.rpartition("-")[2]) in _words(key)


def _ends_in(name: str, key: str) -> bool:
    """A name, often of two words, that ends in one of the listed ones: Kivimäki."""
    return flat(name).endswith(_words(key))


# From a form back to the name ---------------------------------------------------------------------


def bases(word: str) -> tuple[Base, ...]:
    """The base forms that a word in small letters may have, the likeliest first; itself is none of them.

    >>> [bases(word)[0][:2] for word in ("virtaselle", "mäelle", "smithissä")]
    [('virtanen', 'allative'), ('mäki', 'allative'), ('smith', 'inessive')]
    """
    signed = _SIGNED.fullmatch(word.lower())  # B:lle, where the document has letters already; Dubois'n
    if signed and (form := _after_sign(signed[2])):
        return (Base(signed[1], form, True),)
    if ":" in word:
        return ()
    found: dict[str, str] = {}
    for base in candidates(word):
        form = form_in(word, base)
        if form and flat(base) != flat(word):
            found.setdefault(base, form)
    ordered = sorted(
        found.items(), key=lambda each: (_doubt(each[0], each[1], word), not word.startswith(each[0]))
    )
    return tuple(Base(base, form, _doubt(base, form, word) <= SURE) for base, form in ordered)


def _after_sign(ending: str) -> str:
    """The form that an ending after a colon or an apostrophe makes: n, lle, hen, lleenkin."""
    for core, tail in _tails(flat(ending), shortest=-1):
        if not core:
            return f"+{tail}"
        if tail in CLITICS and (inner := _after_sign(core)):
            return f"{inner}+{tail}"
        for known in (core, f"{core}n") if tail in (*POSSESSIVE, "an", "en") else (core,):
            if known in _AFTER_SIGN:
                return f"{_AFTER_SIGN[known]}+{tail}" if tail else _AFTER_SIGN[known]
    return ""


def _doubt(base: str, form: str, word: str) -> int:
    """How far a base form is from what names usually look like; more where the ending is short."""
    case, plus, _ = form.partition("+")
    likeliest = any(
        flat(word).startswith(flat(each[0])) for name, each in forms(base).items() if name == case
    )
    doubt = 0 if likeliest or not case else 2
    doubt += (PLURAL in case) + bool(plus) * 2 + 2 * (case == "comitative")
    doubt += case in (
        "genitive",
        "partitive",
        "abessive",
        "illative",
        "comitative",
        PLURAL,
    ) and not base.endswith("nen")
    if any(_ends_in(base, key) for key in ("e", "as", "us", "weak", "usual")):
        return doubt - 1
    if base[-1] == base[-2:-1] and base[-1] in VOWELS and not _ends_in(base, "long"):
        return doubt + 1
    if base[-1] == "e" or base.endswith(("si", "ks")):
        return doubt + (not _listed(base, "given_e"))
    if base[-1] == "i" and base[-2:-1] not in VOWELS and base[-3:-2] != base[-2:-1]:
        return doubt + 1  # Strömin is of Ström rather than of Strömi, but Matin of Matti
    if base[-1] not in VOWELS and (base[-2:-1] == base[-1] or len(base) <= SHORT):
        return doubt + 1
    return doubt


def candidates(word: str) -> Iterator[str]:
    """Base forms by the looks of the word; whether it is a form of theirs, `form_in` tells."""
    seen: set[str] = set()
    cores = {inner for core, _ in _tails(word.lower()) for inner, _ in _tails(core)}
    for core in sorted(cores, key=len, reverse=True):
        for stem in _cut(core):
            for base in _reverted(stem):
                if len(base) >= SHORTEST and base not in seen:
                    seen.add(base)
                    yield base


@lru_cache(maxsize=65536)
def form_in(word: str, base: str) -> str:
    """The form of the base form that the word is: case, then `+` and what is appended to it; "" for none."""
    known = _by_form(base)
    for core, tail in _tails(flat(word)):
        if not tail and core in known:
            return known[core]
        if tail and core == flat(base):
            return f"+{tail}"
        if tail in CLITICS and (inner := form_in(core, base)):  # Virtaselle-en-kin
            return f"{inner}+{tail}"
        if tail:
            form = _with_tail(core, tail, known, base)
            if form:
                return form
    return ""


@lru_cache(maxsize=4096)
def _by_form(base: str) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for case, each in forms(base).items():
        for form in each:
            found.setdefault(flat(form), case)
    return found


def _with_tail(core: str, tail: str, known: Mapping[str, str], base: str) -> str:
    """`core` is what stands before a possessive: the illative loses its n, ksi becomes kse."""
    if tail in CLITICS:
        return ""
    whole = core if core in known else f"{core}n" if known.get(f"{core}n") == "illative" else ""
    whole = whole or (f"{core[:-1]}i" if core.endswith("kse") and f"{core[:-1]}i" in known else "")
    if whole:
        return f"{known[whole]}+{tail}"
    stems = {flat(stem.strong) for stem in _stems(base)}
    return f"+{tail}" if core in stems else ""


def _tails(word: str, *, shortest: int = SHORTEST) -> Iterator[tuple[str, str]]:
    """The word, and what is left of it without a clitic or a possessive."""
    yield word, ""
    for tail in (*CLITICS, *POSSESSIVE):
        for written in {tail, tail.replace("a", "ä").replace("o", "ö")}:
            if word.endswith(written) and len(word) - len(written) > shortest:
                yield word[: -len(written)], tail
    if (
        len(word) > SHORTEST + 1 and word.endswith("n") and word[-2] == word[-3] and word[-2] in "aäe"
    ):  # Virtaselle-en
        yield word[:-2], f"{word[-2]}n".replace("ä", "a")


_ENDINGS = tuple(
    sorted(
        {
            ending.replace("A", vowel)
            for ending in (*WEAK.values(), "nA", "tA", "A", "t", "ttA")
            for vowel in "aä"
        }
        | {"seen", "siin", "ten", "den", "en", "jen", "neen"}
        | {f"h{vowel}n" for vowel in VOWELS},
        key=len,
        reverse=True,
    )
)


def _cut(core: str) -> Iterator[str]:
    yield core
    for ending in _ENDINGS:
        if core.endswith(ending) and len(core) > len(ending) + 1:
            yield core[: -len(ending)]
    if core.endswith("n") and len(core) > 3 and core[-2] == core[-3]:  # Salo-on
        yield core[:-2]


def _reverted(stem: str) -> Iterator[str]:
    """From a stem to base forms: Virtase-, Virtanen; Mäe-, Mäki; Smithi-, Smith."""
    grades = [stem, *_other_grade(stem, strong=False)] if stem[-1:] in VOWELS else [stem]
    for each in grades:
        yield each
        yield from _with_other_end(each)
        if each[-1:] in "ij" and len(each) > 3:  # of the plural
            short = each[:-1]
            yield from (short, f"{short}a", f"{short}ä", f"{short}i")
            if short[-1] in "oö":  # Mäkelö-i, Mäkelä; without its dots it may be either
                yield from (f"{short[:-1]}{end}" for end in ("äa" if short[-1] == "ö" else "aä"))
            if short[-1] == "e":
                yield from (f"{short[:-1]}i", short[:-1])


def _with_other_end(stem: str) -> Iterable[str]:
    if stem.endswith(("se", "si")) and not stem.endswith(("kse", "ksi")):
        yield f"{stem[:-2]}nen"
    if stem.endswith("s"):
        yield f"{stem[:-1]}nen"
    if stem.endswith(("kse", "ksi")):
        yield f"{stem[:-3]}s"
    if stem.endswith("e"):
        yield f"{stem[:-1]}i"
        if stem.endswith(("de", "te")):
            yield from (f"{stem[:-2]}si", f"{stem[:-2]}s")
    if stem.endswith("t"):
        yield f"{stem[:-1]}s"
    if stem.endswith("i"):
        yield stem[:-1]
        if stem.endswith("ssi"):
            yield stem[:-2]
    if stem[-1:] not in VOWELS:
        yield f"{stem}i"
    if len(stem) > 3 and stem[-1] in VOWELS and stem[-1] == stem[-2]:
        short = stem[:-1]
        yield short
        yield from (f"{each}s" for each in (short, *_weakened(short)))
        yield from _weakened(short)
