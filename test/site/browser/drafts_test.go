package browser

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// The two drafts of one short script.
const (
	draft       = examples + "draft.fountain"
	secondDraft = examples + "draft2.fountain"
)

// asPDF prints a script as a PDF with the browser and returns the file's path. Cues and
// speeches are indented as a typist would.
func asPDF(t *testing.T, script string) string {
	t.Helper()
	source, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	var typed strings.Builder
	_, body, _ := strings.Cut(string(source), "\n\n")
	for _, block := range strings.Split(body, "\n\n") {
		lines := strings.Split(strings.TrimSpace(block), "\n")
		cue := len(lines) > 1 && lines[0] == strings.ToUpper(lines[0])
		for i, line := range lines {
			if cue {
				line = strings.Repeat(" ", map[bool]int{true: 22, false: 11}[i == 0]) + line
			}
			typed.WriteString(line + "\n")
		}
		typed.WriteString("\n")
	}
	tab := personAt(t, "about:blank")
	const page = `document.body.innerHTML = "<pre>"; document.querySelector("pre").textContent = %s; document.querySelector("pre").style = "font: 12pt Courier, monospace; white-space: pre-wrap"`
	if err := tab.Do(chromedp.Navigate("about:blank"), chromedp.Evaluate[chromedp.Void](strings.Replace(page, "%s", quoted(typed.String()), 1))); err != nil {
		t.Fatal(err)
	}
	pdf, err := run(tab, chromedp.PrintToPDF(chromedp.PDFPaper(chromedp.PaperLetter)))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "draft.pdf")
	if err := os.WriteFile(file, pdf, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestAWriterComparesDrafts gives a script as PDF, then a second draft beside the first,
// then what is no script.
func TestAWriterComparesDrafts(t *testing.T) {
	s := begin(t)
	s.opens("/analyze")
	s.reads("Sign in first")
	s.enters(newMember(t, "writer", "wanda"))
	s.opens("/analyze")
	s.gives("A file", asPDF(t, draft))
	s.presses("Analyse the script")
	s.reads("What stands out most")
	s.reads(`(?i)pdf`)

	s.opens("/analyze")
	s.gives("A file", secondDraft)
	s.presses("Compare with an earlier draft")
	s.must(s.tab.Do(chromedp.SetUploadFiles(chromedp.CSS("#earlier"), []string{absolute(t, draft)})), "giving the earlier draft")
	s.presses("Analyse the script")
	s.reads("What changed since the earlier draft")
	s.sound("analysis-compared")

	s.tab.Allow("status 4[0-9][0-9]|status of 4[0-9][0-9]")
	s.opens("/analyze")
	s.gives("A file", examples+"poster.png")
	s.presses("Analyse the script")
	s.must(s.awaits(func() bool {
		said, err := Eval[bool](s.tab, `document.readyState === "complete" && !!document.querySelector("main [role=alert]")`)
		return err == nil && said
	}), "being told what is wrong")
	s.sound("analysis-refused")
}

// TestAWriterPastesWithoutScripts reads a script by a form alone.
func TestAWriterPastesWithoutScripts(t *testing.T) {
	s := begin(t)
	s.enters(newMember(t, "writer", "walter"))
	s.must(s.tab.Scripts(false), "switching scripts off")
	s.opens("/analyze")
	s.presses("Or paste the text")
	source, err := os.ReadFile(draft)
	s.must(err, "reading the draft")
	s.must(s.tab.Do(chromedp.SetValue(chromedp.CSS("#text"), string(source))), "pasting")
	s.presses("Analyse the script")
	s.reads("What stands out most")
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return path
}
