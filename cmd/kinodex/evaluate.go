package main

import (
	"errors"
	"fmt"
	"io"
	"text/tabwriter"

	"kinodex/internal/catalog"
	"kinodex/internal/examine"
	"kinodex/internal/film"
	"kinodex/internal/library"
)

// EvaluateCmd groups the evaluations. Each asks held-out questions unless told
// otherwise and prints what it asked of what.
type EvaluateCmd struct {
	Search     EvaluateSearchCmd     `cmd:"" help:"Ask the text search questions with known answers and mark it. Example: kinodex evaluate search --data ./data"`
	Screenplay EvaluateScreenplayCmd `cmd:"" help:"Mark the screenplay reader against typed scripts and against four scrapings of the same ones. Example: kinodex evaluate screenplay --gold ./gold --card docs/cards/screenplay.md"`
	Tier       EvaluateTierCmd       `cmd:"" help:"Examine the tier model out of fold. Example: kinodex evaluate tier --data ./data --card docs/cards/tier.md"`
	Style      EvaluateStyleCmd      `cmd:"" name:"style-match" help:"Ask style-match who wrote passages of films it may not look at. Example: kinodex evaluate style-match --scripts ./screenplays --data ./data --card docs/cards/style-match.md"`
	Recommend  EvaluateRecommendCmd  `cmd:"" help:"Ask the recommender for what people liked next. Example: kinodex evaluate recommend --data ./data --ratings ./ratings --card docs/cards/recommend.md"`
	Similar    EvaluateSimilarCmd    `cmd:"" help:"Compare the similar films with sequels and with what the same people liked. Example: kinodex evaluate similar --data ./data --ratings ./ratings --card docs/cards/similar.md"`
	Posters    EvaluatePostersCmd    `cmd:"" help:"Mark the reader of posters on films it did not learn from. Example: kinodex evaluate posters --data ./data --posters ./posters --card docs/cards/posters.md"`
	Forecast   EvaluateForecastCmd   `cmd:"" help:"Examine the forecast of films later than those it learned from. Example: kinodex evaluate forecast --data ./data --card docs/cards/forecast.md"`
}

// EvaluateSearchCmd marks the text search.
type EvaluateSearchCmd struct {
	Data      string `help:"Data directory with the library to ask." default:"data" type:"path"`
	Questions int    `help:"Questions of each class, at most." default:"1000"`
	Tuning    bool   `help:"Ask the development questions, which rankings may be tuned on, instead of the held-out ones."`
	Misses    int    `help:"How many questions to show whose first answer was wrong. Example: --misses 20"`
	Through   string `help:"What is asked: the list of films, or the search over everything." enum:"films,search" default:"films"`
	Gate      bool   `help:"Fail when a class is below its floor."`
}

// searchFloors are the least MRR@10 a full catalogue must reach, by class.
var searchFloors = map[examine.Class]float64{
	examine.Title:           0.98,
	examine.Typo:            0.90,
	examine.TitleYear:       0.99,
	examine.Part:            0.92,
	examine.DirectorKeyword: 0.80,
	examine.Plot:            0.95,
}

// Run asks and prints the marks.
func (c EvaluateSearchCmd) Run(g *Globals) error {
	lib, err := library.Open(libraryRoot(c.Data))
	if err != nil {
		return err
	}
	defer lib.Close()
	seed, name := examine.HeldOutSeed, "held-out"
	if c.Tuning {
		seed, name = examine.DevelopmentSeed, "development"
	}
	ask := examine.ThroughCatalog(lib.Catalog)
	if c.Through == "search" {
		ask = examine.ThroughSearch(lib.Catalog, lib.Search)
	}
	report, err := examineSearch(lib.Catalog, seed, c.Questions, ask)
	if err != nil {
		return err
	}
	fmt.Fprintf(g.Out, "generation %s, %d films, %s questions (seed %d), through %s\n\n", lib.Generation(), lib.Catalog.Len(), name, seed, c.Through)
	if err := writeMarks(g.Out, report); err != nil {
		return err
	}
	for _, miss := range report.Missed[:min(c.Misses, len(report.Missed))] {
		fmt.Fprintf(g.Out, "%s %q: rank %d, wanted %v, got %v\n", miss.Class, miss.Text, miss.Rank, miss.Right, miss.Given)
	}
	if c.Gate {
		return belowFloor(report)
	}
	return nil
}

// examineSearch asks questions made from the catalogue's own films.
func examineSearch(films *catalog.Catalog, seed uint64, n int, ask func(string, int) []film.ID) (examine.Report, error) {
	var broken error
	questions := examine.Questions(allFilms(films, &broken), seed, n)
	if broken != nil {
		return examine.Report{}, broken
	}
	return examine.Score(questions, ask), nil
}

func writeMarks(to io.Writer, report examine.Report) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "class\tasked\tMRR@10\trecall@1\tfloor")
	for _, m := range report.Marks {
		fmt.Fprintf(w, "%s\t%d\t%.4f\t%.4f\t%.2f\n", m.Class, m.Asked, m.MRR10, m.Recall1, searchFloors[m.Class])
	}
	worst := report.Worst()
	fmt.Fprintf(w, "worst: %s\t\t%.4f\t\t\n", worst.Class, worst.MRR10)
	return w.Flush()
}

func belowFloor(report examine.Report) error {
	var all error
	for _, class := range examine.Classes {
		if m := report.Of(class); m.Asked == 0 || m.MRR10 < searchFloors[class] {
			all = errors.Join(all, fmt.Errorf("%s: MRR@10 %.4f of %d questions is below %.2f", class, m.MRR10, m.Asked, searchFloors[class]))
		}
	}
	return all
}
