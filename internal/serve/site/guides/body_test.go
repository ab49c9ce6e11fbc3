package guides

import "testing"

// Titles of cited films become links, and nothing else does.
func TestTitlesOfCitedFilmsAreLinked(t *testing.T) {
	path := func(title string) string {
		if title == "Close-Up" || title == "Taste of Cherry" {
			return "/films/x"
		}
		return ""
	}
	for body, want := range map[string]string{
		"In *Close-Up* he waits.":          "In [*Close-Up*](film:/films/x) he waits.",
		"*Taste of\nCherry* ends":          "[*Taste of\nCherry*](film:/films/x) ends",
		"- **Close-Up.** In *Close-Up* it": "- **Close-Up.** In [*Close-Up*](film:/films/x) it",
		"*Not cited*, *Close-Up*":          "*Not cited*, [*Close-Up*](film:/films/x)",
		"5 * 3 is\n\n*Close-Up*":           "5 * 3 is\n\n[*Close-Up*](film:/films/x)",
		"an open *Close-Up":                "an open *Close-Up",
		"":                                 "",
	} {
		if got := linked(body, path); got != want {
			t.Errorf("%q becomes %q, want %q", body, got, want)
		}
	}
}
