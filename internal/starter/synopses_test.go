package starter

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/text"
)

// ours are the synopses that are carried and, when KINODEX_SYNOPSES names a file,
// those of it, which take the place of carried ones.
func ours(t *testing.T) (all []synopsis, reviewed string) {
	t.Helper()
	all, reviewed = parseSynopses(t, "synopses.tsv", synopses), reviews
	path := os.Getenv("KINODEX_SYNOPSES")
	if path == "" {
		return all, reviewed
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	candidates := parseSynopses(t, path, string(b))
	anew := map[film.ID]bool{}
	for _, s := range candidates {
		anew[s.id] = true
	}
	all = slices.DeleteFunc(all, func(s synopsis) bool { return anew[s.id] })
	if b, err := os.ReadFile(strings.TrimSuffix(path, filepath.Ext(path)) + ".reviewed.tsv"); err == nil {
		reviewed += "\n" + string(b)
	}
	return append(all, candidates...), reviewed
}

// parseSynopses reads every line; one that is not a synopsis is reported and left
// out.
func parseSynopses(t *testing.T, name, lines string) []synopsis {
	t.Helper()
	var all []synopsis
	seen := map[film.ID]bool{}
	n := 0
	for line := range strings.Lines(lines) {
		n++
		line = strings.TrimRight(line, "\r\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(line, "\t")
		id, ok := film.ParseID(cells[0])
		switch {
		case len(cells) != 3 || !ok:
			t.Errorf("%s, line %d: want id, tab, Title (Year), tab, sentence: %.80q", name, n, line)
			continue
		case seen[id]:
			t.Errorf("%s, line %d: %s stands there already", name, n, id)
			continue
		}
		seen[id] = true
		all = append(all, synopsis{id, cells[1], cells[2]})
	}
	return all
}

// Every sentence is one short plain sentence about its own film, without praise
// and without its end.
func TestSynopsesFollowTheRules(t *testing.T) {
	all, reviewed := ours(t)
	r := newReviewer(films(t), reviewed)
	for _, s := range all {
		for _, fault := range r.faults(s) {
			t.Errorf("%s %s: %s\n    %s", s.id, s.heading, fault, s.sentence)
		}
	}
	t.Logf("%d sentences", len(all))
}

// likest is how alike two sentences may be: their common stems over all of theirs.
const likest = 0.5

func TestSynopsesAreNotAlike(t *testing.T) {
	all, _ := ours(t)
	words := make([]map[string]bool, len(all))
	holders := map[string][]int{}
	for i, s := range all {
		words[i] = stems(s.sentence)
		common := map[int]int{}
		for w := range words[i] {
			for _, j := range holders[w] {
				common[j]++
			}
			holders[w] = append(holders[w], i)
		}
		for j, n := range common {
			if alike := float64(n) / float64(len(words[i])+len(words[j])-n); alike >= likest {
				t.Errorf("%s and %s are alike (%.2f):\n    %s\n    %s", s.id, all[j].id, alike, s.sentence, all[j].sentence)
			}
		}
	}
}

const (
	// sharedPhrases is how many runs of five words a sentence may have in common with
	// one overview or tagline of a source about the same film, and half of how many with
	// one about another: such runs are shared by chance, rarely more of them.
	sharedPhrases = 2
	// everyday is how many films' sentences have a run that is anybody's ("in the
	// middle of the"). It counts in the sentences about the same film alone.
	everyday = 3
)

// No sentence is taken from a source, in whole or in part. The sources' sentences
// are in a full library: KINODEX_DATA_LIBRARY names a generation of one.
func TestSynopsesAreNobodyElses(t *testing.T) {
	generation := os.Getenv("KINODEX_DATA_LIBRARY")
	if generation == "" {
		t.Skip("KINODEX_DATA_LIBRARY names no generation of a library")
	}
	full, err := catalog.Open(generation)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	all, _ := ours(t)
	place := map[film.ID]int{}
	for i, s := range all {
		place[s.id] = i
	}
	sources, told := newPhrases(all), 0
	for d := range catalog.Doc(full.Len()) {
		f, err := full.Film(d)
		if err != nil {
			t.Fatal(err)
		}
		for _, theirs := range []*string{f.Overview, f.Tagline} {
			if theirs == nil {
				continue
			}
			told++
			sources.hear(f.ID, *theirs)
			if i, ok := place[f.ID]; ok && jaccard(stems(all[i].sentence), stems(*theirs)) >= likest {
				t.Errorf("%s says what a source says in the same words:\n    %s\n    %s", f.ID, all[i].sentence, *theirs)
			}
		}
	}
	if told < 1000 {
		t.Errorf("the library tells %d sentences: it is no full one", told)
	}
	for _, e := range sources.echoes() {
		t.Errorf("%s shares %d runs of five words with a source's sentence about %s:\n    %s\n    %s", all[e.ours].id, e.runs, e.theirs, all[e.ours].sentence, e.sentence)
	}
}

// phrases finds where sentences have runs of five words in common with others'.
type phrases struct {
	all     []synopsis
	holders map[string][]int // our sentences, by run
	heard   map[string]int   // others' sentences that have the run
	matches []echo
}

// echo is a sentence of somebody else that shares runs with one of ours.
type echo struct {
	ours     int
	theirs   film.ID
	sentence string
	runs     int
}

func newPhrases(all []synopsis) *phrases {
	p := &phrases{all: all, holders: map[string][]int{}, heard: map[string]int{}}
	for i, s := range all {
		for run := range runs(s.sentence) {
			p.holders[run] = append(p.holders[run], i)
		}
	}
	return p
}

// hear takes a sentence of somebody else about a film.
func (p *phrases) hear(about film.ID, sentence string) {
	shared := map[int]int{}
	for run := range runs(sentence) {
		if p.holders[run] == nil {
			continue
		}
		p.heard[run]++
		for _, i := range p.holders[run] {
			shared[i]++
		}
	}
	for i, n := range shared {
		if n > sharedPhrases {
			p.matches = append(p.matches, echo{i, about, sentence, n})
		}
	}
}

// echoes are the sentences that share too much with one of ours, after all were
// heard.
func (p *phrases) echoes() []echo {
	return slices.DeleteFunc(p.matches, func(e echo) bool {
		if p.all[e.ours].id == e.theirs {
			return false
		}
		mine := runs(p.all[e.ours].sentence)
		for run := range runs(e.sentence) {
			if mine[run] && p.heard[run] >= everyday {
				e.runs--
			}
		}
		return e.runs <= 2*sharedPhrases
	})
}

// runs are the different runs of five words in s.
func runs(s string) map[string]bool {
	words := text.Words(s)
	all := map[string]bool{}
	for i := 0; i+5 <= len(words); i++ {
		all[strings.Join(words[i:i+5], " ")] = true
	}
	return all
}

func jaccard(a, b map[string]bool) float64 {
	n := 0
	for w := range a {
		if b[w] {
			n++
		}
	}
	return float64(n) / float64(max(1, len(a)+len(b)-n))
}

// The rules find what they are for, and let through what is true.
func TestTheRulesForSynopsesFindFaults(t *testing.T) {
	year, director := 1995, "Michael Mann"
	hanna := "Lt. Vincent Hanna"
	f := &film.Film{
		ID: 113277, Title: "Heat", Year: &year, Director: &director, Genres: []string{"Crime"},
		Keywords: []string{"robbery", "detective", "bank", "los angeles", "obsession"},
		Cast:     []film.Role{{Name: "Al Pacino", Character: &hanna}},
	}
	r := newReviewer([]*film.Film{f}, "tt0113277\tNeverland\n")
	const good = "A detective in Los Angeles hunts a crew of bank robbers whose leader lives by leaving everything behind."
	for _, c := range []struct{ heading, sentence, want string }{
		{"", good, ""},
		{"", "Lt. Vincent Hanna's obsession with a robbery crew in Neverland costs him a third marriage in World War II.", ""},
		{"", "A detective and his best friend hunt bank robbers who planned for everything but one another.", ""},
		{"Heat (1996)", good, "it is headed"},
		{"", "A detective hunts a robber.", "27 characters"},
		{"", strings.TrimSuffix(good, "."), "full stop"},
		{"", strings.TrimSuffix(good, ".") + "...", "full stop"},
		{"", "A detective hunts bank robbers in the city. Their leader lives by leaving everything behind.", "more than one sentence"},
		{"", "A detective hunts bank robbers \u2014 men who live by leaving everything and everybody behind.", "straight apostrophes"},
		{"", "A detective hunts bank robbers  who live by leaving everything and everybody behind.", "space"},
		{"", "a detective hunts bank robbers who live by leaving everything and everybody behind.", "capital"},
		{"", "A detective hunts the greatest bank robbers of the city, who leave everything behind.", "superlative"},
		{"", "A detective hunts the best bank robbers of the city, who leave everything behind.", "superlative"},
		{"", "A gripping hunt for bank robbers costs a detective everything that he has left at home.", "praises"},
		{"", "A detective hunts bank robbers, and in the end he shoots their leader by the runway.", "how it ends"},
		{"", "A detective hunts bank robbers and follows you into the life that they have left behind.", "speaks to the reader"},
		{"", "A detective hunts bank robbers, and Clarice Starling asks him what he has left behind.", `"Clarice"`},
		{"", "An orphan who sells matches follows a lost reindeer home through the winter forest.", "shares no word"},
	} {
		found := strings.Join(r.faults(synopsis{f.ID, max(c.heading, "Heat (1995)"), c.sentence}), "; ")
		if c.want == "" && found != "" || !strings.Contains(found, c.want) {
			t.Errorf("%s\n    found %q, want %q", c.sentence, found, c.want)
		}
	}
	if found := r.faults(synopsis{1, "Heat (1995)", good}); len(found) != 1 {
		t.Errorf("of a film that is not carried: %q", found)
	}
}

func TestSentencesOfOthersAreFound(t *testing.T) {
	const mine = "A detective hunts a crew of bank robbers whose leader lives by leaving everything behind."
	p := newPhrases([]synopsis{{1, "", mine}})
	p.hear(2, "In it, a Detective hunts a crew of Bank-robbers, whose leader sleeps.") // six runs
	p.hear(3, "He hunts a crew of men.")
	p.hear(4, "They hunt. A crew of bank robbers.")
	if found := p.echoes(); len(found) != 1 || found[0].theirs != 2 || found[0].runs != 6 {
		t.Errorf("%+v", found)
	}
	p = newPhrases([]synopsis{{1, "", mine}})
	for about := range film.ID(everyday) {
		p.hear(about+1, "Everybody says that a detective hunts a crew of bank robbers.")
	}
	if found := p.echoes(); len(found) != 1 || found[0].theirs != 1 {
		t.Errorf("what everybody says counts in sentences about the same film alone: %+v", found)
	}
	if got := fmt.Sprintf("%.2f", jaccard(stems("hunting robbers"), stems("hunts a robber today"))); got != "0.67" {
		t.Errorf("jaccard %s", got)
	}
}
