package ledgertest

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/ledger"
)

// grant makes a grant and the code that begins it.
func grant(account, client string, at time.Time) (ledger.Grant, ledger.GrantToken) {
	g := ledger.Grant{
		ID: "gra_" + access.RandomBase62(16), Account: account, Client: client, Name: "An \"assistant\"; DROP TABLE grants",
		Resource: "https://films.example/mcp", Scopes: access.Scopes(access.Read | access.AI),
		Redirect: "http://127.0.0.1:33418/cb?x=é", Challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
		Created: at, Expires: at.Add(24 * time.Hour),
	}
	return g, grantToken(g, access.GrantCode, at, time.Minute)
}

func grantToken(g ledger.Grant, kind access.GrantKind, at time.Time, good time.Duration) ledger.GrantToken {
	return ledger.GrantToken{
		Hash: access.NewGrantToken(kind).Hash(), Grant: g.ID, Kind: kind, Scopes: access.Scopes(access.Read),
		Created: at, Expires: at.Add(good), Until: at.Add(2 * good),
	}
}

// exchange is what comes in the place of a code or a refresh token.
func exchange(g ledger.Grant, spent ledger.GrantToken, at time.Time) ledger.Exchange {
	return ledger.Exchange{
		Spent: spent.Hash, Grant: g.ID, At: at, Expires: at.Add(30 * 24 * time.Hour), Client: at.Add(60 * 24 * time.Hour),
		Fresh: []ledger.GrantToken{
			grantToken(g, access.GrantAccess, at, time.Hour), grantToken(g, access.GrantRefresh, at, 24*time.Hour),
		},
	}
}

// begun opens an account with a grant.
func begun(t *testing.T, l ledger.Ledger, id string) (ledger.Grant, ledger.GrantToken) {
	t.Helper()
	account(t, l, id)
	g, code := grant(id, "kcl_1", noon)
	must(t, l.CreateGrant(t.Context(), g, code, 9))
	return g, code
}

// known expects a token to be known, or not.
func known(t *testing.T, l ledger.Ledger, what string, hash ledger.Hash, want bool) {
	t.Helper()
	_, _, _, err := l.FindGrant(t.Context(), hash)
	if want && err != nil || !want && !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("%s: %v, want it known: %v", what, err, want)
	}
}

func clients(t *testing.T, open Open) {
	l := open(t)
	c := ledger.Client{ID: "kcl_1", Name: "Ida's \"client\"", URI: "https://client.example", Redirects: []string{"https://client.example/cb?a=1", "http://127.0.0.1/"},
		Created: noon, Expires: noon.Add(time.Hour)}
	if _, err := l.Client(t.Context(), c.ID); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("a client that does not exist: %v", err)
	}
	must(t, l.CreateClient(t.Context(), c, 9))
	if got, err := open(t).Client(t.Context(), c.ID); err != nil || !reflect.DeepEqual(got, c) {
		t.Errorf("client = %+v, %v, want %+v", got, err, c)
	}
	if err := l.CreateClient(t.Context(), c, 9); !errors.Is(err, ledger.ErrExists) {
		t.Errorf("creating it again: %v, want ErrExists", err)
	}
	// One that is created when it has expired sweeps it away.
	other := ledger.Client{ID: "kcl_2", Redirects: []string{"https://client.example/cb"}, Created: c.Expires, Expires: c.Expires.Add(time.Hour)}
	must(t, l.CreateClient(t.Context(), other, 9))
	if _, err := l.Client(t.Context(), c.ID); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("an expired client: %v, want ErrNotFound", err)
	}
}

