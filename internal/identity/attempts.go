package identity

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"net/netip"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/ledger"
)

// How often a password may be wrong. Where an account knows the network, its right password
// opens it even when all have been used up, after a wait that nobody else makes longer; so
// its owner is not shut out by people who guess. Nothing but a right password tells that the
// network is known: wrong ones are counted and answered alike for every email.
const (
	// A UTC day: from one network, from one IPv6 /48, and for one email.
	attemptsPerNetwork = 100
	attemptsPerSite    = 1_000
	attemptsPerEmail   = 1_000
	// refusedAfter is how long an answer takes that refuses one too many, so that its time
	// does not tell whether a password was compared. Comparing takes tens of milliseconds,
	// and begins within comparedWithin or not at all: while others have it busy, the right
	// password has to be sent once more.
	refusedAfter   = 500 * time.Millisecond
	comparedWithin = 300 * time.Millisecond
	// freeAttempts are those a UTC day for one email from one network before its
	// wait begins, which doubles with each.
	freeAttempts = 5
	firstWait    = time.Minute
	longestWait  = time.Hour
	// claimFor is how long a try that waited is taken to be made: longer than any takes.
	claimFor = 2 * time.Minute
)

// knownFor is how long an account knows a network after a sign-in from there.
const knownFor = 180 * 24 * time.Hour

// attempt is one try at a password, counted before it is made, so that many at once
// are counted too.
type attempt struct {
	authority *Authority
	at        time.Time
	limits    []limit
	made      int    // today, for this email from this network, with this one and others that are made now
	waits     string // the meter of those that failed after the free ones
	claim     ledger.Claim
}

// attempt begins a try that is counted on the limits already, and here, the meter of tries
// for one email from one network; waits is that of its waits. When it is too early it is a
// fault of kind RateLimited, and the limits get it back. The caller must say what came of it,
// with failed or undo.
func (a *Authority) attempt(ctx context.Context, at time.Time, here, waits string, limits ...limit) (*attempt, error) {
	t := &attempt{authority: a, at: at, waits: waits}
	var err error
	if t.made, _, err = a.ledger.Spend(ctx, here, ledger.DayOf(at), 1, math.MaxInt32); err != nil {
		a.uncount(ctx, at, limits...)
		return nil, fmt.Errorf("count a try to sign in: %w", err)
	}
	t.limits = append(limits, limit{meter: here})
	if t.made < freeAttempts {
		return t, nil
	}
	if err := t.waited(ctx, here); err != nil {
		a.uncount(ctx, at, t.limits...)
		return nil, err
	}
	return t, nil
}

// waited refuses a try whose wait is not over, or while another is being made. The
// time when it is over is the answer that the ledger keeps for such tries.
func (t *attempt) waited(ctx context.Context, here string) error {
	id := sha256.Sum256([]byte(here))
	c := ledger.Claim{ID: id, Body: id, At: moment(t.at), Lease: moment(t.at).Add(claimFor)}
	sealed, err := t.authority.ledger.Claim(ctx, c)
	switch {
	case errors.Is(err, ledger.ErrPending):
		return errWait(time.Second)
	case err != nil:
		return fmt.Errorf("count a try to sign in: %w", err)
	case len(sealed) == 8:
		return errWait(time.UnixMicro(int64(binary.BigEndian.Uint64(sealed))).Sub(t.at))
	}
	t.claim = c
	return nil
}

// errWait returns the fault of kind RateLimited for a try before wait is over. Its message
// rounds wait up to whole minutes.
func errWait(wait time.Duration) error {
	says := "in a minute"
	if wait > time.Minute {
		says = fmt.Sprintf("in %d minutes", int((wait+time.Minute-1)/time.Minute))
	}
	return fault.New(fault.RateLimited, "too many wrong passwords; try again %s", says).After(wait)
}

