package guide

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/screenplay/measure"
	"kinodex/internal/text"
)

// fluff are words and phrases that praise instead of telling.
var fluff = []string{
	"acclaimed", "at its core", "at its finest", "beloved", "breathtaking", "brilliant", "brilliantly", "captivating",
	"cinematic universe", "compelling", "deftly", "delve", "delves", "effortless", "effortlessly", "epitome",
	"game changer", "genius", "gripping", "groundbreaking", "hallmark", "iconic", "immersive", "incredible",
	"legendary", "living legend", "magical", "magnum opus", "masterclass", "masterful", "masterfully", "masterpiece",
	"master of", "mesmerizing", "must see", "nuanced", "one of the greatest", "peerless", "poignant", "powerful",
	"profound", "quintessential", "remarkable", "renowned", "resonate", "resonates", "rich tapestry", "riveting",
	"seamless", "seamlessly", "showcase", "showcases", "stunning", "tapestry", "testament", "timeless",
	"unforgettable", "unique", "unparalleled", "visionary", "wonderful",
}

var (
	italic = regexp.MustCompile(`(?:^|[^*])\*([^*\n]+)\*(?:[^*]|$)`)
	bold   = regexp.MustCompile(`\*\*[^*\n]+\*\*`)
	bullet = regexp.MustCompile(`^- \*\*([^*\n]+)\.\*\* `)
	quoted = regexp.MustCompile(`"([^"\n]*)"`)
)

// lint lists what is wrong with the form and voice of a guide that Parse took.
func lint(g *Guide) (faults []string) {
	say := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }

	if n := words(g.Content); n < 400 || n > 900 {
		say("body has %d words, want 400 to 900", n)
	}
	if n := words(g.Summary); n < 8 || n > 40 || !strings.HasSuffix(g.Summary, ".") || strings.Contains(g.Summary, ". ") {
		say("summary is not one sentence of 8 to 40 words")
	}
	lintList(g, say)
	lintFilms(g, say)
	lintVoice(g, say)

	var leads []string
	for line := range strings.Lines(g.Section(signature)) {
		line = strings.TrimSpace(line)
		found := bullet.FindStringSubmatch(line)
		if found == nil {
			say("%s: %q is not a bullet that begins with a bold technique and a full stop", signature, start(line))
			continue
		}
		leads = append(leads, found[1])
		if len(italics(line)) == 0 {
			say("technique %q names no film", found[1])
		}
	}
	if !slices.Equal(leads, g.Techniques) {
		say("techniques are %q, bullets begin with %q", g.Techniques, leads)
	}
	return faults
}

// lintList checks the lists of the front matter.
func lintList(g *Guide, say func(string, ...any)) {
	if n := len(g.Techniques); n < 4 || n > 8 {
		say("%d techniques, want 4 to 8", n)
	}
	for _, t := range g.Techniques {
		if words(t) > 6 {
			say("technique %q is not a short name", t)
		}
	}
	if n := len(g.Vocabulary); n < 10 || n > 20 {
		say("%d words of vocabulary, want 10 to 20", n)
	}
	seen := map[string]bool{}
	for _, w := range g.Vocabulary {
		if tokens := text.Words(w); len(tokens) != 1 || tokens[0] != w {
			say("vocabulary: %q is not one lower-case word", w)
		}
		if stem := text.Stem(w); seen[stem] {
			say("vocabulary: %q stands there already", w)
		} else {
			seen[stem] = true
		}
	}
	if len(g.Tendencies) > 0 && g.Discipline != Writers {
		say("only writers have features")
	}
	for _, t := range g.Tendencies {
		if _, ok := measure.Index(t.Feature); !ok {
			say("no feature is called %q", t.Feature)
		}
	}
}

// lintFilms checks that what is cited is listed and what is listed is used.
func lintFilms(g *Guide, say func(string, ...any)) {
	form, _ := layoutOf(g.Discipline)
	named, inRole := map[string]bool{}, 0
	for _, title := range italics(g.Content) {
		c, ok := g.Cites(title)
		if !ok {
			say("*%s* is not a film of the list", title)
		}
		named[c.ID.String()] = true
	}
	for _, c := range g.Films {
		if !named[c.ID.String()] {
			say("%s is listed and not named", c.Title)
		}
		if c.Role == form.role {
			inRole++
		}
	}
	if inRole < 4 {
		say("%d films as %s, want at least 4", inRole, form.role)
	}
}

