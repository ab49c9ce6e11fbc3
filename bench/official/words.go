package official

// syllables of the alphabets that titles are written in.
var syllables = [][]string{
	{"ba", "ce", "di", "fo", "gu", "ha", "ke", "li", "mo", "nu", "pa", "re", "si", "to", "vu", "an", "el", "is", "or", "um"},
	{"ба", "ве", "ди", "го", "ку", "ла", "ме", "ни", "по", "ру", "са", "те"},
	{"カ", "ミ", "ト", "ラ", "サ", "ノ", "ウ", "ヒ", "メ", "コ"},
	{"가", "나", "다", "라", "마", "바", "사", "아", "자", "하"},
	{"天", "地", "人", "山", "水", "火", "風", "月", "日", "城"},
	{"با", "دو", "سي", "لا", "مو", "نا", "ري"},
	{"κα", "λο", "μι", "ρα", "στο", "νε", "πη"},
}

// regions are where titles of akas are from: the first six in the alphabet of syllables' rows, in
// order, all others in the first one.
var regions = []string{"RU", "JP", "KR", "CN", "EG", "GR", "US", "GB", "DE", "FR", "ES", "IT", "BR", "PT", "PL", "IN", "MX", "SE"}

// mostWords is how many words there are in an alphabet, at most.
const mostWords = 20_000

// coinWords makes the words of titles and names.
func (w *World) coinWords() {
	w.scripts = make([][][]byte, len(syllables))
	for a, parts := range syllables {
		seen := map[string]bool{}
		for i := 0; i < 4*mostWords && len(w.scripts[a]) < mostWords; i++ {
			n := w.random(i, ofName+100+a)
			var word []byte
			for range 2 + n%3 {
				n = n>>5 ^ n<<59
				word = append(word, parts[n%uint64(len(parts))]...)
			}
			if a == 0 {
				word[0] -= 'a' - 'A'
			}
			if !seen[string(word)] {
				seen[string(word)] = true
				w.scripts[a] = append(w.scripts[a], word)
			}
		}
	}
	w.words = w.scripts[0]
}

// phrase appends words with spaces between them, the first ones of an alphabet more often.
func (w *World) phrase(r *row, words [][]byte, n uint64, count int) {
	for k := range count {
		if k > 0 {
			r.line = append(r.line, ' ')
		}
		a, b := n%uint64(len(words)), n>>24%uint64(len(words))
		r.line = append(r.line, words[min(a, b)]...)
		n = n>>13 ^ n<<51 ^ uint64(k)
	}
}

// title writes the title of the i-th title, as a cell.
func (w *World) title(r *row, i int) {
	n := w.random(i, ofName)
	r.line = append(r.line, "Synthetic "...)
	w.phrase(r, w.words, n, 1+int(n>>56%4))
	r.line = append(r.line, '\t')
}

func (w *World) akas(r *row) {
	for i := range w.titles {
		n := w.random(i, ofAkas)
		many := int(n % 5) // of an episode, two; of a film, eight
		if w.kind(i) == movie {
			many = 1 + int(n%15)
		}
		if many == 0 {
			continue
		}
		r.id("tt", i)
		r.text("1")
		w.title(r, i)
		r.none()
		r.none()
		r.text("original")
		r.none()
		r.text("1")
		r.end()
		for k := 1; k <= many; k++ {
			n = w.random(i*32+k, ofAkas)
			at := int(n % uint64(len(regions)))
			r.id("tt", i)
			r.number(k + 1)
			alphabet := at + 1
			if alphabet >= len(syllables) {
				alphabet = 0
			}
			w.phrase(r, w.scripts[alphabet], n>>5, 1+int(n>>56%4))
			r.line = append(r.line, '\t')
			r.text(regions[at])
			r.none()
			r.text("imdbDisplay")
			r.none()
			r.text("0")
			r.end()
		}
	}
}
