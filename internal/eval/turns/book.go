package turns

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/screenplay/measure"
)

// book has the annotated films: film id, title, year, how many scenes the text was read
// to have, and the scenes of the five turning points, from 1.
//
//go:embed book.tsv
var book string

// Film is a film whose turning points somebody marked.
type Film struct {
	ID     film.ID
	Title  string
	Year   int
	Scenes int // that the text has, so that another text is not taken for it
	// Marked are the scenes of each turning point, from 0, in order.
	Marked [measure.TurningPoints][]int
}

// Book returns the annotated films.
func Book() ([]Film, error) {
	var films []Film
	for line := range strings.Lines(book) {
		f, err := parseLine(strings.TrimRight(line, "\n"))
		if err != nil {
			return nil, fmt.Errorf("%q: %w", line, err)
		}
		films = append(films, f)
	}
	return films, nil
}

// parseLine reads a line of the book. Scenes that are out of order, or that the film does not
// have, are an error.
func parseLine(line string) (f Film, err error) {
	fields := strings.Split(line, "\t")
	if len(fields) != 4+measure.TurningPoints {
		return f, fmt.Errorf("%d fields, not %d", len(fields), 4+measure.TurningPoints)
	}
	var ok bool
	if f.ID, ok = film.ParseID(fields[0]); !ok {
		return f, fmt.Errorf("no film id: %q", fields[0])
	}
	f.Title = fields[1]
	if f.Year, err = strconv.Atoi(fields[2]); err != nil {
		return f, err
	}
	if f.Scenes, err = strconv.Atoi(fields[3]); err != nil {
		return f, err
	}
	for k, list := range fields[4:] {
		for one := range strings.SplitSeq(list, ",") {
			scene, err := strconv.Atoi(one)
			if err != nil {
				return f, err
			}
			if scene < 1 || scene > f.Scenes {
				return f, fmt.Errorf("scene %d of %d", scene, f.Scenes)
			}
			f.Marked[k] = append(f.Marked[k], scene-1)
		}
		if !slices.IsSorted(f.Marked[k]) || k > 0 && f.Marked[k][0] < f.Marked[k-1][0] {
			return f, fmt.Errorf("scenes %s are out of order", list)
		}
	}
	return f, nil
}
