"""Whoever runs a document in another language than English is told."""

import pytest

from lexveil.pipeline.input_checks import language_doubt

ENGLISH = (
    "The applicant told the court that she had not seen the letter which the bank had sent to her. " * 10
)
SWEDISH = "Tingsrätten fann att sökanden inte hade sett det brev som banken skickade till henne i maj. " * 10
FINNISH = "Käräjäoikeus katsoi, ettei hakija ollut nähnyt kirjettä, jonka pankki oli lähettänyt. " * 10


def test_english_needs_no_word():
    assert language_doubt(ENGLISH, "en") is None


@pytest.mark.parametrize("text", [SWEDISH, FINNISH])
def test_another_language_taken_for_english_is_told(text):
    assert "--language" in str(language_doubt(text, "en"))


def test_a_language_without_a_model_is_told():
    assert "no trained model knows the language sv" in str(language_doubt(SWEDISH, "sv"))


@pytest.mark.parametrize("text", ["", "Mr Torvund.", "1 2 3 " * 500, "TORVUND QUELLMARK"])
def test_of_a_few_words_nothing_is_said(text):
    assert language_doubt(text, "en") is None
