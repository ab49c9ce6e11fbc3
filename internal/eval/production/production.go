// Package production evaluates how well it is found what a scene needs on set: children, animals,
// vehicles, stunts, crowds, weapons and effects.
//
// The sample is twenty short scripts of fifteen scenes, written for this evaluation and marked
// before the list of words was written that the finder goes by: a note in a scene lists what the
// scene needs. The first ten were there to develop on, the others were looked at once.
package production

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/fountain"
	"kinodex/internal/screenplay/production"

	"kinodex/internal/eval"
)

//go:embed samples
var samples embed.FS

// Half is one half of the sample.
type Half string

// The halves.
const (
	Develop Half = "develop"
	HeldOut Half = "heldout"
)

// Count is how often a need was found and marked, in scenes.
type Count struct {
	Tag production.Tag
	// Marked is in how many scenes it is; Shown and Right count those in which it is shown
	// without may, and those of them in which it is; May and MayRight count the others.
	Marked, Shown, Right, May, MayRight int
}

// All is in how many scenes it is shown at all.
func (c Count) All() int { return c.Shown + c.May }

// Precision is the share of what is shown without may that is there; 1 when nothing is shown.
func (c Count) Precision() float64 { return share(c.Right, c.Shown) }

// MayPrecision is the share of what is shown with may that is there.
func (c Count) MayPrecision() float64 { return share(c.MayRight, c.May) }

// Recall is the share of what is there that is shown without may.
func (c Count) Recall() float64 { return share(c.Right, c.Marked) }

// MayRecall is the share of what is there that is shown at all.
func (c Count) MayRecall() float64 { return share(c.Right+c.MayRight, c.Marked) }

func share(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}

// Miss is a scene in which a need is shown that is not marked, or marked and not shown.
type Miss struct {
	Script, Heading string
	Tag             production.Tag
	Found           bool // shown, and not marked
	Need            production.Requirement
}

// String says what is wrong, for development.
func (m Miss) String() string {
	if m.Found {
		return fmt.Sprintf("%s, %s: %s by %q (%s)", m.Script, m.Heading, m.Need.Tag, m.Need.Word, m.Need.Line)
	}
	return fmt.Sprintf("%s, %s: %s missed", m.Script, m.Heading, m.Tag)
}

// Report is what was found in a half of the sample.
type Report struct {
	Half            Half
	Scripts, Scenes int
	Counts          []Count
	Misses          []Miss
}

// Evaluate reads a half of the sample. It fails on a mark that is no tag.
func Evaluate(half Half) (*Report, error) {
	names, err := fs.Glob(samples, "samples/"+string(half)+"/*.fountain")
	if err != nil {
		return nil, err
	}
	r := &Report{Half: half}
	for _, tag := range production.Tags() {
		r.Counts = append(r.Counts, Count{Tag: tag})
	}
	for _, name := range names {
		source, err := samples.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if err := r.script(name[strings.LastIndexByte(name, '/')+1:], fountain.Parse(string(source))); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// script adds the scenes of a script.
func (r *Report) script(name string, s *screenplay.Script) error {
	p := production.Of(s)
	r.Scripts++
	for i, needs := range p.Requirements() {
		scene := &p.Sheet.Scenes[i]
		marked, err := marks(s, scene.Scene-1)
		if err != nil {
			return fmt.Errorf("%s, %s: %w", name, scene.Heading, err)
		}
		r.Scenes++
		for k := range r.Counts {
			c := &r.Counts[k]
			at := slices.IndexFunc(needs, func(n production.Requirement) bool { return n.Tag == c.Tag })
			is := slices.Contains(marked, c.Tag)
			if is {
				c.Marked++
			}
			switch {
			case at >= 0 && needs[at].Sure:
				c.Shown++
				c.Right += one(is)
			case at >= 0:
				c.May++
				c.MayRight += one(is)
			}
			if (at >= 0) != is {
				m := Miss{Script: name, Heading: scene.Heading, Tag: c.Tag, Found: at >= 0}
				if m.Found {
					m.Need = needs[at]
				}
				r.Misses = append(r.Misses, m)
			}
		}
	}
	return nil
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

// marks returns what the notes of a scene list.
func marks(s *screenplay.Script, scene int) (all []production.Tag, err error) {
	for _, e := range s.Elements[s.Scenes[scene].First:s.Scenes[scene].Last] {
		if e.Kind != screenplay.Note {
			continue
		}
		for name := range strings.SplitSeq(strings.Trim(e.Text, "[] "), ", ") {
			if !slices.Contains(production.Tags(), production.Tag(name)) {
				return nil, fmt.Errorf("the mark %q is none of %v", name, production.Tags())
			}
			all = append(all, production.Tag(name))
		}
	}
	return all, nil
}

// floor is the least precision of what is shown without may.
const floor = 0.8

// Bounds compares the precision of every tag with what it must reach.
func (r *Report) Bounds() (bounds []eval.Bound) {
	for _, c := range r.Counts {
		bounds = append(bounds, eval.AtLeast("precision, "+string(c.Tag)+", "+string(r.Half), c.Precision(), floor))
	}
	return bounds
}
