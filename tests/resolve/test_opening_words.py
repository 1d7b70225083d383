"""A name that is a word too, at the head of a sentence."""

import pytest

from lexveil.languages import load
from lexveil.resolve.opening_words import opens_as_word


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("da", "Storm var der ikke den dag."),
        ("da", "Storm og regn havde de haft hele ugen."),
        ("da", "Skov, eng og mose hørte til gården."),
        ("da", "Skov- og landbrug er vigtigt."),
        ("da", "Bo kan de ikke der."),
        ("da", "Bo og særbo er opgjort."),
        ("nb", "Stein på stein ble muren bygd."),
        ("nb", "Dag ut og dag inn ringte han."),
        ("nb", "Lund har vi aldri hatt."),
        ("nn", "Berg og fjell er det nok av."),
        ("nn", "Storm har det vore heile vinteren."),
        ("nb", "Storm har det vært hele vinteren."),
        ("sv", "Storm får man räkna med där."),
        ("sv", "Vinter var det ännu när huset såldes."),
        ("sv", "Frisk var han inte vid den tiden."),
        ("sv", "Sten och grus låg på vägen."),
        ("sv", "Glad ska man vara."),
        ("fi", "Oja ja virta olivat jäässä."),
        ("fi", "Ranta ja laituri kuuluvat tilaan."),
    ],
)
def test_a_word_for_a_thing(language, sentence):
    word = sentence.split("-")[0].split()[0].strip(",")
    assert opens_as_word(f"Det blev sent. {sentence}", 15, 15 + len(word), load(language))


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("da", "Storm har forklaret, at han gik."),
        ("da", "Storm og selskabet aftalte en pris."),
        ("da", "Skov og hans bror kom."),
        ("da", "Skov og arbejdsgiver aftalte en løn."),
        ("nb", "Berg og kommune er enige."),
        ("sv", "Lind och bolag har enats."),
        ("fi", "Hirven ja yhtiön välillä sovittiin hinnasta."),
        ("fi", "Karhun ja naapurin riita jatkui."),
        ("da", "Skov har han aldrig mødt."),
        ("da", "Munk må hun have set."),
        ("da", "Munk var det, der ringede."),
        ("da", "Bo og kone kom."),
        ("nb", "Lie sier han ikke var der."),
        ("nb", "Rose hadde hun aldri likt å bli kalt."),
        ("nb", "Berg og kommunen inngikk en avtale."),
        ("nn", "Berg og kona kom."),
        ("sv", "Frisk har inte hörts."),
        ("sv", "Berg och bolaget var överens."),
        ("sv", "Berg kan hon inte ha träffat."),
        ("fi", "Oja ja yhtiö sopivat."),
        ("fi", "Oja ja vaimo tulivat."),
    ],
)
def test_somebody(language, sentence):
    word = sentence.split()[0]
    assert not opens_as_word(f"Det blev sent. {sentence}", 15, 15 + len(word), load(language))


def test_inside_a_sentence_nothing_is_said():
    assert not opens_as_word("Da var Storm og regn der.", 7, 12, load("nb"))
