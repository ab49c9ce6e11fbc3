package serve_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/advice"
	"kinodex/internal/apptest"
)

// tags are the elements of a document, in their order.
func tags(document string) (names []string) {
	for _, m := range regexp.MustCompile(`<([a-zA-Z][a-zA-Z0-9]*)`).FindAllStringSubmatch(document, -1) {
		names = append(names, strings.ToLower(m[1]))
	}
	return names
}

// REQ F2-100, F2-123: what stands out comes first, with what follows; then the class with its caution, and
// what the page is worth once at the end. All but the first are folded.
func TestAReportBeginsWithWhatStandsOut(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	b.signUp("ida@example.com", access.Writer)
	page := string(b.sendFiles("/analyze", "/analyze", formPart{"script", "night train.txt", apptest.Screenplay(20)}).is(200).body)
	at := 0
	for _, id := range []string{"departures", "twenty", "pictures", "scenes", "structure", "production", "read", "standing"} {
		next := strings.Index(page, ` id="`+id+`"`)
		if next < at {
			t.Errorf("%q stands at %d, what is before it at %d", id, next, at)
		}
		if !strings.Contains(page, `href="#`+id+`"`) {
			t.Errorf("nothing leads to %q", id)
		}
		at = next
	}
	if open := strings.Index(page, `<details class="panel boxed" open`); open >= 0 {
		t.Errorf("a panel is open: %.200s", page[open:])
	}
	if strings.Index(page, "of the model's trees") < strings.Index(page, `id="standing"`) {
		t.Error("the class stands before its part of the page")
	}
	caution := html.EscapeString(advice.Caution)
	page = regexp.MustCompile(`(?s)<script type="application/json".*?</script>`).ReplaceAllString(page, "")
	if n, at := strings.Count(page, caution), strings.Index(page, caution); n != 1 || at < strings.Index(page, `id="standing"`) {
		t.Errorf("the caution stands %d times, first at %d", n, at)
	}
}

// REQ F2-120, F2-123: a point has the scripts near, the guide's paragraph and a suggestion; genre and year may be told, and
// those that no film has are said beside the form, for nothing.
func TestAPointTellsWhatFollows(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	account := b.signUp("ida@example.com", access.Writer)
	script := formPart{"script", "night train.txt", apptest.Screenplay(20)}
	page := b.sendFiles("/analyze", "/analyze", script, formPart{"genre", "", "Drama"}, formPart{"year", "", "1995"}).is(200).
		shows("Scripts near this one", "What you might do", "Scenes that make it so", "shorter than 99 of 100 produced scripts", `href="/scripts/tt`)
	if n := strings.Count(string(page.body), "Scripts near this one</h4>"); n != 3 {
		t.Errorf("%d points tell scripts near", n)
	}
	for _, wrong := range []formPart{{"genre", "", "Cheese"}, {"year", "", "soon"}, {"year", "", "12"}} {
		b.sendFiles("/analyze", "/analyze", script, wrong).is(400).shows(strings.ToUpper(wrong.field[:1])+wrong.field[1:]+" must be", "leave the fields empty")
	}
	if n := s.spent(account); n != 1 {
		t.Errorf("%d requests were spent", n)
	}
	var data struct {
		Advice struct {
			Points []struct{ Feature string }
			Prose  *struct{}
		}
	}
	b.sendFiles("/analyze", "/analyze.json", script).is(200).data(&data)
	if len(data.Advice.Points) != 3 || data.Advice.Prose != nil {
		t.Errorf("%+v", data)
	}
}

// REQ F2-101: one file has the whole report and needs nothing else: no script, no style sheet or
// picture from elsewhere, no link but to the service. It costs what the page costs.
func TestAnAnalysisIsSavedAsOneFile(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	account := b.signUp("ida@example.com", access.Writer)
	a := b.sendFiles("/analyze", "/analyze/file", formPart{"script", "night train.txt", apptest.Screenplay(20)}).is(200).
		has("Content-Disposition", `attachment; filename="night-train-analysis.html"`).has("Cache-Control", "no-store").
		shows("<title>night train · analysis by Kinodex</title>", "Read and not stored", "Library ", `id="scene-20"`, "What stands out most", "<svg", "@page{@top-left{content:", "default-src 'none'")
	file := string(a.body)
	for _, name := range []string{"script", "link", "img", "iframe", "form", "button", "input", "object", "base"} {
		if slices.Contains(tags(file), name) {
			t.Errorf("the file has an element %q", name)
		}
	}
	for _, m := range regexp.MustCompile(`\b(?:href|src)="([^"]*)"`).FindAllStringSubmatch(file, -1) {
		if !strings.HasPrefix(m[1], "#") && !strings.HasPrefix(m[1], s.url+"/") {
			t.Errorf("the file leads to %q", m[1])
		}
	}
	if strings.Contains(file, "@font-face") || regexp.MustCompile(`url\(\s*["']?(?:/|http|[a-z]+[.-])[^)]*\.(?:woff2|css|png)`).MatchString(file) {
		t.Error("the file loads a typeface")
	}
	if n := s.spent(account); n != 1 {
		t.Errorf("%d requests were spent", n)
	}
}

