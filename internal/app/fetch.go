package app

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/catalog"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/research"
	"kinodex/internal/search"
)

// Citation names something that can be fetched: a film or the analysis of its
// screenplay.
type Citation struct {
	Kind  search.Kind // search.FilmRow or search.ScriptRow
	Film  film.ID
	Title string // for a reader
}

// Key returns what Fetch takes: film:tt0041959 or script:tt0041959.
func (c Citation) Key() string { return string(c.Kind) + ":" + c.Film.String() }

// Path returns the path of the canonical address: a page for people, which needs no key.
func (c Citation) Path() string {
	if c.Kind == search.ScriptRow {
		return "/scripts/" + c.Film.String()
	}
	return "/films/" + c.Film.String()
}

// Data returns the path of the JSON record that the page describes; it needs a key.
func (c Citation) Data() string {
	if c.Kind == search.ScriptRow {
		return "/api/v1/scripts/" + c.Film.String()
	}
	return "/api/v2/films/" + c.Film.String()
}

// Cite returns what a text finds as citations, best first, never nil. Each can be fetched
// while the library is the same.
func (v *Visit) Cite(ctx context.Context, q search.Question) ([]Citation, error) {
	found, err := v.Search(ctx, q)
	if err != nil {
		return nil, err
	}
	citations := make([]Citation, len(found.Rows))
	for i, row := range found.Rows {
		c := Citation{Kind: row.Kind, Film: v.library.Catalog.ID(row.Doc), Title: v.titleAndYear(row.Doc)}
		switch row.Kind {
		case search.ScriptRow:
			c.Title += ", the screenplay"
		default: // a film is fetched whole, whether its synopsis was found or its title
			c.Kind = search.FilmRow
		}
		citations[i] = c
	}
	return citations, nil
}

// allowedKey says what a key may be instead of a text that is none; of an id, the keys that it is in.
func allowedKey(sent string) string {
	id := "tt0041959"
	if known, ok := film.ParseID(sent); ok {
		id = known.String()
	}
	return "film:" + id + " or script:" + id + ", as search gave it"
}

// titleAndYear returns a film's title, followed by its year in brackets where it is known.
// A damaged record gives the film's id.
func (v *Visit) titleAndYear(doc catalog.Doc) string {
	record := v.library.Catalog.Record(doc, film.List)
	var title string
	if json.Unmarshal(record.Value(listedTitle), &title) != nil { // damaged
		title = v.library.Catalog.ID(doc).String()
	}
	if year := string(record.Value(listedYear)); year != "" && year != "null" {
		title += " (" + year + ")"
	}
	return title
}

// Document is something fetched: a text to quote, and facts about it.
type Document struct {
	Citation
	Text     string
	Metadata map[string]string
}

// Fetch returns the document that a citation's key names. A text that is no key is a fault
// of the parameter id. A key that names nothing is a fault of kind FilmNotFound or
// ScriptNotFound, or NotFound when its kind is unknown.
func (v *Visit) Fetch(ctx context.Context, key string) (*Document, error) {
	kind, id, sensible := parseKey(key)
	need := access.Needs.Film
	if kind == search.ScriptRow {
		need = access.Needs.Scripts
	}
	err := v.enter(ctx, need, func() error {
		if !sensible {
			return fault.Param("id", allowedKey(key))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	found, err := v.Document(kind, id)
	if err != nil {
		return nil, err
	}
	return found, v.carries(ctx, oneFilm(id))
}

// Document returns a film or a screenplay as a text. It is free and needs no key: it is for
// the page that a citation leads to. Its faults are those of Fetch.
func (v *Visit) Document(kind search.Kind, id film.ID) (*Document, error) {
	doc, exists := v.library.Catalog.ByID(id)
	if kind != search.ScriptRow && kind != search.FilmRow {
		return nil, fault.New(fault.NotFound, "there is nothing of this kind to fetch; ids begin with film: or script:, as search gives them")
	}
	if kind == search.ScriptRow {
		script, ok := v.library.Research.ByFilm(id)
		if !exists || !ok {
			return nil, errNoScript()
		}
		return v.scriptDocument(id, doc, script), nil
	}
	if !exists {
		return nil, errNoFilm(id.String())
	}
	f, err := v.library.Catalog.Film(doc)
	if err != nil {
		return nil, err
	}
	return v.filmDocument(doc, f), nil
}

// keyForm is what a key looks like, of whatever kind.
var keyForm = regexp.MustCompile(`^[A-Za-z]+:[Tt][Tt][0-9]+$`)

// parseKey reads a key. sensible reports whether it has the form of a key; its kind may
// still be unknown, and its id be 0, which no film has, when the number is out of range.
func parseKey(key string) (kind search.Kind, id film.ID, sensible bool) {
	key = strings.TrimSpace(key)
	word, rest, _ := strings.Cut(key, ":")
	id, _ = film.ParseID(rest) // 0, which no film has, when it is out of range
	return search.Kind(strings.ToLower(word)), id, keyForm.MatchString(key)
}

// scriptDocument returns the document of a script of the research set.
func (v *Visit) scriptDocument(id film.ID, doc catalog.Doc, s *research.Script) *Document {
	title := v.titleAndYear(doc)
	return &Document{
		Citation: Citation{Kind: search.ScriptRow, Film: id, Title: title + ", the screenplay"},
		Text:     describeScript(title, s, v.library.Research.Len()),
		Metadata: map[string]string{"type": "script", "filmdb_id": id.String(), "tier": s.Tier, "rank": fmt.Sprint(s.Rank)},
	}
}

// filmDocument returns the document of a film. Metadata has only what is known.
func (v *Visit) filmDocument(doc catalog.Doc, f *film.Film) *Document {
	d := &Document{
		Citation: Citation{Kind: search.FilmRow, Film: f.ID, Title: v.titleAndYear(doc)},
		Text:     describeFilm(v.titleAndYear(doc), f),
		Metadata: map[string]string{"type": "film", "filmdb_id": f.ID.String()},
	}
	if f.Year != nil {
		d.Metadata["year"] = fmt.Sprint(*f.Year)
	}
	if f.Director != nil {
		d.Metadata["director"] = *f.Director
	}
	if len(f.Genres) > 0 {
		d.Metadata["genres"] = strings.Join(f.Genres, ", ")
	}
	return d
}
