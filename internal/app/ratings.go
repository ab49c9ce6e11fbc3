package app

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"kinodex/internal/catalog"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/ratings"
	"kinodex/internal/stat"
	"kinodex/internal/taste"
)

// The bounds of what a question for suggestions says of films that were seen (REQ R-43).
const (
	MaxRatings  = 10_000
	MaxExcluded = 10_000
)

// RatingsReport says what became of the ratings of a question (REQ R-42).
type RatingsReport struct {
	Rows      int               `json:"rows" minimum:"0" doc:"The ratings sent."`
	ByID      int               `json:"matched_by_id" minimum:"0" doc:"Those whose film was found by id, or by its number in the movie database."`
	ByTitle   int               `json:"matched_by_title" minimum:"0" doc:"Those whose film was found by title and year."`
	Unmatched []UnmatchedRating `json:"unmatched" doc:"Those whose film was not found, or not surely, in the order in which they were sent."`
	// Mean and Deviation are nil when no rating was sent.
	Mean      *float64 `json:"mean" nullable:"true" minimum:"0" maximum:"10" doc:"The mean of the ratings."`
	Deviation *float64 `json:"deviation" nullable:"true" minimum:"0" doc:"Their standard deviation."`
	Liked     int      `json:"liked" minimum:"0" doc:"The films that count as liked by their ratings."`
}

// UnmatchedRating is a rating whose film was not found.
type UnmatchedRating struct {
	Index  int      `json:"index" minimum:"0" doc:"Its place among the ratings sent, from 0."`
	ID     string   `json:"id,omitempty"`
	Title  string   `json:"title,omitempty"`
	Year   int      `json:"year,omitempty"`
	Reason Mismatch `json:"reason" enum:"not_in_catalogue,no_such_title,other_year,several"`
}

// Mismatch is why the film of a rating was not found.
type Mismatch string

// The mismatches.
const (
	NotInCatalogue Mismatch = "not_in_catalogue" // no film has the id
	NoSuchTitle    Mismatch = "no_such_title"    // no film has the title
	OtherYear      Mismatch = "other_year"       // films have the title, but of another year
	SeveralFilms   Mismatch = "several"          // several films have the title and the year
)

// checkSeen checks the bounds of ratings and of films to exclude, before any is looked up.
func (q *SuggestQuestion) checkSeen() error {
	switch {
	case len(q.Ratings) > MaxRatings:
		return fault.Param("ratings", fmt.Sprintf("a list of at most %d ratings", MaxRatings))
	case len(q.Exclude) > MaxExcluded:
		return fault.Param("exclude", fmt.Sprintf("a list of at most %d films", MaxExcluded))
	}
	for i := range q.Ratings {
		if err := checkRating(i, &q.Ratings[i]); err != nil {
			return err
		}
	}
	return checkNames("exclude", q.Exclude)
}

// checkRating checks one rating; the fault names the field as ratings[0].year.
func checkRating(i int, r *ratings.SeenFilm) error {
	refuse := func(field, allowed string) error { return fault.Param(fmt.Sprintf("ratings[%d]%s", i, field), allowed) }
	_, isID := film.ParseID(r.ID)
	switch {
	case r.ID == "" && r.MoviedbID == 0 && r.Title == "":
		return refuse("", "an object with id, moviedb_id or title")
	case r.ID != "" && !isID:
		return refuse(".id", "a film id (tt0111161)")
	case r.MoviedbID < 0 || r.MoviedbID > math.MaxInt32:
		return refuse(".moviedb_id", "a number of the movie database")
	case utf8.RuneCountInString(r.Title) > film.MaxText:
		return refuse(".title", fmt.Sprintf("a title of 1 to %d characters", film.MaxText))
	case utf8.RuneCountInString(r.OriginalTitle) > film.MaxText:
		return refuse(".original_title", fmt.Sprintf("a title of 1 to %d characters", film.MaxText))
	case r.Year < 0 || r.Year > 9999:
		return refuse(".year", "a year")
	case r.Rating != nil && !(*r.Rating >= 0 && *r.Rating <= 10):
		return refuse(".rating", "a number from 0 to 10")
	}
	return nil
}

// matcher finds the films of ratings.
type matcher struct {
	films *catalog.Catalog
	taste *taste.Taste
}

