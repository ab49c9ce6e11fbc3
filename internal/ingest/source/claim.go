// Package source reads the files films come from: one reader a format, each
// turning rows into claims.
//
// A Claim is what one row says about one film, nothing more: readers clean and
// count (mojibake, shifted columns, zero for unknown money), they never decide
// between sources. That is the merge's work, done in package ingest.
// Rows that say nothing usable are rejected with file, line and reason; none
// is dropped silently.
//
// Start reading at Claim, then layouts
// (the table of formats), then Open.
package source

import (
	"fmt"

	"kinodex/internal/film"
)

// Claim is what one row of one source says about one film. The zero value of a
// field means that the row does not say; a source's own way of writing unknown
// (0, "N/A", `\N`, "None", "Add a Plot") is never carried over.
//
// Titles, releases, works and the like are the film's own types, so that the merge copies
// them. Readers leave their Source empty: it is that of the file.
type Claim struct {
	Origin Origin
	// ID is the film database's id, MoviedbID the movie database's; 0 when the
	// row has none. A row without either is joined by title, year and director.
	ID        film.ID
	MoviedbID int

	Kind          Kind
	Adult         bool
	Unreleased    bool // the source says planned, in production or cancelled
	Title         string
	OriginalTitle string
	Year          int
	ReleaseDate   string // YYYY-MM-DD
	Runtime       int    // minutes
	Genres        []string
	Overview      string
	Tagline       string
	Keywords      []string
	Language      string   // original, ISO 639-1
	Languages     []string // spoken, ISO 639-1
	Countries     []string // stated countries of origin, ISO 3166-1 alpha-2

	FilmdbRating  float64 // 0-10
	FilmdbVotes   int
	MoviedbRating float64 // 0-10
	MoviedbVotes  int
	CriticScore   float64 // 0-100
	CriticMeasure string  // "weighted_average" or "percent_positive"
	Popularity    float64

	Budget        film.Amount
	WorldGross    film.Amount
	DomesticGross film.Amount // United States and Canada

	Directors []Person
	Writers   []Person
	Cast      []Part
	Crew      []Job
	Companies []film.Company

	Titles     []film.Title
	Releases   []film.Release
	Collection *film.Collection
	Externals  []film.ExternalID
	Videos     []film.Video
	Images     []film.Image
	BasedOn    []film.Work

	// OverviewCut says that the source itself shortened the overview.
	OverviewCut bool
	// Synopses are further texts that tell what the film is about, whole and without the names
	// of who wrote them.
	Synopses []string
	// ListingID is a streaming catalogue's own id ("tm84618"). It joins the
	// rows of titles, which have an ID, with those of credits, which have none.
	ListingID string

	PosterURL   string // a whole address
	PosterPath  string // a path of the movie database's image server: /abc.jpg
	Providers   []Provider
	Nominations []Nomination
	// Nominees are the people the row says to have worked on the film, in
	// whatever role; the nomination says in which.
	Nominees []Person
}

// Origin says where a claim was read.
type Origin struct {
	Source string // the family's neutral name, one of Sources
	Format Format // the shape of the file, finer than Source
	File   string // base name of the file, and member when it is an archive
	Line   int    // 1-based line or record in the file or member
	Period string // when the source was taken: "2017-12", "2023"
}

// Kind is what a title is. Readers map their source's words to these.
type Kind uint8

// The kinds of title. Unstated is for sources that do not say.
const (
	Unstated Kind = iota
	Movie
	TVMovie
	Short
	Series // and mini-series, specials
	Episode
	Video
	OtherKind // games, podcasts, …
)

// Person is a name with the ids a source gives it. The film database's crew
// tables give ids only: Name is then empty, and ReadNames of a NameBasics file
// knows it.
type Person struct {
	Name      string
	NamedbID  NameID
	MoviedbID int
	ServiceID int // the number of a streaming catalogue
}

// NameID is the number in the film database's id of a person, which is "nm" and at least seven
// digits; 0 for none. As numbers the ids of millions of credits take little memory.
type NameID uint32

// String returns the id, such as nm0000123, and "" for none.
func (id NameID) String() string {
	if id == 0 {
		return ""
	}
	return fmt.Sprintf("nm%07d", uint32(id))
}

// Name is a row of a table of names.
type Name struct {
	ID       NameID
	Name     string
	KnownFor []film.ID
}

// Part is one member of the cast.
type Part struct {
	Person
	Character string
	Order     int    // from 0
	Profile   string // a path of the movie database's image server: /abc.jpg
}

// Job is one crew credit. Department is one of film.Departments.
type Job struct {
	Person
	Department string
	Job        string
}

// Provider is one service that shows the film in one country.
type Provider struct {
	Country string // ISO 3166-1 alpha-2
	Offer   string // "flatrate", "rent" or "buy"
	Name    string
}

// Nomination is one Academy Award nomination.
type Nomination struct {
	Category string // the canonical category
	Won      bool
	// FirstYear and LastYear are the film years the ceremony was for, equal but
	// for the first ones (1927/28). Over all claims they tell which years the
	// source covers.
	FirstYear, LastYear int
}

// Reject is a row that could not be used.
type Reject struct {
	Origin Origin
	Reason string // one of a small fixed vocabulary, e.g. "no_title"
	Detail string // at most 120 characters, never a whole row
}
