"""What a client chooses for one preview: which entities go, and by which pseudonyms."""

import pytest

from builders import doc
from lexveil.model import Entity
from lexveil.pipeline import rendered
from lexveil.service.chosen import decisions
from lexveil.service.problems import Problem
from review.worlds import KEY, reviewed

MARKED = """\
Asian on ratkaissut oikeusneuvos [Aatos Virtanen](PERSON:judge).

Todistaja [Liisa Korhonen](PERSON:witness) \
kertoi tapahtumista. [Virtasen](PERSON:judge) mukaan [Korhosen](PERSON:witness) kertomus oli selvä."""


def preview(wanted: list[str] | None = None, pseudonyms: dict[str, str] | None = None) -> str:
    found = doc(MARKED, language="fi")
    of_role = {"JUDGE": "e1", "WITNESS": "e2"}
    entities = [
        Entity(
            identity,
            "PERSON",
            role,
            1,
            tuple(span for span, each in zip(found.spans, found.roles, strict=True) if each == role),
        )
        for role, identity in of_role.items()
    ]
    world = reviewed(found.document, entities, "finland")
    decided = decisions(world.editor, world.base, wanted, pseudonyms)
    result = rendered(found.document, tuple(entities), decided, world.editor.policy, key=KEY)
    text = found.document.text
    for each in reversed(result.replacements):
        text = text[: each.start] + each.text + text[each.end :]
    return text


def test_a_selected_entity_that_the_policy_keeps_is_called_as_the_policy_calls_people() -> None:
    after = preview(["e1"])
    assert "oikeusneuvos henkilö B." in after, "A is the witness, in the review"
    assert "Henkilön B mukaan" in after, "and takes its cases"
    assert "Liisa Korhonen" in after, "nobody else was selected"
    both = preview(["e1", "e2"])
    assert "Virta" not in both
    assert "Korho" not in both
    assert "henkilö A" in both
    assert "henkilö B" in both


@pytest.mark.parametrize(
    ("pseudonyms", "code"),
    [
        ({"e2": "Liisa Korhonen"}, "review.shows"),
        ({"e2": "rouva KORHONEN"}, "review.shows"),
        ({"e2": "Aatos Virtanen"}, "review.stays-here"),
        ({"e2": "Virtanen"}, "review.stays-here"),
        ({"e1": "X"}, "review.not-replaced"),
        ({"e3": "X"}, "service.no-entity"),
    ],
)
def test_a_pseudonym_that_would_mislead_is_refused(pseudonyms: dict[str, str], code: str) -> None:
    with pytest.raises(Problem) as refused:
        preview(None, pseudonyms)
    assert refused.value.code == code
    assert refused.value.key.startswith("pseudonyms")


def test_two_entities_have_two_pseudonyms() -> None:
    with pytest.raises(Problem) as refused:
        preview(["e1", "e2"], {"e1": "X", "e2": "x"})
    assert refused.value.code == "review.taken"
    assert "oikeusneuvos X" in preview(["e1", "e2"], {"e1": "X", "e2": "Y"})
