package guide

import (
	"strings"
	"testing"
	"testing/fstest"

	"kinodex/internal/film"
	"kinodex/internal/ordered"
)

// example is a guide in good form; its body is filled to length by sentences
// that nobody would publish.
func example() string {
	filler := strings.Repeat("\n\nA cook salts late, tastes early and writes the order down before the guests come in from the rain.", 22)
	return `---
name: Zoë Maß
slug: zoe-mass
discipline: writers
active: 1931-1960
summary: Writes about kitchens as though they were courts, and about courts as though they were kitchens.
techniques:
  - Salt first
  - Late guest
  - Cold plate
  - The bill
specifications:
  genres: comedy
  settings: "kitchens: large ones"
  structure: three courses
  dialogue: orders
  viewpoint: the cook's
  endings: dessert
vocabulary: [salt, soup, knife, fork, spoon, guest, bill, plate, rain, cook]
films:
  - tt0000011 | Salt | 1931 | writer
  - "tt0000012 | Soup: The Return | 1940 | writer"
  - tt0000013 | Forks | 1950 | writer
  - tt0000014 | Spoons | 1960 | writer
features:
  dialogue_ratio: high
---
## In one page

She salts.` + filler + `

## Structure

See *Forks* and *Spoons*.

## Dialogue

Orders, given twice.

## Signature techniques

- **Salt first.** As in *Salt*.
- **Late guest.** As in *The Return*.
- **Cold plate.** As in *Forks*.
- **The bill.** As in *Spoons*.

## Borrow

The salt.

## Avoid

The rain.

## Exercise

Cook.
`
}

func TestAGuideIsReadWhole(t *testing.T) {
	g, err := Parse("zoe-mass.md", example())
	if err != nil {
		t.Fatal(err)
	}
	if g.Name != "Zoë Maß" || g.Slug != "zoe-mass" || g.Discipline != Writers || g.Filename != "zoe-mass.md" {
		t.Errorf("read %q %q %q %q", g.Name, g.Slug, g.Discipline, g.Filename)
	}
	if len(g.Credited) != 1 || g.Credited[0] != g.Name {
		t.Errorf("credited as %q", g.Credited)
	}
	if g.Specifications[1] != (ordered.Member[string]{Key: "settings", Value: "kitchens: large ones"}) {
		t.Errorf("specification %q", g.Specifications[1])
	}
	if g.Films[1] != (Citation{12, "Soup: The Return", 1940, Writer}) {
		t.Errorf("film %v", g.Films[1])
	}
	if len(g.Tendencies) != 1 || g.Tendencies[0] != (Tendency{"dialogue_ratio", true}) {
		t.Errorf("tendencies %v", g.Tendencies)
	}
	if !strings.HasPrefix(g.Content, "## In one page\n\nShe salts.") || !strings.HasSuffix(g.Content, "Cook.\n") {
		t.Errorf("content begins %q", g.Content[:40])
	}
	if got := g.Section("Borrow"); got != "The salt." {
		t.Errorf("section %q", got)
	}
	if faults := lint(g); len(faults) > 0 {
		t.Errorf("the example has faults: %q", faults)
	}
}

