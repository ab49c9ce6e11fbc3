package recommend

import (
	_ "embed"
	"fmt"
	"io"
	"text/tabwriter"

	"kinodex/internal/eval"
	"kinodex/internal/taste"
)

//go:embed together.tmpl
var togetherTemplate string

// Write writes the marks as tables for a terminal.
func (r *TogetherReport) Write(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%s half, %d groups of %d, %.1f films each\n", r.Half, r.Groups, groupSize, r.Films)
	for _, table := range r.Tables {
		fmt.Fprintf(w, "%s\tcontent\terror\teverybody\tleast\tunhappy\n", table.Given)
		for _, m := range table.Rows {
			fmt.Fprintf(w, "  %s\t%.3f\t%.3f\t%.3f\t%.2f\t%.3f\n", m.Name, m.Content, m.ContentError, m.Everybody, m.Least, m.Unhappy)
		}
		for _, b := range table.Fits {
			fmt.Fprintf(w, "  fit from %.2f\t%.3f\t\t\t\t%.3f\t(%d ratings)\n", b.From, b.Content, b.Unhappy, b.Ratings)
		}
	}
	fmt.Fprintf(w, "different films in first place, for %d groups\t%d (by votes %d)\n", r.Varied, r.Different, r.DifferentVotes)
	return w.Flush()
}

// WriteCard writes the card, in Markdown. of says which library was evaluated.
func (r *TogetherReport) WriteCard(to io.Writer, of string) error {
	return eval.WriteCard(to, togetherTemplate, togetherCard{r, of})
}

// togetherCard is what the template of the card reads.
type togetherCard struct {
	*TogetherReport
	Of string
}

func (togetherCard) Size() int         { return groupSize }
func (togetherCard) Common() int       { return groupCommon }
func (togetherCard) Likes() int        { return groupLikes }
func (togetherCard) MostLikes() int    { return mostLikes }
func (togetherCard) LeastFit() float64 { return taste.LeastFit }

// Bounds compares the rule of the service with what it must reach.
func (r *TogetherReport) Bounds() (all []eval.Bound) {
	for _, table := range r.Tables {
		of := map[string]GroupMetrics{}
		for _, m := range table.Rows {
			of[m.Name] = m
		}
		all = append(all, eval.AtLeast(table.Given+": members who are content", of[TogetherOurs].Content, 0.8))
	}
	return all
}