// lintVoice checks what the one voice of the guides never does.
func lintVoice(g *Guide, say func(string, ...any)) {
	all := g.Summary + "\n" + g.Content
	untitled := italic.ReplaceAllString(all, " ") // a title may praise
	spoken := " " + strings.Join(text.Words(untitled), " ") + " "
	for _, f := range fluff {
		if strings.Contains(spoken, " "+f+" ") {
			say("%q praises instead of telling", f)
		}
	}
	for _, mark := range []string{"—", "!", "](", "http", "`", "|", "“", "\t", "…"} {
		if strings.Contains(untitled, mark) {
			say("%q has no place in a guide", mark)
		}
	}
	if strings.Contains(all, "  ") {
		say("has two spaces together")
	}
	for _, q := range quoted.FindAllStringSubmatch(all, -1) {
		if words(q[1]) > 6 {
			say("quotes more than a few words: %q", start(q[1]))
		}
	}
	for _, s := range g.Sections {
		if s.Title != signature && bold.MatchString(s.Text) {
			say("%s: bold is for techniques", s.Title)
		}
		before := ""
		for line := range strings.Lines(s.Text) {
			line = strings.TrimSpace(line)
			if line != "" && before != "" && !strings.HasPrefix(line, "- ") {
				say("%s: %q goes on a paragraph: one paragraph, one line", s.Title, start(line))
			}
			if end := strings.TrimRight(line, "*"); line != "" && !strings.ContainsAny(end[max(0, len(end)-1):], ".?:") {
				say("%s: %q does not end its sentence", s.Title, start(line))
			}
			before = line
		}
	}
}

// italics gives the runs of s that are set in italics, which only titles are.
func italics(s string) []string {
	var titles []string
	s = bold.ReplaceAllString(s, "")
	// Doubled so that two titles with one character between them are both seen.
	s = strings.NewReplacer(" ", "  ", "\n", "\n\n").Replace(s)
	for _, found := range italic.FindAllStringSubmatch(s, -1) {
		titles = append(titles, strings.Join(strings.Fields(found[1]), " "))
	}
	return titles
}

func words(s string) int {
	n := 0
	for _, w := range strings.Fields(s) {
		if w != "##" && w != "-" {
			n++
		}
	}
	return n
}

func start(s string) string {
	if len(s) > 60 {
		return s[:60] + "..."
	}
	return s
}

// runs gives every run of eight words of the guide, titles and headings aside.
func runs(g *Guide) map[string]bool {
	all := map[string]bool{}
	parts := []string{g.Summary}
	for _, s := range g.Sections {
		parts = append(parts, strings.Split(italic.ReplaceAllString(s.Text, "\n"), "\n")...)
	}
	for _, part := range parts {
		tokens := text.Words(part)
		for i := 0; i+8 <= len(tokens); i++ {
			all[strings.Join(tokens[i:i+8], " ")] = true
		}
	}
	return all
}

func load(t *testing.T) *Guides {
	t.Helper()
	all, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestEveryGuideKeepsItsFormAndVoice(t *testing.T) {
	all := load(t)
	for _, d := range Disciplines() {
		for _, g := range all.List(d) {
			for _, fault := range lint(g) {
				t.Errorf("%s/%s: %s", d, g.Filename, fault)
			}
		}
	}
}

func TestNoTwoGuidesShareARunOfEightWords(t *testing.T) {
	all, from := load(t), map[string]*Guide{}
	for _, d := range Disciplines() {
		for _, g := range all.List(d) {
			for run := range runs(g) {
				if other := from[run]; other != nil && other != g {
					t.Errorf("%s and %s both say %q", other.Filename, g.Filename, run)
				}
				from[run] = g
			}
		}
	}
}

// How many guides there are at least.
func TestThereAreGuidesEnough(t *testing.T) {
	all := load(t)
	for d, least := range map[Discipline]int{Writers: 40, Directors: 40, Cinematographers: 30, Actors: 20} {
		if n := len(all.List(d)); n < least {
			t.Errorf("%d guides of %s, want %d", n, d, least)
		}
	}
}
