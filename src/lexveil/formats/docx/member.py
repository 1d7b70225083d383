"""From the XML of one member to its text.

Paragraphs are blocks; what stands inside a paragraph without being part of its line (a text box, a field's
instruction, ruby) is a block after it. Text in any element that nobody listed is read as well.
"""

import re
from collections.abc import Callable, Set

from lexveil.formats.docx import styles, vocabulary
from lexveil.formats.docx.attributes import Values, is_blob
from lexveil.formats.docx.changes import DELETED, INSERTED
from lexveil.formats.docx.paragraphs import JOINED, Field, Flow, Stories, Story, add_instruction
from lexveil.formats.docx.vocabulary import Scope
from lexveil.formats.markup import Block, Cut
from lexveil.formats.markup import characters as chars
from lexveil.formats.markup.characters import INVISIBLE
from lexveil.formats.markup.escaping import ALONE, KEPT, SYMBOL, TAG
from lexveil.formats.markup.tokens import Token, tokens

_MARKS = {"w:ins": 1, "w:moveTo": 1, "w:del": 2, "w:moveFrom": 2}
_UNEASY = re.compile(rf"[&\t\r\n{INVISIBLE}]")
_LETTER = re.compile(r"[^\W\d_]|\d{4}")
_MARK = re.compile(r"\s*[\d*†‡§¶,;\[\]()]{1,6}\s*")  # of a footnote, set by hand
_TARGET = re.compile(r"\S+\s*")
_CLOSED = re.compile(r"\s*</[^<>]*>")
_SYMBOLS = re.compile(r"(?i)symbol|dings|marlett|mt extra|bookshelf|zapf|mathtype|segoe")
# Bound in Word to the document's properties, which are emptied: Word would empty the text as well.
_TO_PROPERTIES = re.compile(r"(?i)(?:core|extended)-?properties|6668398D-A668-4E3E|6C3C8BC8-F283-45AE")

Kept = Set[str] | None  # the only children of the root that stay; None: all


