package serve_test

import (
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
)

// The research set is read without a key: as a page by tier and in any order, as a file, as
// data.
func TestMeasuredScreenplaysAreListed(t *testing.T) {
	t.Parallel()
	s := open(t)
	p := s.ask(request{path: "/scripts"}).is(200).has("Content-Type", "text/html; charset=utf-8")
	p.shows("Measured screenplays", "Tier S", "Number of scenes, highest first", "GET /api/v1/scripts", `class="strip"`)
	b := s.ask(request{path: "/scripts?tier=B&sort=scene_count:desc"}).is(200)
	if strings.Contains(string(b.body), "<td>S</td>") || !strings.Contains(string(b.body), "<td>B</td>") {
		t.Error("tier B has others")
	}
	var found struct {
		Scripts []struct {
			Tier     string
			Features map[string]float64
		}
		Total int
	}
	s.ask(request{path: "/scripts.json?sort=scene_count:asc"}).is(200).data(&found)
	for i := 1; i < len(found.Scripts); i++ {
		if found.Scripts[i].Features["scene_count"] < found.Scripts[i-1].Features["scene_count"] {
			t.Errorf("script %d is out of order", i)
		}
	}
	csv := string(s.ask(request{path: "/scripts.csv"}).is(200).has("Content-Type", "text/csv; charset=utf-8").body)
	if !strings.Contains(csv, "Number of scenes (scenes)") || strings.Count(csv, "\n") != len(found.Scripts)+1 {
		t.Errorf("the file has %d lines of %d scripts", strings.Count(csv, "\n"), len(found.Scripts))
	}
	s.ask(request{path: "/scripts?offset=1000000"}).is(200).shows("There is nothing on this page of the list")
	for _, bad := range []string{"tier=Z", "sort=rank", "sort=scene_count", "offset=-1", "offset=x"} {
		s.ask(request{path: "/scripts?" + bad}).is(400).has("Content-Type", "text/html; charset=utf-8")
		s.ask(request{path: "/scripts.json?" + bad}).fails(400, "invalid_parameter")
	}
}

// The page of a script shows its figures beside the others', why it has its tier, and what
// citations quote.
func TestAMeasuredScreenplayHasAPage(t *testing.T) {
	t.Parallel()
	s := open(t)
	p := s.ask(request{path: "/scripts/" + apptest.Crossing}).is(200)
	p.shows("Twenty features against the research set", "Why tier", "Next to it in the order", "The screenplay of", "by how the film was rated", "nobody read the script")
	for _, not := range []string{"NaN", "<nil>", " style=", "<script>"} {
		if strings.Contains(string(p.body), not) {
			t.Errorf("the page has %q", not)
		}
	}
	var script struct {
		Title, Tier string
		Series      *struct {
			Sentiment []float64
			Scenes    []struct {
				Words   int
				Setting *string
			}
		}
	}
	s.ask(request{path: "/scripts/" + apptest.Crossing + ".json"}).is(200).data(&script)
	if of := script.Series; of == nil || len(of.Sentiment) != 20 || len(of.Scenes) != 60 || of.Scenes[0].Words == 0 || of.Scenes[0].Setting == nil {
		t.Errorf("as data, from beginning to end: %+v", of)
	}
	csv := s.ask(request{path: "/scripts/" + apptest.Crossing + ".csv?table=features"}).is(200)
	if script.Tier == "" || !strings.Contains(string(csv.body), "Number of scenes") {
		t.Errorf("as data: %+v, %.200s", script, csv.body)
	}
	for table, has := range map[string]string{"parts": "Dialogue (%)", "scenes": "Kind"} {
		file := s.ask(request{path: "/scripts/" + apptest.Crossing + ".csv?table=" + table}).is(200)
		if !strings.Contains(string(file.body), has) || strings.Contains(string(file.body), "Heading") {
			t.Errorf("table %s: %.200s", table, file.body)
		}
	}
	p.shows("Mood from beginning to end", "Scenes by length and setting", "How many speak").lacks("were not kept")
	s.ask(request{path: "/scripts/" + apptest.Ensemble}).is(200).shows("were not kept when").lacks("Mood from beginning")
	s.ask(request{path: "/scripts/" + apptest.Ensemble + ".json"}).is(200).shows(`"series":null`)
	s.ask(request{path: "/scripts/" + apptest.Bare}).is(404).has("Cache-Control", "no-store").shows("No measured screenplay has this address")
	s.ask(request{path: "/scripts/" + apptest.Bare + ".json"}).fails(404, "script_not_found")
}

