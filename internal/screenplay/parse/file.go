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

// foreign names the form of an upload that is not read, and says what to do; "" when it
// may be read.
func foreign(extension string, data []byte) string {
	if name, known := otherPrograms[extension]; known {
		return name
	}
	head := data[:min(len(data), 4096)]
	switch {
	case bytes.HasPrefix(data, []byte("PK\x03\x04")):
		return "a zip archive is not read"
	case bytes.HasPrefix(data, []byte("\xd0\xcf\x11\xe0")):
		return otherPrograms[".doc"]
	case bytes.HasPrefix(data, []byte(`{\rtf`)):
		return otherPrograms[".rtf"]
	case bytes.HasPrefix(data, []byte("\x89PNG")), bytes.HasPrefix(data, []byte("\xff\xd8\xff")), bytes.HasPrefix(data, []byte("GIF8")):
		return "a picture is not read"
	case bytes.HasPrefix(data, []byte("\x1f\x8b")):
		return "a gzip archive is not read"
	case extension == ".pdf":
		return "a file that is named .pdf and is no PDF is not read"
	case bytes.Contains(head, []byte(`type="Open Screenplay Format`)):
		return otherPrograms[".osf"]
	case bytes.HasPrefix(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), []byte("#Version ")) && bytes.Contains(head, []byte("\n#Begin-")):
		return otherPrograms[".trelby"]
	case bytes.Count(head, []byte{0}) > 0:
		if order, _ := text.ByteOrder(data); order == nil {
			return "a file of bytes that are no text is not read"
		}
	}
	return ""
}

// otherPrograms are the files of programs that are not read, by extension, and what makes
// of them a file that is.
var otherPrograms = map[string]string{
	".doc":      "an old Office document (.doc) is not read: save it as plain text or PDF",
	".docx":     "a Word document (.docx) is not read: save it as plain text or PDF",
	".odt":      "an OpenDocument text (.odt) is not read: save it as plain text or PDF",
	".pages":    "a Pages document (.pages) is not read: export it as PDF",
	".rtf":      "rich text (.rtf) is not read: save it as plain text",
	".highland": "a Highland document (.highland) is not read: export it as Fountain, Final Draft or PDF",
	".celtx":    "a Celtx project (.celtx) is not read: export its script as PDF or plain text",
	".fadein":   "a Fade In document (.fadein) is not read: export it as Final Draft, Fountain or PDF",
	".osf":      "Open Screenplay Format (.osf) is not read: export it as Final Draft, Fountain or PDF",
	".trelby":   "a Trelby document (.trelby) is not read: export it as Final Draft, Fountain or PDF",
	".fdr":      "a file of Final Draft 7 and before (.fdr) is not read: save it as .fdx",
	".mmsw":     "a Movie Magic Screenwriter document (.mmsw) is not read: export it as Final Draft or PDF",
	".wdz":      "a WriterDuet document (.wdz) is not read: export it as Final Draft, Fountain or PDF",
	".scriv":    "a Scrivener project (.scriv) is not read: compile it as Final Draft, Fountain or PDF",
}
