package film

import (
	"math"
	"slices"
	"strconv"
	"unicode/utf8"
)

// BaseMark is the byte that stands in encoded records where the address of the
// service goes. It cannot occur in JSON otherwise, so a door replaces it while
// copying and the records need not know where they are served.
const BaseMark = '\x01'

// View is one way of telling of a film. Every record of a view has the view's
// fields, all of them, in the view's order, so that a projection is a copy of
// byte ranges.
type View uint8

// The views of a film.
const (
	List   View = iota // v2 lists, streams, snapshots: top cast, key crew
	Detail             // v2 detail: everything
	Flat               // v1, lists and detail alike
)

// Views are all of them.
var Views = []View{List, Detail, Flat}

// TopCast is how many of the cast the list view carries (REQ F2-08).
const TopCast = 5

var listFields = []string{
	"filmdb_id", "title", "original_title", "year", "release_date", "runtime", "genres",
	"director", "language", "languages", "countries", "overview", "tagline", "keywords",
	"ratings", "box_office", "awards", "poster", "poster_full_url", "poster_mini_url",
	"cast", "crew_summary", "provenance", "links",
}

var detailFields = append(slices.Clone(listFields), "production_companies", "watch_providers", "external_ids")

var flatFields = []string{
	"filmdb_id", "title", "year", "genres", "director", "filmdb_rating", "critic_score",
	"moviedb_rating", "master_score", "budget", "worldwide_gross", "roi", "oscar_noms",
	"oscar_wins", "language", "runtime", "overview", "tagline", "keywords", "cast", "crew",
}

// String names the view in file names and messages.
func (v View) String() string { return [...]string{"list", "detail", "flat"}[v] }

// Fields are the view's fields in the order they are encoded. The caller must
// not change the slice.
func (v View) Fields() []string {
	return [...][]string{listFields, detailFields, flatFields}[v]
}

// Append encodes f as the view's JSON object at the end of dst. It appends to
// ends, for each field, the offset in the object just past the field's value,
// so that field i is object[start:ends[i]] where start is 1 for the first
// field and ends[i-1]+1 (past the comma) for the others.
func (v View) Append(dst []byte, ends []uint32, f *Film) ([]byte, []uint32) {
	e := encoder{buf: dst, start: len(dst), ends: ends}
	e.raw("{")
	if v == Flat {
		e.flat(f)
	} else {
		e.canonical(f, v == Detail)
	}
	e.raw("}")
	return e.buf, e.ends
}

// encoder writes one object, field by field.
type encoder struct {
	buf   []byte
	start int
	ends  []uint32
}

func (e *encoder) raw(s string) { e.buf = append(e.buf, s...) }

// field writes the name and calls value for what follows the colon.
func (e *encoder) field(name string, value func()) {
	if e.buf[len(e.buf)-1] != '{' {
		e.raw(",")
	}
	e.raw(`"`)
	e.raw(name)
	e.raw(`":`)
	value()
	e.ends = append(e.ends, uint32(len(e.buf)-e.start))
}

func (e *encoder) canonical(f *Film, detail bool) {
	e.field("filmdb_id", func() { e.id(f.ID) })
	e.field("title", func() { e.text(f.Title) })
	e.field("original_title", func() { e.textOrNull(f.OriginalTitle) })
	e.field("year", func() { e.intOrNull(f.Year) })
	e.field("release_date", func() { e.textOrNull(f.ReleaseDate) })
	e.field("runtime", func() { e.intOrNull(f.Runtime) })
	e.field("genres", func() { e.texts(f.Genres) })
	e.field("director", func() { e.textOrNull(f.Director) })
	e.field("language", func() { e.textOrNull(f.Language) })
	e.field("languages", func() { e.texts(f.Languages) })
	e.field("countries", func() { e.texts(f.Countries) })
	e.field("overview", func() { e.textOrNull(f.Overview) })
	e.field("tagline", func() { e.textOrNull(f.Tagline) })
	e.field("keywords", func() { e.texts(f.Keywords) })
	e.field("ratings", func() { e.ratings(&f.Ratings) })
	e.field("box_office", func() { e.money(&f.BoxOffice) })
	e.field("awards", func() {
		e.raw(`{"oscar_noms":`)
		e.intOrNull(f.Awards.OscarNoms)
		e.raw(`,"oscar_wins":`)
		e.intOrNull(f.Awards.OscarWins)
		e.raw(`,"best_picture":`)
		e.textOrNull(f.Awards.BestPicture)
		e.raw("}")
	})
	e.field("poster", func() {
		e.raw(`{"url":`)
		e.addressOrNull(f.Poster.URL)
		e.raw(`,"source":`)
		e.textOrNull(f.Poster.Source)
		e.raw("}")
	})
	e.field("poster_full_url", func() { e.addressOrNull(f.PosterFull) })
	e.field("poster_mini_url", func() { e.addressOrNull(f.PosterMini) })
	cast := f.Cast
	if !detail {
		cast = cast[:min(len(cast), TopCast)]
	}
	e.field("cast", func() { list(e, cast, e.role) })
	e.field("crew_summary", func() { e.crew(f.CrewSummary, detail) })
	e.field("provenance", func() { e.provenance(f.Provenance) })
	e.field("links", func() {
		e.raw(`{"self":`)
		e.address(f.Links.Self)
		e.raw(`,"similar":`)
		e.addressOrNull(f.Links.Similar)
		e.raw(`,"poster_analysis":`)
		e.addressOrNull(f.Links.PosterAnalysis)
		e.raw("}")
	})
	if !detail {
		return
	}
	e.field("production_companies", func() { list(e, f.ProductionCompanies, e.company) })
	e.field("watch_providers", func() { e.watching(f.WatchProviders) })
	e.field("external_ids", func() {
		e.raw(`{"filmdb_id":`)
		e.id(f.ID)
		e.raw(`,"moviedb_id":`)
		e.intOrNull(f.ExternalIDs.MoviedbID)
		e.raw("}")
	})
}

