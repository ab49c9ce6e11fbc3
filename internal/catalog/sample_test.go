package catalog

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"kinodex/internal/film"
)

// sample makes n films from a seed, with the skew of real ones: a few genres,
// languages and people have most of the films, most metrics are missing for
// most, recent years are fuller. Small samples are full of ties.
type sample struct {
	*rand.Rand
	n      int
	people *rand.Zipf
	speech *rand.Zipf
}

var (
	sampleGenres = strings.Split("Drama,Comedy,Thriller,Romance,Action,Horror,Crime,Documentary,Adventure,"+
		"Science Fiction,Family,Fantasy,Mystery,Animation,Sci-Fi,History,Music,War,TV Movie,Western,Film-Noir", ",")
	sampleLanguages = strings.Split("en,fr,es,de,ja,it,hi,ko,zh,ru,pt,sv,da,pl,tr,ta,te,ml,nl,fi,cs,hu,no,el,ar,fa,he,th", ",")
	sampleCountries = strings.Split("US,FR,GB,DE,IT,IN,JP,ES,CA,KR,SE,DK,RU,CN,BR,MX,AU,AR,PL,TR,BE,NL,CZ,HU,FI,NO,SUHH,XX", ",")
	sampleWords     = strings.Split("the,night,of,Ängel,love,heat,Élan,last,man,city,Łódź,dark,return,summer,house,blue,girl,"+
		"war,It,home,street,Straße,river,king,queen,lost,dream,fire,snow,Ñandú,road,black,red,day,moon,devil,song,wild,west", ",")
	sampleGiven  = strings.Split("Tom,José,Anna,Zoë,Björn,Li,Åsa,Max,Ida,Søren,Jane,Łukasz,Marie,John,Ali,Noor,Pia,Jürgen,Eva,Bo", ",")
	sampleFamily = strings.Split("Hanks,García,Øverby,Müller,Kowalski,Smith,Nguyen,Lee,O'Neil,van Dam,Brontë,Žižek,Ek,Silva,Ito", ",")
)

func newSample(seed uint64, n int) *sample {
	r := rand.New(rand.NewPCG(seed, 7))
	return &sample{Rand: r, n: n,
		people: rand.NewZipf(r, 1.15, 8, uint64(4*n+20)), speech: rand.NewZipf(r, 1.1, 6, uint64(30+n/2))}
}

func (s *sample) films() []*film.Film {
	films := make([]*film.Film, 0, s.n)
	s.each(func(f *film.Film) { films = append(films, f) })
	return films
}

func (s *sample) each(do func(*film.Film)) {
	id := film.ID(0)
	for range s.n {
		id += film.ID(1 + s.IntN(7))
		do(s.film(id))
	}
}

func (s *sample) chance(p float64) bool { return s.Float64() < p }

func pick[T any](s *sample, of []T) T {
	x := s.Float64()
	return of[int(x*x*x*float64(len(of)))] // the first are the most frequent
}

func maybe[T any](s *sample, p float64, v T) *T {
	if !s.chance(p) {
		return nil
	}
	return &v
}

func (s *sample) words(most int) string {
	var out []string
	for range 1 + s.IntN(most) {
		out = append(out, s.word())
	}
	return strings.Join(out, " ")
}

// word is one of the well-known ones or, in large samples, a made-up rare one.
func (s *sample) word() string {
	k := int(s.speech.Uint64())
	if k < len(sampleWords) {
		return sampleWords[k]
	}
	var b []byte
	for k += 500; k > 0; k /= 20 {
		b = append(b, "bcdfghklmnprstvwxzjq"[k%20], "aeiou"[k%5])
	}
	return string(b)
}

func (s *sample) person() string {
	k := int(s.people.Uint64())
	name := sampleGiven[k%len(sampleGiven)] + " " + sampleFamily[k/len(sampleGiven)%len(sampleFamily)]
	if rest := k / (len(sampleGiven) * len(sampleFamily)); rest > 0 {
		name += " " + string(rune('a'+rest%26)) + sampleFamily[rest%len(sampleFamily)] + fmt.Sprint(rest/26)
	}
	return name
}

