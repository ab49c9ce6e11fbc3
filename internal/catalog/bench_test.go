package catalog

import (
	"cmp"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kinodex/internal/film"
	"kinodex/internal/text"
)

// benchmarkCatalog opens the catalogue in KINODEX_DATA_LIBRARY, or makes one of
// KINODEX_FILMS synthetic films (150,000 when that is not set).
func benchmarkCatalog(b *testing.B) *Catalog {
	dir := os.Getenv("KINODEX_DATA_LIBRARY")
	if dir == "" {
		n, _ := strconv.Atoi(cmp.Or(os.Getenv("KINODEX_FILMS"), "150000"))
		dir = b.TempDir()
		start := time.Now()
		w, err := Create(dir)
		if err != nil {
			b.Fatal(err)
		}
		newSample(1, n).each(func(f *film.Film) {
			if err := w.Add(f); err != nil {
				b.Fatal(err)
			}
		})
		if err := w.Close(); err != nil {
			b.Fatal(err)
		}
		b.Logf("%d synthetic films built in %v", n, time.Since(start).Round(time.Millisecond))
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	start := time.Now()
	c, err := Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	took := time.Since(start)
	b.Cleanup(func() { c.Close() })
	start = time.Now()
	c.Prepare(func() bool { return false })
	b.Logf("prepared in %v", time.Since(start).Round(time.Millisecond))
	runtime.GC()
	runtime.ReadMemStats(&after)
	b.Logf("%d films opened in %v, heap %d KiB", c.Len(), took.Round(100*time.Microsecond),
		(int64(after.HeapAlloc)-int64(before.HeapAlloc))/1024)
	return c
}

// question is one of a class, with the page that is asked for.
type question struct {
	q film.Query
	p film.Page
}

// questions are the classes that are measured; each makes one question.
var questions = []struct {
	class string
	ask   func(c *Catalog, r *rand.Rand) question
}{
	{"filter", func(c *Catalog, r *rand.Rand) question {
		return question{q: randomFilter(c, r), p: film.Page{Limit: 50}}
	}},
	{"filter+sort", func(c *Catalog, r *rand.Rand) question {
		q := randomFilter(c, r)
		q.Sort = randomSort(r)
		return question{q, film.Page{Limit: 50}}
	}},
	{"sort deep page", func(c *Catalog, r *rand.Rand) question {
		return question{film.Query{Sort: randomSort(r)}, film.Page{Limit: 50, Offset: r.IntN(c.Len())}}
	}},
	{"filter+sort deep page", func(c *Catalog, r *rand.Rand) question {
		q := randomFilter(c, r)
		q.Sort = randomSort(r)
		total := c.Find(&q, film.Page{Limit: 1}).Total
		return question{q, film.Page{Limit: 50, Offset: r.IntN(total + 1)}}
	}},
	{"cursor", func(c *Catalog, r *rand.Rand) question {
		q := randomFilter(c, r)
		q.Sort = randomSort(r)
		total := c.Find(&q, film.Page{Limit: 1}).Total
		return question{q, film.Page{Limit: 50, After: c.Find(&q, film.Page{Limit: 1, Offset: r.IntN(total + 1)}).Next}}
	}},
	{"title cursor", func(c *Catalog, r *rand.Rand) question {
		q := film.Query{Sort: film.Sort{Field: film.TitleField, Desc: r.IntN(2) == 0}}
		return question{q, film.Page{Limit: 50, After: c.Find(&q, film.Page{Limit: 1, Offset: r.IntN(c.Len() - 1)}).Next}}
	}},
	{"actor", func(c *Catalog, r *rand.Rand) question {
		return question{film.Query{Filters: film.Filters{Actor: randomName(&c.actors, r)}}, film.Page{Limit: 50}}
	}},
	{"actor part", func(c *Catalog, r *rand.Rand) question {
		name := randomName(&c.actors, r)
		return question{film.Query{Filters: film.Filters{Actor: name[:min(len(name), 4)]}}, film.Page{Limit: 50}}
	}},
	{"actor letter", func(c *Catalog, r *rand.Rand) question {
		return question{film.Query{Filters: film.Filters{Actor: randomName(&c.actors, r)[:1]}}, film.Page{Limit: 50}}
	}},
	{"director", func(c *Catalog, r *rand.Rand) question {
		return question{film.Query{Filters: film.Filters{Director: randomName(&c.directors, r)}, Sort: randomSort(r)}, film.Page{Limit: 50}}
	}},
	{"text", func(c *Catalog, r *rand.Rand) question {
		return question{film.Query{Text: randomTitle(c, r)}, film.Page{Limit: 50}}
	}},
	{"plot words", func(c *Catalog, r *rand.Rand) question {
		return question{film.Query{Text: randomPlotWords(c, r)}, film.Page{Limit: 50}}
	}},
	{"description", func(c *Catalog, r *rand.Rand) question {
		var words []string
		for range 6 {
			words = append(words, randomPlotWords(c, r))
		}
		return question{film.Query{Text: strings.Join(words, " "), Description: &film.Description{}}, film.Page{Limit: 50}}
	}},
	{"name and plot word", func(c *Catalog, r *rand.Rand) question {
		plot, _, _ := strings.Cut(randomPlotWords(c, r), " ")
		return question{film.Query{Text: randomName(&c.directors, r) + " " + plot}, film.Page{Limit: 50}}
	}},
	{"misspelt title", func(c *Catalog, r *rand.Rand) question {
		title := []rune(c.Title(Doc(c.votes.desc.perm[r.IntN(c.Len()/20)])))
		i := r.IntN(len(title))
		return question{film.Query{Text: string(title[:i]) + string(title[i+1:])}, film.Page{Limit: 50}}
	}},
	{"text+filter", func(c *Catalog, r *rand.Rand) question {
		q := randomFilter(c, r)
		q.Text = randomTitle(c, r)
		return question{q, film.Page{Limit: 50}}
	}},
	{"text+sort", func(c *Catalog, r *rand.Rand) question {
		return question{film.Query{Text: randomTitle(c, r), Sort: randomSort(r)}, film.Page{Limit: 50}}
	}},
}

func randomSort(r *rand.Rand) film.Sort {
	return film.Sort{Field: film.SortFields[r.IntN(len(film.SortFields))], Desc: r.IntN(2) == 0}
}

// randomFilter asks for one to three of the usual conditions.
func randomFilter(c *Catalog, r *rand.Rand) film.Query {
	number := func(v float64) *float64 { return &v }
	var q film.Query
	for range 1 + r.IntN(3) {
		switch r.IntN(7) {
		case 0:
			q.Genre = c.genres.values[r.IntN(len(c.genres.values))]
		case 1:
			q.Decade = film.Decade(strconv.Itoa(1920 + 10*r.IntN(11)))
		case 2:
			q.YearMin = number(float64(1950 + r.IntN(70)))
		case 3:
			q.MinRating = number(5 + float64(r.IntN(40))/10)
		case 4:
			q.MinVotes = number(float64(int(100) << r.IntN(10)))
		case 5:
			languages := c.attribute("languages").values
			q.Language = languages[r.IntN(len(languages))]
		case 6:
			q.HasPoster = true
		}
	}
	if len(q.Language) != 2 {
		q.Language = ""
	}
	return q
}

func randomName(x *nameIndex, r *rand.Rand) string {
	return string(x.names.At(r.IntN(x.names.Len())))
}

func randomTitle(c *Catalog, r *rand.Rand) string {
	return string(c.column(film.TitleField).words.At(r.IntN(c.Len())))
}

// randomPlotWords returns two or three longer words of an overview, none in more than one film in
// fifty, as the questions of bench have them.
func randomPlotWords(c *Catalog, r *rand.Rand) string {
	overview := slices.Index(film.Detail.Fields(), "overview")
	for n := 2 + r.IntN(2); ; {
		var rare []string
		for _, w := range text.Words(c.Record(Doc(r.IntN(c.Len())), film.Detail).Text(overview)) {
			if films := c.text.Count(w); len(w) >= 4 && 3 <= films && films <= c.Len()/50 && !slices.Contains(rare, w) {
				rare = append(rare, w)
			}
		}
		if len(rare) >= n {
			r.Shuffle(len(rare), func(i, j int) { rare[i], rare[j] = rare[j], rare[i] })
			return strings.Join(rare[:n], " ")
		}
	}
}

func BenchmarkFind(b *testing.B) {
	c := benchmarkCatalog(b)
	for _, class := range questions {
		b.Run(class.class, func(b *testing.B) {
			measure(b, c, class.ask, func(x *question) { c.Find(&x.q, x.p) })
		})
	}
	b.Run("facets", func(b *testing.B) {
		measure(b, c, questions[0].ask, func(x *question) {
			if _, err := c.Facets(&x.q, FacetNames); err != nil {
				b.Fatal(err)
			}
		})
	})
	b.Run("facets of all", func(b *testing.B) {
		measure(b, c, questions[2].ask, func(x *question) { c.Facets(&x.q, FacetNames) })
	})
}

// measure runs 500 questions of a class in turn and reports their quantiles.
func measure(b *testing.B, c *Catalog, ask func(*Catalog, *rand.Rand) question, do func(*question)) {
	r := rand.New(rand.NewPCG(42, 42))
	asked := make([]question, 500)
	for i := range asked {
		asked[i] = ask(c, r)
		do(&asked[i])
	}
	took := make([]time.Duration, 0, 1<<16)
	b.ReportAllocs()
	b.ResetTimer()
	for i := 0; b.Loop(); i++ {
		start := time.Now()
		do(&asked[i%len(asked)])
		if len(took) < cap(took) {
			took = append(took, time.Since(start))
		}
	}
	slices.Sort(took)
	for name, p := range map[string]int{"p50-ns": 50, "p99-ns": 99} {
		b.ReportMetric(float64(took[len(took)*p/100].Nanoseconds()), name)
	}
}
