package production

import (
	_ "embed"
	"io"

	"kinodex/internal/eval"
)

//go:embed card.tmpl
var cardTemplate string

// Card is what both halves of the sample gave.
type Card struct {
	eval.About
	Reports []*Report
}

// EvaluateAll evaluates both halves.
func EvaluateAll(about eval.About) (*Card, error) {
	card := &Card{About: about}
	for _, half := range []Half{Develop, HeldOut} {
		r, err := Evaluate(half)
		if err != nil {
			return nil, err
		}
		card.Reports = append(card.Reports, r)
	}
	return card, nil
}

// Bounds are those of both halves.
func (c *Card) Bounds() (bounds []eval.Bound) {
	for _, r := range c.Reports {
		bounds = append(bounds, r.Bounds()...)
	}
	return bounds
}

// Write writes the card: Markdown, the same for the same sample.
func (c *Card) Write(to io.Writer) error { return eval.WriteCard(to, cardTemplate, c) }