// flat is the v1 shape (REQ F1-01): names as v1 has them, genres as one
// string, cast and crew as plain strings.
func (e *encoder) flat(f *Film) {
	e.field("filmdb_id", func() { e.id(f.ID) })
	e.field("title", func() { e.text(f.Title) })
	e.field("year", func() { e.intOrNull(f.Year) })
	e.field("genres", func() { e.joined(f.Genres) })
	e.field("director", func() { e.textOrNull(f.Director) })
	e.field("filmdb_rating", func() { e.numberOrNull(f.Ratings.Filmdb) })
	e.field("critic_score", func() { e.numberOrNull(f.Ratings.Critics) })
	e.field("moviedb_rating", func() { e.numberOrNull(f.Ratings.Moviedb) })
	e.field("master_score", func() { e.number(f.Ratings.MasterScore) })
	e.field("budget", func() { e.sumOrNull(f.BoxOffice.Budget) })
	e.field("worldwide_gross", func() { e.sumOrNull(f.BoxOffice.WorldwideGross) })
	e.field("roi", func() { e.numberOrNull(f.BoxOffice.ROI) })
	e.field("oscar_noms", func() { e.intOrNull(f.Awards.OscarNoms) })
	e.field("oscar_wins", func() { e.intOrNull(f.Awards.OscarWins) })
	e.field("language", func() { e.textOrNull(f.Language) })
	e.field("runtime", func() { e.intOrNull(f.Runtime) })
	e.field("overview", func() { e.textOrNull(f.Overview) })
	e.field("tagline", func() { e.textOrNull(f.Tagline) })
	e.field("keywords", func() { e.texts(f.Keywords) })
	e.field("cast", func() { list(e, f.Cast, func(r Role) { e.text(r.Name) }) })
	var crew []Credit
	for _, department := range Departments {
		crew = append(crew, f.CrewSummary[department]...)
	}
	e.field("crew", func() { list(e, crew, func(c Credit) { e.text(c.Name + " (" + c.Job + ")") }) })
}

func (e *encoder) ratings(r *Ratings) {
	e.raw(`{"filmdb":`)
	e.numberOrNull(r.Filmdb)
	e.raw(`,"filmdb_votes":`)
	e.intOrNull(r.FilmdbVotes)
	e.raw(`,"critics":`)
	e.numberOrNull(r.Critics)
	e.raw(`,"moviedb":`)
	e.numberOrNull(r.Moviedb)
	e.raw(`,"moviedb_votes":`)
	e.intOrNull(r.MoviedbVotes)
	e.raw(`,"master_score":`)
	e.number(r.MasterScore)
	e.raw("}")
}

func (e *encoder) money(m *Money) {
	e.raw(`{"budget":`)
	e.sumOrNull(m.Budget)
	e.raw(`,"worldwide_gross":`)
	e.sumOrNull(m.WorldwideGross)
	e.raw(`,"roi":`)
	e.numberOrNull(m.ROI)
	e.raw(`,"budget_original":`)
	if m.BudgetOriginal == nil {
		e.raw("null}")
		return
	}
	e.raw(`{"amount":`)
	e.buf = strconv.AppendInt(e.buf, m.BudgetOriginal.Amount, 10)
	e.raw(`,"currency":`)
	e.text(m.BudgetOriginal.Currency)
	e.raw("}}")
}

func (e *encoder) role(r Role) {
	e.raw(`{"name":`)
	e.text(r.Name)
	e.raw(`,"character":`)
	e.textOrNull(r.Character)
	e.raw(`,"order":`)
	e.buf = strconv.AppendInt(e.buf, int64(r.Order), 10)
	e.raw(`,"moviedb_person_id":`)
	e.intOrNull(r.MoviedbPersonID)
	e.raw(`,"profile_url":`)
	e.textOrNull(r.ProfileURL)
	e.raw("}")
}

