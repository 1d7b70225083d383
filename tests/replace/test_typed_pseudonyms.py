"""What a reviewer types for somebody takes the case of what it replaces."""

import pytest

from builders import doc
from lexveil.model import Decision, Entity, because
from lexveil.replace import render
from lexveil.replace.surrogates import Pseudonyms


def rendered(text, pseudonym, language):
    marked = doc(text, language=language)
    entity = Entity("e1", "PERSON", "UNKNOWN", 1, marked.spans)
    decision = Decision("e1", "replace", because("reviewer"), pseudonym=pseudonym, given=True)
    chosen = Pseudonyms({"e1": pseudonym}, {})
    words, last = "", 0
    for each in render(marked.document, [entity], [decision], chosen, language=language):
        words += marked.document.text[last : each.start] + each.text
        last = each.end
    return words + marked.document.text[last:]


@pytest.mark.parametrize(
    ("text", "pseudonym", "language", "wanted"),
    [
        (
            "[Virtanen](PERSON) vaati. [Virtasen](PERSON) mukaan [Virtaselle](PERSON) ei maksettu.",
            "Tähtinen",
            "fi",
            "Tähtinen vaati. Tähtisen mukaan Tähtiselle ei maksettu.",
        ),
        ("[Virtanen](PERSON) vaati, [Virtasella](PERSON) oli.", "K", "fi", "K vaati, K:lla oli."),
        ("[Ida Dal](PERSON) kom. [Ida Dals](PERSON) bil.", "Ask Lie", "da", "Ask Lie kom. Ask Lies bil."),
        ("[Ida Dal](PERSON) kom. [Ida Dals](PERSON) bil.", "Ask Lie", "nb", "Ask Lie kom. Ask Lies bil."),
        ("[Ida Dal](PERSON) kom. [Ida Dals](PERSON) bil.", "Ask Ek", "sv", "Ask Ek kom. Ask Eks bil."),
        ("[Virtanen](PERSON), [Virtaselle](PERSON).", "[person1]", "fi", "[person1], [person1]:lle."),
    ],
)
def test_a_typed_pseudonym_is_inflected(text, pseudonym, language, wanted):
    assert rendered(text, pseudonym, language) == wanted
