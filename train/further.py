"""What further pretraining on legal text is worth, language by language.

    python -m train.further --data DATA --texts FOLDER --encoder FOLDER --out FOLDER

The multilingual detector trained twice for the same time on the same texts: on the encoder as it is, and on
the encoder after masked-language pretraining on the legal passages of the raw text of these languages. TEXTS
is what `multilingual_corpora.py` wrote; what is kept there to choose on is what both are measured on. Nothing
of it is shipped.
"""

import json
import time
from dataclasses import dataclass
from pathlib import Path

import torch
from tokenizers import Tokenizer

from train import arguments, encoder, multilingual, pretrain
from train.detector import Tagger, item
from train.multilingual_corpora import read
from train.renaming import Names


@dataclass
class Settings:
    data: Path
    texts: Path
    encoder: Path
    out: Path
    layers: int = 6  # as shipped
    epochs: float = 8  # of pretraining
    seconds: int = 75  # of each training
    languages: str = "fi,sv,da,no,de,fr,it,es,ca,en"
    copies: float = 1.0  # factor on the copies of texts under other names
    limit: int = 0  # every so manieth text: for a trial run


def main(settings: Settings) -> None:
    began = time.time()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    further = settings.out / "further"
    pretrain.main(
        pretrain.Settings(
            settings.data, settings.encoder, further, epochs=settings.epochs, limit=settings.limit,
            languages=settings.languages, layers=settings.layers,
        )
    )  # fmt: skip
    asked = multilingual.Settings(
        settings.texts, settings.encoder, settings.out, seconds=settings.seconds, copies=settings.copies
    )
    texts, held = (
        [text for text in read(settings.texts / f"{part}.jsonl.xz") if text.source != "raw"][
            :: settings.limit or 1
        ]
        for part in ("train", "dev")
    )
    listed = Names(*json.loads((settings.texts / "names.json").read_text("utf8")))
    made = multilingual.stream(texts, asked, listed)
    tokenizer = Tokenizer.from_file(str(settings.encoder / "tokenizer.json"))
    items = [item(text.example, tokenizer, 2) for text in held]
    print(f"{len(made.pieces):,} pieces, {time.time() - began:.0f} s", flush=True)
    torch.set_float32_matmul_precision("high")
    for name, folder in (("none", settings.encoder), ("further", further)):
        torch.manual_seed(asked.seed)
        model = Tagger(encoder.load(folder))
        model.body = encoder.thin(model.body, settings.layers)
        trained = multilingual.train(model, made, asked, device)
        print(f"{name}\n{multilingual.report(trained, held, items)}", flush=True)
    print(f"{time.time() - began:.0f} s in all")


if __name__ == "__main__":
    main(arguments(Settings, __doc__))
