package sources

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
	"kinodex/internal/sources/sourcestest"
)

// asked matches the times that a query is for.
var askedFor = regexp.MustCompile(`>= "(\d{4}-\d\d-\d\d)[^"]*".*< "(\d{4}-\d\d-\d\d)`)

// bindings is an answer with rows, each film, id, property, value, code, label, place, work.
func bindings(rows ...[8]string) string {
	var b strings.Builder
	b.WriteString(`{"head":{"vars":["film","imdb","property","value","code","label","place","work"]},"results":{"bindings":[`)
	for i, r := range rows {
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString(`{"row":{"value":""}`)
		for j, name := range []string{"film", "imdb", "property", "value", "code", "label", "place", "work"} {
			if r[j] == "" {
				continue
			}
			fmt.Fprintf(&b, `,%q:{"type":"literal","value":%q}`, name, r[j])
		}
		b.WriteString("}")
	}
	b.WriteString("]}}")
	return b.String()
}

const entity = "http://www.wikidata.org/entity/"

// heat is what the stand-in says of a film of December 1995.
var heat = bindings(
	[8]string{entity + "Q42198", "tt0113277", "P4947", "949"},
	[8]string{entity + "Q42198", "tt0113277", "P495", entity + "Q30", "US"},
	[8]string{entity + "Q42198", "tt0113277", "P577", "1995-12-15T00:00:00Z"},
	[8]string{entity + "Q42198", "tt0113277", "P2142", "+187436818", "USD"},
	[8]string{entity + "Q42198", "tt0113277", "P2142", "+67436818", "USD", "", entity + "Q30"},
	[8]string{entity + "Q42198", "tt0113277", "P2130", "60000000", "USD"},
	[8]string{entity + "Q42198", "tt0113277", "P57", entity + "Q2", "", "A Director"},
	[8]string{entity + "Q42198", "tt0113277", "P166", entity + "Q1", "", "An award"},
	[8]string{entity + "Q42198", "tt0113277", "P1258", "m/heat"},
	[8]string{entity + "Q42198", "tt0113277", "P144", entity + "Q4"},
	[8]string{entity + "Q42198", "tt0113277", "P50", entity + "Q5", "", "Her Author", "", entity + "Q4"},
	[8]string{entity + "Q42198", "tt0113277", "P31", entity + "Q7725634", "", "literary work", "", entity + "Q3"},
	[8]string{entity + "Q42198", "tt0113277", "P7937", entity + "Q8261", "", "novel", "", entity + "Q3"},
	[8]string{entity + "Q42198", "tt0113277", "P50", entity + "Q12", "", "His Author", "", entity + "Q3"},
	[8]string{entity + "Q42198", "tt0113277", "P50", entity + "Q11", "", "An Author", "", entity + "Q3"},
	[8]string{entity + "Q42198", "tt0113277", "P50", entity + "Q13", "", "of no work"},
	[8]string{entity + "Q42198", "tt0113277", "P144", entity + "Q3", "", "A Novel"}, // rows come in any order
	[8]string{entity + "Q42198", "tt0113277", "label", "Жара", "ru"},
	[8]string{entity + "Q42198", "tt0113277", "label", "ヒート", "ja"},
	[8]string{entity + "Q42198", "tt0113277", "label", "Heat", "tlh"}, // which nobody asked for
	[8]string{entity + "Q42198", "tt0113277", "label", strings.Repeat("x", longestLabel+1), "fr"},
	[8]string{"", "tt0000001", "P1258", "nothing to be about"},
)

