// Package film holds the canonical film: its shape, its id, the questions one
// may ask about films and the pages they are answered in.
//
// Film and FlatFilm are the table of a film's fields in the interface: their order, names,
// types and tags make the views' encoding, projections and schemas. Fields says what people
// call them, how they are ordered and how they are written, Filters what films are filtered
// by. Package snapshot/tables makes a column of a field by a row of its columns.md;
// docs/house.md says where a field's value comes from. Nothing here reads files or knows of
// HTTP. It imports docset, fault and text only. Start reading at Film, then View, then Query.
package film

import (
	"net/url"
	"slices"
	"strings"
)

// Film is one film as version 2 shows it (REQ F2-01). A pointer that is nil is
// encoded as null, a slice or map that is nil as [] or {}; zero never stands for
// unknown. A member of an object below it that is tagged omitempty is left out instead.
// Beside the tags of schemas (docs/decisions/0065) there are four:
//
//	set:"card"     the sets of fields it belongs to, separated by commas: see FieldSets
//	view:"detail"  the field is in the detail view only
//	base:"true"    the text is an address that may start with BaseMark
//	later:"true"   libraries of this format may lack the field: see View.Ended
type Film struct {
	ID            ID       `json:"filmdb_id" pattern:"^tt\\d+$" example:"tt0041959" doc:"The film's id: tt and digits."`
	Title         string   `json:"title" set:"card" doc:"The title it is known by."`
	OriginalTitle *string  `json:"original_title" doc:"The title in its own language, when it is another."`
	Year          *int     `json:"year" set:"card" doc:"Year of release."`
	ReleaseDate   *string  `json:"release_date" doc:"First release, YYYY-MM-DD."`
	Runtime       *int     `json:"runtime" set:"card" doc:"Running time, in minutes."`
	Genres        []string `json:"genres" set:"card" doc:"Names of genres, such as Drama and Film-Noir."`
	Director      *string  `json:"director" set:"card,people" doc:"Everyone who directed, separated by a comma and a space."`
	Language      *string  `json:"language" set:"origin" doc:"Original language, ISO 639-1."`
	Languages     []string `json:"languages" set:"origin" doc:"Languages spoken, the original one first."`
	Countries     []string `json:"countries" set:"origin" doc:"Countries of origin, ISO 3166-1 alpha-2; provenance tells stated from inferred."`
	Overview      *string  `json:"overview" set:"story" doc:"What happens, in a few sentences."`
	Tagline       *string  `json:"tagline" set:"story" doc:"The line on its poster."`
	Keywords      []string `json:"keywords" set:"story" doc:"What it is about, in words of the sources."`
	Ratings       Ratings  `json:"ratings" set:"reception" doc:"Ratings and votes."`
	BoxOffice     Money    `json:"box_office" set:"money" doc:"Cost and takings, in US dollars of the film's year, as their source states them."`
	Awards        Awards   `json:"awards" set:"reception" doc:"Academy Awards; null when no source covers the film's years."`
	Poster        Poster   `json:"poster" set:"images" doc:"The poster and where it is kept."`
	PosterFull    *string  `json:"poster_full_url" set:"images" base:"true" doc:"The poster in full resolution."`
	PosterMini    *string  `json:"poster_mini_url" set:"card,images" base:"true" doc:"The poster, small."`
	Cast          []Role   `json:"cast" set:"people" doc:"Cast in billing order; in list mode the first five."`
	CrewSummary   Crew     `json:"crew_summary" set:"people" doc:"Crew by department; in list mode the key departments."`
	// Provenance has one entry for each metric that is not null (REQ F2-15). Keys:
	// "ratings.filmdb", "ratings.filmdb_votes", "ratings.critics", "ratings.moviedb",
	// "ratings.moviedb_votes", "ratings.master_score", "runtime", "budget",
	// "worldwide_gross", "roi", "oscar_noms", "oscar_wins", "countries". "genres", "director"
	// and "overview" have one where they are not simply the first source's, and "overview" where
	// its source must be named.
	Provenance map[string]Provenance `json:"provenance" doc:"Of each metric that is not null, what it measures, where, when, and who says so."`
	Links      Links                 `json:"links" doc:"Where to go from here; null where there is nothing."`

	ProductionCompanies []Company           `json:"production_companies" view:"detail" doc:"Who produced it."`
	WatchProviders      map[string]Watching `json:"watch_providers" view:"detail" doc:"Where it can be seen, by country, ISO 3166-1 alpha-2."`
	ExternalIDs         ExternalIDs         `json:"external_ids" view:"detail" doc:"The film's ids elsewhere."`
	Titles              []Title             `json:"titles" view:"detail" doc:"What else it is called: in other countries and languages, at most one for each country, language and kind. Neither title nor original_title is repeated."`
	Releases            []Release           `json:"releases" view:"detail" doc:"Releases by country, the earliest of each kind, with certifications."`
	Collection          *Collection         `json:"collection" nullable:"true" view:"detail" doc:"The series of films that it belongs to."`
	BasedOn             []Work              `json:"based_on" view:"detail" later:"true" doc:"The works that it is made after: novels, plays, comics, other films."`
	Videos              []Video             `json:"videos" view:"detail" later:"true" doc:"Trailers, clips and the like, where other sites have them; trailers first."`
	Images              []Image             `json:"images" view:"detail" later:"true" doc:"Pictures beside the poster, where the source has them: backdrops, logos and posters, of each kind and language the best two."`
}

