"""What labels call things, in ten languages: person, henkilö, virksomhed, Adresse.

Comes in: a category or role of the model, or BIRTH, and a language. Goes out: the word as the language writes
it inside a sentence, so German nouns have their capital. A language that is not here has the English words.
The words stand in `data/words.txt`, written for Lexveil.
"""

from functools import cache
from importlib.resources import files

SAME = {"no": "nb", "nn": "nb"}  # languages that take the words of another


def word(name: str, language: str) -> str:
    """
    >>> word("PERSON", "fi"), word("ORG", "da"), word("LAWYER", "de-CH"), word("DATE", "is")
    ('henkilö', 'virksomhed', 'Anwalt', 'date')
    """
    code = language.lower().partition("-")[0].partition("_")[0]
    return _read().get(SAME.get(code, code), _read()["en"])[name]


def languages() -> tuple[str, ...]:
    return tuple(_read())


@cache
def _read() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    current: dict[str, str] = {}
    for line in (files("lexveil.languages") / "data" / "words.txt").read_text("utf8").splitlines():
        if line.startswith("["):
            current = found.setdefault(line.strip("[]"), {})
        elif line and not line.startswith("#"):
            current.update(
                (name, word) for name, _, word in (each.partition(" ") for each in line.split("|"))
            )
    return found
