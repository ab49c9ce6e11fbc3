package app

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/research"
	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/parse"
)

// MostText is how many bytes a text that is analysed may have (REQ L-08). It has at
// least research.LeastText characters (REQ S-16).
const MostText = 5 << 20

// Draft is a screenplay that was sent: a text, or else a file. It is measured and
// forgotten: nothing of it is stored or logged (REQ S-30).
type Draft struct {
	// Field is what the interface calls it, for faults.
	Field string
	Text  string
	// File is nil for a text. Name says what kind of file it is, with what is in
	// it; it may be empty.
	File []byte
	Name string

	script *screenplay.Script // once it is read
}

// AnalyzeQuestion asks what a screenplay measures, and where it stands.
type AnalyzeQuestion struct {
	Draft Draft
	// WithoutScenes leaves out what is told of scenes: see research.Set.Classify.
	WithoutScenes bool
}

// Analysis answers it. It is independent of the visit.
type Analysis struct {
	*research.Analysis
	Receipt Receipt `json:"receipt"`
	// Script is the draft as it was read.
	Script *screenplay.Script `json:"-"`
}

// Analyze measures a screenplay and holds it against the research set (REQ
// S-15 to S-31). The same draft gets the same answer, receipt included, from any
// replica (REQ S-28).
func (v *Visit) Analyze(ctx context.Context, q AnalyzeQuestion) (*Analysis, error) {
	if err := v.enter(ctx, access.Needs.Analyze, func() error { return q.Draft.check(ctx, v.app.reader) }); err != nil {
		return nil, err
	}
	if err := v.readPDFs(ctx, &q.Draft); err != nil {
		return nil, err
	}
	found, err := v.analyze(ctx, &q.Draft, q.WithoutScenes)
	if err != nil {
		return nil, err
	}
	receipt, err := v.app.receipts.receipt(found, q.Draft.digest(), found.Model)
	return &Analysis{found, receipt, q.Draft.script}, err
}

// analyze parses, measures and compares a draft. Between these steps it checks whether
// ctx has ended, since each may use a processor for seconds.
func (v *Visit) analyze(ctx context.Context, d *Draft, withoutScenes bool) (*research.Analysis, error) {
	script := d.read()
	if err := v.interrupted(ctx); err != nil {
		return nil, err
	}
	report := v.app.meter.Of(script)
	if err := v.interrupted(ctx); err != nil {
		return nil, err
	}
	if withoutScenes {
		return v.library.Research.Classify(script, report)
	}
	return v.library.Research.Analyze(script, report)
}

// check returns a fault unless there is enough to measure. A file is read for it, unless it
// is a PDF: reading one may take long, so it is paid for first (see readPDFs). A text is
// parsed later: every text can be parsed.
func (d *Draft) check(ctx context.Context, reader parse.Reader) error {
	switch {
	case d.File == nil:
		return d.enough(d.Text)
	case parse.IsPDF(d.Name, d.File):
		return nil
	}
	return d.readFile(ctx, reader)
}

// enough returns a fault unless a draft's text is long enough to measure, and not too
// long: InvalidParameter with what is allowed, or TooLarge.
func (d *Draft) enough(text string) error {
	allowed := fmt.Sprintf("a screenplay of at least %d characters that are not all blank", research.LeastText)
	switch {
	case text == "" && d.File == nil:
		return fault.Missing(d.Field, allowed)
	case len(text) < 4*research.LeastText && utf8.RuneCountInString(text) < research.LeastText, strings.TrimSpace(text) == "":
		return fault.Param(d.Field, allowed)
	case len(text) > MostText && d.File == nil:
		f := fault.New(fault.TooLarge, "%s may have at most %d bytes", d.Field, MostText)
		f.Param = d.Field
		return f
	}
	return nil
}

// readPDFs reads those of the drafts that are PDFs, for a question that was paid. One that
// cannot be read, or holds too little, is refunded, like any question that makes no sense.
// One that used up the time or memory a reading may take is charged, and so is one whose
// client closes the connection meanwhile: otherwise processors could be occupied for free.
func (v *Visit) readPDFs(ctx context.Context, drafts ...*Draft) error {
	for _, d := range drafts {
		if d.File == nil || d.script != nil {
			continue
		}
		err := d.readFile(ctx, v.app.reader)
		if err == nil {
			continue
		}
		if f := fault.From(err); f.Charged || errors.Is(err, context.Canceled) {
			v.keep()
		} else if f.Kind != fault.Internal { // internal failures are refunded by the dialect
			if lost := v.Refund(ctx); lost != nil {
				return lost
			}
		}
		return err
	}
	return nil
}

// read returns the script of a draft that was checked. It parses a text once; calls after
// the first return the same script.
func (d *Draft) read() *screenplay.Script {
	if d.script == nil {
		d.script = parse.Text(d.Text)
	}
	return d.script
}

// digest returns the SHA-256 of what was sent: of the text in UTF-8, or of the file.
func (d *Draft) digest() [sha256.Size]byte {
	if d.File != nil {
		return sha256.Sum256(d.File)
	}
	return sha256.Sum256([]byte(d.Text))
}

// readFile parses a draft's file, whatever form it has. Faults name the draft's field.
func (d *Draft) readFile(ctx context.Context, reader parse.Reader) error {
	script, err := reader.Read(ctx, d.Name, d.File)
	if f := (*fault.Fault)(nil); errors.As(err, &f) && f.Param == "" {
		named := *f
		named.Param = d.Field
		return &named
	}
	if err != nil {
		return err
	}
	if err := d.enough(script.Source); err != nil {
		return err
	}
	d.script = script
	return ctx.Err()
}