// Ratings are user and critic ratings. MasterScore is never absent; the function
// MasterScore has its formula.
type Ratings struct {
	Filmdb       *float64 `json:"filmdb" set:"card" minimum:"0" maximum:"10" doc:"User rating."`
	FilmdbVotes  *int     `json:"filmdb_votes" doc:"How many users rated it."`
	Critics      *float64 `json:"critics" minimum:"0" maximum:"100" doc:"What critics thought, in percent; the metric type in provenance says whether a share of favourable reviews or a weighted average."`
	Moviedb      *float64 `json:"moviedb" minimum:"0" maximum:"10" doc:"The second database's user rating."`
	MoviedbVotes *int     `json:"moviedb_votes" doc:"How many of its users rated it."`
	MasterScore  float64  `json:"master_score" set:"card" minimum:"0" maximum:"100" doc:"Composite score; never null."`
}

// Money is what a film cost and earned, in whole US dollars (REQ F1-32). A budget in
// another currency is never converted (docs/decisions/0003).
type Money struct {
	Budget         *int64   `json:"budget" doc:"US dollars of the film's year, as its source states them."`
	WorldwideGross *int64   `json:"worldwide_gross" doc:"US dollars of the film's year, as its source states them."`
	ROI            *float64 `json:"roi" doc:"(worldwide_gross - budget) / budget; null unless both are above 0."`
	BudgetOriginal *Amount  `json:"budget_original" nullable:"true" doc:"A budget stated in another currency, not converted."`
}

// Amount is a sum of money in whole units of a currency.
type Amount struct {
	Amount   int64  `json:"amount"`
	Currency string `json:"currency" doc:"ISO 4217."`
}

// Awards counts Academy Award nominations and wins. A nil count means that no award
// source covers the film's year, zero that one does and does not list the film.
type Awards struct {
	OscarNoms   *int    `json:"oscar_noms" doc:"Academy Award nominations."`
	OscarWins   *int    `json:"oscar_wins" doc:"Academy Awards won."`
	BestPicture *string `json:"best_picture" enum:"won,nominated" doc:"How it fared for Best Picture."`
}

// Poster is where the film's poster is; both are nil when there is none.
type Poster struct {
	URL    *string `json:"url" base:"true"`
	Source *string `json:"source" enum:"storage,cdn" doc:"storage: the service's own; cdn: a third party's."`
}

// Role is one member of the cast.
type Role struct {
	Name            string  `json:"name"`
	Character       *string `json:"character" doc:"Who they play."`
	Order           int     `json:"order" doc:"Place in the billing, from 0."`
	MoviedbPersonID *int    `json:"moviedb_person_id"`
	ProfileURL      *string `json:"profile_url"`
}

// Credit is one job of one person.
type Credit struct {
	Name string `json:"name"`
	Job  string `json:"job"`
}

// Crew groups credits by department; keys are those of Departments.
type Crew map[string][]Credit

// Names returns the names in a department, each once, in the order of the credits.
func (c Crew) Names(department string) (names []string) {
	for _, credit := range c[department] {
		if !slices.Contains(names, credit.Name) {
			names = append(names, credit.Name)
		}
	}
	return names
}

