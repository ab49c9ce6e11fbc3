-- Answers that accounts send by a link, sealed with the token of the link.
CREATE TABLE shares (
    hash       BYTEA PRIMARY KEY, -- of the token
    account    TEXT NOT NULL REFERENCES accounts (id),
    name       TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    sealed     BYTEA NOT NULL
);
ALTER TABLE shares ALTER COLUMN sealed SET STORAGE EXTERNAL; -- it cannot be compressed

CREATE INDEX shares_by_account ON shares (account, expires_at);
CREATE INDEX shares_by_expiry ON shares (expires_at);

-- To send and to revoke is routine: the actions are those of ledger.Routine.
DROP INDEX audit_routine;
DROP INDEX audit_routine_by_time;
CREATE INDEX audit_routine ON audit (account, action, at)
    WHERE action IN ('session.created', 'session.ended', 'session.refused', 'grant.created', 'grant.ended', 'grant.misused', 'share.created', 'share.ended');
CREATE INDEX audit_routine_by_time ON audit (at)
    WHERE action IN ('session.created', 'session.ended', 'session.refused', 'grant.created', 'grant.ended', 'grant.misused', 'share.created', 'share.ended');

CREATE OR REPLACE FUNCTION audit_refuses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        IF OLD.action IN ('session.created', 'session.ended', 'session.refused', 'grant.created', 'grant.ended', 'grant.misused', 'share.created', 'share.ended')
            AND OLD.at <= (SELECT trusted FROM clock) - 34560000000000 THEN
            RETURN OLD;
        END IF;
    END IF;
    IF TG_OP = 'UPDATE' THEN
        IF NEW.origin = '' AND OLD.account <> ''
            AND (NEW.id, NEW.at, NEW.actor, NEW.action, NEW.account, NEW.target, NEW.detail)
                = (OLD.id, OLD.at, OLD.actor, OLD.action, OLD.account, OLD.target, OLD.detail)
            AND NOT EXISTS (SELECT 1 FROM accounts WHERE id = OLD.account) THEN
            RETURN NEW;
        END IF;
    END IF;
    RAISE EXCEPTION 'the audit log is never changed or shortened';
END $$;
