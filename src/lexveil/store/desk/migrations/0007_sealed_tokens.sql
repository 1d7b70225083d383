-- No table changes. From here on an API token is sealed with what it is known by: setup.py seals those that are there.
-- An earlier program would read none of them: it is told that the database is newer.

SELECT 1;
