package browser

import "testing"

// TestAProducerForecastsAndShares asks for a forecast, and sends its address to a
// colleague, who sees the same numbers.
func TestAProducerForecastsAndShares(t *testing.T) {
	s := begin(t)
	s.enters(newMember(t, "producer", "pia"))
	s.opens("/forecast")
	s.fills("Title", "The Brass Key")
	s.fills("Budget", "40m")
	s.fills("Genres", "Crime, Thriller")
	s.presses("Estimate")
	s.arrives(`^/forecast\?.*title=The\+Brass\+Key`)
	gross := s.reads(`Estimated worldwide gross\s+(\$[\d.,]+\w*)\s+four of five films like it: (\$[\d.,]+\w*) to (\$[\d.,]+\w*)`)
	s.reads(`Chance of a commercial release\s+\d+ ?%`)
	s.sound("forecast")
	address, err := Eval[string](s.tab, "location.pathname + location.search")
	s.must(err, "copying the address")

	colleague := begin(t)
	colleague.opens(address)
	colleague.reads("Sign in to see it")
	colleague.sound("forecast-signed-out")
	colleague.enters(newMember(t, "producer", "quentin"))
	colleague.opens(address)
	if got := colleague.reads(`Estimated worldwide gross\s+(\$[\d.,]+\w*)`); got[1] != gross[1] {
		t.Errorf("the colleague reads %s, not %s", got[1], gross[1])
	}

	// What is wrong with a form is said beside its field, in the page of the form.
	s.tab.Allow("status 400|status of 400")
	s.fills("Budget", "lots")
	s.presses("Estimate")
	s.arrives("budget=lots")
	s.reads("budget must be an amount")
	s.sound("forecast-wrong")
}
