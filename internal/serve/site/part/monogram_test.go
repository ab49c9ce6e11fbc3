package part

import "testing"

// A name of any script has a monogram, and the same name always the same.
func TestNamesHaveMonograms(t *testing.T) {
	for name, want := range map[string]string{
		"Orson Welles": "OW", "Cher": "C", "黒澤 明": "黒明", "Ólafur Darri Ólafsson": "ÓÓ", "": "?", "  ": "?", "50 Cent": "C", "?!": "?",
		"Robert Downey Jr.": "RJ", "de Sica, V": "DV", "\xff\xfe": "?", "<b> x": "X",
	} {
		if got := monogramOf(name); got.initials != want || got != monogramOf(name) {
			t.Errorf("%q has the monogram %+v, want %s", name, got, want)
		}
	}
}
