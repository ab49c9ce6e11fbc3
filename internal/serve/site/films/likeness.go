package films

import (
	"slices"
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/taste"
)

// mostShared is how many keywords or names the reason of a likeness has.
const mostShared = 3

// basis says what the likeness of films rests on.
func basis(source string) string {
	if source == taste.Collaborative {
		return "Found by people who rated both alike, and by what the films tell of."
	}
	return "Found by what the films have in common: genres, subjects, people and the words of their plots."
}

// likeness says in a line what two films have in common, the most telling of what the library states.
// It is empty when that is nothing that could be named.
func likeness(a, b *film.Film) string {
	for _, of := range []struct {
		says   string
		shared []string
	}{
		{"Also directed by ", shared(directors(a), directors(b))}, {"Also with ", shared(names(a.Cast), names(b.Cast))},
		{"Also about ", shared(a.Keywords, b.Keywords)}, {"Also ", shared(a.Genres, b.Genres)},
	} {
		if n := len(of.shared); n > 0 {
			return of.says + strings.Join(of.shared[:min(n, mostShared)], ", ")
		}
	}
	return ""
}

// shared returns what two lists have in common, in the order of the first.
func shared(a, b []string) (both []string) {
	for _, s := range a {
		if slices.Contains(b, s) && !slices.Contains(both, s) {
			both = append(both, s)
		}
	}
	return both
}

func directors(f *film.Film) []string {
	if f.Director == nil {
		return nil
	}
	return strings.Split(*f.Director, ", ")
}

func names(cast []film.Role) []string {
	all := make([]string, len(cast))
	for i, r := range cast {
		all[i] = r.Name
	}
	return all
}
