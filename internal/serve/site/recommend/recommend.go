// Package recommend is the page of recommendations: from films one liked, from a sentence, or
// from an export of one's own ratings, which is read and not stored; and that of films for several
// people.
//
// Everybody sees the forms; the answer is for who is signed in, and costs one request.
package recommend

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/a-h/templ"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/ratings"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/table"
	"kinodex/internal/taste"
	"kinodex/internal/taste/prompt"
)

// Register adds the page.
func Register(s *page.Site) {
	s.Handle(page.Route{
		Path: "/recommend", Takes: page.Named("prompt", "liked", "disliked", "popularity"), Get: show, Post: imported, Data: true, Need: access.Needs.Stats, Volatile: true, Submitted: true, Files: ratings.MaxFile, Heavy: true,
	})
	registerTogether(s)
}

// howMany is how many films are recommended.
const howMany = 24

// view is what the page is made of. Films are the answer; nil when nothing was asked yet, or
// nobody is signed in.
type view struct {
	v       *page.View
	asked   bool
	problem string

	films      []pick
	suggested  *app.Suggestions
	understood *prompt.Request
	without    map[part.Wish]string // the sentence without a wish that was understood
	unmet      []taste.UnmetConstraint
	source     *ratings.Export // that was read
	examples   []string        // sentences that can be asked for
}

// pick is one film of the answer, and why it is there.
type pick struct {
	*film.Film
	Why   []string // the strongest reason first; one at least
	Score *float64 // from 0 to 100, to compare films of one answer; nil for answers to a sentence
	Fits  []verdict
	Like  []string // titles of disliked films that it is like
	// More and Not are the addresses of the question with the film as one that is liked, and as one
	// that is not; empty where the question cannot say so.
	More, Not string
}

// verdict is whether a film meets a wish.
type verdict struct {
	part.Wish
	Met bool
}

// pickFields are the fields that a card shows.
const pickFields = part.GridFields + ",genres,director"

// value returns what was typed into a field.
func (s *view) value(name string) string { return s.v.Query().Get(name) }

// show answers with the forms and, for who is signed in and said something, with films.
func show(v *page.View) error {
	s := &view{v: v, asked: v.Query().Get("liked") != "" || v.Query().Get("prompt") != ""}
	ahead := strings.Contains(v.R.Header.Get("Sec-Purpose"), "prefetch")
	switch {
	case s.asked && v.SignedIn() && !ahead:
		if err := s.problemOf(s.ask()); err != nil {
			return err
		}
	case v.Format != page.HTML:
		return access.ErrSignInFirst()
	}
	return s.answer()
}

// problemOf keeps what is wrong with the form for the page, and returns every other error.
func (s *view) problemOf(err error) (other error) {
	s.problem, other = problem(s.v, err)
	return other
}

// problem returns what is wrong with a form, for the page to show; every other error, and each where data
// was asked for, is returned as other.
func problem(v *page.View, err error) (says string, other error) {
	f := fault.From(err)
	if err == nil || v.Format != page.HTML {
		return "", err
	}
	switch f.Kind {
	case fault.InvalidParameter, fault.MissingParameter, fault.InvalidBody, fault.NoLiked, fault.TierNotAllowed:
		return f.Message, nil
	}
	return "", err
}

// ask asks for films, by the sentence when there is one.
func (s *view) ask() error {
	if prompt := s.value("prompt"); prompt != "" {
		return s.askBySentence(prompt)
	}
	q := app.SuggestQuestion{Opinions: app.Opinions{Liked: titles(s.value("liked")), Disliked: titles(s.value("disliked"))}, Limit: howMany}
	if text := s.value("popularity"); text != "" {
		p, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return fault.Param("popularity", "a number from -1 to 1")
		}
		q.Popularity = p
	}
	return s.suggest(q)
}

