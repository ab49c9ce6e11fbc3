package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"kinodex/internal/catalog"
	"kinodex/internal/cli"
	"kinodex/internal/eval"
	"kinodex/internal/eval/production"
	"kinodex/internal/eval/recommend"
	"kinodex/internal/eval/screenplay"
	"kinodex/internal/eval/search"
	"kinodex/internal/film"
	"kinodex/internal/ingest"
	"kinodex/internal/library"
)

// EvaluateCmd groups the evaluations. Each asks held-out questions unless told
// otherwise and prints what it asked of which library.
type EvaluateCmd struct {
	Search       EvaluateSearchCmd       `cmd:"" help:"Evaluate the text search on questions with known answers. Example: kinodex-lab evaluate search --data ./data"`
	Screenplay   EvaluateScreenplayCmd   `cmd:"" help:"Evaluate the screenplay reader on annotated scripts, and on four scraped versions of the same scripts. Example: kinodex-lab evaluate screenplay --gold ./gold --card docs/cards/screenplay.md"`
	Production   EvaluateProductionCmd   `cmd:"" help:"Evaluate how well it is found what scenes need on set, on scripts that are marked by hand. Example: kinodex-lab evaluate production --card docs/cards/production.md"`
	Turns        EvaluateTurnsCmd        `cmd:"" help:"Evaluate turning points on screenplays whose scenes a reader marked, beside the positions that the literature states. Example: kinodex-lab evaluate turns --scripts ./screenplays --card docs/cards/turns.md"`
	Tier         EvaluateTierCmd         `cmd:"" help:"Evaluate the tier model by cross-validation. Example: kinodex-lab evaluate tier --data ./data --card docs/cards/tier.md"`
	Style        EvaluateStyleCmd        `cmd:"" name:"style-match" help:"Evaluate style-match on passages of held-out films, by whether it finds their writers. Example: kinodex-lab evaluate style-match --scripts ./screenplays --data ./data --card docs/cards/style-match.md"`
	Recommend    EvaluateRecommendCmd    `cmd:"" help:"Evaluate recommendations by what people liked next. Example: kinodex-lab evaluate recommend --data ./data --ratings ./ratings --card docs/cards/recommend.md"`
	Together     EvaluateTogetherCmd     `cmd:"" help:"Evaluate recommendations for several people by what all of them rated. Example: kinodex-lab evaluate together --data ./data --ratings ./ratings --card docs/cards/together.md"`
	Prompts      EvaluatePromptsCmd      `cmd:"" help:"Evaluate the prompt reader on annotated sentences and on real dialogues. Example: kinodex-lab evaluate prompts --data ./data --card docs/cards/prompts.md"`
	Descriptions EvaluateDescriptionsCmd `cmd:"" help:"Evaluate how well films are found that somebody describes from memory. Example: kinodex-lab evaluate descriptions --data ./data --card docs/cards/descriptions.md"`
	Suggestions  EvaluateSuggestionsCmd  `cmd:"" help:"Evaluate how few letters lead to a film or person in the search box. Example: kinodex-lab evaluate suggestions --data ./data --card docs/cards/suggestions.md"`
	Connector    EvaluateConnectorCmd    `cmd:"" help:"Evaluate how many calls and tokens an agent needs for recorded questions at running servers. Example: KINODEX_KEY=… kinodex-lab evaluate connector --at here=http://127.0.0.1:8080/mcp"`
	Similar      EvaluateSimilarCmd      `cmd:"" help:"Evaluate similar films against sequels and against what the same people liked. Example: kinodex-lab evaluate similar --data ./data --ratings ./ratings --card docs/cards/similar.md"`
	Posters      EvaluatePostersCmd      `cmd:"" help:"Evaluate the poster model on held-out films. Example: kinodex-lab evaluate posters --data ./data --posters ./posters --card docs/cards/posters.md"`
	Forecast     EvaluateForecastCmd     `cmd:"" help:"Evaluate the forecast on films later than its training data. Example: kinodex-lab evaluate forecast --data ./data --card docs/cards/forecast.md"`
	Challenge    EvaluateChallengeCmd    `cmd:"" help:"Evaluate the forecast on which of two films of a year took more, or is rated higher. Example: kinodex-lab evaluate challenge --data ./data --card docs/cards/challenge.md"`
}

// libraryFlag is the flag for the library that an evaluation asks.
type libraryFlag struct {
	Data string `help:"Data directory with the library to evaluate." default:"data" type:"path"`
}

// with opens the library of the data directory, calls run and closes it. The
// library must not be used after run has returned.
func (c libraryFlag) with(run func(*library.Library) error) error {
	lib, err := library.Open(library.Root(c.Data))
	if err != nil {
		return err
	}
	defer lib.Close()
	return run(lib)
}

