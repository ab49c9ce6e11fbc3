package v1

import (
	"kinodex/internal/serve/wire"
)

// Actor describes an actor (REQ AC-09). The bytes
// are written by package app; a test holds the two together.
type Actor struct {
	ID          string      `json:"id" doc:"The name's slug, with a number behind it where several have it. It stays from build to build." example:"buster-keaton"`
	MoviedbID   *int64      `json:"moviedb_id" nullable:"true" doc:"The movie database's number of the person, where a source states it."`
	NamedbID    *string     `json:"namedb_id" nullable:"true" pattern:"^nm\\d+$" doc:"The name database's id of the person, where a source states it."`
	Name        string      `json:"name"`
	Headshot    *string     `json:"headshot_url" nullable:"true" doc:"A picture of the person."`
	Popularity  float64     `json:"popularity" minimum:"0" maximum:"100" doc:"From votes, billing and age of the films, beside the most popular of the library."`
	Looks       *string     `json:"visual_description" nullable:"true" doc:"How the actor appears on the screen, from the style guide."`
	Biography   *string     `json:"biography" nullable:"true" doc:"When the actor worked and as what, from the style guide."`
	CareerStats careerStats `json:"career_stats"`
	HasStyle    bool        `json:"has_style" doc:"Whether there is a style guide."`
}

type careerStats struct {
	FilmCount      int      `json:"film_count" minimum:"1" doc:"All films of the filmography. The other figures leave out those with the person in archive footage only."`
	AvgRating      *float64 `json:"avg_rating" nullable:"true" minimum:"0" maximum:"10" doc:"Mean user rating of the films that have one."`
	AvgMasterScore *float64 `json:"avg_master_score" nullable:"true" minimum:"0" maximum:"100" doc:"Mean master score."`
	TotalGross     *int64   `json:"total_gross" nullable:"true" doc:"Worldwide grosses of the films whose gross is known, US dollars of their time."`
	TopGenre       *string  `json:"top_genre" nullable:"true" doc:"The genre of most films; of equals, that with more votes."`
	FirstYear      *int     `json:"first_year" nullable:"true"`
	LastYear       *int     `json:"last_year" nullable:"true"`
}

// ActorDetail is an actor with films and style (REQ AC-11).
type ActorDetail struct {
	Actor
	Filmography []actorFilm `json:"filmography" doc:"The newest first; those without a year last."`
	Style       *actorStyle `json:"style" nullable:"true" doc:"What the style guide says; null without one."`
}

type actorFilm struct {
	FilmdbID  string   `json:"filmdb_id" pattern:"^tt\\d+$"`
	Title     string   `json:"title"`
	Year      *int     `json:"year" nullable:"true"`
	Character *string  `json:"character" nullable:"true"`
	Rating    *float64 `json:"filmdb_rating" nullable:"true" minimum:"0" maximum:"10"`
}

type actorStyle struct {
	Techniques     []string          `json:"techniques"`
	Specifications map[string]string `json:"specifications" doc:"register, physicality, voice, range and parts."`
}

type actorsAnswer struct {
	Data []Actor   `json:"data"`
	Meta filmsMeta `json:"meta"`
}

type actorAnswer struct {
	Data ActorDetail       `json:"data"`
	Meta *wire.SandboxMeta `json:"meta,omitempty"`
}

const actorExample = `"id":"buster-keaton","moviedb_id":8635,"namedb_id":"nm0000036","name":"Buster Keaton",` +
	`"headshot_url":null,"popularity":12.41,"visual_description":"slim, upright, still in the face and quick everywhere else",` +
	`"biography":"Active 1917-1966. Plays men who answer catastrophe with arithmetic.",` +
	`"career_stats":{"film_count":71,"avg_rating":6.81,"avg_master_score":58.02,"total_gross":4370245,"top_genre":"Comedy","first_year":1920,"last_year":1966},"has_style":true`

const actorMoreExample = `"filmography":[{"filmdb_id":"tt0017925","title":"The General","year":1926,"character":"Johnnie Gray","filmdb_rating":8.2}],` +
	`"style":{"techniques":["The long shot that proves it"],"specifications":{"register":"grave","physicality":"slim, upright, still in the face and quick everywhere else",` +
	`"voice":"seldom needed","range":"slapstick, melodrama played straight","parts":"suitors, heirs, engineers"}}`