func TestWhatIsNoGuideIsRefused(t *testing.T) {
	for name, swap := range map[string][2]string{
		"no front matter":            {"---\nname", "name"},
		"front matter without end":   {"\n---\n## In", "\n## In"},
		"unknown key":                {"active:", "alive: yes\nactive:"},
		"key twice":                  {"active: 1931-1960", "active: 1931-1960\nactive: 1931-1960"},
		"key without value":          {"active: 1931-1960", "active:"},
		"missing key":                {"summary: ", "credited_as: "},
		"another's slug":             {"slug: zoe-mass", "slug: zoe"},
		"unknown discipline":         {"discipline: writers", "discipline: grips"},
		"years the wrong way round":  {"1931-1960", "1960-1931"},
		"list where text belongs":    {"active: 1931-1960", "active: [1931]"},
		"map where a list belongs":   {"  - Salt first", "  first: Salt"},
		"list and map in one":        {"  structure: three courses", "  - three courses"},
		"value that YAML misreads":   {"three courses", "three: courses"},
		"value that starts a list":   {"three courses", "[three courses"},
		"quote without end":          {`"kitchens: large ones"`, `"kitchens: large ones`},
		"unknown specification":      {"  endings:", "  starts:"},
		"feature neither way":        {"dialogue_ratio: high", "dialogue_ratio: some"},
		"film without role":          {" | 1931 | writer", " | 1931"},
		"film of unknown role":       {" | 1931 | writer", " | 1931 | caterer"},
		"film of no year":            {" | 1931 | writer", " | soon | writer"},
		"film without id":            {"tt0000011 |", "0000011 |"},
		"film id of another length":  {"tt0000011 |", "tt11 |"},
		"film twice":                 {"tt0000013", "tt0000014"},
		"heading of the first level": {"## Borrow", "# Borrow"},
		"another section":            {"## Borrow", "## Steal"},
		"section left out":           {"## Borrow\n\nThe salt.\n\n", ""},
		"empty section":              {"The salt.", ""},
		"text before the sections":   {"---\n## In", "---\nHello.\n\n## In"},
		"not UTF-8":                  {"The salt.", "The s\xfflt."},
	} {
		t.Run(name, func(t *testing.T) {
			src := strings.Replace(example(), swap[0], swap[1], 1)
			if src == example() {
				t.Fatal("nothing to swap")
			}
			if g, err := Parse("zoe-mass.md", src); err == nil {
				t.Errorf("taken as %+v", g)
			}
		})
	}
	if _, err := Parse("other.md", example()); err == nil {
		t.Error("taken from a file of another name")
	}
}

func TestTheLinterFindsWhatGuidesNeverDo(t *testing.T) {
	for name, swap := range map[string][2]string{
		"too short":                    {strings.Repeat("\n\nA cook salts late, tastes early and writes the order down before the guests come in from the rain.", 22), ""},
		"praise":                       {"The salt.", "The iconic salt."},
		"praise of two words":          {"The salt.", "A rich tapestry of salt."},
		"summary of two sentences":     {"courts as", "courts. As"},
		"film not on the list":         {"The salt.", "The salt of *Knives*."},
		"film listed and never named":  {"See *Forks* and *Spoons*.\n\n## D", "See *Forks*.\n\n## D"},
		"technique without film":       {"As in *Forks*", "As in life"},
		"technique not in the list":    {"- **Cold plate.**", "- **Warm plate.**"},
		"prose among the techniques":   {"- **Cold plate.** As", "Cold plate, as"},
		"technique that is a sentence": {"  - The bill", "  - The bill that nobody ever thought to ask for"},
		"vocabulary of two words":      {"soup, knife", "pea soup"},
		"capital in the vocabulary":    {"soup,", "Soup,"},
		"too few words":                {"soup, knife, fork, ", ""},
		"word twice in two forms":      {"soup,", "plates,"},
		"unknown feature":              {"dialogue_ratio: high", "loudness: high"},
		"long quotation":               {"The salt.", `He says "I will have the soup and then I will go".`},
		"bold outside the techniques":  {"The salt.", "The **salt**."},
		"dash":                         {"The salt.", "The salt — late."},
		"exclamation":                  {"The salt.", "The salt!"},
		"link":                         {"The salt.", "The [salt](salt.html)."},
		"broken paragraph":             {"The salt.", "The salt.\nThe pepper."},
		"unfinished sentence":          {"The salt.", "The salt"},
		"role of another discipline":   {" | 1931 | writer", " | 1931 | actor"},
	} {
		t.Run(name, func(t *testing.T) {
			src := strings.Replace(example(), swap[0], swap[1], 1)
			if name == "film listed and never named" {
				src = strings.Replace(src, "As in *Spoons*", "As in *Forks*", 1)
			}
			g, err := Parse("zoe-mass.md", src)
			if err != nil {
				t.Fatal(err)
			}
			if len(lint(g)) == 0 {
				t.Error("no fault found")
			}
		})
	}
}

