package catalog

import (
	"encoding/json"
	"fmt"

	"kinodex/internal/film"
)

// Film decodes a film whole, from its detail view, for building what is derived from films.
// The caller owns it. Answers copy records instead (Record), which costs a thousandth of this.
func (c *Catalog) Film(d Doc) (*film.Film, error) {
	f := new(film.Film)
	if err := json.Unmarshal(c.Record(d, film.Detail).AppendTo(nil, nil, ""), f); err != nil {
		return nil, fmt.Errorf("decode %s: %w", c.ID(d), err)
	}
	return f, nil
}
