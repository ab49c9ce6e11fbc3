package advice_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"kinodex/internal/advice"
	"kinodex/internal/apptest"
	"kinodex/internal/catalog"
	"kinodex/internal/catalog/catalogtest"
	"kinodex/internal/film"
	"kinodex/internal/guide"
	"kinodex/internal/research"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/screenplay/parse"
)

// set builds the research set of scripts of the films of the house.
func set(t *testing.T, scripts []research.MeasuredScript) *research.Set {
	t.Helper()
	films, path := apptest.Films(), filepath.Join(t.TempDir(), research.File)
	b := research.NewBuilder(scripts)
	for i, f := range films {
		b.Add(catalog.Doc(i), f)
	}
	if err := b.Write(t.Context(), path, nil); err != nil {
		t.Fatal(err)
	}
	x, err := research.Open(path, catalogtest.Open(t, films))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return x
}

// guides are one guide, which cites the first films of the house.
func guides(t *testing.T) []*guide.Guide {
	t.Helper()
	source, err := os.ReadFile("../guide/guides/writers/aaron-sorkin.md")
	if err != nil {
		t.Fatal(err)
	}
	var cites strings.Builder
	for _, f := range apptest.Films()[:12] {
		if f.Year != nil {
			fmt.Fprintf(&cites, "  - %s | %s | %d | writer\n", f.ID, f.Title, *f.Year)
		}
	}
	before, rest, _ := strings.Cut(string(source), "films:\n")
	_, after, _ := strings.Cut(rest, "features:\n")
	all, err := guide.Read(fstest.MapFS{"writers/aaron-sorkin.md": {Data: []byte(before + "films:\n" + cites.String() + "features:\n" + after)}})
	if err != nil {
		t.Fatal(err)
	}
	return all.List(guide.Writers)
}

// analysed reads, measures and analyses a text.
func analysed(t *testing.T, x *research.Set, text string) *research.Analysis {
	t.Helper()
	s := parse.Text(text)
	a, err := x.Analyze(s, measure.NewMeter().Of(s))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// REQ F2-120: the points are the three features that are furthest from the mean, each with the scenes that cause it, scripts of the set
// near it with their value, one on the other side of the median, and a passage of the guide that cites it.
func TestAdviceFollowsFromEvidence(t *testing.T) {
	t.Parallel()
	x := set(t, apptest.Scripts())
	a := analysed(t, x, apptest.Screenplay(20))
	told := advice.Of(x, advice.NewBook(guides(t)), a, research.Told{})
	if len(told.Points) != 3 || told.Caution == "" || told.NearRule == "" {
		t.Fatalf("%+v", told)
	}
	last := math.Inf(1)
	for _, p := range told.Points {
		f, ok := measure.Index(p.Feature)
		if far := math.Abs(p.ZScore); !ok || far > last || far < 1 || p.Value != *a.Features.At(f) {
			t.Errorf("%s: %v, %v standard deviations after %v", p.Feature, p.Value, p.ZScore, last)
		}
		last = math.Abs(p.ZScore)
		for i, s := range p.Scenes {
			if e := (*a.Evidence.At(f))[i]; s.Scene != e.Scene || s.Heading != a.Scenes[s.Scene-1].Heading {
				t.Errorf("%s: scene %+v", p.Feature, s)
			}
		}
		if len(p.Near.Scripts) != 3 || len(p.Near.Conditions) != 0 { // no script of the house is as short
			t.Errorf("%s: near are %+v", p.Feature, p.Near)
		}
		for _, e := range append(p.Near.Scripts, *p.Otherwise) {
			id, _ := film.ParseID(e.FilmdbID)
			if s, ok := x.ByFilm(id); !ok || s.Title != e.Title || *s.Features.At(f) != e.Value {
				t.Errorf("%s: %+v is not in the set", p.Feature, e)
			}
		}
		median := x.Spread().Quantile(f, 0.5)
		if other := p.Otherwise.Value; (p.Value < median) == (other <= median) || !p.Middle.Holds(other) {
			t.Errorf("%s: %v here, otherwise %v, the median is %v", p.Feature, p.Value, other, median)
		}
		if g := p.Guide; g != nil {
			if g.Slug != "aaron-sorkin" || strings.ContainsAny(g.Text, "*\n") || g.Text == "" || g.Section == "Avoid" {
				t.Errorf("%s: %+v", p.Feature, g)
			}
		}
		if says := p.Says(); !strings.Contains(says, p.Text(p.Value)) || !strings.Contains(says, p.Near.Scripts[0].Title) {
			t.Errorf("%s: %s", p.Feature, says)
		}
		if len(p.Changes) != 0 {
			t.Errorf("%s of a few pages: %v", p.Feature, p.Changes)
		}
	}
	if len(told.Warnings) != 1 || !strings.Contains(told.Warnings[0], "shorter than 99 of 100") {
		t.Errorf("a short text: %v", told.Warnings)
	}
}

// REQ F2-120: of a text that is no screenplay the figures are given, and nothing follows from them.
func TestNothingFollowsForProse(t *testing.T) {
	t.Parallel()
	x := set(t, apptest.Scripts())
	prose := strings.Repeat("He had walked all night, and the harbour lay before him in the rain; nobody was on the quay but a boy who sold newspapers and did not look up. ", 40)
	told := advice.Of(x, advice.NewBook(guides(t)), analysed(t, x, prose), research.Told{})
	for _, p := range told.Points {
		if p.Near != nil || p.Suggestion != nil || p.Otherwise != nil || p.Guide != nil || len(p.Changes) > 0 || p.Might() != "" || p.NearSays() != "" {
			t.Errorf("%+v", p)
		}
	}
	if len(told.Warnings) != 1 || !strings.Contains(told.Warnings[0], "not a screenplay") {
		t.Errorf("%v", told.Warnings)
	}
}

// REQ F2-120: the figures of the caution are those of the card of the tier model, and nothing promises a better class.
func TestTheCautionIsTheCards(t *testing.T) {
	card, err := os.ReadFile("../../docs/cards/tier.md")
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("with them alone %.3f, with the page %.3f", advice.KnownF1, advice.PageF1); !strings.Contains(string(card), want) {
		t.Errorf("the card does not have %q", want)
	}
	if !strings.Contains(string(card), "the page adds nothing that can be told apart from zero") {
		t.Error("the card says something else of what the page adds")
	}
}
