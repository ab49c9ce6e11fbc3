package browser

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// TestAProducerForecastsAndShares asks for a forecast, and sends its address to a
// colleague, who sees the same numbers.
func TestAProducerForecastsAndShares(t *testing.T) {
	s := begin(t)
	s.enters(newMember(t, "producer", "pia"))
	s.opens("/forecast")
	s.fills("Title", "The Brass Key")
	s.fills("Budget", "40m")
	s.fills("Genres", "Crime, Thriller")
	s.presses("People, companies, countries, synopsis")
	s.fills("Cast", "Cate Blanchett, Matt Dam")
	s.completes("Cate Blanchett, Matt Damon")
	s.fills("Director", "Ridly Scott")
	s.presses("Estimate")
	s.arrives(`^/forecast\?.*title=The\+Brass\+Key`)
	s.reads("Did you mean")
	s.presses("Ridley Scott")
	s.arrives(`director=Ridley\+Scott`)
	s.reads("Stating the director")
	s.presses("Comparable films: leave out or pin")
	s.sound("forecast-choice")
	gross := s.reads(`Estimated worldwide gross, US dollars of \d+\s+(\$[\d.,]+\w*)\s+four of five films like it: (\$[\d.,]+\w*) to (\$[\d.,]+\w*)`)
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
	if got := colleague.reads(`Estimated worldwide gross, US dollars of \d+\s+(\$[\d.,]+\w*)`); got[1] != gross[1] {
		t.Errorf("the colleague reads %s, not %s", got[1], gross[1])
	}

	// What is wrong with a form is said beside its field, in the page of the form.
	s.tab.Allow("status 400|status of 400")
	s.fills("Budget", "lots")
	s.presses("Estimate")
	s.arrives("budget=lots")
	s.reads("Budget must be an amount")
	s.sound("forecast-wrong")
}

// completes waits until a field whose names are completed offers a value.
func (s *story) completes(value string) {
	s.Helper()
	offered := ""
	for end := time.Now().Add(waitWithin); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		var err error
		offered, err = Eval[string](s.tab, `[...document.querySelectorAll('datalist option')].map((o) => o.value).join('\n')`)
		s.must(err, "reading what is offered")
		if slices.Contains(strings.Split(offered, "\n"), value) {
			return
		}
	}
	s.Fatalf("%q is not offered, but\n%s", value, offered)
}

// TestAProducerSendsAForecastAndRevokesIt compares two scenarios and sends them. A stranger opens
// the link in a browser of their own, without an account, until the sender revokes it.
func TestAProducerSendsAForecastAndRevokesIt(t *testing.T) { toldTwice(t, producerSends) }

func producerSends(t *testing.T, in Width) {
	s := beginIn(t, in)
	s.enters(newMember(t, "producer", in.who("petrus")))
	s.opens("/forecast")
	s.fills("Title", "The Brass Key")
	s.fills("Budget", "40m")
	s.fills("Genres", "Crime, Thriller")
	s.presses("People, companies, countries, synopsis")
	s.fills("Director", "Ridley Scott")
	s.presses("Scenario 2, to compare")
	s.fills("Scenario 2: Budget", "80m")
	s.fills("Scenario 2: Month", "12")
	s.presses("Estimate")
	s.arrives(`^/forecast\?.*2\.budget=80m`)
	s.reads("Worldwide gross by scenario")
	gross := s.reads(`Estimated worldwide gross of a commercial release, US dollars of \d+\s+(\$[\d.]+\w)\s+(\$[\d.]+\w)`)
	s.presses("Scenario 2 (budget, month): the whole answer")
	s.sound("forecast-scenarios")
	s.fills("A line from you", "For Monday. Ida")
	s.presses("Send this forecast")
	link := s.arrives(`^/f/kdf_\w+$`)
	s.reads("This is your link")
	s.sound("forecast-sent-own")

	stranger := beginIn(t, in)
	stranger.opens(link)
	stranger.reads(`The sender writes:\s+.?For Monday\. Ida`)
	stranger.reads(`Sent on \d+ \w+ \d+; opens until`)
	stranger.reads("Ridley Scott")
	stranger.doesNotRead("petrus|This is your link")
	if got := stranger.reads(`Estimated worldwide gross of a commercial release, US dollars of \d+\s+(\$[\d.]+\w)\s+(\$[\d.]+\w)`); got[1] != gross[1] || got[2] != gross[2] {
		t.Errorf("the stranger reads %v, not %v", got[1:], gross[1:])
	}
	stranger.sound("forecast-sent")

	s.opens("/account/links")
	s.reads("The Brass Key")
	s.sound("account-links")
	s.presses("Revoke the link to The Brass Key")
	s.reads("There are none")

	stranger.tab.Allow("status 404|status of 404")
	if status, err := stranger.tab.Open(link); status != 404 {
		t.Errorf("a revoked link: status %d, %v", status, err)
	}
	stranger.reads("This link opens no forecast")
	stranger.doesNotRead("Brass|Monday")
	stranger.sound("forecast-revoked")
}
