package serve_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/forecast"
)

// predicted is an answer of /predict as a client reads it.
type predicted struct {
	Data struct {
		Project struct {
			Title    string
			Genres   []string
			Budget   *float64
			Director *string
			Cast     []string
		}
		Prediction struct {
			Gross       *int64   `json:"estimated_worldwide_gross"`
			Rating      *float64 `json:"estimated_filmdb_rating"`
			MasterScore *float64 `json:"estimated_master_score"`
			ROI         *float64 `json:"estimated_roi"`
			Confidence  string
			Count       int `json:"comparable_count"`
			Intervals   map[string]*struct{ P10, P50, P90 float64 }
			AsOf        int `json:"as_of"`
		}
		Audience    map[string]string
		Marketing   []string
		Comparables []struct {
			ID         string `json:"filmdb_id"`
			Similarity float64
			Reasons    []string
		}
		Warnings []string
	}
}

func (s *site) predict(body string) (p predicted) {
	s.t.Helper()
	a := s.post("/api/v1/predict", body).is(200)
	if err := json.Unmarshal(a.body, &p); err != nil {
		s.t.Fatal(err)
	}
	return p
}

// REQ
func TestAForecastOverHTTP(t *testing.T) {
	t.Parallel()
	s := open(t)
	p := s.predict(`{"title":"The Weir","genres":["Comedy","Drama"],"budget":5000000,"director":"Ilse Brandt","cast":["Rosa Lindt"],"synopsis":"A river becomes a border."}`)
	d := p.Data
	if d.Project.Title != "The Weir" || !slices.Equal(d.Project.Genres, []string{"Comedy", "Drama"}) || *d.Project.Budget != 5_000_000 ||
		*d.Project.Director != "Ilse Brandt" || !slices.Equal(d.Project.Cast, []string{"Rosa Lindt"}) {
		t.Errorf("echoed: %+v", d.Project)
	}
	if d.Prediction.Count == 0 || d.Prediction.Count != len(d.Comparables) || d.Prediction.Gross == nil || d.Prediction.ROI == nil {
		t.Fatalf("%+v", d.Prediction)
	}
	for _, name := range []string{"worldwide_gross", "roi", "filmdb_rating", "master_score"} {
		if d.Prediction.Intervals[name] == nil {
			t.Errorf("no interval of %s", name)
		}
	}
	for _, name := range []string{"primary_demographic", "release_strategy", "marketing_budget_estimate", "audience_reception_forecast"} {
		if d.Audience[name] == "" {
			t.Errorf("no %s", name)
		}
	}
	if len(d.Marketing) < 3 || len(d.Marketing) > 7 {
		t.Errorf("%d notes", len(d.Marketing))
	}
}

// REQ R-16: a string of genres is an alternative; a list wins; neither is fine.
func TestGenresAsTextOrList(t *testing.T) {
	t.Parallel()
	s := open(t)
	for body, want := range map[string][]string{
		`{"title":"A","genre":"Drama, War"}`:                   {"Drama", "War"},
		`{"title":"A","genre":"Horror","genres":["Drama"]}`:    {"Drama"},
		`{"title":"A","genre":" , ","genres":[]}`:              {},
		`{"title":"A","genre":null,"genres":null,"cast":null}`: {},
		`{"title":"A"}`: {},
	} {
		got := s.predict(body).Data.Project
		if !slices.Equal(got.Genres, want) || got.Genres == nil || got.Cast == nil || got.Director != nil {
			t.Errorf("%s: %+v", body, got)
		}
	}
}

// REQ
func TestWhatIsNotStatedIsNull(t *testing.T) {
	t.Parallel()
	s := open(t)
	d := s.predict(`{"title":"The Weir","genres":["Drama"]}`).Data
	if d.Prediction.ROI != nil || d.Prediction.Confidence != "low" || d.Project.Budget != nil || d.Prediction.Intervals["roi"] != nil {
		t.Errorf("%+v", d.Prediction)
	}
	d = s.predict(`{"title":"Quite Unlike Anything"}`).Data
	if d.Prediction.Count != 0 || d.Prediction.Gross != nil || d.Prediction.Rating != nil || d.Prediction.MasterScore != nil || d.Prediction.Confidence != "low" || len(d.Marketing) < 3 {
		t.Errorf("%+v", d.Prediction)
	}
}

// REQ R-29
func TestAFilmOfTheCatalogueIsNotItsOwnComparable(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, more := range []string{`,"director":"Ilse Brandt"`, `,"year":1948`, ``, `,"year":1949,"director":"Ilse Brandt"`} {
		d := s.predict(`{"title":"the crossing","genres":["Drama"],"budget":410000` + more + `}`).Data
		for _, c := range d.Comparables {
			if c.ID == apptest.Crossing {
				t.Errorf("%s: it is", more)
			}
		}
	}
}

