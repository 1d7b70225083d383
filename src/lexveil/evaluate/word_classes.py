"""Classes of words that need no model: function words, names, numbers, other words, punctuation.

Coarser than parts of speech, which `--spacy` adds: a function word is in the list of the language of the
text, a name has a capital within a sentence and is no word of the lists. Where every noun has a capital,
nouns that no list has count as names, in both kinds of texts alike.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from lexveil.languages import Language, load
from lexveil.languages.common import is_common, is_function
from lexveil.languages.identify import AUTO
from lexveil.model import Document
from lexveil.pipeline.language import with_language
from lexveil.text.fold import fold

FUNCTION, NAME, NUMBER, OTHER, MARK = CLASSES = ("function", "name", "number", "other", "mark")
_TOKEN = re.compile(r"[^\W_]+(?:['’.,-][^\W_]+)*|[^\w\s]")
_OPENS = re.compile(r"(?:\A|[.!?:]|\n)[\s\"“”'‘’«»(\[–-]*\Z")
BEFORE = 8  # characters in which a sentence may be seen to begin


def word_classes(text: str) -> Iterator[str]:
    """
    >>> list(word_classes("The clerk met Ann in 2021."))
    ['function', 'other', 'other', 'name', 'function', 'number', 'mark']
    """
    language = load(with_language(Document("", text), AUTO).language)
    for found in _TOKEN.finditer(text):
        before = text[max(0, found.start() - BEFORE) : found.start()]
        yield _class(found[0], language, opens=_OPENS.search(before) is not None)


def _class(token: str, language: Language, *, opens: bool) -> str:
    if not token[0].isalnum():
        return MARK
    if token[0].isdigit():
        return NUMBER
    word = fold(token)
    if is_function(word, language):
        return FUNCTION
    return NAME if token[0].isupper() and not opens and not is_common(word, language) else OTHER


def shares(texts: Iterable[str]) -> dict[str, float]:
    counts = Counter(each for text in texts for each in word_classes(text))
    whole = counts.total()
    return {name: counts[name] / whole if whole else 0.0 for name in CLASSES}
