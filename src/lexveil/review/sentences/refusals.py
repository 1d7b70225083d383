"""What the service and the review refuse, and what to do about it.

Several sentences share a key where a reader of the page would do the same about them. What only a program can
have done wrong is `said.request`.
"""

from collections.abc import Mapping

FIELDS = "said.fields"  # the fields of a request that cannot be used; problems.py makes that sentence

_REQUEST = (
    # review/: commands that the page does not make
    "the command needs {what}",
    "unknown kind of command: choose from {choices}",
    "unknown category: choose from {choices}",
    "unknown role: choose from {choices}",
    "unknown scope: choose from {choices}",
    "unknown mode of search: choose from {choices}",
    "two of the mentions overlap: give each place once",
    "a mention must lie in the text of {most} characters, start before end",
    "a command has no other fields than {choices}",
    "a command needs its kind",
    "'{field}' must be a text",
    "'{field}' must be a list of at most {most}",
    "'{field}' must be given as [start, end], whole numbers",
    # service/
    "give either a mention or a text",
    "give either a document or a text",
    "text: it is empty",
    "send a form with a file, or JSON with a text",
    "send JSON such as {such}",
    "file: the form has none",
    "policy or language: unknown",
    "policy: choose one of {choices}",
    "metadata: too long",
    "base: the document has no edit of this number yet",
    "formats: choose from {choices}",
    "there is no such role: choose one of {choices}",
    "there is no such way to annotate: choose {choices}",
    "this address knows no such method",
    "this service is not asked for under that host name",
    "the request comes from the page of another site",
    "the X-CSRF-Token of this session is missing or wrong",
    "the request cannot be read",
)
_CONFLICT = (
    "the edit does not follow the last one: load the document again",
    "what the edit changes has changed meanwhile: load the document again",
    "something else stands in its place by now: look at it again",
    "what it touches has been changed since: look at it again",
    "others edit the document at the same moment: try again",
    "somebody else has changed it meanwhile: look at it again",
    "somebody else has edited the document meanwhile: look at what changed, and try again",
    "somebody else was first: look at what changed, and try again",
    "somebody else has changed the state meanwhile: look again",
)
_MISSING = (
    "there is no such project",
    "there is no such document",
    "there is no such user",
    "there is no such member",
    "there is no such token",
    "there is no such file",
    "there is no such {what} (any more)",
    "what this belongs to is not there (any more)",
    "there is nothing here",
)

