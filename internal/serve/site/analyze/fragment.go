package analyze

import (
	"time"

	"github.com/a-h/templ"

	"kinodex/internal/app"
)

// mostDrawn is how many scenes the picture of a fragment has at most: in a narrow place more are no wider
// than a line, and they take more bytes than the list of them.
const mostDrawn = 250

// Fragment returns the report on a screenplay as a part of another document: what stands out, and the
// scenes with what they are evidence of. At most so many scenes are listed, and the fragment says when
// there are more. The text of the screenplay is not in it, but for its headings and names.
func Fragment(s *app.Study, most int) templ.Component {
	return studied(newReport(s, "", time.Time{}), most)
}

// DraftsFragment returns what changed between two drafts as a part of another document, with at most so
// many scenes. It says when more changed.
func DraftsFragment(c *app.Comparison, most int) templ.Component {
	return changed(&report{Study: &app.Study{Compared: c}}, most)
}

// leadingScenes returns the first scenes, without their text.
func leadingScenes(r *report, most int) []sceneLine {
	all := r.sceneLines(0)
	return all[:min(len(all), most)]
}
