// Package film holds the canonical film: its shape, its id, the questions one
// may ask about films and the pages they are answered in.
//
// The JSON of Film is the v2 wire shape (REQ F2-02); views.go says which
// fields each view carries and encodes them once, at build time. Nothing here
// reads files or knows of HTTP. It imports fault and text only. Start reading
// at Film, then Query, then View.
package film

// Film is one film as every version of the interface tells of it. A pointer or
// slice that is nil is encoded as null or []; zero never stands for unknown.
type Film struct {
	ID            ID       `json:"filmdb_id"`
	Title         string   `json:"title"`
	OriginalTitle *string  `json:"original_title"`
	Year          *int     `json:"year"`
	ReleaseDate   *string  `json:"release_date"` // YYYY-MM-DD
	Runtime       *int     `json:"runtime"`      // minutes
	Genres        []string `json:"genres"`
	// Director names everyone who directed, joined by ", ".
	Director *string `json:"director"`
	// Language is the original language, ISO 639-1, lower case; Languages are
	// those spoken, the original one first.
	Language  *string  `json:"language"`
	Languages []string `json:"languages"`
	// Countries are those of origin, ISO 3166-1 alpha-2, in the source's order.
	// Provenance under "countries" tells stated from inferred.
	Countries   []string `json:"countries"`
	Overview    *string  `json:"overview"`
	Tagline     *string  `json:"tagline"`
	Keywords    []string `json:"keywords"`
	Ratings     Ratings  `json:"ratings"`
	BoxOffice   Money    `json:"box_office"`
	Awards      Awards   `json:"awards"`
	Poster      Poster   `json:"poster"`
	PosterFull  *string  `json:"poster_full_url"`
	PosterMini  *string  `json:"poster_mini_url"`
	Cast        []Role   `json:"cast"`
	CrewSummary Crew     `json:"crew_summary"`
	// Provenance says of each metric what it measures, where, when and who says
	// so. Keys: "ratings.filmdb", "ratings.filmdb_votes", "ratings.critics",
	// "ratings.moviedb", "ratings.moviedb_votes", "ratings.master_score",
	// "runtime", "budget", "worldwide_gross", "roi", "oscar_noms", "oscar_wins",
	// "countries". Every metric that is not null has one (REQ F2-15).
	Provenance map[string]Provenance `json:"provenance"`
	Links      Links                 `json:"links"`

	// Detail view only.
	ProductionCompanies []Company           `json:"production_companies,omitempty"`
	WatchProviders      map[string]Watching `json:"watch_providers,omitempty"` // by ISO 3166-1 country
	ExternalIDs         ExternalIDs         `json:"external_ids,omitzero"`
}

// Ratings are the marks a film got. Filmdb and Moviedb run from 0 to 10 with
// one decimal, Critics and MasterScore from 0 to 100; MasterScore is never
// absent (see MasterScore for its arithmetic).
type Ratings struct {
	Filmdb       *float64 `json:"filmdb"`
	FilmdbVotes  *int     `json:"filmdb_votes"`
	Critics      *float64 `json:"critics"`
	Moviedb      *float64 `json:"moviedb"`
	MoviedbVotes *int     `json:"moviedb_votes"`
	MasterScore  float64  `json:"master_score"`
}

// Money is what a film cost and took, in whole US dollars. ROI is
// (gross - budget) / budget with two decimals, null unless both are above 0
// (REQ F1-32). BudgetOriginal keeps a budget stated in another currency,
// which is never converted by guesswork.
type Money struct {
	Budget         *int64   `json:"budget"`
	WorldwideGross *int64   `json:"worldwide_gross"`
	ROI            *float64 `json:"roi"`
	BudgetOriginal *Amount  `json:"budget_original" nullable:"true"`
}

// Amount is a sum in a currency, ISO 4217.
type Amount struct {
	Amount   int64  `json:"amount"`
	Currency string `json:"currency"`
}

// Awards counts Academy Award nominations and wins; BestPicture is "won",
// "nominated" or null. Nil counts mean that no award source covers the film's
// years, zero that one does and does not list it.
type Awards struct {
	OscarNoms   *int    `json:"oscar_noms"`
	OscarWins   *int    `json:"oscar_wins"`
	BestPicture *string `json:"best_picture"`
}

// Poster is where the film's poster is. Source is "storage" for the service's
// own bucket, "cdn" for a third party, null when there is none.
type Poster struct {
	URL    *string `json:"url"`
	Source *string `json:"source"`
}

// Role is one member of the cast, in billing order from 0.
type Role struct {
	Name            string  `json:"name"`
	Character       *string `json:"character"`
	Order           int     `json:"order"`
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

// Provenance says where a metric comes from: what kind of measure it is, the
// market it covers (an ISO 3166-1 code or "worldwide"), the period it was taken
// in (a year, a month, or a range) and the source, under its neutral name.
type Provenance struct {
	MetricType string `json:"metric_type"`
	Market     string `json:"market"`
	Period     string `json:"period"`
	Source     string `json:"source"`
}

// Company is one that produced the film.
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

// ExternalIDs are the film's ids elsewhere.
type ExternalIDs struct {
	FilmdbID  ID   `json:"filmdb_id"`
	MoviedbID *int `json:"moviedb_id"`
}

// Links lead to what else is known of the film. An address starts with
// BaseMark, which the door replaces by the address it is reached at; a link to
// something that does not exist is null, so that every link dereferences.
type Links struct {
	Self           string  `json:"self"`
	Similar        *string `json:"similar"`
	PosterAnalysis *string `json:"poster_analysis"`
}
