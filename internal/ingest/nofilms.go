package ingest

import (
	"fmt"
	"strings"
)

// NoFilmsError says that a build found no film, and what it looked at.
type NoFilmsError struct {
	Paths  []string // as they were given
	Report *Report
}

// maxListed is how many files the message lists at most.
const maxListed = 40

// Error returns a message of several lines: the files, and why each brought no film.
func (e *NoFilmsError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "no film was found in %s, so nothing was built and what serves is unchanged", strings.Join(e.Paths, ", "))
	if len(e.Report.Sources) == 0 {
		b.WriteString("; there are no files (hidden ones are passed over)")
	}
	for i := range e.Report.Sources {
		if i == maxListed {
			fmt.Fprintf(&b, "\n  and %d more files", len(e.Report.Sources)-i)
			break
		}
		fmt.Fprintf(&b, "\n  %s: %s", e.Report.Sources[i].File, e.Report.Sources[i].outcome())
	}
	if len(e.Report.Refused) > 0 {
		fmt.Fprintf(&b, "\ntitles that were read and are no films of the catalogue: %s", listed(e.Report.Refused))
	}
	b.WriteString("\nthe formats that are read are told in docs/data/sources.md, the rule of admission in docs/data/merge.md")
	return b.String()
}

// outcome returns what became of a file, in a few words.
func (s *SourceCount) outcome() string {
	if s.Unused != "" {
		if s.Format != "" {
			return s.Format + ", not read: " + s.Unused
		}
		return s.Unused
	}
	text := fmt.Sprintf("%s, %d rows", s.Format, s.Rows)
	if len(s.Rejects) > 0 {
		text += ", rejected: " + listed(s.Rejects)
	}
	return text
}
