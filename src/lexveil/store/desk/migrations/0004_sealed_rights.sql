-- No table changes. From here on what users may do, and who works on a project, is sealed: setup.py seals what the
-- tables say. An earlier program would change the tables alone: it is told that the database is newer.

SELECT 1;
