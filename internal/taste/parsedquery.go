package taste

import (
	"slices"
	"strings"

	"kinodex/internal/catalog"
	"kinodex/internal/docset"
	"kinodex/internal/film"
	"kinodex/internal/taste/feature"
	"kinodex/internal/taste/prompt"
	"kinodex/internal/text"
)

// ParsedQuery is what a text that is typed into a search asks for where it is no title and no name: "French
// comedies from the 60s under 100 minutes".
type ParsedQuery struct {
	prompt.Request // Words are what is left to search for among the films

	films     docset.Set // that meet the request
	known     bool       // each of the words means something that films are about
	described *film.Description
}

// mostLeft is how many words beside its conditions a wish has at most.
const mostLeft = 2

// ParseQuery reads a text as a wish. It returns nil where the text asks for nothing but words, for films
// like another, or for what no film meets, and where it rather tells of a film than of a kind of them.
func (x *Taste) ParseQuery(typed string) *ParsedQuery {
	r := x.reader.Read(typed)
	r.Request.Acclaimed = r.Request.Acclaimed || strings.HasPrefix(text.Fold(typed), "best of ")
	if q := x.description(r, typed); q != nil {
		return q
	}
	if len(r.Liked) > 0 || len(r.Disliked) > 0 || len(r.Themes)+len(r.Request.Unknown) > mostLeft {
		return nil
	}
	q := &ParsedQuery{}
	if asks := x.asksFor(r); asks {
		q.films = x.model.satisfying(x.constraintsOf(r), docset.Full(x.films.Len()))
	} else if q.films = docset.Full(x.films.Len()); !says(typed, "about") {
		return nil
	}
	var left []string
	for _, t := range r.Themes {
		if !x.narrow(q.films, t.Features) {
			left = append(left, t.Words)
		}
	}
	for _, mood := range r.Moods {
		x.narrow(q.films, x.signsOf(mood))
	}
	words := strings.Join(append(left, r.Request.Unknown...), " ")
	weak := len(r.Request.Genres)+len(r.Moods)+len(r.Request.Years) == 0 && r.Request.Runtime == nil && len(r.People)+len(r.Companies) == 0 && !r.Request.Acclaimed
	if !marked(r, typed) || q.films.Count() == 0 || weak && words != "" && !says(typed, "film", "films", "movie", "movies") {
		return nil
	}
	q.Request, q.Words, q.known = r.Request, words, len(r.Request.Unknown) == 0
	q.Unknown, q.Ignored = nil, nil
	q.Themes = slices.DeleteFunc(slices.Clone(r.Request.Themes), func(theme string) bool { return slices.Contains(left, theme) })
	if len(q.Themes) == 0 {
		q.Themes = nil
	}
	return q
}

// leastThemed is how many films must be left that have a theme for it to be a condition.
const leastThemed = 10

// narrow leaves of some films those that have one of some keywords or genres, unless these are next to
// none, and reports whether it did.
func (x *Taste) narrow(films docset.Set, features []uint32) bool {
	some := x.model.havingAny(slices.DeleteFunc(slices.Clone(features), func(f uint32) bool {
		k := x.model.KindOf(f)
		return k != feature.Keyword && k != feature.Genre
	}))
	if films.CountCommon(some) < leastThemed {
		return false
	}
	films.Intersect(films, some)
	return true
}

// signsOf returns the genres that are of a mood by nature, or else all genres of it, and its keywords.
func (x *Taste) signsOf(mood *prompt.Mood) []uint32 {
	if len(mood.Strict) == 0 {
		return x.signs(mood.Genres, mood)
	}
	return x.signs(mood.Strict, mood)
}

// signs returns some genres and the keywords of a mood.
func (x *Taste) signs(genres []string, mood *prompt.Mood) (features []uint32) {
	for _, g := range genres {
		features = append(features, x.reader.Genre(g)...)
	}
	for _, k := range mood.Keywords {
		features = append(features, x.model.Called(feature.TitleKey(k), feature.Keyword)...)
	}
	return features
}

// says reports whether a text has one of some words.
func says(typed string, words ...string) bool {
	return slices.ContainsFunc(text.Words(text.Fold(typed)), func(w string) bool { return slices.Contains(words, w) })
}

