"""People filed under the words of their names: who is compared with whom, never all with all."""

from collections.abc import Iterable
from functools import lru_cache

from lexveil.names import given
from lexveil.names.agreement import FUZZY_LENGTH, has_letter, hyphened, sound, unscanned
from lexveil.names.parse import Name
from lexveil.names.romanized import romanized
from lexveil.resolve.features import otherwise, veto
from lexveil.resolve.people import NameForm, Person


class Index:
    """People filed under the words of their names."""

    def __init__(self) -> None:
        self.people: list[Person] = []
        self._filed: dict[str, dict[int, Person]] = {}  # by their ids, in order
        self._at: dict[int, Person] = {}

    def candidates(self, form: NameForm) -> list[Person]:
        near = self._under(asked_for(form)) | self._at_any(form.aliases)
        fitting = {at: person for at, person in near.items() if not veto(form, person)}
        fitting |= self._at_any(form.called)  # who is said to be called so may be called anything
        return sorted(fitting.values(), key=lambda person: person.first)

    def shortened(self, form: NameForm) -> list[Person]:
        """Those of whose given names the form may be a part."""
        near = self._under(ends(form.name.tokens[0])).values()
        return [person for person in near if not veto(form, person)]

    def with_letters(self, form: NameForm) -> list[Person]:
        """Those whose initials the bare form may be: the child M, BAU."""
        word = form.name.tokens[0]
        near = self._under([f"letter {word}" if len(word) == 1 else f"initials {word}"]).values()
        return [each for each in near if not otherwise(form, each)]

    def of_lettered_family(self, form: NameForm) -> list[Person]:
        """Those of whose family name only this letter stands beside a given name: Rosa C."""
        if len(form.name.tokens[0]) > 1 or form.minor or "CHILD" in form.roles:
            return []
        return [
            each
            for each in self._under([f"family {form.name.tokens[0]}"]).values()
            if not otherwise(form, each)
        ]

    def once_called(self, form: NameForm) -> list[Person]:
        """Those who have or had the family name besides the one that they are filed under."""
        return [
            each for each in self._under([f"once {form.name.family}"]).values() if not otherwise(form, each)
        ]

    def of_family(self, form: NameForm) -> list[Person]:
        """Those who have the form's word in their family names."""
        return list(self._under([form.name.family]).values())

    def stand_at(self, starts: Iterable[int]) -> bool:
        """Whether somebody known is named at one of these places."""
        return bool(self._at_any(starts))

    def _at_any(self, starts: Iterable[int]) -> dict[int, Person]:
        return {id(self._at[start]): self._at[start] for start in starts if start in self._at}

    def _under(self, keys: Iterable[str]) -> dict[int, Person]:
        return {at: person for key in keys for at, person in self._filed.get(key, {}).items()}

    def found(self, form: NameForm) -> Person:
        person = Person()
        self.people.append(person)
        self.join(person, form)
        return person

    def join(self, person: Person, form: NameForm) -> None:
        person.add(form)
        self._file(person, form)

    def _file(self, person: Person, form: NameForm) -> None:
        for key in filed_under(form):
            self._filed.setdefault(key, {})[id(person)] = person
        for start in form.starts:
            self._at[start] = person

    def unite(self, person: Person, other: Person) -> None:
        """`other` turned out to be `person`."""
        person.take(other)
        self.people.remove(other)
        for filed in self._filed.values():
            filed.pop(id(other), None)
        for form in other.forms:
            self._file(person, form)


