package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// feature writes a script as long as a film's and returns the file's path.
func feature(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("Title: The Long Reel\nAuthor: A. Fixture\n\n")
	places := []string{"CUTTING ROOM", "PROJECTION BOOTH", "NIGHT TRAIN", "HARBOUR", "COURTROOM", "KITCHEN", "BRIDGE"}
	people := []string{"IRIS", "TOMAS", "THE CLERK", "MRS. ODEGARD", "HENNING", "LENA", "A BOY", "THE JUDGE", "DR. VALE", "A PORTER", "MARTA", "THE COOK", "KANE", "A SINGER"}
	lines := []string{"Where is the film? I left it on the bench, under the lamp.", "In the can. I think.", "You think! You never think, and we pay for it every winter.", "Give me the key, or open the door yourself."}
	for scene := range 130 {
		fmt.Fprintf(&b, "%s %s - %s\n\n", []string{"INT.", "EXT.", "INT./EXT."}[scene%3], places[scene*5%len(places)], []string{"DAY", "NIGHT"}[scene%2])
		for i := range 4 + scene*7%9 {
			fmt.Fprintf(&b, "%s\n%s\n\nRain on the windows of number %d. Somebody crosses the yard with a lantern, and stops, and listens.\n\n", people[(scene+i*i)%len(people)], lines[(scene+i)%len(lines)], scene*i)
		}
	}
	file := filepath.Join(t.TempDir(), "long reel.fountain")
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// prints returns how many pages a page has on paper, and fails where it has none or more than ten.
func (s *story) prints(what string) int {
	s.Helper()
	pdf, err := run(s.tab, chromedp.PrintToPDF(chromedp.PDFPreferCSSPageSize()))
	s.must(err, "printing %s", what)
	pages := len(regexp.MustCompile(`/Type\s*/Page[^s]`).FindAll(pdf, -1))
	if pages == 0 || pages > 10 {
		s.Errorf("%s has %d pages on paper", what, pages)
	}
	s.Logf("%s has %d pages on paper", what, pages)
	return pages
}

// REQ F2-101: a writer keeps an analysis, closes it, opens it again, saves it as a file, prints it
// and deletes it. The service is asked once.
func TestAWriterKeepsAnAnalysis(t *testing.T) { toldTwice(t, writerKeeps) }

func writerKeeps(t *testing.T, in Width) {
	s := beginIn(t, in)
	s.enters(newMember(t, "writer", in.who("kay")))
	s.opens("/analyze")
	s.gives("A file", feature(t))
	s.presses("Analyse the script")
	s.arrives("^/analyze$")
	s.reads("What stands out most")
	s.sound("analysis-feature")
	pages := func(s *story, what string) int {
		if in != Wide { // paper is as wide on a phone
			return 0
		}
		return s.prints(what)
	}
	onPage := pages(s, "the page")
	s.presses("Keep in this browser")
	s.reads("Kept in this browser")
	s.presses("Open what you kept")
	kept := s.arrives(`^/analyze/kept\?id=[0-9a-f]{24}$`)
	s.must(s.tab.Do(chromedp.Navigate("about:blank")), "leaving")

	s.opens("/analyze")
	s.reads("Kept in this browser")
	s.presses("The Long Reel")
	if at := s.arrives(`^/analyze/kept`); at != kept {
		t.Errorf("the list leads to %s, not %s", at, kept)
	}
	s.reads(`What stands out most[\s\S]*What you might do[\s\S]*The model's class`)
	s.sound("analysis-kept")
	if n := pages(s, "the kept page"); n != onPage {
		t.Errorf("the kept page has %d pages on paper, the page has %d", n, onPage)
	}
	s.presses("Scene ")
	open, err := Eval[bool](s.tab, `(() => { const d = document.getElementById(location.hash.slice(1))?.closest("details"); return !!d?.open && d.checkVisibility() })()`)
	if err != nil || !open {
		t.Errorf("a scene of the kept analysis did not open: %v", err)
	}

	_, err = Eval[bool](s.tab, `(window.blobs = [], URL.createObjectURL = (b) => { blobs.push(b); return "#" }, true)`)
	s.must(err, "catching what is saved")
	s.presses("Save as one file")
	s.must(s.awaits(func() bool { n, err := Eval[int](s.tab, `blobs.length`); return err == nil && n > 0 }), "waiting for the file")
	saved, err := Eval[string](s.tab, `blobs[0].text()`)
	s.must(err, "reading the file")
	file := filepath.Join(t.TempDir(), "saved.html")
	s.must(os.WriteFile(file, []byte(saved), 0o600), "writing the file")
	alone := &story{t, personAt(t, "file://")}
	alone.must(alone.tab.Do(chromedp.Navigate("file://"+file)), "opening the file")
	alone.reads(`The Long Reel[\s\S]*Read and not stored[\s\S]*What stands out most`)
	if n := pages(alone, "the file"); n > onPage+1 { // it has the typefaces of the machine, and a foot
		t.Errorf("the file has %d pages on paper, the page has %d", n, onPage)
	}
	for _, problem := range alone.tab.Problems() {
		t.Error("the file: " + problem)
	}

	s.opens(kept)
	s.presses("Delete from this browser")
	s.arrives("^/analyze/kept$")
	s.reads("Nothing is kept here yet")
	s.sound("analysis-none-kept")
}

// The reports of a feature are read in a window, and taken to the set on ten pages.
func TestTheReportsOfAFeatureFitOnPaper(t *testing.T) {
	s := begin(t)
	s.enters(newMember(t, "writer", "rosa"))
	s.opens("/analyze")
	s.gives("A file", feature(t))
	s.presses("Reports for production")
	s.arrives("^/analyze/reports$")
	s.reads(`One-line schedule[\s\S]*Script days and nights`)
	s.prints("the page of reports")
}
