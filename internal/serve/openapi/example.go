package openapi

import "kinodex/internal/film"

// ExampleFilm is the film the description's examples are made of, by the same
// encoder that writes every other film.
func ExampleFilm() *film.Film {
	filmdb := func(metric, period string) film.Provenance {
		return film.Provenance{MetricType: metric, Market: "worldwide", Period: period, Source: "filmdb"}
	}
	return &film.Film{
		ID: 41959, Title: "The Third Man", Year: ptr(1949), ReleaseDate: ptr("1949-08-31"), Runtime: ptr(104),
		Genres: []string{"Film-Noir", "Mystery", "Thriller"}, Director: ptr("Carol Reed"),
		Language: ptr("en"), Languages: []string{"en", "de"}, Countries: []string{"GB"},
		Overview: ptr("A writer of pulp novels comes to occupied Vienna and finds that the friend who invited him is dead, or said to be."),
		Keywords: []string{"vienna", "black market"},
		Ratings: film.Ratings{
			Filmdb: ptr(8.1), FilmdbVotes: ptr(180000), Critics: ptr(99.0), Moviedb: ptr(7.8), MoviedbVotes: ptr(1700), MasterScore: 88.4,
		},
		BoxOffice: film.Money{WorldwideGross: ptr(int64(1067364))},
		Awards:    film.Awards{OscarNoms: ptr(3), OscarWins: ptr(1)},
		Cast: []film.Role{
			{Name: "Joseph Cotten", Character: ptr("Holly Martins"), Order: 0},
			{Name: "Alida Valli", Character: ptr("Anna Schmidt"), Order: 1},
		},
		CrewSummary: film.Crew{
			"directing": {{Name: "Carol Reed", Job: "Director"}},
			"writing":   {{Name: "Graham Greene", Job: "Screenplay"}},
		},
		Provenance: map[string]film.Provenance{
			"ratings.filmdb":       filmdb("user_rating", "2023"),
			"ratings.filmdb_votes": filmdb("vote_count", "2023"),
			"ratings.master_score": {MetricType: "composite_score", Market: "worldwide", Period: "2023", Source: "kinodex"},
			"worldwide_gross":      {MetricType: "box_office_gross", Market: "worldwide", Period: "1949", Source: "boxoffice"},
		},
		Links:               film.Links{Self: "https://kinodex.example/api/v2/films/tt0041959"},
		ProductionCompanies: []film.Company{{Name: "London Film Productions", Country: ptr("GB")}},
		WatchProviders:      map[string]film.Watching{"GB": {Flatrate: []string{}, Rent: []string{"Example Rentals"}, Buy: []string{}}},
		ExternalIDs:         film.ExternalIDs{FilmdbID: 41959, MoviedbID: ptr(1092)},
		Titles: []film.Title{
			{Title: "Der dritte Mann", Region: ptr("DE"), Source: "filmdb"},
			{Title: "Третий человек", Region: ptr("RU"), Language: ptr("ru"), Kind: ptr("translation"), Source: "moviedb"},
		},
		Releases: []film.Release{{Country: "GB", Date: ptr("1949-08-31"), Certification: ptr("PG"), Kind: ptr("theatrical"), Source: "moviedb"}},
		BasedOn:  []film.Work{{ID: "Q4115189", Title: ptr("An example of a novel"), Kind: "novel", Authors: []string{"An Author"}, Source: "wikidata"}},
		Videos:   []film.Video{{Site: "YouTube", Key: "example-key", Name: ptr("Trailer"), Kind: ptr("trailer"), Language: ptr("en"), Source: "moviedb"}},
		Images:   []film.Image{{Kind: "backdrop", URL: "https://images.example/third-man.jpg", Width: ptr(1920), Height: ptr(1080), Source: "moviedb"}},
	}
}

func ptr[T any](v T) *T { return &v }
