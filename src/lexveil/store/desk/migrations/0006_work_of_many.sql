-- Who is to review a document, where it stands in the list of its case, and what people tell each other about it.

ALTER TABLE documents ADD COLUMN assigned TEXT NOT NULL DEFAULT '';
ALTER TABLE documents ADD COLUMN place BIGINT NOT NULL DEFAULT 0;
CREATE TABLE notes (id TEXT PRIMARY KEY, document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    author TEXT NOT NULL, time TEXT NOT NULL, kind TEXT NOT NULL, done BIGINT NOT NULL, sealed BLOB NOT NULL);
CREATE INDEX notes_document ON notes (document);
