"""What stands after a name and tells nothing of it stays, whatever else the document calls the person."""

from lexveil.model import Document
from lexveil.pipeline import analyze


def published(text):
    found = analyze(Document("d", text, language="en"), policy="court-eu")
    for each in reversed(found.replacements):
        text = text[: each.start] + each.text + text[each.end :]
    return text


def test_a_possessive_stays_where_the_family_is_named_too():
    text = (
        "The watch had belonged to Mr. Torvund's late father. The Torvunds slept. Mr. Torvund woke and "
        "called Mrs. Torvund."
    )
    assert "'s late father" in published(text)
    assert "The persons" in published(text)


def test_judges_who_sign_one_below_the_other_keep_their_letters_and_lines():
    text = "THE COURT OF APPEAL\n\nTorvund J.\nMac Giolla Welhaven J.\nPower-Lally J.\n\nBETWEEN/\n"
    lines = [line for line in published(text).splitlines() if line.endswith(" J.")]
    assert len(lines) == 3
