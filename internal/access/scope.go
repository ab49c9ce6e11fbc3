package access

import (
	"strings"

	"kinodex/internal/fault"
)

// Scope is one kind of thing a key may do (TRACE A-08).
type Scope uint8

// The scopes. None is what an operation needs that any caller may use.
const (
	None Scope = 0
	Read Scope = 1 << (iota - 1)
	Write
	AI
	Admin
)

var scopeNames = []struct {
	scope Scope
	name  string
}{{Read, "read"}, {Write, "write"}, {AI, "ai"}, {Admin, "admin"}}

// String gives the scope's name.
func (s Scope) String() string { return Scopes(s).String() }

// Scopes is a set of scopes. The zero Scopes holds none.
type Scopes uint8

// Has reports whether the set holds the scope; every set holds None.
func (s Scopes) Has(one Scope) bool { return Scope(s)&one == one }

// Names gives the names of the set's scopes, in a fixed order, never nil.
func (s Scopes) Names() []string {
	names := []string{}
	for _, n := range scopeNames {
		if s.Has(n.scope) {
			names = append(names, n.name)
		}
	}
	return names
}

// String gives the names, joined by commas.
func (s Scopes) String() string { return strings.Join(s.Names(), ",") }

// ParseScopes reads names joined by commas. The empty string is the empty set.
func ParseScopes(list string) (Scopes, error) {
	var set Scopes
	for name := range strings.SplitSeq(list, ",") {
		if name = strings.ToLower(strings.TrimSpace(name)); name == "" {
			continue
		}
		one := None
		for _, n := range scopeNames {
			if n.name == name {
				one = n.scope
			}
		}
		if one == None {
			return 0, fault.Param("scopes", "a comma-separated list of read, write, ai, admin")
		}
		set |= Scopes(one)
	}
	return set, nil
}
