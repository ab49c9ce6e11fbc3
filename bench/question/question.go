// Package question is what the engines are asked: questions of five classes,
// made from the films by a seeded generator and recorded in a file, so that every
// engine, and every later run, is asked the same.
//
// It imports film and text of the house and the corpus. Start reading at
// Question, then Generate.
package question

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"

	"kinodex/internal/film"
)

// The classes, in the order of reports.
const (
	KnownItem  = "known item"
	CrossField = "cross-field"
	PlotWords  = "plot words"
	FilterSort = "filter+sort"
	DeepPage   = "deep page"
)

// Classes are all classes.
var Classes = []string{KnownItem, CrossField, PlotWords, FilterSort, DeepPage}

// Limit is how many films every question asks for.
const Limit = 50

// Question is one question, in the words of the interface.
type Question struct {
	Class string `json:"class"`
	// Kind says how the question was made, within its class.
	Kind string `json:"kind"`

	Text      string   `json:"q,omitempty"`
	Genres    []string `json:"genres,omitempty"`
	Decade    *int     `json:"decade,omitempty"`
	YearMin   *float64 `json:"year_min,omitempty"`
	YearMax   *float64 `json:"year_max,omitempty"`
	MinRating *float64 `json:"min_rating,omitempty"`
	MinScore  *float64 `json:"min_score,omitempty"`
	MinVotes  *float64 `json:"min_votes,omitempty"`
	Director  string   `json:"director,omitempty"`
	Actor     string   `json:"actor,omitempty"`
	Language  string   `json:"language,omitempty"`
	HasPoster bool     `json:"has_poster,omitempty"`
	Sort      string   `json:"sort,omitempty"`
	// Offset is how many films to skip: 0 but in deep pages.
	Offset int `json:"offset,omitempty"`

	// Wanted is the film the question was made from, when it is meant to be
	// found among the first.
	Wanted film.ID `json:"wanted,omitempty"`
	// Total is how many films match, counted by a plain scan of the films. Only
	// questions whose conditions all are exact values have it; how text is cut
	// into words differs from engine to engine.
	Total *int `json:"total,omitempty"`
}

// Query gives the question as the house puts it.
func (q *Question) Query() (film.Query, error) {
	sort, err := film.ParseSort(q.Sort, film.SortFields)
	if err != nil {
		return film.Query{}, err
	}
	query := film.Query{
		Text: q.Text, Sort: sort,
		Filters: film.Filters{
			Genre: strings.Join(q.Genres, ","), YearMin: q.YearMin, YearMax: q.YearMax,
			MinRating: q.MinRating, MinScore: q.MinScore, MinVotes: q.MinVotes,
			Director: q.Director, Actor: q.Actor, Language: q.Language, HasPoster: q.HasPoster,
		},
	}
	if q.Decade != nil {
		query.Decade = film.Decade(strconv.Itoa(*q.Decade))
	}
	return query, query.Check()
}

// Values gives the question as parameters of a v2 list, its page apart: v2 pages
// by cursor.
func (q *Question) Values() url.Values {
	v := url.Values{"limit": {strconv.Itoa(Limit)}}
	set := func(name, value string) {
		if value != "" {
			v.Set(name, value)
		}
	}
	number := func(name string, value *float64) {
		if value != nil {
			v.Set(name, strconv.FormatFloat(*value, 'f', -1, 64))
		}
	}
	set("q", q.Text)
	set("genre", strings.Join(q.Genres, ","))
	if q.Decade != nil {
		v.Set("decade", fmt.Sprintf("%ds", *q.Decade))
	}
	number("year_min", q.YearMin)
	number("year_max", q.YearMax)
	number("min_rating", q.MinRating)
	number("min_score", q.MinScore)
	number("min_votes", q.MinVotes)
	set("director", q.Director)
	set("actor", q.Actor)
	set("language", q.Language)
	if q.HasPoster {
		v.Set("has_poster", "true")
	}
	set("sort", q.Sort)
	return v
}

// Set is a recorded set of questions.
type Set struct {
	// Seed and Films say what the questions were made from.
	Seed      uint64     `json:"seed"`
	Films     int        `json:"films"`
	Questions []Question `json:"questions"`
}

// Save records the set.
func (s *Set) Save(path string) error {
	b, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(b, '\n'), 0o644)
}

// Load reads a recorded set and checks that each question can be asked.
func Load(path string) (*Set, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	s := new(Set)
	if err := json.Unmarshal(b, s); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for i := range s.Questions {
		if _, err := s.Questions[i].Query(); err != nil {
			return nil, fmt.Errorf("%s: question %d: %w", path, i, err)
		}
	}
	return s, nil
}
