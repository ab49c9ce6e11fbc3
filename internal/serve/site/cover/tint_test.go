package cover

import "testing"

// Whatever a film's colours are, light text is read on its tint (WCAG 2.2, 1.4.3), even the dim
// text of the bar; the same film has the same tint.
func TestLightTextIsReadOnEveryTint(t *testing.T) {
	dim, _ := hexColour("#b8aea4")
	for _, palette := range [][]string{
		nil, {"#ffffff"}, {"#ffff00", "#00ffff", "#ffffff"}, {"#000000"}, {"nonsense", "#12"}, {"#808080", "#808080"}, {"#14110f", "#ffb45c"},
	} {
		for _, id := range []string{"", "tt0041959", "tt9999999"} {
			f := &Film{ID: id, Palette: palette}
			one, other := Tint(f)
			if again, still := Tint(f); again != one || still != other {
				t.Errorf("%v has the tints %s %s and %s %s", palette, one, other, again, still)
			}
			for _, tint := range []string{one, other} {
				c := full(t, tint)
				if got := contrast(c, dim); got < 4.5 {
					t.Errorf("%v: on %s text has a contrast of %.2f", palette, tint, got)
				}
			}
		}
	}
}

// full reads a colour as String writes it.
func full(t *testing.T, s string) colour {
	t.Helper()
	if len(s) == 4 {
		s = "#" + string([]byte{s[1], s[1], s[2], s[2], s[3], s[3]})
	}
	c, ok := hexColour(s)
	if !ok {
		t.Fatalf("%q is no colour", s)
	}
	return c
}
