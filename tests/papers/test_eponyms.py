"""The twenty most frequent eponyms of Vakili et al. 2024 (table 2), in running text and as notes write.

What is hidden of them is counted by the tag it was taken for, as table 3 does; nothing is, and the same
names are hidden where they are somebody's.
"""

from collections import Counter

import pytest

from lexveil import config, pipeline
from lexveil.model import Document

SIGNS = ["Babinski", "Romberg", "Grasset", "Donder", "Valsalva", "Lasegue", "Akilles", "Dix"]
ILLNESSES = ["Crohn", "Parkinson", "Alzheimer", "Sjögren", "Graves", "Raynaud", "Bechterew", "Whipple"]
ILLNESSES += ["Willebrand", "Wegener", "Waldenström", "Robin"]

RUNNING = {
    "en": ("The {} sign was positive on both sides.", "She was diagnosed with {}'s disease in 2010."),
    "sv": ("Vid undersökning fann man {}s tecken.", "Patienten har {}s sjukdom sedan 2010."),
}
NOTED = {
    "en": ("Neuro: {} negative. BP 140/90.", "Diagnosis: {}. No fever."),
    "sv": ("Status: {} neg bilat. BT 140/90.", "Känd {}, i övrigt frisk."),
}


def hidden(text, language):
    result = pipeline.analyze(Document("x", text, language), policy=config.policy("court-eu"))
    return Counter(each.category for each in result.replacements)


@pytest.mark.parametrize("language", ["en", "sv"])
@pytest.mark.parametrize("style", [RUNNING, NOTED], ids=["running", "note"])
def test_no_eponym_is_taken_for_somebody(style, language):
    of_signs, of_illnesses = style[language]
    texts = [of_signs.format(name) for name in SIGNS] + [of_illnesses.format(name) for name in ILLNESSES]
    assert len(texts) == 20
    by_tag = sum((hidden(text, language) for text in texts), Counter())
    assert by_tag == Counter(), {text for text in texts if hidden(text, language)}


@pytest.mark.parametrize("name", ["Babinski", "Crohn", "Robin", "Dix"])
def test_their_bearers_are_hidden(name):
    text = f"Dr. {name} suspects {name}'s disease. Ms Ann {name} was heard."
    result = pipeline.analyze(Document("x", text, "en"), policy=config.policy("court-eu"))
    assert f"Ann {name}" not in result.text
    assert f"Dr. {name}" not in result.text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Dr. {} suspects the patient has {}'s syndrome."),
        ("sv", "Dr. {} misstänker att patienten har {}s syndrom."),
    ],
)
def test_the_physician_is_hidden_and_the_illness_stays(language, text):
    """The paper's own example."""
    document = Document("x", text.format("Sjögren", "Sjögren"), language)
    after = pipeline.analyze(document, policy="court-eu").text
    assert after.count("Sjögren") == 1
    assert "Sjögren" in after.split()[-2]
