"""The neural detector: words and windows, whole spans, the shipped model, and what happens without it."""

import json
import shutil
from itertools import pairwise, product

import numpy as np
import pytest

from lexveil.detect import iobes, models, ner
from lexveil.errors import DetectorError
from lexveil.languages import load
from lexveil.model import CATEGORIES, Document

TEXT = (
    "The applicant, Mr Tobias Lindqvist, was born in 1971 and lives in Uppsala. He was represented by "
    "Ms A. Moreau, a lawyer practising in Lyon.\n\nOn 3 March 2004 the Uppsala District Court heard "
    "Mr Lindqvist's brother (application no. 51234/05)."
)


def letters(words):
    return [[10 + len(word.strip())] * max(1, len(word.strip()) // 4) for word in words]


def found(text, **options):
    document = Document("doc-test", text)
    return {(text[s.start : s.end], s.category) for s in ner.find(document, **options)}


def test_words_cover_every_letter_and_digit():
    text = "Mr O'Neill-Müller (no. 12/05), “X.Y.” _a_ e\u0301a\n\nNext" + "A" * 100
    words = ner.cut(text, letters, separator=2)
    covered = set()
    for start, end in zip(words.starts, words.ends, strict=True):
        covered.update(range(start, end))
    assert all(at in covered for at, char in enumerate(text) if char.isalnum())
    assert words.first[-1] == len(words.pieces)


def test_a_word_never_fills_a_window():
    words = ner.cut(
        "a" * 1_000_000 + " " + "1" * 1_000_000, lambda forms: [[7] * len(f) for f in forms], separator=2
    )
    assert int(np.diff(words.first).max()) <= ner.PIECES_PER_WORD


@pytest.mark.parametrize("with_breaks", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_windows_cover_all_words_and_keep_their_size(seed, with_breaks):
    draw = np.random.default_rng(seed)
    first = np.concatenate([[0], np.cumsum(draw.integers(1, 17, 400))])
    breaks = draw.random(400) < 0.05 if with_breaks else None
    made = list(ner.windows(first, size=64, overlap=16, breaks=breaks))
    assert made[0][0] == 0
    assert made[-1][1] == 400
    assert all(a < b <= 400 and first[b] - first[a] <= 64 for a, b in made)
    assert all(later <= end for (_, end), (later, _) in pairwise(made))


def test_no_text_has_no_windows():
    words = ner.cut("", letters, separator=2)
    assert list(ner.windows(words.first, size=8, overlap=2)) == []


def test_spans_are_always_whole():
    draw = np.random.default_rng(1)
    for _ in range(200):
        scores = np.log(draw.dirichlet(np.ones(9) * 0.3, 12) + 1e-9).astype(np.float32)
        (tags,) = iobes._best(scores, np.array([[0, 12]]))
        inside = -1
        for tag in tags:
            kind, place = ((tag - 1) // 4, (tag - 1) % 4) if tag else (-1, -1)
            if inside >= 0:
                assert kind == inside
                assert place in (1, 2)
            else:
                assert place in (-1, 0, 3)
            inside = kind if place in (0, 1) else -1
        assert inside == -1


def test_of_all_sequences_of_whole_spans_the_best_is_taken():
    draw = np.random.default_rng(2)

    def follows(tag, other):
        """O, then B I E S of two types: 1 to 4 and 5 to 8."""
        under_way = {1: (tag + 1, tag + 2), 2: (tag, tag + 1)}
        return other in under_way.get(tag % 4, (0, 1, 4, 5, 8))

    def whole(tags):
        return all(follows(*pair) for pair in pairwise((0, *tags, 0)))

    every = [tags for tags in product(range(9), repeat=4) if whole(tags)]
    for _ in range(60):
        scores = np.round(draw.dirichlet(np.ones(9), 4), 2).astype(np.float32)
        (tags,) = iobes._best(scores, np.array([[0, 4]]))
        value = sum(scores[at, tag] for at, tag in enumerate(tags))
        assert tuple(tags) in every
        assert value == pytest.approx(max(sum(scores[at, tag] for at, tag in enumerate(e)) for e in every))


def test_no_span_crosses_a_line_feed():
    chances = np.full((3, 5), 0.01, np.float32)
    chances[0, 1] = chances[1, 2] = chances[2, 3] = 0.96
    breaks = np.array([False, True, False])
    spans = list(iobes.decode(chances, breaks, threshold=0.5))
    assert all(span.first == span.last != 1 for span in spans)


def test_a_lower_threshold_finds_at_least_as_much():
    chances = np.array([[0.9, 0, 0, 0, 0.1], [0.3, 0, 0, 0, 0.7], [0.99, 0, 0, 0, 0.01]], np.float32)
    breaks = np.zeros(3, np.bool_)
    counts = [len(list(iobes.decode(chances, breaks, threshold=t))) for t in (0.9, 0.5, 0.05)]
    assert counts == [0, 1, 2]


def test_the_shipped_model_finds_people_places_dates_and_numbers():
    assert {
        ("Tobias Lindqvist", "PERSON"),
        ("A. Moreau", "PERSON"),
        ("Uppsala", "LOC"),
        ("Lyon", "LOC"),
        ("3 March 2004", "DATE"),
        ("Uppsala District Court", "ORG"),
        ("Lindqvist", "PERSON"),
        ("51234/05", "CODE"),
    } <= found(TEXT)


@pytest.mark.parametrize(
    ("name", "bare"),
    [
        ("Mr Tobias Lindqvist", "Tobias Lindqvist"),
        ("Mrs. İpek Moreau's", "İpek Moreau"),
        ("Lord Justice Ashgrove", "Ashgrove"),
        ("Deputy District Judge Ashgrove", "Ashgrove"),
        ("Mag. Ines Moreau", "Ines Moreau"),
        ("A. Moreau, QC", "A. Moreau"),
        ("J", "J"),
        ("X.Y.", "X.Y."),
        ("Mr", ""),
    ],
)
def test_a_person_is_named_without_titles(name, bare):
    start, end = ner._bare(name, 0, len(name), load("en"))
    assert name[start:end] == bare


def test_titles_can_be_kept_for_the_benchmark():
    assert ("Mr Tobias Lindqvist", "PERSON") in found(TEXT, titles=True)


def test_spans_carry_known_categories_scores_and_the_mask_head():
    spans = list(ner.find(Document("doc-test", TEXT)))
    assert {span.category for span in spans} <= set(CATEGORIES)
    assert all(0 < span.score <= 1 for span in spans)
    assert {span.sources[0] for span in spans} == {"ner:en-legal"}
    assert all(span.sources[1] in ("ner:mask", "ner:no-mask") for span in spans)


def test_equal_paragraphs_are_computed_once(monkeypatch):
    loaded = models.load()
    seen = []
    counting = loaded._replace(run=lambda pieces: seen.append(pieces.size) or loaded.run(pieces))
    monkeypatch.setattr(models, "load", lambda *_: counting)
    once = [(s.start, s.end) for s in ner.find(Document("doc-test", TEXT), model="en-legal")]
    small = sum(seen)
    many = sorted(
        (s.start, s.end) for s in ner.find(Document("doc-test", "\n\n".join([TEXT] * 20)), model="en-legal")
    )
    assert sum(seen) == 2 * small
    step = len(TEXT) + 2
    assert many == sorted((start + n * step, end + n * step) for n in range(20) for start, end in once)


def test_a_long_document_is_read_to_its_end_in_bounded_pieces(monkeypatch):
    loaded = models.load()
    sizes = []
    counting = loaded._replace(run=lambda pieces: sizes.append(pieces.size) or loaded.run(pieces))
    monkeypatch.setattr(models, "load", lambda *_: counting)
    filler = " ".join(f"On {day} May 1999 the court adjourned hearing {day}." for day in range(1, 29))
    text = filler + " " + filler.replace("1999", "2001") + " The witness was Mr Tobias Lindqvist."
    assert ("Tobias Lindqvist", "PERSON") in found(text, model="en-legal")
    assert max(sizes) <= loaded.settings["window"]


@pytest.mark.parametrize("text", ["", " \n\n ", "\n\n\n\n", "....", "\ufeff", "x" * 100_000])
def test_odd_text_is_no_problem(text):
    assert all(0 <= s.start < s.end <= len(text) for s in ner.find(Document("doc-test", text)))


def test_an_unknown_model_lists_the_choices():
    with pytest.raises(DetectorError, match="no model 'nope': choose one of en-legal"):
        list(ner.find(Document("doc-test", TEXT), model="nope"))


def test_an_unknown_operating_point_lists_the_choices():
    with pytest.raises(DetectorError, match="choose one of recall, balanced"):
        list(ner.find(Document("doc-test", TEXT), point="nope"))


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
@pytest.mark.parametrize("harm", ["missing", "damaged"])
def test_a_missing_or_damaged_file_says_what_to_do(tmp_path, name, harm):
    folder = tmp_path / "model"
    shutil.copytree(models.MODELS / models.DEFAULT, folder)
    if harm == "missing":
        (folder / name).unlink()
    else:
        with (folder / name).open("r+b") as file:
            file.write(b"\0\0\0\0")
    with pytest.raises(DetectorError, match=f"{name} is {harm}.*reinstall"):
        models.load(str(folder))


def test_damaged_settings_say_what_to_do(tmp_path):
    (tmp_path / "model.json").write_text("{", "utf8")
    with pytest.raises(DetectorError, match=r"model\.json is damaged"):
        models.load(str(tmp_path))


def test_the_shipped_files_are_small_and_match_their_sums():
    folder = models.MODELS / models.DEFAULT
    assert sum(path.stat().st_size for path in folder.iterdir()) < 30_000_000
    assert set(json.loads((folder / "model.json").read_text("utf8"))["sha256"]) == {
        "model.onnx",
        "tokenizer.json",
    }


@pytest.mark.parametrize(
    ("surface", "score", "kept"),
    [
        ("torvund", 0.6, True),
        ("torvund", 0.4, False),
        ("hope", 0.9, True),
        ("hope", 0.6, False),
        ("the", 0.99, False),
    ],
)
def test_what_the_model_is_sure_of_needs_no_capital(surface, score, kept):
    text = f"tell {surface} it is late"
    start = text.index(surface)
    assert ner._people(text, start, start + len(surface), score, load("en")) == (
        [(start, start + len(surface))] if kept else []
    )


def test_a_listed_word_with_a_capital_inside_a_sentence_is_a_name_to_a_model_that_is_certain():
    text = "He used to carry Merit up the stairs. Merit is all."
    for start, score, kept in ((17, 0.99, True), (17, 0.9, False), (38, 0.99, False)):
        assert bool(ner._people(text, start, start + 5, score, load("en"))) is kept


def test_a_small_word_is_somebody_in_a_message_and_not_in_prose():
    def people(text):
        start = text.index("jerpe")
        return ner._people(text, start, start + 5, 0.9, load("en"))

    assert people("He said that jerpe was there.") == []
    for message in (
        "He wrote: tell jerpe to come.",
        "and jerpe was there",
        'Note: "ask jerpe".',
        "He met Mr jerpe.",
    ):
        assert people(message)
