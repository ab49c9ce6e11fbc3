package parse

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"

	"kinodex/internal/fault"
	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/fdx"
	"kinodex/internal/screenplay/fountain"
	"kinodex/internal/screenplay/plain"
	"kinodex/internal/text"
)

// accepted names the forms of an upload, for a stranger.
const accepted = "accepted are Final Draft (.fdx), Fountain (.fountain), PDF with a text layer (.pdf) and plain text (.txt)"

// Reader reads uploads.
type Reader struct {
	// PDF gives the text layer of a PDF, laid out in lines and columns; without
	// it PDFs are refused. Its faults are handed on.
	PDF func(ctx context.Context, data []byte) (string, error)
}

// File reads an upload of any form but PDF; see Reader.Read.
func File(name string, data []byte) (*screenplay.Script, error) {
	return Reader{}.Read(context.Background(), name, data)
}

// Read reads an upload: by what the bytes begin with, then by the extension of
// its name, then by Detect. A name of "" has no extension. Source is the text:
// UTF-8, or UTF-16 with its mark, decoded; bytes that are neither are taken as
// Windows-1252.
//
// A form that is not read, a damaged Final Draft file, an unreadable PDF and an
// empty upload give a fault that says what is accepted or where the damage is.
func (r Reader) Read(ctx context.Context, name string, data []byte) (*screenplay.Script, error) {
	if IsPDF(name, data) {
		return r.readPDF(ctx, data)
	}
	extension := strings.ToLower(filepath.Ext(name))
	if refused := foreign(extension, data); refused != "" {
		return nil, fault.New(fault.InvalidBody, "%s; %s", refused, accepted)
	}
	script := text.Decode(data)
	if strings.TrimSpace(script) == "" {
		return nil, fault.New(fault.InvalidBody, "the file is empty; %s", accepted)
	}
	switch {
	case fdx.Detect(script) || extension == ".fdx":
		s, err := fdx.Parse(script)
		if err != nil {
			return nil, err
		}
		return s, nil
	case extension == ".fountain" || extension == ".spmd":
		return fountain.Parse(script), nil
	}
	return Text(script), nil
}

// IsPDF reports whether Read takes an upload for a PDF. Its mark may have junk before
// it, such as the printer's job around it, where its name says what it is.
func IsPDF(name string, data []byte) bool {
	i := bytes.Index(data[:min(len(data), 1024)], []byte("%PDF-"))
	return i == 0 || i > 0 && strings.EqualFold(filepath.Ext(name), ".pdf")
}

func (r Reader) readPDF(ctx context.Context, data []byte) (*screenplay.Script, error) {
	if r.PDF == nil {
		return nil, fault.New(fault.InvalidBody, "PDF is not read here; send the text itself")
	}
	text, err := r.PDF(ctx, data)
	if err != nil {
		return nil, err
	}
	s := plain.Parse(text)
	s.Format = screenplay.PDF
	return s, nil
}
