package forecast

import (
	"fmt"
	"math"
	"net/url"
	"slices"
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/forecast"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/table"
)

// candidate is a film that the form lets one remove from the comparables or pin among them.
type candidate struct {
	id              film.ID
	title           string
	removed, pinned bool
}

// candidates are the films that were removed and pinned, and the comparables of all scenarios.
func (s *view) candidates() (all []candidate) {
	add := func(id film.ID, title string) {
		if !slices.ContainsFunc(all, func(c candidate) bool { return c.id == id }) {
			choice := s.asked.Choice
			all = append(all, candidate{id, title, slices.Contains(choice.Removed, id), slices.Contains(choice.Pinned, id)})
		}
	}
	for _, of := range s.scenarios {
		if of.Brief != nil {
			for _, c := range slices.Concat(of.Brief.Removed, of.Brief.Pinned) {
				add(c.ID, fmt.Sprintf("%s (%d)", c.Title, c.Year))
			}
		}
		for _, c := range of.Outcome.Comparables {
			add(c.ID, fmt.Sprintf("%s (%d)", c.Title, c.Year))
		}
	}
	for _, id := range slices.Concat(s.asked.Choice.Removed, s.asked.Choice.Pinned) {
		add(id, id.String())
	}
	return all
}

// removed names the films that a scenario's reader removed, empty for none.
func removed(b *forecast.Brief) string {
	if b == nil {
		return ""
	}
	var titles []string
	for _, c := range b.Removed {
		titles = append(titles, fmt.Sprintf("%s (%d)", c.Title, c.Year))
	}
	return strings.Join(titles, ", ")
}

// misspelt is a name that no earlier film has, the one that may be meant, and the address of the
// form with that name in its place; empty where it cannot be asked again.
type misspelt struct{ name, field, meant, path string }

// misspellings are those of all scenarios, each once.
func (s *view) misspellings() (all []misspelt) {
	for n, of := range s.scenarios {
		if of.Brief == nil {
			continue
		}
		for _, u := range of.Brief.Unknown {
			m := misspelt{name: u.Name, field: u.Input, meant: u.DidYouMean}
			if u.DidYouMean == "" || slices.ContainsFunc(all, func(o misspelt) bool { return o.name == m.name && o.field == m.field }) {
				continue
			}
			if s.sent == nil {
				m.path = respelt(s.v.Query(), n+1, m)
			}
			all = append(all, m)
		}
	}
	return all
}

// respelt returns the address of the scenarios of a query with a name replaced by the one that is
// meant.
func respelt(q url.Values, scenario int, m misspelt) string {
	other := url.Values{}
	for name, values := range q {
		other[name] = slices.Clone(values)
	}
	param := of(scenario) + m.field
	if strings.TrimSpace(q.Get(param)) == "" {
		param = m.field
	}
	names := list(q.Get(param))
	for i := range names {
		if names[i] == m.name {
			names[i] = m.meant
		}
	}
	other.Set(param, strings.Join(names, ", "))
	return "/forecast?" + other.Encode()
}

// completed reports whether the names of a field are completed while one types.
func (f *field) completed() bool {
	return f.name == "director" || f.name == "cast" || f.name == "writers"
}

// The caution that stands on every forecast, in figures of the evaluation card, with which a test
// compares them.
const (
	cardError    = 0.831 // mean absolute error of ln(gross) over unseen films
	cardCoverage = 0.799 // share of unseen films that the intervals held
)

// caution says how far estimates were off for films that the models had not seen.
func caution() string {
	return fmt.Sprintf("For films that the models had not seen, the estimate of the gross was too high or too low by a factor of %.1f on average, and %.0f%% of the films lay in their intervals.",
		math.Exp(cardError), 100*cardCoverage)
}

// comparablesRange says what the comparables took, empty when nothing is estimated.
func comparablesRange(b *forecast.Brief, films int) string {
	if b == nil || b.Comparables == nil {
		return ""
	}
	r := b.Comparables
	return fmt.Sprintf("Four of five of the %d comparable films took %s to %s worldwide, the one in the middle %s (%s).",
		films, table.ShortDollars(r.P10), table.ShortDollars(r.P90), table.ShortDollars(r.P50), part.RealDollars)
}
