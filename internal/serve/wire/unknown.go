package wire

import (
	"slices"
	"strings"
	"unicode/utf8"

	"kinodex/internal/fault"
	words "kinodex/internal/text"
)

// everywhere reports whether a parameter may be sent to every route: those that hold
// a key, and those that trackers and caches add (REQ G-10).
func everywhere(name string) bool {
	return name == "key" || name == "api_key" || strings.HasPrefix(name, "_") || strings.HasPrefix(name, "utm_")
}

// The bounds of what is told of unknown parameters.
const (
	mostUnknown    = 20  // names
	longestUnknown = 100 // bytes of a name
)

// addUnknown adds the name of a parameter that a route does not have.
// Left out are names that may be sent everywhere, names that are in the list, and
// all names once there are mostUnknown. A long name is cut.
func addUnknown(names []string, name string) []string {
	if everywhere(name) || len(names) == mostUnknown {
		return names
	}
	if len(name) > longestUnknown {
		name = name[:longestUnknown]
	}
	if name = strings.ToValidUTF8(name, ""); !slices.Contains(names, name) {
		names = append(names, name)
	}
	return names
}

// unknown says that the route has no parameter of that name, and which it has: the
// one that goes by that name elsewhere, else those with a name like it, else all.
func (ps *Params[P]) unknown(name string) *fault.Fault {
	folded := words.Fold(name)
	var meant, all []string
	for _, f := range ps.query {
		all = append(all, f.Name)
		if slices.Contains(f.Aliases, folded) {
			meant = append(meant, f.Name)
		}
	}
	if meant == nil {
		meant = words.Nearest(folded, append(slices.Clone(all), "api_key"), 3)
	}
	f := fault.New(fault.UnknownParameter, "there is no parameter %s here", printable(name))
	f.Param = name
	switch {
	case len(all) == 0:
		f.Allowed = "no parameters"
		f.Message += "; this path has none"
	case len(meant) == 0:
		f.Allowed = strings.Join(all, ", ")
		f.Message += "; there are " + f.Allowed
	default:
		f.Allowed = strings.Join(meant, ", ")
		f.Message += "; did you mean " + strings.Join(meant, " or ") + "?"
	}
	return f
}

// printable returns a name as a sentence may quote it, and other words for a name
// with control characters or invalid UTF-8.
func printable(name string) string {
	for _, r := range name {
		if r < ' ' || r == utf8.RuneError || r == 0x7f {
			return "of that name"
		}
	}
	return name
}