// asksFor reports whether a reading has a condition on films.
func (x *Taste) asksFor(r *prompt.Reading) bool {
	conditions := r.Request
	conditions.Themes, conditions.Moods, conditions.Unknown, conditions.Ignored, conditions.Language = nil, nil, nil, nil, ""
	return !conditions.Empty()
}

// kinds are words for films of a kind that are seldom said of one, folded.
var kinds = strings.Fields("film films movie movies comedies thrillers dramas westerns musicals documentaries romances mysteries horrors biopics romcoms cartoons about")

// marked reports whether something in the text tells that it asks for a kind of films, and not for one
// with these words: a word for films of a kind, a condition that no word of a film says, or another
// language.
func marked(of *prompt.Reading, typed string) bool {
	r := &of.Request
	decade := slices.ContainsFunc(r.Years, func(s prompt.Span) bool { return s.From == nil || s.To == nil || *s.From < *s.To })
	return says(typed, kinds...) || decade || r.Language != "" || r.Runtime != nil || r.Rating != nil || r.Votes != nil || r.Acclaimed || r.Fame != "" || r.Oscars != "" ||
		len(r.NotGenres)+len(r.NotYears)+len(r.NotCountries)+len(r.NotLanguages)+len(r.NotPeople)+len(r.NotThemes)+len(r.NotMoods)+len(r.NotCompanies)+len(r.Companies) > 0
}

// Meant returns what ParseQuery does, ready to search with; nil also for the description of a film when
// some film has all words of the text.
func (x *Taste) Meant(typed string, allWords bool) *ParsedQuery {
	q := x.ParseQuery(typed)
	switch {
	case q == nil || q.described == nil:
	case allWords:
		return nil
	default:
		q.described.Similar = x.similarTo(typed)
	}
	return q
}

// Narrow makes a question about films one for what the wish asks for, and its words. Without an order
// of its own, the best known films come first where there are no words, the best rated where those
// are asked for.
func (w *ParsedQuery) Narrow(q film.Query) film.Query {
	if q.Text, q.Within, q.Description = w.Words, w.films, w.described; w.described != nil {
		return q
	}
	if w.known && len(text.Words(w.Words)) == 1 {
		q.Match = film.MatchAny // a word that films are about is nobody's name misspelt
	}
	if q.Sort.Field == "" && len(text.Words(w.Words)) == 0 {
		q.Sort = film.Sort{Field: "filmdb_votes", Desc: true}
		if w.Acclaimed {
			q.Sort.Field = "master_score"
		}
	}
	return q
}

// DropWords makes the words of a wish ones that had no effect, for when no film has them, and reports
// whether it did: without its words nothing is left of a description.
func (w *ParsedQuery) DropWords() bool {
	if w.Words == "" || w.described != nil {
		return false
	}
	w.Ignored, w.Words = append(w.Ignored, w.Words), ""
	return true
}

// Description returns what is known of the film that the text describes; nil where it describes none.
func (w *ParsedQuery) Description() *film.Description { return w.described }

// Films returns the films that meet the wish.
func (w *ParsedQuery) Films() docset.Set { return w.films }

// mostMeant is how many films that have all words of a text are so few that one of them is meant.
const mostMeant = 3

// Find returns a page of the films that match a question, as the catalogue does. Where the text is a
// wish, and MatchAuto asks for it to be read, it sets the question to what the wish asks for, returns
// the films that meet it, and tells what was understood; nil where it is none. Words that no such film
// has are told among those that had no effect.
func (x *Taste) Find(q *film.Query, p film.Page) (catalog.ResultPage, *ParsedQuery) {
	found := x.films.Find(q, p)
	if q.Match != film.MatchAuto || found.Titled || q.Text == "" || found.Match == film.MatchAll && found.Total > 0 && found.Total <= mostMeant {
		return found, nil
	}
	wish := x.Meant(q.Text, found.AllWords)
	if wish == nil {
		return found, nil
	}
	narrowed := wish.Narrow(*q)
	page := x.films.Find(&narrowed, p)
	if page.Total == 0 && wish.DropWords() {
		narrowed = wish.Narrow(*q)
		page = x.films.Find(&narrowed, p)
	}
	if page.Total == 0 {
		return found, nil
	}
	*q = narrowed
	return page, wish
}
