"""What has been drawn so far, so that nobody gets what somebody else has.

Each family name and each coined word of a document has one surrogate, the same wherever it stands.
`Assignments` live for one `assign`; they hold real words only as keys, and their repr shows none.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from lexveil.languages import Language, load
from lexveil.languages.common import is_common
from lexveil.model import Document, Entity
from lexveil.names.places import is_place
from lexveil.replace.keyed_random import candidates, draw
from lexveil.replace.surrogates import name_lists
from lexveil.replace.surrogates.name_lists import coined
from lexveil.text.fold import fold

TRIES = 24  # names tried in one list before a longer one is made: keeps the cost of a full list down


Surrogate = tuple[str, dict[str, str]]  # of an entity: in full, and for each surface as written


def surfaces(document: Document, entity: Entity) -> set[str]:
    return {document.text[span.start : span.end] for span in entity.spans}


@dataclass(slots=True, eq=False)
class Assignments:
    key: bytes = field(repr=False)
    language: str
    avoid: frozenset[str] = field(repr=False)  # folded words of real names
    plain: bool  # the document has ASCII letters only
    reals: frozenset[str] = field(default=frozenset(), repr=False)  # folded surfaces of all entities
    persons: frozenset[str] = field(default=frozenset(), repr=False)  # … of people
    words: dict[tuple[str, str], str] = field(default_factory=dict, repr=False)  # (kind, real) → surrogate
    used: set[str] = field(default_factory=set, repr=False)  # folded words of surrogates
    taken: set[str] = field(default_factory=set, repr=False)  # folded full pseudonyms
    accounts: dict[str, str] = field(default_factory=dict, repr=False)  # how persons show in addresses
    places: dict[str, str] = field(default_factory=dict, repr=False)  # full pseudonym → the real place
    hosts: dict[str, str] = field(default_factory=dict, repr=False)  # how organisations show in addresses
    people: list[tuple[str, str, str, str]] = field(default_factory=list, repr=False)  # for addresses
    general: set[str] = field(default_factory=set)  # ids of entities that are only generalised
    countries: dict[str, str] = field(default_factory=dict, repr=False)  # ISO code → that of its surrogate

    @property
    def spoken(self) -> Language:
        return load(self.language)

    def free(self, word: str) -> bool:
        """A word that no real name has and no other surrogate."""
        folded = fold(word)
        return folded not in self.avoid and folded not in self.used

    def written(self, word: str) -> str:
        """Without accents in a document that has none: where they come from would show."""
        return unaccented(word) if self.plain and not word.isascii() else word

    def claim(self, name: str, *, place: str = "") -> bool:
        """Whether the full pseudonym is still free, and no real name; then it is taken.

        A place is its name: entities of one `place` may share what stands for it.
        """
        folded = fold(name)
        if not folded.strip() or folded in self.reals:
            return False
        if folded in self.taken:
            return bool(place) and self.places.get(folded) == place
        self.taken.add(folded)
        if place:
            self.places[folded] = place
        return True

    def family(self, word: str, pool: Sequence[str]) -> str:
        """The surrogate of a folded family name: one for all who bear it."""
        known = self.words.get(("family", word))
        if known is None:
            listed = candidates(self.key, pool, "family", word, most=TRIES)
            known = self.first(listed, lambda name: name[0].lower() != word[:1])
            known = known or self.double(pool, "family", word) or self.coin("family", word)
            self.words["family", word] = known
            self.used.add(fold(known))
        return known

    def double(self, pool: Sequence[str], *parts: str) -> str:
        """Two names of a list joined by a hyphen, for when the list alone has none left."""
        if len(pool) < 2:
            return ""
        firsts = candidates(self.key, pool, *parts, "first", most=TRIES)
        seconds = candidates(self.key, pool, *parts, "second", most=TRIES)
        pairs = zip(firsts, seconds, strict=False)
        free = (pair for pair in pairs if self.avoid.isdisjoint(map(fold, pair)))
        return self.first(map("-".join, free))

    def first(self, names: Iterable[str], suits: Callable[[str], bool] = lambda name: True) -> str:
        written = (self.written(name) for name in names)
        return next((name for name in written if self.free(name) and suits(name)), "")

    def core(self, word: str) -> str:
        """The surrogate of a folded word that makes a company's or a street's name its own."""
        known = self.words.get(("family", word)) or self.words.get(("core", word))
        if known is None:
            if name_lists.listed(word) and not is_place(word):
                known = self.family(word, name_lists.names(name_lists.default_locale(self.language)).family)
            else:
                known = self.coin("core", word)
            self.words["core", word] = known
            self.used.add(fold(known))
        return known

    def coin(self, *parts: str) -> str:
        """A word that nobody bears."""
        turn = 0
        while True:
            number = draw(self.key, *parts, "coined", str(turn))
            name = self.written(coined(number, language=self.language, long=turn > 3))
            if self.free(name) and not is_common(fold(name), self.spoken) and fold(name)[0] != parts[-1][:1]:
                self.used.add(fold(name))
                return name
            turn += 1


def unaccented(word: str) -> str:
    """
    >>> unaccented("Ærø-Łuk"), unaccented("Смирнов")
    ('Aro-Luk', 'Смирнов')
    """
    folded = fold(word)
    cased = "".join(new.upper() if old.isupper() else new for old, new in zip(word, folded, strict=True))
    return cased if cased.isascii() else word
