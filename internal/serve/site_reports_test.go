package serve_test

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/screenplay/production"
)

// REQ F2-107: the form answers with the reports of a production as a page, as CSV and as JSON, each
// for one request.
func TestAScriptIsAnsweredWithReports(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	account := b.signUp("ida@example.com", access.Studio)
	b.get("/analyze").is(200).shows(`formaction="/analyze/reports"`, `formaction="/analyze/pack"`)
	script := formPart{"script", "night train.txt", apptest.Screenplay(20)}
	page := string(b.sendFiles("/analyze", "/analyze/reports", script).is(200).has("Cache-Control", "no-store").shows("night train", "Reports for production", "The schedule is a proposal", "read and not stored").body)
	for _, r := range production.Reports() {
		if shown := strings.Contains(page, ` id="`+r.Name+`"`) && strings.Contains(page, `data-csv="`+r.Name+`"`) || r.Name == "revisions" || r.Name == "bechdel-wallace" || r.Name == "elements"; shown == r.ByCharacter {
			t.Errorf("%s is shown: %v", r.Name, shown)
		}
		file := b.sendFiles("/analyze", "/analyze/reports.csv?table="+r.Name, script).is(200).has("Content-Type", "text/csv; charset=utf-8")
		if rows, err := csv.NewReader(bytes.NewReader(file.body)).ReadAll(); err != nil || len(rows[0]) != len(r.Columns) {
			t.Errorf("%s: %v, %v", r.Name, err, rows)
		}
	}
	var answer struct {
		Data struct{ Reports []production.Sheet }
	}
	if err := json.Unmarshal(b.sendFiles("/analyze", "/analyze/reports.json", script).is(200).body, &answer); err != nil || len(answer.Data.Reports) != len(production.Reports()) {
		t.Errorf("%v, %d reports", err, len(answer.Data.Reports))
	}
	if n := s.spent(account); n != 2+len(production.Reports()) {
		t.Errorf("%d requests were spent", n)
	}
}

// REQ F2-109: the pack is a zip file with the name of the script.
func TestAScriptIsAnsweredWithAPack(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	account := b.signUp("ida@example.com", access.Writer)
	a := b.sendFiles("/analyze", "/analyze/pack", formPart{"script", "night train.txt", apptest.Screenplay(20)}).is(200).
		has("Content-Type", "application/zip").has("Content-Disposition", `attachment; filename="night-train-production.zip"`).has("Cache-Control", "no-store")
	z, err := zip.NewReader(bytes.NewReader(a.body), int64(len(a.body)))
	if err != nil || len(z.File) < len(production.Reports())+2 {
		t.Fatalf("%v, %+v", err, z)
	}
	if n := s.spent(account); n != 1 {
		t.Errorf("%d requests were spent", n)
	}
}

// REQ F2-107, F2-109: reports need what an analysis needs. What is wrong with a script is said
// with the form, and nothing that it has in it is markup.
func TestReportsAreRefusedLikeAnAnalysis(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	b.signUp("ida@example.com", access.Studio)
	const evil = `</style></script><script>alert(1)</script><img src=x onerror=alert(1)>`
	text := "Title: " + evil + "\n\n" + strings.NewReplacer("IRIS", "<SVG ONLOAD=X>", "STATION", "STATION "+evil).Replace(apptest.Screenplay(20))
	page := strings.ToLower(string(b.sendFiles("/analyze", "/analyze/reports", formPart{"text", "", text}).is(200).body))
	for _, not := range []string{"<script>alert", "<img", "<svg onload", "</style>"} {
		if strings.Contains(page, not) {
			t.Errorf("the script wrote %q into the page", not)
		}
	}
	for _, path := range []string{"/analyze/reports", "/analyze/pack"} {
		b.sendFiles("/analyze", path, formPart{"text", "", "INT. HERE"}).is(400).shows(`role="alert"`)
		b.sendFiles("/analyze", path, formPart{"script", "a.fdx", "<FinalDraft><Content><Paragraph"}).is(400).shows(`role="alert"`)
		s.ask(request{path: path}).is(http.StatusMethodNotAllowed)
		media, body := form([3]string{"script", "a.txt", apptest.Screenplay(20)})
		s.ask(request{method: "POST", path: path, body: body, header: map[string]string{"Content-Type": media}}).is(403)
	}
}