// REQ M-30
func TestAGuideIsFoundByNameOrSlug(t *testing.T) {
	all := load(t)
	for _, c := range []struct{ asked, slug string }{
		{"billy-wilder", "billy-wilder"},
		{"Billy Wilder", "billy-wilder"},
		{"  BILLY  WILDER ", "billy-wilder"},
		{"Pedro Almodovar", "pedro-almodovar"},
		{"Pedro Almodóvar", "pedro-almodovar"},
		{"Bong Joon Ho", "bong-joon-ho"},
		{"Suso Cecchi d’Amico", "suso-cecchi-damico"},
		{"joel coen", "joel-and-ethan-coen"},
	} {
		g, ok := all.Get(Writers, c.asked)
		if !ok || g.Slug != c.slug {
			t.Errorf("%q found %v, want %s", c.asked, g, c.slug)
		}
	}
	for _, nobody := range []string{"", " ", "nobody", "billy"} {
		if g, ok := all.Get(Writers, nobody); ok {
			t.Errorf("%q found %s", nobody, g.Slug)
		}
	}
	if _, ok := all.Get(Actors, "billy-wilder"); ok {
		t.Error("a writer is found among actors")
	}
	if _, ok := all.Get("grips", "billy-wilder"); ok || all.List("grips") != nil {
		t.Error("there are grips")
	}
}

// REQ AC-12
func TestListsAreInOrderOfSlugAndTheCallersOwn(t *testing.T) {
	all := load(t)
	list := all.List(Writers)
	for i := range list[1:] {
		if list[i].Slug >= list[i+1].Slug {
			t.Errorf("%s stands before %s", list[i].Slug, list[i+1].Slug)
		}
	}
	first := list[0]
	list[0] = nil
	if all.List(Writers)[0] != first {
		t.Error("a caller changed the list of the others")
	}
}

func TestFilmsAreAllCitedOnesOnceInOrder(t *testing.T) {
	all, want := load(t), map[film.ID]bool{}
	for _, d := range Disciplines() {
		for _, g := range all.List(d) {
			for _, c := range g.Films {
				want[c.ID] = true
			}
		}
	}
	ids := all.Films()
	if len(ids) != len(want) {
		t.Errorf("%d films, want %d", len(ids), len(want))
	}
	for i, id := range ids {
		if !want[id] || i > 0 && ids[i-1] >= id {
			t.Errorf("%s is not cited or out of order", id)
		}
	}
}

