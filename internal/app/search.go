package app

import (
	"context"

	"kinodex/internal/access"
	"kinodex/internal/catalog"
	"kinodex/internal/search"
	"kinodex/internal/taste"
	"kinodex/internal/taste/prompt"
)

// Found is what a text finds, and what was understood of it.
type Found struct {
	*search.Answer
	// Understood is what the text asks for where it is a wish and no title; nil where it is none.
	Understood *prompt.Request

	understand func(text string) *prompt.Request
	catalog    *catalog.Catalog
}

// Understand returns what another text would be understood as where it is a wish; nil where it is none.
func (f *Found) Understand(text string) *prompt.Request { return f.understand(text) }

// Records returns the films of the rows in the list view, with the named fields, comma-separated.
func (f *Found) Records(fields string) (*Records, error) {
	docs := make([]catalog.Doc, len(f.Rows))
	for i, row := range f.Rows {
		docs[i] = row.Doc
	}
	return listed(f.catalog, docs, fields)
}

// Search returns what a text finds: films, screenplays and synopses, best first. Of a text that is a
// wish and no title it finds the films that meet it. The answer refers to the library and must be
// written before the visit is closed.
func (v *Visit) Search(ctx context.Context, q search.Question) (*Found, error) {
	if err := v.enter(ctx, access.Needs.Search, q.Check); err != nil {
		return nil, err
	}
	found := &Found{Answer: v.library.Search.Ask(q), understand: v.understand, catalog: v.library.Catalog}
	found.Understood = requestOf(v.searchedWish(q, found))
	return found, v.carries(ctx, excerpt{len(found.Rows), 0, func(i int) item { return item(v.library.Catalog.ID(found.Rows[i].Doc)) }})
}

// searchedWish sets found to what the text of a question finds as a wish, and returns it; nil where it
// is none, or no film meets it. What is being typed is no wish yet.
func (v *Visit) searchedWish(q search.Question, found *Found) *taste.ParsedQuery {
	if q.Typing || !v.library.Taste.MayMean(q.Text, found.As) {
		return nil
	}
	var best []catalog.Doc
	for _, row := range found.Rows[:min(len(found.Rows), taste.MostMeant)] {
		best = append(best, row.Doc)
	}
	wish := v.library.Taste.Meant(q.Text, found.As, found.Total, best)
	if wish == nil {
		return nil
	}
	q.Text, q.Within, q.Description, q.Ranked = wish.Words, wish.Films(), wish.Description(), wish.Ranked()
	a := v.library.Search.Ask(q)
	if a.Total == 0 && wish.DropWords() {
		q.Text = ""
		a = v.library.Search.Ask(q)
	}
	if a.Total == 0 {
		return nil
	}
	found.Answer = a
	return wish
}
