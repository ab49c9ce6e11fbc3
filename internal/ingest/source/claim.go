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

	Budget        Sum
	WorldGross    Sum
	DomesticGross Sum // United States and Canada

	Directors []Person
	Writers   []Person
	Cast      []Part
	Crew      []Job
	Companies []film.Company

	Titles     []Title
	Releases   []Release
	Collection Collection
	Externals  []External
	Videos     []LinkedVideo
	Images     []Image
	BasedOn    []Work

	// OverviewCut says that the source itself shortened the overview.
	OverviewCut bool
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

// Sum is money in a currency, ISO 4217; Amount 0 means not stated.
type Sum struct {
	Amount   int64
	Currency string
}

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

// Title is another title of a film; what the row does not say is "".
type Title struct {
	Title    string
	Region   string // ISO 3166-1 alpha-2
	Language string // ISO 639-1
	Kind     string // one of film.TitleKinds
}

// Release is one release of a film in one country. Date, Certification or both are set.
type Release struct {
	Country       string // ISO 3166-1 alpha-2
	Date          string // YYYY-MM-DD
	Certification string // in the country's own marks
	Kind          string // one of film.ReleaseKinds, "" when the row does not say
}

// Collection is a series of films by the movie database's id; 0 for none.
type Collection struct {
	ID   int
	Name string
}

// External is the film's id in another database, one of film.Databases.
type External struct {
	Database string
	ID       string
}

// LinkedVideo is a trailer, a clip or the like on another site; what the row does not say is "" or nil.
type LinkedVideo struct {
	Site      string
	Key       string // the site's id of it
	Name      string
	Kind      string // one of film.VideoKinds
	Language  string // ISO 639-1
	Official  *bool
	Published string // RFC 3339, UTC
}

// Image is a picture of the film; what the row does not say is "" or 0.
type Image struct {
	Kind          string // one of film.ImageKinds
	Path          string // of the movie database's image server: /abc.jpg
	Language      string // ISO 639-1
	Width, Height int    // in pixels
}

// Work is something that the film is based on.
type Work struct {
	ID      string   // Wikidata's
	Title   string   // in English, "" when the row does not say
	Kind    string   // "novel"; likewise
	Authors []string // in order of their ids there
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
