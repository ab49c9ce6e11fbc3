package ledger

import (
	"cmp"
	"context"
	"slices"
	"time"
)

// Servers are the processes that serve from a ledger, as each tells of itself now and
// then. They are for people to look at: nothing depends on them.
type Servers interface {
	// TellServer records what a server tells of itself, in the place of what it told
	// before, and drops servers that told nothing for ServerKept before s.Seen.
	TellServer(ctx context.Context, s Server) error
	// ForgetServers drops the servers of a name. A server does so as it starts, for one
	// that was killed there, and as it stops. It is no error if there is none.
	ForgetServers(ctx context.Context, name string) error
	// ListServers gives all by name, then start, then id.
	ListServers(ctx context.Context) ([]Server, error)
}

const (
	// ServerTells is how long a server waits before it tells of itself again.
	ServerTells = 30 * time.Second
	// ServerSilent is how long a server may tell nothing before it is taken for one that
	// is gone, or that does not reach the ledger.
	ServerSilent = 4 * ServerTells
	// ServerKept is how long one that tells nothing is kept.
	ServerKept = 24 * time.Hour
)

// Server is what a process tells of itself. Times are by its own clock.
type Server struct {
	ID         string // of one run, random
	Name       string // the machine's, and the address that it listens on
	Version    string // of the service
	Generation string // of the library that serves; empty when none does
	Wanted     string // the generation that is to serve, when that is another one; else empty
	Problem    string // why Wanted does not serve, for operators; empty when nothing is wrong
	Meters     string // where spending is counted: "ledger" or "redis"
	Started    time.Time
	Seen       time.Time // when it told this
}

// Silent reports whether a server is to be taken for gone at a time.
func (s Server) Silent(at time.Time) bool { return at.Sub(s.Seen) > ServerSilent }

// SortServers sorts servers by name, start and id.
func SortServers(all []Server) {
	slices.SortFunc(all, func(a, b Server) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), a.Started.Compare(b.Started), cmp.Compare(a.ID, b.ID))
	})
}
