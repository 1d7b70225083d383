"""Surrogates of organisations: another name, of the same legal form and kind.

`Quellmark Shipping GmbH` becomes `Tarnfeld Shipping GmbH`, `QSG` becomes `TSG`. Legal forms, head words and
ordinary words stay; a place in the name is replaced as that place is, a person's name as that person's; the
rest is coined.
"""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache
from itertools import count
from string import ascii_uppercase
from typing import NamedTuple

from lexveil.jurisdictions.legalforms import is_head, is_legal_form, keys, pattern
from lexveil.languages import all_words
from lexveil.languages.common import is_common, is_demonym
from lexveil.languages.people import particles
from lexveil.model import Document, Entity
from lexveil.names import given
from lexveil.replace.keyed_random import candidates, stream
from lexveil.replace.surrogates import nearby, places
from lexveil.replace.surrogates.assignments import TRIES, Assignments, Surrogate, surfaces
from lexveil.replace.surrogates.identifiers import scrambled
from lexveil.replace.surrogates.name_lists import listed_names
from lexveil.replace.surrogates.name_parts import fit, flat
from lexveil.text.fold import fold

_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W\d_]+)*")
_FORM = re.compile(rf"(?<![\w-])(?:{pattern('forms', 'firms', 'prefixes')})(?![\w-])")
_MARKS = keys("firms") | keys("clubs")
_OWNED = re.compile(r"['’]s$")
MOST_WORDS = 6  # of somebody else's name inside a name


@cache
def _kinds() -> re.Pattern[str]:
    """Kinds of bodies, by the end or the whole of a word, folded."""
    return re.compile(f".*(?:{'|'.join(all_words('replace', 'organizations', 'kinds'))})")


@cache
def _listed(key: str) -> frozenset[str]:
    return frozenset(all_words("replace", "organizations", key))


class Body(NamedTuple):
    """What has been replaced in the names of one organisation, by folded word."""

    words: dict[str, str]
    named: dict[str, str]  # its full surfaces to their surrogates, for acronyms
    own: frozenset[str]  # its surfaces, folded


def assign(
    document: Document, entities: Sequence[Entity], assigned: Assignments, known: Mapping[str, str]
) -> Iterator[Surrogate]:
    for entity in entities:
        ordered = sorted(surfaces(document, entity), key=lambda each: (-len(each.split()), -len(each), each))
        full, written = _cast(assigned, ordered, known.get(entity.id, ""))
        _host(assigned, written)
        yield full, written


def _cast(assigned: Assignments, surfaces: Sequence[str], known: str) -> Surrogate:
    own = frozenset(fold(flat(surface)) for surface in surfaces)
    for turn in count():
        body = Body({}, {}, own)
        # The words that the surrogate of this case put in the place of others.
        old, new = _WORD.findall(flat(surfaces[0])), _WORD.findall(known)
        if len(old) == len(new):
            pairs = zip(old, new, strict=True)
            body.words.update({fold(one): other for one, other in pairs if one != other})
        written = {surface: _write(assigned, body, surface, str(turn or "")) for surface in surfaces}
        if all(surface == new for surface, new in written.items()):  # names nobody: it stays
            return known or surfaces[0], written
        changed = next(surface for surface, new in written.items() if surface != new)
        if turn > TRIES:
            written[changed] = assigned.coin("organization", fold(changed))
        full = known or written[changed]
        named = fold(flat(changed)) if places.is_known(fold(flat(changed))) else ""
        if known or assigned.claim(full, place=named):
            return full, written
    raise AssertionError  # counting never ends


def _write(assigned: Assignments, body: Body, surface: str, turn: str) -> str:
    text = flat(surface)
    bare = text.replace(".", "").replace("&", "")
    if bare.isupper() and bare.isalpha() and len(bare) < 8 and fold(text) not in body.words:
        found = _acronym(assigned, body, text, turn)
    else:
        found = _words(assigned, body, text, turn)
        body.named[text] = found
    return surface if found == text else found


def _words(assigned: Assignments, body: Body, text: str, turn: str) -> str:
    """The name with its own words replaced."""
    kept = [range(*match.span()) for match in _FORM.finditer(text) if match.start()]
    matches = list(_WORD.finditer(text))
    own = [match for match in matches if not _stays(assigned, match, kept) or _follows(assigned, match[0])]
    starts = {match.start() for match in own or _first_telling(matches, kept)}
    starts.update(_of_others(assigned, body, matches, starts))
    if not starts:
        return text if matches else assigned.coin("organization", turn, fold(text))

    def replaced(match: re.Match[str]) -> str:
        if match.start() not in starts:
            return match[0]
        word = _bare(match[0])
        before = fold(text[: match.start()]).rpartition(" ")[0].rpartition(" ")[2].strip(".")
        new = _word(assigned, body, fold(word), turn, saint=before in _listed("saint"))
        return fit(new, word) + match[0][len(word) :]

    return _WORD.sub(replaced, text)


