package naming

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/text"
)

// REQ F2-150: spellings of one title in different systems of romanisation, and in its own script, have
// one key; other titles have others.
func TestRomanisationsOfATitleMeet(t *testing.T) {
	for title, others := range map[string][]string{
		"Побег из Шоушенка":    {"Pobeg iz Shoushenka", "pobeg iz sousenka", "Pobeg is Schouschenka"},
		"Андрей Рублев":        {"Andrey Rublev", "Andrej Rublev", "andrei rublev"},
		"Shichinin no Samurai": {"sitinin no samurai", "SHICHI-NIN NO SAMURAI"},
		"Tôkyô monogatari":     {"Toukyou Monogatari", "tokyo monogatari"},
		"기생충":                  {"gisaengchung", "kisaengch'ung"},
		"霸王别姬":                 {"ba wang bie ji", "bawang bieji"},
	} {
		want := NewRomanized(title).Sounds
		for _, other := range others {
			if got := NewRomanized(other).Sounds; got != want {
				t.Errorf("%q is %q, %q is %q", title, want, other, got)
			}
		}
	}
	for title, typed := range map[string]string{
		"طعم گیلاس": "ta'm-e gilas", "جدایی نادر از سیمین": "Jodaeiye Nader az Simin", "ואלס עם באשיר": "vals im bashir", "दुल्हनिया": "dulhaniya",
	} {
		if a, b := NewRomanized(title).Consonants, NewRomanized(typed).Consonants; a != b || a == "" {
			t.Errorf("%q is %q, %q is %q", title, a, typed, b)
		}
	}
	for a, b := range map[string]string{"Брат": "Брат 2", "gisaengchung": "gisaeng", "Solaris": "Solaire"} {
		if NewRomanized(a).Sounds == NewRomanized(b).Sounds {
			t.Errorf("%q sounds like %q", a, b)
		}
	}
	if r := NewRomanized("… 'ー"); r != (Romanized{}) {
		t.Errorf("of no letter: %+v", r)
	}
}

func TestLanguagesAreWrittenInAScript(t *testing.T) {
	for language, latin := range map[string]bool{"en": true, "": true, "xx": true, "vi": true, "tr": true, "ru": false, "ja": false, "fa": false, "hi": false, "sr": false, "el": false} {
		if InLatin(language) != latin {
			t.Errorf("%q in Latin letters: %v", language, !latin)
		}
	}
}

// REQ F2-150: whatever is typed has keys of small letters and digits.
func FuzzRomanized(f *testing.F) {
	for _, s := range []string{"", "Гарри Поттер", "七人の侍", "기생충", "طعم گیلاس", "आवारा", "ต้มยำกุ้ง", "っー़", "\xff\x00", "Æ½ﬁ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r := NewRomanized(s)
		if strings.ContainsFunc(r.Sounds+r.Consonants, func(c rune) bool { return (c < 'a' || c > 'z') && (c < '0' || c > '9') }) {
			t.Errorf("%q has the keys %+v", s, r)
		}
		if len(r.Consonants) > len(r.Sounds) {
			t.Errorf("%q has more consonants than sounds: %+v", s, r)
		}
	})
}

// plainRomanized is NewRomanized, step by step as it is described.
func plainRomanized(title string) Romanized {
	keep := func(s string, wanted func(c byte) bool) (kept string) {
		for i := range len(s) {
			if wanted(s[i]) {
				kept += s[i : i+1]
			}
		}
		return kept
	}
	squeezed := func(s string) string { return string(slices.Compact([]byte(s))) }
	letters, sounds := keep(text.Fold(text.Romanized(title)), func(c byte) bool { return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' }), ""
	for len(letters) > 0 {
		as, n := letters[:1], 1
		for _, s := range written[letters[0]] {
			if strings.HasPrefix(letters, s.spelling) {
				as, n = s.as, len(s.spelling)
				break
			}
		}
		sounds, letters = sounds+as, letters[n:]
	}
	sounds = squeezed(strings.NewReplacer("ia", "a", "iu", "u", "ai", "i", "np", "mp").Replace(squeezed(sounds)))
	return Romanized{sounds, squeezed(keep(sounds, func(c byte) bool { return !strings.ContainsRune("aiuv", rune(c)) }))}
}

// REQ F2-150: the keys that are made in one pass are those of the steps.
func TestRomanizedInOnePassIsTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 66))
	parts := []string{"a", "i", "u", "v", "n", "p", "s", "h", "t", "c", "z", "k", "g", "b", "d", "y", "e", "o", "x", "q", "1", " ", "'", "-", "É", "č", "ж", "я", "ю", "七", "ギ", "쇼", "ط", "ä", "\xff", "\x00"}
	for range 50_000 {
		var b strings.Builder
		for range r.IntN(24) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		if got, want := NewRomanized(b.String()), plainRomanized(b.String()); got != want {
			t.Fatalf("%q has the keys %+v, want %+v", b.String(), got, want)
		}
	}
	long := strings.Repeat("Tsch np iaiu ", 200)
	if got, want := NewRomanized(long), plainRomanized(long); got != want {
		t.Errorf("of a long text: %+v, want %+v", got, want)
	}
}
