package taste

import (
	"slices"
	"strings"

	"kinodex/internal/docset"
	"kinodex/internal/film"
	"kinodex/internal/taste/feature"
	"kinodex/internal/taste/prompt"
	"kinodex/internal/text"
)

// ParsedQuery is what a text that is typed into a search asks for where it is no title and no name: "French
// comedies from the 60s under 100 minutes".
type ParsedQuery struct {
	prompt.Request
	Words string `json:"words,omitempty" doc:"What is left of q to search for among these films."`

	films docset.Set // that meet the request
}

// mostLeft is how many words beside its conditions a wish has at most.
const mostLeft = 2

// ParseQuery reads a text as a wish. It returns nil where the text asks for nothing but words, for films
// like another, or for what no film meets, and where it rather tells of a film than of a kind of them.
func (x *Taste) ParseQuery(typed string) *ParsedQuery {
	r := x.reader.Read(typed)
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
	q.Words = strings.Join(append(left, r.Request.Unknown...), " ")
	weak := len(r.Request.Genres)+len(r.Moods)+len(r.Request.Years) == 0 && r.Request.Runtime == nil && len(r.People)+len(r.Companies) == 0 && !r.Request.Acclaimed
	if q.films.Count() == 0 || weak && q.Words != "" && !says(typed, "film", "films", "movie", "movies") {
		return nil
	}
	q.Request = r.Request
	q.Unknown, q.Ignored = nil, nil
	q.Themes = slices.DeleteFunc(slices.Clone(r.Request.Themes), func(theme string) bool { return slices.Contains(left, theme) })
	if len(q.Themes) == 0 {
		q.Themes = nil
	}
	return q
}

// leastThemed is how many films must be left that have a theme for it to be a condition.
const leastThemed = 3

// narrow leaves of some films those that have one of some keywords or genres, unless these are next to
// none, and reports whether it did.
func (x *Taste) narrow(films docset.Set, features []uint32) bool {
	some := docset.New(x.films.Len())
	for _, f := range features {
		if k := x.model.KindOf(f); k == feature.Keyword || k == feature.Genre {
			docs, _ := x.model.With(f)
			some.AddAll(docs)
		}
	}
	if films.CountCommon(some) < leastThemed {
		return false
	}
	films.Intersect(films, some)
	return true
}

// signsOf returns the genres that are of a mood by nature, or else all genres of it, and its keywords.
func (x *Taste) signsOf(mood *prompt.Mood) (features []uint32) {
	genres := mood.Strict
	if len(genres) == 0 {
		genres = mood.Genres
	}
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

// Narrow makes a question about films one for what the wish asks for, and its words. Without an order
// of its own, the best known films come first where there are no words, the best rated where those
// are asked for.
func (w *ParsedQuery) Narrow(q film.Query) film.Query {
	q.Text, q.Within = w.Words, w.films
	if q.Sort.Field == "" && len(text.Words(w.Words)) == 0 {
		q.Sort = film.Sort{Field: "filmdb_votes", Desc: true}
		if w.Acclaimed {
			q.Sort.Field = "master_score"
		}
	}
	return q
}

// Films returns the films that meet the wish.
func (w *ParsedQuery) Films() docset.Set { return w.films }
