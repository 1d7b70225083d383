"""The encoder to start from: the pack is read by its own header, the smaller vocabulary still spells all."""

import json
import lzma
from collections import Counter

import numpy as np
import pytest
from tokenizers import Tokenizer

from train import base

SPECIAL = ("<s>", "<pad>", "</s>", "<unk>")
LETTERS = "abcdeĠ"
MERGES = (("a", "b"), ("c", "d"), ("ab", "cd"), ("Ġ", "e"), ("d", "e"))
PIECES = (*SPECIAL, *LETTERS, *(left + right for left, right in MERGES), "<mask>")
NUMBER = {piece: number for number, piece in enumerate(PIECES)}
HIDDEN, INNER, GROUP = 4, 8, 2


def tokenizer():
    flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
    return {
        "version": "1.0",
        "added_tokens": [{"id": NUMBER[t], "content": t, **flags} for t in (*SPECIAL, "<mask>")],
        "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True},
        "post_processor": None,
        "model": {"type": "BPE", "vocab": dict(NUMBER), "merges": [" ".join(pair) for pair in MERGES]},
    }


def shapes():
    found = {"word_emb": (len(PIECES), HIDDEN), "pos_emb": (6, HIDDEN), "type_emb": (2, HIDDEN)}
    found |= {"emb_ln.w": (HIDDEN,), "emb_ln.b": (HIDDEN,)}
    for name, rows, columns in (
        ("qkv", 3 * HIDDEN, HIDDEN), ("ao", HIDDEN, HIDDEN), ("f1", INNER, HIDDEN), ("f2", HIDDEN, INNER)
    ):  # fmt: skip
        found |= {f"l0.{name}.w": (rows, columns), f"l0.{name}.b": (rows,)}
    for name in ("aln", "fln"):
        found |= {f"l0.{name}.w": (HIDDEN,), f"l0.{name}.b": (HIDDEN,)}
    return found


def write_pack(path, *, magic=base.MAGIC, more=b"", scale=0.5):
    draw = np.random.default_rng(1)
    entries, stored = [], b""
    for name, shape in shapes().items():
        coded = len(shape) == 2 and name not in ("pos_emb", "type_emb")
        if coded:
            values = draw.integers(-127, 128, shape).astype("i1")
            scales = np.full((shape[0], shape[1] // GROUP), scale, "<f4")
            raw = values.tobytes() + scales.tobytes()
        else:
            raw = draw.random(shape, np.float32).astype("<f4").tobytes()
        kind = {"dtype": "i8", "group": GROUP} if coded else {"dtype": "f32", "group": 0}
        entries.append({"name": name, "shape": list(shape), "len": len(raw), **kind})
        stored += raw
    words = json.dumps(tokenizer()).encode()
    arch = {
        "hidden": HIDDEN, "layers": 1, "heads": 2, "intermediate": INNER, "max_positions": 6,
        "position_offset": 2, "layer_norm_eps": 1e-12,
    }  # fmt: skip
    header = json.dumps({"arch": arch, "tokenizer_len": len(words), "tensors": entries}).encode()
    path.write_bytes(magic + len(header).to_bytes(8, "little") + header + words + stored + more)
    return path


@pytest.fixture
def pack(tmp_path):
    return base.read_pack(write_pack(tmp_path / "tiny.hmsemb"))


def test_a_pack_is_read_by_its_own_header(pack):
    assert {name: tensor.values.shape for name, tensor in pack.tensors.items()} == shapes()
    assert pack.tensors["word_emb"].values.dtype == np.int8
    assert pack.tensors["word_emb"].scales.shape == (len(PIECES), HIDDEN // GROUP)
    assert pack.tensors["pos_emb"].scales is None
    assert pack.tokenizer == tokenizer()


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"magic": b"ELSE0001"}, "not a pack"),
        ({"more": b"\0"}, "fetch it again"),
        ({"scale": 0.0}, "word_emb"),
        ({"scale": np.nan}, "word_emb"),
    ],
)
def test_a_file_that_is_no_such_pack_is_refused(tmp_path, changed, said):
    with pytest.raises(ValueError, match=said):
        base.read_pack(write_pack(tmp_path / "wrong.hmsemb", **changed))


def test_a_pack_cut_short_is_refused(tmp_path):
    path = write_pack(tmp_path / "short.hmsemb")
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(ValueError, match="fetch it again"):
        base.read_pack(path)


def test_a_kept_piece_keeps_the_pieces_it_is_merged_from():
    always = len(SPECIAL) + 1 + len(LETTERS)
    kept = base.choose(tokenizer(), Counter({NUMBER["abcd"]: 9, NUMBER["de"]: 3}), always + 3)
    assert {PIECES[n] for n in kept} == {*SPECIAL, "<mask>", *LETTERS, "ab", "cd", "abcd"}