// REQ F2-101: a file has nothing of who made it, and nothing that the script had in it is markup,
// a rule of its style sheet or a policy.
func TestASavedFileIsHarmlessAndHasNoSecret(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	account := b.signUp("ida@example.com", access.Writer)
	const evil = `</style></script><script>alert(1)</script><img src=x onerror=alert(1)>"}@import"//evil.example`
	text := "Title: " + evil + "\n\n" + strings.NewReplacer("IRIS", "<SVG ONLOAD=X>", "STATION", "STATION "+evil, "TOMÁS", `" AUTOFOCUS ONFOCUS="X`).Replace(apptest.Screenplay(20))
	for _, path := range []string{"/analyze", "/analyze/file"} {
		page := string(b.sendFiles("/analyze", path, formPart{"script", `..\"><script>.fountain`, text}).is(200).body)
		lower := strings.ToLower(page)
		for _, not := range []string{"<script>alert", "<img", "<svg onload", `" autofocus onfocus="`, "@import\"", "</style></script>"} {
			if strings.Contains(lower, not) {
				t.Errorf("%s: the script wrote %q into the page", path, not)
			}
		}
		if strings.Count(lower, "</style>") > 1 {
			t.Errorf("%s: the script ends the style sheet", path)
		}
	}
	file := string(b.sendFiles("/analyze", "/analyze/file", formPart{"text", "", text}).is(200).body)
	for what, secret := range map[string]string{"account's id": account.ID, "address": "ida@example.com", "name of the cookie": "kinodex_browser", "form's token": `name="form"`, "key": "kdx_"} {
		if strings.Contains(file, secret) {
			t.Errorf("the file has the %s", what)
		}
	}
}

// The name of the file is made of letters, digits and hyphens, whatever the title is.
func TestATitleNamesNoOtherFile(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	b.signUp("ida@example.com", access.Studio)
	for title, name := range map[string]string{
		`../../etc/passwd`: "etc-passwd-analysis.html", "\"; filename=\"evil.exe": "filename-evil-exe-analysis.html", "映画": "screenplay-analysis.html",
	} {
		b.sendFiles("/analyze", "/analyze/file", formPart{"text", "", "Title: " + title + "\n\n" + apptest.Screenplay(20)}).is(200).
			has("Content-Disposition", `attachment; filename="`+name+`"`)
	}
}

// The page carries its own data, so that it is saved without another request. A text that looks like
// markup does not end it. Scenes are in columns, which the module keep turns into a list again.
func TestAPageCarriesItsData(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	b.signUp("ida@example.com", access.Writer)
	text := strings.ReplaceAll(apptest.Screenplay(20), "STATION", "STATION </script><!--<script>")
	page := string(b.sendFiles("/analyze", "/analyze", formPart{"text", "", text}).is(200).body)
	block := regexp.MustCompile(`(?s)<script type="application/json" id="analysis-data">(.*?)</script>`).FindStringSubmatch(page)
	if block == nil || strings.Contains(block[1], "<") {
		t.Fatalf("the data of the page: %.300s", block)
	}
	var carried, answered any
	if err := json.Unmarshal([]byte(block[1]), &carried); err != nil {
		t.Fatal(err)
	}
	b.sendFiles("/analyze", "/analyze.json", formPart{"text", "", text}).is(200).data(&answered)
	unpacked := inLists(carried).(map[string]any)["data"]
	for _, part := range []string{"analysis", "comparison", "breakdown"} {
		if got, want := unpacked.(map[string]any)[part], answered.(map[string]any)[part]; !reflect.DeepEqual(got, want) {
			t.Errorf("%s is carried as %.600v, and answered as %.600v", part, got, want)
		}
	}
}

