import io

from rich.console import Console

from lexveil.evaluate.detection import Mask, Prediction, pair
from lexveil.evaluate.display import missed, tables
from lexveil.evaluate.gold import Gold, Mention
from lexveil.evaluate.report import evaluate

TEXT = "Then,\nAnn\x1b[0m Roe met Bo Day [bold] of [/] Oslo."
PEOPLE = (Mention(6, 17, "PERSON"), Mention(22, 28, "PERSON"))
GOLD = Gold("doc-7", TEXT, (*PEOPLE, Mention(43, 47, "[LOC]")))


def shown(*things: object) -> str:
    console = Console(width=200, file=io.StringIO())
    for thing in things:
        console.print(thing)
    return console.file.getvalue()


def predict(gold):
    prediction = Prediction((), (Mask(22, 28, "e1"),))
    return {"raw": prediction, "uniform": prediction}


def lines(report):
    text = shown(*tables(report))
    return [line.split() for line in text.splitlines()]


def test_every_figure_has_a_line_with_a_column_for_each_row():
    found = lines(evaluate([GOLD], predict, balanced=predict).report)
    assert ["raw", "uniform", "balanced"] in found
    assert ["all", "0.333", "0.333", "0.333"] in found  # Bo Day of three
    assert ["PERSON", "0.500", "0.500", "0.500"] in found
    assert ["character", "precision", "1.000", "1.000", "1.000"] in found
    assert ["entities", "recalled,", "direct", "–", "–", "–"] in found
    assert ["tokens", "not", "found", "2", "2", "2"] in found


def test_labels_are_not_read_as_markup():
    assert ["[LOC]", "0.000", "0.000"] in lines(evaluate([GOLD], predict).report)


def test_a_row_that_was_not_measured_has_no_column():
    found = lines(evaluate([GOLD], predict).report)
    assert ["raw", "uniform"] in found
    assert not any("balanced" in line for line in found)


def test_origins_are_shown_with_the_largest_gap():
    report = evaluate([GOLD], predict, with_origins=True, groups={"finnish": ("fi_FI",)}).report
    found = lines(report)
    assert any(line[:1] == ["finnish"] for line in found)
    assert ["largest", "gap", "0.000", "0.000"] in found


def test_misses_are_shown_in_context_up_to_the_limit():
    judged = pair(GOLD, Prediction((), (Mask(22, 28),)))
    text = shown(*missed([judged], limit=5))
    assert text.splitlines() == [
        "doc-7 6..17 PERSON  Then, Ann [0m Roe met Bo Day [bold] of [/] Oslo.",
        "doc-7 43..47 [LOC]  Then, Ann [0m Roe met Bo Day [bold] of [/] Oslo.",
    ]
    assert len(list(missed([judged], limit=1))) == 1
    assert list(missed([judged], limit=0)) == []


def test_what_can_still_be_read_of_a_miss_stands_out():
    (line,) = missed(
        [pair(Gold("d", "Ann Roe", (Mention(0, 7, "PERSON"),)), Prediction((), (Mask(0, 3),)))], limit=1
    )
    red = [line.plain[span.start : span.end] for span in line.spans if "red" in str(span.style)]
    assert "".join(red) == "Roe"