// film returns the film of a rating, and whether it was found by an id. why is empty when it
// was found. A film id decides. Without one, or when the catalogue does not know the number
// in the movie database, the film is the one of the title and year, or of the year before or
// after; when several are, none is guessed.
func (m *matcher) film(r *ratings.SeenFilm) (d catalog.Doc, byID bool, why Mismatch) {
	if id, ok := film.ParseID(r.ID); ok {
		if d, ok = m.films.ByID(id); !ok {
			return 0, false, NotInCatalogue
		}
		return d, true, ""
	}
	if r.MoviedbID != 0 {
		if d, ok := m.films.ByMoviedbID(r.MoviedbID); ok {
			return d, true, ""
		}
	}
	why = NoSuchTitle
	for _, title := range []string{r.Title, r.OriginalTitle} {
		switch found := m.taste.Titled(title, r.Year); {
		case len(found) == 1:
			return found[0], false, ""
		case len(found) > 1:
			return 0, false, SeveralFilms
		case why == NoSuchTitle && r.Year != 0 && m.taste.Titled(title, 0) != nil:
			why = OtherYear
		}
	}
	if r.Title == "" {
		why = NotInCatalogue
	}
	return 0, false, why
}

// viewing is a film that was seen, and what was thought of it.
type viewing struct {
	doc    catalog.Doc
	rating float64 // NaN for none
	liked  bool
}

// match finds the films of all ratings, each once, with the first of its ratings.
func (m *matcher) match(rows []ratings.SeenFilm, out *RatingsReport) []viewing {
	var all []viewing
	met := map[catalog.Doc]bool{}
	out.Rows, out.Unmatched = len(rows), []UnmatchedRating{}
	for i := range rows {
		r := &rows[i]
		d, byID, why := m.film(r)
		switch {
		case why != "":
			out.Unmatched = append(out.Unmatched, UnmatchedRating{i, r.ID, r.Title, r.Year, why})
			continue
		case byID:
			out.ByID++
		default:
			out.ByTitle++
		}
		if met[d] {
			continue
		}
		met[d] = true
		s := viewing{doc: d, rating: math.NaN(), liked: r.Liked}
		if r.Rating != nil {
			s.rating = *r.Rating
		}
		all = append(all, s)
	}
	return all
}

// What is liked is told by the person's own mean (REQ R-42). Few ratings say little of it, so
// it is taken with usualRatings further ones of a usual mean. Low ratings are no dislikes: to
// sink what is like them hides far more that somebody likes than what they do not. Chosen on
// half of the people of the measurement that docs/api/recommend.md tells of.
const (
	usualRatings = 5.0
	usualMean    = 6.5
	leastLiked   = 5.0 // whatever the mean, a lower rating is no like

	mostLikedSeen = 50 // films that count as liked by ratings, at most
)

// opinion returns the films that were seen and liked, the best first, of the same rating the
// one that was sent first: those with the person's mean rating or a higher one, and those with
// their highest, which they may have given to all. Hearts are liked, before all others of their
// rating. It tells the mean and deviation of the ratings in out.
func opinion(all []viewing, given []ratings.SeenFilm, out *RatingsReport) []catalog.Doc {
	var marks []float64
	for _, r := range given {
		if r.Rating != nil {
			marks = append(marks, *r.Rating)
		}
	}
	mean, highest := usualMean, math.Inf(1)
	if n := float64(len(marks)); n > 0 {
		plain := stat.Mean(marks)
		out.Mean, out.Deviation = rounded(plain), rounded(stat.Deviation(marks))
		mean, highest = (n*plain+usualRatings*usualMean)/(n+usualRatings), slices.Max(marks)
	}
	var good []viewing
	for _, s := range all {
		if s.liked || (s.rating >= mean || s.rating >= highest) && s.rating >= leastLiked {
			good = append(good, s)
		}
	}
	worth := func(s viewing) float64 { // a heart is worth a good rating
		if s.liked && !(s.rating > usualMean) {
			return max(mean, usualMean)
		}
		return s.rating
	}
	without := func(s viewing) int {
		if s.liked {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(good, func(a, b viewing) int { return cmp.Or(cmp.Compare(worth(b), worth(a)), without(a)-without(b)) })
	return docsOf(good)
}

// LikedByRatings returns the films that count as liked by ratings, the best first, as Suggest
// takes them. docs[i] was rated marks[i], from 0 to 10; the newest rating comes first.
func LikedByRatings(docs []catalog.Doc, marks []float64) []catalog.Doc {
	rated, given := make([]viewing, len(docs)), make([]ratings.SeenFilm, len(docs))
	for i, d := range docs {
		rated[i], given[i].Rating = viewing{doc: d, rating: marks[i]}, &marks[i]
	}
	good := opinion(rated, given, &RatingsReport{})
	return good[:min(len(good), mostLikedSeen)]
}

// rounded returns a figure with two decimals.
func rounded(v float64) *float64 {
	v = math.Round(100*v) / 100
	return &v
}

// docsOf returns the films of what was seen, in order.
func docsOf(all []viewing) []catalog.Doc {
	docs := make([]catalog.Doc, len(all))
	for i, s := range all {
		docs[i] = s.doc
	}
	return docs
}