// REQ A-18: strangers register as many clients as they like, and the ledger
// grows by no more than a few.
func manyClients(t *testing.T, open Open) {
	l, ctx := open(t), t.Context()
	const most = 5
	register := func(id string, at time.Time) {
		t.Helper()
		must(t, l.CreateClient(ctx, ledger.Client{ID: id, Redirects: []string{"https://c.example/"}, Created: at, Expires: at.Add(day)}, most))
	}
	has := func(when, id string, want bool) {
		t.Helper()
		if _, err := l.Client(ctx, id); want != (err == nil) || err != nil && !errors.Is(err, ledger.ErrNotFound) {
			t.Errorf("%s: client %s: %v, want it kept: %v", when, id, err, want)
		}
	}
	account(t, l, "acc_1")
	// Of three old ones one has a grant, one had one, and one is being let in.
	register("granted", noon)
	register("ended", noon)
	register("asked", noon)
	for _, id := range []string{"granted", "ended"} {
		g, code := grant("acc_1", id, noon)
		must(t, l.CreateGrant(ctx, g, code, 9))
		must(t, l.Exchange(ctx, exchange(g, code, noon)))
		if id == "ended" {
			must(t, l.EndGrant(ctx, g.ID))
		}
	}
	g, code := grant("acc_1", "asked", noon)
	must(t, l.CreateGrant(ctx, g, code, 9))
	for i := range 20 {
		register(fmt.Sprint("stranger", i), noon.Add(time.Duration(i+1)*time.Minute))
	}
	has("after a flood", "granted", true)
	has("after a flood", "asked", true)
	has("after a flood", "ended", true)
	for i := range 20 {
		has("after a flood", fmt.Sprint("stranger", i), i >= 20-most)
	}
	must(t, l.Exchange(ctx, exchange(g, code, noon.Add(time.Hour))))
	// Nor is there room for any number of clients that were let in and ended.
	for i := range 20 {
		id, at := fmt.Sprint("passing", i), noon.Add(time.Hour+time.Duration(i)*time.Minute)
		register(id, at)
		g, code := grant("acc_1", id, at)
		must(t, l.CreateGrant(ctx, g, code, 9))
		must(t, l.Exchange(ctx, exchange(g, code, at)))
		must(t, l.EndGrant(ctx, g.ID))
	}
	register("newest", noon.Add(2*time.Hour))
	has("after another flood", "granted", true)
	has("after another flood", "asked", true)
	has("after another flood", "newest", true)
	has("after another flood", "stranger19", true) // a client that is about to be let in stays
	for i := range 20 {
		has("after another flood", fmt.Sprint("passing", i), i >= 20-most)
	}
}

// However many ask at once, an account lets in no more than so many clients.
func manyGrants(t *testing.T, open Open) {
	ledgers := []ledger.Ledger{open(t), open(t)}
	account(t, ledgers[0], "acc_1")
	account(t, ledgers[0], "acc_2")
	const most = 5
	var given, full atomic.Int32
	atOnce(20, func(i int) {
		g, code := grant("acc_1", "kcl_1", noon)
		switch err := ledgers[i%2].CreateGrant(t.Context(), g, code, most, ida.Did(ledger.GrantCreated, "acc_1", g.ID, "", noon)); {
		case err == nil:
			given.Add(1)
		case errors.Is(err, ledger.ErrFull):
			full.Add(1)
		default:
			t.Error(err)
		}
	})
	if given.Load() != most || full.Load() != 20-most {
		t.Errorf("%d were let in, %d refused, want %d and %d", given.Load(), full.Load(), most, 20-most)
	}
	if told := read(t, ledgers[0], ledger.AuditQuery{Account: "acc_1"}); len(told) != most {
		t.Errorf("%d events, want %d", len(told), most)
	}
	other, otherCode := grant("acc_2", "kcl_1", noon)
	must(t, ledgers[0].CreateGrant(t.Context(), other, otherCode, most))
	// When they have lapsed there is room again, whether they are dropped or not.
	later, laterCode := grant("acc_1", "kcl_1", other.Expires)
	must(t, ledgers[0].CreateGrant(t.Context(), later, laterCode, most))
}

