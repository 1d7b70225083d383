"""The one place where the steps are joined: a document in, its pseudonymized twin out.

`analyze` works on a document in memory and writes nothing. `export` writes the twin and its dictionary, both
or neither: they are made in a folder of their own, the file is read again and searched for what had to go,
and only then moved into place.
"""

import dataclasses
import json
import logging
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from lexveil import check, config, detect, formats, replace, resolve
from lexveil import policy as policies
from lexveil.config import Settings
from lexveil.errors import LeakError, OutputError
from lexveil.model import Decision, Document, Entity, Replacement, Span
from lexveil.policy import Policy
from lexveil.replace.dictionary import dictionary
from lexveil.resolve import case as cases

logger = logging.getLogger("lexveil")

Progress = Callable[[str], object]  # told the name of each step as it begins


@dataclasses.dataclass(frozen=True, slots=True)
class Result:
    document: Document
    policy: Policy
    spans: tuple[Span, ...]  # as detected, before any name is looked for elsewhere
    entities: tuple[Entity, ...]
    decisions: tuple[Decision, ...]
    replacements: tuple[Replacement, ...]
    pseudonyms: Mapping[str, str] = dataclasses.field(default_factory=dict)  # entity id → pseudonym
    case: str = ""  # the case whose documents share entities and pseudonyms

    @property
    def text(self) -> str:
        """The pseudonymized text."""
        parts: list[str] = []
        last = 0
        for replacement in self.replacements:
            parts += (self.document.text[last : replacement.start], replacement.text)
            last = replacement.end
        return "".join([*parts, self.document.text[last:]])

    def named_by(self, name: str) -> bool:
        """Whether a file name, say, spells out somebody who is replaced."""
        replaced = {each.entity for each in self.replacements}
        people = (each for each in self.entities if each.id in replaced and each.category == "PERSON")
        forms = (self.document.text[span.start : span.end] for each in people for span in each.spans)
        return check.spells(name, forms)

    def dictionary(self) -> dict[str, Any]:
        return dictionary(
            self.document,
            self.entities,
            self.decisions,
            self.pseudonyms,
            policy=self.policy.name,
            case=self.case,
        )


def pseudonymize(
    path: str | Path,
    *,
    policy: str | Policy = config.DEFAULT_POLICY,
    metadata: str | Path | Mapping[str, Any] | None = None,
    out: str | Path | None = None,
    with_dictionary: bool = True,
    settings: Settings | None = None,
    progress: Progress | None = None,
) -> Result:
    """Read, analyse and, when `out` names a folder, write the twin and its dictionary there."""
    settings = settings or config.settings()
    policy = policy if isinstance(policy, Policy) else config.policy(policy)
    if isinstance(metadata, (str, Path)):
        metadata = config.metadata(metadata)
    if out is not None:
        targets(path, out)
    document = read(path, metadata=metadata, settings=settings, progress=progress)
    result = analyze(document, policy=policy, settings=settings, progress=progress)
    if out is not None:
        export(result, path, out, with_dictionary=with_dictionary, settings=settings, progress=progress)
    return result


def read(
    path: str | Path,
    *,
    metadata: Mapping[str, Any] | None = None,
    settings: Settings | None = None,
    progress: Progress | None = None,
) -> Document:
    settings = settings or config.settings()
    _tell(progress, "reading")
    return formats.read(path, settings.options, metadata=metadata or {})


def analyze(
    document: Document,
    *,
    policy: str | Policy = config.DEFAULT_POLICY,
    settings: Settings | None = None,
    progress: Progress | None = None,
) -> Result:
    """Find, resolve, decide and render; nothing is written."""
    return analyze_case([document], policy=policy, settings=settings, progress=progress)[0]


def analyze_case(
    documents: Sequence[Document],
    *,
    policy: str | Policy = config.DEFAULT_POLICY,
    case: str = "",
    settings: Settings | None = None,
    progress: Progress | None = None,
) -> tuple[Result, ...]:
    """The documents of a case together: one person is one entity with one pseudonym in all of them."""
    settings = settings or config.settings()
    policy = policy if isinstance(policy, Policy) else config.policy(policy)
    detected = [_detect(document, settings, progress) for document in documents]
    _tell(progress, "resolving")
    joined, bounds = cases.join(documents)
    spans = (
        cases.moved(span, start) for found, (start, _) in zip(detected, bounds, strict=True) for span in found
    )
    entities = resolve.resolve(joined, spans, bounds=bounds)
    _tell(progress, "deciding")
    decisions = policies.decide(joined, entities, policy)
    names = replace.pseudonyms(joined.text, entities, decisions)
    replacements = replace.render(joined, entities, decisions, names, titles=policy.titles)
    results = []
    for document, found, (start, end) in zip(documents, detected, bounds, strict=True):
        own = cases.entities_within(entities, start, end)
        ids = {entity.id for entity in own}
        results.append(
            Result(
                document=document,
                policy=policy,
                spans=found,
                entities=own,
                decisions=tuple(
                    _within(decision, start, end) for decision in decisions if decision.entity in ids
                ),
                replacements=cases.within(replacements, start, end),
                pseudonyms={entity: name for entity, name in names.items() if entity in ids},
                case=case,
            )
        )
        logger.info(
            "%s: %d spans, %d entities, %d replacements",
            document.id, len(found), len(own), len(results[-1].replacements),
        )  # fmt: skip
    return tuple(results)


