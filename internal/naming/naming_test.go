package naming

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"kinodex/internal/text"
)

func TestTitlesOfSourcesHaveOneKey(t *testing.T) {
	for _, same := range [][2]string{
		{"The Matrix", "Matrix, The"}, {"Thelma & Louise", "Thelma and Louise"}, {"Rocky IV", "Rocky 4"}, {"L'Avventura", "l'avventura"},
	} {
		if a, b := TitleKey(same[0]), TitleKey(same[1]); a != b || a == "" {
			t.Errorf("%q has the key %q, %q has %q", same[0], a, same[1], b)
		}
	}
	if TitleKey("Heat") == TitleKey("Heat 2") {
		t.Error("a sequel has the key of the first film")
	}
}

func TestWhatPeopleTypeIsAFormOfTheTitle(t *testing.T) {
	for typed, title := range map[string]string{
		"godfather 2":                     "The Godfather Part II",
		"rocky four":                      "Rocky IV",
		"oceans 11":                       "Ocean's Eleven",
		"star wars 5":                     "Star Wars: Episode V - The Empire Strikes Back",
		"star wars episode five":          "Star Wars: Episode V - The Empire Strikes Back",
		"john wick 3":                     "John Wick: Chapter 3 - Parabellum",
		"kill bill 2":                     "Kill Bill: Vol. 2",
		"rambo 2":                         "Rambo: First Blood Part II",
		"shrek 3":                         "Shrek the Third",
		"5th element":                     "The Fifth Element",
		"alien 3":                         "Alien³",
		"mash":                            "M*A*S*H",
		"doctor strangelove":              "Dr. Strangelove or: How I Learned to Stop Worrying and Love the Bomb",
		"kramer versus kramer":            "Kramer vs. Kramer",
		"batman vs superman":              "Batman v Superman: Dawn of Justice",
		"wall e":                          "WALL·E",
		"xmen":                            "X-Men",
		"lord of rings":                   "The Lord of the Rings: The Two Towers",
		"saint elmos fire":                "St. Elmo's Fire",
		"good bad & ugly":                 "The Good, the Bad and the Ugly",
		"lock stock & 2 smoking barrels":  "Lock, Stock and Two Smoking Barrels",
		"mister smith goes to washington": "Mr. Smith Goes to Washington",
	} {
		if key := LooseKey(text.Words(typed)); !slices.Contains(TitleForms(title), key) {
			t.Errorf("%q is %q, which is none of the forms of %s: %q", typed, key, title, TitleForms(title))
		}
	}
	for typed, title := range map[string]string{"malcolm": "Malcolm X", "rocky 3": "Rocky IV", "v for vendetta": "5 for Vendetta", "it": "It Follows"} {
		if slices.Contains(TitleForms(title), LooseKey(text.Words(typed))) {
			t.Errorf("%q is a form of %s", typed, title)
		}
	}
}

func TestNumerals(t *testing.T) {
	for word, want := range map[string]int{
		"2": 2, "5th": 5, "22nd": 22, "1st": 1, "thirteenth": 13, "sixty": 60, "ii": 2, "xv": 15, "iv": 4,
		"": 0, "i": 0, "v": 0, "x": 0, "st": 0, "th": 0, "seventy": 0, "xvi": 0, "2nds": 0, "1234567": 0, "-1": 0, "ⅱ": 0, "４": 0,
	} {
		if n, ok := Numeral(word, false); n != want || ok != (want > 0) {
			t.Errorf("%q is the number %d, %v, want %d", word, n, ok, want)
		}
	}
	for word, want := range map[string]int{"i": 1, "v": 5, "x": 10} {
		if n, ok := Numeral(word, true); n != want || !ok {
			t.Errorf("%q alone is the number %d, %v, want %d", word, n, ok, want)
		}
	}
}

func TestInitials(t *testing.T) {
	for title, want := range map[string]string{"The Lord of the Rings": "lotr", "Back to the Future": "bttf", "Pirates of the Caribbean": "potc"} {
		if got := Initials(text.Words(title), 3); !slices.Contains(got, want) {
			t.Errorf("%s: %q, without %q", title, got, want)
		}
	}
}

