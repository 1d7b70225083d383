import dataclasses

import pytest

from builders import doc
from lexveil.evaluate.detection import Mask, Prediction
from lexveil.evaluate.gold import Gold, Mention
from lexveil.evaluate.origins import GROUPS, gap, measure, names, swap

MARKED = (
    "[Mrs Jane Roe](PERSON:one) and [Mr John Q. Roe](PERSON:two) sued [Acme](ORG) in [Oslo](LOC). "
    "[JANE ROE](PERSON:one) won; [Mr X.Y.](PERSON:three) and [Anna van der Dal](PERSON:four) wrote. "
    "[Mrs Roe](PERSON:one) and [John](PERSON:two) left."
)


def gold(marked: str = MARKED) -> Gold:
    made = doc(marked)
    mentions = tuple(
        Mention(span.start, span.end, span.category, cluster=role)
        for span, role in zip(made.spans, made.roles, strict=True)
    )
    return Gold("doc", made.document.text, mentions)


def surfaces(document: Gold) -> list[str]:
    return [document.text[mention.start : mention.end] for mention in document.mentions]


@pytest.mark.parametrize("group", GROUPS)
def test_names_change_and_everything_else_stays(group):
    before, after = surfaces(gold()), surfaces(swap(gold(), GROUPS[group]))
    jane, roe = after[0].removeprefix("Mrs ").split(" ")
    john = after[8]
    assert len({"jane", "roe", "john", jane.lower(), roe.lower(), john.lower()}) == 6
    assert after[1] == f"Mr {john} Q. {roe}"
    assert after[2:4] == ["Acme", "Oslo"]
    assert after[4] == f"{jane} {roe}".upper()
    assert after[5] == "Mr X.Y."
    assert after[6] != before[6]
    assert after[6].split(" ")[1:3] == ["van", "der"]
    assert after[7] == f"Mrs {roe}"


def test_text_between_the_names_is_unchanged():
    def between(document):
        ends = [0, *(mention.end for mention in document.mentions)]
        starts = [*(mention.start for mention in document.mentions), len(document.text)]
        return [document.text[end:start] for end, start in zip(ends, starts, strict=True)]

    assert between(swap(gold(), ["fi_FI"])) == between(gold())


def test_only_people_with_a_new_name_are_measured():
    swapped = swap(gold(), ["fi_FI"])
    unmeasured = [
        text for text, mention in zip(surfaces(swapped), swapped.mentions, strict=True) if not mention.masked
    ]
    assert unmeasured == ["Acme", "Oslo", "Mr X.Y."]


def test_what_need_not_be_masked_is_not_measured():
    kept = tuple(dataclasses.replace(mention, masked=False) for mention in gold().mentions)
    swapped = swap(dataclasses.replace(gold(), mentions=kept), ["fi_FI"])
    assert not any(mention.masked for mention in swapped.mentions)


def test_gender_follows_the_title():
    swapped = swap(gold("[Mrs Kay Roe](PERSON:one) met [Kay](PERSON:one)"), ["pl_PL"])
    given = surfaces(swapped)[0].split(" ")[1]
    assert given in names("pl_PL", family=False, gender="f")
    assert surfaces(swapped)[1] == given


def test_the_same_seed_gives_the_same_names_and_another_gives_others():
    assert swap(gold(), ["fi_FI"], seed=1) == swap(gold(), ["fi_FI"], seed=1)
    assert swap(gold(), ["fi_FI"], seed=1).text != swap(gold(), ["fi_FI"], seed=2).text


def test_a_mention_that_ends_inside_a_swapped_name_is_left_out():
    document = Gold(
        "doc", "Jane Roe left", (Mention(0, 8, "PERSON"), Mention(0, 6, "MISC"), Mention(5, 13, "MISC"))
    )
    assert [mention.type for mention in swap(document, ["fi_FI"]).mentions] == ["PERSON", "MISC"]


def test_every_group_has_enough_names_in_latin_letters():
    for locales in GROUPS.values():
        for family in (True, False):
            for gender in "mf":
                pool = {name for locale in locales for name in names(locale, family=family, gender=gender)}
                assert len(pool) >= 80
                assert "Doe" not in pool


def test_recall_is_measured_per_group_and_row():
    document = gold("[Jane Roe](PERSON:one) left.")

    def predict(swapped):
        mention = swapped.mentions[0]
        whole = Mask(mention.start, mention.end)
        finnish = any(name in swapped.text for name in names("fi_FI", family=True, gender="f"))
        half = whole if finnish else Mask(mention.start, mention.start + 2)
        return {"raw": Prediction((), (half,)), "uniform": Prediction((), (whole,))}

    found = measure([document], predict, groups={"finnish": ("fi_FI",), "turkish": ("tr_TR",)})
    assert found["raw"] == {
        "groups": {"finnish": {"recall": 1.0, "mentions": 1}, "turkish": {"recall": 0.0, "mentions": 1}},
        "gap": 1.0,
        "lowest": "turkish",
        "highest": "finnish",
        "opportunity": {"finnish": 1.0, "turkish": -1.0},
    }
    assert found["uniform"]["gap"] == 0.0


def test_groups_without_people_make_no_gap():
    assert gap({"a": {"recall": None}}) == {"gap": None, "lowest": None, "highest": None}