// failed records that the password was wrong: the next try waits.
func (t *attempt) failed(ctx context.Context) {
	if t.made < freeAttempts {
		return
	}
	// What made counts has tries of others in it that are refused: they wait, but
	// make nobody wait longer.
	wait := longestWait
	if n, _, err := t.authority.ledger.Spend(context.WithoutCancel(ctx), t.waits, ledger.DayOf(t.at), 1, math.MaxInt32); err == nil && n <= 6 {
		wait = firstWait << (n - 1)
	}
	t.claim.Keep = t.claim.At.Add(wait)
	until := binary.BigEndian.AppendUint64(nil, uint64(t.claim.Keep.UnixMicro()))
	// What cannot be recorded lapses with the claim, a little later.
	_ = t.authority.ledger.Settle(context.WithoutCancel(ctx), t.claim, until)
}

// undo takes the try back, when the password was right or none was compared.
func (t *attempt) undo(ctx context.Context) {
	t.authority.uncount(ctx, t.at, t.limits...)
	if t.made >= freeAttempts {
		_ = t.authority.ledger.Release(context.WithoutCancel(ctx), t.claim)
	}
}

// matches compares a password with that of an account, the zero one when the email has none,
// as one try. An account that may not sign in has no password. When the try is too early or
// one too many it is a fault of kind RateLimited.
func (a *Authority) matches(ctx context.Context, email access.Email, account ledger.Account, password string, from netip.Addr) (bool, error) {
	now, network := a.now(), access.Network(from)
	known, err := a.ledger.KnowsNetwork(ctx, account.ID, network, now)
	if err != nil {
		return false, fmt.Errorf("look up a network: %w", err)
	}
	sum := sha256.Sum256([]byte(email)) // it is hashed, since meters are stored for a month
	hashed := hex.EncodeToString(sum[:16])
	place := network + ":" + hashed
	limits := append(perPlace(now, "sign-in", from, attemptsPerNetwork, attemptsPerSite,
		"too many wrong passwords came from your address; with the right one, whoever signed in from here before still can"),
		perDay(now, "sign-in:email:"+hashed, attemptsPerEmail, "too many wrong passwords came for this email; "+
			"sign in from where you did before, or ask whoever runs this service for a link to set a new one"))
	refused := a.count(ctx, now, limits...)
	if refused == nil {
		t, err := a.attempt(ctx, now, "sign-in:wait:"+place, "sign-in:waits:"+place, limits...)
		if err != nil {
			return false, err
		}
		return t.matches(ctx, account, password)
	}
	if !fault.Is(refused, fault.RateLimited) {
		return false, refused
	}
	answer := time.NewTimer(refusedAfter)
	defer answer.Stop()
	if known {
		// Its waits are counted apart, or they would be told once the limits have room.
		t, err := a.attempt(ctx, now, "sign-in:known:"+place, "sign-in:known:waits:"+place)
		if err == nil {
			waiting, cancel := context.WithTimeout(ctx, comparedWithin)
			ok, err := t.matches(waiting, account, password)
			cancel()
			if ok || err != nil && !errors.Is(err, context.DeadlineExceeded) {
				return ok, err
			}
		} else if !fault.Is(err, fault.RateLimited) {
			return false, err
		}
	}
	select {
	case <-answer.C:
	case <-ctx.Done():
	}
	return false, refused
}

// matches compares a password with that of an account, and says what came of the try.
func (t *attempt) matches(ctx context.Context, account ledger.Account, password string) (bool, error) {
	ok, err := t.authority.hasher.Matches(ctx, password, account.Password)
	if ok = ok && account.Status == ledger.Active; ok || err != nil {
		t.undo(ctx)
	} else {
		t.failed(ctx)
	}
	return ok, err
}

// remember records where an account was signed in to from. Networks that are not
// recorded are those of strangers; that is no reason to refuse anything.
func (a *Authority) remember(ctx context.Context, account string, from netip.Addr) {
	if now := moment(a.now()); from.IsValid() {
		_ = a.ledger.RememberNetwork(ctx, account, access.Network(from), now, now.Add(knownFor))
	}
}
