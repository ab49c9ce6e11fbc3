package index

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/docset"
	"kinodex/internal/text"
)

// corpus makes documents of invented words, common ones far more often than
// rare ones, as language has it. Equal arguments make equal documents.
func corpus(n, vocabulary int, seed uint64) []Document {
	r := rand.New(rand.NewPCG(seed, 1))
	zipf := rand.NewZipf(r, 1.07, 3, uint64(vocabulary-1))
	phrase := func(words int) string {
		var b strings.Builder
		for i := range words {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(invented(zipf.Uint64()))
		}
		return b.String()
	}
	names := func(n int) []string {
		all := make([]string, n)
		for i := range all {
			all[i] = strings.ToUpper(invented(1e6+zipf.Uint64()%5000)) + " " + invented(2e6+zipf.Uint64())
		}
		return all
	}
	docs := make([]Document, n)
	for i := range docs {
		docs[i] = Document{
			Title:     phrase(1 + r.IntN(5)),
			Year:      1920 + r.IntN(104),
			People:    names(6),
			Directors: names(1),
			Keywords:  []string{phrase(1), phrase(2)},
			Genres:    []string{"genre" + invented(uint64(r.IntN(12)))},
			Prose:     []string{phrase(20 + r.IntN(30))},
			Weight:    r.ExpFloat64(),
		}
		if r.IntN(5) == 0 {
			docs[i].AltTitles = []string{phrase(1 + r.IntN(4))}
		}
	}
	return docs
}

// invented is word number n of a made-up language.
func invented(n uint64) string {
	syllables := []string{"ka", "lo", "mi", "ten", "ru", "sa", "vor", "ne", "dal", "pi", "gos", "er", "um", "fi", "bri", "zo"}
	w := syllables[n%16]
	for n /= 16; n > 0; n /= 16 {
		w += syllables[n%16]
	}
	return w
}

// reading is what the words of a document are, by reading it.
type reading struct{ exact, stems map[string]bool }

func read(docs []Document) []reading {
	all := make([]reading, len(docs))
	stem := map[string]string{}
	for i, d := range docs {
		r := reading{map[string]bool{}, map[string]bool{}}
		if d.Year > 0 {
			r.exact[fmt.Sprint(d.Year)] = true
		}
		for _, s := range append(slices.Clone(d.People), d.Directors...) {
			for w := range text.Tokens(s) {
				r.exact[w] = true
			}
		}
		for _, s := range slices.Concat([]string{d.Title}, d.AltTitles, spellings(d.Title), d.Keywords, d.Genres, d.Prose) {
			for w := range text.Tokens(s) {
				if stem[w] == "" {
					stem[w] = text.Stem(w)
				}
				r.stems[stem[w]] = true
			}
		}
		all[i] = r
	}
	return all
}

// matching says by looking at them all which documents have every word of the
// query: what Search must find.
func matching(docs []reading, query string) []uint32 {
	found := []uint32{}
	words := text.Words(query)
	var stems []string
	for _, w := range words {
		stems = append(stems, text.Stem(w))
	}
	for i, d := range docs {
		all := len(words) > 0
		for j, w := range words {
			all = all && (d.exact[w] || d.stems[stems[j]])
		}
		if all {
			found = append(found, uint32(i))
		}
	}
	return found
}

func TestFoundIsExactlyWhatHasEveryWord(t *testing.T) { // REQ F1-08, F1-28
	for _, n := range []int{1, 63, 64, 65, 700, 1500} {
		docs := corpus(n, 400, uint64(n))
		ix, books := build(t, docs), read(docs)
		r := rand.New(rand.NewPCG(7, uint64(n)))
		var m Matches // used again and again, as in service
		for range 200 {
			query := anyQuery(r, docs)
			want := matching(books, query)
			ix.Search(query, &m)
			if len(m.Docs) != len(m.Scores) || !slices.IsSorted(m.Docs) {
				t.Fatalf("%d documents, %q: %d found, %d scores, ascending: %v", n, query, len(m.Docs), len(m.Scores), slices.IsSorted(m.Docs))
			}
			if m.Fuzzy {
				for _, d := range want {
					if !slices.Contains(m.Docs, d) {
						t.Fatalf("%d documents, %q: widened, %d is lost", n, query, d)
					}
				}
				continue
			}
			if !slices.Equal(m.Docs, want) {
				t.Fatalf("%d documents, %q: found %v, want %v", n, query, m.Docs, want)
			}
			var fresh Matches
			ix.Search(query, &fresh)
			if !slices.Equal(m.Docs, fresh.Docs) || !slices.Equal(m.Scores, fresh.Scores) {
				t.Fatalf("%d documents, %q: used and fresh matches differ", n, query)
			}
		}
	}
}

