-- The last batch of spending that each running server committed. A server whose
-- connection broke during a commit reads here whether its batch is counted. The day
-- is that of the batch; servers that are gone are dropped by it.
CREATE TABLE spenders (
    id    TEXT PRIMARY KEY,
    batch BIGINT NOT NULL,
    day   INTEGER NOT NULL
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
