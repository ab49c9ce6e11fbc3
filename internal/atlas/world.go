package atlas

import "kinodex/internal/film"

// Answer is the world as a question wants to see it, and the question in its usual
// form.
type Answer struct {
	Question Question
	World    World
}

// World is the films of the world by country (REQ AT-04 to AT-09).
type World struct {
	Totals     WorldTotals   `json:"totals"`
	Coverage   WorldCoverage `json:"coverage"`
	Disclaimer string        `json:"disclaimer" doc:"What the figures are and are not."`
	Countries  []Country     `json:"countries" doc:"Countries that have films, the most films first, then by code."`
}

// WorldTotals are films in all countries and in none. Films is the sum of Verified,
// Inferred and Unmapped.
type WorldTotals struct {
	Films     int `json:"films" minimum:"0" doc:"All films asked for."`
	Countries int `json:"countries" minimum:"0"`
	Verified  int `json:"verified" minimum:"0" doc:"Films whose country a source states."`
	Inferred  int `json:"inferred" minimum:"0" doc:"Films whose country follows from companies or language."`
	Unmapped  int `json:"unmapped" minimum:"0" doc:"Films of which neither tells."`
}

// WorldCoverage is the same as parts of a hundred, to two decimals.
type WorldCoverage struct {
	Verified *float64 `json:"verified_pct" nullable:"true" minimum:"0" maximum:"100" doc:"Null when there are no films; so are the others."`
	Inferred *float64 `json:"inferred_pct" nullable:"true" minimum:"0" maximum:"100"`
	Unmapped *float64 `json:"unmapped_pct" nullable:"true" minimum:"0" maximum:"100"`
}

// Country is a country's films. A film counts for the first country listed. Share
// has four decimals, Score two.
type Country struct {
	Code     string  `json:"code" pattern:"^[A-Z]{2}$" doc:"ISO 3166-1 alpha-2; a country that no longer exists keeps its own."`
	Name     string  `json:"name"`
	Films    int     `json:"film_count" minimum:"1"`
	Verified int     `json:"verified_count" minimum:"0"`
	Inferred int     `json:"inferred_count" minimum:"0"`
	Share    float64 `json:"verified_share" minimum:"0" maximum:"1"`
	Score    float64 `json:"avg_master_score" minimum:"0" maximum:"100"`
	// Top was encoded when the library was built.
	Top film.Raw[[]CountryFilm] `json:"top_films" doc:"The best by master score."`

	number int // the place in the order of codes
}

// CountryFilm is a film in a country's list.
type CountryFilm struct {
	FilmdbID film.ID `json:"filmdb_id" pattern:"^tt\\d+$"`
	Title    string  `json:"title"`
	Year     *int    `json:"year" nullable:"true"`
	Score    float64 `json:"master_score" minimum:"0" maximum:"100"`
	Poster   *string `json:"poster_mini_url" nullable:"true"`
}
