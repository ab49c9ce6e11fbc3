package forecast

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
)

// leastAlike is the least similarity, from 0 to 1, of a comparable.
const leastAlike = 0.20

// shownKnown is what it counts, beside its rank, that a film is known among those that are
// shown: a reader can only compare with what they know.
const shownKnown = 0.15

// closeBudget is the most by which a budget that is called close is larger or smaller.
const closeBudget = 1.5

// pickComparables returns the neighbours that are shown: of those that are at least
// leastAlike the first by rank and how well they are known, most similar first. Of a project that states nothing but
// its title, only films of the same series are comparable. Those that are pinned come first.
func (a *archive) pickComparables(b *inputs, queryTerms []queryTerm, c *neighbourhood) []neighbour {
	has := b.has(queryTerms)
	has[byEra] = false
	silent := !slices.Contains(has[:], true)
	var picked []neighbour
	for _, x := range c.near {
		if x.similarity < leastAlike || silent && !x.sameSeries || slices.Contains(b.pinned, a.pool[x.place]) {
			continue
		}
		x.rank += shownKnown * a.known[x.place]
		picked = append(picked, x)
	}
	slices.SortStableFunc(picked, func(a, b neighbour) int { return cmp.Compare(b.rank, a.rank) })
	pinned := slices.Clone(c.pinned)
	picked = picked[:min(len(picked), max(0, comparables-len(pinned)))]
	for _, films := range [][]neighbour{pinned, picked} {
		slices.SortStableFunc(films, func(a, b neighbour) int { return cmp.Compare(b.similarity, a.similarity) })
	}
	return append(pinned, picked...)
}

// recordFields are what is read of a film's record.
const recordFields = "title,genres,release_date"

// describe returns the comparables with what their records say. row are the project's
// features and gross its estimate in US dollars, from which effects are taken.
func (x *Forecast) describe(q *query, picked, near []neighbour, row []float32, gross float64) ([]Comparable, error) {
	fields, err := film.List.Project(recordFields)
	if err != nil {
		return nil, err
	}
	a := x.archive
	all := make([]Comparable, len(picked))
	effects := x.effects(q, picked, near, row, gross)
	for i, n := range picked {
		d := a.pool[n.place]
		known, err := x.catalog.Fields(catalog.Doc(d), fields)
		if err != nil {
			return nil, err
		}
		c := Comparable{
			ID: x.catalog.ID(catalog.Doc(d)), Title: known.Title, Year: int(a.year[d]), Genres: listed(known.Genres),
			Budget: positive(a.budget[d]), Gross: positive(a.gross[d]),
			Rating: some(a.rating[d], 1), MasterScore: some(a.master[d], 2),
			Similarity: round(n.similarity, 2), month: month(known.ReleaseDate),
		}
		if c.Budget != nil && c.Gross != nil {
			v := roi(float64(*c.Gross), *c.Budget)
			c.ROI = &v
		}
		c.Parts = q.parts(&n)
		c.Reasons = x.reasons(q, &n, &c)
		c.Effect = effects[i]
		all[i] = c
	}
	return all, nil
}

// has reports, by aspect, whether the project states something of it.
// The era is always stated.
func (q *inputs) has(queryTerms []queryTerm) [aspects]bool {
	return [aspects]bool{q.genres != 0, q.budget > 0, len(queryTerms) > 0,
		len(q.directors)+len(q.cast)+len(q.companies)+len(q.writers) > 0, true, len(q.countries)+len(q.languages) > 0}
}

// parts returns the similarity by aspect, rounded to two decimals.
func (q *query) parts(n *neighbour) (p SimilarityParts) {
	to := [aspects]**float64{&p.Genres, &p.Budget, &p.Synopsis, &p.People, &p.Era, &p.Origin}
	for i, has := range q.has(q.queryTerms) {
		if has {
			v := round(n.parts[i], 2)
			*to[i] = &v
		}
	}
	return p
}