def test_a_piece_whose_parts_find_no_room_ends_the_choice():
    always = len(SPECIAL) + 1 + len(LETTERS)
    kept = base.choose(tokenizer(), Counter({NUMBER["abcd"]: 9, NUMBER["de"]: 3}), always + 2)
    assert {PIECES[n] for n in kept} == {*SPECIAL, "<mask>", *LETTERS}


def test_fewer_pieces_than_must_stay_are_refused():
    with pytest.raises(ValueError, match="too few"):
        base.choose(tokenizer(), Counter(), 3)


def test_the_smaller_tokenizer_spells_every_word_and_splits_none():
    kept = base.choose(tokenizer(), Counter({NUMBER["abcd"]: 9}), len(PIECES) - 2)
    smaller = base.cut(tokenizer(), kept)
    assert sorted(smaller["model"]["vocab"].values()) == list(range(len(kept)))
    loaded = Tokenizer.from_str(json.dumps(smaller))
    assert loaded.encode("abcd").tokens == ["abcd"]
    assert loaded.encode(" ede").tokens == ["Ġ", "e", "d", "e"]
    assert loaded.token_to_id("<mask>") == len(kept) - 1


def test_weights_keep_their_rows_and_take_the_names_of_the_encoder(pack):
    kept = [0, 1, 2, 3, 7, len(PIECES) - 1]
    found = base.weights(pack, kept)
    assert np.array_equal(found["pieces.weight"], pack.tensors["word_emb"].values[kept])
    assert found["pieces.weight.scale"].shape == (len(kept), HIDDEN // GROUP)
    assert found["layers.0.qkv.weight"].dtype == np.int8
    assert found["layers.0.norm2.bias"].dtype == np.float32
    places = pack.tensors["pos_emb"].values + pack.tensors["type_emb"].values[0]
    assert np.array_equal(found["places.weight"], places.astype(np.float16))
    assert sum(name.startswith("layers.") for name in found) == 12 + 4  # twelve tensors, four scales


def test_the_shape_names_the_special_pieces_by_their_new_numbers(pack):
    kept = base.choose(tokenizer(), Counter(), len(PIECES))
    shape = base.describe(pack, base.cut(tokenizer(), kept)["model"]["vocab"])
    assert (shape["begin"], shape["pad"], shape["end"], shape["mask"]) == (0, 1, 2, len(kept) - 1)
    assert (shape["vocabulary"], shape["inner"], shape["positions"]) == (len(kept), INNER, 6)


def test_words_are_counted_as_the_detector_cuts_them():
    found = base.words_in(["Roe’s case\n", "Roe, 12"])
    assert found == {" Roe": 2, "'": 1, "s": 1, " case": 1, ",": 1, " 12": 1}


def test_court_texts_count_more_than_raw_text(tmp_path):
    def put(name, lines):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        with lzma.open(tmp_path / name, "wt", encoding="utf8") as file:
            file.writelines(line + "\n" for line in lines)

    put("text/en.txt.xz", ["court"])
    for name in ("tab/train-exact", "tab/train-facts", "legal-en-in/train-judgement"):
        put(f"{name}.jsonl.xz", [json.dumps({"text": "court"})])
    put("legal-en-in/train-preamble.jsonl.xz", [])
    assert base.words(tmp_path) == {" court": 1 + 2 * base.TAB_COUNTS + base.INDIAN_COUNTS}


def test_names_of_lists_and_tables_are_counted_but_not_the_list_of_all(tmp_path):
    (tmp_path / "surnames").mkdir()
    (tmp_path / "surnames" / "xx.txt").write_text("Lunde\nBerg Dahl\n\n", "utf8")
    (tmp_path / "surnames" / "all.txt").write_text("Lunde\n", "utf8")
    table = "\ufeffCountry,Romanized Name\nXX,Lunde Holm\n"
    (tmp_path / "common-surnames-by-country.csv").write_text(table, "utf8")
    once = base.COUNTRY_COUNTS
    assert base.names(tmp_path) == {" Lunde": 1 + once, " Holm": once, " Berg Dahl": 1}


def test_pieces_are_counted_by_the_words_they_stand_in():
    loaded = Tokenizer.from_str(json.dumps(tokenizer()))
    found = base.pieces_of({"abcd": 3, "abc": 2}, loaded)
    assert found == {NUMBER["abcd"]: 3, NUMBER["ab"]: 2, NUMBER["c"]: 2}