func (e *encoder) crew(c Crew, detail bool) {
	e.raw("{")
	for _, department := range Departments {
		credits := c[department]
		if len(credits) == 0 || !detail && !KeyDepartments[department] {
			continue
		}
		if e.buf[len(e.buf)-1] != '{' {
			e.raw(",")
		}
		e.text(department)
		e.raw(":")
		list(e, credits, func(c Credit) {
			e.raw(`{"name":`)
			e.text(c.Name)
			e.raw(`,"job":`)
			e.text(c.Job)
			e.raw("}")
		})
	}
	e.raw("}")
}

func (e *encoder) provenance(p map[string]Provenance) {
	object(e, p, func(p Provenance) {
		e.raw(`{"metric_type":`)
		e.text(p.MetricType)
		e.raw(`,"market":`)
		e.text(p.Market)
		e.raw(`,"period":`)
		e.text(p.Period)
		e.raw(`,"source":`)
		e.text(p.Source)
		e.raw("}")
	})
}

func (e *encoder) company(c Company) {
	e.raw(`{"id":`)
	e.intOrNull(c.ID)
	e.raw(`,"name":`)
	e.text(c.Name)
	e.raw(`,"country":`)
	e.textOrNull(c.Country)
	e.raw("}")
}

func (e *encoder) watching(w map[string]Watching) {
	object(e, w, func(w Watching) {
		e.raw(`{"flatrate":`)
		e.texts(w.Flatrate)
		e.raw(`,"rent":`)
		e.texts(w.Rent)
		e.raw(`,"buy":`)
		e.texts(w.Buy)
		e.raw("}")
	})
}

// object writes a map with its keys in order, so that equal films are equal
// bytes.
func object[V any](e *encoder, m map[string]V, value func(V)) {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	e.raw("{")
	for i, k := range keys {
		if i > 0 {
			e.raw(",")
		}
		e.text(k)
		e.raw(":")
		value(m[k])
	}
	e.raw("}")
}

func list[T any](e *encoder, items []T, item func(T)) {
	e.raw("[")
	for i, it := range items {
		if i > 0 {
			e.raw(",")
		}
		item(it)
	}
	e.raw("]")
}

func (e *encoder) texts(ss []string) { list(e, ss, e.text) }

// joined is v1's comma-separated list, null when it is empty.
func (e *encoder) joined(ss []string) {
	if len(ss) == 0 {
		e.raw("null")
		return
	}
	all := ss[0]
	for _, s := range ss[1:] {
		all += ", " + s
	}
	e.text(all)
}

func (e *encoder) id(id ID) {
	e.raw(`"`)
	e.buf = id.AppendTo(e.buf)
	e.raw(`"`)
}

func (e *encoder) textOrNull(s *string) {
	if s == nil {
		e.raw("null")
		return
	}
	e.text(*s)
}

func (e *encoder) intOrNull(n *int) {
	if n == nil {
		e.raw("null")
		return
	}
	e.buf = strconv.AppendInt(e.buf, int64(*n), 10)
}

func (e *encoder) sumOrNull(n *int64) {
	if n == nil {
		e.raw("null")
		return
	}
	e.buf = strconv.AppendInt(e.buf, *n, 10)
}

func (e *encoder) numberOrNull(v *float64) {
	if v == nil {
		e.raw("null")
		return
	}
	e.number(*v)
}

// number writes at most two decimals (REQ G-17); what is not finite is null.
func (e *encoder) number(v float64) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		e.raw("null")
		return
	}
	e.buf = strconv.AppendFloat(e.buf, math.Round(v*100)/100, 'f', -1, 64)
}

const hex = "0123456789abcdef"

// address writes a JSON string in which a BaseMark at the start is kept.
func (e *encoder) address(s string) {
	e.buf = append(e.buf, '"')
	if len(s) > 0 && s[0] == BaseMark {
		e.buf = append(e.buf, BaseMark)
		s = s[1:]
	}
	e.escaped(s)
	e.buf = append(e.buf, '"')
}

func (e *encoder) addressOrNull(s *string) {
	if s == nil {
		e.raw("null")
		return
	}
	e.address(*s)
}

// text writes a JSON string.
func (e *encoder) text(s string) {
	e.buf = append(e.buf, '"')
	e.escaped(s)
	e.buf = append(e.buf, '"')
}

// escaped writes the inside of a JSON string: control characters and invalid
// UTF-8 are escaped.
func (e *encoder) escaped(s string) {
	clean := 0
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '"' || c == '\\':
			e.raw(s[clean:i])
			e.buf = append(e.buf, '\\', c)
			i++
			clean = i
		case c < ' ' || c == 0x7f:
			e.raw(s[clean:i])
			e.buf = append(e.buf, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
			i++
			clean = i
		case c < utf8.RuneSelf:
			i++
		default:
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
				e.raw(s[clean:i])
				e.raw(`\ufffd`)
				i++
				clean = i
				continue
			}
			i += n
		}
	}
	e.raw(s[clean:])
}
