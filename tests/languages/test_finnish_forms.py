"""Finnish names in their cases against forms as a Finn writes them (`languages/fi/cases/forms.toml`)."""

import tomllib

import pytest

from lexveil.languages import FOLDER
from lexveil.languages.fi.forms import bases, forms
from lexveil.replace import inflect

NAMES = tomllib.loads((FOLDER / "fi" / "cases" / "forms.toml").read_text("utf8"))["name"]
FORMS = [(name["base"], case, form) for name in NAMES for case, form in name.items() if case != "base"]
RIGHT = 0.95


def test_nearly_all_forms_are_right():
    right = sum(inflect(base, case, "fi") == form for base, case, form in FORMS)
    assert right >= RIGHT * len(FORMS)


@pytest.mark.parametrize(("base", "case", "form"), FORMS)
def test_each_form_is_one_of_its_name(base, case, form):
    assert form.lower() in forms(base.lower())[case]
    assert base.lower() in {each.name for each in bases(form.lower())}


@pytest.mark.parametrize(
    "word", ["", "n", "an", "-", "a:", ":n", "i", "ss", "ään", "x-", "1", "a-n", "'", "nen"]
)
def test_any_word_can_be_asked_for(word):
    assert all(each.name for each in bases(word)) or word.startswith(":")
    assert isinstance(inflect(word or "A", "genitive", "fi"), str)