def _detect(document: Document, settings: Settings, progress: Progress | None) -> tuple[Span, ...]:
    names, options = _detectors(settings)
    spans = detect.find(document, names, options=options, started=progress)
    return tuple(map(_harmless, spans)) if settings.balance else spans


def _within(decision: Decision, start: int, end: int) -> Decision:
    return dataclasses.replace(decision, kept=cases.within(decision.kept, start, end))


def export(
    result: Result,
    path: str | Path,
    out: str | Path,
    *,
    with_dictionary: bool = True,
    settings: Settings | None = None,
    progress: Progress | None = None,
) -> tuple[Path, ...]:
    """Write the twin of `path` and its dictionary into the folder `out`; returns what was written."""
    return export_case(
        [result], [path], out, with_dictionary=with_dictionary, settings=settings, progress=progress
    )[0]


def export_case(
    results: Sequence[Result],
    paths: Sequence[str | Path],
    out: str | Path,
    *,
    with_dictionary: bool = True,
    settings: Settings | None = None,
    progress: Progress | None = None,
) -> list[tuple[Path, ...]]:
    """Write the twins of a case and their dictionaries: all of them, or none."""
    settings = settings or config.settings()
    places = [targets(path, out)[: 1 + with_dictionary] for path in paths]
    folder = Path(out)
    made = not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder, prefix=".lexveil-") as room:
            for result, place in zip(results, places, strict=True):
                _draft(result, Path(room), place, settings, progress)
            for place in places:
                for target in place:
                    (Path(room) / target.name).replace(target)
    except OSError as error:
        raise OutputError(
            f"cannot write into '{folder}' ({error.strerror or type(error).__name__}): choose another --out"
        ) from None
    finally:
        if made and folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()
    return places


def _draft(
    result: Result, room: Path, place: tuple[Path, ...], settings: Settings, progress: Progress | None
) -> None:
    """The twin, checked, and its dictionary when `place` has one, in a folder of their own."""
    target, *beside = place
    _tell(progress, "writing")
    formats.write(result.document, result.replacements, room / target.name)
    _tell(progress, "checking")
    _check(result, room / target.name, settings)
    for dictionary_file in beside:
        text = json.dumps(result.dictionary(), ensure_ascii=False, indent=1)
        (room / dictionary_file.name).write_text(text + "\n", "utf8")


def targets(path: str | Path, out: str | Path) -> tuple[Path, Path]:
    """Where the twin and its dictionary go; an output that is the input is refused."""
    path, target = Path(path), Path(out) / Path(path).name
    if target.exists() and path.exists() and target.samefile(path):
        raise OutputError(f"'{target}' is the input itself: choose another folder with --out")
    return target, target.with_name(f"{path.stem}.lexveil.json")


def _detectors(settings: Settings) -> tuple[tuple[str, ...], dict[str, dict[str, Any]]]:
    """Which detectors run, and what they are told."""
    names = settings.detectors or tuple(detect.DETECTORS)
    if settings.balance:
        names = tuple(name for name in names if name != "provisions")
    if settings.model:
        names = (*(name for name in names if name != "ner"), settings.model)
    point = "balanced" if settings.balance else "recall"
    return names, {"ner": {"point": point, "threads": settings.threads}}


def _harmless(span: Span) -> Span:
    """What tells of nobody at the balanced point: a court that only rules found, a state, a government."""
    seen = any(source.startswith("ner:") for source in span.sources)
    if "courts:state" not in span.sources and (seen or span.category != "COURT"):
        return span
    sources = (source for source in span.sources if source != "ner:mask")
    return dataclasses.replace(span, sources=(*sources, "ner:no-mask"))


def _check(result: Result, draft: Path, settings: Settings) -> None:
    options = dataclasses.replace(settings.options, max_bytes=2 * settings.max_bytes)
    written = formats.read(draft, options)
    decisions = {decision.entity: decision for decision in result.decisions}
    found = check.leaks(written, replace.hidden_forms(result.document.text, result.entities, decisions))
    if found:
        raise LeakError(
            f"{result.document.id}: {len(found)} replaced names or identifiers are still readable, first "
            f"at character {found[0]} of the result; nothing was written. Please report this as a bug"
        )


def _tell(progress: Progress | None, step: str) -> None:
    if progress is not None:
        progress(step)


__all__ = ["Result", "analyze", "analyze_case", "export", "export_case", "pseudonymize", "read", "targets"]
