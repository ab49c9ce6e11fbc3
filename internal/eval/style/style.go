// Package style evaluates whether the writer of a passage is found when films of it may not be
// looked at, and writes the card of style matching.
package style

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"runtime"
	"slices"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/research"
	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/screenplay/parse"
	"kinodex/internal/writersroom"
)

// Film is a film whose screenplay's passages are asked about. Year is 0 if unknown.
type Film struct {
	Film   film.ID
	Title  string
	Year   int
	Genres []string
	Work   writersroom.Work
	// Parts are passages of the script as somebody would send them, by length.
	Parts [lengths][]*writersroom.Sample
	// names are those who speak, by which films of one series are known.
	names map[string]bool
	film  *film.Film
}

// The lengths of the passages that are asked about.
const (
	oneScene = iota
	tenScenes
	wholeText
	lengths
)

var lengthNames = [lengths]string{"one scene", "ten scenes in a row", "the whole script"}

// ReadFilms reads the screenplays of a folder that are of the catalogue's films, and
// draws passages of each: at most passages single scenes, and as many runs of ten. A
// text that does not parse is left out. It also returns the sum of all habits. It is
// an error if no screenplay is left.
func ReadFilms(ctx context.Context, fsys fs.FS, films *catalog.Catalog, passages int, seed uint64) ([]Film, []int, error) {
	texts, err := research.Texts(fsys)
	if err != nil {
		return nil, nil, err
	}
	meter := measure.NewMeter()
	read := make([]*Film, len(texts))
	work := errgroup.Group{}
	work.SetLimit(runtime.GOMAXPROCS(0))
	for i, t := range texts {
		work.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			d, ok := films.ByID(t.Film)
			if !ok {
				return nil
			}
			f, err := films.Film(d)
			if err != nil {
				return err
			}
			b, err := fs.ReadFile(fsys, t.File)
			if err != nil {
				return err
			}
			script, err := parse.File(t.File, b)
			if err != nil {
				return nil // nor does the research set have it
			}
			read[i] = readFilm(meter, script, f, passages, seed)
			return nil
		})
	}
	if err := work.Wait(); err != nil {
		return nil, nil, err
	}
	sums := make([]int, len(measure.StyleFeatures()))
	var all []Film
	for _, f := range read {
		if f == nil {
			continue
		}
		for i, n := range f.Work.Habits {
			sums[i] += int(n)
		}
		all = append(all, *f)
	}
	if len(all) == 0 {
		return nil, nil, fmt.Errorf("no screenplay of a film of the catalogue")
	}
	return all, sums, nil
}

// readFilm measures a screenplay and draws its passages. The draw depends on the seed
// and the film alone.
func readFilm(meter *measure.Meter, s *screenplay.Script, f *film.Film, passages int, seed uint64) *Film {
	one := &Film{Film: f.ID, Title: f.Title, Genres: f.Genres, film: f, names: map[string]bool{}}
	if f.Year != nil {
		one.Year = *f.Year
	}
	whole := meter.Of(s)
	one.Work = writersroom.Work{Film: f.ID, Habits: meter.StyleCountsOf(s), Features: whole.Vector}
	for _, c := range whole.Characters {
		if len(c.Name) > 3 && c.Speeches > 2 && !generic[c.Name] {
			one.names[c.Name] = true
		}
	}
	sample := func(text string) *writersroom.Sample {
		part := parse.Text(text)
		return writersroom.NewManuscript(part, meter.Of(part), meter.StyleCountsOf(part), nil).Sample()
	}
	one.Parts[wholeText] = []*writersroom.Sample{sample(s.Source)}
	draw := rand.New(rand.NewPCG(seed, uint64(f.ID)))
	one.Parts[oneScene] = passagesOf(whole, s.Source, 1, passages, draw, sample)
	one.Parts[tenScenes] = passagesOf(whole, s.Source, 10, passages, draw, sample)
	return one
}

// generic are names that scripts of no series share.
var generic = map[string]bool{"voice": true, "woman": true, "officer": true, "guard": true, "waiter": true, "doctor": true, "nurse": true,
	"driver": true, "reporter": true, "soldier": true, "waitress": true, "bartender": true, "father": true, "mother": true, "detective": true,
	"young man": true, "old man": true, "old woman": true, "young woman": true, "announcer": true, "clerk": true, "receptionist": true,
	"secretary": true, "policeman": true, "cop #1": true, "cop #2": true, "sergeant": true, "captain": true, "crowd": true, "newscaster": true}

// passagesOf draws at most n runs of so many scenes, in order, that have
// research.LeastText characters or more.
func passagesOf(r *measure.Report, source string, scenes, n int, draw *rand.Rand, sample func(string) *writersroom.Sample) []*writersroom.Sample {
	var starts []int
	for i := 0; i+scenes <= len(r.Scenes); i++ {
		passage := source[r.Scenes[i].Start:r.Scenes[i+scenes-1].End]
		if utf8.RuneCountInString(passage) >= research.LeastText {
			starts = append(starts, i)
		}
	}
	draw.Shuffle(len(starts), func(i, j int) { starts[i], starts[j] = starts[j], starts[i] })
	starts = starts[:min(n, len(starts))]
	slices.Sort(starts)
	var all []*writersroom.Sample
	for _, i := range starts {
		all = append(all, sample(source[r.Scenes[i].Start:r.Scenes[i+scenes-1].End]))
	}
	return all
}