class MemberReader:
    def __init__(
        self, source: str, member: int, values: Values, kind: str, kept: Kept, styles: dict[str, str]
    ) -> None:
        self.source, self.member, self.values = source, member, values
        self.kept = kept
        self.mixed = vocabulary.mixed_elements(source)
        self.styles = styles  # those of headings and lists
        self.scope = Scope()
        self.last_binding = source.rfind("xmlns")  # most members bind all namespaces in their first tag
        self.open: list[str] = []
        self.stories = Stories(kind)
        self.choices: list[int] = []  # branches seen of the open alternatives
        self.raised = False  # whether the run at hand is superscript
        self.cell = ""  # type of the spreadsheet cell at hand
        self.dropped = self.drop_start = 0  # how deep in an element that goes, and where it began
        self.root = ""
        self.blocks: list[Block] = []
        self.cuts: list[Cut] = []
        self.handwriting = False
        metadata = () if values.keep_metadata else vocabulary.DROPPED_METADATA
        self.drops = vocabulary.DROPPED.union(metadata)

    def run(self) -> "MemberReader":
        for token in tokens(self.source):
            kind = token.kind
            if self.dropped:
                self.dropped += (kind == "start" and not token.empty) - (kind == "end")
                if not self.dropped:
                    self._dropped(token.end)
            elif kind == "start":
                self._start(token)
            elif kind == "end":
                self._end()
            elif kind == "text":
                self._text(token.start, token.end, chars.TEXT)
            elif kind == "cdata":
                self._text(token.start, token.end, chars.CDATA)
            elif kind != "declaration":
                self._aside(token)
        self.blocks = self.stories.done()
        return self

    @property
    def story(self) -> Story:
        return self.stories.now

    def _start(self, token: Token) -> None:
        depth = len(self.open)
        if token.start < self.last_binding:
            self.scope.enter(self.source, token, depth)
        name = self.scope.element(token.name)
        if not depth:
            self.root = name
        if self._goes(name, token, depth):
            self.values.cleaned.add(name)
            self.dropped, self.drop_start = 1, token.start
            if token.empty:
                self._dropped(token.end)
            return
        if token.attributes:
            self.values.take(self.source, self.member, token, self.scope, self.cuts)
        self.open.append(name)
        handler = _STARTS.get(name)
        if handler:
            handler(self, token)
        elif token.start in self.mixed and not (self.story.flow and self.story.flow.mixed):
            self.stories.open_paragraph(len(self.open), mixed=True)
        if token.empty:
            self._end()

    def _end(self) -> None:
        name = self.open[-1]
        handler = _ENDS.get(name)
        if handler:
            handler(self)
        self.stories.ended(len(self.open))
        self.open.pop()
        self.scope.leave(len(self.open))

    def _goes(self, name: str, token: Token, depth: int) -> bool:
        if name in self.drops or (depth == 1 and self.kept is not None and name not in self.kept):
            return True
        if name not in ("w:dataBinding", "w15:dataBinding") or self.values.keep_metadata:
            return False
        return bool(_TO_PROPERTIES.search(self.source, token.start, token.end))

    def _dropped(self, end: int) -> None:
        self.dropped = 0
        self.cuts.append(Cut(self.drop_start, end, ""))
        self.scope.leave(len(self.open))

    def start_frame(self, token: Token) -> None:
        """A large first letter is a paragraph of its own, and the word goes on in the next one."""
        if self.open[-3:-1] == ["w:p", "w:pPr"] and self.value(token, "w:dropCap") in ("drop", "margin"):
            self.story.mark |= JOINED

    def start_story(self, token: Token) -> None:
        if not token.empty:
            self.stories.open_box(len(self.open))

    def start_look(self, token: Token) -> None:
        flow, value = self.story.flow, self.value(token, "w:val")
        self.stories.take_columns(styles.COLUMNS.get(tuple(self.open[-3:]), ""), value)
        if flow:
            flow.look = styles.shape_after(self.open, value, flow.look, self.styles)

    def start_change(self, token: Token) -> None:
        if self.open[-4:-1] == ["w:p", "w:pPr", "w:rPr"]:
            self.story.mark |= _MARKS[self.open[-1]]
        self._change(1)

    def _change(self, step: int) -> None:
        self.story.inserted += step * (self.open[-1] in INSERTED)
        self.story.deleted += step * (self.open[-1] in DELETED)

    def _branch(self, step: int) -> None:
        """The first is what is shown, as if inserted; the others are as if deleted."""
        if self.choices:
            self.choices[-1] += step > 0
            if self.choices[-1] == 1 and self.open[-1] == "mc:Choice":
                self.story.inserted += step
            else:
                self.story.deleted += step

    def start_field_mark(self, token: Token) -> None:
        kind = self.value(token, "w:fldCharType")
        fields = self.story.fields
        if kind == "begin":
            fields.append(Field(self.story.flow))
        elif kind == "separate" and fields:
            fields[-1].open = False
        elif kind == "end" and fields:
            self.stories.emit(fields.pop().blocks())

    def _text(self, start: int, end: int, context: str) -> None:
        parent = self.open[-1] if self.open else ""
        if parent in vocabulary.RUN_TEXT:
            self._run(start, end, context if context == chars.CDATA or parent == "a:t" else KEPT)
        elif parent in vocabulary.INSTRUCTION or (self.story.flow and self.story.flow.mixed):
            self._run(start, end, context)
        elif not self.source[start:end].isspace():
            self._value(parent, start, end, context)

    def _run(self, start: int, end: int, context: str) -> None:
        story, parent = self.story, self.open[-1]
        state = story.state | (2 if parent in vocabulary.GONE else 0)
        field = story.field(told=parent in vocabulary.INSTRUCTION)
        if field is None and parent in vocabulary.INSTRUCTION:  # without its field: shown to nobody
            field = Field()
            self._instruct(field, start, end, context, state)
            self.stories.emit(field.blocks())
        elif field:
            self._instruct(field, start, end, context, state)
        elif self.raised and _MARK.fullmatch(self.source, start, end):  # Smith¹ is no other name than Smith
            block = Block(story.kind)
            self._add(block, start, end, context)
            self.stories.emit([block])
        else:
            flow = story.flow or Flow(story.kind)
            for block in flow.sinks(state):
                self._add(block, start, end, context + (ALONE if state else ""))
            if not story.flow:
                self.stories.emit(flow.blocks())

    def _instruct(self, field: Field, start: int, end: int, context: str, state: int) -> None:
        quoted = field.quoted
        for block in field.flow.sinks(state):
            field.quoted = add_instruction(block, self.source, start, end, context, quoted=quoted)

    def _add(self, block: Block, start: int, end: int, context: str) -> None:
        source = self.source
        if context.startswith(chars.CDATA):
            chars.flowing(block, source, start, end, chars.CDATA)
            return
        while not block.length and start < end and source[start] == " ":  # a block begins with a word
            start += 1
        if start == end:
            return
        odd = _UNEASY.search(source, start, end)
        if not odd:
            block.add(source[start:end], start, end, context)
        elif "&#" in source[start:end] or not source[start:end].isprintable():
            chars.flowing(block, source, start, end, context)
        else:
            chars.kept(block, source, start, end, context)

    def _value(self, parent: str, start: int, end: int, context: str) -> None:
        """Text in an element that is not made for prose."""
        shared = parent == "x:v" and self.cell not in ("str", "d")
        numeric = parent == "c:v" and any(name in ("c:numCache", "c:numLit") for name in self.open[-3:-1])
        if numeric or (parent in vocabulary.SKIPPED_TEXT and (parent != "x:v" or shared)):
            self.handwriting = self.handwriting or parent == "inkml:trace"
            return
        if is_blob(self.source[start:end]):
            self.values.blobs.add(self.member)
            return
        if not parent.startswith(":") and not _LETTER.search(self.source, start, end):
            return
        kind = "code" if parent in vocabulary.CODE_TEXT else "hidden"
        block = Block(self.story.kind if parent in vocabulary.SHOWN_TEXT else kind)
        chars.flowing(block, self.source, start, end, context)
        self.stories.emit([block])

    def _aside(self, token: Token) -> None:
        start, context = token.start, chars.COMMENT
        if token.kind == "instruction":  # its first word is a name, like that of an element
            target = _TARGET.match(self.source, start, token.end)
            start, context = target.end() if target else token.end, chars.INSTRUCTION
        block = Block("code" if token.kind == "instruction" else "hidden")
        chars.flowing(block, self.source, start, token.end, context)
        self.stories.emit([block])

    def _character(self, token: Token, text: str) -> None:
        # A tag that has an end tag of its own stays where it is.
        start = token.start if token.empty else token.end
        for block in self._sinks():
            block.add(text, start, token.end, TAG)

    def _sinks(self) -> tuple[Block, ...]:
        story = self.story
        field = story.field(told=False)
        flow = field.flow if field else story.flow
        return flow.sinks(story.state) if flow else ()

    def start_tab(self, token: Token) -> None:
        if self.open[-2:-1] == ["w:r"]:  # in w:tabs it is a tab stop
            self._character(token, "\t")

    def start_line(self, token: Token) -> None:
        # A new page or column is layout: it stays when a name goes around it.
        stays = not token.empty or self.value(token, "w:type") in ("page", "column")
        for block in self._sinks():
            block.line([] if stays else [(token.start, token.end)], TAG)

    def start_soft_hyphen(self, token: Token) -> None:
        if token.empty:
            for block in self._sinks():
                block.hide(token.start, token.end, TAG)

    def start_symbol(self, token: Token) -> None:
        prefix = self.open[-1].partition(":")[0]
        try:
            code = int(self.value(token, f"{prefix}:char"), 16)
        except ValueError:
            return
        if 0xF020 <= code <= 0xF0FF and not _SYMBOLS.search(self.value(token, f"{prefix}:font")):
            code -= 0xF000  # a letter of an ordinary font
        if 0x20 <= code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF:
            closed = None if token.empty else _CLOSED.match(self.source, token.end)
            end = closed.end() if closed else token.end
            context = f"{SYMBOL}{token.name.rpartition(':')[0]}" if prefix == "w" else TAG
            for block in self._sinks():
                block.add(chr(code), token.start if token.empty or closed else token.end, end, context)

    def start_run(self, token: Token) -> None:
        self.raised = False

    def start_raised(self, token: Token) -> None:
        self.raised = self.open[-3:-1] == ["w:r", "w:rPr"] and "superscript" in self.value(token, "w:val")

    def start_cell(self, token: Token) -> None:
        self.cell = self.value(token, "t")

    def value(self, token: Token, wanted: str) -> str:
        return self.scope.value(self.source, token, wanted)


