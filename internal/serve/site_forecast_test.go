package serve_test

import (
	"regexp"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
)

// Everybody sees the form; the estimate is for who is signed in, stands in the address, and
// costs one request of the account.
func TestAForecastIsSharedByItsAddress(t *testing.T) {
	t.Parallel()
	s := open(t)
	const address = "/forecast?title=The+Brass+Key&genres=Crime,+Thriller&budget=%2440m&director=Carol+Reed"
	stranger := string(s.ask(request{path: address}).is(200).body)
	for _, want := range []string{`value="The Brass Key"`, "Sign in to see it", "/sign-in?next=%2Fforecast%3Ftitle%3D"} {
		if !strings.Contains(stranger, want) {
			t.Errorf("a stranger is not shown %q", want)
		}
	}
	if strings.Contains(stranger, "Estimated worldwide gross") {
		t.Error("a stranger is shown an estimate")
	}
	b := s.browser()
	b.signUp("ida@example.com", access.Writer)
	page := b.get(address).is(200).shows("Forecast: <bdi>The Brass Key</bdi>", "Estimated worldwide gross", "US dollars of", "Notes")
	if strings.Contains(string(page.body), "NaN") {
		t.Error("the page says NaN")
	}
	page.has("Cache-Control", "no-store")
	b.get("/forecast.csv?title=The+Brass+Key&genres=Crime").is(200).has("Content-Type", "text/csv; charset=utf-8")
	b.get("/forecast.json?title=The+Brass+Key").fails(400, "missing_parameter")
	b.get("/forecast?title=The+Brass+Key&year=2030").is(200).shows("nothing was asked and nothing spent", "add genres, people, a synopsis")
	b.get("/forecast.json?title=The+Brass+Key&genres=Crime").is(200).has("Content-Type", "application/json; charset=utf-8")
	s.ask(request{path: "/forecast.json?title=The+Brass+Key"}).fails(401, "missing_api_key")
}

// What is wrong with the form is said beside it, and what was typed stays there.
func TestAForecastSaysWhatIsWrongWithTheForm(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	b.signUp("ida@example.com", access.Studio)
	for address, want := range map[string]string{
		"/forecast?title=X&budget=lots":  "Budget must be an amount of US dollars, such as 40,000,000 or 40m",
		"/forecast?title=X&budget=-3":    "Budget must be a number of US dollars from $1,000 to $1,000,000,000",
		"/forecast?title=X&runtime=long": "Runtime must be a number of minutes, such as 110",
		"/forecast?title=X&month=13":     "Month must be a month from 1 to 12",
		"/forecast?title=X&year=soon":    "Year must be a year, such as 2027",
		"/forecast?title=X&year=12":      "Year must be a year from 1913 to 2100",
		"/forecast":                      "Beside the title it needs",
	} {
		b.get(address).is(200).shows(want)
	}
	s.ask(request{path: "/forecast?title=X&budget=&genres=Crime&cast="}).is(301).has("Location", "/forecast?genres=Crime&title=X")
	s.ask(request{path: "/forecast?title="}).is(301).has("Location", "/forecast")
	b.get("/forecast?title=X&genres=Crime&countries=France&languages=French&runtime=100&month=5&writers=A&franchise=Key&source_material=Key").is(200).
		shows("Countries it is made in", `value="France"`, "/docs/manual/cards/forecast")
	hostile := string(b.get("/forecast?title=%3Cscript%3E&genres=None").is(200).body)
	if !strings.Contains(hostile, "<bdi>&lt;script&gt;</bdi>") || strings.Contains(hostile, "<script>") {
		t.Error("a title is not escaped")
	}
}

// The budget of the Free plan is one request a day, also on pages (REQ A-15).
func TestAFreeAccountForecastsOnceADay(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	b.signUp("ida@example.com", access.Free)
	b.get("/forecast?title=First&genres=Crime").is(200).shows("Forecast: <bdi>First</bdi>")
	b.get("/forecast?title=Second&genres=Crime").is(429).shows("The daily budget of 1 requests is used up")
	b.get("/films").is(200)
}

// What a meeting needs stands on the page and on the link: chances, what drives the estimate, the
// caution, all in the dollars of one year; misspelt names are met with the one that is meant, and the
// reader's choice of comparables holds (REQ F2-111, F2-112).
func TestAForecastForAMeeting(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	b.signUp("ida@example.com", access.Studio)
	const address = "/forecast?title=The+Weir&genres=Drama&budget=5m&director=Ilse+Brant"
	page := b.get(address).is(200).shownWell().shows("at least three times its budget", "What each input does to the estimate", "without the budget, the same models estimate",
		"by a factor of 2.3 on average", "Estimated worldwide gross, US dollars of 2025", "Four of five of the ", "is the range of the films themselves, and not the estimate",
		"Did you mean", "director=Ilse+Brandt", `data-names="/search.json"`, "What was stated of the project")
	choices := regexp.MustCompile(`name="removed" value="(tt\d+)"[^>]*aria-label="Leave out ([^"]+)"`).FindAllStringSubmatch(string(page.body), -1)
	if len(choices) < 5 {
		t.Fatalf("%d films can be left out", len(choices))
	}
	out, pin := choices[0], choices[len(choices)-1]
	b.get(address+"&removed="+out[1]+"&removed="+pin[1]+"&pinned=").is(301).has("Location", "/forecast?budget=5m&director=Ilse+Brant&genres=Drama&removed="+out[1]+"%2C"+pin[1]+"&title=The+Weir")
	chosen := address + "&removed=" + out[1] + "&pinned=" + pin[1]
	b.get(chosen).is(200).shownWell().shows("Pinned. ", "Left out, of the comparables and of what the models read: <bdi>"+out[2],
		`name="removed" value="`+out[1]+`" checked`, `name="pinned" value="`+pin[1]+`" checked`)
	csv := string(b.get(strings.Replace(chosen, "?", ".csv?", 1)).is(200).body)
	if strings.Contains(csv, "\r\n"+strings.Split(out[2], " (")[0]+",") || !strings.Contains(csv, "Pinned. ") {
		t.Errorf("the comparables are\n%s", csv)
	}
	b.get(strings.Replace(address, "?", ".csv?table=chances&", 1)).is(200).shows("The film takes,If it is released commercially (%),Whatever its release (%)\r\nless than its budget,")
	link := b.sends(chosen, "")
	s.ask(request{path: link}).is(200).shownWell().shows("Left out, of the comparables", "at least three times its budget", "by a factor of 2.3", "What each input does").lacks("director=Ilse+Brandt")
	b.get(address+"&pinned=Heat").is(200).shows("Pinned must be at most 20 ids of films", `aria-invalid="true" value="Heat"`)
	b.get(address + "&pinned=" + apptest.Absent).is(200).shows("No film has the id " + apptest.Absent + ", so it was not pinned.")
	// A project of an earlier year is told in the same dollars.
	b.get("/forecast?title=The+Weir&genres=Drama&budget=5m&year=2015").is(200).shows("US dollars of 2025").lacks("US dollars of 2015")
}
