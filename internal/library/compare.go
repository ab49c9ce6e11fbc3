package library

import (
	"bytes"
	"context"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
)

// Changes are what differs between two generations, film by film. Added and Changed
// together are what the feed of changes puts, and Removed what it deletes.
type Changes struct {
	From    string `json:"from"` // generations
	To      string `json:"to"`
	Films   int    `json:"films"` // of the second
	Added   int    `json:"added"`
	Removed int    `json:"removed"`
	Changed int    `json:"changed"`
	// Fields counts, of the films that changed, in how many each field of the detail view
	// did.
	Fields map[string]int `json:"fields"`
	// Examples are ids of each kind, at most MostExamples.
	AddedIDs   []film.ID `json:"added_ids"`
	RemovedIDs []film.ID `json:"removed_ids"`
	ChangedIDs []film.ID `json:"changed_ids"`
}

// MostExamples is how many ids of each kind Changes has at most.
const MostExamples = 20

// Compare returns what differs from one open generation to another, by the records that
// are served. It reads both catalogues once.
func Compare(ctx context.Context, before, after *Library) (*Changes, error) {
	c := &Changes{From: before.Generation(), To: after.Generation(), Films: after.Catalog.Len(),
		Fields: map[string]int{}, AddedIDs: []film.ID{}, RemovedIDs: []film.ID{}, ChangedIDs: []film.ID{}}
	a, b := before.Catalog, after.Catalog
	for i, j := 0, 0; i < a.Len() || j < b.Len(); {
		if (i+j)%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		switch {
		case j == b.Len() || i < a.Len() && a.ID(catalog.Doc(i)) < b.ID(catalog.Doc(j)):
			c.Removed++
			c.RemovedIDs = example(c.RemovedIDs, a.ID(catalog.Doc(i)))
			i++
		case i == a.Len() || b.ID(catalog.Doc(j)) < a.ID(catalog.Doc(i)):
			c.Added++
			c.AddedIDs = example(c.AddedIDs, b.ID(catalog.Doc(j)))
			j++
		default:
			c.compare(a.Record(catalog.Doc(i), film.Detail), b.Record(catalog.Doc(j), film.Detail), b.ID(catalog.Doc(j)))
			i, j = i+1, j+1
		}
	}
	return c, nil
}

// compare counts what differs between two records of a film.
func (c *Changes) compare(before, after film.Record, id film.ID) {
	if bytes.Equal(before.JSON, after.JSON) {
		return
	}
	c.Changed++
	c.ChangedIDs = example(c.ChangedIDs, id)
	for i, name := range film.Detail.Fields() {
		if !bytes.Equal(before.Value(i), after.Value(i)) {
			c.Fields[name]++
		}
	}
}

// example appends an id unless there are enough.
func example(list []film.ID, id film.ID) []film.ID {
	if len(list) == MostExamples {
		return list
	}
	return append(list, id)
}
