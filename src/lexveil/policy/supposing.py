"""What a policy takes for granted about people of whom the document does not say enough.

Entities in, entities out. What is supposed is a reason of the entity, and its certainty is the lowest: it is
no fact, and whoever reviews the document is asked.
"""

from collections.abc import Iterable
from dataclasses import replace

from lexveil.model import NO_PERSON, READ_AS, UNSURE, Entity, because
from lexveil.policy.rules import Policy


def suppose(entities: Iterable[Entity], policy: Policy) -> tuple[Entity, ...]:
    """Two rules of PSILENCE (section 4.3), where the policy wants them: a bare name that too often reads as a
    place or a firm is none of a person; whom nothing gives a role is a witness."""
    return tuple(_supposed(entity, policy) if entity.category == "PERSON" else entity for entity in entities)


def _supposed(entity: Entity, policy: Policy) -> Entity:
    for why in entity.why if policy.no_person else ():
        if why.code == READ_AS and int(str(dict(why.values)["share"])) > policy.no_person:
            kind = NO_PERSON[why.role]
            return replace(entity, category=kind, role=why.role, certainty=UNSURE, role_certainty=UNSURE)
    if entity.role != "UNKNOWN" or not policy.others:
        return entity
    why = because("supposed", role=policy.others, policy=policy.name)
    return replace(entity, role=policy.others, role_certainty=UNSURE, why=(*entity.why, why))