// REQ, L-08
func TestProjectsThatMakeNoSense(t *testing.T) {
	t.Parallel()
	s := open(t)
	for body, param := range map[string]string{
		`{}`:                                 "title",
		`{"title":""}`:                       "title",
		`{"title":"  "}`:                     "title",
		`{"title":null}`:                     "title",
		`{"title":7}`:                        "title",
		`{"title":"A","budget":0}`:           "budget",
		`{"title":"A","budget":-5}`:          "budget",
		`{"title":"A","budget":999}`:         "from $1,000 to $1,000,000,000",
		`{"title":"A","budget":1000000001}`:  "from $1,000 to $1,000,000,000",
		`{"title":"A","runtime":0}`:          "runtime must be a number of minutes from 40 to 600",
		`{"title":"A","month":13}`:           "month must be a month from 1 to 12",
		`{"title":"A","countries":"France"}`: "countries",
		`{"title":"A","franchise":7}`:        "franchise",
		`{"title":"A","budget":"1000000"}`:   "budget",
		`{"title":"A","budget":1e999}`:       "budget",
		`{"title":"A","genres":"Drama"}`:     "genres",
		`{"title":"A","genre":["Drama"]}`:    "genre",
		`{"title":"A","cast":"Rosa Lindt"}`:  "cast",
		`{"title":"A","cast":[1]}`:           "cast",
		`{"title":"A","director":["B"]}`:     "director",
		`{"title":"A","synopsis":{}}`:        "synopsis",
		`{"title":"A","screenplay_text":1}`:  "screenplay_text",
		`{"title":"A","year":0}`:             "year",
		`{"title":"A","year":1700}`:          "year",
		`{"title":"A","cast":[` + strings.TrimSuffix(strings.Repeat(`"x",`, 51), ",") + `]}`: "cast",
		`{"title":"A","synopsis":"` + strings.Repeat("x", 20_001) + `"}`:                     "synopsis",
	} {
		a := s.post("/api/v1/predict", body).is(400)
		if !strings.Contains(string(a.body), param) {
			t.Errorf("%.60s: %s says nothing of %s", body, a.body, param)
		}
	}
	for _, body := range []string{``, `[]`, `"A"`, `{"title":"A"`, `{"title":"A","title":"B"}`} {
		s.post("/api/v1/predict", body).is(400)
	}
	s.post("/api/v1/predict", `{"title":"A","screenplay_text":"`+strings.Repeat("x", 5<<20)+`"}`).is(413)
}

// Whatever is not refused is answered, and screenplays are only read along.
func TestProjectsThatAreOdd(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, body := range []string{
		`{"title":"A","budget":1000,"genres":["Drama"]}`,
		`{"title":"A","budget":1000000000,"genres":["Drama"],"year":2100}`,
		`{"title":"A","countries":["FR","nowhere",""],"languages":["Klingon"],"runtime":null,"month":null,"franchise":"   ","certificate":"R"}`,
		`{"title":"!!!","cast":["","   ","\u0000"],"director":",,,","genres":["Drama","",""]}`,
		`{"title":"` + strings.Repeat("x", 500) + `","genres":["Gothic"]}`,
		`{"title":"新宿の雨","synopsis":"雨","genres":["Drama"],"whatever":1}`,
		`{"title":"A","year":1913,"genres":["Drama"],"budget":5000}`,
	} {
		s.predict(body)
	}
	plain := `{"title":"A","genres":["Drama"],"budget":900000`
	without := s.predict(plain + `}`)
	for _, text := range []string{"short", strings.Repeat("INT. CUTTING ROOM - NIGHT. Reels. ", 40)} {
		with := s.predict(plain + fmt.Sprintf(`,"screenplay_text":%q}`, text))
		if *with.Data.Prediction.Gross != *without.Data.Prediction.Gross {
			t.Error("the screenplay has an effect")
		}
	}
}

// REQ: a forecast needs the Writer plan and costs one request.
func TestWhoMayForecast(t *testing.T) {
	t.Parallel()
	s := open(t)
	body := `{"title":"A","genres":["Drama"]}`
	ask := func(key string) *answer {
		return s.ask(request{method: "POST", path: "/api/v1/predict", body: body, header: map[string]string{"X-API-Key": key, "Content-Type": "application/json"}})
	}
	ask("").is(401)
	ask(s.Key(access.Free)).is(403)
	a := ask(s.Key(access.Writer)).is(200)
	a.has("X-RateLimit-Remaining", "9").has("Deprecation", "@1767225600")
}