func (s *sample) film(id film.ID) *film.Film {
	round := func(v float64) float64 { return math.Round(v*10) / 10 }
	f := &film.Film{
		ID: id, Title: s.words(4),
		OriginalTitle: maybe(s, 0.3, s.words(3)),
		Year:          maybe(s, 0.98, 2023-int(s.ExpFloat64()*25)%108),
		Runtime:       maybe(s, 0.9, 60+s.IntN(90)),
		Language:      maybe(s, 0.97, pick(s, sampleLanguages)),
		Overview:      maybe(s, 0.8, s.words(30)),
		PosterFull:    maybe(s, 0.5, "p"),
	}
	for range s.IntN(4) {
		if g := pick(s, sampleGenres); !strings.Contains(strings.Join(f.Genres, ","), g) {
			f.Genres = append(f.Genres, g)
		}
	}
	for range s.IntN(3) {
		f.Countries = append(f.Countries, pick(s, sampleCountries))
	}
	if s.chance(0.95) {
		f.Director = maybe(s, 1, s.person())
		if s.chance(0.1) {
			*f.Director += ", " + s.person()
		}
	}
	for i := range s.IntN(16) {
		f.Cast = append(f.Cast, film.Role{Name: s.person(), Order: i})
	}
	votes := int(math.Exp(s.NormFloat64()*2 + 5))
	f.Ratings = film.Ratings{
		Filmdb: maybe(s, 0.85, round(min(10, max(1, 6+s.NormFloat64()*1.3)))), FilmdbVotes: maybe(s, 0.85, votes),
		Critics: maybe(s, 0.2, float64(s.IntN(101))), Moviedb: maybe(s, 0.7, round(s.Float64()*10)),
		MasterScore: round(50 + s.NormFloat64()*12),
	}
	f.BoxOffice.Budget = maybe(s, 0.15, int64(s.IntN(300))*1_000_000)
	f.BoxOffice.WorldwideGross = maybe(s, 0.15, int64(s.IntN(900_000_000)))
	f.BoxOffice.ROI = maybe(s, 0.1, math.Round(s.ExpFloat64()*200)/100-1)
	noms := int(s.ExpFloat64() * 0.4)
	f.Awards.OscarNoms, f.Awards.OscarWins = maybe(s, 0.9, noms), maybe(s, 0.9, noms/2)
	f.Poster.URL = f.PosterFull
	if f.Year != nil {
		f.ReleaseDate = maybe(s, 0.7, fmt.Sprintf("%d-%02d-%02d", *f.Year, 1+s.IntN(12), 1+s.IntN(28)))
	}
	for range s.IntN(3) {
		f.Titles = append(f.Titles, film.Title{Title: s.words(4), Source: "s"})
		f.Releases = append(f.Releases, film.Release{Country: pick(s, []string{"US", "GB"}), Date: f.ReleaseDate, Certification: maybe(s, 0.6, pick(s, []string{"PG", "12A", "R"})), Source: "s"})
	}
	if s.chance(0.2) {
		n := s.IntN(5)
		f.Collection = &film.Collection{ID: n + 1, Name: []string{"Élan Collection", "Night", "Night", "The 4 Collection", "The 5 Collection"}[n], Source: "s"}
	}
	f.ExternalIDs = film.ExternalIDs{FilmdbID: id, MoviedbID: maybe(s, 0.8, int(id)*3+1)}
	return f
}

