// Package search is one search over films, screenplays and synopses.
//
// It ranks nothing itself: what is found, and in which order, is the catalogue's
// (catalog.Rank), so that a film stands in the same place here and in a list.
// What it adds is what each answer is (a film, its script, its synopsis), where
// the words were found and the text around them, and a score that can be
// published (score.go).
//
// A film is found by its titles, its year, everyone in cast and crew, genres,
// keywords, overview and tagline. The types are
//
//   - films: every film that has all the words, wherever they are
//   - synopsis: those of them that have all the words in what is told of them,
//     overview and tagline
//   - scripts: those of them whose screenplay was analysed
//   - all: every film once, as its synopsis when that is where the words are,
//     and behind it its script when there is one
//
// Where few films have all words, those that have most of them are found too (film.MatchAuto),
// and the answer says so.
//
// Where words were found is known from the index; only to tell cast from crew,
// genres from keywords, and to quote, the record of a film on the page is read
// (evidence.go, entries.go, words.go, record.go), field by field where it lies.
//
// It imports docset, fault, text, film, index and catalog. Start reading at Ask.
package search

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kinodex/internal/catalog"
	"kinodex/internal/docset"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/naming"
	"kinodex/internal/text"
)

// Type says what is looked for.
type Type string

// The types (REQ R-03).
const (
	All      Type = "all"
	Films    Type = "films"
	Scripts  Type = "scripts"
	Synopsis Type = "synopsis"
)

// Types are all of them.
var Types = []Type{All, Films, Scripts, Synopsis}

// The bounds of a question (REQ ). A text is counted in
// characters, the least without white space.
const (
	MinText  = 2
	MaxText  = 500
	MaxLimit = 100
)

// Question asks for what a text finds.
type Question struct {
	Text  string
	Type  Type // All when empty
	Limit int  // from 1 to MaxLimit
	// Typing is set while the text is typed: behind what it finds come up to twice Limit more films
	// that it may be the beginning of, the likeliest first (catalog.Typed).
	Typing bool
	// Within are the films among which the answer is; nil for all. Then Text may be empty, for the
	// best known of them.
	Within docset.Set
	// Description makes Text one that tells of a film; nil for other texts.
	Description *film.Description
	// Ranked are the films of Within with how well they fit, where Text is empty; nil for the best known first.
	Ranked []film.Scored
}

// Check says whether the question is sensible, as a fault that names the
// parameter by its name in the interface. It fills in the type when that is left
// out or written in another case.
func (q *Question) Check() error {
	allowed := fmt.Sprintf("text of %d to %d characters", MinText, MaxText)
	characters := 0
	for _, r := range q.Text {
		if !unicode.IsSpace(r) {
			characters++
		}
	}
	switch {
	case !utf8.ValidString(q.Text) || strings.ContainsRune(q.Text, 0):
		return fault.Param("q", "valid UTF-8 text without NUL characters")
	case characters == 0:
		return fault.Missing("q", allowed)
	case characters < MinText || utf8.RuneCountInString(q.Text) > MaxText:
		return fault.Param("q", allowed)
	case q.Limit < 1 || q.Limit > MaxLimit:
		return fault.Param("limit", fmt.Sprintf("an integer from 1 to %d", MaxLimit))
	}
	if q.Type == "" {
		q.Type = All
	}
	for _, t := range Types {
		if strings.EqualFold(string(q.Type), string(t)) {
			q.Type = t
			return nil
		}
	}
	return fault.Param("type", "one of all, films, scripts, synopsis")
}

// Search searches one generation of the library. It may be asked from several
// goroutines.
type Search struct {
	films   *catalog.Catalog
	scripts []catalog.Doc // ascending
}

// New makes a search over the films, of which those in scripts have a screenplay
// that was analysed.
func New(films *catalog.Catalog, scripts []catalog.Doc) *Search {
	scripts = slices.Clone(scripts)
	slices.Sort(scripts)
	return &Search{films, slices.Compact(scripts)}
}

// Ask answers a question, which must have passed its Check. Nothing found is an
// answer without rows (REQ R-14).
func (s *Search) Ask(q Question) *Answer {
	var r *catalog.Ranking
	if q.Description != nil {
		r = s.films.Describe(q.Text, q.Description)
	} else {
		r = s.films.Rank(q.Text, film.MatchAuto)
	}
	defer r.Release()
	if q.Type != Synopsis {
		r.DropTelling()
	}
	a := &Answer{Type: q.Type, Match: r.Match(), As: r.As(), search: s}
	switch {
	case q.Within == nil:
	case q.Ranked != nil:
		r.FillRanked(q.Ranked)
	case len(text.Words(q.Text)) == 0:
		r.Fill(q.Within)
	default:
		r.KeepSet(q.Within)
	}
	if q.Description != nil {
		r.KeepConfident()
	}
	switch q.Type {
	case Scripts:
		r.Keep(s.scripts)
	case Synopsis:
		r.KeepSynopses()
	case All:
		a.Total = r.Among(s.scripts)
	}
	a.Total += r.Len()
	hits := r.Best(q.Limit)
	var unlike map[catalog.Doc]float64
	if q.Typing {
		hits, unlike = s.begun(q, hits)
	}
	if len(hits) > 0 && r.DidYouMean() != "" && (r.Corrected() || s.films.Title(hits[0].Doc) == r.DidYouMean()) {
		a.DidYouMean = r.DidYouMean()
	}
	a.Rows = s.rows(q, r, hits)
	for i := range a.Rows {
		if a.Rows[i].Unlike = naming.HasElse; unlike != nil {
			if u, ok := unlike[a.Rows[i].Doc]; ok {
				a.Rows[i].Unlike = u
			}
		}
	}
	s.publish(a.Rows)
	return a
}

// begun adds to hits the films that the text may be the beginning of, and returns how much less likely
// each of these is meant.
func (s *Search) begun(q Question, hits []catalog.Hit) ([]catalog.Hit, map[catalog.Doc]float64) {
	unlike := map[catalog.Doc]float64{}
	for _, t := range s.films.Typed(q.Text, begunPerLimit*q.Limit) {
		unlike[t.Doc] = t.Unlike
		if !slices.ContainsFunc(hits, func(h catalog.Hit) bool { return h.Doc == t.Doc }) {
			hits = append(hits, catalog.Hit{Doc: t.Doc})
		}
	}
	return hits, unlike
}

// begunPerLimit is how many films that are begun come for each of the limit.
const begunPerLimit = 2

// rows tells of each hit what it is and why it was found.
func (s *Search) rows(q Question, r *catalog.Ranking, hits []catalog.Hit) []Row {
	rows := make([]Row, 0, len(hits))
	e := evidence{words: understand(r.Words()), described: q.Description != nil}
	for _, h := range hits {
		if len(rows) == max(q.Limit, len(hits)) {
			break
		}
		e.places = r.Places(h.Doc, e.places[:0])
		field, snippet := e.find(readFilm(s.films, h.Doc))
		row := Row{Kind: FilmRow, Doc: h.Doc, Field: field, Snippet: snippet, relevance: h.Score}
		switch {
		case q.Type == Scripts:
			row.Kind = ScriptRow
		case q.Type == Synopsis, q.Type == All && field == Overview && e.inProse():
			row.Kind = SynopsisRow
		}
		rows = append(rows, row)
		if _, has := slices.BinarySearch(s.scripts, h.Doc); has && q.Type == All && len(rows) < q.Limit {
			row.Kind = ScriptRow
			rows = append(rows, row)
		}
	}
	return rows
}
