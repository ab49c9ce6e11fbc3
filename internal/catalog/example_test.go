package catalog_test

import (
	"fmt"
	"log"
	"os"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
)

// A catalogue is written once, film by film in order of id. After that it is only
// read.
func Example() {
	dir, err := os.MkdirTemp("", "catalog")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)

	w, err := catalog.Create(dir)
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range []*film.Film{
		{ID: 15864, Title: "The Gold Rush", Year: new(1925), Genres: []string{"Comedy", "Adventure"}},
		{ID: 17136, Title: "Metropolis", Year: new(1927), Genres: []string{"Science Fiction", "Drama"}},
		{ID: 22100, Title: "M", Year: new(1931), Genres: []string{"Crime", "Drama"}},
	} {
		if err := w.Add(f); err != nil {
			log.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		log.Fatal(err)
	}

	c, err := catalog.Open(dir)
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()

	drama := &film.Query{Filters: film.Filters{Genre: "drama"}, Sort: film.Sort{Field: "year", Desc: true}}
	page := film.Page{Limit: 1}
	for {
		found := c.Find(drama, page)
		for _, d := range found.Docs {
			fmt.Printf("%s %s, %d of them in all\n", c.ID(d), c.Title(d), found.Total)
		}
		if found.Next == nil {
			break
		}
		page.After = found.Next
	}

	typo := c.Find(&film.Query{Text: "metropolys"}, film.Page{Limit: 10})
	fmt.Println("did you mean", typo.DidYouMean)
	for _, u := range c.UnknownGenres(&film.Query{Filters: film.Filters{Genre: "comdey"}}) {
		fmt.Println(u.Genre, "may be", u.Nearest)
	}
	// Output:
	// tt0022100 M, 2 of them in all
	// tt0017136 Metropolis, 2 of them in all
	// did you mean Metropolis
	// comdey may be [Comedy]
}
