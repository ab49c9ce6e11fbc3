package main

import (
	"context"
	"io"
	"os"

	"kinodex/internal/cli"
	"kinodex/internal/eval"
	"kinodex/internal/eval/turns"
)

// EvaluateTurnsCmd evaluates turning points on scripts whose scenes a reader marked.
type EvaluateTurnsCmd struct {
	cardFlag
	Scripts string `help:"Folder with the texts of the annotated films, named after them. Example: --scripts ./screenplays" required:"" type:"existingdir"`
}

// Run reads the texts, prints the figures, and writes the card if it has a file.
func (c EvaluateTurnsCmd) Run(ctx context.Context, g *cli.Streams) error {
	films, err := turns.Book()
	if err != nil {
		return err
	}
	scripts, err := turns.Read(ctx, os.DirFS(c.Scripts), films)
	if err != nil {
		return err
	}
	report := turns.Evaluate(scripts)
	if err := report.Write(g.Out); err != nil || c.Card == "" {
		return err
	}
	about := eval.About{Command: "bin/kinodex-lab evaluate turns --scripts screenplays --card docs/cards/turns.md"}
	return cli.CreateFile(c.Card, func(w io.Writer) error { return report.WriteCard(w, about) })
}
