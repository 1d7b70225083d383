"""What requests may hold, and what answers hold: the shapes of the API, each field with its limits.

The answers are written by the handlers as plain data; their shapes here are for the description of the API at
`/docs` and for the tests that hold the two together.
"""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    WithJsonSchema,
    model_validator,
)
from pydantic.fields import FieldInfo
from pydantic_core import PydanticCustomError

from lexveil import config
from lexveil.languages import codes
from lexveil.languages.identify import AUTO
from lexveil.model import CATEGORIES, ROLES, SIDES
from lexveil.policy.rules import KINDS
from lexveil.review.commands import MOST
from lexveil.service.chosen import DETECTOR_KINDS
from lexveil.service.export_files import FORMATS
from lexveil.service.problems import OUR_KEY

LONGEST_TEXT = 2_000_000  # characters of a text that is sent as JSON
LONGEST_DOCUMENT = 100_000_000  # an offset can be no higher


def _one_of(choices: Iterable[str]) -> tuple[AfterValidator, WithJsonSchema]:
    """A word from a list that lives elsewhere, in capitals or small letters."""
    listed = list(choices)
    known = {word.casefold(): word for word in listed}

    def check(word: str) -> str:
        if word.casefold() not in known:
            raise PydanticCustomError("choice", "choose one of {choices}", {"choices": ", ".join(listed)})
        return known[word.casefold()]

    return AfterValidator(check), WithJsonSchema({"type": "string", "enum": listed})


Category = Annotated[str, *_one_of(CATEGORIES)]
Role = Annotated[str, *_one_of(ROLES)]
Side = Annotated[str, *_one_of(("", *SIDES))]
Language = Annotated[str, *_one_of((AUTO, *codes()))]
Format = Annotated[str, *_one_of(FORMATS)]
State = Literal["new", "in review", "second reading", "approved", "exported"]
Status = Literal["waiting", "running", "done", "failed", "cancelled"]

Id = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{8,64}$")]
EntityId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
PolicyName = Annotated[str, StringConstraints(pattern=f"^{config.POLICY_NAME}$")]
CaseName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
Offset = Annotated[int, Field(ge=0, le=LONGEST_DOCUMENT)]
Number = Annotated[int, Field(ge=0, le=1_000_000_000)]
Mention = Annotated[list[Offset], Field(min_length=2, max_length=2)]
Short = Annotated[str, StringConstraints(min_length=1, max_length=200)]
PartName = Annotated[str, StringConstraints(max_length=1000)]


def _listed(choices: Iterable[str]) -> tuple[BeforeValidator, FieldInfo]:
    """A list of such words; what is none is told which they are."""
    words = list(choices)

    def check(value: object) -> object:
        if value is not None and not isinstance(value, list):
            raise PydanticCustomError(
                "list", "give a list of any of {choices}", {"choices": ", ".join(words)}
            )
        return value

    return BeforeValidator(check), Field(max_length=len(words))


def fields(found: object, names: str) -> dict[str, Any]:
    """These fields of an object, as an answer has them."""
    return {name: getattr(found, name) for name in names.split()}


