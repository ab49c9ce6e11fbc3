package apptest

import (
	"fmt"
	"math"
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/poster"
)

// Films gives the films of the house, by id, each made anew.
func Films() []*film.Film {
	films := make([]*film.Film, len(rows))
	for i := range rows {
		films[i] = rows[i].film()
	}
	return films
}

func (r *row) film() *film.Film {
	f := &film.Film{
		ID:            film.ID(r.id),
		Title:         r.title,
		OriginalTitle: known(r.original),
		Year:          known(r.year),
		ReleaseDate:   known(r.released),
		Runtime:       known(r.runtime),
		Genres:        list(r.genres),
		Director:      known(r.director),
		Languages:     list(r.languages),
		Countries:     list(r.countries),
		Overview:      known(r.overview),
		Tagline:       known(r.slogan),
		Keywords:      list(r.keywords),
		Ratings: film.Ratings{
			Filmdb: known(r.rating), FilmdbVotes: known(r.votes), Critics: known(r.critics), Moviedb: known(r.second), MasterScore: r.score,
		},
		BoxOffice:   film.Money{Budget: known(r.budget), WorldwideGross: known(r.gross)},
		Cast:        r.roles(),
		CrewSummary: r.crew(),
		ExternalIDs: film.ExternalIDs{FilmdbID: film.ID(r.id), MoviedbID: known(r.moviedb)},
	}
	if len(f.Languages) > 0 {
		f.Language = &f.Languages[0]
	}
	if r.budget > 0 && r.gross > 0 {
		f.BoxOffice.ROI = known(math.Round(float64(r.gross-r.budget)/float64(r.budget)*100) / 100)
		if f.BoxOffice.ROI == nil {
			f.BoxOffice.ROI = new(float64) // it earned back exactly what it cost
		}
	}
	if currency, amount, ok := strings.Cut(r.foreign, " "); ok {
		f.BoxOffice.BudgetOriginal = &film.Amount{Currency: currency}
		fmt.Sscan(amount, &f.BoxOffice.BudgetOriginal.Amount)
	}
	if r.year >= 1927 && r.year <= 2020 {
		noms, wins := r.noms, r.wins
		f.Awards = film.Awards{OscarNoms: &noms, OscarWins: &wins, BestPicture: known(r.best)}
	}
	r.addPoster(f)
	if f.ID.String() == Ensemble {
		f.ProductionCompanies = []film.Company{
			{ID: known(77), Name: "Long Table Pictures", Country: known("US")}, {Name: "Società del Tavolo"},
		}
		f.WatchProviders = map[string]film.Watching{"US": {Flatrate: []string{"Streambox"}, Rent: []string{"Kiosk"}, Buy: []string{}}}
	}
	r.addElsewhere(f)
	f.Provenance = provenance(f)
	return f
}

// addElsewhere sets what two films are called elsewhere, their releases and collection, and what
// one is based on and shows of itself.
func (r *row) addElsewhere(f *film.Film) {
	switch r.id {
	case 116, 117:
		f.Collection = &film.Collection{ID: 9001, Name: "Giants of the Deep Collection", Source: "moviedb"}
	}
	switch f.ID.String() {
	case Ensemble:
		f.ExternalIDs.Others = []film.ExternalID{{Database: "wikidata", ID: "Q110", Source: "wikidata"}, {Database: "letterboxd", ID: "everyone-came", Source: "wikidata"}}
		f.Titles = []film.Title{
			{Title: "Tutti al tavolo", Region: known("IT"), Source: "filmdb"},
			{Title: "Пришли все", Region: known("RU"), Language: known("ru"), Kind: known("translation"), Source: "moviedb"},
			{Title: "全員集合", Region: known("JP"), Source: "filmdb"},
		}
		f.Releases = []film.Release{
			{Country: "GB", Date: known("2000-02-11"), Certification: known("12"), Kind: known("theatrical"), Source: "moviedb"},
			{Country: "US", Date: known("1999-12-24"), Certification: known("PG-13"), Kind: known("theatrical"), Source: "moviedb"},
		}
		f.BasedOn = []film.Work{{ID: "Q1101", Title: known("The Long Table"), Kind: "novel", Authors: []string{"Ann Author", "Bo Writer"}, Source: "wikidata"}, {ID: "Q1102", Source: "wikidata"}}
		f.Videos = []film.Video{
			{
				Site: "YouTube", Key: "everyone-01", Name: known("Official Trailer"), Kind: known("trailer"), Language: known("en"),
				Official: known(true), PublishedAt: known("2015-05-20T12:00:00Z"), Source: "moviedb",
			},
			{Site: "Elsewhere", Key: "2", Source: "moviedb"},
		}
		f.Images = []film.Image{
			{Kind: "backdrop", URL: "https://image.tmdb.org/t/p/original/everyone-wide.jpg", Width: known(1920), Height: known(1080), Source: "moviedb"},
			{Kind: "poster", URL: "https://image.tmdb.org/t/p/original/everyone-it.jpg", Language: known("it"), Source: "moviedb"},
		}
	case Crossing:
		f.Titles = []film.Title{{Title: "Die Überfahrt", Region: known("DE"), Language: known("de"), Source: "filmdb"}}
		f.Releases = []film.Release{{Country: "US", Certification: known("Approved"), Source: "filmdb"}}
	}
}

