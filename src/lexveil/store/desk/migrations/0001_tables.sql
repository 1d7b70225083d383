-- Written so that SQLite and PostgreSQL read it alike: BLOB is a domain over BYTEA in PostgreSQL, numbers are
-- BIGINT, times ISO 8601 text in UTC of one length (so that they sort), truth 0 or 1. No table counts by
-- itself: ids are random, and numbers that must have no gap are given by the program.

CREATE TABLE lock (id BIGINT PRIMARY KEY CHECK (id = 1), kind TEXT NOT NULL, salt BLOB NOT NULL,
    n BIGINT NOT NULL, r BIGINT NOT NULL, p BIGINT NOT NULL, proof BLOB NOT NULL, wrapped BLOB NOT NULL);

CREATE TABLE users (id TEXT PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE,
    password_hash BLOB NOT NULL, role TEXT NOT NULL, active BIGINT NOT NULL, failed BIGINT NOT NULL,
    locked_until TEXT NOT NULL, created TEXT NOT NULL);
CREATE TABLE sessions (token_hash TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    csrf BLOB NOT NULL, created TEXT NOT NULL, expires TEXT NOT NULL, seen TEXT NOT NULL);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE TABLE tokens (id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    token_hash TEXT NOT NULL UNIQUE, sealed BLOB NOT NULL, created TEXT NOT NULL, used TEXT NOT NULL);
CREATE INDEX tokens_user ON tokens (user_id);

CREATE TABLE projects (id TEXT PRIMARY KEY, owner TEXT NOT NULL, created TEXT NOT NULL, sealed BLOB NOT NULL);
CREATE TABLE members (project TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, PRIMARY KEY (project, user_id));
CREATE INDEX members_user ON members (user_id);
CREATE TABLE listed (scope TEXT NOT NULL, mark BLOB NOT NULL, created TEXT NOT NULL, sealed BLOB NOT NULL,
    PRIMARY KEY (scope, mark));

CREATE TABLE documents (id TEXT PRIMARY KEY,
    project TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    created TEXT NOT NULL, changed TEXT NOT NULL, exported TEXT NOT NULL, size BIGINT NOT NULL,
    status TEXT NOT NULL, step TEXT NOT NULL, state TEXT NOT NULL, error BLOB NOT NULL,
    analysis BIGINT NOT NULL, base BIGINT NOT NULL, counts TEXT NOT NULL, sealed BLOB NOT NULL);
CREATE INDEX documents_project ON documents (project);
CREATE INDEX documents_status ON documents (status);
CREATE TABLE originals (document TEXT PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
    sealed BLOB NOT NULL);
CREATE TABLE analyses (document TEXT PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
    made TEXT NOT NULL, mark BLOB, sealed BLOB NOT NULL);
CREATE INDEX analyses_mark ON analyses (mark);
CREATE TABLE edits (document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    number BIGINT NOT NULL CHECK (number > 0), author TEXT NOT NULL, kind TEXT NOT NULL, time TEXT NOT NULL,
    sealed BLOB NOT NULL, PRIMARY KEY (document, number));

CREATE TABLE exports (id TEXT PRIMARY KEY, document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    created TEXT NOT NULL, expires TEXT NOT NULL, sealed BLOB NOT NULL);
CREATE INDEX exports_document ON exports (document);
CREATE TABLE export_files (export TEXT NOT NULL REFERENCES exports (id) ON DELETE CASCADE,
    number BIGINT NOT NULL, sealed BLOB NOT NULL, PRIMARY KEY (export, number));

CREATE TABLE audit (number BIGINT PRIMARY KEY CHECK (number > 0), time TEXT NOT NULL, actor TEXT NOT NULL,
    kind TEXT NOT NULL, project TEXT NOT NULL, document TEXT NOT NULL, details TEXT NOT NULL,
    hash TEXT NOT NULL, seal BLOB NOT NULL);
CREATE INDEX audit_project ON audit (project, number);
CREATE TABLE chain (id BIGINT PRIMARY KEY CHECK (id = 1), count BIGINT NOT NULL, hash TEXT NOT NULL,
    seal BLOB NOT NULL);