class In(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    @model_validator(mode="before")
    @classmethod
    def keys_are_known(cls, value: Any) -> Any:
        """What is wrong is told with the keys that there are; one that could be a name is not said again."""
        keys = ", ".join(cls.model_fields)
        if isinstance(value, cls):
            return value
        if not isinstance(value, dict):
            raise PydanticCustomError("object", "give an object with any of {keys}", {"keys": keys})
        for key in value.keys() - cls.model_fields.keys():
            shown = f"'{key}'" if OUR_KEY.fullmatch(key) else "one key"
            told = {"key": shown, "keys": keys}
            raise PydanticCustomError("key", "{key} is unknown here: choose from {keys}", told)
        return value


class Stays(In):
    """A name that stays, what stands right before or after a mention that stays, or both."""

    name: Annotated[str, StringConstraints(max_length=200)] = ""
    before: Annotated[str, StringConstraints(max_length=60)] = ""
    after: Annotated[str, StringConstraints(max_length=60)] = ""

    @model_validator(mode="after")
    def says_something(self) -> "Stays":
        if not (self.name.strip() or self.before.strip() or self.after.strip()):
            raise PydanticCustomError("empty", "give a name, or what stands before or after it")
        return self


Kinds = Annotated[list[Annotated[str, *_one_of(KINDS)]], *_listed(KINDS)]


class OnTop(In):
    """What is asked for on top of the policy: only these kinds, none of those, names and places that stay."""

    only: Kinds = []
    keep: Kinds = []
    stays: Annotated[list[Stays], Field(max_length=MOST)] = []


Detectors = Annotated[list[Annotated[str, *_one_of(DETECTOR_KINDS)]], *_listed(DETECTOR_KINDS)]


class CaseIn(OnTop):
    name: CaseName
    detectors: Detectors = []  # empty: those of the service
    policy: PolicyName = config.DEFAULT_POLICY
    language: Language | None = None
    approval: bool = False


class CaseChange(In):
    name: CaseName | None = None
    policy: PolicyName | None = None
    language: Language | None = None
    approval: bool | None = None
    only: Kinds | None = None
    keep: Kinds | None = None
    stays: Annotated[list[Stays], Field(max_length=MOST)] | None = None
    detectors: Detectors | None = None
    accept: bool = False  # the policy as it is now, where it has changed since it was chosen


class StateIn(In):
    to: State
    despite_open: bool = True  # approve although doubts are open; false: 409 with how many


class CommandIn(In):
    """What is asked for; each kind takes some of the arguments."""

    kind: Annotated[str, StringConstraints(pattern=r"^[a-z]{1,20}$")]
    entity: EntityId | None = None
    entities: Annotated[list[EntityId], Field(max_length=MOST)] | None = None
    mentions: Annotated[list[Mention], Field(max_length=MOST)] | None = None
    mention: Mention | None = None
    to: Mention | None = None
    category: Category | None = None
    role: Role | None = None
    side: Side | None = None
    pseudonym: Annotated[str, StringConstraints(max_length=200)] | None = None
    scope: Literal["document", "case", "always"] | None = None
    doubt: Annotated[str, StringConstraints(pattern=r"^[a-z-]{1,30}$")] | None = None


class EditIn(In):
    base: Number
    command: CommandIn


class BaseIn(In):
    base: Number = 0


class OccurrencesIn(In):
    mention: Mention | None = None
    text: Short | None = None
    category: Category = "PERSON"


class SearchIn(In):
    query: Short
    mode: Literal["plain", "regex", "fuzzy"] = "plain"


class CaseSearchIn(In):
    query: Short
    mode: Literal["plain", "fuzzy"] = "plain"


class ListedIn(In):
    form: Short


class WhyIn(In):
    entity: EntityId


class ExportIn(In):
    formats: Annotated[list[Format], Field(min_length=1, max_length=len(FORMATS))]
    allow_uncovered: Annotated[list[PartName], Field(max_length=2000)] = []
    despite_open: bool = True  # write it although doubts are open; false: 409 with how many


class Wanted(OnTop):
    """How a document is to be pseudonymized."""

    policy: PolicyName = config.DEFAULT_POLICY
    language: Language | None = None


class TextIn(Wanted):
    """A text that is pseudonymized at once."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_TEXT)]


# Answers -------------------------------------------------------------------------------------------


class Coded(BaseModel):
    """An error or a reason as the catalogues of messages have it: `error.…`, `reason.…`."""

    code: str
    values: dict[str, Any]


class ErrorOut(BaseModel):
    kind: str
    message: str
    code: str | None = None
    values: dict[str, Any] = {}


class Refusal(BaseModel):
    error: ErrorOut


class Summary(BaseModel):
    id: str
    project: str
    name: str
    format: str
    state: State
    status: Status
    step: str
    error: str
    failure: Coded | None = None  # the error
    number: int
    entities: int
    mentions: int
    doubts: int
    created: str
    original: bool
    assigned: str  # the id of who is to review it; empty: nobody yet
    comments: int  # that nobody has settled
    problems: int
    out_of_step: bool  # approved or exported, and the case says something else by now
    same_as: str  # the name of an earlier document of the case with the same bytes


class Documents(BaseModel):
    documents: list[Summary]


class Case(BaseModel):
    id: str
    name: str
    policy: str
    language: str
    policy_state: Literal["ok", "missing", "changed"]  # against what it was when it was chosen
    approval: bool
    approval_by_policy: bool  # so nobody can switch it off
    detectors: list[str]  # empty: those of the service
    owner: str
    documents: int
    states: dict[str, int]
    created: str


class Cases(BaseModel):
    projects: list[Case]


class Person(BaseModel):
    id: str
    name: str


class People(BaseModel):
    people: list[Person]


class Text(BaseModel):
    text: str
    language: str
    blocks: list[list[Any]]
    notes: list[str]
    language_notes: list[Coded]
    parts: list[dict[str, Any]]
    hidden: list[list[Any]]
    regions: list[list[Any]]  # the part of the file, where it is not the body


class Reasons(BaseModel):
    rule: Coded
    why: list[Coded]


class Entity(BaseModel):
    id: str
    category: str
    role: str
    side: str
    role_certainty: int
    certainty: int
    base: str  # form of its name; "" of what has none
    action: Literal["replace", "keep", "reject"]
    pseudonym: str
    given: bool
    rule: str
    why: list[str]
    reasons: Reasons  # the rule and why, as codes
    state: Literal["proposed", "accepted", "rejected", "partly"]
    shared: int
    mentions: list[list[int]]


class Standing(BaseModel):
    number: int
    undo: bool
    redo: bool
    state: State


class Review(Standing):
    doubts: int  # as of the last look at them
    entities: list[Entity]


class Edited(BaseModel):
    number: int
    author: str
    time: str
    kind: str


class Changed(Standing):
    changed: list[Entity]
    removed: list[str]
    also: list[str] = []  # other documents of the project that followed
    edits: list[Edited] = []  # of GET …/edits


class Preview(BaseModel):
    number: int
    replacements: list[list[Any]]


class Occurrences(BaseModel):
    occurrences: list[dict[str, Any]]


class Hits(BaseModel):
    hits: list[list[int]]
    more: bool


class Exported(BaseModel):
    export: str
    files: list[dict[str, Any]]
    leaks: int
    checked: dict[str, int]
    report: dict[str, Any]


class Pseudonymized(BaseModel):
    text: str
    replacements: list[list[Any]]
    notes: list[str] = []  # what a reader of the result should know
