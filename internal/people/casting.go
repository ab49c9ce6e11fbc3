package people

import (
	"cmp"
	"slices"

	"kinodex/internal/text"
)

// Casting asks who stands for some genres.
// Genres are names as films have them, compared folded; those no film has do not count.
// Limit is the most records wanted; below 1 there are none.
type Casting struct {
	Genres []string // their names, in any case
	Limit  int
}

// Cast gives the people who stand for the genres together: by the sum of their
// strengths in each, of equals the more popular. A record counts the films of the
// genre the person is strongest in; Strength is the mean over the genres that the
// library has.
// Unknown genres, and genres given twice, do not count. Nil when no genre is known. A limit
// below 1 gives none. Time is proportional to the records of the genres.
func (p *Collection) Cast(c Casting) []Record {
	type candidate struct {
		strength int
		best     uint32 // the strongest record
	}
	found := map[uint32]*candidate{}
	genres := map[uint32]bool{} // by their first record
	for _, name := range c.Genres {
		from, to := p.recordsOf(name)
		if from == to || genres[from] {
			continue
		}
		genres[from] = true
		for i := from; i < to; i++ {
			who := p.recordPeople[i]
			x := found[who]
			if x == nil {
				x = &candidate{best: i}
				found[who] = x
			}
			x.strength += int(p.recordStrengths[i])
			if p.recordStrengths[i] > p.recordStrengths[x.best] {
				x.best = i
			}
		}
	}
	order := make([]uint32, 0, len(found))
	for who := range found {
		order = append(order, who)
	}
	slices.SortFunc(order, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(found[b].strength, found[a].strength), cmp.Compare(a, b))
	})
	var records []Record
	for _, who := range order[:min(max(c.Limit, 0), len(order))] {
		r := p.record(found[who].best)
		r.Strength = float64(found[who].strength) / float64(len(genres)) / 10_000
		records = append(records, r)
	}
	return records
}

// ByGenre gives the people who stand for a genre, the strongest first. A genre
// that no film has gives none; a list is no longer than a thousand.
// The name is compared folded. Nil when there are none.
func (p *Collection) ByGenre(genre string, limit int) []Record {
	from, to := p.recordsOf(genre)
	var records []Record
	for i := from; i < to && len(records) < limit; i++ {
		records = append(records, p.record(i))
	}
	return records
}

// Genres are the names of all genres, in the order they were met.
// The order is the same for the same films. Nil without films.
func (p *Collection) Genres() []string {
	var names []string
	for g := range p.genres.Len() {
		names = append(names, p.genres.Text(int(g)))
	}
	return names
}

// recordsOf gives where a genre's records are.
func (p *Collection) recordsOf(genre string) (from, to uint32) {
	wanted := text.Fold(genre)
	for g := range p.genres.Len() {
		if text.Fold(p.genres.Text(int(g))) == wanted {
			return p.recordsFirst[g], p.recordsFirst[g+1]
		}
	}
	return 0, 0
}

// record returns the record at a place, with Strength from 0 to 1.
func (p *Collection) record(i uint32) Record {
	return Record{
		Actor:          p.actor(p.recordPeople[i]),
		Films:          int(p.recordFilms[i]),
		AvgRating:      hundredths(p.recordRating[i]),
		AvgMasterScore: hundredths(p.recordScore[i]),
		Strength:       float64(p.recordStrengths[i]) / 10_000,
	}
}
