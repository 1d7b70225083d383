"""Plug-ins with real models, tiny ones made here. A kind whose extra is not installed is skipped."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import doc
from lexveil.detect import plugins
from lexveil.detect.plugins import Hit, Reader, detector, windows, words_to_hits
from lexveil.errors import DetectorError
from lexveil.model import Document

FILLER = "and the court then read the long file of the old case again . "
LONG = f"Jane Roe wrote . {FILLER * 120}Ann Roe in Oslo {FILLER * 120}Jane Roe"


def surfaces(text, spans):
    return [(text[span.start : span.end], span.category) for span in spans]


def read_names(*names):
    """A reader that knows some names by heart."""

    def read(texts):
        for text in texts:
            yield [Hit(at, at + len(name), "PER", 0.9) for name in names for at in places(text, name)]

    return read


def places(text, name):
    at = text.find(name)
    while at >= 0:
        yield at
        at = text.find(name, at + 1)


@given(st.text(alphabet="ab1 .\n", max_size=200), st.integers(1, 9), st.integers(0, 9), st.integers(3, 30))
def test_windows_cover_every_word_and_fit(text, size, overlap, limit):
    ranges = list(windows(text, size=size, overlap=overlap, fits=lambda part: len(part) <= limit))
    covered = {offset for start, end in ranges for offset in range(start, end)}
    assert covered >= {offset for offset, char in enumerate(text) if not char.isspace()}
    assert all(end - start <= max(limit, 40) for start, end in ranges)
    assert ranges == sorted(set(ranges))


def test_a_name_is_found_once_wherever_the_windows_fall():
    name = "Ann Roe"
    text = f"{'word ' * 997}{name}{' word' * 996} {name}"
    reader = Reader(97, lambda text: True, read_names(name))
    assert [span.start for span in plugins.spans(Document("d", text), reader, "hf")] == list(
        places(text, name)
    )


def test_where_windows_disagree_the_one_further_from_its_edge_is_right():
    found = [(2, Hit(10, 13, "PER", 0.9)), (30, Hit(10, 20, "PER", 0.8)), (5, Hit(30, 33, "LOC", 0.9))]
    assert [(hit.start, hit.end) for hit in plugins._once(found, 40)] == [(10, 20), (30, 33)]


@pytest.mark.parametrize(
    ("label", "category"),
    [("PER", "PERSON"), ("gpe", "LOC"), ("EMAIL", "EMAIL"), ("case number", "CASE_NUMBER"), ("ODD", "MISC")],
)
def test_labels_become_our_categories(label, category):
    reader = Reader(9, lambda text: True, lambda texts: [[Hit(0, 3, label, 0.9)] for _ in texts])
    (span,) = plugins.spans(Document("d", "Ann"), reader, "spacy")
    assert (span.category, span.sources) == (category, (f"spacy:{label}",))


def test_labels_of_law_are_left_out():
    reader = Reader(9, lambda text: True, lambda texts: [[Hit(0, 3, "STATUTE", 0.9)] for _ in texts])
    assert list(plugins.spans(Document("d", "Act"), reader, "hf")) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Mr. Ann Roe's", ["Ann Roe"]),
        ("Judge Dr Roe,", ["Roe"]),
        ("“J. Roe”", ["J. Roe"]),
        ("Ann Roe Jr.", ["Ann Roe Jr."]),
        ("Ann Roe\nBo Day", ["Ann Roe", "Bo Day"]),
        ("Mr ", ["Mr"]),
        (" ’s", []),
        ("...", []),
    ],
)
def test_a_person_is_trimmed_to_the_name(text, found):
    assert [
        text[start:end] for start, end in plugins._trimmed(Document("d", text), 0, len(text), "PERSON")
    ] == found


def test_tags_of_first_pieces_become_spans_of_whole_words():
    text = "Ann Roe-Day met Bo\nCy in Oslo"
    tags = [("", ""), ("B", "PER"), ("I", "PER"), ("", "LOC")]
    #         Ann     Ro      e       -       Day      met       Bo        Cy        in        Oslo
    pieces = [(0, 3), (4, 6), (6, 7), (7, 8), (8, 11), (12, 15), (16, 18), (19, 21), (22, 24), (25, 29)]
    best = [1, 2, 0, 2, 2, 0, 1, 2, 0, 3]
    rows = [[0.7 if tag == number else 0.1 for number in range(4)] for tag in best]
    hits = list(words_to_hits(text, pieces, rows, tags))
    assert [(text[hit.start : hit.end], hit.label) for hit in hits] == [
        ("Ann Roe-Day", "PER"),
        ("Bo", "PER"),
        ("Cy", "PER"),
        ("Oslo", "LOC"),
    ]
    assert hits[0].score == pytest.approx(0.8)  # B and I of one type together: 0.7 + 0.1
    assert hits[3].score == pytest.approx(0.7)


@pytest.mark.parametrize("name", ["nothing", "hf", "hf:", "bert:folder", ":x"])
def test_an_unknown_name_lists_the_kinds(name):
    with pytest.raises(
        DetectorError, match="gliner:<name or folder>, hf:<name or folder>, spacy:<name or folder>"
    ):
        detector(name)


@pytest.mark.parametrize("kind", ["hf", "gliner", "spacy"])
def test_a_missing_extra_says_what_to_install(kind, monkeypatch):
    def missing(package):
        raise ImportError(package)

    monkeypatch.setattr(plugins, "import_module", missing)
    with pytest.raises(DetectorError, match=rf"pip install 'lexveil\[{kind}\]'"):
        list(detector(f"{kind}:not-installed")(doc("Ann").document))


@pytest.mark.parametrize("kind", ["hf", "gliner", "spacy"])
@pytest.mark.filterwarnings("ignore")
def test_a_folder_without_a_model_is_an_error(kind, tmp_path):
    pytest.importorskip({"hf": "transformers"}.get(kind, kind), exc_type=ImportError)
    with pytest.raises(DetectorError, match="cannot be loaded") as caught:
        list(detector(f"{kind}:{tmp_path}")(doc("Ann").document))
    assert "\n" not in str(caught.value)


# Real models ---------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore")
def test_hf_reads_a_long_document_whole(tmp_path):
    torch = pytest.importorskip("torch", exc_type=ImportError)
    transformers = pytest.importorskip("transformers", exc_type=ImportError)
    place = bert(torch, transformers, tmp_path, labels=["O", "B-PER", "I-PER", "B-LOC"])
    spans = list(detector(f"hf:{place}")(Document("doc", LONG)))
    assert surfaces(LONG, spans) == [
        ("Jane Roe", "PERSON"),
        ("Ann Roe", "PERSON"),
        ("Oslo", "LOC"),
        ("Jane Roe", "PERSON"),
    ]
    assert all(0.5 < span.score <= 1 for span in spans)
    assert {span.sources for span in spans} == {("hf:PER",), ("hf:LOC",)}


@pytest.mark.filterwarnings("ignore")
def test_spacy_reads_a_long_document_whole(tmp_path):
    spacy = pytest.importorskip("spacy", exc_type=ImportError)
    pipeline = spacy.blank("en")
    known = {"Jane Roe": "PERSON", "Ann Roe": "PERSON", "Oslo": "GPE", "the old case": "LAW"}
    patterns = [{"label": label, "pattern": name} for name, label in known.items()]
    pipeline.add_pipe("entity_ruler").add_patterns(patterns)
    pipeline.to_disk(tmp_path / "model")
    spans = detector(f"spacy:{tmp_path / 'model'}")(Document("doc", LONG))
    assert surfaces(LONG, spans) == [
        ("Jane Roe", "PERSON"),
        ("Ann Roe", "PERSON"),
        ("Oslo", "LOC"),
        ("Jane Roe", "PERSON"),
    ]


@pytest.mark.filterwarnings("ignore", "error:Sentence of length")  # what GLiNER says when it truncates
def test_gliner_reads_a_long_document_whole(tmp_path):
    gliner = pytest.importorskip("gliner", exc_type=ImportError)
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    backbone = bert(torch, transformers, tmp_path, labels=["O"], positions=512)
    torch.manual_seed(1)
    config = {"model_name": str(backbone), "max_len": 60, "max_width": 4, "hidden_size": 8, "dropout": 0.0}
    model = gliner.GLiNER.from_config({**config, "span_mode": "markerV0", "fine_tune": True})
    model.save_pretrained(str(tmp_path / "model"))
    text = FILLER * 30
    spans = list(detector(f"gliner:{tmp_path / 'model'}")(Document("doc", text)))
    # Random weights find anything anywhere; what counts is that no stretch of the text went unread.
    ends = [0, *(span.end for span in spans), len(text)]
    assert max(after - before for before, after in pairwise(ends)) < 400
    assert all(span.sources[0].startswith("gliner:") for span in spans)


def bert(torch, transformers, folder, *, labels, positions=64):
    """A model without layers that tells names from other words by their embeddings alone."""
    names = {"jane": 1, "ann": 1, "roe": 2, "oslo": 3}
    others = sorted({*FILLER.split(), "wrote", "in"})
    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *names, *others]
    place = folder / "bert"
    place.mkdir()
    (place / "vocab.txt").write_text("\n".join(vocabulary), "utf8")
    transformers.BertTokenizerFast(str(place / "vocab.txt"), model_max_length=positions).save_pretrained(
        place
    )
    config = transformers.BertConfig(
        vocab_size=len(vocabulary),
        hidden_size=8,
        num_hidden_layers=0,
        num_attention_heads=2,
        intermediate_size=8,
        max_position_embeddings=positions,
        id2label=dict(enumerate(labels)),
        label2id={label: number for number, label in enumerate(labels)},
    )
    model = transformers.BertForTokenClassification(config)
    with torch.no_grad():
        for weights in model.parameters():
            weights.zero_()
        model.bert.embeddings.LayerNorm.weight.fill_(1.0)
        for number, word in enumerate(vocabulary):
            model.bert.embeddings.word_embeddings.weight[number, names.get(word, 0)] = 1.0
        for number in range(len(labels)):
            model.classifier.weight[number, number] = 4.0
    model.save_pretrained(place)
    return place


@pytest.mark.parametrize(
    ("label", "category"), [("RR", "PERSON"), ("AN", "PERSON"), ("STR", "ADDRESS"), ("GS", "")]
)
def test_labels_of_german_ler_are_known(label, category):
    assert plugins.LABELS[label] == category


def test_a_label_map_says_what_a_model_means(tmp_path):
    path = tmp_path / "labels.toml"
    path.write_text('per = ""\nSCHIFF = "ORG"\n', "utf8")
    labels = plugins.read_labels(path)

    def read(texts):
        for _ in texts:
            yield [Hit(0, 8, "PER", 0.9), Hit(13, 18, "SCHIFF", 0.9)]

    found = list(plugins.spans(Document("d", "Jane Roe sah Norma."), Reader(50, bool, read), "hf", labels))
    assert [(span.start, span.category) for span in found] == [(13, "ORG")]
    assert callable(detector(f"hf:some/model@{path}"))
    path.write_text('PER = "KING"', "utf8")
    plugins.read_labels.cache_clear()
    for bad in (path, tmp_path / "none.json"):
        with pytest.raises(DetectorError):
            detector(f"hf:some/model@{bad}")
