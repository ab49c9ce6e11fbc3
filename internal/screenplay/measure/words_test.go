package measure

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"kinodex/internal/screenplay"
)

func TestWords(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"The well-worn coat", "the well-worn coat"},
		{"Don’t, can't -- won't", "don't can't won't"},
		{"runnin' 'em down", "runnin em down"},
		{"3.5 miles, 10,000 men at 9:30", "3.5 miles 10,000 men at 9:30"},
		{"the U.S. Navy at 5 p.m.", "the u.s navy at 5 p.m"},
		{"one--two—three...four", "one two three four"},
		{"Ça va, JOSÉ?", "ça va josé"},
		{"so\u00adlong co‑op", "solong co-op"},
		{"東京 ok", "東 京 ok"},
		{"- ' . , :", ""},
		{"a\xffb", "a b"},
	} {
		if got := spell(c.text); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
		if n := CountWords(c.text); n != len(strings.Fields(c.want)) {
			t.Errorf("%q: %d words counted", c.text, n)
		}
	}
}

func spell(text string) string {
	var words []string
	for i := 0; i < len(text); {
		end, word, _, _ := nextWord(text, i, nil)
		if len(word) == 0 {
			i += width(text, i)
			continue
		}
		words = append(words, string(word))
		i = end
	}
	return strings.Join(words, " ")
}

func TestSentences(t *testing.T) {
	m := meter(t)
	for _, c := range []struct {
		text string
		want []int // words of each
	}{
		{"", nil},
		{"...", nil},
		{"No stop at the end", []int{5}},
		{"He waits. She comes! Who is it?", []int{2, 2, 3}},
		{"Mr. Fox met Dr. Hare on St. James St. corner.", []int{10}},
		{"J. R. Fox waits.", []int{4}},
		{"It is I. He knows.", []int{3, 2}},
		{"Well... maybe not... Maybe yes.", []int{3, 2}},
		{"Well… maybe. … Yes", []int{2, 1}},
		{"He says \"Stop.\" She stops.", []int{3, 2}},
		{"What?! Now?", []int{1, 1}},
		{"The U.S. Navy sails at 5 p.m. today.", []int{8}},
		{"INT. is no sentence.", []int{4}},
		{"Stop.He goes.", []int{1, 2}},
		{"ALL CAPITALS. STILL TWO.", []int{2, 2}},
		{"One -- two -- three.", []int{3}},
		{". . . a . . . . b", []int{2}},
		{"東京。京都", []int{4}},
	} {
		s := &screenplay.Script{Elements: []screenplay.Element{{Text: c.text, Scene: -1, Speech: -1}}}
		r := newAnalyzer(m.lexicon, s)
		r.read(&s.Elements[0])
		var got []int
		for _, sentence := range r.sentences {
			got = append(got, int(sentence.words))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: sentences of %v words, want %v", c.text, got, c.want)
		}
	}
}

func TestVocabularyNumbersInOrderOfAppearance(t *testing.T) {
	v := newVocabulary()
	for round := range 2 {
		for i := range 5000 {
			if n := v.number([]byte(strings.Repeat("x", i%7) + strconv.Itoa(i))); int(n) != i {
				t.Fatalf("round %d: word %d has number %d", round, i, n)
			}
		}
	}
	copied := v.clone(1)
	copied.number([]byte("new"))
	if v.len() != 5000 || copied.len() != 5001 {
		t.Errorf("%d words and %d in the copy", v.len(), copied.len())
	}
}

func TestStrongLanguage(t *testing.T) {
	if !slices.IsSorted(profaneWords) {
		t.Error("the list must be sorted: it is searched by halves")
	}
	for _, stem := range profaneStems {
		if len(stem) > longestStem {
			t.Errorf("%s is longer than what is compared", stem)
		}
	}
	for word, want := range map[string]bool{
		"damn": true, "goddamned": true, "shitty": true, "bullshit": true, "motherfuckers": true, "bastard's": true,
		"assess": false, "class": false, "shitake": false, "cockpit": false, "hell": false, "dick": false,
		"scunthorpe": false, "title": false, "": false, "wop": true, "spice": false, "crap": true, "scrap": false,
	} {
		if got := isProfane([]byte(word)); got != want {
			t.Errorf("%q: %v", word, got)
		}
	}
}