// REQ A-18
func granting(t *testing.T, open Open) {
	l := open(t)
	g, code := grant("acc_1", "kcl_1", noon)
	if err := l.CreateGrant(t.Context(), g, code, 9); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("a grant of nobody: %v, want ErrNotFound", err)
	}
	account(t, l, "acc_1")
	must(t, l.CreateGrant(t.Context(), g, code, 9))
	token, got, owner, err := open(t).FindGrant(t.Context(), code.Hash)
	if err != nil || token != code || got != g || owner.ID != "acc_1" {
		t.Errorf("%+v of %+v of %+v, %v, want %+v of %+v", token, got, owner, err, code, g)
	}
	if all, err := l.ListGrants(t.Context(), "acc_1"); len(all) != 0 || err != nil {
		t.Errorf("before the client took it up it is listed: %+v, %v", all, err)
	}
	x := exchange(g, code, noon.Add(time.Second))
	must(t, l.Exchange(t.Context(), x))
	token, got, _, err = l.FindGrant(t.Context(), x.Fresh[1].Hash)
	if err != nil || token != x.Fresh[1] || !got.Used.Equal(x.At) || !got.Expires.Equal(x.Expires) {
		t.Errorf("afterwards: %+v of %+v, %v", token, got, err)
	}
	if spent, _, _, err := l.FindGrant(t.Context(), code.Hash); err != nil || !spent.Spent.Equal(x.At) || spent.Good(x.At) {
		t.Errorf("the code afterwards: %+v, %v", spent, err)
	}
	later := noon.Add(time.Hour)
	must(t, l.UsedGrant(t.Context(), g.ID, later))
	must(t, l.UsedGrant(t.Context(), g.ID, noon))
	must(t, l.UsedGrant(t.Context(), "gra_none", noon))
	second, code2 := grant("acc_1", "kcl_2", noon.Add(-time.Hour))
	must(t, l.CreateGrant(t.Context(), second, code2, 9))
	must(t, l.Exchange(t.Context(), exchange(second, code2, noon)))
	all, err := open(t).ListGrants(t.Context(), "acc_1")
	if err != nil || len(all) != 2 || all[0].ID != second.ID || all[1].ID != g.ID || !all[1].Used.Equal(later) {
		t.Errorf("grants = %+v, %v, want both by creation, the last use kept", all, err)
	}
	if others, err := l.ListGrants(t.Context(), "acc_2"); len(others) != 0 || err != nil {
		t.Errorf("somebody else's grants = %+v, %v", others, err)
	}
}

// REQ A-18: a code and a refresh token are exchanged once, whoever asks first
// and wherever.
func exchangedOnce(t *testing.T, open Open) {
	ledgers := []ledger.Ledger{open(t), open(t)}
	g, spent := begun(t, ledgers[0], "acc_1")
	for round := range 4 {
		exchanges := make([]ledger.Exchange, 12)
		for i := range exchanges {
			exchanges[i] = exchange(g, spent, noon.Add(time.Duration(round)*time.Minute))
		}
		var won atomic.Int32
		won.Store(-1)
		atOnce(len(exchanges), func(i int) {
			switch err := ledgers[i%2].Exchange(t.Context(), exchanges[i]); {
			case err == nil && !won.CompareAndSwap(-1, int32(i)):
				t.Error("two succeed")
			case err != nil && !errors.Is(err, ledger.ErrSpent):
				t.Error(err)
			}
		})
		if won.Load() < 0 {
			t.Fatal("nobody succeeds")
		}
		for i, x := range exchanges {
			known(t, ledgers[0], "a fresh token", x.Fresh[0].Hash, i == int(won.Load()))
		}
		spent = exchanges[won.Load()].Fresh[1]
	}
}

func ending(t *testing.T, open Open) {
	l := open(t)
	g, code := begun(t, l, "acc_1")
	x := exchange(g, code, noon)
	must(t, l.Exchange(t.Context(), x))
	other, otherCode := begun(t, l, "acc_2")
	must(t, l.EndGrant(t.Context(), g.ID))
	must(t, l.EndGrant(t.Context(), g.ID))
	for _, gone := range []ledger.GrantToken{code, x.Fresh[0], x.Fresh[1]} {
		known(t, open(t), "a token of a grant that ended", gone.Hash, false)
	}
	if err := l.Exchange(t.Context(), exchange(g, x.Fresh[1], noon)); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("exchanging a token of it: %v, want ErrNotFound", err)
	}
	if err := l.Exchange(t.Context(), exchange(other, x.Fresh[1], noon)); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("exchanging a token for another grant: %v, want ErrNotFound", err)
	}
	known(t, l, "the code of another grant", otherCode.Hash, true)
	// Whoever changes the password ends them all.
	must(t, l.SetPassword(t.Context(), "acc_2", "hash"))
	known(t, l, "after a new password", otherCode.Hash, false)
}

