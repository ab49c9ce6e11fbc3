-- Links that sign in, one an account.
CREATE TABLE sign_in_links (
    account    TEXT PRIMARY KEY REFERENCES accounts (id),
    hash       BYTEA NOT NULL UNIQUE, -- SHA-256 of the token
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

-- Links with which an account is opened.
CREATE TABLE invitations (
    hash       BYTEA PRIMARY KEY, -- SHA-256 of the token
    plan       TEXT NOT NULL,
    email      TEXT, -- whose account it is for; NULL for anybody's
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE INDEX invitations_by_expiry ON invitations (expires_at);
