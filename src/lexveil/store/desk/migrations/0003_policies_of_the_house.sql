-- No table changes. From here on a project may have a policy of the house, with its fingerprint among the sealed
-- settings, and the approval that this policy asks for; and whoever opens the database holds a lock against a change
-- of the key. A program that knows neither would go around both: it is told that the database is newer.

SELECT 1;
