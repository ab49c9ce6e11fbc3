-- What each running server told of itself last, for people to look at. Times are in
-- microseconds since 1970.
CREATE TABLE servers (
    id         TEXT PRIMARY KEY, -- of one run
    name       TEXT NOT NULL,
    version    TEXT NOT NULL,
    generation TEXT NOT NULL,
    wanted     TEXT NOT NULL,
    problem    TEXT NOT NULL,
    meters     TEXT NOT NULL,
    started_at BIGINT NOT NULL,
    seen_at    BIGINT NOT NULL,
    until      BIGINT NOT NULL -- when it is forgotten, unless it tells more
) WITH (fillfactor = 50);