// anyQuery takes some words of one document, or of two.
func anyQuery(r *rand.Rand, docs []Document) string {
	var words []string
	for range 1 + r.IntN(3) {
		d := docs[r.IntN(len(docs))]
		if len(words) == 0 || r.IntN(4) > 0 {
			d = docs[len(docs)/2]
		}
		from := [][]string{{d.Title}, d.Prose, d.People, d.Directors, d.Keywords, d.Genres, {fmt.Sprint(d.Year)}}[r.IntN(7)]
		of := text.Words(from[0])
		words = append(words, of[r.IntN(len(of))])
	}
	return strings.Join(words, " ")
}

func TestWholeTitlesAreFirst(t *testing.T) { // REQ R-12
	docs := corpus(1500, 3000, 5)
	ix := build(t, docs)
	for i := range 300 {
		got := ranked(ix, docs[i].Title)
		title := text.Words(docs[i].Title)
		if len(got) == 0 || !slices.ContainsFunc(append(docs[got[0]].AltTitles, docs[got[0]].Title), func(s string) bool {
			return slices.Equal(text.Words(s), title)
		}) {
			t.Fatalf("%q: first is %v", docs[i].Title, got[:min(1, len(got))])
		}
	}
}

func TestEveryTypoOfATitleFindsIt(t *testing.T) { // REQ R-13
	docs := []Document{{Title: "Casablanca", Weight: 1}, {Title: "Unrelated"}, {Title: "Fårö Rhythm"}}
	ix := build(t, docs)
	typed := []rune("casablanca")
	try := func(w []rune) {
		if string(w) == string(typed) {
			return
		}
		var m Matches
		ix.Search(string(w), &m)
		if !slices.Contains(m.Docs, 0) || m.DidYouMean != "Casablanca" && !strings.HasPrefix("casablanca", string(w)) {
			t.Errorf("%s finds %v, did you mean %q", string(w), m.Docs, m.DidYouMean)
		}
	}
	for i := range typed {
		try(slices.Concat(typed[:i], typed[i+1:]))
		for _, letter := range "abcxé" {
			try(slices.Concat(typed[:i], []rune{letter}, typed[i+1:]))
			try(slices.Concat(typed[:i], []rune{letter}, typed[i:]))
		}
		if i > 0 {
			swapped := slices.Clone(typed)
			swapped[i-1], swapped[i] = swapped[i], swapped[i-1]
			try(swapped)
		}
	}
}

func TestOneEditIsOneEdit(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"star", "star", false}, {"star", "stir", true}, {"star", "stars", true}, {"star", "tar", true},
		{"star", "satr", true}, {"star", "rats", false}, {"star", "stra", true}, {"star", "st", false},
		{"faro", "fåro", true}, {"日本語", "日本", true}, {"", "a", true}, {"", "ab", false}, {"ab", "ba", true},
		{"abcd", "badc", false}, {"aab", "ab", true},
	} {
		if got := oneEdit(c.a, []byte(c.b)); got != c.want {
			t.Errorf("%s, %s: %v", c.a, c.b, got)
		}
		if got := oneEdit(c.b, []byte(c.a)); got != c.want {
			t.Errorf("%s, %s: %v", c.b, c.a, got)
		}
	}
}

func TestSearchAllocatesNextToNothing(t *testing.T) {
	ix := build(t, corpus(1500, 3000, 9))
	var m Matches
	for _, q := range []string{"kalo", "kalo mi", "ka lo mi ten", "kalo 1950"} {
		ix.Search(q, &m)
		if n := testing.AllocsPerRun(50, func() { ix.Search(q, &m) }); n > 0 {
			t.Errorf("%q: %v allocations", q, n)
		}
	}
}

func TestAFrequentWordFindsWhatSearchFinds(t *testing.T) { // REQ F1-29, R-15
	docs := corpus(30000, 60000, 11)
	ix := build(t, docs)
	all := docset.New(len(docs))
	var head, own Matches
	frequent := 0
	for id := range uint32(ix.words.size()) {
		word := string(ix.words.word(id))
		if !ix.Frequent(word) || ix.Common(word) {
			continue
		}
		frequent++
		for range 2 { // the second time the best are known
			if !ix.SearchHead(word, &head, all) {
				t.Fatalf("%q of %d documents has no head", word, ix.Count(word))
			}
			ix.Search(word, &own)
			if !slices.Equal(head.Docs, own.Docs) || !slices.Equal(head.Scores, own.Scores) || head.Rest != 0 || !slices.Equal(all.AppendTo(nil), own.Docs) {
				t.Fatalf("%q: %d documents and %d more, want %d", word, len(head.Docs), head.Rest, len(own.Docs))
			}
		}
		named := 0
		for _, d := range own.Docs {
			if p := own.Places(d, nil)[0]; p.People() || p.Director() {
				named++
			}
		}
		if got, of := ix.Credits(word); got != named || of != len(own.Docs) {
			t.Errorf("%q is in names of %d of %d, want %d of %d", word, got, of, named, len(own.Docs))
		}
	}
	if frequent < 20 {
		t.Errorf("only %d words are frequent", frequent)
	}
}