// Exchanging and ending at once leaves nothing behind, and waits for nobody for
// ever.
func endedMeanwhile(t *testing.T, open Open) {
	ledgers := []ledger.Ledger{open(t), open(t)}
	account(t, ledgers[0], "acc_1")
	for range 8 {
		g, code := grant("acc_1", "kcl_1", noon)
		must(t, ledgers[0].CreateGrant(t.Context(), g, code, 9))
		x := exchange(g, code, noon)
		atOnce(2, func(i int) {
			if i == 0 {
				if err := ledgers[0].EndGrant(t.Context(), g.ID); err != nil {
					t.Error(err)
				}
			} else if err := ledgers[1].Exchange(t.Context(), x); err != nil && !errors.Is(err, ledger.ErrNotFound) {
				t.Error(err)
			}
		})
		known(t, ledgers[0], "a fresh token of it", x.Fresh[0].Hash, false)
	}
}

func grantsLapse(t *testing.T, open Open) {
	l := open(t)
	g, code := begun(t, l, "acc_1")
	c := ledger.Client{ID: "kcl_1", Redirects: []string{"https://c.example/"}, Created: noon, Expires: noon.Add(time.Hour)}
	must(t, l.CreateClient(t.Context(), c, 9))
	x := exchange(g, code, noon)
	must(t, l.Exchange(t.Context(), x))
	if kept, err := l.Client(t.Context(), c.ID); err != nil || !kept.Expires.Equal(x.Client) {
		t.Errorf("the client of a grant is kept until %v (%v), want %v", kept.Expires, err, x.Client)
	}
	// A renewal sweeps what is no longer remembered.
	late := x.Fresh[0].Until
	known(t, l, "an access token that is still remembered", x.Fresh[0].Hash, true)
	next := exchange(g, x.Fresh[1], late)
	must(t, l.Exchange(t.Context(), next))
	known(t, l, "an access token of long ago", x.Fresh[0].Hash, false)
	known(t, l, "the spent refresh token", x.Fresh[1].Hash, true)
	// A new grant sweeps grants that have ended, with all they have.
	pass(t, l, next.Expires)
	newer, newCode := grant("acc_1", "kcl_1", next.Expires)
	must(t, l.CreateGrant(t.Context(), newer, newCode, 9))
	known(t, l, "a token of a grant of long ago", next.Fresh[1].Hash, false)
	if all, err := l.ListGrants(t.Context(), "acc_1"); len(all) != 0 || err != nil {
		t.Errorf("grants = %+v, %v", all, err)
	}
}

func identities(t *testing.T, open Open) {
	l := open(t)
	subject := ledger.Hash{1, 2, 3}
	if _, err := l.AccountByIdentity(t.Context(), subject); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("an unknown identity: %v", err)
	}
	if err := l.LinkIdentity(t.Context(), subject, "acc_none", ida, noon); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("linking to nobody: %v, want ErrNotFound", err)
	}
	account(t, l, "acc_1")
	must(t, l.SetPassword(t.Context(), "acc_1", "hash"))
	g, code := grant("acc_1", "kcl_1", noon)
	must(t, l.CreateGrant(t.Context(), g, code, 9))
	s := newSession("acc_1", noon)
	must(t, l.CreateSession(t.Context(), s))
	account(t, l, "acc_2")
	must(t, l.LinkIdentity(t.Context(), subject, "acc_1", ida, noon))
	if a, err := open(t).AccountByIdentity(t.Context(), subject); err != nil || a.ID != "acc_1" || a.Password != "" {
		t.Errorf("account = %+v, %v, want acc_1 without a password", a, err)
	}
	known(t, l, "a grant from before", code.Hash, false)
	if _, _, err := l.FindSession(t.Context(), s.Hash); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("a session from before: %v, want ErrNotFound", err)
	}
	if err := l.LinkIdentity(t.Context(), subject, "acc_2", ida, noon); !errors.Is(err, ledger.ErrExists) {
		t.Errorf("linking it again: %v, want ErrExists", err)
	}
}

