package recommend

import (
	_ "embed"
	"fmt"
	"io"
	"text/tabwriter"

	"kinodex/internal/eval"
)

//go:embed similar.tmpl
var similarTemplate string

// Write writes the marks as a table for a terminal.
func (r *SimilarReport) Write(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "neighbours\tsequel among 10\tsame director of 10\tof very well-known films\tliked together, 10 among 50\tby the held-out half")
	for _, m := range r.Marks {
		fmt.Fprintf(w, "%s\t%.3f\t%.3f\t%.3f\t%.3f\t%.3f\n", m.Name, m.Sequels, m.Director, m.WellKnown, m.Together, m.TogetherHeld)
	}
	return w.Flush()
}

// WriteCard writes the card, in Markdown. of says which library was evaluated.
func (r *SimilarReport) WriteCard(to io.Writer, of string) error {
	return eval.WriteCard(to, similarTemplate, similarCard{r, of})
}

// similarCard is what the template of the card reads.
type similarCard struct {
	*SimilarReport
	Of string
}

func (similarCard) SequelVotes() int    { return sequelVotes }
func (similarCard) WellKnownVotes() int { return wellKnownVotes }
func (similarCard) Many() int           { return likedByMany }
func (similarCard) ManyOfHalf() int     { return likedByManyOfHalf }
