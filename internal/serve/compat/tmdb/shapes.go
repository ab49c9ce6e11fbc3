package tmdb

import (
	"cmp"

	"kinodex/internal/app"
	"kinodex/internal/film"
	"kinodex/internal/serve/site/part"
)

// listItem is a film in a list.
type listItem struct {
	Adult            bool    `json:"adult"`
	BackdropPath     *string `json:"backdrop_path"`
	GenreIDs         []int   `json:"genre_ids"`
	ID               int     `json:"id"`
	MediaType        string  `json:"media_type,omitempty"`
	OriginalLanguage string  `json:"original_language"`
	OriginalTitle    string  `json:"original_title"`
	Overview         string  `json:"overview"`
	Popularity       float64 `json:"popularity"`
	PosterPath       *string `json:"poster_path"`
	ReleaseDate      string  `json:"release_date"`
	Title            string  `json:"title"`
	Video            bool    `json:"video"`
	VoteAverage      float64 `json:"vote_average"`
	VoteCount        int     `json:"vote_count"`
}

// listedFields are the fields of a film that listed needs.
const listedFields = "title,original_title,release_date,genres,language,overview,ratings,poster,external_ids"

// newListItem returns a film as lists have it. Votes are those of our user rating, and count as
// its popularity, by which lists are ordered.
func newListItem(v *app.Visit, f *film.Film) listItem {
	return listItem{
		GenreIDs: genreIDs(f.Genres), ID: v.FilmNumber(f), OriginalLanguage: or(f.Language, ""), OriginalTitle: or(f.OriginalTitle, f.Title),
		Overview: or(f.AttributedOverview(), ""), Popularity: float64(or(f.Ratings.FilmdbVotes, 0)), PosterPath: posterOf(f), ReleaseDate: or(f.ReleaseDate, ""),
		Title: f.Title, VoteAverage: or(f.Ratings.Filmdb, 0), VoteCount: or(f.Ratings.FilmdbVotes, 0),
	}
}

// newList returns films as lists have them, never nil. media is their media_type, empty for none.
func newList(v *app.Visit, films []*film.Film, media string) []listItem {
	all := make([]listItem, len(films))
	for i, f := range films {
		all[i] = newListItem(v, f)
		all[i].MediaType = media
	}
	return all
}

// or returns what a pointer points to, or a value that stands for unknown.
func or[T any](p *T, unknown T) T {
	if p == nil {
		return unknown
	}
	return *p
}

// detail is a film with all that the record of it has.
type detail struct {
	Adult               bool        `json:"adult"`
	BackdropPath        *string     `json:"backdrop_path"`
	Collection          *collection `json:"belongs_to_collection"`
	Budget              int64       `json:"budget"`
	Genres              []genre     `json:"genres"`
	Homepage            string      `json:"homepage"`
	ID                  int         `json:"id"`
	IMDbID              film.ID     `json:"imdb_id"`
	OriginCountry       []string    `json:"origin_country"`
	OriginalLanguage    string      `json:"original_language"`
	OriginalTitle       string      `json:"original_title"`
	Overview            string      `json:"overview"`
	Popularity          float64     `json:"popularity"`
	PosterPath          *string     `json:"poster_path"`
	ProductionCompanies []company   `json:"production_companies"`
	ProductionCountries []country   `json:"production_countries"`
	ReleaseDate         string      `json:"release_date"`
	Revenue             int64       `json:"revenue"`
	Runtime             int         `json:"runtime"`
	SpokenLanguages     []language  `json:"spoken_languages"`
	Status              string      `json:"status"`
	Tagline             string      `json:"tagline"`
	Title               string      `json:"title"`
	Video               bool        `json:"video"`
	VoteAverage         float64     `json:"vote_average"`
	VoteCount           int         `json:"vote_count"`
}

// collection is a series of films. Its pictures are not known.
type collection struct {
	ID           int     `json:"id"`
	Name         string  `json:"name"`
	PosterPath   *string `json:"poster_path"`
	BackdropPath *string `json:"backdrop_path"`
}

// company is one that produced a film.
type company struct {
	ID            int     `json:"id"`
	LogoPath      *string `json:"logo_path"`
	Name          string  `json:"name"`
	OriginCountry string  `json:"origin_country"`
}

// country is a country by its code and English name.
type country struct {
	Code string `json:"iso_3166_1"`
	Name string `json:"name"`
}

// language is a language by its code and English name.
type language struct {
	EnglishName string `json:"english_name"`
	Code        string `json:"iso_639_1"`
	Name        string `json:"name"`
}

