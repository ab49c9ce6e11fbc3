package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"kinodex/internal/examine"
	"kinodex/internal/library"
)

// EvaluateRecommendCmd marks recommendations from liked films.
type EvaluateRecommendCmd struct {
	Data    string `help:"Data directory with the library to ask." default:"data" type:"path"`
	Ratings string `help:"Directory with ratings.csv and links.csv in MovieLens' small layout, possibly with .gz." required:"" type:"path"`
	Card    string `help:"File to write the card to." type:"path"`
	Gate    bool   `help:"Fail when a mark is below its floor."`
}

// The least a full catalogue must reach, over the held-out half.
const (
	leastContentHR, leastContentNDCG = 0.045, 0.023
	leastCoLikesHR, leastCoLikesNDCG = 0.14, 0.07
	timesGenres                      = 4
)

// Run asks and prints the marks.
func (c EvaluateRecommendCmd) Run(ctx context.Context, g *Globals) error {
	lib, err := library.Open(libraryRoot(c.Data))
	if err != nil {
		return err
	}
	defer lib.Close()
	ratings, err := examine.ReadRatings(c.Ratings, lib.Catalog)
	if err != nil {
		return err
	}
	report, err := examine.ExamineRecommend(ctx, lib.Taste, lib.Catalog, ratings)
	if err != nil {
		return err
	}
	fmt.Fprintf(g.Out, "%s\n\n", examined(lib))
	if err := report.Write(g.Out); err != nil {
		return err
	}
	if c.Card != "" {
		err := writeCard(c.Card, func(w io.Writer) error { return report.WriteCard(w, examined(lib)) })
		if err != nil {
			return err
		}
	}
	if c.Gate {
		return belowRecommendFloor(report)
	}
	return nil
}

func belowRecommendFloor(r *examine.RecommendReport) error {
	var genres, content, coLikes examine.RecommendMark
	for _, m := range r.Half {
		switch m.Name {
		case examine.GenresOnly:
			genres = m
		case examine.ContentOnly:
			content = m
		case examine.WithCoLikes:
			coLikes = m
		}
	}
	switch {
	case content.HR10 < leastContentHR || content.NDCG10 < leastContentNDCG || content.HR10 < timesGenres*genres.HR10:
		return fmt.Errorf("content only: HR@10 %.4f, nDCG@10 %.4f; genres only: HR@10 %.4f", content.HR10, content.NDCG10, genres.HR10)
	case coLikes.HR10 < leastCoLikesHR || coLikes.NDCG10 < leastCoLikesNDCG:
		return fmt.Errorf("with imported co-likes: HR@10 %.4f, nDCG@10 %.4f", coLikes.HR10, coLikes.NDCG10)
	case r.Reasons.True < r.Reasons.Reasons:
		return fmt.Errorf("%d reasons are not borne out", r.Reasons.Reasons-r.Reasons.True)
	case r.Sentences.True < r.Sentences.Sentences:
		return fmt.Errorf("%d sentences are not borne out", r.Sentences.Sentences-r.Sentences.True)
	case r.Sinking.Sank < r.Sinking.Cases:
		return fmt.Errorf("%d neighbours of dislikes did not sink", r.Sinking.Cases-r.Sinking.Sank)
	}
	return nil
}

// examined says what was examined, for a card.
func examined(lib *library.Library) string {
	return fmt.Sprintf("Library: %d films, built %s.", lib.Catalog.Len(), lib.BuiltAt().Format("2006-01-02"))
}

// writeCard writes a file whole.
func writeCard(path string, write func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