func TestAFolderWithAStrangerInItIsRefused(t *testing.T) {
	good := &fstest.MapFile{Data: []byte(example())}
	if _, err := Read(fstest.MapFS{"writers/zoe-mass.md": good}); err != nil {
		t.Errorf("a good folder: %v", err)
	}
	twin := strings.NewReplacer("name: Zoë Maß", "name: Anna Maß", "slug: zoe-mass", "slug: anna-mass",
		"active:", "credited: [Zoe Mass]\nactive:").Replace(example())
	for name, root := range map[string]fstest.MapFS{
		"writer among directors":   {"directors/zoe-mass.md": good},
		"file that is no guide":    {"writers/zoe-mass.md": good, "writers/notes.txt": {Data: []byte("salt")}},
		"two guides to one person": {"writers/zoe-mass.md": good, "writers/anna-mass.md": {Data: []byte(twin)}},
	} {
		if _, err := Read(root); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}

func TestCreditsConfirmACitation(t *testing.T) {
	year := func(n int) *int { return &n }
	f := &film.Film{ID: 11, Title: "Salt", Year: year(1931),
		Cast: []film.Role{{Name: "Ada Fork"}},
		CrewSummary: film.Crew{
			"writing":   {{Name: "Zoe Mass", Job: "Screenplay"}, {Name: "Bo Novel", Job: "Novel"}},
			"directing": {{Name: "Di Rector", Job: "Director"}, {Name: "As Sistant", Job: "Assistant Director"}},
			"camera": {{Name: "Ci Nema", Job: "Director of Photography"}, {Name: "Op Erator", Job: "Camera Operator"},
				{Name: "Lo Case", Job: "director of photography"}, {Name: "Se Cond", Job: "second unit director of photography"}},
		}}
	cite := Citation{ID: 11, Title: "Salt", Year: 1931, Role: Writer}
	for _, c := range []struct {
		name     string
		credited []string
		change   func(*Citation)
		want     bool
	}{
		{"writer", []string{"Zoë Mass"}, nil, true},
		{"hyphens aside", []string{"Zoë-Mass"}, nil, true},
		{"director", []string{"Di Rector"}, func(c *Citation) { c.Role = Director }, true},
		{"cinematographer", []string{"Ci Nema"}, func(c *Citation) { c.Role = Cinematographer }, true},
		{"job in lower case", []string{"Lo Case"}, func(c *Citation) { c.Role = Cinematographer }, true},
		{"second unit in lower case", []string{"Se Cond"}, func(c *Citation) { c.Role = Cinematographer }, false},
		{"actor", []string{"Ada Fork"}, func(c *Citation) { c.Role = Actor }, true},
		{"author of the novel", []string{"Bo Novel"}, nil, false},
		{"assistant director", []string{"As Sistant"}, func(c *Citation) { c.Role = Director }, false},
		{"camera operator", []string{"Op Erator"}, func(c *Citation) { c.Role = Cinematographer }, false},
		{"director as writer", []string{"Di Rector"}, nil, false},
		{"half a team", []string{"Zoë Mass", "Yann Mass"}, nil, false},
		{"another year", []string{"Zoë Mass"}, func(c *Citation) { c.Year = 1932 }, false},
		{"another title", []string{"Zoë Mass"}, func(c *Citation) { c.Title = "Pepper" }, false},
		{"another film", []string{"Zoë Mass"}, func(c *Citation) { c.ID = 12 }, false},
	} {
		g, asked := &Guide{Credited: c.credited}, cite
		if c.change != nil {
			c.change(&asked)
		}
		if err := g.Confirm(asked, f); (err == nil) != c.want {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestATitleIsKnownByItsBeginningOrEnd(t *testing.T) {
	g := &Guide{Films: []Citation{{ID: 1, Title: "Star Wars: Episode V - The Empire Strikes Back"}, {ID: 2, Title: "Empire"}, {ID: 3, Title: "Fargo"}}}
	for asked, want := range map[string]film.ID{
		"The Empire Strikes Back": 1, "Star Wars": 1, "EMPIRE": 2, "Fargo": 3, "Far": 0, "argo": 0, "": 0,
	} {
		if c, _ := g.Cites(asked); c.ID != want {
			t.Errorf("%q means %s, want %s", asked, c.ID, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(example())
	f.Add("---\nname: a\n  - b\n---\n")
	f.Add("---\n  - b\n---\n## In one page\n")
	f.Add("---\nvocabulary: []\nfilms: [a, ]\n---\n")
	f.Fuzz(func(t *testing.T, src string) {
		g, err := Parse("zoe-mass.md", src)
		if err != nil {
			return
		}
		form, _ := layoutOf(g.Discipline)
		if g.Slug != "zoe-mass" || len(g.Sections) != len(form.sections) || len(g.Credited) == 0 {
			t.Errorf("took a guide of the wrong form: %+v", g)
		}
		lint(g)
	})
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := Load(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkGet(b *testing.B) {
	all, err := Load()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, ok := all.Get(Writers, "Pedro Almodóvar"); !ok {
			b.Fatal("not found")
		}
	}
}

// A team is credited when all of its names are.
func TestCreditsAreOfAllNames(t *testing.T) {
	f := &film.Film{CrewSummary: film.Crew{"writing": {{Name: "Joel Coen", Job: "Writer"}, {Name: "Ethan Coen", Job: "Writer"}, {Name: "A. Novelist", Job: "Novel"}}}}
	for _, c := range []struct {
		names []string
		want  bool
	}{
		{[]string{"Joel Coen", "Ethan Coen"}, true}, {[]string{"joel coen"}, true}, {[]string{"Joel Coen", "Nobody"}, false}, {[]string{"A. Novelist"}, false},
	} {
		if g := (&Guide{Credited: c.names}); g.Credits(f, Writer) != c.want {
			t.Errorf("%q credited: %v", c.names, !c.want)
		}
	}
	g := &Guide{Films: []Citation{{ID: 5}, {ID: 3}}}
	if ids := g.Cited(); len(ids) != 2 || ids[0] != 5 {
		t.Errorf("cited %v", ids)
	}
}
