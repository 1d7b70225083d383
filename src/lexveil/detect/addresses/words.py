"""What the tables say of addresses: those of the language and those of all countries."""

from lexveil.detect.labels import either
from lexveil.jurisdictions import table
from lexveil.languages import Language, owner


class Words:
    def __init__(self, language: Language) -> None:
        self.language = language
        self.own = language.labels["addresses"]
        self.forms = table("addresses")
        self.english, self.post = self.forms["english"], self.forms["post"]
        self.months: tuple[str, ...] = owner(language, "labels", "addresses").dates["months"]["long"]
        # Small words inside the name of a street or a town.
        self.small = rf"(?:{either(self.post['small'])} |{self.post['elided']})"

    def streets(self) -> tuple[str, ...]:
        """Kinds of street after a name, as written and in capitals: CANNERY ROAD."""
        kinds: tuple[str, ...] = self.english["streets"]
        return (*kinds, *map(str.upper, (*kinds, *self.english["short"])))

    def street_endings(self) -> tuple[str, ...]:
        return (*self.forms["number_last"]["endings"], *self.own.get("endings", ()))


def is_sentence_end(text: str, start: int, end: int) -> bool:
    """Whether the last sign is the full stop of the sentence and not of an abbreviation."""
    return text[end - 1 : end] == "." and end - start > 4 and text[end - 5 : end - 1].isalpha()
