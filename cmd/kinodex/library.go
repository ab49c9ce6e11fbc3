package main

import (
	"fmt"
	"path/filepath"

	"kinodex/internal/library"
)

// LibraryCmd groups what looks after generations.
type LibraryCmd struct {
	Verify VerifyCmd `cmd:"" help:"Read every byte of the current generation and compare it with its manifest. Example: kinodex library verify --data ./data"`
}

// VerifyCmd checks the current generation.
type VerifyCmd struct {
	Data string `help:"Data directory." default:"data" type:"path"`
}

// Run verifies and says what it verified.
func (c VerifyCmd) Run(g *Globals) error {
	m, err := library.Verify(libraryRoot(c.Data))
	if err != nil {
		return err
	}
	var bytes int64
	for _, f := range m.Files {
		bytes += f.Bytes
	}
	_, err = fmt.Fprintf(g.Out, "generation %s: %d films, %d files, %d bytes: whole and sound\n",
		m.Generation, m.Films, len(m.Files), bytes)
	return err
}

// libraryRoot is where a data directory keeps its library.
func libraryRoot(data string) string { return filepath.Join(data, "library") }