def filed_under(form: NameForm) -> set[str]:
    """The keys of a person in the index: family names and near spellings of them, titles, and the given name
    apart, which only a single word asks for; else everyone called Maria would be compared with everyone."""
    name = form.name
    found = family_keys(name) | {f"title {title}" for title in form.titles}
    found |= {f"generation {name.suffix}"} if name.suffix else set()
    if not name.bare:
        found.add(turned(name))
    alone = [*name.tokens[:-1], name.tokens[0], *given.short_forms_of_any(name.tokens[:-1] or name.tokens)]
    alone += [part for token in name.tokens[:-1] for part in token.split("-")[:1]]
    found |= {f"initials {name.initials}", f"initials {name.tokens[0][0]}{name.family[0]}"}
    found |= {f"initials {name.all_initials}", f"initials {name.all_initials[:2]}"}
    found |= {f"letter {name.tokens[0][0]}", f"family {_family_letter(name)}"}
    found |= {f"begins {name.tokens[:2]}"} if len(name.tokens) > 2 else set()
    found |= set() if name.bare else {f"first {name.tokens[0]}"}
    found |= {f"once {name.other_family}"} if name.other_family else set()
    shortened = {key for token in name.tokens[:-1] for key in ends(token)}
    if len(name.tokens) > 2 and not given.is_given(name.tokens[0]):  # Roe Ann Mary
        found.add(name.tokens[0])
    return found | {f"given {word}" for word in alone} | shortened


def _family_letter(name: Name) -> str:
    """C, of Rosa C. and of C. Rosa Maria."""
    first, last = name.tokens[0], name.tokens[-1]
    if len(last) == 1 and not name.bare:  # Mr P is D P as well
        return last
    turned_round = len(first) == 1 and not name.bare and all(map(given.is_given, name.tokens[1:]))
    return first if turned_round else ""


def ends(word: str) -> tuple[str, str]:
    """Keys for names that are cut short: Trav and Travis, Tobi and Oluwatobi."""
    return f"starts {given.stem(word)[:3]}", f"ends {word[-3:]}"


def asked_for(form: NameForm) -> set[str]:
    name = form.name
    if name.abbreviated:
        return {turned(name), f"initials {name.initials}", f"initials {name.all_initials}"}
    if not name.bare:
        cut = {f"given {name.tokens[0]}"} if hyphened(name.family) else set()  # Lucy P-L
        cut |= {f"begins {name.tokens}"}  # Fartun Ali, of Fartun Ali Nur
        if has_letter(name.tokens):
            cut |= {name.tokens[0], *ends(name.tokens[0])}  # Ann R., Roe A.
        if len(name.tokens) > 2 and not given.is_given(name.tokens[0]):
            cut.add(name.tokens[0])
        return family_keys(name) | {turned(name)} | cut | _beside_initials(name)
    if name.generation:
        return {f"generation {name.generation}"}
    word = name.tokens[0]
    alone = {f"given {each}" for each in (word, *given.short_forms(word))}
    return family_keys(name) | alone | {f"title {word}"}  # "the Emperor"


def _beside_initials(name: Name) -> set[str]:
    """Keys for whoever may be Roe R., or R. Roe where family names stand first."""
    words = [word for word in name.tokens if len(word) > 1]
    if len(words) == len(name.tokens):
        return set()
    return {key for word in words for key in (word, f"first {word}")}


def family_keys(name: Name) -> set[str]:
    """Family and inner names, each with its sound and, if long enough, less any one letter."""
    found: set[str] = set()
    double = name.tokens[-2:-1] if len(name.tokens) > 3 else ()  # Ann Mary Cruz Paz
    inner = (token for token in name.tokens[1:-1] if token in double or not given.is_given(token))
    for token in (*inner, name.family):
        for word in {token, *token.split("-")}:
            if len(word) > 1:
                found.add(word)
            if len(word) >= FUZZY_LENGTH:
                found.update(_like(word))
    return found


@lru_cache(maxsize=1 << 12)  # names stand in a text many times
def _like(word: str) -> tuple[str, ...]:
    """Its sound, its letters in any order, and all that is one letter away from it."""
    missing = (word[:at] + "*" + word[at:] for at in range(1, len(word) + 1))
    other = (word[:at] + "*" + word[at + 1 :] for at in range(1, len(word)))
    letters = f"letters {''.join(sorted(word))}"
    return (
        f"sound {sound(word)}",
        f"romanized {romanized(word)}",
        unscanned(word),
        letters,
        *missing,
        *other,
    )


def turned(name: Name) -> str:
    """One key for both name orders: Zhang Wei, Wei Zhang."""
    return " ".join(sorted(name.tokens))
