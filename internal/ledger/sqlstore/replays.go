package sqlstore

import (
	"bytes"
	"context"
	"database/sql"
	"errors"

	"kinodex/internal/ledger"
)

// Claim is ledger.Replays.Claim. A claim that has lapsed is taken over; its sealed
// answer is then gone.
func (b *Store) Claim(ctx context.Context, c ledger.Claim) (sealed []byte, err error) {
	err = b.write(ctx, "claim", nil, func(t tx) error {
		until, err := t.readClock(ctx, c.At)
		if err != nil {
			return err
		}
		if err := t.drop(ctx, c.At, until, lapsingTable{"replays", "id", "until"}); err != nil {
			return err
		}
		claimed, err := t.exec(ctx, `
			INSERT INTO replays (id, body, claimed_at, until) VALUES ($1, $2, $3, $4)
			ON CONFLICT (id) DO UPDATE SET body = excluded.body, claimed_at = excluded.claimed_at,
				until = excluded.until, sealed = NULL WHERE replays.until <= $5`,
			c.ID[:], c.Body[:], c.At.UnixMicro(), c.Lease.UnixMicro(), until.UnixMicro())
		if err != nil || claimed > 0 {
			return err
		}
		sealed, err = t.claimed(ctx, c)
		return err
	})
	return sealed, err
}

// claimed returns the answer of a claim that was made before. It returns
// ledger.ErrPending if there is no answer yet, and ledger.ErrOther if the claim was
// for another body.
func (t tx) claimed(ctx context.Context, c ledger.Claim) (sealed []byte, err error) {
	var body []byte
	err = t.QueryRowContext(ctx, t.b.say("SELECT body, sealed FROM replays WHERE id = $1"), c.ID[:]).Scan(&body, &sealed)
	switch {
	case errors.Is(err, sql.ErrNoRows): // released just now
		return nil, ledger.ErrPending
	case err != nil:
		return nil, err
	case !bytes.Equal(body, c.Body[:]):
		return nil, ledger.ErrOther
	case sealed == nil:
		return nil, ledger.ErrPending
	}
	return sealed, nil
}

// Settle is ledger.Replays.Settle. It changes nothing if the claim has lapsed and
// was made anew since: the time of the claim tells them apart.
func (b *Store) Settle(ctx context.Context, c ledger.Claim, sealed []byte) error {
	_, err := b.db.ExecContext(ctx, b.say(`
		UPDATE replays SET sealed = $1, until = $2 WHERE id = $3 AND claimed_at = $4 AND sealed IS NULL`),
		sealed, c.Keep.UnixMicro(), c.ID[:], c.At.UnixMicro())
	return err
}

// Release is ledger.Replays.Release. A claim that was settled stays.
func (b *Store) Release(ctx context.Context, c ledger.Claim) error {
	_, err := b.db.ExecContext(ctx, b.say("DELETE FROM replays WHERE id = $1 AND claimed_at = $2 AND sealed IS NULL"),
		c.ID[:], c.At.UnixMicro())
	return err
}
