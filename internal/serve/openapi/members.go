package openapi

import (
	_ "embed"
	"encoding/json"
)

//go:embed members.json
var members []byte

// Members returns examples of members that no example of an operation shows, since one would not
// be that long, or has none: by the names of schema and member, Film.tagline.
func Members() (examples map[string]json.RawMessage) {
	if err := json.Unmarshal(members, &examples); err != nil {
		panic(err) // it is compiled in
	}
	return examples
}
