package app

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/ledger"
	"kinodex/internal/library"
)

// The servers that share a ledger, for the admin scope.

// Server is one of them, as it told of itself last.
type Server struct {
	Name       string    `json:"name" doc:"The machine's, and the address that it listens on."`
	This       bool      `json:"this" doc:"Whether it is the one that answers."`
	Version    string    `json:"version"`
	Generation string    `json:"generation" doc:"The generation of the library that serves; empty when none does."`
	Wanted     string    `json:"wanted" doc:"The generation that is to serve, when that is another one; else empty."`
	Problem    string    `json:"problem" doc:"Why that one does not serve; empty when nothing is wrong."`
	Meters     string    `json:"meters" doc:"Where it counts spending: ledger or redis."`
	StartedAt  time.Time `json:"started_at"`
	SeenAt     time.Time `json:"seen_at" doc:"When it told this, by its own clock."`
	Silent     bool      `json:"silent" doc:"Whether it has told nothing for so long that it is gone, or does not reach the ledger."`
}

// LibraryBucket is what is known of the bucket that the library of a server is fetched from.
type LibraryBucket struct {
	Wanted   string     `json:"wanted" doc:"The generation that the bucket names; empty while that is not known, and where another server of the same data directory fetches."`
	NamedAt  *time.Time `json:"named_at" doc:"When the bucket came to name it."`
	AskedAt  *time.Time `json:"asked_at" doc:"When the bucket last answered."`
	Away     bool       `json:"away" doc:"Whether the bucket does not answer."`
	Problem  string     `json:"problem" doc:"Why the generation is not fetched or does not serve; empty when nothing is wrong."`
	Fetched  int64      `json:"fetched_bytes" doc:"What was fetched since the server started."`
	Missing  int64      `json:"missing_bytes" doc:"What is still to be fetched."`
	ServesAt *time.Time `json:"serves_at" doc:"When the generation is to serve, while it waits for that."`
}

// Servers are all servers, and where this one has its library from.
type Servers struct {
	Servers []Server       `json:"servers" doc:"By name."`
	Bucket  *LibraryBucket `json:"bucket" doc:"Of this server; null when its library is its own."`
}

// Servers tells of the servers that share the ledger. The one that answers is among them as
// it is now, also where nobody announced it.
func (v *Visit) Servers(ctx context.Context) (*Servers, error) {
	if err := v.enter(ctx, access.Needs.Administer, nothingToCheck); err != nil {
		return nil, err
	}
	told, err := v.app.ledger.ListServers(ctx)
	if err != nil {
		return nil, fmt.Errorf("list servers: %w", err)
	}
	state := v.app.holder.State()
	this := v.app.server(state, v.now)
	told = append(slices.DeleteFunc(told, func(s ledger.Server) bool { return s.ID == this.ID }), this)
	ledger.SortServers(told)
	found := &Servers{}
	for _, s := range told {
		found.Servers = append(found.Servers, Server{s.Name, s.ID == this.ID, s.Version, s.Generation, s.Wanted, s.Problem, s.Meters,
			s.Started, s.Seen, s.Silent(v.now)})
	}
	if b := state.Bucket; b != nil {
		found.Bucket = &LibraryBucket{b.Wanted, known(b.NamedAt), known(b.AskedAt), b.Away, b.Problem, b.Fetched, b.Missing, known(b.NotBefore)}
	}
	return found, nil
}

// known returns a time, nil for the zero time.
func known(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	return &at
}

// server returns what this server tells of itself.
func (a *App) server(state library.State, now time.Time) ledger.Server {
	s := a.self
	if name := a.name.Load(); name != nil {
		s.Name = *name
	}
	s.Generation, s.Seen = state.Generation, now
	if b := state.Bucket; b != nil {
		s.Wanted, s.Problem = b.Wanted, b.Problem
		if b.Away {
			s.Problem = cmp.Or(s.Problem, "the bucket of the library does not answer")
		}
	}
	if state.Err != nil && s.Problem == "" {
		s.Wanted, s.Problem = state.Current, "its library cannot be read; its log says why"
	}
	if s.Wanted == s.Generation {
		s.Wanted = ""
	}
	return s
}

// Announce tells the ledger of this server now and then, until ctx ends, and then that it is
// gone. name is the machine's, with the address that it listens on: an earlier server of that
// name was stopped without saying so, and is forgotten. What the ledger does not take is told
// again the next time; Ready says whether it takes anything.
func (a *App) Announce(ctx context.Context, name string) {
	a.name.Store(&name)
	tick := time.NewTicker(ledger.ServerTells)
	defer tick.Stop()
	alone := false // whether the earlier one is forgotten
	for {
		alone = a.tellServer(ctx, name, alone)
		select {
		case <-tick.C:
		case <-ctx.Done():
			ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), probeDeadline)
			defer cancel()
			_ = a.ledger.ForgetServers(ending, name) // else it is silent for a while, and then forgotten
			return
		}
	}
}

// tellServer tells the ledger of this server once. It returns whether earlier servers of its
// name are forgotten.
func (a *App) tellServer(ctx context.Context, name string, alone bool) bool {
	ctx, cancel := context.WithTimeout(ctx, probeDeadline)
	defer cancel()
	if !alone && a.ledger.ForgetServers(ctx, name) != nil {
		return false
	}
	_ = a.ledger.TellServer(ctx, a.server(a.holder.State(), a.now()))
	return true
}
