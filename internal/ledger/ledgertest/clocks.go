package ledgertest

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"kinodex/internal/ledger"
)

const day = 24 * time.Hour

// pass lets time pass until a moment, as a ledger in use sees it.
func pass(t *testing.T, l ledger.Ledger, until time.Time) {
	t.Helper()
	for at := noon; at.Before(until); at = at.Add(day) {
		claim(t, l, newClaim("on "+at.String(), "body", at), "", nil)
	}
}

// A server whose clock is a month ahead for a moment drops nothing of anybody.
func jumping(t *testing.T, open Open) {
	l, ctx := open(t), t.Context()
	g, code := begun(t, l, "acc_1")
	x := exchange(g, code, noon)
	must(t, l.Exchange(ctx, x))
	s := newSession("acc_1", noon)
	must(t, l.CreateSession(ctx, s))
	sent := share("acc_1", noon)
	must(t, l.CreateShare(ctx, sent, 9))
	c := ledger.Client{ID: "kcl_1", Redirects: []string{"https://c.example/"}, Created: noon, Expires: noon.Add(day)}
	must(t, l.CreateClient(ctx, c, 9))
	answered := newClaim("a", "body", noon)
	claim(t, l, answered, "", nil)
	must(t, l.Settle(ctx, answered, []byte("answer")))
	today := ledger.DayOf(noon)
	_, _, err := l.Spend(ctx, "m", today, 7, 9)
	must(t, err)

	k := newKey("acc_1", "k", noon)
	must(t, l.CreateKey(ctx, k))
	for i, handle := range []ledger.Ledger{l, open(t)} {
		ahead := noon.Add(31*day + time.Duration(i)*time.Hour)
		must(t, handle.CreateSession(ctx, newSession("acc_1", ahead)))
		must(t, handle.CreateShare(ctx, share("acc_1", ahead), 9))
		other, otherCode := grant("acc_1", "kcl_1", ahead)
		must(t, handle.CreateGrant(ctx, other, otherCode, 9))
		must(t, handle.Exchange(ctx, exchange(other, otherCode, ahead)))
		must(t, handle.CreateClient(ctx, ledger.Client{ID: fmt.Sprint("kcl_ahead", i), Created: ahead, Expires: ahead.Add(day)}, 9))
		claim(t, handle, newClaim("a", "body", ahead), "answer", nil)
		must(t, handle.UsedKey(ctx, k.ID, ahead))
		must(t, handle.UsedGrant(ctx, g.ID, ahead))
		for _, cost := range []int{2, 1} {
			_, _, err := handle.Spend(ctx, "m", ledger.DayOf(ahead), cost, 9)
			must(t, err)
		}
	}

	back := noon.Add(time.Hour)
	claim(t, l, newClaim("a", "body", back), "answer", nil)
	if _, _, err := l.FindSession(ctx, s.Hash); err != nil {
		t.Errorf("a session: %v", err)
	}
	isShare(t, l, "a share", sent, true)
	known(t, l, "an access token", x.Fresh[0].Hash, true)
	known(t, l, "a refresh token", x.Fresh[1].Hash, true)
	if _, err := l.Client(ctx, c.ID); err != nil {
		t.Errorf("a client: %v", err)
	}
	// A use that the wrong clock recorded gives way to the next one.
	must(t, l.UsedKey(ctx, k.ID, back))
	must(t, l.UsedGrant(ctx, g.ID, back))
	if got, _, err := l.Key(ctx, k.ID); err != nil || !got.LastUsed.Equal(back) {
		t.Errorf("the key was last used %v, %v, want %v", got.LastUsed, err, back)
	}
	if _, got, _, err := l.FindGrant(ctx, x.Fresh[0].Hash); err != nil || !got.Used.Equal(back) {
		t.Errorf("the grant was last used %v, %v, want %v", got.Used, err, back)
	}
	// The budget of the day goes on where it was: nobody spends it twice.
	if used, ok, err := l.Spend(ctx, "m", today, 3, 9); used != 7 || ok || err != nil {
		t.Errorf("spending after that: %d, %v, %v, want 7 and a refusal", used, ok, err)
	}
}

// A server that was off for a month drops what has lapsed once its clock has been
// where it is for a day.
func offForLong(t *testing.T, open Open) {
	l := open(t)
	account(t, l, "acc_1")
	s := newSession("acc_1", noon)
	must(t, l.CreateSession(t.Context(), s))
	for i, kept := range []bool{true, true, false} {
		at := noon.Add(31*day + time.Duration(i)*15*time.Hour)
		must(t, l.CreateSession(t.Context(), newSession("acc_1", at)))
		if _, _, err := l.FindSession(t.Context(), s.Hash); kept != (err == nil) || err != nil && !errors.Is(err, ledger.ErrNotFound) {
			t.Errorf("after %v: %v, want the session kept: %v", at.Sub(noon), err, kept)
		}
	}
}

// RunDays holds that a ledger keeps spending as long as it is asked for, and
// no longer.
func RunDays(t *testing.T, open func(t *testing.T) ledger.Meters) {
	const keep = 31
	l := open(t)
	spend := func(day ledger.Day) {
		t.Helper()
		if _, ok, err := l.Spend(t.Context(), "m", day, 1, 9); !ok || err != nil {
			t.Fatal(ok, err)
		}
	}
	used := func(when string, day ledger.Day, want int) {
		t.Helper()
		if used, err := l.Used(t.Context(), "m", day); used != want || err != nil {
			t.Errorf("%s: %v: %d, %v, want %d", when, day, used, err, want)
		}
	}
	for i := ledger.Day(0); i <= keep; i++ {
		spend(today + i)
	}
	used("after 31 days", today, 1)
	spend(today + 2*keep)
	spend(today + 3*keep)
	used("with a clock far ahead", today, 1)
	spend(today + keep + 1)
	used("after 32 days", today, 0)
	used("after 32 days", today+1, 1)
	// What was spent by the wrong clock is not missing when its day comes.
	used("after 32 days", today+2*keep, 0)
	used("after 32 days", today+3*keep, 0)
	// A late refund, of a day that is gone.
	must(t, l.Refund(t.Context(), "m", today, 1))
	used("after a late refund", today, 0)
}
