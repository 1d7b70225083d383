"""For programs: a text, or many documents, under one policy that is read once.

>>> import lexveil
>>> lexveil.pseudonymize_text("Mr Ivo Lundgren testified.", policy="arbitration").text
'WITNESS_1 testified.'

A `Pseudonymizer` with a case remembers who got which pseudonym, and can put the names back:

>>> talk = lexveil.Pseudonymizer(policy="arbitration", language="en", case="a talk")
>>> talk.text("Mr Ivo Lundgren testified.").text
'WITNESS_1 testified.'
>>> talk.text("Ms Pia Holt testified, and then Lundgren again.").text
'WITNESS_2 testified, and then WITNESS_1 again.'
>>> talk.restore("So WITNESS_2 was heard after WITNESS_1?")
'So Ms Pia Holt was heard after Ivo Lundgren?'

Every text is searched for what had to go before it is handed out. No error quotes a text.
"""

import dataclasses
import secrets
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from lexveil import config
from lexveil.config import Settings
from lexveil.errors import InputError, LexveilError, VaultError
from lexveil.model import Document
from lexveil.pipeline.analysis import BATCH, Result, analyze, analyze_many
from lexveil.pipeline.case_memory import Memory, SessionMemory, VaultMemory
from lexveil.pipeline.finish import expect_gone, finished
from lexveil.pipeline.input_checks import covered
from lexveil.pipeline.restoring import proven
from lexveil.pipeline.sources import Source, read_source, text_document
from lexveil.policy import Policy
from lexveil.replace.keyed_random import KEY_BYTES
from lexveil.store import Vault
from lexveil.store.case import case_name

Item = str | Path | Document  # of many: a text, the path of a file, or a document that was read before


