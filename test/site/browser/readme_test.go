package browser

import (
	"os"
	"path/filepath"
	"testing"
)

// maxImage is the most that a picture of the README may be, in bytes.
const maxImage = 200_000

// TestPicturesOfTheREADME makes them anew where KINODEX_IMAGES names their directory: a
// forecast, and the analysis of the example draft. They show figures of the starter and
// no picture of others.
func TestPicturesOfTheREADME(t *testing.T) {
	dir := os.Getenv("KINODEX_IMAGES")
	if dir == "" {
		t.Skip("KINODEX_IMAGES names no directory: make screenshots")
	}
	s := begin(t)
	s.enters(newMember(t, "studio", "irene"))
	s.opens("/forecast?title=The+Brass+Key&budget=40m&genres=Crime%2C+Thriller")
	s.reads("Estimated worldwide gross")
	s.keeps(filepath.Join(dir, "forecast.png"))
	s.opens("/analyze")
	s.gives("A file", draft)
	s.presses("Analyse the script")
	s.reads("What stands out most")
	_, err := Eval[bool](s.tab, `(document.getElementById("departures").scrollIntoView({block: "start", behavior: "instant"}), true)`)
	s.must(err, "scrolling")
	s.keeps(filepath.Join(dir, "analysis.png"))
}

// keeps writes a picture of the window, which must not be too large.
func (s *story) keeps(file string) {
	s.Helper()
	s.must(s.tab.settle(), "waiting for the page")
	shot, err := s.tab.Window()
	s.must(err, "taking a picture")
	if len(shot) > maxImage {
		s.Errorf("%s has %d bytes, more than %d", file, len(shot), maxImage)
	}
	s.must(os.WriteFile(file, shot, 0o644), "writing %s", file)
}
