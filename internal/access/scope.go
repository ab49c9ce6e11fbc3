package access

import (
	"strings"

	"kinodex/internal/fault"
)

// Scope is one permission of a key (REQ A-08).
type Scope uint8

// The scopes. None is that of operations which any caller may use.
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

// String returns the scope's name.
func (s Scope) String() string { return Scopes(s).String() }

// Scopes is a set of scopes. The zero Scopes holds none.
type Scopes uint8

// Has reports whether the set holds the scope; every set holds None.
func (s Scopes) Has(one Scope) bool { return Scope(s)&one == one }

// Names returns the names of the set's scopes, in a fixed order, never nil.
func (s Scopes) Names() []string {
	names := []string{}
	for _, n := range scopeNames {
		if s.Has(n.scope) {
			names = append(names, n.name)
		}
	}
	return names
}

// String returns the names, joined by commas.
func (s Scopes) String() string { return strings.Join(s.Names(), ",") }

// ParseScopes reads names joined by commas, in any case. The empty string is the empty
// set. An unknown name is a fault of the parameter scopes.
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
