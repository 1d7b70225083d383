"""What ANOPPI (Oksanen et al. 2022) does with names, besides its endpoints (tests/service/test_anoppi.py)."""

from lexveil import config, pipeline
from lexveil.model import Document
from lexveil.service.chosen import on_top


def test_a_name_that_stays_does_so_in_every_form():
    text = "Päätös annettiin Matti Virtaselle. Pekka Korhoselle sitä ei annettu."
    policy = on_top(config.policy("finland"), {"stays": [{"name": "Matti Virtanen"}]})
    after = pipeline.analyze(Document("x", text, "fi"), policy=policy).text
    assert "Matti Virtaselle" in after
    assert "Korho" not in after
    assert "Virtaselle" not in pipeline.analyze(Document("x", text, "fi"), policy="finland").text
