package serve_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/advice"
	"kinodex/internal/apptest"
	"kinodex/internal/llm"
	"kinodex/internal/llm/llmtest"
)

const advicePath = "/api/v2/scripts/advice"

// advised is what an answer with advice says.
type advised struct {
	Points []struct {
		Feature string
		Value   float64
		Near    *struct {
			Scripts    []struct{ Title string }
			Conditions []string
		}
	}
	Caution  string
	Warnings []string
	Prose    *struct {
		Points []struct{ Feature, Text string }
		Model  struct{ Provider, Name string }
	}
}

// REQ F2-120, F2-124: version 2 answers with the points, for JSON and for files, at the cost of one request. The same text gets the
// same answer, whose figures are those of the analysis.
func TestAdviceIsAnswered(t *testing.T) {
	t.Parallel()
	s := open(t)
	a := s.post(advicePath, texts("text")).is(200).has("Cache-Control", "no-store")
	golden(t, "testdata/v2_scripts_advice.shape", shape(t, a.body))
	var found advised
	a.data(&found)
	if len(found.Points) != 3 || found.Caution != advice.Caution || found.Prose != nil {
		t.Fatalf("%+v", found)
	}
	var analysed struct{ Features map[string]float64 }
	s.analyze(apptest.Screenplay(30)).is(200).data(&analysed)
	for _, p := range found.Points {
		if p.Value != analysed.Features[p.Feature] || len(p.Near.Scripts) != 3 {
			t.Errorf("%+v, analysed as %v", p, analysed.Features[p.Feature])
		}
	}
	if again := s.post(advicePath, texts("text")).is(200); string(again.body) != string(a.body) {
		t.Error("the same text has another answer")
	}
	s.upload(advicePath, "text/plain", apptest.Screenplay(30)).is(200).data(&found)
	media, body := form([3]string{"file", "a.fountain", apptest.Screenplay(30)})
	s.upload(advicePath, media, body).is(200).data(&found)
	s.post(advicePath+"?genre=Drama&year=1995", texts("text")).is(200).data(&found)
	for _, p := range found.Points {
		for _, c := range p.Near.Conditions {
			if c != "genre" && c != "year" {
				t.Errorf("conditions: %v", p.Near.Conditions)
			}
		}
	}
}

// REQ F2-124: what cannot be answered is a fault of its parameter, and costs nothing.
func TestWrongTermsOfAdviceAreRefused(t *testing.T) {
	t.Parallel()
	s := open(t)
	header := map[string]string{"X-API-Key": s.Key(access.Writer), "Content-Type": "application/json"}
	for query, param := range map[string]string{
		"?genre=Cheese": "genre", "?year=1700": "year", "?year=soon": "year", "?prose=perhaps": "prose", "?mood=good": "mood",
	} {
		a := s.ask(request{method: http.MethodPost, path: advicePath + query, body: texts("text"), header: header})
		var f struct{ Error struct{ Param string } }
		if err := json.Unmarshal(a.is(400).body, &f); err != nil || !strings.Contains(string(a.body), param) {
			t.Errorf("%s: %s", query, a.body)
		}
	}
	s.ask(request{method: http.MethodPost, path: advicePath, body: `{"text":"INT. HERE"}`, header: header}).is(400)
	s.ask(request{method: http.MethodPost, path: advicePath, body: `{}`, header: header}).is(400)
	s.post(advicePath+"?prose=true", texts("text")).is(200).data(new(advised))
}

// written is what a model answers: one text for each feature.
func written(texts map[string]string) string {
	var a struct {
		Points []map[string]string `json:"points"`
	}
	for feature, text := range texts {
		a.Points = append(a.Points, map[string]string{"feature": feature, "text": text})
	}
	b, _ := json.Marshal(a)
	return string(b)
}

// REQ F2-125: a language model writes the points out when it is asked to. It gets the points and no line of the script; a text with a
// number of its own or a promise is left out, and a model that fails costs no points.
func TestAModelWritesTheAdviceOut(t *testing.T) {
	models(t, func(t *testing.T, m *llmtest.Server, model llm.Model) {
		s := openWith(t, model)
		var plain, found advised
		s.post(advicePath, texts("text")).is(200).data(&plain)
		if len(m.Asked()) != 0 || plain.Prose != nil {
			t.Fatalf("the model was asked %d times", len(m.Asked()))
		}
		one, two, three := plain.Points[0].Feature, plain.Points[1].Feature, plain.Points[2].Feature
		m.Script(llmtest.Says(written(map[string]string{
			one: "This stands out, and you may mean it so.", two: "Cut 4711 pages.", three: "With this the film gets a better class.", "scene_counts": "No such feature.",
		})))
		s.post(advicePath+"?prose=true", texts("text")).is(200).data(&found)
		if found.Prose == nil || len(found.Prose.Points) != 1 || found.Prose.Points[0].Feature != one || found.Prose.Model.Name != llmtest.Model {
			t.Fatalf("%+v", found.Prose)
		}
		asked := string(m.Asked()[0].Body)
		if !strings.Contains(asked, one) || strings.Contains(asked, "where it was") || strings.Contains(asked, "In the can") {
			t.Errorf("the model was asked %s", asked)
		}
		b := s.browser()
		b.signUp("ida@example.com", access.Writer)
		script := formPart{"text", "", apptest.Screenplay(30)}
		if page := b.sendFiles("/analyze", "/analyze", script).is(200); strings.Contains(string(page.body), "Written by") || len(m.Asked()) != 1 {
			t.Errorf("the model was asked %d times", len(m.Asked()))
		}
		m.Script(llmtest.Says(written(map[string]string{one: "This stands out, and you may mean it so."})))
		b.sendFiles("/analyze", "/analyze", script, formPart{"prose", "", "1"}).is(200).
			shows("This stands out, and you may mean it so.", "Written by the language model "+llmtest.Model, "It has not read the script")
		m.Script(llmtest.Declines())
		s.post(advicePath+"?prose=true", texts("text")).is(200).data(&found)
		if found.Prose != nil || len(found.Points) != 3 || !strings.Contains(strings.Join(found.Warnings, " "), "There is no prose") {
			t.Errorf("of a model that fails: %+v", found)
		}
	})
}