// Departments are the keys a Crew may have, in the order they are written.
// The list view carries KeyDepartments only.
var Departments = []string{
	"directing", "writing", "camera", "editing", "sound", "production", "art",
	"costume", "visual_effects", "lighting", "crew",
}

// KeyDepartments are the departments of the list view.
var KeyDepartments = map[string]bool{
	"directing": true, "writing": true, "camera": true, "editing": true, "sound": true,
}

// Provenance says where a metric comes from. Market is an ISO 3166-1 code or
// "worldwide", Period a year, a month or a range, Source a neutral name.
type Provenance struct {
	MetricType string `json:"metric_type" doc:"What kind of measure it is."`
	Market     string `json:"market" doc:"The market it covers: a country, or worldwide."`
	Period     string `json:"period" doc:"When it was taken."`
	Source     string `json:"source" doc:"Who says so."`
}

// Company is one that produced the film. Country is an ISO 3166-1 code.
type Company struct {
	ID      *int    `json:"id"`
	Name    string  `json:"name"`
	Country *string `json:"country"`
}

// Watching lists where a film can be seen in one country.
type Watching struct {
	Flatrate []string `json:"flatrate"`
	Rent     []string `json:"rent"`
	Buy      []string `json:"buy"`
}

// Title is another title of a film (REQ F2-70). What a source does not say is nil: a title
// without a region and a language is one that somebody calls it by.
type Title struct {
	Title    string  `json:"title"`
	Region   *string `json:"region" doc:"Where it is called so, ISO 3166-1 alpha-2."`
	Language *string `json:"language" doc:"ISO 639-1."`
	Kind     *string `json:"kind" enum:"original,translation,festival,television,video,alternative,working" doc:"What is particular about it; null for the plain title of a country."`
	Source   string  `json:"source" doc:"Who says so."`
}

// TitleKinds are the kinds of other titles, the plainest first.
var TitleKinds = []string{"original", "translation", "festival", "television", "video", "alternative", "working"}

// Release is one release of a film in one country (REQ F2-71). A certification without
// a date is one whose source does not date it.
type Release struct {
	Country       string  `json:"country" doc:"ISO 3166-1 alpha-2."`
	Date          *string `json:"date" doc:"YYYY-MM-DD."`
	Certification *string `json:"certification" doc:"For whom it is, in the country's own marks: PG-13, 12A, 16."`
	Kind          *string `json:"kind" enum:"premiere,limited,theatrical,digital,physical,television"`
	Source        string  `json:"source" doc:"Who says so."`
}

// ReleaseKinds are the kinds of releases, in the order in which films usually have them.
var ReleaseKinds = []string{"premiere", "limited", "theatrical", "digital", "physical", "television"}

// Collection is a series of films, as the movie database groups them (REQ F2-72).
type Collection struct {
	ID     int    `json:"id" doc:"The movie database's id of it."`
	Name   string `json:"name"`
	Source string `json:"source" doc:"Who says so."`
}

// Work is something that a film is based on (REQ F2-79).
//
// Kind and Authors are left out where the source does not say. So are they in libraries that were
// built before they were read.
type Work struct {
	ID      string   `json:"id" doc:"Wikidata's id of it." example:"Q2870"`
	Title   *string  `json:"title" doc:"What it is called in English."`
	Kind    string   `json:"kind,omitempty" doc:"What it is, in the source's words; left out where it does not say." example:"novel"`
	Authors []string `json:"authors,omitempty" doc:"Who wrote it; left out where the source does not say."`
	Source  string   `json:"source" doc:"Who says so."`
}

// Described returns the work in words, as "The Long Table (novel by Ann Author)"; "" for a work
// without a title.
func (w Work) Described() string {
	if w.Title == nil {
		return ""
	}
	about := w.Kind
	if len(w.Authors) > 0 {
		about = strings.TrimSpace(about + " by " + strings.Join(w.Authors, ", "))
	}
	if about == "" {
		return *w.Title
	}
	return *w.Title + " (" + about + ")"
}

