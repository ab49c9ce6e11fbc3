// Package people holds the actors of the catalogue: everyone who stands in the
// cast of a film, with the films they are in, figures of their career, and the
// ids they are known by.
//
// Casts name people, they do not tell them apart. identity.go decides who is who,
// by the ids of the sources where they state any and by name otherwise; slug.go
// gives everyone an id that later builds keep; career.go counts; genre.go ranks
// people by what they did in a genre. docs/data/people.md tells the rules to
// readers.
//
// Builder sees each film once and writes File; Open checks what it maps, so that
// damage gives an error or a wrong answer but never a panic. People are numbered
// by falling popularity, so that every list is a walk in order.
//
// Start reading at Actor, then
// Collection for asking, Builder for building.
package people

import (
	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/ordered"
)

// File is the name of the file in a library generation.
const File = "people.pack"

// formatVersion is the version of what the sections mean. History:
//
//	1  the first
const formatVersion = 1

// Actor is someone who stands in the cast of a film (REQ AC-09).
type Actor struct {
	Slug        string  `json:"id" doc:"The name's slug, with a number behind it where several have it. It stays from build to build." example:"buster-keaton"`
	MoviedbID   *int64  `json:"moviedb_id" nullable:"true" doc:"The movie database's number of the person, where a source states it."`
	NamedbID    *string `json:"namedb_id" nullable:"true" pattern:"^nm\\d+$" doc:"The name database's id of the person, where a source states it."`
	Name        string  `json:"name"`
	HeadshotURL *string `json:"headshot_url" nullable:"true" doc:"A picture of the person."`
	Popularity  float64 `json:"popularity" minimum:"0" maximum:"100" doc:"From votes, billing and age of the films, beside the most popular of the library."` // two decimals
	// VisualDescription, Biography and HasStyle come from the guide to the actor.
	// This package knows no guides and leaves them empty.
	VisualDescription *string     `json:"visual_description" nullable:"true" doc:"How the actor appears on the screen, from the style guide."`
	Biography         *string     `json:"biography" nullable:"true" doc:"When the actor worked and as what, from the style guide."`
	Career            CareerStats `json:"career_stats"`
	HasStyle          bool        `json:"has_style" doc:"Whether there is a style guide."`

	who uint32 // the place in the collection
}

// CareerStats are the figures of an actor's films (REQ AC-09). What is not known
// of any of them is nil. Ratings and scores have two decimals.
type CareerStats struct {
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
	Filmography []ActorFilm `json:"filmography" doc:"The newest first; those without a year last."`
	Style       *ActorStyle `json:"style" nullable:"true" doc:"What the style guide says; null without one."`
}

// Footage reports whether the film shows the person in archive footage only.
func (f *ActorFilm) Footage() bool {
	if f.Character == nil {
		return false
	}
	footage, _ := billingOf(*f.Character)
	return footage
}

// ActorFilm is a film of an actor. Character is nil where the source names none.
type ActorFilm struct {
	FilmdbID  film.ID  `json:"filmdb_id" pattern:"^tt\\d+$"`
	Title     string   `json:"title"`
	Year      *int     `json:"year" nullable:"true"`
	Character *string  `json:"character" nullable:"true"`
	Rating    *float64 `json:"filmdb_rating" nullable:"true" minimum:"0" maximum:"10"`
}

// ActorStyle is what a guide says of an actor's work. Techniques is never nil.
type ActorStyle struct {
	Techniques     []string            `json:"techniques"`
	Specifications ordered.Map[string] `json:"specifications" doc:"register, physicality, voice, range and parts."`
}

// Appearance is a person in a film: ActorFilm without what the catalogue knows.
// Doc is of the catalogue the collection was opened with.
type Appearance struct {
	Doc       catalog.Doc
	Film      film.ID
	Character *string
}

// Record is what a person did in one genre.
// AvgRating and AvgMasterScore are nil where none of the films has one; they have two
// decimals.
type Record struct {
	Actor          Actor
	Films          int // of the genre
	AvgRating      *float64
	AvgMasterScore *float64
	// Strength is how much the person stands for the genre, beside whom stands
	// for it most: from 0 to 1.
	Strength float64
}

// Sighting is the word of a source that whoever is called Name in the cast of a
// film has an id elsewhere. It tells people of one name apart.
// Names are compared by their folded words.
type Sighting struct {
	Film film.ID
	Name string
	// NamedbID is the name database's id, nm0000123, MoviedbID the movie
	// database's number, ServiceID that of a streaming catalogue. Any may be
	// missing.
	NamedbID  string
	MoviedbID int
	ServiceID int
}
