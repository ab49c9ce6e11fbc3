package door

import (
	"fmt"
	"strings"

	"kinodex/bench/loopback"
	"kinodex/bench/question"
)

// measureGate compares one film's answer when it is charged to an account and when
// the asker holds it already, which costs nothing; first by one client, then by
// several at once.
func (m *measurer) measureGate(set *question.Set) ([]Gate, error) {
	var target string
	for _, q := range set.Questions {
		if q.Wanted != 0 {
			target = "/api/v2/films/" + q.Wanted.String()
			break
		}
	}
	if target == "" {
		return nil, fmt.Errorf("no question names a film")
	}
	tag, err := m.tag(target)
	if err != nil {
		return nil, err
	}
	kinds := []struct {
		name    string
		headers []string
		want    int
	}{
		{"charged to the account", nil, 200},
		{"unchanged (304), not charged", []string{"If-None-Match", tag}, 304},
	}
	var gates []Gate
	for _, connections := range []int{1, m.plan.Connections} {
		tallies := make([]tally, len(kinds))
		for range m.plan.Rounds {
			for i, kind := range kinds {
				var requests [][]byte
				for _, key := range m.keys {
					requests = append(requests, loopback.Get(m.server.Address, target, append([]string{"X-API-Key", key}, kind.headers...)...))
				}
				n := m.plan.Requests / 2
				o, err := observed(load{m.server.Address, requests, n, connections, kind.want}, m.server.PID, m.mallocs)
				if err != nil {
					return nil, err
				}
				tallies[i].add(o, n)
			}
		}
		for i, kind := range kinds {
			gates = append(gates, Gate{Connections: connections, Rate: tallies[i].rate(kind.name)})
		}
	}
	return gates, nil
}

// tag asks for the entity tag of an answer.
func (m *measurer) tag(target string) (string, error) {
	c, err := loopback.Dial(m.server.Address)
	if err != nil {
		return "", err
	}
	defer c.Close()
	tag, err := c.Header(loopback.Get(m.server.Address, target, "X-API-Key", m.keys[0]), "ETag")
	if err == nil && !strings.HasPrefix(tag, `"`) {
		err = fmt.Errorf("%s: the entity tag is %q", target, tag)
	}
	return tag, err
}
