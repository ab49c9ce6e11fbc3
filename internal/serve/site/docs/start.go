package docs

import (
	"kinodex/internal/access"
	"kinodex/internal/serve/site/docs/reference"
	"kinodex/internal/serve/site/page"
)

// draftPage is where the screenplay of the examples is.
const draftPage = "/docs/examples/draft.fountain"

// startView is what the page for beginners shows.
type startView struct {
	Base     string
	PerDay   int  // calls without a key, a day and address
	SignedIn bool // whether somebody is
	// First is a call that works without an account; Film, Analyze and Recommend need a key.
	First, Film, Analyze, Recommend string
	Draft                           string              // fetches the screenplay that Analyze sends
	Programs                        []reference.Snippet // First with a key of one's own
}

const (
	startTitle = "Start in five minutes"
	startSays  = "The first call without an account, then a key, a record, recommendations and a screenplay."
)

// start shows how to begin.
func (f *family) start(v *page.View) error {
	s := startView{Base: v.Base(), PerDay: v.App.Policy().KeylessDaily(), SignedIn: v.SignedIn()}
	s.First = f.snippet("listFilms", "curl", s.Base, access.Playground)
	s.Film = f.snippet("getFilm", "curl", s.Base, "")
	s.Recommend = f.snippet("recommendByTaste", "curl", s.Base, "")
	s.Draft = "curl -sSO '" + s.Base + draftPage + "'\n"
	s.Analyze = f.snippet("analyzeScript", "file", s.Base, "")
	if o := f.reference().Operation("listFilms"); o != nil && o.Call != nil {
		s.Programs = o.Call.Snippets(s.Base, "")[1:]
	}
	return v.Answer(page.Answer{
		Title: startTitle, Description: startSays,
		Content: startPage(s), Scripts: []string{"docs"},
	})
}

// snippet returns the example of an operation in one language; empty when it has none.
func (f *family) snippet(operation, language, base, key string) string {
	o := f.reference().Operation(operation)
	if o == nil || o.Call == nil {
		return ""
	}
	for _, s := range o.Call.Snippets(base, key) {
		if s.ID == language {
			return s.Text
		}
	}
	return ""
}