// Video is a trailer, a clip or the like (REQ F2-80). What a source does not say is nil.
type Video struct {
	Site        string  `json:"site" doc:"The site that has it." example:"YouTube"`
	Key         string  `json:"key" doc:"The site's id of it."`
	Name        *string `json:"name" doc:"What it is called there."`
	Kind        *string `json:"kind" enum:"trailer,teaser,clip,featurette,behind_the_scenes,bloopers,opening_credits"`
	Language    *string `json:"language" doc:"ISO 639-1."`
	Official    *bool   `json:"official" doc:"Whether who made or released the film published it."`
	PublishedAt *string `json:"published_at" format:"date-time" doc:"When it was published, RFC 3339, UTC."`
	Source      string  `json:"source" doc:"Who says so."`
}

// VideoKinds are the kinds of videos, in the order in which they are listed.
var VideoKinds = []string{"trailer", "teaser", "clip", "featurette", "behind_the_scenes", "bloopers", "opening_credits"}

// Image is a picture of a film (REQ F2-81). What a source does not say is nil.
type Image struct {
	Kind     string  `json:"kind" enum:"backdrop,logo,poster"`
	URL      string  `json:"url" doc:"Where the source has it, in full size."`
	Width    *int    `json:"width" doc:"In pixels."`
	Height   *int    `json:"height" doc:"In pixels."`
	Language *string `json:"language" doc:"The language of the words in it, ISO 639-1; null also for a picture without words."`
	Source   string  `json:"source" doc:"Who says so."`
}

// ImageKinds are the kinds of pictures, in the order in which they are listed.
var ImageKinds = []string{"backdrop", "logo", "poster"}

// ExternalIDs are the film's ids elsewhere.
type ExternalIDs struct {
	FilmdbID  ID           `json:"filmdb_id"`
	MoviedbID *int         `json:"moviedb_id"`
	Others    []ExternalID `json:"others" doc:"Its ids in other databases, at most one of each."`
}

// ExternalID is the id of a film in a database that is neither the film database nor the movie
// database (REQ F2-77).
type ExternalID struct {
	Database string `json:"database" doc:"The database, by its own name." example:"wikidata"`
	ID       string `json:"id" doc:"The film's id there, as the database writes it." example:"Q42198"`
	Source   string `json:"source" doc:"Who says so."`
}

// Databases are those of ExternalIDs.Others, in their order there.
var Databases = []string{"wikidata", "wikipedia", "letterboxd", "metacritic", "rottentomatoes"}

// wikipedia is what Wikipedia is called as a source and as a database.
const wikipedia = "wikipedia"

// QuotedArticle returns the address of the article of Wikipedia that the overview is quoted from; ""
// of any other overview. Its licence asks whoever shows the text for a link to it (REQ F2-165).
func (f *Film) QuotedArticle() string {
	if f.Overview == nil || f.Provenance["overview"].Source != wikipedia {
		return ""
	}
	for _, other := range f.ExternalIDs.Others {
		if other.Database == wikipedia {
			return "https://en.wikipedia.org/?curid=" + url.QueryEscape(other.ID)
		}
	}
	return "https://en.wikipedia.org/"
}

// AttributedOverview returns the overview for answers that have no provenance beside it: one that is
// quoted from Wikipedia is followed by its source, licence and address.
func (f *Film) AttributedOverview() *string {
	article := f.QuotedArticle()
	if article == "" {
		return f.Overview
	}
	return new(*f.Overview + " (Wikipedia, CC BY-SA 4.0: " + article + ")")
}

// Known returns a pointer to v, nil for the zero value, which in what a source states stands for
// what it does not.
func Known[T comparable](v T) *T {
	var unstated T
	if v == unstated {
		return nil
	}
	return &v
}

// Value is the inverse of Known: what p points to, the zero value for nil.
func Value[T any](p *T) (v T) {
	if p == nil {
		return v
	}
	return *p
}

// ExternalKey returns the form in which ids of other databases are compared: wikidata:q42198.
func ExternalKey(database, id string) string { return strings.ToLower(database + ":" + id) }

// Links lead to what else is known of the film. A link to something that does not
// exist is nil, so that every link can be followed.
type Links struct {
	Self           string  `json:"self" base:"true" doc:"This film."`
	Similar        *string `json:"similar" base:"true" doc:"Films like it."`
	PosterAnalysis *string `json:"poster_analysis" base:"true" doc:"What its poster shows."`
}
