package research

import (
	"fmt"
	"math"
	"unicode/utf8"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/pack"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/stat"
)

// Open maps the file at path, which was built with the catalogue, and makes
// ready what it answers: rows, correlations and the description of the model. A
// file that is not what Write wrote gives an error with pack.ErrDamaged in its
// chain.
func Open(path string, c *catalog.Catalog) (*Set, error) {
	x := &Set{}
	f, err := pack.Load(path, pack.Options{}, func(r *pack.Reader) { x.read(r, c) })
	if err != nil {
		return nil, err
	}
	x.file = f
	x.prepare()
	return x, nil
}

// read checks every section and takes the set apart. What it keeps is copied: a
// thousand scripts are a few hundred kilobytes.
func (x *Set) read(r *pack.Reader, c *catalog.Catalog) {
	if r.JSON(sectionAbout, &x.about); r.Err() != nil {
		return
	}
	if x.about.Version != fileVersion {
		r.Fail(fmt.Errorf("research set of version %d; this program reads version %d: run kinodex build again", x.about.Version, fileVersion))
		return
	}
	r.Require(stat.Finite(x.about.MeanRating), "mean rating")
	x.readScripts(r, c)
	copy(x.floor[:], pack.Between(r, sectionFloor, measure.Count, 0, math.MaxFloat64))
	x.readStyleCounts(r)
	x.readSeries(r)
	x.byFilm = make(map[film.ID]int, len(x.scripts))
	for i := range x.scripts {
		s := &x.scripts[i]
		_, twice := x.byFilm[s.Film]
		r.Require(!twice, "two scripts of %s", s.Film)
		x.byFilm[s.Film] = i
	}
	x.readModel(r)
}

// readScripts reads the rows, which must be in order of rank.
func (x *Set) readScripts(r *pack.Reader, c *catalog.Catalog) {
	films := pack.Column[uint32](r, sectionFilms, pack.Any)
	n := len(films)
	features := pack.Between(r, sectionFeatures, n*measure.Count, -math.MaxFloat64, math.MaxFloat64)
	fared := pack.Column[float64](r, sectionOutcomes, n*outcomeCount)
	points := pack.Between[float64](r, sectionPoints, n, 0, 100)
	years := pack.Column[int32](r, sectionYears, n)
	characters := pack.Column[uint32](r, sectionCharacters, n)
	digests := pack.Column[byte](r, sectionDigests, n*32)
	titles := pack.Column[byte](r, sectionTitles, pack.Any)
	ends := pack.Ends[uint32](r, sectionTitleEnds, n, len(titles))
	if r.Err() != nil {
		return
	}
	x.scripts = make([]scoredScript, n)
	start := uint32(0)
	for i := range x.scripts {
		s := &x.scripts[i]
		s.Film, s.title, s.year, s.points = film.ID(films[i]), string(titles[start:ends[i]]), int(years[i]), points[i]
		s.Characters, s.tier = int(characters[i]), tierAt(i, n)
		start = ends[i]
		copy(s.Features[:], features[i*measure.Count:])
		copy(s.outcomes[:], fared[i*outcomeCount:])
		if digest := [32]byte(digests[i*32:]); digest != ([32]byte{}) {
			s.SHA256 = fmt.Sprintf("%x", digest)
		}
		s.check(r, c)
		r.Require(i == 0 || points[i] <= points[i-1], "rank %d has more points than rank %d", i+1, i)
	}
}

// check refuses a row that cannot be true.
func (s *scoredScript) check(r *pack.Reader, c *catalog.Catalog) {
	_, known := c.ByID(s.Film)
	r.Require(known, "the catalogue has no film %s", s.Film)
	r.Require(utf8.ValidString(s.title), "the title of %s", s.Film)
	r.Require(!math.IsNaN(s.outcomes[filmdbRating]) && !math.IsNaN(s.outcomes[masterScore]), "the ratings of %s", s.Film)
	for _, v := range s.outcomes {
		r.Require(!math.IsInf(v, 0), "an outcome of %s", s.Film)
	}
}
