-- Programs that were registered to act for accounts at the connector.
CREATE TABLE clients (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL,
    uri        TEXT NOT NULL,
    redirects  TEXT NOT NULL, -- JSON array of addresses
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE INDEX clients_by_expiry ON clients (expires_at);

-- What accounts let clients do. The client may be one that is described at an
-- address of its own, and then is not in clients.
CREATE TABLE grants (
    id         TEXT PRIMARY KEY,
    account    TEXT NOT NULL REFERENCES accounts (id),
    client     TEXT NOT NULL,
    name       TEXT NOT NULL,
    resource   TEXT NOT NULL,
    scopes     TEXT NOT NULL,
    redirect   TEXT NOT NULL,
    challenge  TEXT NOT NULL, -- SHA-256 of the code's verifier
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at    BIGINT -- NULL until the code is exchanged
);

CREATE INDEX grants_by_account ON grants (account);
CREATE INDEX grants_by_expiry ON grants (expires_at);

-- Codes, access tokens and refresh tokens.
CREATE TABLE grant_tokens (
    hash       BYTEA PRIMARY KEY, -- SHA-256 of the token
    of_grant   TEXT NOT NULL REFERENCES grants (id) ON DELETE CASCADE,
    kind       INTEGER NOT NULL, -- access.GrantKind
    scopes     TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    until      BIGINT NOT NULL, -- when it is forgotten
    spent_at   BIGINT
);

CREATE INDEX grant_tokens_by_grant ON grant_tokens (of_grant);
CREATE INDEX grant_tokens_by_until ON grant_tokens (until);

-- Accounts as another sign-in service knows them.
CREATE TABLE identities (
    hash       BYTEA PRIMARY KEY, -- SHA-256 of issuer and subject
    account    TEXT NOT NULL REFERENCES accounts (id),
    created_at BIGINT NOT NULL
);

CREATE INDEX identities_by_account ON identities (account);