// cardFlag is the flag for the file that an evaluation writes its card to.
type cardFlag struct {
	Card string `help:"Write the card as Markdown to this file." type:"path" placeholder:"FILE"`
}

// write writes the card to its file, or to out if no file was named.
func (c cardFlag) write(out io.Writer, card func(io.Writer) error) error {
	if c.Card == "" {
		return card(out)
	}
	return cli.CreateFile(c.Card, card)
}

// gateFlag is the flag that makes an evaluation fail when it misses a bound.
type gateFlag struct {
	Gate bool `help:"Fail if a figure misses its goal."`
}

// check returns an error that names the bounds that are missed. Without --gate it
// returns nil.
func (c gateFlag) check(bounds []eval.Bound) error {
	if !c.Gate {
		return nil
	}
	return eval.Gate(bounds)
}

// steps returns a function that shows an evaluation's progress on standard error.
// Unit is what done and total count.
func steps(g *cli.Streams, unit string) func(stage string, done, total int) {
	tell := cli.Progress(g.Err)
	return func(stage string, done, total int) {
		tell(ingest.Progress{Stage: stage, Done: int64(done), Total: int64(total), Unit: unit})
	}
}

// EvaluateSearchCmd marks the text search.
type EvaluateSearchCmd struct {
	libraryFlag
	gateFlag
	Questions int    `help:"Largest number of questions per class." default:"1000"`
	Tuning    bool   `help:"Use the development questions, on which rankings may be tuned, instead of the held-out ones."`
	Misses    int    `help:"Number of questions with a wrong first answer to print. Example: --misses 20"`
	Akas      string `help:"File or folder of titles by country (title.akas.tsv.gz), from which the questions take alternative titles. Default: the titles that the library lists." type:"existingpath"`
	Through   string `help:"Search to evaluate: the list of films with match=auto or match=all, or the search over everything." enum:"auto,all,search" default:"auto"`
}

// Run asks the questions and prints the metrics, then as many wrong answers as
// --misses says. The same library, seed and number of questions give the same
// questions.
func (c EvaluateSearchCmd) Run(ctx context.Context, g *cli.Streams) error {
	return c.with(func(lib *library.Library) error {
		seed, name := eval.HeldOutSeed, "held-out"
		if c.Tuning {
			seed, name = eval.DevelopmentSeed, "development"
		}
		ask := search.ThroughFinder(lib.Catalog, func(q *film.Query, p film.Page) catalog.ResultPage {
			found, _ := lib.Taste.Find(q, p)
			return found
		}, film.Match(c.Through))
		if c.Through == "search" {
			ask = search.ThroughSearch(lib.Catalog, lib.Search)
		}
		var broken error
		films := allFilms(lib.Catalog, &broken)
		if c.Akas != "" {
			akas, err := readAkas(ctx, c.Akas, lib.Catalog)
			if err != nil {
				return err
			}
			films = calledElsewhere(films, akas)
		}
		questions := search.Questions(films, seed, c.Questions)
		if broken != nil {
			return broken
		}
		if c.Through == string(film.MatchAll) { // what people type need not be in one film word by word
			questions = slices.DeleteFunc(questions, func(q search.Question) bool { return q.Class == search.AsTyped || q.Class == search.OtherScript })
		}
		report := search.Evaluate(questions, ask)
		fmt.Fprintf(g.Out, "generation %s, %d films, %s questions (seed %d), through %s\n\n", lib.Generation(), lib.Catalog.Len(), name, seed, c.Through)
		if err := report.Write(g.Out); err != nil {
			return err
		}
		for _, miss := range report.Missed[:min(c.Misses, len(report.Missed))] {
			fmt.Fprintf(g.Out, "%s %q: rank %d, wanted %v, got %v\n", miss.Class, miss.Text, miss.Rank, miss.Relevant, miss.Given)
		}
		return c.check(report.Bounds())
	})
}

// EvaluateScreenplayCmd examines how screenplays are read.
type EvaluateScreenplayCmd struct {
	cardFlag
	gateFlag
	Gold string `help:"Folder with fdx_elements (annotated paragraphs, *.jsonl) and variants (the same scripts, scraped in four ways)." required:"" type:"existingdir"`
}

// Run evaluates and writes the card. If the card goes to a file, the lowest rank
// correlation is printed.
func (c EvaluateScreenplayCmd) Run(g *cli.Streams) error {
	report, err := screenplay.Evaluate(c.Gold)
	if err != nil {
		return err
	}
	about := eval.About{Command: "bin/kinodex-lab evaluate screenplay --gold screenplays/gold --card docs/cards/screenplay.md"}
	if err := c.write(g.Out, func(w io.Writer) error { return report.WriteCard(w, about) }); err != nil {
		return err
	}
	if worst := report.Worst(); c.Card != "" {
		fmt.Fprintf(g.Out, "lowest rank correlation: %s, %.3f\n", worst, worst.Rank)
	}
	return c.check(report.Bounds())
}