func (r *row) addPoster(f *film.Film) {
	if r.poster == "" {
		return
	}
	base := "https://images.example/" + f.ID.String()
	f.Poster = film.Poster{URL: known(base + "/full.jpg"), Source: known(poster.CDN)}
	f.PosterFull, f.PosterMini = known(base+"/full.jpg"), known(base+"/mini.jpg")
}

func (r *row) roles() []film.Role {
	var roles []film.Role
	for i, role := range strings.Split(r.cast, "; ") {
		if role == "" {
			continue
		}
		name, character, _ := strings.Cut(role, " as ")
		roles = append(roles, film.Role{Name: name, Character: known(character), Order: i, MoviedbPersonID: known(r.person(name, i))})
	}
	return roles
}

// Namesake is the name of two people of the house.
const Namesake = "Hal Dean"

// person is the number of whoever has a role: that of their first one. Every role of
// Namesake is somebody else's.
func (r *row) person(name string, at int) int {
	for i := range rows {
		if name == Namesake {
			break
		}
		for j, role := range strings.Split(rows[i].cast, "; ") {
			if first, _, _ := strings.Cut(role, " as "); first == name {
				return int(rows[i].id)*100 + j
			}
		}
	}
	return int(r.id)*100 + at
}

func (r *row) crew() film.Crew {
	crew := film.Crew{}
	for name := range strings.SplitSeq(r.director, ", ") {
		if name != "" {
			crew["directing"] = append(crew["directing"], film.Credit{Name: name, Job: "Director"})
			crew["writing"] = append(crew["writing"], film.Credit{Name: name, Job: "Screenplay"})
		}
	}
	if r.id == 110 {
		crew["camera"] = []film.Credit{{Name: "Vera Lenz", Job: "Director of Photography"}}
		crew["costume"] = []film.Credit{{Name: "Tilda Rowe", Job: "Costume Design"}}
	}
	return crew
}

// provenance gives every metric of the film that is known one.
func provenance(f *film.Film) map[string]film.Provenance {
	all := map[string]film.Provenance{"ratings.master_score": {MetricType: "composite", Market: "worldwide", Period: "2026", Source: "kinodex"}}
	add := func(name string, present bool, kind string) {
		if present {
			all[name] = film.Provenance{MetricType: kind, Market: "worldwide", Period: "2026", Source: "apptest"}
		}
	}
	add("ratings.filmdb", f.Ratings.Filmdb != nil, "user_rating")
	add("ratings.filmdb_votes", f.Ratings.FilmdbVotes != nil, "vote_count")
	add("ratings.critics", f.Ratings.Critics != nil, "critic_score")
	add("ratings.moviedb", f.Ratings.Moviedb != nil, "user_rating")
	add("runtime", f.Runtime != nil, "duration")
	add("budget", f.BoxOffice.Budget != nil, "production_budget")
	add("worldwide_gross", f.BoxOffice.WorldwideGross != nil, "box_office")
	add("roi", f.BoxOffice.ROI != nil, "derived")
	add("oscar_noms", f.Awards.OscarNoms != nil, "award_count")
	add("oscar_wins", f.Awards.OscarWins != nil, "award_count")
	add("countries", len(f.Countries) > 0, "stated")
	return all
}

// known is nil for the zero value.
func known[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

func list(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ",")
}
