// Package apptest is a whole small service for tests: an app over a library of
// forty films that do not exist, a ledger in memory with keys of every plan,
// and a clock that stands still until a test moves it.
//
// It may be imported by tests of the dialects, and by nothing that ships. Start
// reading at Open.
package apptest

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/blob/disk"
	"kinodex/internal/film"
	"kinodex/internal/grant"
	"kinodex/internal/guide"
	"kinodex/internal/identity"
	"kinodex/internal/ledger"
	"kinodex/internal/library"
)

// Version is the service's version in the house.
const Version = "2.4.0"

// opened is what the clock shows when a house is opened.
var opened = time.Date(2026, 3, 14, 15, 9, 26, 0, time.UTC)

// House is the service, and what a test needs to know of it.
type House struct {
	App    *app.App
	Holder *library.Holder
	Ledger *ledger.Memory
	Clock  *Clock
	// Bucket has the drawn posters, and no snapshot.
	Bucket *disk.Bucket
	// Documents are what lies at addresses that clients name: by address, as
	// string.
	Documents sync.Map
	// Library is the directory of the library, for building a next generation.
	Library string

	t    testing.TB
	keys map[access.Plan]string
}

// guides are the program's, read once a process: nothing changes them.
var guides = sync.OnceValues(guide.Load)

// Open builds a house that is torn down with the test. Everybody may open an account in it.
func Open(t testing.TB) *House {
	t.Helper()
	return OpenWith(t, func(*app.Options) {})
}

// OpenWith is Open with other options of the app than the house's own.
func OpenWith(t testing.TB, change func(*app.Options)) *House {
	t.Helper()
	h := &House{
		Ledger:  ledger.NewMemory(),
		Clock:   &Clock{now: opened},
		Library: filepath.Join(t.TempDir(), "library"),
		t:       t,
		keys:    map[access.Plan]string{},
	}
	built, err := firstGeneration()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(h.Library, built); err != nil {
		t.Fatal(err)
	}
	if h.Holder, err = library.NewHolder(h.Library, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	house := h // of the cleanup alone: a parallel test and its cleanups stay in memory until all tests have ended
	t.Cleanup(func() {
		if house.Bucket != nil {
			_ = house.Bucket.Close()
		}
		_ = house.Holder.Close()
		house = nil
	})
	gallery, err := stored()
	if err != nil {
		t.Fatal(err)
	}
	objects := filepath.Join(t.TempDir(), "objects")
	if err := os.CopyFS(objects, gallery.objects); err != nil {
		t.Fatal(err)
	}
	if h.Bucket, err = disk.Open(objects, []byte("what the links of a test are signed with")); err != nil {
		t.Fatal(err)
	}
	guides, err := guides()
	if err != nil {
		t.Fatal(err)
	}
	o := app.Options{Holder: h.Holder, Ledger: h.Ledger, Bucket: h.Bucket, Guides: guides, Now: h.Clock.Now, Version: Version,
		Documents: grant.NewDocuments(h.fetch, h.Clock.Now), SignUp: identity.SignUpOpen}
	change(&o)
	if h.App, err = app.New(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	for _, plan := range access.Plans() {
		h.keys[plan] = h.NewKey(plan, plan.DefaultScopes(), false)
	}
	return h
}

// fetch gives what lies at an address of Documents.
func (h *House) fetch(_ context.Context, address string) ([]byte, error) {
	body, ok := h.Documents.Load(address)
	if !ok {
		return nil, errors.New("nothing is there")
	}
	return []byte(body.(string)), nil
}

// Publish builds a generation of all films and makes it current; the holder
// serves it after its next Reload.
func (h *House) Publish() library.Manifest {
	h.t.Helper()
	return h.PublishFilms(Films())
}

// PublishFilms is Publish with other films.
func (h *House) PublishFilms(films []*film.Film) library.Manifest {
	h.t.Helper()
	m, err := publish(h.Library, h.Clock.Now(), films)
	if err != nil {
		h.t.Fatal(err)
	}
	return m
}

// Key gives the live key of the house's account of a plan.
func (h *House) Key(plan access.Plan) string { return h.keys[plan] }

// NewKey gives a key of a new account, with a budget of its own.
func (h *House) NewKey(plan access.Plan, scopes access.Scopes, sandbox bool) string {
	h.t.Helper()
	account := ledger.Account{ID: ledger.NewAccountID(), Name: "a " + plan.String(), Plan: plan, Created: h.Clock.Now()}
	if err := h.Ledger.CreateAccount(h.t.Context(), account); err != nil {
		h.t.Fatal(err)
	}
	key, token := ledger.NewKey(account.ID, "test", scopes, sandbox, h.Clock.Now())
	if err := h.Ledger.CreateKey(h.t.Context(), key); err != nil {
		h.t.Fatal(err)
	}
	return token.Reveal()
}

// Caller recognises the holder of a key.
func (h *House) Caller(key string) access.Caller {
	h.t.Helper()
	c, err := h.App.Identity().Caller(h.t.Context(), identity.Credentials{Key: key})
	if err != nil {
		h.t.Fatal(err)
	}
	return c
}

// Visit opens a visit of the holder of a key, closed with the test.
func (h *House) Visit(key string) *app.Visit {
	h.t.Helper()
	v := Visit(h.t, h.App, h.Caller(key))
	h.t.Cleanup(v.Close)
	return v
}

// Visit opens a visit of a caller, which the test closes.
func Visit(t testing.TB, a *app.App, c access.Caller) *app.Visit {
	t.Helper()
	v, err := a.Visit(c)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Clock is a clock that stands still until it is moved.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// Now is what the clock shows.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Set moves the clock.
func (c *Clock) Set(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = now
}
