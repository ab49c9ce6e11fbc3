package parse

import (
	"bytes"
	"cmp"
	"context"
	"path/filepath"
	"strings"

	"kinodex/internal/fault"
	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/celtx"
	"kinodex/internal/screenplay/container"
	"kinodex/internal/screenplay/docx"
	"kinodex/internal/screenplay/fountain"
	"kinodex/internal/screenplay/highland"
	"kinodex/internal/screenplay/osf"
	"kinodex/internal/screenplay/plain"
	"kinodex/internal/text"
)

// accepted names the forms of an upload, for a stranger.
const accepted = "accepted are Final Draft (.fdx), Fountain (.fountain), PDF with a text layer (.pdf), Word (.docx), Fade In (.fadein, .osf), Celtx (.celtx), Highland (.highland), " +
	"Trelby (.trelby) and plain text (.txt)"

// Extensions are the endings of files that Read takes for scripts, in lower case.
func Extensions() []string {
	return []string{".txt", ".text", ".fountain", ".spmd", ".fdx", ".pdf", ".docx", ".fadein", ".osf", ".celtx", ".highland", ".trelby"}
}

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
// its name, then by Detect; an archive by the names of the files in it. A name of ""
// has no extension. Source is the text: UTF-8, or UTF-16 with its mark, decoded; bytes
// that are neither are taken as Windows-1252. For some forms it is written anew, see
// screenplay.Compose.
//
// A form that is not read, a damaged document, an unreadable PDF and an empty upload
// give a fault that says what is accepted or where the damage is.
func (r Reader) Read(ctx context.Context, name string, data []byte) (*screenplay.Script, error) {
	if IsPDF(name, data) {
		return r.readPDF(ctx, data)
	}
	extension := strings.ToLower(filepath.Ext(name))
	if bytes.HasPrefix(data, []byte(container.Mark)) {
		return archived(extension, data)
	}
	if refused := foreign(extension, data); refused != "" {
		return nil, fault.New(fault.InvalidBody, "%s; %s", refused, accepted)
	}
	script := text.Decode(data)
	if strings.TrimSpace(script) == "" {
		return nil, fault.New(fault.InvalidBody, "the file is empty; %s", accepted)
	}
	form := detectMarked(script)
	switch {
	case form != screenplay.Plain:
	case extension == ".fdx":
		form = screenplay.FinalDraft
	case extension == ".osf" || extension == ".fadein":
		form = screenplay.OpenScreenplay
	case extension == ".trelby":
		form = screenplay.Trelby
	case extension == ".fountain" || extension == ".spmd" || extension == ".highland":
		return fountain.Parse(script), nil
	default:
		return Text(script), nil
	}
	s, err := parseMarked(form, script)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// archived reads an upload that is a zip archive, by the names of the files in it. Its
// extension names it for a stranger.
func archived(extension string, data []byte) (*screenplay.Script, error) {
	a, err := container.Open(cmp.Or(archives[extension], "zip archive"), data)
	if err == nil {
		switch {
		case a.Has(docx.Document):
			return docx.Open(a)
		case a.Has(osf.Document):
			return osf.Open(a)
		case celtx.Is(a):
			return celtx.Open(a)
		case highland.Name(a) != "":
			text, err := highland.Text(a)
			if err != nil {
				return nil, err
			}
			return fountain.Parse(text), nil
		}
	}
	means := cmp.Or(otherPrograms[extension], inZip(data))
	if err != nil && (archives[extension] != "" || means == unnamedZip) {
		return nil, err
	}
	return nil, fault.New(fault.InvalidBody, "%s; %s", means, accepted)
}

// archives name the documents that are archives, by extension.
var archives = map[string]string{".docx": docx.What, ".fadein": "Fade In document", ".osf": "Open Screenplay Format document", ".celtx": celtx.What, ".highland": highland.What}

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