// An identity that takes an account with a password over ends its keys, as it ends
// all that whoever knew the password may have made. Without a password nobody but
// the operator made keys: they stay.
func takenOver(t *testing.T, open Open) {
	l := open(t)
	ctx := t.Context()
	account(t, l, "acc_1")
	must(t, l.SetPassword(ctx, "acc_1", "hash"))
	account(t, l, "acc_2")
	first, second, ended := newKey("acc_1", "first", noon), newKey("acc_1", "second", noon), newKey("acc_1", "ended", noon)
	others := newKey("acc_2", "others", noon)
	for _, k := range []ledger.Key{first, second, ended, others} {
		must(t, l.CreateKey(ctx, k))
	}
	must(t, l.RevokeKey(ctx, ended.ID, noon))
	later := noon.Add(time.Hour)
	if err := l.LinkIdentity(ctx, ledger.Hash{1}, "acc_none", ida, later); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("linking to nobody: %v, want ErrNotFound", err)
	}
	must(t, l.LinkIdentity(ctx, ledger.Hash{1}, "acc_1", ida, later, ida.Did(ledger.IdentityLinked, "acc_1", "acc_1", "", later)))
	if err := l.LinkIdentity(ctx, ledger.Hash{1}, "acc_2", ida, later); !errors.Is(err, ledger.ErrExists) {
		t.Errorf("linking it again: %v, want ErrExists", err)
	}
	must(t, l.LinkIdentity(ctx, ledger.Hash{2}, "acc_2", ida, later))
	for _, c := range []struct {
		key     ledger.Key
		revoked time.Time
	}{{first, later}, {second, later}, {ended, noon}, {others, time.Time{}}} {
		if k, _, err := open(t).FindKey(ctx, c.key.Hash); err != nil || !k.Revoked.Equal(c.revoked) {
			t.Errorf("key %s is revoked at %v, %v, want %v", c.key.Name, k.Revoked, err, c.revoked)
		}
	}
	told := map[string]bool{}
	for _, e := range read(t, l, ledger.AuditQuery{Action: ledger.KeyRevoked}) {
		told[e.Target] = e.Account == "acc_1" && e.Actor == ida.Actor && e.At.Equal(later)
	}
	if !maps.Equal(told, map[string]bool{first.ID: true, second.ID: true}) {
		t.Errorf("the log tells of %v", told)
	}
}

// Each change takes events; they are there when it is, and only then.
func grantsAudited(t *testing.T, open Open) {
	l := open(t)
	ctx := t.Context()
	account(t, l, "acc_1")
	event := func(action ledger.Action) ledger.Event { return ida.Did(action, "acc_1", "t", "", noon) }
	g, code := grant("acc_1", "kcl_1", noon)
	x := exchange(g, code, noon)
	nobodys, nobodysCode := grant("acc_none", "kcl_1", noon)
	must(t, l.CreateGrant(ctx, g, code, 9, event("1")))
	_ = l.CreateGrant(ctx, nobodys, nobodysCode, 9, event("no"))
	must(t, l.Exchange(ctx, x, event("2")))
	_ = l.Exchange(ctx, x, event("no"))
	must(t, l.EndGrant(ctx, g.ID, event("3")))
	must(t, l.EndGrant(ctx, g.ID, event("no")))
	must(t, l.LinkIdentity(ctx, ledger.Hash{1}, "acc_1", ida, noon, event("4")))
	_ = l.LinkIdentity(ctx, ledger.Hash{1}, "acc_1", ida, noon, event("no"))
	var told []ledger.Action
	for _, e := range slices.Backward(read(t, l, ledger.AuditQuery{})) {
		told = append(told, e.Action)
	}
	if !slices.Equal(told, []ledger.Action{"1", "2", "3", "4"}) {
		t.Errorf("the log tells %v", told)
	}
}
