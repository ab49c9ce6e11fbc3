// Package research is the research set: the screenplays of films that were made,
// as figures, with what they teach about a screenplay that was not.
//
// Measure turns a folder of texts into MeasuredScript records, one a script, and keeps
// no sentence of them. Builder joins those with the films they became: it gives
// points, ranks, tiers and classes (points.go), norms (norms.go), correlations
// and what they say (correlate.go, insights.go), and trains the tier model
// (model.go). Set serves all of that from one file, and holds a new text against
// it: Analyze, Compare, WhatMoves.
//
// Points come from how the film fared with those who saw it, not from reading
// the page. What follows from them says how scripts of films people liked
// differ, and no more.
//
// The package imports catalog, film, pack, screenplay, tiermodel and what lies below.
// Start reading at Builder for building, Set for serving.
package research

import (
	"kinodex/internal/film"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/tiermodel"
)

// File is the name of the file in a library generation.
const File = "research.pack"

// MeasuredScript is one screenplay of the set as it was measured; its text is not
// kept.
type MeasuredScript struct {
	Film     film.ID        `json:"filmdb_id"`
	Features measure.Vector `json:"features"`
	// Extractor is the version of the formulas that measured it.
	Extractor string `json:"extractor"`
	// SHA256 is that of the text's file, in hexadecimal; Characters is how many
	// code points the text has.
	SHA256     string `json:"sha256"`
	Characters int    `json:"characters"`
	// Edits tells how far small edits of the text move each feature, up or down;
	// empty for a text on which that was not tried. See editsOf. Of sets that were
	// measured earlier it has absolute values.
	Edits []measure.Vector `json:"edits,omitempty"`
	// StyleCounts counts the text's commonest words and marks, by the list of version
	// StyleFeaturesVersion; nil where they were not counted.
	StyleFeaturesVersion int                 `json:"habit_list,omitempty"`
	StyleCounts          measure.StyleCounts `json:"habits,omitempty"`
	// Series is how the script goes from beginning to end; nil in sets that were measured
	// without it.
	Series *measure.Series `json:"series,omitempty"`
}

// Tiers are the tiers of a screenplay, best first (REQ S-02).
const Tiers = "SABCDE"

// classOf gives the class of a tier, by its place in Tiers: S and A are High, B
// and C Mid, D and E Low.
func classOf(tier int) tiermodel.Class { return tiermodel.Class(tier / 2) }

// tiersOf names the two tiers of a class, as the interface does (REQ S-19).
func tiersOf(class tiermodel.Class) string {
	return Tiers[2*class:2*class+1] + "/" + Tiers[2*class+1:2*class+2]
}

// Extractor is the version of what turns a text into features: the reading of
// screenplays and the formulas together. Figures of one version compare with each
// other and with no others.
//
//	1  the first
//	2  cues in small letters, headings of more languages, signed line edits
const Extractor = "2"
