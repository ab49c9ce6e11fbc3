package research

import (
	"encoding/json"
	"fmt"
	"math"
	"unicode/utf8"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/pack"
	"kinodex/internal/screenplay/measure"
)

// Open maps the file at path, which was built with the catalogue, and makes
// ready what it answers: rows, correlations and the description of the model are
// encoded here, once. A file that is not what Write wrote gives an error with
// pack.ErrDamaged in its chain.
func Open(path string, c *catalog.Catalog) (*Set, error) {
	f, err := pack.Open(path, pack.Options{})
	if err != nil {
		return nil, err
	}
	x := &Set{file: f}
	if err := x.read(c); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	x.encode()
	return x, nil
}

func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %s", pack.ErrDamaged, fmt.Sprintf(format, args...))
}

// read checks every section and takes the set apart. What it keeps is copied: a
// thousand scripts are a few hundred kilobytes.
func (x *Set) read(c *catalog.Catalog) error {
	words, err := x.file.Bytes(sectionAbout)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(words, &x.about); err != nil {
		return damaged("section %s: %v", sectionAbout, err)
	}
	if x.about.Version != fileVersion {
		return fmt.Errorf("research set of version %d; this program reads version %d: run kinodex build again", x.about.Version, fileVersion)
	}
	if !finite(x.about.MeanRating) {
		return damaged("mean rating")
	}
	if err := x.readScripts(c); err != nil {
		return err
	}
	floor, err := numbers[float64](x.file, sectionFloor, measure.Count)
	if err != nil {
		return err
	}
	copy(x.floor[:], floor)
	for _, v := range x.floor {
		if !finite(v) || v < 0 {
			return damaged("section %s", sectionFloor)
		}
	}
	if err := x.readHabits(); err != nil {
		return err
	}
	x.byFilm = make(map[film.ID]int, len(x.scripts))
	for i := range x.scripts {
		s := &x.scripts[i]
		if _, twice := x.byFilm[s.Film]; twice {
			return damaged("two scripts of %s", s.Film)
		}
		x.byFilm[s.Film] = i
	}
	return x.readModel()
}

// readScripts reads the rows, which must be in order of rank.
func (x *Set) readScripts(c *catalog.Catalog) error {
	films, err := pack.Numbers[uint32](x.file, sectionFilms)
	if err != nil {
		return err
	}
	n := len(films)
	features, err := numbers[float64](x.file, sectionFeatures, n*measure.Count)
	if err != nil {
		return err
	}
	fared, err := numbers[float64](x.file, sectionOutcomes, n*outcomeCount)
	if err != nil {
		return err
	}
	points, err := numbers[float64](x.file, sectionPoints, n)
	if err != nil {
		return err
	}
	years, err := numbers[int32](x.file, sectionYears, n)
	if err != nil {
		return err
	}
	characters, err := numbers[uint32](x.file, sectionCharacters, n)
	if err != nil {
		return err
	}
	digests, err := numbers[byte](x.file, sectionDigests, n*32)
	if err != nil {
		return err
	}
	titles, err := x.titles(n)
	if err != nil {
		return err
	}
	x.scripts = make([]scored, n)
	for i := range x.scripts {
		s := &x.scripts[i]
		s.Film, s.title, s.year, s.points = film.ID(films[i]), titles[i], int(years[i]), points[i]
		s.Characters, s.tier = int(characters[i]), tierAt(i, n)
		copy(s.Features[:], features[i*measure.Count:])
		copy(s.outcomes[:], fared[i*outcomeCount:])
		if digest := [32]byte(digests[i*32:]); digest != ([32]byte{}) {
			s.SHA256 = fmt.Sprintf("%x", digest)
		}
		if err := s.check(c); err != nil {
			return err
		}
		if i > 0 && points[i] > points[i-1] {
			return damaged("rank %d has more points than rank %d", i+1, i)
		}
	}
	return nil
}

// check refuses a row that cannot be true.
func (s *scored) check(c *catalog.Catalog) error {
	if _, ok := c.ByID(s.Film); !ok {
		return damaged("the catalogue has no film %s", s.Film)
	}
	for _, v := range s.Features {
		if !finite(v) {
			return damaged("a feature of %s", s.Film)
		}
	}
	if !finite(s.points) || s.points < 0 || s.points > 100 || math.IsNaN(s.outcomes[filmdbRating]) || math.IsNaN(s.outcomes[masterScore]) {
		return damaged("the points of %s", s.Film)
	}
	for _, v := range s.outcomes {
		if math.IsInf(v, 0) {
			return damaged("an outcome of %s", s.Film)
		}
	}
	return nil
}

// titles cuts the titles apart.
func (x *Set) titles(n int) ([]string, error) {
	all, err := x.file.Bytes(sectionTitles)
	if err != nil {
		return nil, err
	}
	ends, err := numbers[uint32](x.file, sectionTitleEnds, n)
	if err != nil {
		return nil, err
	}
	titles := make([]string, n)
	start := uint32(0)
	for i, end := range ends {
		if end < start || int(end) > len(all) || !utf8.Valid(all[start:end]) {
			return nil, damaged("title %d", i)
		}
		titles[i] = string(all[start:end])
		start = end
	}
	return titles, nil
}

// numbers gives a section that has a known length.
func numbers[T pack.Number](f *pack.File, name string, n int) ([]T, error) {
	all, err := pack.Numbers[T](f, name)
	if err == nil && len(all) != n {
		err = damaged("section %s has %d numbers, not %d", name, len(all), n)
	}
	return all, err
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
