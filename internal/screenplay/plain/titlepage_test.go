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
		fields := titlePage(c.page + "||March 3, 1997")
		if fields["title"] != c.title || fields["author"] != c.author {
			t.Errorf("%s: title %q, author %q, want %q, %q", c.page, fields["title"], fields["author"], c.title, c.author)
		}
	}
}

// What stands around a title is no part of it, and hides neither it nor who wrote the
// film.
func TestATitleIsTellableFromWhatStandsAroundIt(t *testing.T) {
	for _, c := range []struct{ page, title, author string }{
		{"FERRY|a screenplay by Ida Holm", "FERRY", "Ida Holm"},
		{"FERRY||an original screenplay by Ida Holm", "FERRY", "Ida Holm"},
		{"FERRY||An Original Screenplay by||Ida Holm||March 3, 1997", "FERRY", "Ida Holm"},
		{"FERRY||A film by Ida Holm", "FERRY", "Ida Holm"},
		{"A film by Ake Lund||FERRY||Written by Ida Holm", "FERRY", "Ida Holm"},
		{"FERRY||A film|by||Ida Holm", "FERRY", "Ida Holm"},
		{"FERRY||Written and directed|by||Ida Holm", "FERRY", "Ida Holm"},
		{"FERRY||Created by Ida Holm", "FERRY", "Ida Holm"},
		{"FERRY||Created by Ake Lund||Teleplay by Ida Holm", "FERRY", "Ida Holm"},
		{"FERRY||Directed by||Ake Lund||Written by||Ida Holm||March 3, 1997", "FERRY", "Ida Holm"},
		{"FERRY||Story by||Ake Lund||Screenplay by||Ida Holm||March 3, 1997", "FERRY", "Ida Holm"},
		{"FERRY||Screenplay by||Ida Holm||Story by||Ake Lund||March 3, 1997", "FERRY", "Ida Holm"},
		{"FERRY||Story by Ake Lund", "FERRY", "Ake Lund"},
		{"FERRY||Written by||Ida Holm", "FERRY", "Ida Holm"},
		{"FERRY||by|Ida Holm|and|Ake Lund", "FERRY", "Ida Holm and Ake Lund"},
		{"FERRY||by||Ida Holm||and||Ake Lund", "FERRY", "Ida Holm and Ake Lund"},
		{"REVISED PAGES||FERRY||by Ida Holm", "FERRY", "Ida Holm"},
		{"FERRY||Story & Screenplay by||Ida Holm", "FERRY", "Ida Holm"},
		{"FERRY|from the novel by Jane Roe||by Ida Holm", "FERRY", "Ida Holm"},
		{"FERRY||Written by Ida Holm||from the novel by Jane Roe", "FERRY", "Ida Holm"},
		{"FERRY||Based on the novel by||Jane Roe||Written by||Ida Holm||March 3, 1997", "FERRY", "Ida Holm"},
		{"FERRY||Adapted from the play by Jane Roe||by Ida Holm", "FERRY", "Ida Holm"},
		{"FROM THE TERRACE||by Ida Holm", "FROM THE TERRACE", "Ida Holm"},
		{"Jane Doe|123 Main Street|Los Angeles, CA 90001||FERRY||by Jane Doe", "FERRY", "Jane Doe"},
		{"Jane Doe|(555) 555-0134|jane@example.com||FERRY||by Jane Doe", "FERRY", "Jane Doe"},
		{"84 HARBOUR STREET||by Jane Doe", "84 HARBOUR STREET", "Jane Doe"},
		{"FERRY||by||Jane Doe|123 Main Street|Los Angeles, CA 90001||March 3, 1997", "FERRY", "Jane Doe"},
		{"FIRST DRAFT||FERRY||by Ida Holm", "FERRY", "Ida Holm"},
		{"FINAL DRAFT 3/4/97||FERRY||by Ida Holm", "FERRY", "Ida Holm"},
		{"Revised Draft by Ake Lund||FERRY||by Ida Holm", "FERRY", "Ida Holm"},
		{"March 3, 1997||FERRY||by Ida Holm", "FERRY", "Ida Holm"},
		{"FERRY (working title)||by Ida Holm", "FERRY", "Ida Holm"},
		{"FERRY|(Working Title)||by Ida Holm", "FERRY", "Ida Holm"},
		{"DRAFT DAY||by Ida Holm", "DRAFT DAY", "Ida Holm"},
		{"DRAFT DAY||FIRST DRAFT||by Ida Holm", "DRAFT DAY", "Ida Holm"},
		{"SHOOTING STARS||Written by||Ida Holm||March 3, 1997", "SHOOTING STARS", "Ida Holm"},
		{"PASSED BY||by Ida Holm", "PASSED BY", "Ida Holm"},
		{"BY THE SEA||Written by||Ida Holm||March 3, 1997", "BY THE SEA", "Ida Holm"},
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
		"by John Doe Jr":                     "John Doe Jr",
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
	const film = "\n\n\nFADE IN:\n\nINT. KITCHEN - NIGHT\n\nRain on the window. MARTA waits.\n\n          MARTA\n     The boat is late.\n\nINT. HALL - DAY\n\nNobody.\n"
	fields := map[string]string{}
	for _, f := range plain.Parse(strings.ReplaceAll(page, "|", "\n") + film).Title {
		fields[f.Key] = f.Value
	}
	return fields
}
