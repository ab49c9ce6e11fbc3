package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// examples are the screenplays of the repository.
const examples = "../../../docs/examples/"

// A writer drops a script, reads where it stands, and follows a number to its scene.
func TestAWriterFindsTheSceneThatDrivesANumber(t *testing.T) {
	s := begin(t)
	s.opens("/sign-in")
	s.signsIn(newMember(t, "writer", "vera"))
	s.arrives("^/account")
	s.opens("/analyze")
	s.sound("analyze")
	s.gives("A file", examples+"draft2.fountain")
	s.reads(`draft2\.fountain`)
	s.presses("Analyse the script")
	s.arrives("^/analyze$")
	s.reads("What stands out most")
	s.sound("report")
	scene := s.reads(`Scenes that make it so[^S]*(Scene \d+)`)[1]
	s.presses(scene)
	open, err := Eval[bool](s.tab, `(() => { const d = document.getElementById(location.hash.slice(1))?.closest("details"); return !!d && d.open })()`)
	if err != nil || !open {
		t.Errorf("%s did not open: %v", scene, err)
	}
}

// A producer drops a script, reads its shooting order and opens what its scenes need.
func TestAProducerMakesReportsOfAScript(t *testing.T) {
	s := begin(t)
	s.enters(newMember(t, "writer", "petra"))
	s.opens("/analyze")
	s.gives("A file", examples+"draft.fountain")
	s.presses("Reports for production")
	s.arrives("^/analyze/reports$")
	s.reads("This is a proposal: \\d+ scenes in \\d+ days? of shooting")
	s.sound("reports")
	s.presses("What the scenes need on set")
	s.reads("The line that says so")
	s.sound("reports-open")
	s.presses("Keep in this browser")
	s.reads("Kept in this browser")
}

// A reader drops a pile of scripts, stops in between, and finds the table again.
func TestAReaderReadsASlate(t *testing.T) {
	s := begin(t)
	s.tab.Allow(`status 400 of /slate\.json|responded with a status of 400`)
	blank := filepath.Join(t.TempDir(), "blank.txt")
	s.must(os.WriteFile(blank, []byte("   "), 0o600), "writing a file")
	s.opens("/sign-in")
	s.signsIn(newMember(t, "writer", "rita"))
	s.arrives("^/account")
	s.opens("/slate")
	s.gives("Files", examples+"draft.fountain", examples+"draft2.fountain", blank)
	s.reads(`3 scripts to read\. That costs 3 of the [\d,]+ requests you have left today`)
	s.presses("Analyse the scripts")
	s.reads(`3 read\. Nothing new to read`)
	s.reads("3 of 3 scripts")
	s.reads("Could not be read")
	s.fills("Note on draft.fountain", "the second act")
	s.sound("slate")
	s.opens("/slate")
	s.reads("3 of 3 scripts")
	for _, name := range []string{"draft.fountain", "draft2.fountain"} {
		tick := fmt.Sprintf(`(() => { document.querySelector('input[type=checkbox][aria-label="Side by side: %s"]').click(); return true })()`, name)
		_, err := Eval[bool](s.tab, tick)
		s.must(err, "ticking %s", name)
	}
	s.reads("Side by side")
	s.reads("above \\d+%")
	s.sound("slate-two")
	s.chooses("Class", "Could not be read")
	s.reads("1 of 3 scripts")
}

// The measured scripts, one of them, and what they have in common are sound pages.
func TestTheResearchPagesAreSound(t *testing.T) {
	s := begin(t)
	s.opens("/scripts")
	s.chooses("Order", "Number of scenes, highest first")
	s.presses("Sort the scripts")
	s.arrives("sort=scene_count")
	s.sound("scripts")
	s.opens("/scripts/tt0111161")
	s.sound("script")
	s.opens("/research")
	s.sound("research")
}
