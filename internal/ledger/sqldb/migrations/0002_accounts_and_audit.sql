ALTER TABLE accounts ADD COLUMN email TEXT; -- as access.Email spells it; NULL when nobody signs in
ALTER TABLE accounts ADD COLUMN password TEXT NOT NULL DEFAULT ''; -- argon2id, PHC string
ALTER TABLE accounts ADD COLUMN status TEXT NOT NULL DEFAULT 'active';
CREATE UNIQUE INDEX accounts_by_email ON accounts (email);

ALTER TABLE keys ADD COLUMN own BOOLEAN NOT NULL DEFAULT FALSE; -- made by its account itself

CREATE TABLE sessions (
    hash       BLOB PRIMARY KEY, -- SHA-256 of the token
    account    TEXT NOT NULL REFERENCES accounts (id),
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
) WITHOUT ROWID;

CREATE INDEX sessions_by_account ON sessions (account);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

CREATE TABLE audit (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    at      BIGINT NOT NULL,
    actor   TEXT NOT NULL,
    origin  TEXT NOT NULL,
    action  TEXT NOT NULL,
    account TEXT NOT NULL,
    target  TEXT NOT NULL,
    detail  TEXT NOT NULL
);

CREATE INDEX audit_by_account ON audit (account, id);
CREATE INDEX audit_by_target ON audit (target, id);

-- What was done stays done.
CREATE TRIGGER audit_keeps BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log is never changed'); END;
CREATE TRIGGER audit_stays BEFORE DELETE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log is never shortened'); END;

-- Answers of requests that may be sent again; sealed is NULL while one runs.
CREATE TABLE replays (
    id         BLOB PRIMARY KEY,
    body       BLOB NOT NULL,
    claimed_at BIGINT NOT NULL,
    until      BIGINT NOT NULL,
    sealed     BLOB
) WITHOUT ROWID;

CREATE INDEX replays_by_until ON replays (until);
