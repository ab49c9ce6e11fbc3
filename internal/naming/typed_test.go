package naming

import (
	"math/rand/v2"
	"testing"
)

func unlike(typed, name string) float64 {
	called := NewCalled(name)
	return NewTyped(typed).Unlike(&called)
}

// What is typed stands to a title or name in the likeliest of many ways.
func TestHowWhatIsTypedStandsToAName(t *testing.T) {
	for _, c := range []struct {
		typed, name string
		want        float64
	}{
		{"the matrix", "The Matrix", 0},
		{"matrix", "The Matrix", 0},
		{"matr", "The Matrix", IsBegun},
		{"the matrix", "Matrix", isLoose + isAdded},
		{"toy", "Toy Story", BeginsWith},
		{"toy st", "Toy Story", IsBegun},
		{"story", "Toy Story", HasWords},
		{"holy gr", "Monty Python and the Holy Grail", IsInside},
		{"fell", "Federico Fellini", IsBegun},
		{"monty grail", "Monty Python and the Holy Grail", HasWords},
		{"mon gra", "Monty Python and the Holy Grail", HasParts},
		{"fast and furious", "The Fast and the Furious", isLoose},
		{"rocky 4", "Rocky IV", isLoose},
		{"three id", "3 Idiots", isLoose + IsBegun},
		{"three i", "3 Idiots", isLoose + IsBegun}, // the i is no numeral
		{"7 samurai", "Seven Samurai", isLoose},
		{"6th sense", "The Sixth Sense", isLoose},
		{"seventh", "Seven", Nothing},
		{"et", "E.T. the Extra-Terrestrial", isLoose + BeginsWith},
		{"doctor no", "Dr. No", isLoose},
		{"pulpfic", "Pulp Fiction", IsBegun + isJoined},
		{"pulpfiction", "Pulp Fiction", isJoined},
		{"goodbye", "Good Bye, Lenin!", BeginsWith + isJoined},
		{"dead pool", "Deadpool", isJoined},
		{"kar wai", "Wong Kar-Wai", HasWords},
		{"jurrasi", "Jurassic Park", IsBegun + isSpelt},
		{"inceptoi", "Inception", IsBegun + isEdited},
		{"forest gu", "Forrest Gump", IsBegun + isSpelt},
		{"heat", "Heat 2", BeginsWith},
		{"hxat", "Heat", Nothing}, // four letters are too few to be wrong
		{"alien", "Titanic", Nothing},
		{"", "Titanic", Nothing},
		{"titanic", "", Nothing},
		{"??", "Titanic", Nothing},
	} {
		if got := unlike(c.typed, c.name); max(got, c.want)-min(got, c.want) > 1e-9 {
			t.Errorf("%q of %q: %v, want %v", c.typed, c.name, got, c.want)
		}
	}
}

// A letter that is missing, too many, wrong or swapped is one edit, wherever a name is cut.
func TestOneWrongLetterIsOneEdit(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 6))
	const letters = "abcdefgh"
	word := func(n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = letters[r.IntN(len(letters))]
		}
		return string(b)
	}
	for range 5000 {
		name := word(12)
		typed := name[:5+r.IntN(6)]
		at := 1 + r.IntN(len(typed)-2)
		wrong := []string{
			typed[:at] + typed[at+1:], typed[:at] + word(1) + typed[at:], typed[:at] + word(1) + typed[at+1:],
			typed[:at] + typed[at+1:at+2] + typed[at:at+1] + typed[at+2:],
		}[r.IntN(4)]
		if got := begunEdits(wrong, name, 1); got > 1 {
			t.Fatalf("%q of %q is %d edits away", wrong, name, got)
		}
		if got := begunEdits(typed, name, 2); got != 0 {
			t.Fatalf("%q of %q is %d edits away", typed, name, got)
		}
	}
	if begunEdits("abc", "xyzabc", 1) < 2 {
		t.Error("what stands inside begins nothing")
	}
}