class Pseudonymizer:
    """A policy, the settings and, if there is one, the case: read once, for as many texts as there are.

    Without `case`, every text stands for itself: in two texts "person A" is two people. With it, one person
    has one pseudonym in all of them, and `restore` puts the names back. What the case knows lives in this
    object alone, or, with a `vault`, in the vault.

    It may be used by several threads, one with a vault by the thread that opened the vault.
    """

    def __init__(
        self,
        *,
        policy: str | Policy = config.DEFAULT_POLICY,
        language: str = "",
        case: str = "",
        vault: Vault | None = None,
        metadata: Mapping[str, Any] | str | Path | None = None,
        settings: Settings | None = None,
    ) -> None:
        settings = settings or config.settings()
        if language and language not in config.CHOICES["language"]:
            choices = ", ".join(config.CHOICES["language"])
            raise LexveilError("cli.unknown", name="language", given=language, choices=choices)
        if vault and not case:
            raise VaultError("api.vault-case")
        self.policy = policy if isinstance(policy, Policy) else config.policy(policy)
        self.settings = dataclasses.replace(settings, language=language) if language else settings
        self.metadata = config.metadata(metadata) if isinstance(metadata, str | Path) else metadata
        self.case = case_name(case) if case else ""
        self._vault = vault
        self._session = SessionMemory(secrets.token_bytes(KEY_BYTES)) if case and not vault else None
        self._one_at_a_time = threading.Lock()

    def __repr__(self) -> str:
        return f"Pseudonymizer(policy={self.policy.name!r}, language={self.settings.language!r})"

    def text(self, text: str) -> Result:
        """
        >>> each = Pseudonymizer(policy="court-eu", language="en")
        >>> each.text("Mr Ivo Lundgren testified.").text
        'Person A testified.'
        """
        return self._analyzed(text_document(text, metadata=self.metadata, settings=self.settings))

    def document(self, source: Source, *, suffix: str = "") -> Result:
        """Of a file: its path, its bytes, or an open file; `suffix` (".docx") tells the format of bytes.

        `to_bytes` of the result is the file to hand out.
        """
        with_: Any = {"metadata": self.metadata, "settings": self.settings}
        document = read_source(source, suffix=suffix, **with_)
        covered([document], self.settings.allow_uncovered)
        return self._analyzed(document)

    def many(self, items: Iterable[Item], *, batch: int = BATCH) -> Iterator[Result]:
        """One result for each text, path or document, in order, as they are asked for: nothing is read
        ahead but the `batch` that the model reads together. One that fails ends it; the error says which.

        >>> each = Pseudonymizer(policy="arbitration", language="en")
        >>> [made.text for made in each.many(["Mr Ivo Lundgren testified.", "Ms Pia Holt did not testify."])]
        ['WITNESS_1 testified.', 'WITNESS_1 did not testify.']
        """
        documents = (self._read(number, item) for number, item in enumerate(items, 1))
        if self.case:
            for document in documents:
                yield self._analyzed(document)
            return
        for result in analyze_many(documents, policy=self.policy, settings=self.settings, batch=batch):
            expect_gone(result, self.settings)
            yield result

    def restore(self, text: str) -> str:
        """The text with the names of the case in place of their pseudonyms, where one stood for one person
        only; what could mean several, or is an ordinary word, stays."""
        if not self.case:
            raise VaultError("api.no-case")
        if not isinstance(text, str):
            raise InputError("api.no-text", kind=type(text).__name__)
        known = self._vault.known(self.case) if self._vault else self._session.known if self._session else ()
        parts: list[str] = []
        last = 0
        for each in proven(text, known).replacements:
            parts += (text[last : each.start], each.text)
            last = each.end
        return "".join([*parts, text[last:]])

    def _read(self, number: int, item: Item) -> Document:
        try:
            if isinstance(item, Document):
                return item
            with_: Any = {"metadata": self.metadata, "settings": self.settings}
            if isinstance(item, Path):
                document = read_source(item, **with_)
                covered([document], self.settings.allow_uncovered)
                return document
            return text_document(item, **with_)
        except LexveilError as error:
            raise error.within(str(number)) from None

    def _analyzed(self, document: Document) -> Result:
        with self._memory() as memory:
            result = analyze(document, policy=self.policy, memory=memory, settings=self.settings)
            result = dataclasses.replace(result, case=self.case)
            expect_gone(result, self.settings)
        return result

    @contextmanager
    def _memory(self) -> Iterator[Memory | None]:
        """The case for one document; what an error stops is not remembered."""
        if self._vault:
            with VaultMemory(self._vault, self.case) as kept:
                yield kept
                kept.finish()
        elif self._session:
            with self._one_at_a_time, self._session.undone_by_an_error():
                yield self._session
        else:
            yield None


def pseudonymize_text(
    text: str,
    *,
    policy: str | Policy = config.DEFAULT_POLICY,
    language: str = "",
    metadata: Mapping[str, Any] | str | Path | None = None,
    settings: Settings | None = None,
) -> Result:
    """One text, whose offsets those of the result are.

    >>> made = pseudonymize_text("Mr Ivo Lundgren testified.", policy="arbitration", language="en")
    >>> made.text, [(each.start, each.end, each.text) for each in made.replacements]
    ('WITNESS_1 testified.', [(0, 15, 'WITNESS_1')])
    """
    told: Any = {"policy": policy, "language": language, "metadata": metadata, "settings": settings}
    return Pseudonymizer(**told).text(text)


def to_bytes(result: Result, *, settings: Settings | None = None) -> bytes:
    """The file to hand out, in the format it came in: written, then searched for what had to go.

    >>> page = b"<p>Mr <b>Ivo</b> Lundgren testified.</p>"
    >>> to_bytes(Pseudonymizer(policy="arbitration").document(page, suffix=".html"))
    b'<p>WITNESS_1<b></b> testified.</p>'
    """
    source = result.document.source
    suffix = source.suffix if source else ""
    return finished(result, suffix, settings=settings or config.settings()).data