// REQ R-47: the films that a film is a comparable of are of later years, and their money is known.
func TestFilmsThatAFilmIsAComparableOf(t *testing.T) {
	t.Parallel()
	s := open(t)
	type answer struct {
		Data []struct {
			Film struct {
				ID    string `json:"filmdb_id"`
				Title string
				Year  int
				Money struct {
					Gross *int64 `json:"worldwide_gross"`
				} `json:"box_office"`
			}
			Similarity float64
		}
		Meta struct{ Total, Limit int }
	}
	of := func(id, query string) (a answer) {
		t.Helper()
		if err := json.Unmarshal(s.get("/api/v2/films/"+id+"/comparable-of"+query).is(200).body, &a); err != nil {
			t.Fatal(err)
		}
		return a
	}
	most, found := "", answer{}
	for _, f := range apptest.Films() {
		a := of(f.ID.String(), "?limit=100")
		if len(a.Data) != min(a.Meta.Total, 100) || a.Meta.Limit != 100 {
			t.Errorf("%s: %d films, meta %+v", f.ID, len(a.Data), a.Meta)
		}
		for i, one := range a.Data {
			if one.Film.Money.Gross == nil || one.Film.Year <= *f.Year || i > 0 && one.Similarity > a.Data[i-1].Similarity {
				t.Errorf("%s of %d is a comparable of %+v", f.ID, *f.Year, one)
			}
		}
		if len(a.Data) > len(found.Data) {
			most, found = f.ID.String(), a
		}
	}
	if len(found.Data) < 2 {
		t.Fatalf("%s is a comparable of %d films, the most of all", most, len(found.Data))
	}
	golden(t, "testdata/v2_comparable_of.shape", shape(t, s.get("/api/v2/films/"+most+"/comparable-of").body))
	if one := of(most, "?limit=1"); len(one.Data) != 1 || one.Data[0].Film.ID != found.Data[0].Film.ID || one.Meta.Total != found.Meta.Total {
		t.Errorf("limit=1: %+v", one)
	}
	first := found.Data[0].Film
	s.ask(request{path: "/films/" + most}).is(200).
		shows("What it is a comparable of", first.Title, "GET /api/v2/films/"+most+"/comparable-of", "Only films whose worldwide gross is known")
	s.ask(request{path: "/films/" + most + ".csv?table=" + most + "+comparable+of"}).is(200).shows("Film,Year,Alike (%),", first.Title)
	s.ask(request{path: "/films/" + apptest.Bare}).is(200).lacks("What it is a comparable of")
	s.get("/api/v2/films/"+apptest.Absent+"/comparable-of").fails(404, "film_not_found")
	for _, limit := range []string{"0", "101", "many"} {
		s.get("/api/v2/films/"+most+"/comparable-of?limit="+limit).fails(400, "invalid_parameter")
	}
}

const scenariosPath = "/api/v2/forecast/scenarios"

