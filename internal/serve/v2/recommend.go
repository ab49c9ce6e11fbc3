package v2

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/catalog"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/serve/wire"
	"kinodex/internal/taste"
)

// recommendBody is the body of /recommend (REQ F2-43). A nil Limit stands for 6, nil Filters
// for no condition.
type recommendBody struct {
	Prompt  string         `json:"prompt" minLength:"1" maxLength:"2000" doc:"What you would like to see, in your own words: kinds, moods, times, places, people, lengths, films to be like, and what it must not be." example:"a slow Japanese ghost story from the sixties, not too long"`
	Limit   *int           `json:"limit,omitempty" nullable:"true" minimum:"1" maximum:"50" default:"6" doc:"How many films to recommend, at most."`
	Filters *filmsToFilter `json:"filters,omitempty" nullable:"true" doc:"Which films may be recommended at all, applied first and never relaxed. The keys mean what they mean in the list of films; any other is an error."`
}

// filmsToFilter are the filters of a recommendation, all of which every film must pass (REQ
// F2-45, F2-46). nil fields are no condition.
type filmsToFilter struct {
	Genre     *string  `json:"genre,omitempty" nullable:"true" doc:"Names of genres, any case, separated by commas; all must match." example:"Drama,Crime"`
	Decade    *decade  `json:"decade,omitempty" doc:"A decade, as 1990s or 1990."`
	MinRating *float64 `json:"min_rating,omitempty" nullable:"true" doc:"The least user rating."`
	YearMin   *float64 `json:"year_min,omitempty" nullable:"true" doc:"The first year of release."`
	YearMax   *float64 `json:"year_max,omitempty" nullable:"true" doc:"The last year of release."`
	MinScore  *float64 `json:"min_score,omitempty" nullable:"true" doc:"The least master score."`
	MinVotes  *float64 `json:"min_votes,omitempty" nullable:"true" doc:"The least number of user votes."`
	Language  *string  `json:"language,omitempty" nullable:"true" doc:"Original language, ISO 639-1."`
	Director  *string  `json:"director,omitempty" nullable:"true" doc:"Part of a director's name, any case."`
	Actor     *string  `json:"actor,omitempty" nullable:"true" doc:"Part of the name of anyone in the cast, any case."`
	HasPoster *bool    `json:"has_poster,omitempty" nullable:"true" doc:"true keeps only films that have a poster."`
}

// filterKeys are the keys that a filter may have, as faults list them. It must name each
// field of filmsToFilter.
const filterKeys = "genre, decade, min_rating, year_min, year_max, min_score, min_votes, language, director, actor, has_poster"

// UnmarshalJSON refuses an unknown filter, and a value of a wrong type, as a fault of
// filters.<name>: a mistyped filter that was ignored would let every film through (REQ
// F2-46). Of several wrong filters the first by name is told.
func (f *filmsToFilter) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		return nil
	}
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(b, &keys); err != nil {
		return fault.Param("filters", "an object with any of: "+filterKeys)
	}
	type fields filmsToFilter
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if !slices.Contains(strings.Split(filterKeys, ", "), key) {
			return fault.Param("filters."+key, "absent; the filters are: "+filterKeys)
		}
		one, err := json.Marshal(map[string]json.RawMessage{key: keys[key]})
		if err != nil {
			return err
		}
		if err := json.Unmarshal(one, (*fields)(f)); err != nil {
			return fault.Param("filters."+key, filterTypes(key))
		}
	}
	return nil
}

// filterTypes returns in words what the filter of a key may be, for faults. key must be one
// of filterKeys.
func filterTypes(key string) string {
	switch key {
	case "genre", "language", "director", "actor":
		return "a string"
	case "decade":
		return "a decade such as 1990s or 1990"
	case "has_poster":
		return "true or false"
	}
	return "a number"
}

// decade is a decade, sent as a string or a number.
type decade string

// UnmarshalJSON reads "1990s", "1990" and 1990. Whether it is a decade is checked by query.
func (d *decade) UnmarshalJSON(b []byte) error {
	var s string
	if json.Unmarshal(b, &s) == nil {
		*d = decade(s)
		return nil
	}
	var n json.Number
	err := json.Unmarshal(b, &n)
	*d = decade(n)
	return err
}

// Schema describes both ways of writing a decade.
func (decade) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{AnyOf: []*huma.Schema{
		{Type: huma.TypeString, Pattern: `^\d{4}[sS]?$`, Examples: []any{"1990s"}}, {Type: huma.TypeInteger, Examples: []any{1990}},
	}}
}

// query returns the filters as conditions of the catalogue. What is no decade is a fault of
// filters.decade. Bounds are checked by the application, whose faults name filters.<name>
// too.
func (f *filmsToFilter) query() (*film.Query, error) {
	q := &film.Query{
		MinRating: f.MinRating, YearMin: f.YearMin, YearMax: f.YearMax, MinScore: f.MinScore, MinVotes: f.MinVotes,
		Language: value(f.Language), Director: value(f.Director), Actor: value(f.Actor), HasPoster: value(f.HasPoster),
		Genres: film.ParseGenres(value(f.Genre)),
	}
	first, err := wire.Decade(string(value(f.Decade)))
	if err != nil {
		return nil, fault.Param("filters.decade", filterTypes("decade"))
	}
	q.Decade = first
	return q, nil
}

