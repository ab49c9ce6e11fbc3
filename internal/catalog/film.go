package catalog

import (
	"fmt"

	"kinodex/internal/film"
)

// Film decodes a film whole, from its detail view, for building what is derived from films.
// The caller owns it. Answers copy records instead (Record), which costs a thousandth of this.
func (c *Catalog) Film(d Doc) (*film.Film, error) {
	f, err := film.Decode(string(c.Record(d, film.Detail).AppendTo(nil, nil, "")))
	if err != nil {
		return nil, fmt.Errorf("decode %s: %w", c.ID(d), err)
	}
	return f, nil
}