func (s *view) suggest(q app.SuggestQuestion) (err error) {
	if s.suggested, err = s.v.Visit.Suggest(s.v.Context(), q); err != nil {
		return err
	}
	all := s.suggested.Records()
	records, err := all.Part(film.List, pickFields, 0, all.Len())
	if err != nil {
		return err
	}
	films, err := records.Values(s.v.Base())
	if err != nil {
		return err
	}
	s.films = []pick{}
	for i, f := range films {
		of := &s.suggested.Films[i]
		p := pick{Film: f, Why: of.Reasons, Score: &of.Score}
		for _, lost := range of.Penalties {
			p.Like = append(p.Like, s.suggested.Disliked(lost))
		}
		title := part.Titled(f.Title, f.Year)
		if q.Ratings == nil {
			p.More, p.Not = s.v.With("liked", line(s.value("liked"), title)), s.v.With("disliked", line(s.value("disliked"), title))
		} else { // an export is in no address
			p.More = part.Address("/recommend", "liked", title)
		}
		s.films = append(s.films, p)
	}
	return nil
}

// line returns a text of lines with one more.
func line(lines, more string) string {
	return strings.Join(append(titles(lines), more), "\n")
}

// without returns a text of lines without one of them.
func without(lines, gone string) string {
	return strings.Join(slices.DeleteFunc(titles(lines), func(title string) bool { return title == gone }), "\n")
}

func (s *view) askBySentence(sentence string) error {
	found, err := s.v.Visit.Recommend(s.v.Context(), app.RecommendQuestion{Prompt: sentence, Limit: howMany, Fields: pickFields})
	if err != nil {
		return err
	}
	films, err := found.Values(s.v.Base())
	if err != nil {
		return err
	}
	s.understood, s.unmet, s.films = found.Understood, found.Unmet, []pick{}
	wishes, fits := part.Wishes(s.understood), found.Fits()
	if s.v.Format == page.HTML {
		s.without = part.Without(sentence, wishes, found.Understand)
	}
	for i, f := range films {
		p := pick{Film: f, Why: []string{found.Reason(i)}, Fits: verdicts(wishes, fits[i])}
		if s.v.Format == page.HTML {
			p.More = s.saying(found, sentence, ", like ", f, func(u *prompt.Request) []prompt.FilmRef { return u.Like })
			p.Not = s.saying(found, sentence, ", but not like ", f, func(u *prompt.Request) []prompt.FilmRef { return u.Dislike })
		}
		s.films = append(s.films, p)
	}
	return nil
}

// saying returns the address of the sentence that says one thing more of a film; empty where the sentence
// would not be understood so, or as before in all else.
func (s *view) saying(found *app.Recommendations, sentence, words string, f *film.Film, of func(*prompt.Request) []prompt.FilmRef) string {
	longer := strings.TrimRight(sentence, " .,;!?") + words + part.Titled(f.Title, f.Year)
	if utf8.RuneCountInString(longer) > app.MaxPrompt {
		return ""
	}
	read := found.Understand(longer)
	before, after := part.Wishes(s.understood), part.Wishes(read)
	if len(after) != len(before)+1 || !slices.ContainsFunc(of(read), func(r prompt.FilmRef) bool { return r.ID == f.ID }) {
		return ""
	}
	for _, w := range before {
		if !slices.Contains(after, w) {
			return ""
		}
	}
	return s.v.With("prompt", longer)
}

// kinds are the kinds of wishes that films are compared with, by their name in an answer.
var kinds = map[string]string{
	"genres": "genre", "people": "with", "years": "years", "runtime": "minutes", "countries": "country", "languages": "language",
	"companies": "produced by", "composers": "music by", "set_in": "set in", "votes": "votes", "rating": "rating", "fame": "fame", "acclaimed": "", "oscars": "Academy Awards", "prizes": "prize",
	"themes": "about", "moods": "mood",
}

// verdicts returns what a film meets of what was understood, in the order in which that is shown.
func verdicts(wishes []part.Wish, fits []taste.WishFit) (all []verdict) {
	for _, w := range wishes {
		for _, f := range fits {
			if kinds[f.What] == w.Kind && (f.Value == "" || f.Value == w.Value) {
				all = append(all, verdict{w, f.Met})
				break
			}
		}
	}
	return all
}

// titles returns the lines of a text, without empty ones. A title may have commas.
func titles(s string) (all []string) {
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}

