package text

import (
	"slices"
	"strings"
	"testing"
	"testing/quick"
	"unicode/utf8"
)

func TestFoldMakesSpellingsEqual(t *testing.T) {
	for in, want := range map[string]string{
		"Amélie":                "amelie",
		"AMÉLIE":                "amelie",
		"Ame\u0301lie":          "amelie", // decomposed
		"Smørrebrød":            "smorrebrod",
		"Łódź":                  "lodz",
		"Die große Stille":      "die grosse stille",
		"Æon Flux":              "aeon flux",
		"  two\t\nspaces ":      "two spaces",
		"Don’t Look Now":        "don't look now",
		"Ｆｕｌｌ　ｗｉｄｔｈ":            "full width",
		"Борис Годунов":         "борис годунов",
		"Ёлки":                  "елки",
		"İstanbul":              "istanbul",
		"nul\x00byte":           "nul byte",
		"\x00 A\v`B`\x1f":       "a 'b'\x1f",
		"\tX\fy\rZ\n":           "x y z",
		"":                      "",
		"already folded, plain": "already folded, plain",
	} {
		if got := Fold(in); got != want {
			t.Errorf("Fold(%q) = %q, want %q", in, got, want)
		}
	}
}

// The table of single characters folds each pair of them as the rules for all of Unicode do.
func TestFoldByTableIsFold(t *testing.T) {
	for a := range rune(latin) {
		for b := range rune(latin) {
			s := string(a) + string(b)
			if got, ok := foldLatin(s); !ok || got != foldUnicode(s) {
				t.Fatalf("%q is folded to %q, %v, want %q", s, got, ok, foldUnicode(s))
			}
		}
	}
	for _, s := range []string{"", "a\u0301", "\xc3", "жar", "e\u0328\u0301", strings.Repeat(" É ", 50)} {
		if got := Fold(s); got != foldUnicode(s) {
			t.Errorf("%q is folded to %q, want %q", s, got, foldUnicode(s))
		}
	}
}

func TestKeyIsTheTokens(t *testing.T) {
	for _, s := range []string{"", " ", "-", "Robert De Niro", "Jean-Luc  Godard", "O'Hara", "Ang Lee (II)", "Žižka 2", "黒澤 明", "а.б", "x\x00y"} {
		if got, want := Key(s), strings.Join(Words(s), " "); got != want {
			t.Errorf("Key(%q) = %q, want %q", s, got, want)
		}
	}
}

func TestFoldIsIdempotentAndValid(t *testing.T) {
	err := quick.Check(func(s string) bool {
		once := Fold(s)
		return Fold(once) == once && (utf8.ValidString(once) || !utf8.ValidString(s))
	}, &quick.Config{MaxCount: 5000})
	if err != nil {
		t.Error(err)
	}
}

func TestTokens(t *testing.T) {
	for in, want := range map[string][]string{
		"The Lord of the Rings: The Two Towers": {"the", "lord", "of", "the", "rings", "the", "two", "towers"},
		"Don't Look Now":                        {"dont", "look", "now"},
		"S.W.A.T.":                              {"s", "w", "a", "t"},
		"WALL·E":                                {"wall", "e"},
		"8½":                                    {"8", "1", "2"},
		"'71":                                   {"71"},
		"rock 'n' roll":                         {"rock", "n", "roll"},
		"千と千尋":                                  {"千", "と", "千", "尋"},
		"Amores perros 2":                       {"amores", "perros", "2"},
		"!!!":                                   nil,
		"":                                      nil,
	} {
		if got := Words(in); !slices.Equal(got, want) {
			t.Errorf("Words(%q) = %q, want %q", in, got, want)
		}
	}
}

// A text has a word where it has a token.
func TestATextHasAWordWhereItHasAToken(t *testing.T) {
	for _, s := range []string{"", " ", "…", "'", "''", "a", "Z", "7", "É", "ж", "七", "- -", "\x10\x19", "\x00", "@[`{", "½", "\u0301", "'s", "\xff", "\xffa", "ـ", "٣"} {
		if got, want := HasWord(s), len(Words(s)) > 0; got != want {
			t.Errorf("%q has a word: %v, and the words %q", s, got, Words(s))
		}
	}
}

func TestTokensAreFolded(t *testing.T) {
	err := quick.Check(func(s string) bool {
		for w := range Tokens(s) {
			if w == "" || Fold(w) != w {
				return false
			}
		}
		return true
	}, &quick.Config{MaxCount: 5000})
	if err != nil {
		t.Error(err)
	}
}

func TestSlug(t *testing.T) { // REQ AC-12
	for in, want := range map[string]string{
		"Penélope Cruz":     "penelope-cruz",
		"Lupita Nyong'o":    "lupita-nyongo",
		"Jean-Luc Godard":   "jean-luc-godard",
		"Samuel L. Jackson": "samuel-l-jackson",
		"三船 敏郎":             "",
		"Toshirō 三船 Mifune": "toshiro-mifune",
		"  spaced   out  ":  "spaced-out",
	} {
		if got := Slug(in); got != want {
			t.Errorf("Slug(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		"a\u00a0b":           "a b",
		"tab\tand\nnewline":  "tab and newline",
		"bad\xffbyte":        "badbyte",
		"bell\a":             "bell",
		"\ufefftitle ":       "title",
		"Theeb\u200e \u200e": "Theeb",
		"\u202bذيب\u202c":    "ذيب",
		"a \u200fb":          "a \u200fb",
		"\u200e ":            "",
	} {
		if got := Clean(in); got != want {
			t.Errorf("Clean(%q) = %q, want %q", in, got, want)
		}
	}
}

func FuzzFold(f *testing.F) {
	for _, s := range []string{"Amélie", "\xff\xfe", "İ", "ﬃ", "a\u0300\u0300\u0300"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := Fold(s)
		if twice := Fold(once); twice != once {
			t.Errorf("Fold(%q) = %q, and again %q", s, once, twice)
		}
		for w := range Tokens(s) {
			if w == "" {
				t.Error("an empty token")
			}
		}
		if got, want := HasWord(s), len(Words(s)) > 0; got != want {
			t.Errorf("%q has a word: %v", s, got)
		}
	})
}

func BenchmarkFold(b *testing.B) {
	for name, s := range map[string]string{"plain": "the godfather part ii", "accents": "Le Fabuleux Destin d'Amélie Poulain"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Fold(s)
			}
		})
	}
}
