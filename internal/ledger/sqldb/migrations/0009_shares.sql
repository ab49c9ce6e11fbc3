-- Answers that accounts send by a link, sealed with the token of the link. A row is large,
-- so that the table has row numbers, and what is read to list and to count comes first.
CREATE TABLE shares (
    hash       BLOB PRIMARY KEY NOT NULL, -- of the token
    account    TEXT NOT NULL REFERENCES accounts (id),
    name       TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    sealed     BLOB NOT NULL
);

CREATE INDEX shares_by_account ON shares (account, expires_at);
CREATE INDEX shares_by_expiry ON shares (expires_at);

-- To send and to revoke is routine: the actions are those of ledger.Routine.
DROP INDEX audit_routine;
DROP INDEX audit_routine_by_time;
CREATE INDEX audit_routine ON audit (account, action, at)
    WHERE action IN ('session.created', 'session.ended', 'session.refused', 'grant.created', 'grant.ended', 'grant.misused', 'share.created', 'share.ended');
CREATE INDEX audit_routine_by_time ON audit (at)
    WHERE action IN ('session.created', 'session.ended', 'session.refused', 'grant.created', 'grant.ended', 'grant.misused', 'share.created', 'share.ended');

DROP TRIGGER audit_stays;
CREATE TRIGGER audit_stays BEFORE DELETE ON audit
WHEN OLD.action NOT IN ('session.created', 'session.ended', 'session.refused', 'grant.created', 'grant.ended', 'grant.misused', 'share.created', 'share.ended')
    OR OLD.at > coalesce((SELECT trusted FROM clock), 0) - 34560000000000
BEGIN SELECT RAISE(ABORT, 'the audit log is never shortened'); END;
