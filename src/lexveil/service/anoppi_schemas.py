"""What requests and answers of ANOPPI's addresses hold."""

from typing import Annotated, Any

from pydantic import BaseModel, Field, StringConstraints

from lexveil.review.commands import MOST
from lexveil.service.schemas import LONGEST_TEXT, Category, EntityId, Format, Id, In, Language, Short


class ChosenIn(In):
    """Which entities are replaced, whatever the policy says of them, and the pseudonyms of some."""

    document: Id
    entities: Annotated[list[EntityId], Field(max_length=MOST)] | None = None
    pseudonyms: dict[EntityId, Short] = Field(default_factory=dict, max_length=MOST)


class PreviewIn(ChosenIn):
    pass


class DocumentExportIn(ChosenIn):
    format: Format = "own"


class TagIn(In):
    document: Id | None = None
    text: Annotated[str, StringConstraints(max_length=LONGEST_TEXT)] | None = None
    name: Short
    category: Category = "PERSON"
    language: Language | None = None


class TagTextIn(In):
    text: Annotated[str, StringConstraints(max_length=LONGEST_TEXT)]
    name: Short
    category: Category = "PERSON"
    language: Language | None = None


class Tagged(BaseModel):
    project: str
    document: str
    text: str
    tagged: str
    entities: list[dict[str, Any]]
    run: dict[str, Any]


class Form(BaseModel):
    """What a name or word is, as far as it can be told by itself."""

    text: str
    language: str
    doubtful: bool  # whether the language could not be told
    lemma: str
    case: str
    number: str
    possessive: bool
    category: str
    given: list[str]
    family: str
    gender: str
    title: str