func TestWikidataIsAskedYearByYear(t *testing.T) {
	srv := sourcestest.New(t)
	queries := 0
	// The service manages half a year at a time, and cuts longer answers off.
	srv.Answer(func(query string) string {
		queries++
		if !strings.Contains(query, `FILTER(?code IN ("ar", "bn", `) || strings.Contains(query, "%!") {
			t.Errorf("a query without languages: %s", query)
		}
		m := askedFor.FindStringSubmatch(strings.ReplaceAll(query, "\n", " "))
		from, _ := time.Parse(time.DateOnly, m[1])
		to, _ := time.Parse(time.DateOnly, m[2])
		switch december := time.Date(1995, 12, 15, 0, 0, 0, 0, time.UTC); {
		case december.Before(from) || !december.Before(to):
			return bindings()
		case to.Sub(from) > 200*24*time.Hour:
			return heat[:len(heat)-30] + "\njava.util.concurrent.TimeoutException"
		}
		return heat
	})
	srv.Fail("/sparql", sourcestest.Status(429, "0"))
	s := open(t, t.TempDir(), srv)
	if got, err := s.Fetch(t.Context(), []string{"wikidata"}); err != nil || len(got) != 1 || got[0].File != "1995" || got[0].Rows != 1 {
		t.Fatalf("%+v, %v", got, err)
	}
	if years := time.Now().UTC().Year() + 2 - 1914; queries != years+2 {
		t.Errorf("%d queries for %d years, of which one is halved", queries, years)
	}
	list := claims(t, s, "wikidata/1995.ndjson.zst")
	if len(list) != 1 {
		t.Fatalf("%d claims", len(list))
	}
	c := list[0]
	if c.ID.String() != "tt0113277" || c.MoviedbID != 949 || len(c.Countries) != 1 || c.Countries[0] != "US" || c.Origin.Source != source.Wikidata {
		t.Errorf("%+v", c)
	}
	if c.WorldGross != (film.Amount{Amount: 187436818, Currency: "USD"}) || c.DomesticGross.Amount != 67436818 || c.Budget.Amount != 60000000 {
		t.Errorf("money %v %v %v", c.WorldGross, c.DomesticGross, c.Budget)
	}
	if want := []source.Person{{Name: "A Director"}}; !slices.Equal(c.Directors, want) {
		t.Errorf("directed by %v", c.Directors)
	}
	if !slices.Contains(c.Externals, film.ExternalID{Database: "wikidata", ID: "Q42198"}) || !slices.Contains(c.Externals, film.ExternalID{Database: "rottentomatoes", ID: "m/heat"}) {
		t.Errorf("ids elsewhere %v", c.Externals)
	}
	if !reflect.DeepEqual(c.Titles, []film.Title{ // REQ F2-149
		{Title: "ヒート", Language: film.Known("ja"), Kind: film.Known("translation")}, {Title: "Жара", Language: film.Known("ru"), Kind: film.Known("translation")},
	}) {
		t.Errorf("called %v", c.Titles)
	}
	want := []film.Work{{ID: "Q3", Title: film.Known("A Novel"), Kind: "novel", Authors: []string{"An Author", "His Author"}}, {ID: "Q4", Authors: []string{"Her Author"}}}
	if !reflect.DeepEqual(c.BasedOn, want) { // REQ F2-79
		t.Errorf("based on %v", c.BasedOn)
	}
	queries = 0
	if got, err := s.Fetch(t.Context(), []string{"wikidata"}); err != nil || queries != 0 || got[0].Status != Unchanged {
		t.Errorf("asked again at once: %d queries, %+v, %v", queries, got, err)
	}
	s.o.now = func() time.Time { return time.Now().AddDate(0, 0, 40) }
	before, _ := s.Fingerprint()
	if got, err := s.Fetch(t.Context(), []string{"wikidata"}); err != nil || queries == 0 || got[0].Status != Unchanged {
		t.Errorf("asked after a while: %d queries, %+v, %v", queries, got, err)
	}
	if after, _ := s.Fingerprint(); after != before {
		t.Error("the same answers have another fingerprint")
	}
}

func TestAServiceThatIsDownIsNotAskedForEveryYear(t *testing.T) {
	srv := sourcestest.New(t)
	for range 100 {
		srv.Fail("/sparql", sourcestest.Status(503, ""))
	}
	s := open(t, t.TempDir(), srv)
	got, err := s.Fetch(t.Context(), []string{"wikidata"})
	if err == nil || len(got) != 1 || len(srv.Asked("/sparql")) != mostTries {
		t.Errorf("%+v, %v", got, err)
	}
}