// inLists is data with lists of objects for those in columns, as the module keep makes them.
func inLists(data any) any {
	switch d := data.(type) {
	case []any:
		for i := range d {
			d[i] = inLists(d[i])
		}
	case map[string]any:
		for name, value := range d {
			d[name] = inLists(value)
		}
		if columns, ok := d["@"].(map[string]any); ok {
			var list []any
			for name, column := range columns {
				for i, value := range column.([]any) {
					if i == len(list) {
						list = append(list, map[string]any{})
					}
					list[i].(map[string]any)[name] = value
				}
			}
			return list
		}
	}
	return data
}

// The analysis of a feature is a page like others: beside the text of the scenes, which is the reader's
// own, 41 kB come over the network.
func TestTheAnalysisOfAFeatureIsLight(t *testing.T) {
	t.Parallel()
	const most = 41_000
	s := open(t)
	b := s.browser()
	b.signUp("ida@example.com", access.Writer)
	for name, script := range map[string]string{"few speak": apptest.Screenplay(130), "many speak": feature()} {
		r := b.withFiles("/analyze", "/analyze", formPart{"script", "long reel.fountain", script})
		r.Header.Set("Accept-Encoding", "gzip")
		a := receive(t, &b.client, r).is(200).has("Content-Encoding", "gzip")
		text := regexp.MustCompile(`(?s)<div class="script".*?</div>`)
		page := gunzipped(t, a.body)
		if n := len(text.FindAll(page, -1)); n != 130 {
			t.Errorf("%s: the page has the text of %d scenes", name, n)
		}
		beside := len(gzipped(text.ReplaceAll(page, nil)))
		t.Logf("%s: %d bytes as sent, %d beside the text of the scenes", name, len(a.body), beside)
		if beside > most {
			t.Errorf("%s: %d bytes beside the text, want at most %d", name, beside, most)
		}
	}
}

// feature is a script as long as a film's, in which half of its people speak in each scene.
func feature() string {
	places := []string{"CUTTING ROOM", "PROJECTION BOOTH", "NIGHT TRAIN", "HARBOUR", "COURTROOM", "KITCHEN", "BRIDGE"}
	people := []string{"IRIS", "TOMAS", "THE CLERK", "MRS. ODEGARD", "HENNING", "LENA", "A BOY", "THE JUDGE", "DR. VALE", "A PORTER", "MARTA", "THE COOK", "KANE", "A SINGER"}
	lines := []string{"Where is the film? I left it on the bench, under the lamp.", "In the can. I think.", "You think! You never think, and we pay for it every winter.", "Give me the key, or open the door yourself."}
	var b strings.Builder
	for scene := range 130 {
		fmt.Fprintf(&b, "%s %s - %s\n\n", []string{"INT.", "EXT.", "INT./EXT."}[scene%3], places[scene*5%len(places)], []string{"DAY", "NIGHT"}[scene%2])
		for i := range 4 + scene*7%9 {
			fmt.Fprintf(&b, "%s\n%s\n\nRain on the windows of number %d. Somebody crosses the yard with a lantern, and stops, and listens.\n\n", people[(scene+i*i)%len(people)], lines[(scene+i)%len(lines)], scene*i)
		}
	}
	return b.String()
}

func gzipped(body []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	w.Write(body)
	w.Close()
	return b.Bytes()
}

func gunzipped(t *testing.T, body []byte) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return plain
}

// A file is made for who is signed in and sent the form, and what cannot be read is said beside it.
func TestAFileIsMadeOfAFormAlone(t *testing.T) {
	t.Parallel()
	s := open(t)
	media, body := form([3]string{"script", "a.txt", apptest.Screenplay(20)})
	s.ask(request{method: "POST", path: "/analyze/file", body: body, header: map[string]string{"Content-Type": media}}).is(403)
	s.ask(request{path: "/analyze/file"}).is(405)
	b := s.browser()
	account := b.signUp("ida@example.com", access.Writer)
	b.sendFiles("/analyze", "/analyze/file", formPart{"text", "", "INT. HERE"}).is(400).shows(`role="alert"`)
	if n := s.spent(account); n != 0 {
		t.Errorf("%d requests were spent", n)
	}
}

// The page of kept analyses is the same for everybody: what is kept is in the browser alone.
func TestTheServiceHasNoKeptAnalysis(t *testing.T) {
	t.Parallel()
	s := open(t)
	none := string(s.ask(request{path: "/analyze/kept"}).is(200).body)
	one := string(s.ask(request{path: "/analyze/kept?id=" + strings.Repeat("a", 24)}).is(200).body)
	if none != one || !strings.Contains(none, "The service has none of them") {
		t.Error("the page of a kept analysis differs from the list")
	}
}