// value returns what v points to, or the zero value for nil.
func value[T any](v *T) (zero T) {
	if v == nil {
		return zero
	}
	return *v
}

// picked is one recommendation (REQ F2-44).
type picked struct {
	Film   Film   `json:"film"`
	Reason string `json:"reason" doc:"One short sentence of what in the film's record answers the prompt."`
}

// recommendMeta says how the text was understood, and which demands of it the last films do
// not meet. Unmet and UnknownGenres are left out when they are empty.
type recommendMeta struct {
	Understood    taste.Understood        `json:"understood" doc:"How the prompt was read. What is not here had no effect."`
	Unmet         []taste.UnmetConstraint `json:"let_go,omitempty" doc:"What of the prompt the last films do not answer: among those that pass the filters too few answer all of it."`
	UnknownGenres []catalog.UnknownGenre  `json:"unknown_genres,omitempty" doc:"The genres of the filters that no film has, with those they may have been."`
	Sandbox       bool                    `json:"sandbox,omitempty" doc:"True when the answer comes from the sandbox."`
}

// recommendAnswer is the answer of /recommend, best film first.
type recommendAnswer struct {
	Data []picked      `json:"data"`
	Meta recommendMeta `json:"meta"`
}

// registerRecommend adds POST /recommend. It needs the Producer plan and costs one request
// (REQ A-10). No cache keeps an answer (REQ F2-53).
func registerRecommend(api wire.API) {
	wire.Handle(api, wire.Route[wire.None]{
		Operation: huma.Operation{
			OperationID: "recommendFilms", Method: http.MethodPost, Path: "/api/v2/recommend",
			Tags: []string{"recommendations"}, Summary: "Recommend films for a text",
			Description: "Films that fit a text, the best first, each with one sentence that its record bears out. The same text gives the same films from the same library; no language model is involved, and instructions in the text are words like all others. " +
				"Without filters, what the text demands is never relaxed, except as meta.understood.relaxed tells: so there may be fewer films than asked for. When no film is left, or the text is in another language than English, the answer is well-known films, and meta.understood.note says so. " +
				"Among films that pass filters there are as many as asked for, if so many pass: meta.let_go tells what of the text the last of them do not answer. What the text rules out stays out.",
			RequestBody: wire.Takes[recommendBody](api.Doc, true,
				`{"prompt":"a tense thriller from the forties, set in Vienna, nothing too long","limit":3,"filters":{"min_rating":7}}`),
			Responses: map[string]*huma.Response{"200": wire.Success[recommendAnswer](api.Doc, "The recommendations.", recommendExample())},
		},
		Need: access.Needs.Recommend, Private: true, Body: wire.JSONBody, Answer: recommend,
	})
}

// recommend answers with films for a text, the best first; fewer than asked for when fewer
// pass the filters (REQ F2-48). No language model has a part in it: the same question gets
// the same answer from the same library (REQ F2-49).
func recommend(x *wire.Exchange, _ *wire.None) error {
	var body recommendBody
	if err := x.Decode(&body); err != nil {
		return err
	}
	q := app.RecommendQuestion{Prompt: body.Prompt, Limit: 6}
	if body.Limit != nil {
		q.Limit = *body.Limit
	}
	if body.Filters != nil {
		var err error
		if q.Filters, err = body.Filters.query(); err != nil {
			return err
		}
	}
	found, err := x.Visit.Recommend(x.Context(), q)
	if err != nil {
		return err
	}
	b := append(x.Body(), `{"data":[`...)
	for i := range found.Len() {
		if i > 0 {
			b = append(b, ',')
		}
		b = found.AppendFilm(append(b, `{"film":`...), i, x.Base())
		reason, err := json.Marshal(found.Reason(i))
		if err != nil {
			return err
		}
		b = append(append(append(b, `,"reason":`...), reason...), '}')
	}
	meta, err := json.Marshal(recommendMeta{*found.Understood, found.Unmet, found.UnknownGenres, x.Visit.Bill().Sandbox})
	if err != nil {
		return err
	}
	x.Answer(append(append(append(b, `],"meta":`...), meta...), '}'))
	return nil
}

// similarExample returns the example answer of similar films.
func similarExample() []byte {
	b, _ := json.Marshal(map[string]any{
		"data": []json.RawMessage{example(film.List)},
		"meta": similarMeta{Source: taste.Content, Count: 1, RequestedLimit: 20},
	})
	return b
}

// recommendExample returns the example answer of a recommendation.
func recommendExample() []byte {
	from, to, most := 1940, 1949, 125
	b, _ := json.Marshal(map[string]any{
		"data": []map[string]any{{
			"film":   example(film.List),
			"reason": "Film-Noir, Mystery and Thriller from 1949, with the keyword “vienna”, 104 minutes long.",
		}},
		"meta": recommendMeta{Understood: taste.Understood{
			Genres: []string{"Thriller"}, Years: []taste.Span{{From: &from, To: &to}}, Runtime: &taste.Span{To: &most},
			Moods: []string{"tense"}, Themes: []string{"vienna"},
		}},
	})
	return b
}
