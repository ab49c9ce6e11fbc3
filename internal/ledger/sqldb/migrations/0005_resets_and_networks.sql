-- Links with which a password is set anew, one an account.
CREATE TABLE password_resets (
    account    TEXT PRIMARY KEY REFERENCES accounts (id),
    hash       BLOB NOT NULL UNIQUE, -- SHA-256 of the token
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
) WITHOUT ROWID;

-- Where accounts were signed in to from, a few each: IPv4 addresses and IPv6
-- networks.
CREATE TABLE known_networks (
    account TEXT NOT NULL REFERENCES accounts (id),
    network TEXT NOT NULL,
    until   BIGINT NOT NULL, -- when it is forgotten
    PRIMARY KEY (account, network)
) WITHOUT ROWID;