func TestTheNearestNameIsFoundByItsSoundAndLetters(t *testing.T) {
	known := []string{"leonardodicaprio", "scarlettjohansson", "matthewmcconaughey", "stanleykubrick", "kubrick", "parasite", "shawshankredemption", "fargo", "skye", "lindh", "lynch", "fusco", "psycho", "best", "polk", "estes", "twilight"}
	keys, refs := make([]string, len(known)), make([]uint32, len(known))
	for i, k := range known {
		keys[i], refs[i] = k, uint32(i)
	}
	names := NewNames(keys, refs, make([]float64, len(known)))
	any := func(float64, int) bool { return true }
	for typed, want := range map[string]string{
		"leonardodicapprio": "leonardodicaprio", "scarletjohanson": "scarlettjohansson", "mathewmcconaghy": "matthewmcconaughey",
		"kubrik": "kubrick", "parasight": "parasite", "skie": "skye", "shawshenkredemtion": "shawshankredemption",
		"lynsh": "lynch", "physco": "psycho", "twilite": "twilight",
	} {
		near := names.Near(typed, len(typed)/4, any)
		if len(near) == 0 || known[near[0].Ref] != want {
			t.Errorf("%q: %v, want %q first", typed, near, want)
		}
	}
	// What is nothing like a name is near to none, though a sound of few letters is left of it.
	for _, typed := range []string{"xylophone", "zzzzqqq", "zzqq", "qqqq", "kkyy", "skkkkkk", "bzzt", "pzlc", "testtest"} {
		if near := names.Near(typed, 2, any); len(near) != 0 {
			t.Errorf("%s is near to %v", typed, near)
		}
	}
}

func TestEveryNameWithinTheEditsIsFound(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	letter := func() byte { return 'a' + byte(r.IntN(7)) }
	keys, refs, worths := make([]string, 4000), make([]uint32, 4000), make([]float64, 4000)
	for i := range keys {
		b := make([]byte, 3+r.IntN(18))
		for j := range b {
			b[j] = letter()
		}
		if i%100 == 0 { // some longer ones than the index has places of letters for
			b = append(bytes.Repeat([]byte("x"), 60), b...)
		}
		keys[i], refs[i], worths[i] = string(b), uint32(i), float64(len(keys)-i)
	}
	names := NewNames(keys, refs, worths)
	for range 1500 {
		b := []byte(keys[r.IntN(len(keys))])
		most := r.IntN(5)
		for range most {
			switch at := r.IntN(len(b)); r.IntN(3) {
			case 0:
				b = slices.Delete(b, at, min(len(b), at+len(b)/2))
				b = append(b, letter())
			case 1:
				b[at], b[0] = b[0], b[at]
			case 2:
				b = slices.Insert(b, at, letter())
			}
			if at := r.IntN(len(b)); at > 0 {
				b[at], b[at-1] = b[at-1], b[at]
			}
		}
		typed := string(b)
		each := float64(r.IntN(3) * 700) // what an edit costs
		enough := func(worth float64, edits int) bool { return worth > each*float64(edits) }
		near := names.Near(typed, most, enough)
		for i, key := range keys {
			found := slices.ContainsFunc(near, func(n Near) bool { return n.Ref == refs[i] })
			d, wrong := text.Distance(Sound(typed), Sound(key), most), text.Distance(typed, key, len(typed))
			tooFar := wrong > len(typed)/3 && (d > 0 || wrong > len(typed)/2)
			heard := d <= most && enough(worths[i], d) && len(Sound(typed)) > 3*most
			seen := wrong <= most && enough(worths[i], wrong) && len(typed) > 3*most
			if !found && !tooFar && (heard || seen) {
				t.Fatalf("within %d edits of %q is %q, worth %v, which was not found", most, typed, key, worths[i])
			}
		}
		for i, n := range near {
			key := keys[n.Ref]
			wrong, heard := text.Distance(typed, key, len(typed)), text.Distance(Sound(typed), Sound(key), len(typed))
			if i > 0 && n.Distance < near[i-1].Distance || n.Distance > float64(wrong) {
				t.Fatalf("%q is %v edits from %q, with %d letters wrong, or behind one further away", key, n.Distance, typed, wrong)
			}
			if 3*wrong > len(typed) && n.Distance != jumbledEdits && (heard > 0 || 2*wrong > len(typed)) {
				t.Fatalf("%q is said to be near to %q, with %d letters wrong", key, typed, wrong)
			}
		}
	}
}
