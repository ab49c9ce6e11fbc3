package turns

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

// Better names the methods that were tried and beat the stated positions.
func (r *Report) Better() string {
	var all []string
	for _, row := range r.Tried {
		if row.Beats() {
			all = append(all, row.Method)
		}
	}
	return strings.Join(all, ", ")
}

// Compared reports whether the method was compared with the stated positions.
func (r Row) Compared() bool { return r.Farther != Difference{} }

// Write writes the figures as a table for a terminal.
func (r *Report) Write(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "by\texact\tpartial\ttotal\tdistance\tfarther off")
	for _, row := range append([]Row{r.Stated, r.Answered}, r.Tried...) {
		d := row.Farther
		fmt.Fprintf(w, "%s\t%.3f\t%.3f\t%.3f\t%.2f\t%+.2f (%+.2f to %+.2f)\n", row.Method, row.Exact, row.Partial, row.Total, row.Distance, d.Mean, d.Low, d.High)
	}
	return w.Flush()
}

// WriteCard writes the card.
func (r *Report) WriteCard(to io.Writer, about eval.About) error {
	r.About = about
	return eval.WriteCard(to, cardTemplate, r)
}
