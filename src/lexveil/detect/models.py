"""The small neural models in the package: a folder each, whose `model.json` lists the languages it reads, or
none for all that there are.

A language is read by every model that was trained for it, for what one misses another may find, and by the
one that knows most languages where none was.
"""

import hashlib
import json
import os
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lexveil import languages
from lexveil.detect.iobes import Floats
from lexveil.errors import DetectorError

MODELS = Path(__file__).parent.parent / "models"
DEFAULT = "en-legal"
WORDS = 1 << 15  # whose pieces are kept for the next document

Ints = NDArray[np.int64]


class Model(NamedTuple):
    name: str
    key: str  # the name, and the language where its settings are of one
    run: Callable[[Ints], tuple[Floats, Floats]]  # pieces of some windows to logits of tags and masks
    encode: Callable[[Sequence[str]], list[list[int]]]
    settings: dict[str, Any]
    threads: int = 1
    path: str = ""  # of the file with the weights

    def __reduce__(self) -> tuple[Any, ...]:
        """In another process it is loaded there."""
        return _again, (self.key, self.threads)


def shipped() -> dict[str, dict[str, Any]]:
    return {name: {"card": {}, **_settings(MODELS / name, name)} for name in names()}


@cache
def names() -> tuple[str, ...]:
    return tuple(sorted(path.parent.name for path in MODELS.glob("*/model.json")))


def known(model: str) -> bool:
    """Whether it is a model of the package, or a folder that holds one."""
    return model in names() or (":" not in model and (Path(model) / "model.json").is_file())


@lru_cache(maxsize=4)
def load(model: str = DEFAULT, threads: int = 0) -> Model:
    """The model of this name in the package, or in the folder of this path. `threads` 0: all cores."""
    folder = _folder(model)
    settings = _settings(folder, model)
    try:
        import onnxruntime
        from tokenizers import Tokenizer
    except ImportError as missing:
        raise DetectorError("detect.model-package", package=missing.name) from missing
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1  # a window is computed on one core, see `inferred`
    options.log_severity_level = 3
    options.enable_cpu_mem_arena = False  # its blocks are never given back: half a gigabyte on long documents
    path, providers = str(folder / "model.onnx"), ["CPUExecutionProvider"]
    session = onnxruntime.InferenceSession(path, options, providers=providers)
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))

    def run(pieces: Ints) -> tuple[Floats, Floats]:
        tags, masks = session.run(None, {"pieces": pieces})
        return tags, masks

    kept: dict[str, list[int]] = {}

    def encode(words: Sequence[str]) -> list[list[int]]:
        known = [kept.get(word) for word in words]
        new = [word for word, pieces in zip(words, known, strict=True) if pieces is None]
        made = [found.ids for found in tokenizer.encode_batch(new, add_special_tokens=False)] if new else []
        if len(kept) + len(new) > WORDS:
            kept.clear()
        kept.update(zip(new[:WORDS], made, strict=False))
        more = iter(made)
        return [next(more) if pieces is None else pieces for pieces in known]

    return Model(settings["id"], model, run, encode, settings, threads or os.cpu_count() or 1, path)


def _folder(model: str) -> Path:
    return MODELS / model if (MODELS / model).is_dir() else Path(model)


def _read(folder: Path, model: str) -> dict[str, Any]:
    """The model's settings as they are written."""
    if not (folder / "model.json").is_file():
        raise DetectorError("detect.no-model", model=model, choices=", ".join(names()) or "–")
    try:
        settings: dict[str, Any] = json.loads((folder / "model.json").read_text("utf8"))
        if not isinstance(settings["sha256"], dict) or not isinstance(settings.get("languages", {}), dict):
            raise DetectorError("detect.model-settings", model=model)
    except (ValueError, KeyError, TypeError) as wrong:
        raise DetectorError("detect.model-settings", model=model) from wrong
    return settings


def _settings(folder: Path, model: str) -> dict[str, Any]:
    """The model's settings; its files are checked against the sums written there."""
    settings = _read(folder, model)
    for name, wanted in settings["sha256"].items():
        if not (folder / name).is_file():
            raise DetectorError("detect.model-missing", model=model, file=name)
        if hashlib.sha256((folder / name).read_bytes()).hexdigest() != wanted:
            raise DetectorError("detect.model-damaged", model=model, file=name)
    return settings


def _again(key: str, threads: int) -> Model:
    name, _, language = key.rpartition(" ")
    known = name and language in languages.codes()
    return in_language(language, name, threads) if known else load(key, threads)


def engine(device: str = "") -> str:
    """What computes the models: onnxruntime on the processor, or torch on a device."""
    if device:
        from lexveil.detect import on_torch  # which imports this module

        return on_torch.about(device)
    from onnxruntime import __version__

    return f"onnxruntime {__version__}"


def about(*models: str, device: str = "") -> dict[str, str]:
    """What results are made with: the models, their checksums, and what computes them."""
    ids, sums = zip(*map(_id_and_sum, models or (DEFAULT,)), strict=True)
    return {"model": ", ".join(ids), "checksum": ", ".join(sums), "engine": engine(device)}


@lru_cache(maxsize=16)  # every document is told what reads it
def _id_and_sum(model: str) -> tuple[str, str]:
    settings = _read(_folder(model), model)
    return settings["id"], settings["sha256"]["model.onnx"]


@cache
def readers() -> dict[str, tuple[str, ...]]:
    """Language → the models that were trained for it, the default one first."""
    found: dict[str, tuple[str, ...]] = {}
    for name in sorted(names(), key=lambda name: (name != DEFAULT, name)):
        for language in languages_of(name):
            found[language] = (*found.get(language, ()), name)
    return found


@cache
def languages_of(model: str) -> tuple[str, ...]:
    return tuple(_read(_folder(model), model).get("languages", languages.codes()))


def knows(language: str, model: str = "") -> bool:
    """Whether what reads a language was trained for it; `model` is one that reads them all."""
    return languages.find(language) in (languages_of(model) if model else readers())


def models_of(language: str) -> tuple[str, ...]:
    """The models that read a language; where none was trained for it, the one that knows most."""
    known = readers().get(languages.find(language), ())
    return known or (max(names(), key=lambda name: (len(languages_of(name)), name == DEFAULT)),)


def in_language(language: str, model: str, threads: int) -> Model:
    """The model with its settings for a language."""
    loaded = load(model, threads)
    code = languages.find(language)
    own = loaded.settings.get("languages", {}).get(code)
    if not own:
        return loaded
    return loaded._replace(key=f"{loaded.key} {code}", settings={**loaded.settings, **own})
