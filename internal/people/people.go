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
// It imports film, text, pack and catalog. Start reading at Person, then
// Collection for asking, Builder for building.
package people

import (
	"kinodex/internal/catalog"
	"kinodex/internal/film"
)

// File is the name of the file in a library generation.
const File = "people.pack"

// formatVersion is the version of what the sections mean. History:
//
//	1  the first
const formatVersion = 1

// Person is someone who stands in the cast of a film.
type Person struct {
	Slug        string // the id of the interface (REQ AC-09, AC-12)
	Name        string
	MoviedbID   *int64
	NamedbID    *string // nm0000123
	HeadshotURL *string
	Popularity  float64 // from 0 to 100, two decimals
	Career      Career

	who uint32
}

// Career are the figures of a person's films (REQ AC-09). What is not known of
// any of them is nil.
type Career struct {
	FilmCount int // all films, as many as Collection.Films gives
	// The other figures leave out films that show the person in archive footage
	// only.
	AvgRating      *float64 // of those rated, two decimals
	AvgMasterScore *float64 // two decimals
	TotalGross     *int64   // worldwide, of those whose gross is known
	TopGenre       *string  // the genre of most films
	FirstYear      *int
	LastYear       *int
}

// Appearance is a person in a film.
type Appearance struct {
	Doc       catalog.Doc
	Film      film.ID
	Character *string
}

// Record is what a person did in one genre.
type Record struct {
	Person         Person
	Films          int // of the genre
	AvgRating      *float64
	AvgMasterScore *float64
	// Strength is how much the person stands for the genre, beside whom stands
	// for it most: from 0 to 1.
	Strength float64
}

// Sighting is the word of a source that whoever is called Name in the cast of a
// film has an id elsewhere. It tells people of one name apart.
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
