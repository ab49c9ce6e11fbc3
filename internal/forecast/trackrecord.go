package forecast

import (
	"math"
	"strconv"
)

// halfLife is the number of years after which an earlier film counts half (exponential
// decay).
const halfLife = 8.0

// trackRecord is what the earlier films of a person or company came to, recent ones
// counting more. Money is ln of real dollars.
type trackRecord struct {
	films, paid                              int // seen, and of those with a gross
	gross, multiple, rating, master, budgets mean
	votes                                    mean
	best                                     float64 // the largest gross (ln, real); NaN for none
	last                                     int     // the year of the latest
}

// trackRecordOf sums up those of some films that are earlier than the project.
func (a *archive) trackRecordOf(b *inputs, films []uint32) trackRecord {
	r := trackRecord{best: math.NaN()}
	for _, d := range films {
		if !a.isEarlier(b, d) {
			continue
		}
		year := int(a.year[d])
		w := math.Exp2(-float64(b.year-year) / halfLife)
		r.films++
		r.last = max(r.last, year)
		r.rating.add(float64(a.rating[d]), w)
		r.master.add(float64(a.master[d]), w)
		r.votes.add(math.Log1p(float64(a.votes[d])), w)
		if place := a.places[d]; place >= 0 {
			r.paid++
			gross := float64(a.lnGross[place])
			r.gross.add(gross, w)
			if !(r.best >= gross) {
				r.best = gross
			}
			r.multiple.add(a.lnMultiple(d), w)
			r.budgets.add(float64(a.lnBudget[place]), w)
		}
	}
	return r
}

// peopleFeatures appends the track records of directors, cast, the three actors billed
// first, and companies.
func (a *archive) peopleFeatures(r *featureVector, b *inputs) {
	a.roleFeatures(r, "director", a.directed, b, b.directors)
	cast := a.roleFeatures(r, "cast", a.played, b, b.cast)
	for i := range 3 {
		gross, votes := math.NaN(), math.NaN()
		if i < len(cast) && cast[i].films > 0 {
			gross = cast[i].gross.shrunkTo(a.norms.Gross, 0.5)
			votes = cast[i].votes.or(math.NaN())
		}
		n := strconv.Itoa(i + 1)
		r.put("actor"+n+"_gross", gross)
		r.put("actor"+n+"_votes", votes)
	}
	a.roleFeatures(r, "company", a.made, b, b.companies)
	a.roleFeatures(r, "writer", a.written, b, b.writers)
	a.originFeatures(r, b)
	statedOriginFeatures(r, b)
}

// roleFeatures appends the track records of all who share a role, those named first
// counting most, and returns them by key.
// It appends twelve features, whether or not anybody has the role.
func (a *archive) roleFeatures(r *featureVector, name string, from *credits, b *inputs, keys []uint64) []trackRecord {
	records := make([]trackRecord, len(keys))
	var gross, multiple, rating, master, budget, votes mean
	best, films, paid, since := math.NaN(), 0, 0, math.NaN()
	most, known := math.NaN(), 0
	for i, k := range keys {
		of, _ := from.find(k)
		x := a.trackRecordOf(b, of)
		records[i] = x
		films, paid = films+x.films, paid+x.paid
		if x.films == 0 {
			continue
		}
		known++
		w := 1 / float64(1+i)
		rating.add(x.rating.or(math.NaN()), w*sureness(x.films))
		master.add(x.master.or(math.NaN()), w*sureness(x.films))
		votes.add(x.votes.or(math.NaN()), w)
		gross.add(x.gross.or(math.NaN()), w*sureness(x.paid))
		multiple.add(x.multiple.or(math.NaN()), w*sureness(x.paid))
		budget.add(x.budgets.or(math.NaN()), w*sureness(x.paid))
		if !(best >= x.best) && x.best == x.best {
			best = x.best
		}
		if m := x.gross.shrunkTo(a.norms.Gross, 0.5); x.paid > 0 && !(most >= m) {
			most = m
		}
		if s := float64(b.year - x.last); !(since <= s) {
			since = s
		}
	}
	none := float64(films)
	if len(keys) == 0 {
		none = math.NaN()
	}
	r.put(name+"_films", none)
	r.put(name+"_paid", none+float64(paid-films))
	r.put(name+"_known", none+float64(known-films))
	r.put(name+"_since", since)
	r.put(name+"_gross", shrunk(gross, a.norms.Gross))
	r.put(name+"_best", best)
	r.put(name+"_most", most)
	r.put(name+"_budget", budget.or(math.NaN()))
	r.put(name+"_multiple", shrunk(multiple, a.norms.Multiple))
	r.put(name+"_rating", shrunk(rating, a.norms.Rating))
	r.put(name+"_master", shrunk(master, a.norms.Master))
	r.put(name+"_votes", votes.or(math.NaN()))
	return records
}

// sureness returns how far so many films tell what comes next, from 0 to below 1.
// One film gives a half.
func sureness(films int) float64 { return float64(films) / (float64(films) + 1) }

// shrunk returns the mean shrunk towards a norm; NaN without any value.
func shrunk(m mean, norm float64) float64 {
	if m.weight == 0 {
		return math.NaN()
	}
	return m.shrunkTo(norm, 0.3)
}