// newDetail returns a film, which must be of the detail view.
func newDetail(v *app.Visit, f *film.Film) detail {
	short := newListItem(v, f)
	d := detail{
		BackdropPath: backdropOf(f),
		Budget:       or(f.BoxOffice.Budget, 0), Genres: genresOf(f.Genres), ID: short.ID, IMDbID: f.ID,
		OriginCountry: append([]string{}, f.Countries...), OriginalLanguage: short.OriginalLanguage, OriginalTitle: short.OriginalTitle,
		Overview: short.Overview, Popularity: short.Popularity, PosterPath: short.PosterPath,
		ProductionCompanies: []company{}, ProductionCountries: []country{}, ReleaseDate: short.ReleaseDate, Revenue: or(f.BoxOffice.WorldwideGross, 0),
		Runtime: or(f.Runtime, 0), SpokenLanguages: []language{}, Tagline: or(f.Tagline, ""), Title: f.Title,
		VoteAverage: short.VoteAverage, VoteCount: short.VoteCount,
	}
	if c := f.Collection; c != nil {
		d.Collection = &collection{ID: c.ID, Name: c.Name}
	}
	if f.Year != nil {
		d.Status = "Released" // the library has no film that was not
	}
	for _, c := range f.ProductionCompanies {
		id := film.NumberOf(c.Name)
		if c.ID != nil && *c.ID < film.FirstOwnNumber {
			id = *c.ID
		}
		d.ProductionCompanies = append(d.ProductionCompanies, company{ID: id, Name: c.Name, OriginCountry: or(c.Country, "")})
	}
	for _, code := range f.Countries {
		d.ProductionCountries = append(d.ProductionCountries, country{code, part.CountryName(code)})
	}
	for _, code := range f.Languages {
		name := part.LanguageName(code)
		d.SpokenLanguages = append(d.SpokenLanguages, language{name, code, name})
	}
	return d
}

// credits are who made a film.
type credits struct {
	ID   int        `json:"id,omitempty"`
	Cast []castRole `json:"cast"`
	Crew []crewJob  `json:"crew"`
}

// whoever is what a credit says of a person. ID is 0 where nobody has a number.
type whoever struct {
	Adult        bool    `json:"adult"`
	Gender       int     `json:"gender"`
	ID           int     `json:"id"`
	KnownFor     string  `json:"known_for_department"`
	Name         string  `json:"name"`
	OriginalName string  `json:"original_name"`
	Popularity   float64 `json:"popularity"`
	ProfilePath  *string `json:"profile_path"`
}

// castRole is a member of the cast.
type castRole struct {
	whoever
	CastID    int    `json:"cast_id"`
	Character string `json:"character"`
	CreditID  string `json:"credit_id"`
	Order     int    `json:"order"`
}

// crewJob is a job of one of the crew.
type crewJob struct {
	whoever
	CreditID   string `json:"credit_id"`
	Department string `json:"department"`
	Job        string `json:"job"`
}

// departments are their names of ours.
var departments = map[string]string{
	"directing": "Directing", "writing": "Writing", "camera": "Camera", "editing": "Editing", "sound": "Sound",
	"production": "Production", "art": "Art", "costume": "Costume & Make-Up", "visual_effects": "Visual Effects",
	"lighting": "Lighting", "crew": "Crew",
}

// newCredits returns the cast and crew of a film of the detail view. Of the crew those have a
// number who are in its cast too, since the library knows actors only.
func newCredits(v *app.Visit, f *film.Film) credits {
	all := credits{Cast: []castRole{}, Crew: []crewJob{}}
	inCast := map[string]int{}
	for i, r := range f.Cast {
		id := or(r.MoviedbPersonID, 0)
		if id <= 0 || id >= film.FirstOwnNumber {
			id = v.NumberInCast(f.ID, r.Name)
		}
		inCast[r.Name] = cmp.Or(inCast[r.Name], id)
		all.Cast = append(all.Cast, castRole{
			whoever: whoever{ID: id, KnownFor: "Acting", Name: r.Name, OriginalName: r.Name, ProfilePath: picture(r.ProfileURL)},
			CastID:  i + 1, Character: or(r.Character, ""), CreditID: creditID(f.ID, "cast", i), Order: r.Order,
		})
	}
	for _, key := range film.Departments {
		for _, c := range f.CrewSummary[key] {
			all.Crew = append(all.Crew, crewJob{
				whoever:  whoever{ID: inCast[c.Name], KnownFor: departments[key], Name: c.Name, OriginalName: c.Name},
				CreditID: creditID(f.ID, "crew", len(all.Crew)), Department: departments[key], Job: c.Job,
			})
		}
	}
	return all
}
