package v2

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/fault"
)

// names are names, separated by commas. In JSON a client may send them so, or as a list of
// strings.
type names string

// UnmarshalJSON reads a string, a list of strings, or null, which stands for none. Anything
// else is a fault of the parameter fields; where package param reads the body, it names the
// member that was at fault. Whether there are such names is checked by the application.
func (n *names) UnmarshalJSON(b []byte) error {
	var one *string
	if json.Unmarshal(b, &one) == nil {
		if *n = ""; one != nil {
			*n = names(*one)
		}
		return nil
	}
	var list []*string
	if json.Unmarshal(b, &list) != nil || slices.Contains(list, nil) {
		return fault.Param("fields", "a list of names, or names separated by commas")
	}
	all := make([]string, len(list))
	for i, name := range list {
		all[i] = *name
	}
	*n = names(strings.Join(all, ","))
	return nil
}

// describeNames says in the schema of a body that names may also be sent as a list.
func describeNames(body *huma.Schema, properties ...string) {
	for _, name := range properties {
		p := body.Properties[name]
		body.Properties[name] = &huma.Schema{Description: p.Description, AnyOf: []*huma.Schema{
			{Type: huma.TypeString, Nullable: true, Examples: []any{"title,year"}},
			{Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeString}, Examples: []any{[]string{"title", "year"}}},
		}}
	}
}