// effects returns, for every neighbour that is shown, the estimated gross less the estimate
// without it (leave-one-out influence), in US dollars. whole are the project's features, of
// which those of the neighbours are the last.
// It is positive for a neighbour that raises the estimate.
func (x *Forecast) effects(q *query, picked, near []neighbour, whole []float32, gross float64) []int64 {
	outcomes := x.archive.outcomesOf(near)
	rows := make([][]float32, len(picked))
	for i, n := range picked {
		r := featureVector{values: slices.Clone(whole[:len(whole)-neighbourFeatureCount])}
		neighbourFeatures(&r, outcomes, slices.IndexFunc(near, func(o neighbour) bool { return o.place == n.place }))
		rows[i] = r.values
	}
	all := make([]int64, len(picked))
	for i, ln := range x.lnGross(&q.inputs, rows) {
		all[i] = int64(gross - dollars(ln))
	}
	return all
}

// reasons returns the facts that film and project share, at least one.
func (x *Forecast) reasons(q *query, n *neighbour, c *Comparable) []string {
	a := x.archive
	d := a.pool[n.place]
	var reasons []string
	say := func(format string, args ...any) { reasons = append(reasons, fmt.Sprintf(format, args...)) }
	if n.sameSeries {
		franchise, source := readTitle(q.project.Franchise), readTitle(q.project.Source)
		for _, m := range []struct {
			format string
			title  titleParts
			films  []uint32
		}{
			{"Its title belongs to the same series: %q.", q.titleParts, a.sequels(q.titleParts)},
			{"Its title has the words of the franchise: %q.", franchise, a.namesakes(franchise)},
			{"Its title has the words of the work that the project is based on: %q.", source, a.namesakes(source)},
		} {
			if slices.Contains(m.films, d) {
				say(m.format, m.title.head)
			}
		}
	}
	names := func(role string, of []string, from *credits) {
		for _, name := range of {
			key := wordsKey(name)
			if slices.ContainsFunc(from.of.of(d), func(i uint32) bool { return from.keys[i] == key }) {
				say(role, name)
			}
		}
	}
	names("Directed by %s, too.", directorNames(q.project.Director), a.directed)
	names("%s is in the cast of both.", q.project.Cast, a.played)
	names("Produced by %s, too.", q.project.Companies, a.made)
	names("Written by %s, too.", q.project.Writers, a.written)
	if shared := (q.genres & a.genres[d]).names(); len(shared) > 0 {
		say("Same genres: %s.", strings.Join(shared, ", "))
	}
	if q.budget > 0 && c.Budget != nil && math.Abs(lnReal(*c.Budget, c.Year)-lnReal(q.budget, q.year)) <= math.Log(closeBudget) {
		say("Its budget of %s in %d dollars is close to the project's.", priced(*c.Budget, c.Year), PriceYear)
	}
	if words := a.synopses.shared(q.queryTerms, n.place, 5); len(words) > 0 && n.parts[bySynopsis] >= 0.1 {
		say("The synopses share: %s.", strings.Join(words, ", "))
	}
	if len(reasons) == 0 {
		say("Released %d years before.", q.year-c.Year)
	}
	return reasons
}

// positive returns the amount, nil when it is not known.
func positive(v int64) *int64 {
	if v <= 0 {
		return nil
	}
	return &v
}

// some returns the value rounded to some decimals, nil for NaN.
func some(v float32, decimals int) *float64 {
	if v != v {
		return nil
	}
	r := round(float64(v), decimals)
	return &r
}

// month returns the month of a date, YYYY-MM-DD, from 1 to 12; 0 when there is none.
func month(date *string) int {
	if date == nil || len(*date) < 7 {
		return 0
	}
	m := int((*date)[5]-'0')*10 + int((*date)[6]-'0')
	if m < 1 || m > 12 {
		return 0
	}
	return m
}

// money writes an amount of US dollars with thousands apart: $16,093,651.
// The amount must not be negative.
func money(v int64) string {
	digits := fmt.Sprint(v)
	var b strings.Builder
	b.WriteByte('$')
	for i, c := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(c)
	}
	return b.String()
}

// worth writes an estimated amount: like money, rounded to two significant digits.
func worth(v float64) string {
	if v < 10 {
		return money(int64(math.Round(v)))
	}
	scale := math.Pow(10, math.Floor(math.Log10(v))-1)
	return money(int64(math.Round(v/scale) * scale))
}
