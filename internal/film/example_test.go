package film_test

import (
	"encoding/binary"
	"fmt"

	"kinodex/internal/film"
)

// A film is encoded once for each view. Answers copy bytes of that record: all of
// it, or the fields of a projection.
func ExampleView_Append() {
	f := &film.Film{ID: 113277, Title: "Heat", Year: new(1995), Director: new("Michael Mann"), Genres: []string{"Action", "Crime"}}
	f.Ratings.MasterScore = film.MasterScore(f)

	json, ends := film.Flat.Append(nil, nil, f)
	record := film.Record{JSON: json}
	for _, end := range ends {
		record.Ends = binary.LittleEndian.AppendUint32(record.Ends, end)
	}

	fields, err := film.Flat.Project("title,y,genres,budget")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s\n", record.AppendTo(nil, fields, ""))
	// Output:
	// {"filmdb_id":"tt0113277","title":"Heat","year":1995,"genres":"Action, Crime","budget":null}
}

// A score is explained by its parts. The fewer votes a rating has, the closer its
// part is to the middle, and a film without ratings has the middle itself.
func ExampleExplainMasterScore() {
	known := film.ExplainMasterScore(&film.Film{
		Ratings: film.Ratings{Filmdb: new(8.3), FilmdbVotes: new(700_000)},
		Awards:  film.Awards{OscarNoms: new(2), OscarWins: new(2)},
	})
	fmt.Printf("%.2f: ratings %.2f, awards %.2f, return %.2f\n", known.Value, known.Base, known.Awards, known.Return)

	unknown := film.ExplainMasterScore(&film.Film{})
	fmt.Println(unknown.Value, unknown.Prior)
	// Output:
	// 96.04: ratings 98.93, awards 2.00, return 0.00
	// 50 true
}

// A query is checked before it is asked. The error names the parameter at fault.
func ExampleQuery_Check() {
	q := film.Query{Text: "bank robbery", Filters: film.Filters{Genre: "Crime, Drama", YearMin: new(1999.0), YearMax: new(1990.0)}}
	fmt.Println(q.Check())

	q.YearMin, q.YearMax = q.YearMax, q.YearMin
	fmt.Println(q.Check(), q.Order().Field)
	// Output:
	// year_min must be at most year_max
	// <nil> relevance
}

// The names of one genre have the same key.
func ExampleGenreKeys() {
	fmt.Println(film.GenreKeys("Sci-Fi"), film.GenreKeys("science fiction"))
	// Output:
	// [scifi] [scifi]
}
