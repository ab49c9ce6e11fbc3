package catalog

import (
	"fmt"

	"kinodex/internal/film"
)

// Fields decodes some fields of a film, those of a projection of the list view. It is for answers
// that say something of a few films; those that show films copy records (Record).
func (c *Catalog) Fields(d Doc, p *film.Projection) (*film.Film, error) {
	f, err := film.Decode(string(c.Record(d, film.List).AppendTo(nil, p, "")))
	if err != nil {
		return nil, fmt.Errorf("decode %s: %w", c.ID(d), err)
	}
	return f, nil
}

// Film decodes a film whole, from its detail view, for building what is derived from films.
// The caller owns it. Answers copy records instead (Record), which costs a thousandth of this.
func (c *Catalog) Film(d Doc) (*film.Film, error) {
	f, err := film.Decode(string(c.Record(d, film.Detail).AppendTo(nil, nil, "")))
	if err != nil {
		return nil, fmt.Errorf("decode %s: %w", c.ID(d), err)
	}
	return f, nil
}
