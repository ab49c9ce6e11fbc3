package plain_test

import (
	"strings"
	"testing"

	"kinodex/internal/screenplay/plain"
)

// Title pages as people type them, lines divided by a bar.
func TestATitlePageHasOneTitle(t *testing.T) {
	for _, c := range []struct{ page, title, author string }{
		{"THE NIGHT FERRY||Written by||Ida Holm", "THE NIGHT FERRY", "Ida Holm"},
		{`"THE NIGHT FERRY"||by||Ida Holm`, "THE NIGHT FERRY", "Ida Holm"},
		{`"The Night Ferry"||THE NIGHT FERRY||Revised Draft by Ake Lund||Written by||Ida Holm`, "The Night Ferry", "Ida Holm"},
		{`"The Night Ferry"||THE NIGHT FERRY||Revised Draft by||Ake Lund`, "The Night Ferry", ""},
		{"THE|NIGHT FERRY||THE NIGHT FERRY||Written by||Ida Holm", "THE NIGHT FERRY", "Ida Holm"},
		{"THE NIGHT|FERRY||Screenplay by Ida Holm", "THE NIGHT FERRY", "Ida Holm"},
		{"_THE NIGHT FERRY_||An Original Screenplay||by||Ida Holm", "THE NIGHT FERRY", "Ida Holm"},
		{"**THE NIGHT FERRY**||Written by||Ida Holm", "THE NIGHT FERRY", "Ida Holm"},
		{"THE NIGHT FERRY||Second Draft||Written by Ida Holm", "THE NIGHT FERRY", "Ida Holm"},
		{"THE NIGHT FERRY||2nd Draft - May 1998||Written by Ida Holm", "THE NIGHT FERRY", "Ida Holm"},
		{"THE NIGHT FERRY||Shooting Script||Written by Ida Holm", "THE NIGHT FERRY", "Ida Holm"},
		{"THE NIGHT FERRY||Revisions by|Ake Lund||Written by Ida Holm", "THE NIGHT FERRY", "Ida Holm"},
		{"THE NIGHT FERRY||Draft #3||Written by Ida Holm", "THE NIGHT FERRY", "Ida Holm"},
		{"THE NIGHT FERRY||Final Revised Draft||Written by Ida Holm", "THE NIGHT FERRY", "Ida Holm"},
		{"THE NIGHT FERRY||Current Revisions by Ake Lund, 3/4/97||Written by Ida Holm", "THE NIGHT FERRY", "Ida Holm"},
		{"THE NIGHT FERRY||Written and directed by||Ida Holm", "THE NIGHT FERRY", "Ida Holm"},
		{"THE FIRST MAN||Written by||Ida Holm", "THE FIRST MAN", "Ida Holm"},
		{"BRIDGE|SECOND CROSSING||Written by||Ida Holm", "BRIDGE SECOND CROSSING", "Ida Holm"},
		{"NEW YORK, NEW YORK||Written by||Ida Holm", "NEW YORK, NEW YORK", "Ida Holm"},
		{"FERRY|A NIGHT ON THE WATER||Written by||Ida Holm", "FERRY A NIGHT ON THE WATER", "Ida Holm"},
	} {
		fields := titlePage(c.page)
		if fields["title"] != c.title || fields["author"] != c.author {
			t.Errorf("%s: title %q, author %q, want %q, %q", c.page, fields["title"], fields["author"], c.title, c.author)
		}
	}
}

// Letters that are longer or shorter in lower case, and marks around a line, cost no
// author a letter.
func TestAnAuthorIsReadWhole(t *testing.T) {
	for line, author := range map[string]string{
		"by ȺȺȺȺȺȺ":                          "ȺȺȺȺȺȺ",
		"written by İpek İnce":               "İpek İnce",
		"Written by John Smith.":             "John Smith",
		"Written by John Doe Jr.":            "John Doe Jr.",
		"(written by John Smith)":            "John Smith",
		"(by John Smith)":                    "John Smith",
		"** By: John Smith **":               "John Smith",
		"WRITTEN AND DIRECTED BY John Smith": "John Smith",
	} {
		if got := titlePage("RAIN||" + line)["author"]; got != author {
			t.Errorf("%s: author %q, want %q", line, got, author)
		}
	}
}

// titlePage returns the fields of a title page, its lines divided by a bar, that a film
// follows.
func titlePage(page string) map[string]string {
	const film = "\n\nMarch 3, 1997\n\n\nFADE IN:\n\nINT. KITCHEN - NIGHT\n\nRain on the window. MARTA waits.\n\n          MARTA\n     The boat is late.\n\nINT. HALL - DAY\n\nNobody.\n"
	fields := map[string]string{}
	for _, f := range plain.Parse(strings.ReplaceAll(page, "|", "\n") + film).Title {
		fields[f.Key] = f.Value
	}
	return fields
}
