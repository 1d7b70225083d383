"""Sign-off: who may take a document from which state to which.

new → in review → second reading → approved → exported. Comes in: who asks, where the document stands, where
it is to go. Goes out: whether that is allowed. Four eyes: whoever asked for the second reading does not give
it, unless an administrator does. In single mode there is one pair of eyes, and everything is allowed that
makes sense. Never changes a state.
"""

from lexveil.service.caller import ADMINISTRATOR, SECOND_READER, SINGLE, Caller

NEW, IN_REVIEW, SECOND_READING, APPROVED, EXPORTED = STATES = (
    "new",
    "in review",
    "second reading",
    "approved",
    "exported",
)
# From where to where, whoever asks; `exported` is set by an export alone.
STEPS = {
    NEW: {IN_REVIEW, SECOND_READING, APPROVED},
    IN_REVIEW: {SECOND_READING, APPROVED},
    SECOND_READING: {IN_REVIEW, APPROVED},
    APPROVED: {IN_REVIEW, SECOND_READING},
    EXPORTED: {IN_REVIEW},
}


def may_set(caller: Caller, state: str, to: str, *, asked: str = "") -> bool:
    """`asked`: the id of the user who asked for the second reading.

    A reviewer begins the review and asks for the second reading; a second reader answers it, either way, and
    opens an approved document again. Only an administrator approves what nobody has read a second time.
    """
    if to not in STEPS.get(state, ()):
        return False
    if caller.by == SINGLE or caller.role == ADMINISTRATOR:
        return True
    if state in (NEW, IN_REVIEW):
        return to in (IN_REVIEW, SECOND_READING)
    if state == SECOND_READING and to == APPROVED:
        return caller.role == SECOND_READER and bool(asked) and caller.user_id != asked
    return caller.role == SECOND_READER or (state == SECOND_READING and caller.user_id == asked)


def may_edit(state: str) -> bool:
    """What was approved stays as it was approved, until somebody who may opens it again."""
    return state not in (APPROVED, EXPORTED)


def may_export(state: str, *, approval: bool) -> bool:
    """`approval`: the project exports only what was approved."""
    return not approval or state in (APPROVED, EXPORTED)
