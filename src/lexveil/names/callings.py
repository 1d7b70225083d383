"""What somebody is called before the name, by profession, office, rank or part in the case: Nevrolog Ada."""

import re
from functools import cache

from lexveil.languages import Language, owner
from lexveil.names.given import is_family, is_given
from lexveil.text.fold import fold
from lexveil.text.patterns import one_of


@cache
def _calling(language: Language) -> re.Pattern[str]:
    roles = owner(language, "roles", "descriptions").roles
    experts, described = roles["experts"], roles["descriptions"]
    words = [*experts["sure"], *experts["possible"], *described["ranks"], *described["offices"]]
    words += [word for phrase in roles["phrases"] for word in phrase["words"]]
    return re.compile(rf"({one_of(words)})(?![\w.-])", re.IGNORECASE)


def after_calling(text: str, start: int, end: int, language: Language) -> int:
    """Where the name begins; `start` where nothing stands before it, or what stands there is a name too."""
    found = _calling(language).match(text, start, end)
    rest = text[found.end() : end] if found else ""
    family = found is not None and found[1].isupper() and not rest.isupper()  # NOTAIRE Ada
    if not found or not rest.strip() or family or _is_listed(found[1]):
        return start
    return end - len(rest.lstrip())


def is_calling(word: str, language: Language) -> bool:
    found = _calling(language).fullmatch(word)
    return found is not None and not _is_listed(word)


def _is_listed(words: str) -> bool:
    return any(is_given(word) or is_family(word) for word in fold(words).split())
