package prompts

import (
	_ "embed"
	"fmt"
	"io"
	"text/tabwriter"

	"kinodex/internal/catalog"
	"kinodex/internal/eval"
	"kinodex/internal/taste"
)

//go:embed card.tmpl
var cardTemplate string

// Report is how prompts are read, and how good the recommendations for them are.
type Report struct {
	Of                   string // the library
	Seed                 uint64
	Sentences            int
	Development, HeldOut *Half // of the first book
	// Second and Third are the halves of the other books.
	Second, Third struct{ Development, HeldOut *Half }
	// Differing are the halves of the wishes for films like another that differ from it.
	Differing struct{ Development, HeldOut DifferingMark }
	Dialogues []DialogueMark // nil without dialogues
}

// Evaluate reads the book with a library's reader, and asks at the turns of dialogues; dialogues
// is the path of a file, "" for none.
func Evaluate(x *taste.Taste, films *catalog.Catalog, dialogues string) (*Report, error) {
	sentences, err := Book(firstBook)
	if err != nil {
		return nil, err
	}
	r := &Report{Seed: eval.HeldOutSeed, Sentences: len(sentences)}
	for _, half := range []struct {
		of      **Half
		book    string
		heldOut bool
	}{
		{&r.Development, firstBook, false}, {&r.HeldOut, firstBook, true},
		{&r.Second.Development, secondBook, false}, {&r.Second.HeldOut, secondBook, true},
		{&r.Third.Development, thirdBook, false}, {&r.Third.HeldOut, thirdBook, true},
	} {
		if *half.of, err = ReadBook(half.book, x, films, half.heldOut); err != nil {
			return nil, err
		}
	}
	for of, heldOut := range map[*DifferingMark]bool{&r.Differing.Development: false, &r.Differing.HeldOut: true} {
		if *of, err = AskDiffering(x, films, heldOut); err != nil {
			return nil, err
		}
	}
	if dialogues != "" {
		turns, err := ReadDialogues(dialogues, x, films)
		if err != nil {
			return nil, err
		}
		r.Dialogues = AskDialogues(turns, x, films)
	}
	return r, nil
}

// DifferingHalves returns the halves of the wishes for films that differ, by name.
func (r *Report) DifferingHalves() map[string]DifferingMark {
	return map[string]DifferingMark{"development": r.Differing.Development, "held out": r.Differing.HeldOut}
}

// Write writes the marks as a table for a terminal.
func (r *Report) Write(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "sentences\texact\tof\tshare\tinverted")
	for _, h := range []struct {
		name string
		half *Half
	}{{"development", r.Development}, {"held out", r.HeldOut}, {"second book, development", r.Second.Development}, {"second book, held out", r.Second.HeldOut},
		{"third book, development", r.Third.Development}, {"third book, held out", r.Third.HeldOut}} {
		m := h.half.All
		fmt.Fprintf(w, "%s\t%d\t%d\t%.3f\t%d\n", h.name, m.Exact, m.Sentences, m.Share(), m.Inverted)
	}
	for _, m := range []DifferingMark{r.Differing.Development, r.Differing.HeldOut} {
		fmt.Fprintf(w, "like another but different\t%d wishes\tfilm heard %d\tright films %d, wrong %d\tof the genre, eight of ten: %d of %d\n", m.Wishes, m.Heard, m.Right, m.Wrong, m.Kept, m.Asked)
	}
	for _, m := range r.Dialogues {
		fmt.Fprintf(w, "dialogues, %s\t%d turns\thit@10 %.3f\thit@50 %.3f\tby votes %.3f, %.3f\tby likes alone %.3f, %.3f\trecall@10 %.3f, recall@50 %.3f of %d films\n", m.Of, m.Turns, m.Hit10, m.Hit50,
			m.Votes10, m.Votes50, m.Likes10, m.Likes50, m.Recall10, m.Recall50, m.Films)
	}
	return w.Flush()
}

// WriteCard writes the card; of says what library was asked.
func (r *Report) WriteCard(to io.Writer, of string) error {
	r.Of = of
	return eval.WriteCard(to, cardTemplate, r)
}

// Bounds compares what was read with what must be.
func (r *Report) Bounds() []eval.Bound {
	return []eval.Bound{
		eval.AtLeast("held-out sentences read exactly", r.HeldOut.All.Share(), 0.90),
		eval.AtMost("constraints inverted", float64(r.HeldOut.All.Inverted+r.Development.All.Inverted), 0),
		eval.AtLeast("held-out sentences of the second book read exactly", r.Second.HeldOut.All.Share(), 0.50),
		eval.AtMost("constraints inverted in its held-out half", float64(r.Second.HeldOut.All.Inverted), 8),
		eval.AtMost("constraints inverted in the held-out half of the third book", float64(r.Third.HeldOut.All.Inverted), 27),
	}
}
