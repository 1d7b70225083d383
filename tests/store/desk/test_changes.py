"""What other programs told: sorted out, and passed on as changes."""

import pytest

from lexveil.store.desk.database import change_of


@pytest.mark.parametrize(
    "payload",
    ["", "f00d", "f00d edit ab12 cd34", "f00d edit ab12 cd34 ef56 more", "f00d sale ab12 cd34 ef56",
     "f00d edit Torvünd cd34 ef56", "f00d edit ab12 cd34' ef56"],
)  # fmt: skip
def test_what_is_none_of_ours_is_left_alone(payload):
    assert change_of(payload, but="beef") is None
