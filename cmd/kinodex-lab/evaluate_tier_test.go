package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinodex/internal/cli"
	"kinodex/internal/library"
)

// The starter library's figures are enough to examine the model, to write its
// card, and to hand the matrix to another program.
func TestTheTierModelCanBeExamined(t *testing.T) { // REQ S-39
	if testing.Short() {
		t.Skip("examines the whole starter library")
	}
	data := newData(t)
	lib, err := library.Open(library.Root(data))
	if err != nil {
		t.Fatal(err)
	}
	n := lib.Research.Len()
	lib.Close()
	if n < 100 {
		t.Fatalf("the starter library has %d scripts", n)
	}
	file := func(name string) string { return filepath.Join(data, "out", name) }
	var out bytes.Buffer
	c := EvaluateTierCmd{libraryFlag: libraryFlag{data}, Repeats: 1, Brief: true, Export: file("matrix.csv"), Figures: file("figures.json")}
	if err := c.Run(t.Context(), &cli.Streams{Out: &out, Err: &out}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), fmt.Sprintf("%d scripts: macro-F1", n)) {
		t.Errorf("it says\n%s", &out)
	}
	matrix, err := os.ReadFile(file("matrix.csv"))
	if err != nil || bytes.Count(matrix, []byte("\n")) != n+1 {
		t.Errorf("%d lines of matrix for %d scripts, %v", bytes.Count(matrix, []byte("\n")), n, err)
	}
	if figures, err := os.ReadFile(file("figures.json")); err != nil || !bytes.Contains(figures, []byte("forest_macro_f1")) {
		t.Errorf("figures %q, %v", figures, err)
	}
	c.Card = file("card.md")
	if err := c.Run(t.Context(), &cli.Streams{Out: &out, Err: &out}); err == nil {
		t.Error("a brief examination wrote a card")
	}
}