LINES: Mapping[str, str] = {
    # Edits: review/
    "another entity has this pseudonym: choose another, or merge the two": "review.refused.taken",
    "another document of the project has this pseudonym: choose another, or say it is the same": (
        "review.refused.elsewhere"
    ),
    "the pseudonym holds a name that this document hides: choose another": "review.refused.shows",
    "the entity is not replaced, so it has no pseudonym: replace it first": "review.rename.stays",
    "a pseudonym has 1 to {most} characters": "review.refused.length",
    "a pseudonym stands on one line: leave out line breaks and control characters": "review.refused.lines",
    "a mention must lie in one paragraph: select less": "review.refused.paragraph",
    "a mention has at most {most} characters: select less": "review.refused.long",
    "a mention must hold more than white space: select a name": "review.refused.nothing",
    "select a name, or type one": "review.refused.nothing",
    "the new place must overlap the mention: add a mention there instead": "review.refused.apart",
    "the entity has these mentions already": "review.refused.there",
    "that changes nothing: it is so already": "review.refused.so",
    "that changes nothing: the mention is there already": "review.refused.so",
    "the entity is kept already, and these mentions with it": "review.refused.so",
    "the entity has no such mention: load the document again": "review.refused.gone",
    "there is no such entity in this document: load it again": "review.refused.gone",
    "there is no such entity in this document": "review.refused.gone",
    "to merge takes two entities: give the one that stays first": "review.refused.two",
    "to split takes some of the mentions: all of them are the entity": "review.refused.some",
    "nothing to undo": "review.undo.nothing",
    "nothing to redo": "review.redo.nothing",
    "type something to search for, at most {most} characters": "review.refused.search",
    "that is no regular expression: correct it, or search plainly": "review.search.bad",
    "the regular expression takes too much memory or time: make it simpler": "review.refused.heavy",
    "the regular expression takes too long: make it simpler": "review.refused.heavy",
    "names that always stay are for an administrator to choose": "review.refused.always",
    "the document is approved or exported: take it back to review before it is edited": "review.locked",
    "the document is approved or exported: take it back to review first": "review.locked",
    "the document was analysed again meanwhile: load it again": "said.analysed-again",
    "the document was analysed again meanwhile: open it anew": "said.analysed-again",
    # Who may
    "log in first": "error.unauthenticated",
    "only the owner of the project or an administrator may do this": "said.owner-only",
    "this needs the role {roles}": "error.forbidden",
    "accounts are managed in a session: an API token cannot do this": "error.forbidden",
    "you may not take a document from '{state}' to this state": "said.no-such-step",
    # Policies of the house: service/policies.py, projects.py
    "the policy '{policy}' of this case is not here any more: put its file back into the folder of policies "
    "and start the service again, or have an administrator choose another": "said.policy.missing",
    "the policy '{policy}' has changed since it was chosen for this case: have an administrator accept it in "
    "the settings of the case, or put the earlier file back": "said.policy.changed",
    "the policy '{policy}' asks for an approval: the case cannot do without it": "said.policy.approval",
    # Accounts
    "the name or the password is wrong, or too many tries were made: wait a little and try again": (
        "login.wrong"
    ),
    "there are no accounts in single mode: nobody logs in": "said.no-accounts",
    "there are no passwords in single mode": "said.no-accounts",
    "this is the last administrator: name another first": "said.last-administrator",
    "the password must have at least {count} characters": "password.short",
    "the password must have no more than {count} characters": "said.password.long",
    "the password must have at least {count} different characters": "said.password.same",
    "the password must not be the user name": "said.password.name",
    "a user name has 1 to 64 letters, digits or . _ @ + -, and begins with a letter or digit": (
        "said.user.name"
    ),
    "the name '{name}' is that of the user without accounts: choose another": "said.user.taken",
    "there is a user of that name already: choose another": "said.user.taken",
    "this token exists already: draw another": "error.conflict",
    # Uploads and analyses
    "at most {count} files at a time": "said.upload.files",
    "a table is not reviewed here: use `lexveil run`, or upload its rows as documents": "said.upload.table",
    "metadata: must be a JSON object, such as {such}": "said.metadata",
    "the document is being analysed already": "said.analysis.running",
    "there is no analysis under way": "said.analysis.none",
    "the document is not analysed yet: wait for it, or try the analysis again": "said.analysis.not-yet",
    "the document was not analysed": "said.analysis.not-yet",
    "the original is deleted: upload the document again": "said.original-gone",
    "the original is deleted: upload the document again to export it": "said.original-gone",
    "the analysis ended unexpectedly: try again": "said.analysis.ended",
    "the analysis ended unexpectedly, perhaps for want of memory: try again, or split the document": (
        "said.analysis.ended"
    ),
    "it took longer than the service allows: split the document": "said.analysis.slow",
    "a saved review of another version: use the program that wrote it, or analyse again": (
        "said.analysis.version"
    ),
    # Exports
    "the document must be approved before it is exported": "export.approval-needed",
    "parts of the document may hold text that was not read: allow them by name, or remove them": (
        "error.uncovered"
    ),
    "{document}: may hold text that was not read: {parts}. Remove it from the document, or let it go out as "
    "it is with --allow-uncovered PART, once for each; nothing was written": "error.uncovered",
    "there is no such export, or it has expired: export again": "said.export.expired",
    "there is no such file in the export, or it has expired: export again": "said.export.expired",
    "the file reads otherwise than when it was analysed: analyse it again, then export": (
        "said.export.otherwise"
    ),
    "'{kind}' marks replacements in XML: choose it for {suffixes} files": "said.export.xml",
    "{document}: {count} replaced names or identifiers are still readable, first {place}; nothing was "
    "written. {advice}": "said.export.leak",
    "{document}: the result cannot be read again; nothing was written. Please report this as a bug": (
        "said.export.unreadable"
    ),
    # The service itself
    "too many requests: wait a little": "error.too-many",
    "the request is too large": "error.too-large",
    "the request came too slowly": "said.too-slow",
    "too many pages are open: close some and try again": "said.pages",
    "too much is being worked on: try again in a while": "said.busy",
    "something went wrong here; the log says where": "error.internal",
    "the database cannot be used now: try again in a while; the log says why": "error.internal",
    "something went wrong here ({place})": "error.internal",
    **dict.fromkeys(_CONFLICT, "error.conflict"),
    **dict.fromkeys(_MISSING, "error.not-found"),
    **dict.fromkeys(_REQUEST, "said.request"),
}
