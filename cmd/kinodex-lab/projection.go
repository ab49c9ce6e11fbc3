package main

import (
	"context"
	"fmt"
	"io"

	"kinodex/internal/cli"
	"kinodex/internal/library"
	"kinodex/internal/taste/embedding"
)

// ProjectionCmd finds the principal components that vectors of films are cut to.
type ProjectionCmd struct {
	libraryFlag
	Films int    `help:"Films whose texts the encoder reads, the best known." default:"5000" placeholder:"N"`
	Out   string `help:"File to write." default:"internal/taste/embedding/projection.bin" placeholder:"FILE" type:"path"`
}

// Run encodes the texts of films, finds the components and writes the file. All vectors are then to be
// made anew.
func (c ProjectionCmd) Run(ctx context.Context, g *cli.Streams) error {
	return c.with(func(lib *library.Library) error {
		p, err := embedding.Fit(ctx, lib.Catalog, c.Films)
		if err != nil {
			return err
		}
		if err := cli.CreateFile(c.Out, func(w io.Writer) error { _, err := w.Write(p.Packed); return err }); err != nil {
			return fmt.Errorf("write the projection: %w", err)
		}
		_, err = fmt.Fprintf(g.Out, "%d components keep %.1f %% of the variance of %d vectors\n", embedding.Size, 100*p.Kept, p.Films)
		return err
	})
}
