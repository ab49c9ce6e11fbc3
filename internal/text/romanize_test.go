package text

import "testing"

// REQ F2-150
func TestRomanized(t *testing.T) {
	for s, want := range map[string]string{
		"": "", "Amélie 8½": "Amélie 8½", "Щука и ёж": "Shchuka i iozh", "šum Čeho": "shum cheho",
		"しゃちょう": "shachou", "キャッチ": "kyachi", "ファ": "fa", "ラー": "ra", "リング": "ringu", "じじ": "jiji", "ゃ": "ya", "っー": "",
		"기생충": "gisaengchung", "霸王": "Ba Wang ", "ουρανός": "ouranos", "ευ": "ev", "Κυνόδοντας": "Kynodontas", "طعم": "T`m", "ज़मीन": "zmiin", "़": "",
		"\xff": "", "\U0010ffff": "",
	} {
		if got := Romanized(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
	for s, latin := range map[string]bool{"": true, "Ça 1 …": true, "ﬁ": true, "Ạ": true, "Брат": false, "a七": false} {
		if IsLatin(s) != latin {
			t.Errorf("%q: Latin %v", s, !latin)
		}
	}
	for s, leaves := range map[string]bool{"طعم": true, "ואלס": true, "आवारा": true, "Брат": false, "기생충": false, "სამი": false, "七": false, "Հայ": false} {
		if LeavesOutVowels(s) != leaves {
			t.Errorf("%q: leaves vowels out %v", s, !leaves)
		}
	}
}
