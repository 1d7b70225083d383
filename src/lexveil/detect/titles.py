"""People by title and by context: Mr Roe, Judge Roe, Roe QC, `represented by Jane Roe, a lawyer`.

PERSON spans without the title. A source ends in the role that the words around give (`titles:judge`), or in
`courtesy` or `context` where they give none. The words stand in `people.toml`, sections courtesy, role_before
and titles, and in `roles.toml`, section introductions.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import pairwise

from lexveil.detect import capitals
from lexveil.detect.capitals import (
    Stretch,
    Word,
    Words,
    at,
    is_body,
    is_body_word,
    is_family_of,
    name_end,
    name_span,
    name_words,
    stretches,
)
from lexveil.detect.labels import either
from lexveil.languages import Language, people
from lexveil.model import Document, Span
from lexveil.names.given import is_family, is_given
from lexveil.names.ordinary import is_frequent, is_ordinary, ranks
from lexveil.names.places import is_ambiguous, is_place
from lexveil.text.fold import fold
from lexveil.text.patterns import UPPER
from lexveil.text.quick import Quick

# What a title is worth: one that is nothing else, one of an office, one that is also an everyday word.
SURE, OFFICE, WORD = 0.95, 0.8, 0.6

# A title may end a line, its name begin the next.
_LINE_END = re.compile(r"\.? *\n *")
LONGEST_ABBREVIATION = 4  # letters of a title that is a word as well, with a full stop
_OPENS = re.compile(r"(?:\A|\n|[.!?]['\"”’»]?)\s*\Z")  # a sentence begins
_NEAR = 80  # characters between a word of kinship and an age
_ABBREVIATED = re.compile(r"\.[ªº]?\s|[ªº]\.?\s")
# A speaker's line in a transcript, numbered or not.
_SPEAKER = re.compile(r"[^\S\n]*(?:\d{1,2}[^\S\n]+)?(?:[^\W\d_a-z][^\sa-z:]*[^\S\n]+){1,5}[^\sa-z:]+:[^\S\n]")
# Names in scripts without capitals stand out by title only.
_CASELESS = "[\u0590-\u1cff\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff]+"
_OTHER_SCRIPT = re.compile(rf"\.?[^\S\n]?({_CASELESS}(?: {_CASELESS}){{0,4}})")


class Patterns:
    def __init__(self, language: Language) -> None:
        titles = language.people["titles"]
        self.rules = {
            **{fold(title): "courtesy" for title in people.courtesy(language)},
            **{fold(title): role.lower() for title, role in people.role_before(language).items()},
            **{title: rule for rule, more in titles["more"].items() for title in more},
        }
        self.pure = frozenset(titles["pure"])
        told = people.courtesy(language)
        self.gendered = {key for key in self.pure if len(key) > 1 and told.get(key)}
        self.everyday = frozenset(titles["everyday"])
        self.several = frozenset(titles["several"])
        self.offices = frozenset(titles["offices"])
        self.letters = frozenset(people.role_after(language))
        judges = (word for word, role in people.role_after(language).items() if role == "JUDGE")
        self.judges = frozenset(word for word in judges if len(word) > 1)
        self.peers = frozenset(titles["peers"])
        self.ranked = frozenset(titles.get("ranked", ()))
        self.before_particles = frozenset(titles.get("before_particles", self.rules))
        self.of: str = titles["of"]
        self.degree = re.compile(rf"\.?[^\S\n]?(?:{either(titles['degrees'])}\.[^\S\n]?)+")
        number = either(language.labels["numbered"]["number"])
        # A number may stand between rank and name: PC 4471 Roe.
        self.numbered = re.compile(rf"\.? (?:(?i:{number}) ?)?\d{{1,6}}(?:/[A-Z])? ")
        self.list = frozenset([",", "&", ";", ".,", "/", *titles["joining"]])
        cues = language.roles["introductions"]
        words = {
            "{party}": either(cues["party"]), "{people}": either(cues["people"]),
            "{counsel}": either(cues["counsel"]), "{kin}": either(language.people["kinship"]["near"]),
            "{number}": cues["number"], "{ordinal}": cues["ordinal"],
        }  # fmt: skip
        before, colon, after = (_groups(cues[key], words) for key in ("before", "colon", "after"))
        self.before = Quick(rf"(?<!\w)(?:{before})(?:[^\S\n]+|(?<=['’]))(?=[{UPPER}])")
        self.colon = re.compile(
            rf"(?im)^[^\S\n]*+(?:{cues['the']} )?(?:{colon})(?:\(s\))?[^\S\n]*:[^\S\n]*(?=\S)"
        )
        self.after = re.compile(after)
        places = language.labels["locations"]
        at = filter(None, (either(places["sure_before"]), language.labels["addresses"].get("at", "")))
        self.placed = re.compile(rf"(?<!\w)(?:{'|'.join(at)}) \Z")
        fields = language.people["name_fields"]
        labels = either((*fields["family"], *fields["given"]))
        begins = r"(?:^[^\S\n]?|(?<=[\t|])|(?<=\|[^\S\n])|(?<=[^\S\n]{2}))"
        self.field = re.compile(rf"(?im){begins}{labels}[^\S\n]?:[^\S\n]*(?-i:(?=[{UPPER}]))")
        sure = _groups(cues["sure"], words) if "sure" in cues else "(?!)"
        self.sure = re.compile(rf"(?<![\w-])(?:{sure})[^\S\n]+(?=[{UPPER}])")
        self.several_end: str = cues["several"]
        papers = either(cues.get("papers", ["(?!)"]))
        self.paper = re.compile(rf"[(;,] ?(?P<name>[{UPPER}][\w'’-]{{1,60}}) {papers}\.? (?=[\d¶§])")
        self.child = Quick(
            rf"(?P<name>[{UPPER}][\w'’-]{{1,60}}+) \({cues.get('before_years', '')}\d{{1,2}}\)"
        )
        self.kin = re.compile(rf"\b{either(language.people['kinship']['words'])}\b[^.;\n]*\Z")


_patterns = cache(Patterns)


def _groups(table: Mapping[str, Iterable[str]], words: Mapping[str, str]) -> str:
    """One group for each role, named after it."""
    pattern = "|".join(f"(?P<{role}>{'|'.join(cues)})" for role, cues in table.items())
    for place, word in words.items():
        pattern = pattern.replace(place, word)
    return pattern


def find(document: Document) -> Iterator[Span]:
    text = document.text
    for stretch in stretches(document):
        patterns = _patterns(stretch.language)
        yield from _by_title(patterns, text, stretch.words)
        for cue in patterns.before.finditer(text, stretch.start, stretch.end):
            several = cue[0].rstrip(" ,").endswith(patterns.several_end)
            yield from _after_cue(patterns, stretch, cue, 0.7, several=several)
        for cue in patterns.sure.finditer(text, stretch.start, stretch.end):
            yield from _after_sure_cue(stretch, cue)
        for cue in patterns.colon.finditer(text, stretch.start, stretch.end):
            if not _is_speech(stretch.words, cue.end()):
                yield from _after_cue(patterns, stretch, cue, 0.75, several=True)
        for field in patterns.field.finditer(text, stretch.start, stretch.end):
            yield from _in_field(stretch, field)
        yield from _by_words_after(patterns, text, stretch.words)
        for found in patterns.paper.finditer(text, stretch.start, stretch.end):  # (Roe Dep. 41:6)
            yield Span(*found.span("name"), "PERSON", SURE, ("titles:courtesy",))
        for found in patterns.child.finditer(text, stretch.start, stretch.end):  # her daughters, May (6) and
            if patterns.kin.search(text, max(stretch.start, found.start() - _NEAR), found.start()):
                yield Span(*found.span("name"), "PERSON", SURE, ("titles:courtesy",))


def _by_title(patterns: Patterns, text: str, listed: Words) -> Iterator[Span]:
    for index, word in enumerate(listed):
        ranked = word.text in patterns.ranked
        rule = "courtesy" if ranked else patterns.rules.get(word.key)
        if rule is None:
            continue
        other = _OTHER_SCRIPT.match(text, word.end)
        if other:
            yield Span(*other.span(1), "PERSON", SURE, (f"titles:{rule}",))
            continue
        speaks = rule is not None and _speaker(text, word.start)
        sure = word.key in patterns.pure or speaks or (ranked and not _is_station(listed, index))
        score = SURE if sure else WORD if word.key in patterns.everyday else OFFICE
        if len(word.text) == 1 and not _ABBREVIATED.match(word.gap):  # D.N.I., R E S U L T A N D O
            continue
        if score == WORD and text[word.start - 1 : word.start] == "(":  # a foreign name of an office
            continue
        yield from _after_title(patterns, text, listed, index, rule, score)


def _after_title(
    patterns: Patterns, text: str, listed: Words, index: int, rule: str, score: float
) -> Iterator[Span]:
    """The name after a title, and after `Messrs` all names of the list."""
    title = listed[index]
    degree = patterns.degree.match(text, title.end)
    first = at(listed, degree.end()) if degree else index + 1
    broken = score == SURE and _LINE_END.fullmatch(title.gap)
    numbered = score > WORD and patterns.numbered.fullmatch(title.gap)
    link = "space" if degree or broken or numbered else title.link
    if first >= len(listed) or link not in ("space", ".", "particle", ".particle"):
        return
    if link.startswith(".") and not degree and _is_whole_word(title):
        return  # rue du Prince. L'avenue
    if link.endswith("particle") and title.key not in patterns.before_particles:
        return  # la Procuradora de los Tribunales
    head = first + (score == SURE and _is_capital_particle(patterns, listed, first))
    last = name_end(listed, head, trusted=score == SURE or is_family_of(listed, head))
    if score == SURE and last - head == 1 and _is_called_like_a_word(listed, head):
        last += 1
    if last == first and score == SURE and (_ends_phrase(listed[first]) or _acts(patterns, listed, index)):
        yield Span(listed[first].start, listed[first].end, "PERSON", score, (f"titles:{rule}",))
        return
    if title.key in patterns.peers and first < last < len(listed) and listed[last - 1].link == patterns.of:
        last = name_end(listed, last)  # Lord Roe of Exampleton
    if (
        title.key in patterns.peers
        and first < last < len(listed) - 1
        and _is_shouted_of(patterns, listed, last)
    ):
        last = name_end(listed, last + 1)  # LORD ROE OF EXAMPLETON
    if last == head or not _is_person(patterns, listed, head, last, score):
        return
    if last < len(listed) and _is_family_first(listed, last):
        last = name_end(listed, last)
    start, end = name_span(listed, first, last)
    if link.endswith("particle"):
        start = title.end + len(title.gap) - len(title.gap.lstrip(". "))
    yield Span(start, end, "PERSON", score, (f"titles:{rule}",))
    several = title.key in patterns.several
    yield from _rest_of_list(patterns, listed, last, (rule, min(score, 0.75)), several=several)


def _is_shouted_of(patterns: Patterns, listed: Words, last: int) -> bool:
    before, of, place = listed[last - 1], listed[last], listed[last + 1]
    shouted = before.text.isupper() and of.text.isupper() and place.text.isupper()
    return shouted and of.key == patterns.of and before.link == of.link == "space"


def _is_called_like_a_word(listed: Words, given: int) -> bool:
    """Frau Ida Schnee: after a title and a given name comes the family name, whatever it means."""
    word, after = listed[given], listed[given + 1 : given + 2]
    if not after or word.link != "space" or not is_given(word.key) or not after[0].plain:
        return False
    family = after[0]
    return family.text.istitle() and not (family.title or family.function or is_body_word(family))


def _is_whole_word(title: Word) -> bool:
    """Which a full stop does not shorten but end; not Messrs."""
    return len(title.text) > LONGEST_ABBREVIATION and title.key in ranks(title.language.code)


def _is_capital_particle(patterns: Patterns, listed: Words, first: int) -> bool:
    """Mme Le Roe, M. Du Doe, but not M. Le Président."""
    word, following = listed[first], listed[first + 1 : first + 2]
    particle = word.function and word.key in name_words(word.language).particles and word.link == "space"
    if not particle or not following or word.text.isupper() != following[0].text.isupper():
        return False
    name = following[0]
    office = name.key in patterns.offices or name.key in patterns.rules
    return not office and (is_family(name.key) or not is_ordinary(name.key, name.language))


def _ends_phrase(word: Word) -> bool:
    """M. Le, who; Ms So. A small word with a capital after a title, where no name or office follows."""
    return word.function and not word.text.isupper() and re.match(r"[,;.)]", word.gap) is not None


def _acts(patterns: Patterns, listed: Words, index: int) -> bool:
    """Mr Down sold it. After a title that tells a gender a small word with a capital is a name."""
    title, word = listed[index], listed[index + 1]
    if title.key not in patterns.gendered or not word.function or not word.text.istitle():
        return False
    return len(word.text) > 1 and re.match(r"(?:['’]s)? [^\W\d_A-Z]", word.gap) is not None


def _speaker(text: str, start: int) -> bool:
    """DEPUTY COMMISSIONER ROE: who speaks in a transcript, whatever the name means as a word."""
    line = text.rfind("\n", 0, start) + 1
    return _SPEAKER.match(text, line) is not None


def _is_station(listed: Words, index: int) -> bool:
    """PS Exampleton is a police station where PS is also a sergeant."""
    after = listed[index + 1 : index + 2]
    return bool(after) and is_place(after[0].key) and not is_family(after[0].key)


def _is_family_first(listed: Words, last: int) -> bool:
    """ROE, Jane: the family name in capitals, then a given name that is not."""
    family, given = listed[last - 1], listed[last]
    shouted = family.text.isupper() and len(family.text) > 1 and not given.text.isupper()
    return shouted and family.link == "," and (given.initial or is_given(given.key) or not given.common)


def _rest_of_list(
    patterns: Patterns, listed: Words, first: int, found: tuple[str, float], *, several: bool
) -> Iterator[Span]:
    """The names after a first one: `Messrs Roe, Doe and Poe`; unless `several`, only names of two words."""
    rule, score = found
    while first < len(listed) and listed[first - 1].link in patterns.list:
        last = name_end(listed, first)
        if listed[first].key in patterns.rules or listed[first].text in patterns.ranked:
            return
        if last - first < (1 if several else 2) or not looks_like_person(listed, first, last):
            return
        yield Span(*name_span(listed, first, last), "PERSON", score, (f"titles:{rule}",))
        first = last


def _is_person(patterns: Patterns, listed: Words, first: int, last: int, score: float) -> bool:
    """Whether what follows a title can be a name; after an everyday word it must look like one."""
    head = listed[first]
    if (head.initial and (score == SURE or last - first > 1)) or is_family_of(listed, first):
        return True
    if (head.key in patterns.offices and not head.respelt) or head.function:
        return False
    if score == SURE:
        return True
    ordinary = head.plain if score == OFFICE else head.common or is_place(head.key)
    label = score == WORD and head.gap[:1] == ":" and not is_family(head.key)  # Counsel Assisting: Ms Roe
    if last - first == 1 and (ordinary or label or len(head.text) == 1):
        return False
    lettered = last < len(listed) and listed[last].key in patterns.letters  # Lord Roe JSC is no company
    return lettered or not is_body(listed, last)


def _after_cue(
    patterns: Patterns, stretch: Stretch, cue: re.Match[str], score: float, *, several: bool
) -> Iterator[Span]:
    listed = stretch.words
    first = at(listed, cue.end())
    if first == len(listed) or listed[first].start != cue.end():
        return
    rule = str(cue.lastgroup)
    article = rule == "courtesy"  # en Pau, na Flor: no word of the language stands after it
    last = name_end(listed, first, trusted=article or is_family_of(listed, first))
    if rule != "context" and last - first == 1 and _is_called_like_a_word(listed, first):
        last += 1
    if last > first and looks_like_person(listed, first, last, lettered=article):
        yield Span(*name_span(listed, first, last), "PERSON", score, (f"titles:{rule}",))
        yield from _rest_of_list(patterns, listed, last, (rule, score), several=several)


def _in_field(stretch: Stretch, field: re.Match[str]) -> Iterator[Span]:
    """What a form has after `Surname:`, whatever it means as a word."""
    first = at(stretch.words, field.end())
    if first < len(stretch.words) and stretch.words[first].start == field.end():
        last = name_end(stretch.words, first, trusted=True)
        given_names = map(fold, stretch.language.people["name_fields"]["given"])
        whole = fold(field[0]).strip(" :\t\n") in given_names  # Given names: Ann, Conception
        while first < last < len(stretch.words) and stretch.words[last - 1].link == ",":
            following = stretch.words[last]
            if not is_given(following.key):
                if whole and following.text.istitle():
                    end = name_end(stretch.words, last, trusted=True)
                    yield Span(*name_span(stretch.words, last, end), "PERSON", SURE, ("titles:courtesy",))
                break
            last = name_end(stretch.words, last, trusted=True)
        if last > first:
            yield Span(*name_span(stretch.words, first, last), "PERSON", SURE, ("titles:courtesy",))


def _is_speech(listed: Words, start: int) -> bool:
    """JUDGE: Answer the question. A word that is no listed name, and the sentence goes on."""
    first = at(listed, start)
    if first == len(listed) or listed[first].start != start:
        return False
    word = listed[first]
    goes_on = (
        word.gap[:1] in (" ", "'", "’") and word.gap[1:2].islower() and not word.link.endswith("particle")
    )
    return goes_on and not (is_given(word.key) or is_family(word.key))


def _after_sure_cue(stretch: Stretch, cue: re.Match[str]) -> Iterator[Span]:
    """A name after its title, though it may be a word of the language as well."""
    listed = stretch.words
    first = at(listed, cue.end())
    while first < len(listed) and listed[first].title and listed[first].link in (".", "space", ".-"):
        first += 1
    last = name_end(listed, first) if first < len(listed) else first
    gap = cue.string[cue.end() : listed[first].start] if last > first else "\n"
    if "\n" not in gap and looks_like_person(listed, first, last, lettered=True):
        yield Span(*name_span(listed, first, last), "PERSON", SURE, (f"titles:{cue.lastgroup}",))


def _by_words_after(patterns: Patterns, text: str, listed: Words) -> Iterator[Span]:
    for first, last in capitals.name_runs(listed):
        cue = patterns.after.match(text, listed[last - 1].end)
        if cue and patterns.placed.search(text, max(0, listed[first].start - _NEAR), listed[first].start):
            continue  # the court at Exampleton, the appellants
        letters = cue is not None and cue[0].lstrip(" ,")[:1].isupper()
        opens = last - first == 1 and _is_only_word(text, listed[first])
        if cue and not opens and looks_like_person(listed, first, last, lettered=letters):
            yield Span(*name_span(listed, first, last), "PERSON", 0.7, (f"titles:{cue.lastgroup}",))
    for word, after in pairwise(listed):  # Laws LJ, whatever the word
        lettered = after.key in patterns.judges and after.text.isupper() and word.link == "space"
        if lettered and word.plain and not word.function:
            yield Span(word.start, word.end, "PERSON", 0.7, ("titles:judge",))


def _is_only_word(text: str, word: Word) -> bool:
    """A word of the language, and nobody's name as far as is known, with the capital of a sentence."""
    opens = _OPENS.search(text, max(0, word.start - 4), word.start) is not None
    named = is_given(word.key) or is_family(word.key) or word.gap[:1] in ("'", "’")
    return opens and is_frequent(word.key, word.language) and not named


def looks_like_person(listed: Words, first: int, last: int, *, lettered: bool = False) -> bool:
    """Two words or more that are no place and no body, or one that is no ordinary word, or one before QC."""
    if is_body(listed, last) or any(capitals.is_body_word(word) for word in listed[first:last]):
        return False
    named = [word for word in listed[first:last] if not word.initial]
    if not named:
        return False
    whole = " ".join(word.key for word in named)
    if is_place(whole) and not is_ambiguous(whole):
        return False
    if last - first == 1:
        only = named[0]
        acronym = only.text[:2].isupper() and (not only.text.isupper() or len(only.key) < 6)
        ordinary = only.plain if lettered else only.common
        return not (ordinary or only.demonym or acronym)
    return any(not word.common or is_given(word.key) or is_family(word.key) for word in named)
