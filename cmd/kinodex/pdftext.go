package main

import (
	"context"
	"os"
	"runtime"

	"kinodex/internal/screenplay/pdf"
)

// pdfTextCommand is the hidden command that PDFTextCmd is.
const pdfTextCommand = "pdf-text"

// PDFTextCmd is the child process that a PDF is read in: the PDF comes in on
// stdin, its text goes out on stdout. See the package pdf for why.
type PDFTextCmd struct{}

// Run reads and ends the process with the code that says how it went.
func (PDFTextCmd) Run() error {
	os.Exit(pdf.Child(os.Stdin, os.Stdout))
	return nil
}

// pdfReader gives what reads PDFs: this program, started again for each, at most
// one a processor at once.
func pdfReader() (func(ctx context.Context, data []byte) (string, error), error) {
	reader, err := pdf.New(runtime.GOMAXPROCS(0), pdfTextCommand)
	if err != nil {
		return nil, err
	}
	return reader.Text, nil
}
