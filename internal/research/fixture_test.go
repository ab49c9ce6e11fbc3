package research

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"kinodex/internal/catalog"
	"kinodex/internal/catalog/catalogtest"
	"kinodex/internal/film"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/screenplay/parse"
)

// sample makes n films and a measured script of each; features lean with the
// rating, so that there is something to learn.
func sample(n int) (films []*film.Film, scripts []MeasuredScript) {
	for i := range n {
		draw := rand.New(rand.NewPCG(uint64(i), 7))
		id := film.ID(1000 + 7*i)
		rating, votes, year := math.Round((4+draw.Float64()*5)*10)/10, 50+draw.IntN(100_000), 1950+i%70
		f := &film.Film{ID: id, Title: fmt.Sprintf("Film №%d", i), Year: &year, Ratings: film.Ratings{Filmdb: &rating, FilmdbVotes: &votes, MasterScore: math.Round(rating*1000) / 100}}
		if i%3 == 0 {
			gross := int64(1e6 * (1 + draw.IntN(300)))
			f.BoxOffice.WorldwideGross = &gross
		}
		if i%15 == 0 {
			noms := draw.IntN(8)
			f.Awards.OscarNoms = &noms
		}
		m := MeasuredScript{Film: id, Extractor: Extractor, SHA256: fmt.Sprintf("%064x", i+1), Characters: 100_000 + draw.IntN(100_000)}
		for k := range m.Features {
			m.Features[k] = math.Round(1000*(0.5+0.04*(rating-6.5)*float64(k%5)/4+0.1*draw.NormFloat64())) / 1000
		}
		m.Features[measure.SceneCount] = float64(60 + draw.IntN(100))
		m.Features[measure.CharacterCount] = float64(10 + draw.IntN(30))
		if i%2 == 0 {
			var edit measure.Vector
			for k := range edit {
				edit[k] = 0.001 * float64(i%20)
				if k%2 == 1 {
					edit[k] = -edit[k]
				}
			}
			m.Edits = []measure.Vector{edit}
		}
		films, scripts = append(films, f), append(scripts, m)
	}
	return films, scripts
}

// shelve builds a set of films and scripts and opens it.
func shelve(t testing.TB, films []*film.Film, scripts []MeasuredScript) *Set {
	t.Helper()
	dir := t.TempDir()
	c := catalogtest.Open(t, films)
	path := filepath.Join(dir, File)
	if err := built(films, scripts).Write(t.Context(), path, nil); err != nil {
		t.Fatal(err)
	}
	x, err := Open(path, c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return x
}

func built(films []*film.Film, scripts []MeasuredScript) *Builder {
	b := NewBuilder(scripts)
	for i, f := range films {
		b.Add(catalog.Doc(i), f)
	}
	return b
}

// usual is a set that is large enough for everything.
func usual(t testing.TB) *Set {
	films, scripts := sample(90)
	return shelve(t, films, scripts)
}

// play is a made-up screenplay of so many scenes.
func play(scenes int) string {
	var b strings.Builder
	draw := rand.New(rand.NewPCG(3, uint64(scenes)))
	rooms := []string{"CUTTING ROOM", "PROJECTION BOOTH", "ÉTOILE CINEMA, FOYER", "STATION", "KITCHEN"}
	things := []string{"bench", "splicer", "timetable", "stove", "empty chair"}
	people := []string{"IRIS", "TOMÁS", "THE CLERK", "MRS. ØDEGÅRD"}
	lines := []string{"Where is the film?", "In the can. I think.", "You think! You never think.", "She left it at the station, with the others.", "Happy now?", "No. Terrible, terrible day."}
	for i := range scenes {
		fmt.Fprintf(&b, "INT. %s - NIGHT\n\n%s has been here, and lately. The lamp burns low over the %s.\n\n", rooms[i%len(rooms)], people[draw.IntN(len(people))], things[draw.IntN(len(things))])
		for range 2 + draw.IntN(5) {
			fmt.Fprintf(&b, "%s\n%s\n\n", people[draw.IntN(len(people))], lines[draw.IntN(len(lines))])
		}
	}
	return b.String()
}

// analyse reads, measures and analyses a text.
func analyse(t testing.TB, x *Set, text string) *Analysis {
	t.Helper()
	s := parse.Text(text)
	a, err := x.Analyze(s, measure.NewMeter().Of(s))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// encoded is an answer of the set as JSON.
func encoded(t testing.TB, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// decoded reads JSON.
func decoded[T any](t testing.TB, b []byte) (v T) {
	t.Helper()
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatalf("%v: %.400s", err, b)
	}
	return v
}