// What the scripts have in common stands with how many films it rests on, and with doubts.
func TestResearchIsShownWithItsDoubts(t *testing.T) {
	t.Parallel()
	s := open(t)
	p := s.ask(request{path: "/research"}).is(200)
	p.shows("Nothing here is a cause", "Features and outcomes", "Tiers, feature by feature", "Best tier against worst", "macro-F1", "Random forest", "Oscars won, n")
	for _, not := range []string{"NaN", "<nil>", " style="} {
		if strings.Contains(string(p.body), not) {
			t.Errorf("the page has %q", not)
		}
	}
	for _, table := range []string{"correlations", "tiers", "effects", "insights", "model"} {
		s.ask(request{path: "/research.csv?table=" + table}).is(200).has("Content-Type", "text/csv; charset=utf-8")
	}
	var found struct {
		Correlations struct{ Features []string }
		Model        struct {
			Version string `json:"model_version"`
		}
	}
	s.ask(request{path: "/research.json"}).is(200).data(&found)
	if len(found.Correlations.Features) != 20 || found.Model.Version == "" {
		t.Errorf("as data: %+v", found)
	}
}

// The slate reads one script at a time for the browser, which keeps what came back.
func TestTheSlateReadsOneScriptAtATime(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.ask(request{path: "/slate"}).is(200).shows("/sign-in?next=%2Fslate", "Nothing on the server")
	b := s.browser()
	account := b.signUp("ida@example.com", access.Writer)
	b.get("/slate").is(200).shows("This page needs JavaScript", "kinodex analyze FOLDER", `data-left="`)
	var row struct {
		Path, Class, Trust string
		Votes              map[string]int
		Percentiles        map[string]float64
		Warnings           []string
		Left               *int
	}
	b.sendFiles("/slate", "/slate.json", formPart{"script", "night train.fountain", apptest.Screenplay(20)}).is(200).has("Cache-Control", "no-store").data(&row)
	if row.Path != "night train.fountain" || row.Class == "" || len(row.Percentiles) != 20 || row.Left == nil || s.spent(account) != 1 {
		t.Errorf("%+v; %d spent", row, s.spent(account))
	}
	b.sendFiles("/slate", "/slate.json", formPart{"script", "a.png", "\x89PNG\r\n\x1a\n" + strings.Repeat("x", 900)}).fails(400, "invalid_body")
	b.sendFiles("/slate", "/slate.json").fails(400, "invalid_parameter")
	b.sendFiles("/slate", "/slate", formPart{"script", "a.txt", apptest.Screenplay(20)}).is(303).has("Location", "/slate")
	if s.spent(account) != 1 {
		t.Errorf("%d requests were spent", s.spent(account))
	}
	media, body := form([3]string{"script", "a.txt", apptest.Screenplay(20)})
	s.ask(request{method: "POST", path: "/slate.json", body: body, header: map[string]string{"Content-Type": media}}).fails(401, "missing_api_key")
}

// What is not there leads on: to its section, and from a screenplay to its film.
func TestWhatIsNotThereLeadsOn(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.ask(request{path: "/films/" + apptest.Absent}).is(404).shows(`<a class="button second" href="/films">Films</a>`, `<a class="button second" href="/">Start page</a>`)
	s.ask(request{path: "/people/nobody-at-all"}).is(404).shows(`<a class="button second" href="/people">People</a>`)
	s.ask(request{path: "/scripts/" + apptest.Absent}).is(404).shows(`<a class="button second" href="/scripts">Measured screenplays</a>`).lacks("The film</a>")
	s.ask(request{path: "/scripts/" + apptest.Bare}).is(404).shows(`<a class="button second" href="/films/` + apptest.Bare + `">The film</a>`)
	s.ask(request{path: "/films?min_rating=high"}).is(400).shows(`<a class="button second" href="/films">Films</a>`)
}
