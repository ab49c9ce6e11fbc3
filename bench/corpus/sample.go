package corpus

import (
	"fmt"
	"iter"

	"kinodex/internal/film"
)

// Sample yields n films that never were, each derived from its number alone, wide
// enough for every kind of question to be asked of a thousand or more. Tests use
// them.
func Sample(n int) iter.Seq2[*Film, error] {
	return func(yield func(*Film, error) bool) {
		for i := 1; i <= n; i++ {
			if !yield(New(sample(i)), nil) {
				return
			}
		}
	}
}

func sample(i int) *film.Film {
	genres := []string{"Drama", "Comedy", "Science Fiction", "Crime"}
	languages := []string{"en", "en", "fr"}
	director := "Ada " + spelled(i%97)
	overview := fmt.Sprintf("Everyone sees %s and the %s before morning", spelled(i%150), spelled(i%170+1000))
	year, votes, rating := 1920+i%100, i*7%5000, float64(i%100)/10
	id := film.ID(i * 977) // seven digits and, from 10,236 on, eight
	f := &film.Film{
		ID: id, ExternalIDs: film.ExternalIDs{FilmdbID: id},
		Title: fmt.Sprintf("The %s story of number %d", spelled(i), i), Overview: &overview,
		Director: &director, Keywords: []string{spelled(i%50 + 500)},
		Genres: []string{genres[i%4], genres[i/4%4]},
		Cast:   []film.Role{{Name: "Bo " + spelled(i%300+77)}, {Name: "Cy " + spelled(i%200+40)}},
		CrewSummary: film.Crew{
			"directing": {{Name: director, Job: "Director"}},
			"writing":   {{Name: "Di " + spelled(i%60+9), Job: "Writer"}},
		},
	}
	f.Ratings.MasterScore = rating*10 + float64(i%7)/10
	if i%11 > 0 {
		f.Year = &year
	}
	if i%5 > 0 {
		f.Ratings.Filmdb, f.Ratings.FilmdbVotes, f.Language = &rating, &votes, &languages[i%3]
	}
	if i%3 == 0 {
		f.Poster.URL = &f.Title
	}
	return f
}

// spelled gives a number as a word of six letters, the last of them one that no
// stemmer touches.
func spelled(n int) string {
	word := []byte("qzzzzo")
	for i := 4; n > 0 && i >= 0; i-- {
		word[i] = byte('a' + n%26)
		n /= 26
	}
	return string(word)
}
