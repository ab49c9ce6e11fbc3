-- Times are microseconds since 1970 in UTC; NULL is never.
CREATE TABLE accounts (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL,
    plan       TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE TABLE keys (
    id           TEXT PRIMARY KEY,
    account      TEXT NOT NULL REFERENCES accounts (id),
    name         TEXT NOT NULL,
    hash         BLOB NOT NULL UNIQUE, -- SHA-256 of the key
    prefix       TEXT NOT NULL,
    last4        TEXT NOT NULL,
    scopes       TEXT NOT NULL,
    sandbox      BOOLEAN NOT NULL,
    created_at   BIGINT NOT NULL,
    expires_at   BIGINT,
    revoked_at   BIGINT,
    last_used_at BIGINT
);

CREATE INDEX keys_by_account ON keys (account);

-- What a meter used on a UTC day, counted from 1970-01-01. The day leads, so
-- that today's rows lie together and old days are dropped as one range.
CREATE TABLE spending (
    day   INTEGER NOT NULL,
    meter TEXT NOT NULL,
    used  INTEGER NOT NULL,
    PRIMARY KEY (day, meter)
) WITHOUT ROWID;

CREATE TABLE secrets (
    name  TEXT PRIMARY KEY,
    value BLOB NOT NULL
);