// query makes a question about the films; most have an answer.
func (s *sample) query(films []*film.Film) *film.Query {
	q := &film.Query{}
	if s.chance(0.1) {
		return q
	}
	f := films[s.IntN(len(films))]
	sometimes := func(p float64, set func()) {
		if s.chance(p) {
			set()
		}
	}
	number := func(v float64) *float64 { return &v }
	sometimes(0.25, func() {
		q.Genre = strings.ToUpper(pick(s, append(f.Genres, "drama", "none such")))
		if s.chance(0.5) {
			q.Genre += "," + strings.ToUpper(pick(s, append(f.Genres, "drama", "none such")))
		}
	})
	sometimes(0.1, func() { q.GenreParts, q.Genre = true, pick(s, []string{"sci", "M", "o", "dram", "zz"}) })
	sometimes(0.15, func() { q.Decade = film.Decade(fmt.Sprintf("%ds", 1910+10*s.IntN(12))) })
	sometimes(0.15, func() { q.YearMin = number(float64(1915 + s.IntN(110))) })
	sometimes(0.15, func() {
		q.YearMax = number(float64(1915 + s.IntN(110)))
		if q.YearMin != nil {
			*q.YearMax = max(*q.YearMax, *q.YearMin)
		}
	})
	sometimes(0.2, func() { q.MinRating = number(math.Round(s.Float64()*120)/10 - 1) })
	sometimes(0.15, func() { q.MinScore = number(s.Float64() * 80) })
	sometimes(0.15, func() { q.MinVotes = number(s.Float64() * 500) })
	sometimes(0.1, func() { q.MaxVotes = number(s.Float64() * 2000) })
	sometimes(0.1, func() { q.MaxRating = number(math.Round(s.Float64()*120)/10 - 1) })
	sometimes(0.1, func() { q.MinRuntime = number(float64(50 + s.IntN(80))) })
	sometimes(0.1, func() { q.MaxRuntime = number(float64(80 + s.IntN(80))) })
	part := func(name string) string {
		r := []rune(name)
		from := s.IntN(len(r))
		to := from + 1 + s.IntN(min(len(r)-from, 9))
		return string(r[from:to])
	}
	sometimes(0.15, func() {
		if f.Director != nil {
			q.Director = part(*f.Director)
		}
	})
	sometimes(0.15, func() {
		if len(f.Cast) > 0 {
			q.Actor = strings.ToUpper(part(f.Cast[s.IntN(len(f.Cast))].Name))
		}
	})
	sometimes(0.1, func() { q.Country = pick(s, []string{"US", "fr", "uk", "qq"}) })
	sometimes(0.15, func() { q.Language = pick(s, []string{"EN", "fr", "qq", "ja"}) })
	sometimes(0.1, func() { q.HasPoster = true })
	sometimes(0.1, func() { q.Collection = pick(s, []string{"3", "elan", "NIGHT", "The 4 Collection", "none such"}) })
	sometimes(0.1, func() { q.Certification = pick(s, []string{"PG", "gb:12a", "R,GB:PG", "FR:U"}) })
	sometimes(0.1, func() { q.ReleasedAfter = pick(s, []string{"1990", "1999-06", "1985-03-04"}) })
	sometimes(0.1, func() { q.ReleasedBefore = pick(s, []string{"2010", "2001-06", "2015-03-04"}) })
	sometimes(0.1, func() { q.Released = pick(s, []film.ReleaseWindow{film.Recent, film.Upcoming}) })
	sometimes(0.25, func() {
		q.Text = pick(s, []string{"night", "love heat", "elan", "garcia", "hanks tom", "...", "niht", "zzqx"})
	})
	sometimes(0.7, func() {
		q.Sort = film.Sort{Field: film.SortFields[s.IntN(len(film.SortFields))], Desc: s.chance(0.5)}
	})
	return q
}

// build makes a catalogue of the films.
func build(t testing.TB, films []*film.Film) string {
	t.Helper()
	dir := t.TempDir()
	w, err := Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range films {
		if err := w.Add(f); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := Compress(t.Context(), dir, func(int64, int64) {}); err != nil {
		t.Fatal(err)
	}
	return dir
}

// open opens the catalogue in dir for the time of the test.
func open(t testing.TB, dir string) *Catalog {
	t.Helper()
	c, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	c.BuiltOn(builtOn)
	return c
}

// builtOn is the day of the catalogues of open: most of the films were released before it.
var builtOn = time.Date(2010, 6, 15, 23, 0, 0, 0, time.UTC)
