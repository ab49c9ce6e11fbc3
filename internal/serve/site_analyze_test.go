package serve_test

import (
	"bytes"
	"context"
	"html"
	"mime/multipart"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/fault"
	"kinodex/internal/ledger"
)

// part is one part of a form with files: a field with its text, or with a file's when it
// has a name.
type formPart struct{ field, file, text string }

// sendFiles posts a form with files to a page of the site, with the token of the form at from.
func (b *browser) sendFiles(from, to string, parts ...formPart) *answer {
	b.s.t.Helper()
	return receive(b.s.t, &b.client, b.withFiles(from, to, parts...))
}

// withFiles is the request of sendFiles.
func (b *browser) withFiles(from, to string, parts ...formPart) *http.Request {
	b.s.t.Helper()
	token := regexp.MustCompile(`name="form" value="([^"]+)"`).FindSubmatch(b.get(from).is(200).body)
	if token == nil {
		b.s.t.Fatalf("%s has no form", from)
	}
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	w.WriteField("form", string(token[1]))
	for _, p := range parts {
		if p.file == "" {
			w.WriteField(p.field, p.text)
			continue
		}
		f, _ := w.CreateFormFile(p.field, p.file)
		f.Write([]byte(p.text))
	}
	w.Close()
	r, err := http.NewRequest(http.MethodPost, b.s.url+to, &body)
	if err != nil {
		b.s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", w.FormDataContentType())
	return r
}

// spent is how much of today's budget an account has used.
func (s *site) spent(a ledger.Account) int {
	s.t.Helper()
	caller := access.Caller{Mode: access.SignedIn, Account: a.ID}
	n, err := s.Ledger.Used(s.t.Context(), caller.Meter(), ledger.DayOf(s.Clock.Now()))
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}

// The form is explained to everybody. Who is not signed in is led to sign in, and cannot send
// a script.
func TestAnyoneReadsHowAScriptIsAnalysed(t *testing.T) {
	t.Parallel()
	s := open(t)
	p := string(s.ask(request{path: "/analyze"}).is(200).body)
	if !strings.Contains(p, `/sign-in?next=%2Fanalyze`) || strings.Contains(p, "<form method") || !strings.Contains(p, "macro-F1") {
		t.Errorf("the page for strangers: %s", p)
	}
	media, body := form([3]string{"script", "a.txt", apptest.Screenplay(20)})
	s.ask(request{method: "POST", path: "/analyze", body: body, header: map[string]string{"Content-Type": media}}).is(403)
	s.ask(request{method: "POST", path: "/analyze.json", body: body, header: map[string]string{"Content-Type": media}}).is(401)
}

// A script that was dropped comes back as a report: what was read, where it stands, and its
// scenes with their text; in every form, for one request each.
func TestAScriptComesBackAsAReport(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	account := b.signUp("ida@example.com", access.Writer)
	script := formPart{"script", "night train.txt", apptest.Screenplay(20)}
	a := b.sendFiles("/analyze", "/analyze", script).is(200).has("Cache-Control", "no-store")
	a.shows("<h1><bdi>night train</bdi></h1>", "Read as Fountain", "macro-F1", "Guessing reaches", "20 scenes", `id="scene-20"`, `id="scene-1"`,
		"Twenty features against the research set", "What stands out most", "What you might do", "line 1 of your text",
		"INT. CUTTING ROOM", "crosses to the", "SHA-256", "Breakdown for production", "eighths of a page", `class="said"`, "Read this first")
	for _, not := range []string{"NaN", "<nil>", " style=", "<script>", `href="/analyze.csv"`, `href="#scene-1"></a>`} {
		if strings.Contains(string(a.body), not) {
			t.Errorf("the report has %q", not)
		}
	}
	if s.spent(account) != 1 {
		t.Errorf("%d requests were spent", s.spent(account))
	}
	for table, has := range map[string]string{"scenes": "Heading", "characters": "IRIS", "places": "cutting room", "features": "Number of scenes"} {
		a := b.sendFiles("/analyze", "/analyze.csv?table="+table, script).is(200).has("Content-Type", "text/csv; charset=utf-8")
		if !strings.Contains(string(a.body), has) || !strings.Contains(a.header.Get("Content-Disposition"), table+".csv") {
			t.Errorf("%s: %.300s", table, a.body)
		}
	}
	var found struct {
		Analysis struct {
			Class string `json:"predicted_class"`
		}
		Comparison *struct{}
		Breakdown  struct{ Scenes []struct{ Heading string } }
	}
	b.sendFiles("/analyze", "/analyze.json", script).is(200).data(&found)
	if found.Analysis.Class == "" || found.Comparison != nil || len(found.Breakdown.Scenes) != 20 {
		t.Errorf("as data: %+v", found)
	}
	pasted := b.sendFiles("/analyze", "/analyze", formPart{"text", "", apptest.Screenplay(20)}).is(200)
	pasted.shows("<h1><bdi>Your screenplay</bdi></h1>")
}

// A second draft is compared with the first, in the same request.
func TestTwoDraftsAreCompared(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	account := b.signUp("ida@example.com", access.Writer)
	b.sendFiles("/analyze", "/analyze", formPart{"script", "b.txt", apptest.Screenplay(30)}, formPart{"earlier", "a.txt", apptest.Screenplay(20)}).is(200).
		shows("What changed since the earlier draft", "Number of scenes", "Nothing here says that a change is for the better", "Of 20 scenes in the earlier draft: ", "Scenes that are not what they were", "Shares of the votes by draft")
	var told struct {
		Before, After struct {
			ClassRange string `json:"class_range"`
		}
	}
	s.post("/api/v1/scripts/compare", drafts(apptest.Screenplay(20), apptest.Screenplay(30))).data(&told)
	b.sendFiles("/analyze", "/analyze", formPart{"script", "b.txt", apptest.Screenplay(30)}, formPart{"earlier", "a.txt", apptest.Screenplay(20)}).is(200).
		shows("The earlier draft was " + told.Before.ClassRange + ", this one is " + told.After.ClassRange + ".") // REQ M-55
	if s.spent(account) != 2 {
		t.Errorf("%d requests were spent", s.spent(account))
	}
	b.sendFiles("/analyze", "/analyze", formPart{"script", "b.txt", apptest.Screenplay(30)}, formPart{"earlier_text", "", "INT. HERE"}).is(400).
		shows("The earlier draft must be a screenplay of at least 500 characters")
}

// A scene that was cut is no scene of the later draft, which is not the same as unknown.
func TestACutSceneHasNoneOfTheLaterDraft(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	b.signUp("ida@example.com", access.Writer)
	earlier := apptest.Screenplay(20)
	later := earlier[:strings.LastIndex(earlier, " - ")]
	later = later[:strings.LastIndex(later, "\n")]
	page := b.sendFiles("/analyze", "/analyze", formPart{"text", "", later}, formPart{"earlier_text", "", earlier}).is(200)
	changes := regexp.MustCompile(`(?s)data-csv="scene_changes".*?</table>`).FindString(string(page.body))
	if order := regexp.MustCompile(`(?s)Of 20 scenes in the earlier draft: 19 kept and 1 cut\..*data-csv="scene_changes".*data-csv="changes"`); !order.Match(page.body) {
		t.Error("the page does not tell the sum, then the scenes, then the figures")
	}
	if strings.Count(changes, ">cut<") != 1 || strings.Count(changes, ">none<") != 3 || strings.Contains(changes, ">unknown<") {
		t.Errorf("of the scene that was cut the page says %s", changes)
	}
}

// REQ S-41: prose has no class on the page, and the page says what was counted.
func TestANovelHasNoClassOnItsPage(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	b.signUp("ida@example.com", access.Writer)
	novel := strings.Repeat("The boat had not come, and Marta wound the clockwork as she had done each night since the autumn.\n\n\"You lost count,\" said Henning, who had come up the stairs without a sound.\n\n", 30)
	page := string(b.sendFiles("/analyze", "/analyze", formPart{"text", "", novel}).is(200).body)
	for _, want := range []string{"this is <strong>prose</strong>", "has no class for it", "What that was told from"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	for _, not := range []string{"Most trees of the model vote", "like scripts of tier", "Votes of the model"} {
		if strings.Contains(page, not) {
			t.Errorf("the page says %q of a novel", not)
		}
	}
	var row struct {
		Form, Trust string
		Class, Tier *string
	}
	b.sendFiles("/slate", "/slate.json", formPart{"script", "novel.txt", novel}).is(200).data(&row)
	if row.Form != "prose" || row.Class != nil || row.Tier != nil || row.Trust != "none" {
		t.Errorf("a row of the slate: %+v", row)
	}
}

// What cannot be read is said in words, with what to do, beside the form; and costs nothing.
func TestWhatCannotBeReadIsSaidBesideTheForm(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	account := b.signUp("ida@example.com", access.Writer)
	for name, c := range map[string]struct {
		parts []formPart
		says  string
	}{
		"nothing":          {nil, "A script is required"},
		"an empty file":    {[]formPart{{"script", "a.txt", ""}}, "A script is required"},
		"blanks":           {[]formPart{{"text", "", strings.Repeat(" \n", 900)}}, "A script is required"},
		"too short":        {[]formPart{{"text", "", "INT. HERE - DAY"}}, "The text must be a screenplay of at least 500 characters"},
		"a picture":        {[]formPart{{"script", "a.png", "\x89PNG\r\n\x1a\n" + strings.Repeat("x", 900)}}, "A picture (PNG) has no text to read: send the script"},
		"a word document":  {[]formPart{{"script", "a.docx", "PK\x03\x04" + strings.Repeat("x", 900)}}, "The Word document is cut short or damaged: save it again"},
		"a Pages document": {[]formPart{{"script", "a.pages", "PK\x03\x04" + strings.Repeat("x", 900)}}, "in Pages choose File › Export To › Word, or PDF"},
		"a damaged draft":  {[]formPart{{"script", "a.fdx", "<FinalDraft><Content>" + strings.Repeat("x", 900)}}, "What cannot be read costs nothing"},
	} {
		a := b.sendFiles("/analyze", "/analyze", c.parts...)
		if a.status != 400 || !strings.Contains(html.UnescapeString(string(a.body)), c.says) || !strings.Contains(string(a.body), `role="alert"`) {
			t.Errorf("%s: status %d, not %q: %s", name, a.status, c.says, a.body)
		}
	}
	b.sendFiles("/analyze", "/analyze.json", formPart{"text", "", "short"}).fails(400, "invalid_parameter")
	b.sendFiles("/analyze", "/analyze", formPart{"script", "a.txt", strings.Repeat("x", 5<<20+1)}).is(413)
	if s.spent(account) != 0 {
		t.Errorf("%d requests were spent", s.spent(account))
	}
}

// Nobody has to paste a script again: what was typed into a form that was refused stands in it, as text.
func TestWhatWasTypedStandsInARefusedForm(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	b.signUp("ida@example.com", access.Writer)
	a := b.sendFiles("/analyze", "/analyze", formPart{"text", "", "INT. HERE - DAY\n</textarea><script>alert(1)</script>"},
		formPart{"earlier_text", "", "INT. THERE - NIGHT"}, formPart{"genre", "", `Drama" onfocus="alert(2)`}, formPart{"year", "", "1998"}).is(400)
	page := string(a.body)
	for _, kept := range []string{
		"INT. HERE - DAY\n&lt;/textarea&gt;&lt;script&gt;alert(1)&lt;/script&gt;</textarea>", "INT. THERE - NIGHT</textarea>",
		`value="Drama&#34; onfocus=&#34;alert(2)"`, `value="1998"`,
	} {
		if !strings.Contains(page, kept) {
			t.Errorf("the form lacks %q", kept)
		}
	}
	if cached := a.header.Get("Cache-Control"); !strings.Contains(cached, "no-store") {
		t.Errorf("a script may be stored on the way: Cache-Control: %s", cached)
	}
}

// A script is a stranger's text: it is shown as text, whatever is in it.
func TestHostileScriptsAreShownAsText(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	b.signUp("ida@example.com", access.Writer)
	const evil = `<script>alert(1)</script>`
	text := "Title: " + evil + "\nAuthor: =cmd()\n\n" + strings.ReplaceAll(strings.ReplaceAll(apptest.Screenplay(20), "IRIS", "=HYPERLINK("), "STATION", "STATION "+evil)
	a := b.sendFiles("/analyze", "/analyze", formPart{"script", `"><img src=x onerror=alert(1)>.fountain`, text}).is(200)
	if strings.Contains(string(a.body), evil) || strings.Contains(string(a.body), "<img src=x") || strings.Contains(string(a.body), "ALERT(1)</SCRIPT") {
		t.Error("a script's text is markup of the page")
	}
	csv := string(b.sendFiles("/analyze", "/analyze.csv?table=characters", formPart{"script", "a.fountain", text}).is(200).body)
	if strings.Contains(csv, "\n=HYPERLINK") {
		t.Errorf("a name is a formula: %.500s", csv)
	}
}

// A form of another site, or of another browser, analyses nothing.
func TestForeignFormsAnalyseNothing(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	b.signUp("ida@example.com", access.Writer)
	media, body := form([3]string{"script", "a.txt", apptest.Screenplay(20)})
	r, err := http.NewRequest(http.MethodPost, s.url+"/analyze", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", media)
	receive(t, &b.client, r).is(403)
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	r.Body = http.NoBody
	receive(t, &b.client, r).is(403)
}

// What is wrong with a picture is not said in the words for a PDF.
func TestAPictureIsNotTakenForAPDF(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	b.signUp("ida@example.com", access.Writer)
	b.sendFiles("/analyze", "/analyze", formPart{"script", "page.png", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"}).is(400).
		shows("picture (PNG) has no text to read: send the script as its writing program exports it").lacks("copy the text out of the PDF").lacks("Export the script from")
}

// What is wrong with a PDF is said with what to do about it. A reading that used up its
// time costs what an answer costs; others cost nothing.
func TestAPDFThatCannotBeReadIsExplained(t *testing.T) {
	t.Parallel()
	spent := fault.New(fault.InvalidBody, "this PDF takes too long to read; it was charged for the work")
	spent.Charged = true
	faults := map[string]*fault.Fault{
		"scan":   fault.New(fault.InvalidBody, "this PDF holds pictures of pages, no text: run OCR first"),
		"locked": fault.New(fault.InvalidBody, "this PDF is encrypted: save a copy without a password first"),
		"bomb":   spent,
		"cut":    fault.New(fault.InvalidBody, "this PDF is damaged or of a kind that cannot be read: export it anew, or send the text itself"),
	}
	read := func(_ context.Context, b []byte) (string, error) {
		if f := faults[strings.TrimSpace(strings.TrimPrefix(string(b), "%PDF-1.7 "))]; f != nil {
			return "", f
		}
		return apptest.Screenplay(20), nil
	}
	s := openHouse(t, apptest.OpenWith(t, func(o *app.Options) { o.PDF = read }))
	b := s.browser()
	account := b.signUp("ida@example.com", access.Writer)
	for i, c := range []struct {
		pdf, says string
		status    int
		spent     int
	}{
		{"scan", "A scanned script is a set of photographs", 400, 0},
		{"locked", "without a password", 400, 0},
		{"bomb", "it was charged for the work", 400, 1},
		{"cut", "copy the text out of the PDF", 400, 1},
		{"text", "Read as PDF", 200, 2},
	} {
		a := b.sendFiles("/analyze", "/analyze", formPart{"script", "a.pdf", "%PDF-1.7 " + c.pdf}).is(c.status).shows(c.says)
		if s.spent(account) != c.spent {
			t.Errorf("%d: %s: %d spent, want %d", i, a.what, s.spent(account), c.spent)
		}
	}
}
