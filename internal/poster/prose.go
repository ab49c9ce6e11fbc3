package poster

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"kinodex/internal/poster/vision"
)

// prose tells a reading in sentences, by rules. It says where it comes from.
// It ends with where it comes from, and is the same for equal readings. English, plain
// text.
func prose(r *vision.Reading) string {
	var t text
	if s := strings.TrimSpace(r.Composition.Summary); s != "" {
		t.say("%s", strings.TrimSuffix(upper(s), "."))
	}
	t.colours(r)
	t.lettering(r)
	t.faces(r)
	t.mood(r)
	if e := r.Era; e != nil {
		t.say("It looks like posters of the %s (an estimate, right within a decade with a chance of %.0f %%)", e.Decade, 100*e.Confidence)
	}
	if len(r.GenreSignals) > 0 {
		var names []string
		for _, g := range r.GenreSignals[:min(len(r.GenreSignals), 3)] {
			names = append(names, fmt.Sprintf("%s (%.2f)", g.Genre, g.Score))
		}
		t.say("Posters like it announce %s", joined(names))
	}
	t.design(r)
	t.say("These sentences were made from measurements by stated rules; no language model read the picture")
	return t.b.String()
}

// text is prose that is being written.
type text struct{ b strings.Builder }

// say adds a sentence: it puts the space before and the full stop behind.
func (t *text) say(format string, args ...any) {
	if t.b.Len() > 0 {
		t.b.WriteByte(' ')
	}
	fmt.Fprintf(&t.b, format, args...)
	t.b.WriteByte('.')
}

// colours says tone, temperature, contrast and the three largest colours.
func (t *text) colours(r *vision.Reading) {
	p := &r.Palette
	var named []string
	for _, c := range r.DominantColors[:min(len(r.DominantColors), 3)] {
		named = append(named, fmt.Sprintf("%s (%.0f %%)", c.Name, 100*c.Share))
	}
	kind := orUnknown(p.Temperature) + " colours"
	if p.Grayscale {
		kind = "next to no colour"
	}
	t.say("The picture is %s, with %s and %s contrast", orUnknown(p.Tone), kind, grade(p.Contrast, 0.5, 0.75))
	if len(named) > 0 {
		t.say("Its main colours are %s, a scheme that is %s", joined(named), orUnknown(p.Harmony))
	}
}

// lettering says how much of it is lettering and what the largest looks like.
func (t *text) lettering(r *vision.Reading) {
	l := r.Typography
	if l == nil {
		t.say("No lettering was found")
		return
	}
	t.say("Lettering covers about %.0f %% of it in %s; the largest is %s, %s in width, in the %s part, with a contrast ratio of about %.1f to its ground",
		100*r.Text.Area, counted(r.Text.Lines, "line"), l.Weight, l.Width, l.Placement, l.Contrast)
}

// faces says how many frontal faces were found.
func (t *text) faces(r *vision.Reading) {
	switch n := len(r.Faces); n {
	case 0:
		t.say("No frontal face was found")
	default:
		t.say("%s found", map[bool]string{true: "One frontal face was", false: fmt.Sprintf("%d frontal faces were", n)}[n == 1])
	}
}

// mood names the mood words; nothing when there are none.
func (t *text) mood(r *vision.Reading) {
	if len(r.Mood.Words) == 0 {
		return
	}
	t.say("Its mood by rule: %s", joined(r.Mood.Words))
}

// design says the score, and the first of its best and worst parts.
func (t *text) design(r *vision.Reading) {
	q := &r.DesignQuality
	if len(q.Parts) == 0 {
		return
	}
	best, worst := q.Parts[0], q.Parts[0]
	for _, p := range q.Parts {
		if p.Score > best.Score {
			best = p
		}
		if p.Score < worst.Score {
			worst = p
		}
	}
	t.say("Its design scores %.0f of 100, strongest in %s (%.0f) and weakest in %s (%.0f)", rounded(q.Score, 0), best.Name, rounded(best.Score, 0), worst.Name, rounded(worst.Score, 0))
}

// grade is a word for a number: weak below low, strong above high.
func grade(v, low, high float64) string {
	switch {
	case v < low:
		return "weak"
	case v > high:
		return "strong"
	}
	return "moderate"
}

// counted is a number and its noun, in the plural unless it is one.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// orUnknown returns s, or a word for what was not determined.
func orUnknown(s string) string {
	if s == "" {
		return "undetermined"
	}
	return s
}

// joined is a list in words: a, b and c.
func joined(all []string) string {
	if len(all) < 2 {
		return strings.Join(all, "")
	}
	return strings.Join(all[:len(all)-1], ", ") + " and " + all[len(all)-1]
}

// upper begins a sentence.
func upper(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}
