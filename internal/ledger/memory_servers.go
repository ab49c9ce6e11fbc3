package ledger

import (
	"context"
	"maps"
	"slices"
)

// TellServer is Servers.TellServer.
func (m *Memory) TellServer(_ context.Context, s Server) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	until := m.readClock(s.Seen)
	maps.DeleteFunc(m.servers, func(_ string, s Server) bool { return !s.Seen.Add(ServerKept).After(until) })
	m.servers[s.ID] = s
	return nil
}

// ForgetServers is Servers.ForgetServers.
func (m *Memory) ForgetServers(_ context.Context, name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	maps.DeleteFunc(m.servers, func(_ string, s Server) bool { return s.Name == name })
	return nil
}

// ListServers is Servers.ListServers.
func (m *Memory) ListServers(context.Context) ([]Server, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := slices.Collect(maps.Values(m.servers))
	SortServers(all)
	return all, nil
}
