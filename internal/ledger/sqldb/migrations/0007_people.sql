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
) WITHOUT ROWID;

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
) WITHOUT ROWID;

CREATE INDEX usage_by_account ON usage_counts (account, day);

-- What was done stays done; of accounts that are gone, the addresses may be cleared.
DROP TRIGGER audit_keeps;
CREATE TRIGGER audit_keeps BEFORE UPDATE ON audit
WHEN NEW.origin <> '' OR NEW.id <> OLD.id OR NEW.at <> OLD.at OR NEW.actor <> OLD.actor OR NEW.action <> OLD.action
    OR NEW.account <> OLD.account OR NEW.target <> OLD.target OR NEW.detail <> OLD.detail
    OR OLD.account = '' OR EXISTS (SELECT 1 FROM accounts WHERE id = OLD.account)
BEGIN SELECT RAISE(ABORT, 'the audit log is never changed'); END;
