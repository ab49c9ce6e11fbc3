-- What the ledger knows of the time: see ledger.Clock. It begins with the newest
-- thing that is in the ledger.
CREATE TABLE clock (
    id      INTEGER PRIMARY KEY CHECK (id = 1),
    trusted BIGINT, -- NULL in a new ledger
    since   BIGINT,
    last    BIGINT
);

INSERT INTO clock (id, trusted)
SELECT 1, max(seen) FROM (
    SELECT max(at) AS seen FROM audit
    UNION ALL SELECT max(created_at) FROM accounts
    UNION ALL SELECT max(created_at) FROM keys
    UNION ALL SELECT max(last_used_at) FROM keys
    UNION ALL SELECT max(created_at) FROM sessions
    UNION ALL SELECT max(used_at) FROM grants
    UNION ALL SELECT max(claimed_at) FROM replays
    UNION ALL SELECT max(day) * CAST(86400000000 AS BIGINT) FROM spending
) AS newest;

-- Clients that were never used are kept for a day; 90 days was what they were
-- kept before.
CREATE INDEX grants_by_client ON grants (client);
ALTER TABLE clients ADD COLUMN used BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE clients SET used = TRUE
WHERE expires_at > created_at + 7776000000000 OR EXISTS (SELECT 1 FROM grants WHERE grants.client = clients.id);
UPDATE clients SET expires_at = created_at + 86400000000 WHERE NOT used;
-- They are counted and evicted by this index alone: their rows are large.
CREATE INDEX clients_by_use ON clients (used, expires_at, id);

-- Routine events are counted by account and day, and dropped after 400 days.
-- The actions are those of ledger.Routine.
CREATE INDEX audit_routine ON audit (account, action, at)
    WHERE action IN ('session.created', 'session.ended', 'session.refused', 'grant.created', 'grant.ended', 'grant.misused');
CREATE INDEX audit_routine_by_time ON audit (at)
    WHERE action IN ('session.created', 'session.ended', 'session.refused', 'grant.created', 'grant.ended', 'grant.misused');

DROP TRIGGER audit_stays;
CREATE TRIGGER audit_stays BEFORE DELETE ON audit
WHEN OLD.action NOT IN ('session.created', 'session.ended', 'session.refused', 'grant.created', 'grant.ended', 'grant.misused')
    OR OLD.at > coalesce((SELECT trusted FROM clock), 0) - 34560000000000
BEGIN SELECT RAISE(ABORT, 'the audit log is never shortened'); END;
