// Package tier evaluates the tier model on scripts that it did not learn from, and writes its
// card.
package tier

import (
	"fmt"
	"slices"
	"strings"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/research"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/tiermodel"
)

// Script is a script of the research set as an examination of the tier
// model needs it.
type Script struct {
	Film     film.ID
	Year     int // 0 when unknown
	Genres   []string
	Rating   float64 // of the film, 1 to 10
	Points   float64
	Class    tiermodel.Class
	Features measure.Vector
}

// ReadScripts reads the research set as the interface shows it, with the genres
// of the films, in order of film: the order the model was trained in.
func ReadScripts(set *research.Set, films *catalog.Catalog) ([]Script, error) {
	rows, _ := set.Scripts("", 0, set.Len())
	all := make([]Script, len(rows))
	for i := range rows {
		row := &rows[i]
		id, _ := film.ParseID(row.FilmdbID)
		d, found := films.ByID(id)
		if !found || row.FilmdbRating == nil {
			return nil, fmt.Errorf("the catalogue has no rated film %s", row.FilmdbID)
		}
		f, err := films.Film(d)
		if err != nil {
			return nil, err
		}
		// Two tiers are a class, best first (REQ S-19).
		class := tiermodel.Class(strings.Index(research.Tiers, row.Tier) / 2)
		all[i] = Script{
			Film: id, Genres: f.Genres, Rating: *row.FilmdbRating, Points: row.Points, Class: class, Features: measure.VectorOf(&row.Features),
		}
		if row.Year != nil {
			all[i].Year = *row.Year
		}
	}
	slices.SortFunc(all, func(a, b Script) int { return strings.Compare(a.Film.String(), b.Film.String()) })
	return all, nil
}

// ModelVersion is the version of the tier model of a research set; "" without one.
func ModelVersion(set *research.Set) string {
	if model, err := set.Model(); err == nil {
		return model.ModelVersion
	}
	return ""
}

// labels are what scripts are graded against: a class each, and the score it is cut from.
type labels struct {
	class []tiermodel.Class
	score []float64
}

// samples describes the scripts by their features; l, if not nil, says classes and
// scores instead of the scripts' own classes and points.
func samples(scripts []Script, l *labels) []tiermodel.Sample {
	all := make([]tiermodel.Sample, len(scripts))
	for i := range scripts {
		all[i] = tiermodel.Sample{X: scripts[i].Features[:], Class: scripts[i].Class, Score: scripts[i].Points, Group: scripts[i].Film.String()}
		if l != nil {
			all[i].Class, all[i].Score = l.class[i], l.score[i]
		}
	}
	return all
}

// The names of the designs the page is compared with.
const (
	ByYear       = "year"
	ByGenre      = "genres"
	ByYearGenre  = "year and genres"
	ByLength     = "length"
	ByEverything = "page, year and genres"
)

// designs describe the scripts by what is not on the page, by the length alone,
// and by all together. Genres that fewer than ten scripts have are left out.
func designs(scripts []Script) []tiermodel.Design {
	genres := frequent(scripts, 10)
	year, genre, both, length, all := make([][]float64, len(scripts)), make([][]float64, len(scripts)),
		make([][]float64, len(scripts)), make([][]float64, len(scripts)), make([][]float64, len(scripts))
	unknown := meanYear(scripts)
	for i := range scripts {
		s := &scripts[i]
		year[i] = []float64{unknown}
		if s.Year > 0 {
			year[i][0] = float64(s.Year)
		}
		// A film without genres is told by a column of its own, so that there is
		// always one.
		genre[i] = make([]float64, len(genres)+1)
		for j, g := range genres {
			if slices.Contains(s.Genres, g) {
				genre[i][j] = 1
			}
		}
		if len(s.Genres) == 0 {
			genre[i][len(genres)] = 1
		}
		both[i] = slices.Concat(year[i], genre[i])
		length[i] = []float64{s.words()}
		all[i] = slices.Concat(s.Features[:], both[i])
	}
	return []tiermodel.Design{{Name: ByYear, X: year}, {Name: ByGenre, X: genre}, {Name: ByYearGenre, X: both},
		{Name: ByLength, X: length}, {Name: ByEverything, X: all}}
}

// words is how long the script is: scenes times their mean length.
func (s *Script) words() float64 {
	return s.Features[measure.SceneCount] * s.Features[measure.AvgSceneLen]
}

func meanYear(scripts []Script) float64 {
	sum, n := 0, 0
	for i := range scripts {
		if y := scripts[i].Year; y > 0 {
			sum, n = sum+y, n+1
		}
	}
	return float64(sum) / float64(max(n, 1))
}

// frequent lists the genres of at least some scripts, in order.
func frequent(scripts []Script, least int) []string {
	n := map[string]int{}
	for i := range scripts {
		for _, g := range scripts[i].Genres {
			n[g]++
		}
	}
	var all []string
	for g, k := range n {
		if k >= least {
			all = append(all, g)
		}
	}
	slices.Sort(all)
	return all
}
