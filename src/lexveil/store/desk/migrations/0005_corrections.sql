-- What a reviewer says of somebody holds in all documents of a case: a list for each case that only grows, and how far
-- each document has followed it.

CREATE TABLE corrections (project TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    number BIGINT NOT NULL CHECK (number > 0), document TEXT NOT NULL, edit BIGINT NOT NULL, author TEXT NOT NULL,
    time TEXT NOT NULL, sealed BLOB NOT NULL, PRIMARY KEY (project, number));
CREATE INDEX corrections_made ON corrections (document, edit);
ALTER TABLE documents ADD COLUMN corrected BIGINT NOT NULL DEFAULT 0;
