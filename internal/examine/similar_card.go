package examine

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// Write writes the marks as a table for a terminal.
func (r *SimilarReport) Write(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "neighbours\tsequel among 10\tsame director of 10\tliked together, 10 among 50")
	for _, m := range r.Marks {
		fmt.Fprintf(w, "%s\t%.3f\t%.3f\t%.3f\n", m.Name, m.Sequels, m.Director, m.Together)
	}
	return w.Flush()
}

// WriteCard writes the card, in Markdown. of says what was examined and when.
func (r *SimilarReport) WriteCard(to io.Writer, of string) error {
	w := &cardWriter{to: to}
	w.line("# Similar films: how good they are")
	w.line("")
	w.line("Written by `kinodex evaluate similar --data DATA --ratings DIR --card docs/cards/similar.md`. %s", of)
	w.line("")
	w.line("## Protocol")
	w.line("")
	w.line("- **Sequels**: %d pairs of films whose titles differ by a two at the end (2, II, Part II), both with %d votes or more. The share of which the sequel is among the ten films most like the film.", r.Pairs, sequelVotes)
	w.line("- **Same director**: %d films of at least 1,000 votes by somebody who directed ten such films or more. The share of their ten most similar films that the same person directed. Neither 0 nor 1 would be right: a list that is only the director's would hide what else is alike.", r.Directed)
	w.line("- **Liked together**: of %d films that 20 people or more of the ratings liked, the ten that were liked together with it most (shrunk cosine), and how many of them are among the fifty most similar films of the whole catalogue. The ratings have no part in finding the similar films.", r.Rated)
	w.line("- The baseline is asked in the same run: films of just the same genres, most votes first.")
	w.line("- The weights of similarity were set by looking at neighbours of well-known films and by the first two marks, never by the third.")
	w.line("")
	w.line("## Marks")
	w.line("")
	w.line("| neighbours | sequel among 10 | same director, of 10 | liked together: 10 among 50 |")
	w.line("|---|---|---|---|")
	for _, m := range r.Marks {
		w.line("| %s | %.3f | %.3f | %.3f |", m.Name, m.Sequels, m.Director, m.Together)
	}
	w.line("")
	w.line("## What must hold of every film")
	w.line("")
	w.line("- %d of %d films have similarity data; %d of them as many neighbours as are kept (100).", r.WithData, r.Films, r.Full)
	w.line("- Films with themselves, or with one film twice, among their neighbours: %d.", r.Broken)
	w.line("- Of every 101st film, the share whose nearest film has it among its own hundred: %.3f. Likeness is not symmetric: a little-known film is like a famous one that has nearer films of its own.", r.Mutual)
	w.line("")
	w.line("## Limits")
	w.line("")
	w.line("What is not in the catalogue cannot be alike: a fifth of the films have keywords, and mostly the better known. Films without keywords are compared by people, genres and the words of short synopses, and find films of the same people more often than films of the same mood. Titles that share a rare word by chance can be taken for a series.")
	return w.err
}

// cardWriter writes lines and keeps the first error.
type cardWriter struct {
	to  io.Writer
	err error
}

func (w *cardWriter) line(format string, args ...any) {
	if w.err == nil {
		_, w.err = fmt.Fprintf(w.to, format+"\n", args...)
	}
}
