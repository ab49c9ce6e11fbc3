-- Times are microseconds since 1970 in UTC; NULL is never. The tables are those
-- of the SQLite ledger, which share their statements with these.
CREATE TABLE accounts (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL,
    email      TEXT UNIQUE, -- as access.Email spells it; NULL when nobody signs in
    password   TEXT NOT NULL, -- argon2id, PHC string
    plan       TEXT NOT NULL,
    status     TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE TABLE keys (
    id           TEXT PRIMARY KEY,
    account      TEXT NOT NULL REFERENCES accounts (id),
    name         TEXT NOT NULL,
    hash         BYTEA NOT NULL UNIQUE, -- SHA-256 of the key
    prefix       TEXT NOT NULL,
    last4        TEXT NOT NULL,
    scopes       TEXT NOT NULL,
    sandbox      BOOLEAN NOT NULL,
    own          BOOLEAN NOT NULL, -- made by its account itself
    created_at   BIGINT NOT NULL,
    expires_at   BIGINT,
    revoked_at   BIGINT,
    last_used_at BIGINT
);

CREATE INDEX keys_by_account ON keys (account);

CREATE TABLE sessions (
    hash       BYTEA PRIMARY KEY, -- SHA-256 of the token
    account    TEXT NOT NULL REFERENCES accounts (id),
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE INDEX sessions_by_account ON sessions (account);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

CREATE TABLE audit (
    id      BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
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
CREATE FUNCTION audit_refuses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit log is never changed or shortened';
END $$;
CREATE TRIGGER audit_keeps BEFORE UPDATE OR DELETE ON audit
    FOR EACH ROW EXECUTE FUNCTION audit_refuses();
CREATE TRIGGER audit_stays BEFORE TRUNCATE ON audit
    FOR EACH STATEMENT EXECUTE FUNCTION audit_refuses();

-- Answers of requests that may be sent again; sealed is NULL while one runs.
CREATE TABLE replays (
    id         BYTEA PRIMARY KEY,
    body       BYTEA NOT NULL,
    claimed_at BIGINT NOT NULL,
    until      BIGINT NOT NULL,
    sealed     BYTEA
);

CREATE INDEX replays_by_until ON replays (until);

-- What a meter used on a UTC day, counted from 1970-01-01. Meters are bytes,
-- since they hold what people call their accounts. Rows are rewritten all day:
-- room in each page keeps the new versions beside the old, out of the index.
CREATE TABLE spending (
    day   INTEGER NOT NULL,
    meter BYTEA NOT NULL,
    used  INTEGER NOT NULL,
    PRIMARY KEY (day, meter)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

CREATE TABLE secrets (
    name  TEXT PRIMARY KEY,
    value BYTEA NOT NULL
);
