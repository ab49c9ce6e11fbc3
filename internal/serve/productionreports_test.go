package serve_test

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/screenplay/parse"
	"kinodex/internal/screenplay/production"
)

const reportsPath = "/api/v2/scripts/reports"

// reported is what an answer with reports says.
type reported struct{ Reports []production.Sheet }

// names returns the names of the reports.
func (r *reported) names() (names []string) {
	for _, s := range r.Reports {
		names = append(names, s.Name)
	}
	return names
}

// REQ F2-115: programs get the reports that are declared, for JSON and for files.
func TestReportsOfAProductionAreAnswered(t *testing.T) {
	t.Parallel()
	s := open(t)
	a := s.post(reportsPath, texts("text")).is(200).has("Cache-Control", "no-store")
	var all reported
	if a.data(&all); !slices.Equal(all.names(), production.Names()) {
		t.Fatalf("%v", all.names())
	}
	golden(t, "testdata/v2_scripts_reports.shape", shape(t, a.body))
	made := production.Of(parse.Text(apptest.Screenplay(30)))
	for i, want := range made.Sheets() {
		got := all.Reports[i]
		if got.Title != want.Title || len(got.Columns) != len(want.Columns) || len(got.Rows) != len(want.Rows) {
			t.Errorf("%s: %d rows of %d columns, want %d of %d", want.Name, len(got.Rows), len(got.Columns), len(want.Rows), len(want.Columns))
		}
	}
	var found reported
	media, body := form([3]string{"file", "a.fountain", apptest.Screenplay(30)})
	s.upload(reportsPath, media, body).is(200).data(&found)
	s.upload(reportsPath, "text/plain", apptest.Screenplay(30)).is(200).data(&found)
	if !slices.Equal(found.names(), production.Names()) {
		t.Errorf("of a file: %v", found.names())
	}
}

// REQ F2-115: report and character choose.
func TestReportsAreChosen(t *testing.T) {
	t.Parallel()
	s := open(t)
	speaks := production.Of(parse.Text(apptest.Screenplay(30))).Sheet.Characters
	if len(speaks) < 2 {
		t.Fatalf("%d characters", len(speaks))
	}
	one := speaks[1].Name
	for query, want := range map[string]string{
		"?report=sides,%20schedule": "schedule sides", "?report=cast,cast,": "cast", "?report=": strings.Join(production.Names(), " "),
		"?report=dialogue&character=" + url.QueryEscape(one): "dialogue", "?report=dialogue&character=" + url.QueryEscape(" "+strings.ToUpper(one)+" "): "dialogue",
	} {
		var found reported
		s.post(reportsPath+query, texts("text")).is(200).data(&found)
		if got := strings.Join(found.names(), " "); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
		for _, row := range found.Reports[0].Rows {
			if strings.Contains(query, "character") && row[0] != strings.ToUpper(one) {
				t.Errorf("%s: a row of %v", query, row[0])
			}
		}
	}
}

// REQ F2-116: what cannot be answered is a fault of its parameter that says what it may be, and costs nothing.
func TestWrongReportsAreRefused(t *testing.T) {
	t.Parallel()
	s := open(t)
	header := map[string]string{"X-API-Key": s.Key(access.Writer), "Content-Type": "application/json"}
	largest := strings.ToUpper(production.Of(parse.Text(apptest.Screenplay(30))).Sheet.Characters[0].Name)
	for query, says := range map[string]string{
		"?report=callsheet": `"allowed":"schedule, day-out-of-days`, "?report=cast,nothing": `"param":"report"`, "?reports=cast": "reports",
		"?character=NOBODY": "the largest parts are " + largest, "?report=cast&character=" + url.QueryEscape(largest): "absent, unless report has dialogue or sides", "?character=" + strings.Repeat("x", 201): "character",
	} {
		a := s.ask(request{method: http.MethodPost, path: reportsPath + query, body: texts("text"), header: header}).is(400)
		if !strings.Contains(string(a.body), says) {
			t.Errorf("%s: %s", query, a.body)
		}
	}
	silent := `{"text":"` + strings.Repeat(`INT. HALL - DAY\n\nThe door opens. Nobody comes in.\n\n`, 20) + `"}`
	a := s.ask(request{method: http.MethodPost, path: reportsPath + "?character=IRIS", body: silent, header: header}).is(400)
	if !strings.Contains(string(a.body), "nobody speaks") {
		t.Errorf("%s", a.body)
	}
	s.ask(request{method: http.MethodPost, path: reportsPath, body: `{"text":"INT. HERE"}`, header: header}).is(400)
	a = s.ask(request{method: http.MethodPost, path: reportsPath, body: texts("text"), header: header}).is(200)
	if limit, err := strconv.Atoi(a.header.Get("X-RateLimit-Limit")); err != nil || a.header.Get("X-RateLimit-Remaining") != strconv.Itoa(limit-1) {
		t.Errorf("limit %d, remaining %s", limit, a.header.Get("X-RateLimit-Remaining"))
	}
	s.ask(request{method: http.MethodPost, path: reportsPath, body: texts("text"), header: map[string]string{"X-API-Key": s.Key(access.Free), "Content-Type": "application/json"}}).is(403)
}
