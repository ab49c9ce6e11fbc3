package ingest

import (
	"fmt"
	"io"

	"kinodex/internal/ingest/source"
)

// Warning is something of the sources most of which a build lost, although it went well
// otherwise: a file that nothing can read, a file most rows of which are not used, a column
// most cells of which cannot be read.
type Warning struct {
	Kind   string `json:"kind"` // one of the constants below
	File   string `json:"file"`
	Column string `json:"column,omitempty"`
	// Count of Of rows, or cells that hold something, are lost.
	Count int `json:"count,omitempty"`
	Of    int `json:"of,omitempty"`
	// Example is one of the cells, or how the file begins; Line is where it is.
	Example string `json:"example,omitempty"`
	Line    int    `json:"line,omitempty"`
	// Reasons are the counts of rows by reason.
	Reasons map[string]int `json:"reasons,omitempty"`
}

// The kinds of warnings.
const (
	WarnNotRecognised = "not_recognised"
	WarnRows          = "rows_not_used"
	WarnDamaged       = "damaged"
	WarnColumn        = "column_not_read"
)

// FormatsDoc tells where the formats are documented.
const FormatsDoc = "docs/data/sources.md"

// String returns the warning as a sentence without a full stop.
func (w *Warning) String() string {
	switch w.Kind {
	case WarnNotRecognised:
		if w.Example == "" {
			return fmt.Sprintf("%s is not recognised: it is empty, or nothing in it is text; %s lists the formats", w.File, FormatsDoc)
		}
		return fmt.Sprintf("%s is not recognised: it begins with %q; %s lists the columns of the formats", w.File, w.Example, FormatsDoc)
	case WarnDamaged:
		return fmt.Sprintf("%s is damaged: %d rows before the damage were read, what follows is missing; get the file again", w.File, w.Of)
	case WarnRows:
		return fmt.Sprintf("%s: %d of %d rows are not used (%s)", w.File, w.Count, w.Of, listed(w.Reasons))
	}
	return fmt.Sprintf("%s: %d of %d cells of the column %q could not be read, the first is %q in line %d",
		w.File, w.Count, w.Of, w.Column, w.Example, w.Line)
}

// WriteWarnings writes a line for each warning, and nothing when there is none.
func (r *Report) WriteWarnings(w io.Writer) error {
	if len(r.Warnings) == 0 {
		return nil
	}
	if _, err := fmt.Fprintf(w, "Warnings (%d): some of what the files say is not in the library.\n", len(r.Warnings)); err != nil {
		return err
	}
	for i := range r.Warnings {
		if _, err := fmt.Fprintf(w, "  %s\n", &r.Warnings[i]); err != nil {
			return err
		}
	}
	return nil
}

// warn adds the warnings of all files to the report, in the order of the files.
func (b *build) warn() {
	for i, f := range b.files {
		b.report.Warnings = append(b.report.Warnings, warningsOf(f, &b.report.Sources[i])...)
	}
}

// warningsOf returns the warnings of one file: that it is not recognised or damaged,
// that more than half of its rows are rejected, and the columns of which more than
// half of the filled cells could not be read.
func warningsOf(f *source.File, s *SourceCount) []Warning {
	var list []Warning
	lost := total(s.Rejects)
	switch {
	case f.Format == source.Unknown:
		return []Warning{{Kind: WarnNotRecognised, File: s.File, Example: f.Head}}
	case s.Rejects[source.Damaged] > 0:
		list = append(list, Warning{Kind: WarnDamaged, File: s.File, Of: s.Rows})
	case lost > 0 && 2*lost > s.Rows:
		list = append(list, Warning{Kind: WarnRows, File: s.File, Count: lost, Of: s.Rows, Reasons: s.Rejects})
	}
	for _, name := range sortedKeys(f.Tally.Columns) {
		if c := f.Tally.Columns[name]; 2*c.Failed > c.Filled {
			list = append(list, Warning{
				Kind: WarnColumn, File: s.File, Column: name, Count: c.Failed, Of: c.Filled, Example: c.Example, Line: c.Line,
			})
		}
	}
	return list
}
