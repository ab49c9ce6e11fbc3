package tier

import (
	"cmp"
	"slices"

	"kinodex/internal/tiermodel"
)

// cell is a time and a kind of film.
type cell struct{ era, genre string }

// leastCell is how many scripts a cell has at least.
const leastCell = 12

// neutral classes the scripts anew: High, Mid and Low are the thirds, by points,
// of the scripts of the same era and genre. A film's time and kind then tell
// nothing of its class, and what is graded right is owed to the page.
//
// Eras are: before 1980, the 1980s, the 1990s, the 2000s, and from 2010. A film
// counts for the rarest of its genres that at least sixty scripts have, because
// most films share the common ones. Cells of fewer than twelve scripts are taken
// together by era, and if they are still fewer, all of them. The score is the part of
// its cell that a script has more points than.
func neutral(scripts []Script) *labels {
	n := map[string]int{}
	for i := range scripts {
		for _, g := range scripts[i].Genres {
			n[g]++
		}
	}
	of := make([]cell, len(scripts))
	for i := range scripts {
		of[i] = cell{era(scripts[i].Year), mainGenre(scripts[i].Genres, n)}
	}
	merge(of, func(c cell) cell { return cell{c.era, ""} })
	merge(of, func(cell) cell { return cell{} })
	members := map[cell][]int{}
	for i, c := range of {
		members[c] = append(members[c], i)
	}
	l := &labels{make([]tiermodel.Class, len(scripts)), make([]float64, len(scripts))}
	for _, in := range members {
		slices.SortFunc(in, func(a, b int) int {
			return cmp.Or(cmp.Compare(scripts[b].Points, scripts[a].Points), cmp.Compare(scripts[a].Film, scripts[b].Film))
		})
		for place, i := range in {
			l.class[i] = tiermodel.Class(place * tiermodel.Classes / len(in))
			l.score[i] = 1 - (float64(place)+0.5)/float64(len(in))
		}
	}
	return l
}

func era(year int) string {
	switch {
	case year <= 0:
		return "unknown"
	case year < 1980:
		return "before 1980"
	case year < 1990:
		return "1980s"
	case year < 2000:
		return "1990s"
	case year < 2010:
		return "2000s"
	}
	return "from 2010"
}

func mainGenre(genres []string, n map[string]int) string {
	main := ""
	for _, g := range genres {
		if n[g] >= 60 && (main == "" || n[g] < n[main] || n[g] == n[main] && g < main) {
			main = g
		}
	}
	return main
}

// merge moves the scripts of cells that are too small into a larger one.
func merge(of []cell, larger func(cell) cell) {
	n := map[cell]int{}
	for _, c := range of {
		n[c]++
	}
	for i, c := range of {
		if n[c] < leastCell {
			of[i] = larger(c)
		}
	}
}

// ratingThirds classes by the film's rating alone: High above 7.3, Low up to
// 6.6. These are the classes that earlier work on such scripts was measured on.
func ratingThirds(scripts []Script) *labels {
	l := &labels{make([]tiermodel.Class, len(scripts)), make([]float64, len(scripts))}
	for i := range scripts {
		l.score[i] = scripts[i].Rating
		switch r := scripts[i].Rating; {
		case r > 7.3:
			l.class[i] = tiermodel.High
		case r > 6.6:
			l.class[i] = tiermodel.Mid
		default:
			l.class[i] = tiermodel.Low
		}
	}
	return l
}
