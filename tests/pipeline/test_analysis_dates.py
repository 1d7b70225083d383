"""A date may be shifted to where another one is hidden."""

from lexveil.model import Entity, Span
from lexveil.pipeline.analysis import _not_shown
from lexveil.text.search import Form

DATES = [
    Entity(f"e{number}", "DATE", "MISCELLANEOUS", 1, (Span(number, number + 1, "DATE"),)) for number in (1, 2)
]


def test_a_hidden_month_into_which_another_date_was_shifted_may_be_read():
    hidden = [Form("may 2020", "detail", "e1"), Form("june 2020", "detail", "e1"), Form("roe", "name", "e3")]
    shown = {"e2": {"1 March 2020": "3 May 2020"}}
    assert [form.text for form in _not_shown(hidden, DATES, shown)] == ["june 2020", "roe"]