// Up to four scenarios cost a forecast each, all or none, and each has the outcome of the forecast
// (REQ F2-110).
func TestScenariosOverHTTP(t *testing.T) {
	t.Parallel()
	s := open(t)
	ask := func(key, body string) *answer {
		return s.ask(request{method: "POST", path: scenariosPath, body: body, header: map[string]string{"X-API-Key": key, "Content-Type": "application/json"}})
	}
	first := `{"title":"The Weir","genres":["Drama"],"budget":5000000,"director":"Ilse Brant","cast":["Rosa Lindt"]}`
	second := `{"title":"The Weir","genres":["Drama"],"budget":9000000,"director":"Ilse Brandt","month":12}`
	writer := s.Key(access.Writer)
	ask("", `{"scenarios":[`+first+`]}`).is(401)
	ask(s.Key(access.Free), `{"scenarios":[`+first+`]}`).is(403)
	a := ask(writer, `{"scenarios":[`+first+`,`+second+`]}`).is(200).has("X-RateLimit-Remaining", "8").has("Cache-Control", "no-store")
	var told struct {
		Data []app.Scenario
		Meta struct{ Cost int }
	}
	if err := json.Unmarshal(a.body, &told); err != nil || len(told.Data) != 2 || told.Meta.Cost != 2 {
		t.Fatalf("%v: %+v", err, told)
	}
	golden(t, "testdata/v2_forecast_scenarios.shape", shape(t, a.body))
	for i, body := range []string{first, second} {
		alone, both := s.predict(body), told.Data[i]
		if *alone.Data.Prediction.Gross != *both.Outcome.Prediction.Gross || len(alone.Data.Comparables) != len(both.Outcome.Comparables) {
			t.Errorf("scenario %d: %+v alone, %+v beside", i, alone.Data.Prediction, both.Outcome.Prediction)
		}
		if b := both.Brief; b.PriceYear != forecast.PriceYear || len(b.Chances) != 4 || len(b.Drivers) < 3 || b.Comparables == nil {
			t.Errorf("scenario %d has the brief %+v", i, b)
		}
	}
	if u := told.Data[0].Brief.Unknown; len(u) != 1 || u[0] != (forecast.Unknown{Input: "director", Name: "Ilse Brant", DidYouMean: "Ilse Brandt"}) {
		t.Errorf("of Ilse Brant it says %+v", u)
	}
	// What is wrong names the scenario, and costs nothing.
	for body, want := range map[string][2]string{
		`{}`:               {"scenarios", "scenarios must be a list of 1 to 4 projects"},
		`{"scenarios":[]}`: {"scenarios", "a list of 1 to 4 projects"},
		`{"scenarios":[` + strings.Repeat(first+",", 4) + first + `]}`:                        {"scenarios", "a list of 1 to 4 projects"},
		`{"scenarios":[` + first + `,{"genres":["Drama"]}]}`:                                  {"scenarios[1].title", "in scenarios[1], "},
		`{"scenarios":[` + first + `,{"title":7}]}`:                                           {"scenarios[1].title", "in scenarios[1], title must be"},
		`{"scenarios":[` + first + `,{"title":"The Weir","budget":-1}]}`:                      {"scenarios[1].budget", "in scenarios[1], budget must be a number of US dollars"},
		`{"scenarios":[` + first + `,null,{"title":7}]}`:                                      {"scenarios[1]", "scenarios[1] must be an object"},
		`{"scenarios":[` + first + `,"The Weir"]}`:                                            {"scenarios[1]", "scenarios[1] must be an object with the fields of a project"},
		`{"scenarios":[{"title":"The Weir","bugdet":1}]}`:                                     {"scenarios[0].bugdet", "in scenarios[0], bugdet must be absent"},
		`{"scenarios":[` + first + `,{"title":"The Weir","year":2031}]}`:                      {"scenarios[1].year", "in scenarios[1], year must be that of the first scenario"},
		`{"scenarios":[` + first + `],"pinned":["The Crossing"]}`:                             {"pinned[0]", "the id of a film"},
		`{"scenarios":[` + first + `],"removed":["` + strings.Repeat(`tt1","`, 20) + `tt2"]}`: {"removed", "at most 20 ids of films"},
		`{"scenarios":[` + first + `],"pined":[]}`:                                            {"pined", "absent; there are: scenarios, removed, pinned"},
	} {
		got := ask(writer, body).is(400)
		var e struct {
			Error struct{ Param, Message string }
		}
		if err := json.Unmarshal(got.body, &e); err != nil || e.Error.Param != want[0] || !strings.Contains(e.Error.Message, want[1]) {
			t.Errorf("%s: %+v, want %q", body, e.Error, want)
		}
	}
	ask(writer, `{"scenarios":[`+first+`]}`).is(200).has("X-RateLimit-Remaining", "7")
}

// Whom a reader removes is no comparable, whom they pin is the first (REQ F2-111).
func TestComparablesAreChosenOverHTTP(t *testing.T) {
	t.Parallel()
	s := open(t)
	ask := func(choice string) app.Scenario {
		t.Helper()
		var told struct{ Data []app.Scenario }
		a := s.post(scenariosPath, `{"scenarios":[{"title":"The Weir","genres":["Drama"]}]`+choice+`}`).is(200)
		if err := json.Unmarshal(a.body, &told); err != nil {
			t.Fatal(err)
		}
		return told.Data[0]
	}
	plain := ask("").Outcome.Comparables
	last := plain[len(plain)-1].ID
	chosen := ask(fmt.Sprintf(`,"removed":[%q],"pinned":[%q,%q]`, plain[0].ID, last, apptest.Absent))
	films := chosen.Outcome.Comparables
	if films[0].ID != last || slices.ContainsFunc(films, func(c forecast.Comparable) bool { return c.ID == plain[0].ID }) {
		t.Errorf("of %+v it makes %+v", plain, films)
	}
	if b := chosen.Brief; len(b.Removed) != 1 || len(b.Pinned) != 1 || b.Removed[0].ID != plain[0].ID || !slices.ContainsFunc(chosen.Outcome.Warnings, func(w string) bool { return strings.Contains(w, apptest.Absent) }) {
		t.Errorf("%+v, %q", b, chosen.Outcome.Warnings)
	}
}