// imported answers a form with an export of one's own ratings. A browser with scripts sends
// what it read of the file; without, the file is read here. Neither is stored.
func imported(v *page.View) error {
	s := &view{v: v, asked: true}
	if !v.SignedIn() {
		return access.ErrSignInFirst()
	}
	if err := v.Sealed("recommend"); err != nil {
		return err
	}
	rows, err := s.rows()
	if err == nil {
		err = s.suggest(app.SuggestQuestion{Ratings: rows, Limit: howMany})
	}
	if err := s.problemOf(err); err != nil {
		return err
	}
	if v.Form.Get("as") == "csv" && len(s.films) > 0 {
		v.Format = page.CSV
	}
	return s.answer()
}

// rows returns the films of the export that was posted.
func (s *view) rows() (rows []ratings.SeenFilm, err error) {
	if text := s.v.Form.Get("ratings"); text != "" {
		if err := json.Unmarshal([]byte(text), &rows); err != nil {
			return nil, fault.Param("ratings", "what the page made of the file")
		}
		return rows, nil
	}
	files, err := s.v.Upload("file")
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fault.Missing("file", "an export of Letterboxd, IMDb or Trakt")
	}
	if s.source, err = ratings.Read(files[0].Name, files[0].Bytes); err != nil {
		return nil, fault.New(fault.InvalidBody, "%s", unreadable(err))
	}
	return s.source.Rows[:min(len(s.source.Rows), app.MaxRatings)], nil
}

// unreadable says why a file is no export, for the person who chose it.
func unreadable(err error) string {
	var other *ratings.NotAnExport
	if errors.As(err, &other) {
		return fmt.Sprintf("this is no export of Letterboxd, IMDb or Trakt; it looks like %s", other.Looks)
	}
	return err.Error()
}

// answer sends the page, or the films as data.
func (s *view) answer() error {
	a := page.Answer{Title: "Recommendations", Description: "Films you may like, and why.", Scripts: []string{"ratings", "titles"}}
	if !s.asked && s.v.Format == page.HTML {
		known, err := s.v.BestKnown(wellKnown, "title,year,genres")
		if err != nil {
			return err
		}
		s.examples = sentences(known)
	}
	if s.films != nil {
		a.Tables = []table.Table{s.table()}
		a.Data = s.data()
	}
	token := ""
	if s.v.SignedIn() {
		s.v.Known()
		token = s.v.Seal("recommend")
	}
	a.Content = templ.Component(recommendPage(s, token))
	return s.v.Answer(a)
}

// data returns the answer as the interface gives it.
func (s *view) data() any {
	if s.suggested != nil {
		return s.suggested
	}
	type pick struct {
		ID    film.ID `json:"filmdb_id"`
		Title string  `json:"title"`
		Why   string  `json:"reason"`
	}
	picks := []pick{}
	for _, f := range s.films {
		picks = append(picks, pick{f.ID, f.Title, f.Why[0]})
	}
	return struct {
		Films      []pick          `json:"recommendations"`
		Understood *prompt.Request `json:"understood"`
	}{picks, s.understood}
}

func (s *view) table() table.Table {
	t := table.Table{Name: "recommendations", Caption: "Recommended films, best first", Columns: []table.Column{
		{Name: "Film"}, {Name: "Year", Numeric: true}, {Name: "Why"}, {Name: "Id"}}}
	fits := s.suggested != nil // a sentence gives an order and no figures
	if fits {
		t.Columns = slices.Insert(t.Columns, 3, table.Column{Name: "Fit", Unit: "of 100", Doc: "to compare films of one answer", Numeric: true})
	}
	for _, f := range s.films {
		year := table.Unknown()
		if f.Year != nil {
			year = table.Year(*f.Year)
		}
		row := []table.Cell{table.Link(f.Title, part.FilmPath(f.ID, f.Title)), year, table.Text(strings.Join(f.Why, "; ")), table.Text(f.ID.String())}
		if fits {
			row = slices.Insert(row, 3, table.Float(f.Score, 0))
		}
		t.Add(row...)
	}
	return t
}
