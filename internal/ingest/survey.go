package ingest

import (
	"context"
	"hash/maphash"
	"regexp"
	"slices"
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
	"kinodex/internal/naming"
	"kinodex/internal/text"
)

// Some rules need more than one film: whose money a sum is, which ids are one film, where a
// director's films come from. survey reads every film once, before any is merged, and keeps
// what these rules ask for.
type survey struct {
	st    *store
	names *nameResolver
	ranks map[string][]int // by field and input, see ranking

	seed  maphash.Seed
	first map[uint64]film.ID // by title and director, the first film
	pairs [][2]film.ID       // films of one title and director
	sums  map[titleSum]sumHolder
	homes map[string]string // where nearly all films of a person come from

	spellings map[string]map[string]int // of directors' names, by nameKey: how many films have both

	tellings map[uint64]overviewMatch // by the hash of an overview
	holders  map[uint64]titleHolder   // by the hash of a title
}

// sketch is what one film's rows state together, as far as films are compared. Rows that were
// joined by title do not count.
type sketch struct {
	*candidate
	titles    []string // titleKeys, of all titles
	title     string   // titleKey of the believed title, without a year behind it
	language  string   // the believed original language; "" when none is stated
	overviews []string // folded
	told      []string // those that show whose a text is
	sums      []titleSum
	directing [][]string // the directors of each row, where all have a name
	country   string     // the first one of the best row; "" when none states one
}

// lookThrough makes the survey of all films. The entries must be ordered as by store.byFilm.
func lookThrough(ctx context.Context, st *store, names *nameResolver, ranks map[string][]int) (*survey, error) {
	v := &survey{
		st: st, names: names, ranks: ranks, seed: maphash.MakeSeed(),
		first: map[uint64]film.ID{}, sums: map[titleSum]sumHolder{},
		spellings: map[string]map[string]int{}, tellings: map[uint64]overviewMatch{}, holders: map[uint64]titleHolder{},
	}
	origins := originTable{}
	seen := 0
	for id, entries := range st.groups {
		if seen++; seen%(1<<14) == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		if !titled(st, entries) {
			continue
		}
		f, err := v.sketch(id, entries, false)
		if err != nil {
			return nil, err
		}
		v.pair(f)
		v.holdSums(f)
		v.holdSpellings(f)
		v.holdOverviews(f)
		v.holdTitles(f)
		origins.add(f)
	}
	v.homes = origins.homes()
	return v, nil
}

// titled reports whether any of the entries states a title.
func titled(st *store, entries []entry) bool {
	return slices.ContainsFunc(entries, func(e entry) bool { return claimMask(st.bytes(&e))&titleMask != 0 })
}

// pair notes the film under its title and directors, together with the first film there.
func (v *survey) pair(f *sketch) {
	for director := range f.directors {
		key := maphash.String(v.seed, f.title+"\x00"+director)
		if other, taken := v.first[key]; taken {
			v.pairs = append(v.pairs, [2]film.ID{other, f.film})
		} else {
			v.first[key] = f.film
		}
	}
}

// yearBehind is a year behind a title, with which some sources tell films apart.
var yearBehind = regexp.MustCompile(`^(.+) \(\d{4}\)$`)

// sketch sums up the rows about a film. Names of people are personKeys, or ids where nobody
// knows the name. Of a film without a country the cast is asked for only when it is compared
// with another film's: millions of names take a while.
func (v *survey) sketch(id film.ID, entries []entry, compared bool) (*sketch, error) {
	f := &sketch{candidate: &candidate{film: id, directors: map[string]bool{}, cast: map[string]bool{}}}
	believed := map[string]int{} // the rank of the best row, by field
	better := func(field string, e *entry) bool {
		rank := v.ranks[field][e.input]
		before, seen := believed[field]
		if seen && before <= rank {
			return false
		}
		believed[field] = rank
		return true
	}
	var c source.Claim
	var casts [][]source.Part
	for i := range entries {
		e := &entries[i]
		if err := v.st.claim(e, &c); err != nil {
			return nil, err
		}
		f.votes = max(f.votes, c.FilmdbVotes, c.MoviedbVotes)
		f.sums = appendSums(f.sums, &c)
		if e.joined.inferred() {
			continue
		}
		f.titles = append(f.titles, claimKeys(&c)...)
		if key := naming.TitleKey(yearBehind.ReplaceAllString(c.Title, "$1")); key != "" && better("title", e) {
			f.title = key
		}
		if c.Language != "" && better("language", e) {
			f.language = lower(c.Language)
		}
		if c.Year != 0 {
			f.years = append(f.years, c.Year)
		}
		if c.Runtime != 0 {
			f.runtimes = append(f.runtimes, c.Runtime)
		}
		if c.Overview != "" {
			folded := text.Fold(c.Overview)
			f.overviews = append(f.overviews, folded)
			if v.st.inputs[e.input].source != source.Services { // which give one film's id to another
				f.told = append(f.told, folded)
			}
		}
		for _, p := range c.Directors {
			f.directors[v.key(p)] = true
		}
		if names := v.named(c.Directors); names != nil {
			f.directing = append(f.directing, names)
		}
		casts = append(casts, c.Cast)
		if stated := codes(c.Countries, upper); len(stated) > 0 && better("countries", e) {
			f.country = stated[0]
		}
	}
	if compared || f.country != "" {
		for _, cast := range casts {
			for i := range cast {
				f.cast[v.key(cast[i].Person)] = true
			}
		}
	}
	slices.Sort(f.titles)
	f.titles = slices.Compact(f.titles)
	delete(f.directors, "")
	delete(f.cast, "")
	return f, nil
}

// key returns what a person is known by: the personKey of the name, else the id; "" for
// neither.
func (v *survey) key(p source.Person) string {
	if p.Name == "" {
		p.Name = v.names.name(p.NamedbID)
	}
	if key := personKey(p.Name); key != "" {
		return key
	}
	return p.NamedbID.String()
}

// personKey returns the nameKey with its words in alphabetical order, since sources put family
// names first or last.
func personKey(name string) string {
	words := strings.Fields(naming.NameKey(name))
	slices.Sort(words)
	return strings.Join(words, " ")
}
