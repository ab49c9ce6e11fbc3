package recommend

import (
	_ "embed"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"kinodex/internal/eval"
)

//go:embed card.tmpl
var cardTemplate string

// Write writes the marks as a table for a terminal.
func (r *Report) Write(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	for _, part := range r.Tables() {
		fmt.Fprintf(w, "%s\tHR@10\tnDCG@10\tMRR@10\tcoverage\tpopularity\n", part.Of)
		for _, m := range part.Rows {
			fmt.Fprintf(w, "  %s\t%.4f\t%.4f\t%.4f\t%.3f\t%.3f\n", m.Name, m.HR10, m.NDCG10, m.MRR10, m.Coverage, m.Popularity)
		}
	}
	fmt.Fprintf(w, "half of the ratings given\tone of ten liked\tof ten liked\n")
	for _, m := range r.Lists {
		fmt.Fprintf(w, "  %s\t%.4f\t%.4f\n", m.Name, m.Hit10, m.Precision10)
	}
	fmt.Fprintf(w, "films outside the ratings\twithheld, of ten\tof held-out films\tHR@10 among these\tunrated, of ten\tnewer, of ten\n")
	for _, m := range r.Outside {
		fmt.Fprintf(w, "  %s\t%.3f\t%.3f\t%.4f\t%.3f\t%.3f\n", m.Name, m.Hidden, m.HiddenHeld, m.HiddenHR10, m.Unrated, m.Newer)
	}
	fmt.Fprintf(w, "reasons true\t%d of %d\n", r.Reasons.True, r.Reasons.Reasons)
	fmt.Fprintf(w, "neighbours of a dislike sank\t%d of %d\n", r.Dislikes.Sank, r.Dislikes.Cases)
	fmt.Fprintf(w, "sentences true\t%d of %d\n", r.Sentences.True, r.Sentences.Sentences)
	for _, f := range append(r.Reasons.False, r.Sentences.False...) {
		fmt.Fprintf(w, "not borne out\t%s\n", f)
	}
	return w.Flush()
}

// Table is the metrics of recommenders for some people.
type Table struct {
	Of   string
	Rows []Metrics
}

// Title is what the table is of, as a heading.
func (t Table) Title() string { return strings.ToUpper(t.Of[:1]) + t.Of[1:] }

// Users is how many people were asked.
func (t Table) Users() int { return t.Rows[0].Users }

// Tables are the report's tables, none of them empty.
func (r *Report) Tables() []Table {
	return []Table{
		{"held-out half", r.Half}, {"everybody", r.All}, {"everybody, among all films of the catalogue", r.Whole},
	}
}

// Bounds compares the held-out half's metrics, and what is said of films, with
// what a full catalogue must reach.
func (r *Report) Bounds() []eval.Bound {
	of := map[string]Metrics{}
	for _, m := range r.Half {
		of[m.Name] = m
	}
	content, imported := of[ContentOnly], of[WithCoLikes]
	all := func(what string, n, of int) eval.Bound { return eval.AtLeast(what, float64(n), float64(of)) }
	return []eval.Bound{
		eval.AtLeast(ContentOnly+", HR@10", content.HR10, 0.045),
		eval.AtLeast(ContentOnly+", HR@10 beside four times that of genres only", content.HR10, 4*of[GenresOnly].HR10),
		eval.AtLeast(ContentOnly+", nDCG@10", content.NDCG10, 0.023),
		eval.AtLeast(WithCoLikes+", HR@10", imported.HR10, 0.14),
		eval.AtLeast(WithCoLikes+", nDCG@10", imported.NDCG10, 0.07),
		all("reasons that are true", r.Reasons.True, r.Reasons.Reasons),
		all("sentences that are true", r.Sentences.True, r.Sentences.Sentences),
		all("neighbours of dislikes that sank", r.Dislikes.Sank, r.Dislikes.Cases),
	}
}

// WriteCard writes the card, in Markdown. of says which library was evaluated.
func (r *Report) WriteCard(to io.Writer, of string) error {
	return eval.WriteCard(to, cardTemplate, card{r, of})
}

// card is what the template of the card reads.
type card struct {
	*Report
	Of string
}

func (card) HiddenEvery() int   { return hiddenEvery }
func (card) MostLikes() int     { return mostLikes }
func (card) Shrinkage() float64 { return shrinkage }
func (card) Neighbours() int    { return neighboursKept }
func (card) Ridge() float64     { return easeRidge }
func (card) LeastLikes() int    { return leastLikes }
