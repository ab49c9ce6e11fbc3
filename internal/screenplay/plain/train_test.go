package plain

import (
	"cmp"
	"flag"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/screenplay"
)

var train = flag.Bool("train", false, "count the words and train the weights of the plain text reader anew")

// TestTrainPlain makes words.txt and weights.bin from the research
// screenplays, when asked to:
//
//	KINODEX_DATA_SCREENPLAYS=DIR go test ./internal/screenplay/plain -run TestTrainPlain -train -timeout 2h
//
// DIR holds corpus/*.txt and gold/variants, whose films are left out, so that
// what is measured on them was not seen. The result depends on nothing else.
func TestTrainPlain(t *testing.T) {
	if !*train {
		t.Skip("-train was not given")
	}
	dir := os.Getenv("KINODEX_DATA_SCREENPLAYS")
	if dir == "" {
		t.Skip("KINODEX_DATA_SCREENPLAYS names no folder")
	}
	lessons, held := loadExamples(t, dir)
	t.Logf("%d scripts teach, %d examine", len(lessons), len(held))
	writeWords(t, lessons)
	table := trainPass(t, lessons, false, "")
	table += trainPass(t, lessons, true, table)
	if err := os.WriteFile("weights.bin", []byte(table), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, r := range slices.Sorted(maps.Keys(augmentations)) {
		t.Logf("%-28s %s", r, evaluatePass(held, r, table))
	}
}

// loadExamples reads the scripts that teach and, one in six, those that examine.
func loadExamples(t *testing.T, dir string) (lessons, held []example) {
	gold, _ := filepath.Glob(filepath.Join(dir, "gold", "variants", "*"))
	left := map[string]bool{}
	for _, g := range gold {
		film, _, _ := strings.Cut(filepath.Base(g), "-")
		left[film] = true
	}
	files, _ := filepath.Glob(filepath.Join(dir, "corpus", "*.txt"))
	slices.Sort(files)
	for _, file := range files {
		film, _, _ := strings.Cut(filepath.Base(file), "-")
		if left[film] {
			continue
		}
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		l, ok := labelByLayout(string(source))
		if !ok {
			continue
		}
		h := fnv.New32a()
		h.Write([]byte(film))
		if h.Sum32()%6 == 0 {
			held = append(held, l)
		} else {
			lessons = append(lessons, l)
		}
	}
	if len(lessons) == 0 {
		t.Fatal("no scripts to learn from")
	}
	return lessons, held
}

// writeWords counts words in action and in dialogue.
func writeWords(t *testing.T, lessons []example) {
	type count struct{ deeds, talks, scripts, last int }
	counts := map[string]*count{}
	deeds, talks := 0, 0
	for n, l := range lessons {
		for m, i := range l.document.body {
			family := l.labels[m].family()
			if family != actionFamily && family != dialogueFamily {
				continue
			}
			for word := range wordsOf(l.document.lines[i].text) {
				c := counts[word]
				if c == nil {
					c = &count{last: -1}
					counts[word] = c
				}
				if c.last != n {
					c.last = n
					c.scripts++
				}
				if family == actionFamily {
					c.deeds++
					deeds++
				} else {
					c.talks++
					talks++
				}
			}
		}
	}
	var words []string
	for word, c := range counts {
		least := 6
		switch {
		case word == "a" || word == "i":
		case len(word) == 1:
			continue
		case len(word) <= 3:
			least = 60
		case len(word) == 4:
			least = 15
		}
		// Scanners leave halves of words; a short one must be met often.
		if c.scripts >= least {
			words = append(words, word)
		}
	}
	slices.SortFunc(words, func(a, b string) int {
		ca, cb := counts[a], counts[b]
		return cmp.Or(cmp.Compare(cb.deeds+cb.talks, ca.deeds+ca.talks), strings.Compare(a, b))
	})
	words = words[:min(len(words), 20000)]
	slices.Sort(words)
	var out strings.Builder
	for _, word := range words {
		c := counts[word]
		cost := -10 * math.Log(float64(c.deeds+c.talks)/float64(deeds+talks))
		lean := 10 * math.Log((float64(c.talks)+5)/float64(talks+5)*float64(deeds+5)/(float64(c.deeds)+5))
		fmt.Fprintf(&out, "%s %d", word, int(math.Round(cost)))
		if lean = math.Round(max(-40, min(40, lean))); math.Abs(lean) >= 4 {
			fmt.Fprintf(&out, " %d", int(lean))
		}
		out.WriteByte('\n')
	}
	if err := os.WriteFile("words.txt", []byte(out.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d words, %d kB", len(words), out.Len()>>10)
	*plainWords() = *newWordTable(out.String())
	for _, l := range lessons {
		refreshSurfaces(l.document)
	}
}

func refreshSurfaces(p *document) {
	for i := range p.lines {
		if l := &p.lines[i]; l.role == scriptLine {
			name := l.surface.candidate
			l.surface = surfaceOf(l.text, plainWords())
			l.surface.candidate = name
		}
	}
}

// wordsOf yields the words of a line in small letters: letters and apostrophes.
func wordsOf(s string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for word := range strings.FieldsFuncSeq(strings.ReplaceAll(s, "’", "'"), func(r rune) bool {
			return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '\'')
		}) {
			word = strings.Trim(strings.ToLower(word), "'")
			word = strings.TrimSuffix(word, "'s")
			if word != "" && !yield(word) {
				return
			}
		}
	}
}

// evaluatePass reads held scripts in one rendering and counts the lines whose
// kind is right.
func evaluatePass(held []example, how, table string) string {
	rnd := rand.New(rand.NewPCG(1927, 3))
	first, second := newWeights(table, false), newWeights(table, true)
	var right, truths, guesses [screenplay.PageBreak + 1]int
	for _, was := range held {
		l := augment(was, how, rnd)
		p := l.document
		p.estimateLayout()
		path := newBackpointers(len(p.body))
		p.viterbi(&first, path)
		p.learnLayout()
		p.viterbi(&second, path)
		for n, i := range p.body {
			truth, guess := l.labels[n].kind(), p.lines[i].label.kind()
			truths[truth]++
			guesses[guess]++
			if truth == guess {
				right[truth]++
			}
		}
	}
	var out strings.Builder
	for k := screenplay.Action; k <= screenplay.Transition; k++ {
		fmt.Fprintf(&out, "%s %.3f  ", k, 2*float64(right[k])/float64(max(1, truths[k]+guesses[k])))
	}
	return out.String()
}
