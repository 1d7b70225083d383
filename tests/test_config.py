import pytest

from lexveil import config
from lexveil.errors import LexveilError


def test_settings_come_from_the_environment():
    found = config.settings(
        {"LEXVEIL_MAX_BYTES": "1000", "LEXVEIL_CITATION_CLASSES": "cite, ref", "LEXVEIL_BALANCE": "yes"}
    )
    assert (found.max_bytes, found.citation_classes, found.balance) == (1000, ("cite", "ref"), True)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("MAX_BYTES", "0"),
        ("MAX_BYTES", "-5"),
        ("MAX_BYTES", "much"),
        ("BALANCE", "maybe"),
        ("THREADS", "two"),
    ],
)
def test_a_setting_that_makes_no_sense_is_named(name, value):
    with pytest.raises(LexveilError, match=f"LEXVEIL_{name}"):
        config.settings({f"LEXVEIL_{name}": value})
