-- When, roughly from where and by which browser a session was last used.
ALTER TABLE sessions ADD COLUMN used_at BIGINT;
ALTER TABLE sessions ADD COLUMN origin TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN agent TEXT NOT NULL DEFAULT '';

-- Public keys with which people sign in.
CREATE TABLE passkeys (
    id         TEXT PRIMARY KEY, -- of the credential, base64url
    account    TEXT NOT NULL REFERENCES accounts (id),
    name       TEXT NOT NULL,
    credential TEXT NOT NULL, -- public key and what else its check needs, JSON
    counter    BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    used_at    BIGINT
);

CREATE INDEX passkeys_by_account ON passkeys (account);

-- What accounts asked for, by UTC day and operation. The day leads, so that old days
-- are dropped as one range. The account is empty for requests without one.
CREATE TABLE usage_counts (
    day       INTEGER NOT NULL,
    account   TEXT NOT NULL,
    operation TEXT NOT NULL,
    requests  BIGINT NOT NULL,
    units     BIGINT NOT NULL,
    refused   BIGINT NOT NULL,
    PRIMARY KEY (day, account, operation)
);

CREATE INDEX usage_by_account ON usage_counts (account, day);

-- What was done stays done; of accounts that are gone, the addresses may be cleared.
CREATE OR REPLACE FUNCTION audit_refuses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        IF OLD.action IN ('session.created', 'session.ended', 'session.refused', 'grant.created', 'grant.ended', 'grant.misused')
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