_STARTS: dict[str, Callable[[MemberReader, Token], None]] = {
    **dict.fromkeys(vocabulary.PARAGRAPHS, lambda at, _: at.stories.open_paragraph(len(at.open))),
    **dict.fromkeys(vocabulary.MIXED, lambda at, _: at.stories.open_paragraph(len(at.open), mixed=True)),
    **dict.fromkeys(vocabulary.STORIES, MemberReader.start_story),
    **dict.fromkeys(INSERTED | DELETED, MemberReader.start_change),
    **dict.fromkeys(
        styles.SHAPES, lambda at, _: at.stories.open_shape(len(at.open), styles.SHAPES[at.open[-1]])
    ),
    **dict.fromkeys(styles.TOLD, MemberReader.start_look),
    "w:framePr": MemberReader.start_frame,
    "w:tbl": lambda at, _: at.stories.release(),
    "mc:AlternateContent": lambda at, _: at.choices.append(0),
    **dict.fromkeys(("mc:Choice", "mc:Fallback"), lambda at, _: at._branch(1)),
    "w:fldChar": MemberReader.start_field_mark,
    **dict.fromkeys(("w:tab", "w:ptab"), MemberReader.start_tab),
    **dict.fromkeys(("w:br", "w:cr", "a:br"), MemberReader.start_line),
    "w:noBreakHyphen": lambda at, token: at._character(token, "-"),
    "w:softHyphen": MemberReader.start_soft_hyphen,
    **dict.fromkeys(("w:sym", "w16se:symEx"), MemberReader.start_symbol),
    "x:c": MemberReader.start_cell,
    "w:r": MemberReader.start_run,
    "w:vertAlign": MemberReader.start_raised,
}
_ENDS: dict[str, Callable[[MemberReader], object]] = {
    **dict.fromkeys(INSERTED | DELETED, lambda at: at._change(-1)),
    "mc:AlternateContent": lambda at: at.choices.pop(),
    **dict.fromkeys(("mc:Choice", "mc:Fallback"), lambda at: at._branch(-1)),
}
