package naming

import (
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

func TestInitials(t *testing.T) {
	for title, want := range map[string]string{"The Lord of the Rings": "lotr", "Back to the Future": "bttf", "Pirates of the Caribbean": "potc"} {
		if got := Initials(text.Words(title), 3); !slices.Contains(got, want) {
			t.Errorf("%s: %q, without %q", title, got, want)
		}
	}
}

func TestTheNearestNameIsFoundByItsSound(t *testing.T) {
	known := []string{"leonardodicaprio", "scarlettjohansson", "matthewmcconaughey", "stanleykubrick", "kubrick", "parasite", "shawshankredemption", "fargo"}
	keys, refs := make([]string, len(known)), make([]uint32, len(known))
	for i, k := range known {
		keys[i], refs[i] = Sound(k), uint32(i)
	}
	names := NewNames(keys, refs)
	for typed, want := range map[string]string{
		"leonardodicapprio": "leonardodicaprio", "scarletjohanson": "scarlettjohansson", "mathewmcconaghy": "matthewmcconaughey",
		"kubrik": "kubrick", "parasight": "parasite", "shawshenkredemtion": "shawshankredemption",
	} {
		near := names.Near(Sound(typed), len(typed)/4)
		if len(near) == 0 || known[near[0].Ref] != want {
			t.Errorf("%q: %v, want %q first", typed, near, want)
		}
	}
	if near := names.Near(Sound("xylophone"), 2); len(near) != 0 {
		t.Errorf("a word that is nothing like a name is near to %v", near)
	}
}