// EvaluateProductionCmd examines what is found that scenes need on set.
type EvaluateProductionCmd struct {
	cardFlag
	gateFlag
	Misses bool `help:"Print the scenes of the development half in which something is missed or found wrongly."`
}

// Run evaluates both halves of the sample, which is part of the program, and writes the card.
func (c EvaluateProductionCmd) Run(g *cli.Streams) error {
	card, err := production.EvaluateAll(eval.About{Command: "bin/kinodex-lab evaluate production --gate --card docs/cards/production.md"})
	if err != nil {
		return err
	}
	if err := c.write(g.Out, card.Write); err != nil {
		return err
	}
	if c.Misses {
		for _, miss := range card.Reports[0].Misses {
			fmt.Fprintln(g.Out, miss)
		}
	}
	return c.check(card.Bounds())
}

// EvaluateRecommendCmd evaluates recommendations from liked films.
type EvaluateRecommendCmd struct {
	libraryFlag
	cardFlag
	gateFlag
	Ratings string `help:"Directory with ratings.csv and links.csv in the layout of MovieLens small, also with .gz." required:"" type:"path"`
}

// Run asks, prints the metrics, and writes the card if it has a file.
func (c EvaluateRecommendCmd) Run(ctx context.Context, g *cli.Streams) error {
	return c.with(func(lib *library.Library) error {
		ratings, err := recommend.ReadRatings(c.Ratings, lib.Catalog)
		if err != nil {
			return err
		}
		report, err := recommend.Evaluate(ctx, lib.Taste, lib.Catalog, ratings)
		if err != nil {
			return err
		}
		if err := c.print(g.Out, lib, report); err != nil {
			return err
		}
		return c.check(report.Bounds())
	})
}

// EvaluateTogetherCmd evaluates recommendations for groups.
type EvaluateTogetherCmd struct {
	libraryFlag
	cardFlag
	gateFlag
	Ratings string `help:"Directory with ratings.csv and links.csv in the layout of MovieLens small, also with .gz." required:"" type:"path"`
	Tuning  bool   `help:"Use groups of the development half of the people, on which the rule may be tuned, instead of the held-out one."`
}

// Run has films picked for groups, prints the metrics, and writes the card if it has a file.
func (c EvaluateTogetherCmd) Run(g *cli.Streams) error {
	return c.with(func(lib *library.Library) error {
		ratings, err := recommend.ReadRatings(c.Ratings, lib.Catalog)
		if err != nil {
			return err
		}
		report := recommend.EvaluateTogether(lib.Taste, lib.Catalog, ratings, c.Tuning)
		if err := c.print(g.Out, lib, report); err != nil {
			return err
		}
		return c.check(report.Bounds())
	})
}

// EvaluateSimilarCmd evaluates similar films.
type EvaluateSimilarCmd struct {
	libraryFlag
	cardFlag
	Ratings string `help:"Directory with ratings.csv and links.csv in the layout of MovieLens small. Default: none, and the card has no figures of what people like together." type:"path"`
}

// Run asks, prints the metrics, and writes the card if it has a file. Without
// ratings the report leaves out what is liked together.
func (c EvaluateSimilarCmd) Run(g *cli.Streams) error {
	return c.with(func(lib *library.Library) (err error) {
		var ratings *recommend.Ratings
		if c.Ratings != "" {
			if ratings, err = recommend.ReadRatings(c.Ratings, lib.Catalog); err != nil {
				return err
			}
		}
		report, err := recommend.EvaluateSimilar(lib.Taste, lib.Catalog, ratings)
		if err != nil {
			return err
		}
		return c.print(g.Out, lib, report)
	})
}

// print writes a report's figures to out, under a line that says what library was
// asked. It writes the card as well if a file was named.
func (c cardFlag) print(out io.Writer, lib *library.Library, report interface {
	Write(io.Writer) error
	WriteCard(to io.Writer, of string) error
}) error {
	of := fmt.Sprintf("Library: %d films, built %s.", lib.Catalog.Len(), lib.BuiltAt().Format(time.DateOnly))
	fmt.Fprintf(out, "%s\n\n", of)
	if err := report.Write(out); err != nil || c.Card == "" {
		return err
	}
	return cli.CreateFile(c.Card, func(w io.Writer) error { return report.WriteCard(w, of) })
}
