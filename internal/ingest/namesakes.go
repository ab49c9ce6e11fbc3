package ingest

import (
	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
)

// leastShared is the least sum, in US dollars, for which a namesake is looked for: smaller and
// rounder ones are alike by chance.
const leastShared = 1_000_000

// titleSum is a sum that a source states of a film of this titleKey, in this column.
type titleSum struct {
	title  string
	amount int64
	in     column
}

// sumHolder is the film of most voters that a titleSum is stated of.
type sumHolder struct {
	film   film.ID
	voters int
}

// appendSums appends the sums from leastShared on that the claim states, without a title.
func appendSums(sums []titleSum, c *source.Claim) []titleSum {
	if c.Budget.Amount >= leastShared {
		sums = append(sums, titleSum{amount: c.Budget.Amount, in: budgetColumn})
	}
	if c.WorldGross.Amount >= leastShared {
		sums = append(sums, titleSum{amount: c.WorldGross.Amount, in: grossColumn})
	}
	return sums
}

// holdSums notes the film as that of its sums, where no better known film of a title has them.
func (v *survey) holdSums(f *sketch) {
	for _, sum := range f.sums {
		for _, sum.title = range f.titles {
			if holder, held := v.sums[sum]; !held || f.votes > holder.voters {
				v.sums[sum] = sumHolder{f.film, f.votes}
			}
		}
	}
}

// ofNamesake reports whether a sum of the group's film is that of a namesake: one family of
// sources alone states it, and it is stated to the dollar of a film of the same title that
// many times more people rated.
func (m *merger) ofNamesake(g group, amount int64, voters int, in column) bool {
	if amount < leastShared || families(g, amount, in) > 1 {
		return false
	}
	for i := range g {
		for _, title := range claimKeys(g[i].Claim) {
			holder := m.facts.survey.sums[titleSum{title, amount, in}]
			if holder.film != m.id && holder.voters > betterKnown*max(voters, 1) {
				return true
			}
		}
	}
	return false
}
