package film

import "strings"

// FlatFilm is one film as version 1 shows it (REQ F1-01 to F1-05):
// without objects, genres as one text, cast and crew as plain names.
type FlatFilm struct {
	FilmdbID       ID       `json:"filmdb_id" pattern:"^tt\\d+$" doc:"The film's id."`
	Title          string   `json:"title"`
	Year           *int     `json:"year"`
	Genres         *string  `json:"genres" doc:"Genres, separated by a comma and a space."`
	Director       *string  `json:"director" doc:"Everyone who directed, separated by a comma and a space."`
	FilmdbRating   *float64 `json:"filmdb_rating" minimum:"0" maximum:"10" doc:"User rating."`
	CriticScore    *float64 `json:"critic_score" minimum:"0" maximum:"100" doc:"Critic percentage."`
	MoviedbRating  *float64 `json:"moviedb_rating" minimum:"0" maximum:"10" doc:"The second database's user rating."`
	MasterScore    float64  `json:"master_score" minimum:"0" maximum:"100" doc:"Composite score."`
	Budget         *int64   `json:"budget" doc:"US dollars of the film's year, as its source states them."`
	WorldwideGross *int64   `json:"worldwide_gross" doc:"US dollars of the film's year, as its source states them."`
	ROI            *float64 `json:"roi" doc:"(worldwide_gross - budget) / budget."`
	OscarNoms      *int     `json:"oscar_noms" minimum:"0"`
	OscarWins      *int     `json:"oscar_wins" minimum:"0"`
	Language       *string  `json:"language" doc:"Original language, ISO 639-1."`
	Runtime        *int     `json:"runtime" doc:"Minutes."`
	Overview       *string  `json:"overview" doc:"Synopsis."`
	Tagline        *string  `json:"tagline"`
	Keywords       []string `json:"keywords"`
	Cast           []string `json:"cast" doc:"Names, in billing order."`
	Crew           []string `json:"crew" doc:"Name (job)."`
}

func flatten(f *Film) *FlatFilm {
	flat := &FlatFilm{
		FilmdbID: f.ID, Title: f.Title, Year: f.Year, Director: f.Director,
		FilmdbRating: f.Ratings.Filmdb, CriticScore: f.Ratings.Critics, MoviedbRating: f.Ratings.Moviedb, MasterScore: f.Ratings.MasterScore,
		Budget: f.BoxOffice.Budget, WorldwideGross: f.BoxOffice.WorldwideGross, ROI: f.BoxOffice.ROI,
		OscarNoms: f.Awards.OscarNoms, OscarWins: f.Awards.OscarWins,
		Language: f.Language, Runtime: f.Runtime, Overview: f.AttributedOverview(), Tagline: f.Tagline, Keywords: f.Keywords,
	}
	if len(f.Genres) > 0 {
		genres := strings.Join(f.Genres, ", ")
		flat.Genres = &genres
	}
	flat.Cast = make([]string, len(f.Cast))
	for i := range f.Cast {
		flat.Cast[i] = f.Cast[i].Name
	}
	credits := 0
	for _, of := range f.CrewSummary {
		credits += len(of)
	}
	flat.Crew = make([]string, 0, credits)
	for _, department := range Departments {
		for _, c := range f.CrewSummary[department] {
			flat.Crew = append(flat.Crew, c.Name+" ("+c.Job+")")
		}
	}
	return flat
}
