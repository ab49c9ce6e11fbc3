package writersroom

import (
	"kinodex/internal/guide"
	"kinodex/internal/research"
	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/measure"
)

// Manuscript is what a question is about: a screenplay that was measured, or a
// synopsis. It is read-only once made.
type Manuscript struct {
	// Script and Report are nil for a synopsis.
	Script *screenplay.Script
	Report *measure.Report
	Habits measure.StyleCounts
	// Analysis holds the script against the research set; nil for a synopsis, and
	// where the library has too few scripts.
	Analysis *research.Analysis
	Synopsis string

	pages []float64 // by scene, where it begins, from 1.0
	total float64   // how many pages there are
}

// NewManuscript makes a manuscript of a script and what was measured of it.
func NewManuscript(s *screenplay.Script, r *measure.Report, h measure.StyleCounts, a *research.Analysis) *Manuscript {
	m := &Manuscript{Script: s, Report: r, Habits: h, Analysis: a}
	m.countPages()
	return m
}

// Outline makes a manuscript of a synopsis.
func Outline(synopsis string) *Manuscript { return &Manuscript{Synopsis: synopsis} }

// Question is one question to a tool.
type Question struct {
	*Manuscript
	// Focus is structure, dialogue or all, for Coverage.
	Focus string
	// Style is the guide to compare or work with, for CompareStyle and Rewrite, and
	// if not nil for VisualTreatment.
	Style *guide.Guide
	// Genres are what the asker says the film is, for CastRecommend and Logline.
	Genres []string
	// Limit bounds the list of the answer: of matches, loglines, beats,
	// cinematographers, or candidates a role.
	Limit int
}

// Foci are what coverage may look at, the default last.
var Foci = []string{"structure", "dialogue", "all"}

// source is the text that was submitted.
func (m *Manuscript) source() string {
	if m.Script != nil {
		return m.Script.Source
	}
	return m.Synopsis
}
