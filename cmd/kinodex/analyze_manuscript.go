package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/parse"
	"kinodex/internal/terminal"
)

// mostPDF is how many bytes a PDF may have, which carries fonts and pictures; of
// anything else app.MostText is the bound, as at the interface.
const mostPDF = 64 << 20

// manuscript is a screenplay as it was handed in.
type manuscript struct {
	path   string // - for standard input
	name   string // what it is called without a title page
	data   []byte
	script *screenplay.Script
}

// asked is the manuscript as a draft that the service is asked about.
func (m *manuscript) asked() app.Draft {
	return app.Draft{Field: "text", File: m.data, Name: fileName(m.path)}
}

// title is what the title page says, or the file's name.
func (m *manuscript) title() string { return terminal.Title(m.script, m.name) }

// manuscriptReader reads manuscripts of any form.
type manuscriptReader struct{ parser parse.Reader }

func newManuscriptReader() (*manuscriptReader, error) {
	read, err := pdfReader()
	if err != nil {
		return nil, err
	}
	return &manuscriptReader{parse.Reader{PDF: once(read)}}, nil
}

// pdf gives the text layer of a PDF.
func (r *manuscriptReader) pdf(ctx context.Context, data []byte) (string, error) {
	return r.parser.PDF(ctx, data)
}

// once reads each PDF once, however often it is asked for; it is for one
// goroutine.
func once(read func(context.Context, []byte) (string, error)) func(context.Context, []byte) (string, error) {
	known := map[[sha256.Size]byte]string{}
	return func(ctx context.Context, data []byte) (string, error) {
		digest := sha256.Sum256(data)
		if text, ok := known[digest]; ok {
			return text, nil
		}
		text, err := read(ctx, data)
		if err == nil {
			known[digest] = text
		}
		return text, err
	}
}

// read reads a file, or standard input when path is "-".
func (r *manuscriptReader) read(ctx context.Context, path string) (*manuscript, error) {
	m := &manuscript{path: path, name: "standard input"}
	from := io.Reader(os.Stdin)
	if path != "-" {
		m.name = strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		from = f
	}
	var err error
	if m.data, err = readBounded(from, path); err != nil {
		return nil, fmt.Errorf("read %s: %w", m.name, err)
	}
	if m.script, err = r.parser.Read(ctx, fileName(path), m.data); err != nil {
		return nil, err
	}
	return m, nil
}

// fileName is what tells the form of a file; standard input has none.
func fileName(path string) string {
	if path == "-" {
		return ""
	}
	return filepath.Base(path)
}

// readBounded reads all there is, unless it is more than a script may have.
func readBounded(from io.Reader, path string) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(from, app.MostText+1))
	if err != nil || len(data) <= app.MostText {
		return data, err
	}
	if !bytes.HasPrefix(data, []byte("%PDF-")) && !strings.EqualFold(filepath.Ext(path), ".pdf") {
		return nil, fault.New(fault.TooLarge, "text may have at most %d bytes", app.MostText)
	}
	rest, err := io.ReadAll(io.LimitReader(from, mostPDF+1-int64(len(data))))
	if data = append(data, rest...); err == nil && len(data) > mostPDF {
		return nil, fault.New(fault.TooLarge, "a PDF may have at most %d bytes", mostPDF)
	}
	return data, err
}
