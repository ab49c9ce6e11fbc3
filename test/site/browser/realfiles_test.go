package browser

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"html"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// asFadeIn packs a script that feature wrote as the file of Fade In, and returns the file's path.
func asFadeIn(t *testing.T, script string) string {
	t.Helper()
	source, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	var doc strings.Builder
	doc.WriteString(`<document type="Open Screenplay Format document" version="40"><paragraphs>`)
	para := func(style, text string) {
		doc.WriteString(`<para><style basestyle="` + style + `"/><text>` + html.EscapeString(text) + `</text></para>`)
	}
	_, body, _ := strings.Cut(string(source), "\n\n")
	for _, block := range strings.Split(strings.TrimSpace(body), "\n\n") {
		first, rest, speech := strings.Cut(strings.TrimSpace(block), "\n")
		switch {
		case speech:
			para("Character", first)
			para("Dialogue", rest)
		case strings.HasPrefix(first, "INT.") || strings.HasPrefix(first, "EXT."):
			para("Scene Heading", first)
		default:
			para("Action", first)
		}
	}
	doc.WriteString(`</paragraphs></document>`)
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	f, err := w.Create("document.xml")
	if err == nil {
		_, err = f.Write([]byte(doc.String()))
	}
	if err == nil {
		err = w.Close()
	}
	file := filepath.Join(t.TempDir(), "the long reel.fadein")
	if err == nil {
		err = os.WriteFile(file, packed.Bytes(), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// asMess takes indentation, blank lines and the title page from a script, as a web page does, and returns
// the file's path.
func asMess(t *testing.T, script string) string {
	t.Helper()
	source, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(source), "\n\n")
	file := filepath.Join(t.TempDir(), "mess.txt")
	if err := os.WriteFile(file, regexp.MustCompile(`\n\s*\n`).ReplaceAll([]byte(body), []byte("\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// REQ F2-120 to F2-123: a writer sends the same script as the file of a program, as a PDF and as a text that lost its layout.
// Each has the same scenes, and the page says what follows; on paper it has at most ten pages.
func TestAWriterSendsFilesOfThreeKinds(t *testing.T) { toldTwice(t, writerSendsFiles) }

func writerSendsFiles(t *testing.T, in Width) {
	script := feature(t)
	s := beginIn(t, in)
	s.enters(newMember(t, "writer", in.who("wanda")))
	for i, f := range []struct{ file, form string }{
		{asFadeIn(t, script), `Open Screenplay Format \(Fade In\)`}, {asPDF(t, script), "PDF"}, {asMess(t, script), "plain text"},
	} {
		s.opens("/analyze")
		s.gives("A file", f.file)
		s.presses("Say the genre and the year")
		s.fills("Genre", "Drama")
		s.fills("Year", "1995")
		s.presses("Analyse the script")
		s.arrives("^/analyze$")
		s.reads(f.form + ` · 130 scenes`)
		s.reads(`What stands out most[\s\S]*Scripts near this one\s+\S[\s\S]*\((19|20)\d\d\)[\s\S]*What you might do[\s\S]*No point promises a better class`)
		if in == Wide && i == 0 { // paper is as wide on a phone, and the page alike for every file
			s.prints("the page of " + filepath.Base(f.file))
		}
	}
	s.sound("analysis-mess")
	s.opens("/analyze")
	s.gives("A file", script)
	s.presses("Say the genre and the year")
	s.fills("Genre", "Cheese")
	s.tab.Allow("status 400|status of 400")
	s.presses("Analyse the script")
	s.reads("Genre must be[^.]*Drama")
}

// REQ F2-109: a first assistant director takes the production pack from the form, and prints its page of reports.
func TestAFirstAssistantPrintsThePack(t *testing.T) {
	s := begin(t)
	s.enters(newMember(t, "writer", "fay"))
	s.opens("/analyze")
	s.gives("A file", asFadeIn(t, feature(t)))
	const send = `(async () => { const button = (%s)("press", "Production pack (ZIP)"), form = button.form;
		const answer = await fetch(button.formAction, {method: "POST", body: new FormData(form)});
		if (!answer.ok) return "";
		return btoa(Array.from(new Uint8Array(await answer.arrayBuffer()), (b) => String.fromCharCode(b)).join("")) })()`
	s.presses("Answer with a file instead of a page")
	coded, err := Eval[string](s.tab, strings.Replace(send, "%s", locate, 1))
	s.must(err, "taking the pack")
	packed, err := base64.StdEncoding.DecodeString(coded)
	s.must(err, "reading the pack")
	archive, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	s.must(err, "opening the pack")
	dir, sides := t.TempDir(), 0
	for _, f := range archive.File {
		if strings.HasPrefix(f.Name, "sides/") {
			sides++
		}
	}
	if sides < 10 {
		t.Errorf("sides of %d characters", sides)
	}
	page, err := archive.Open("reports.html")
	s.must(err, "finding the page of reports")
	text, err := io.ReadAll(page)
	s.must(err, "reading the page of reports")
	file := filepath.Join(dir, "reports.html")
	s.must(os.WriteFile(file, text, 0o600), "writing the page of reports")
	alone := &story{t, personAt(t, "file://")}
	alone.must(alone.tab.Do(chromedp.Navigate("file://"+file)), "opening the page of reports")
	alone.reads(`This is a proposal: 130 scenes in \d+ days of shooting`)
	pdf, err := run(alone.tab, chromedp.PrintToPDF(chromedp.PDFPreferCSSPageSize()))
	alone.must(err, "printing the reports")
	if pages := len(regexp.MustCompile(`/Type\s*/Page[^s]`).FindAll(pdf, -1)); pages < 2 || pages > 40 {
		t.Errorf("the reports have %d pages on paper", pages)
	} else {
		t.Logf("the reports have %d pages on paper", pages)
	}
	for _, problem := range alone.tab.Problems() {
		t.Error("the page of reports: " + problem)
	}
}

// REQ F2-110, F2-112: a producer compares four budgets on a laptop and sends them; a stranger opens the link on a phone.
func TestAStrangerOpensFourBudgetsOnAPhone(t *testing.T) {
	s := beginIn(t, Wide)
	s.enters(newMember(t, "producer", "pilar"))
	s.opens("/forecast")
	s.fills("Title", "The Brass Key")
	s.fills("Budget", "10m")
	s.fills("Genres", "Crime, Thriller")
	for i, budget := range []string{"20m", "40m", "80m"} {
		n := string(rune('2' + i))
		s.presses("Scenario " + n + ", to compare")
		s.fills("Scenario "+n+": Budget", budget)
	}
	s.presses("Estimate")
	s.arrives(`^/forecast\?.*4\.budget=80m`)
	row := `Estimated worldwide gross of a commercial release, US dollars of \d+\s+(\$[\d.]+\w)\s+(\$[\d.]+\w)\s+(\$[\d.]+\w)\s+(\$[\d.]+\w)`
	gross := s.reads(row)
	s.presses("Send this forecast")
	link := s.arrives(`^/f/kdf_\w+$`)

	stranger := beginIn(t, Phone)
	stranger.opens(link)
	if got := stranger.reads(row); strings.Join(got[1:], " ") != strings.Join(gross[1:], " ") {
		t.Errorf("the stranger reads %v, not %v", got[1:], gross[1:])
	}
	stranger.doesNotRead("pilar|This is your link")
	stranger.seesAtOnce("main h1")
	stranger.sound("forecast-sent-four")
	if n := stranger.prints("the sent forecast"); n > 4 {
		t.Errorf("the sent forecast of four scenarios has %d pages on paper", n)
	}
}