def _of_others(
    assigned: Assignments, body: Body, matches: Sequence[re.Match[str]], starts: Set[int]
) -> Iterator[int]:
    """The name of somebody else inside this one goes too: `Council of the European Union`, `Roe Electric`.

    One word of it is enough, if none is replaced already.
    """
    stretches = (matches[n : n + size] for n in range(len(matches)) for size in range(1, MOST_WORDS + 1))
    for words in stretches:
        if any(match.start() in starts for match in words):
            continue
        key = fold(words[0].string[words[0].start() : words[-1].end()])
        others = assigned.persons if len(words) == 1 else assigned.reals
        if key in others and key not in body.own:
            yield from [match.start() for match in words if match[0][0].isupper()][:1]


def _first_telling(matches: Sequence[re.Match[str]], kept: Sequence[range]) -> list[re.Match[str]]:
    """Of a name all in ordinary words the first that could be a name: `First National Bank`.

    `the Government` and `health centre` name nobody and stay as they are.
    """
    own = [match for match in matches if not _is_form(match, kept)]
    words = [match for match in own if fold(match[0]) not in _listed("small")]
    company = len(own) < len(matches)
    private = bool(words) and fold(_bare(words[-1][0])) in keys("heads")
    free = [match for match in words if match[0][0].isupper() and not is_head(fold(_bare(match[0])))]
    return free[:1] if company or private else []


def _follows(assigned: Assignments, word: str) -> bool:
    """A nationality whose state is replaced."""
    return nearby.adjectives().get(fold(_bare(word)), "") in assigned.countries


def _bare(word: str) -> str:
    return _OWNED.sub("", word)


def _is_form(match: re.Match[str], kept: Sequence[range]) -> bool:
    return any(match.start() in each for each in kept)


def _stays(assigned: Assignments, match: re.Match[str], kept: Sequence[range]) -> bool:
    """A legal form, a kind of body, an ordinary word: what many organisations have in their names."""
    key = fold(_bare(match[0]))
    if (match[0].islower() and match[0] != match.string) or _is_form(match, kept):
        return True
    small = (_listed("small"), particles(assigned.spoken), _listed("saint"))
    if any(key in words for words in small) or is_demonym(key, assigned.spoken):
        return True
    if match[0].isdecimal() or not match[0][0].isalpha():
        return False
    generic = is_head(key) or is_legal_form(key) or key in _MARKS or bool(_kinds().fullmatch(key))
    return generic or (is_common(key, assigned.spoken) and not given.is_given(key))


def _word(assigned: Assignments, body: Body, key: str, turn: str, *, saint: bool) -> str:
    if key not in body.words:
        if any(map(str.isdecimal, key)):
            new = scrambled(assigned, key, "organization", turn)
        elif not turn and _follows(assigned, key):
            new = places.demonym(assigned, key.capitalize())
        elif not turn and places.is_known(key):
            new = places.word(assigned, key)
        elif saint:
            listed = candidates(assigned.key, listed_names("saints"), "saint", key + turn)
            new = assigned.first(listed, lambda name: fold(name)[0] != key[0])
            new = new or assigned.coin("saint", key + turn)
        elif turn:  # another body has the same words: this one gets words of its own
            new = assigned.coin("organization", turn, key)
        else:
            new = "-".join(assigned.core(half) for half in key.split("-"))
        body.words[key] = new
    return body.words[key]


def _acronym(assigned: Assignments, body: Body, text: str, turn: str) -> str:
    """The letters of the surrogate's words where those of the name make the acronym; else drawn letters."""
    letters = [char for char in text if char.isalpha()]
    for name, surrogate in body.named.items():
        if found := _initials(fold("".join(letters)), name, surrogate):
            spelt = iter(found.upper())
            return "".join(next(spelt) if char.isalpha() else char for char in text)
    for again in count():
        drawn = stream(assigned.key, "acronym", fold(text), turn, str(again))
        found = "".join(ascii_uppercase[next(drawn) % 26] if char.isalpha() else char for char in text)
        folded = fold(found).replace(".", "")
        if folded not in assigned.avoid and folded not in assigned.used and fold(found) not in assigned.reals:
            assigned.used.add(folded)
            return found
    raise AssertionError  # counting never ends


def _initials(letters: str, name: str, surrogate: str) -> str:
    """The same words of the surrogate give the same letters: QSG of Quellmark Shipping GmbH."""
    old, new = _WORD.findall(name), _WORD.findall(surrogate)
    if len(old) != len(new):
        return ""
    found, at = "", 0
    for real, other in zip(old, new, strict=True):
        if at < len(letters) and fold(real)[0] == letters[at]:
            found += fold(other)[0]
            at += 1
    return found if at == len(letters) > 1 and found != letters else ""


def _host(assigned: Assignments, forms: Mapping[str, str]) -> None:
    """How the name may stand in an address: quellmark, quellmarkshipping, quellmark-shipping, qsg."""
    for surface, surrogate in forms.items():
        real = [fold(word) for word in _WORD.findall(_FORM.sub("", flat(surface)))]
        new = [fold(word) for word in _WORD.findall(_FORM.sub("", surrogate))]
        if len(real) == len(new) and real:
            for joint in ("", "-"):
                assigned.hosts.setdefault(joint.join(real), joint.join(new))
            if real[0] != new[0]:
                assigned.hosts.setdefault(real[0], new[0])
