package parse

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/fountain"
	"kinodex/internal/text"
)

// statedKinds are the words of a public tool's expected outputs. What it lists
// besides the film (title, sections, synopses, notes) is compared elsewhere.
var statedKinds = map[string]screenplay.Kind{"ACTION": screenplay.Action, "HEADING": screenplay.Heading, "CHARACTER": screenplay.Character, "DIALOGUE": screenplay.Dialogue,
	"PARENTHETICAL": screenplay.Parenthetical, "LYRIC": screenplay.Lyric, "TRANSITION": screenplay.Transition}

// statedElement is an element of such an output: a kind, a text that may run
// over lines, and a remark.
var statedElement = regexp.MustCompile(`(?s)^([A-Z]+):"(.*?)"\s*(?:"([^"]*)"\s*)?(?:\(([^()]*)\))?(?:\s*tags:.*)?$`)

// places are the marks that stand in that output where a note was.
var places = regexp.MustCompile(`\[\[\d+\]\]|/\*\d+\*/`)

// statedDifferences are the deliberate ones: by file and line of its stated
// reading, what that line is to us, and why.
var statedDifferences = map[string][]struct {
	line int
	ours screenplay.Kind
	why  string
}{
	"Boneyards": {{3, screenplay.Transition,
		"a boneyard that spans lines leaves a blank line where it was, so that what stands before it is whole"}},
	"Character": {
		{20, screenplay.Character, "the syntax asks for one letter in a name, and does not ask for it first"},
		{21, screenplay.Dialogue, "under that name"},
	},
	"Parenthetical": {{11, screenplay.Parenthetical,
		"a parenthetical may follow another: both are in brackets and neither is said"}},
}

// statedUpTo bounds the comparison where a reading goes wrong for good: an empty
// line ends a speech, whatever note comes after it, but not to that tool.
var statedUpTo = map[string]int{"Notes": 5}

func TestFountainIsReadAsAPublicToolStates(t *testing.T) {
	dir := gold(t)
	files, _ := filepath.Glob(filepath.Join(dir, "fixtures", "wildwinter*", "tests", "*.txt"))
	read := 0
	for _, path := range files {
		name := strings.TrimSuffix(filepath.Base(path), ".txt")
		stem := strings.TrimSuffix(name, "-Merged")
		switch name {
		case "Tags": // an extension of the tool's own: "#word" marks a line
			continue
		case "Formatted": // its output is HTML; see TestEmphasisIsTakenOut
			continue
		}
		source, err := os.ReadFile(filepath.Join(filepath.Dir(path), stem+".fountain"))
		if err != nil {
			continue
		}
		stated, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		read++
		s := fountain.Parse(string(source))
		var got []typedLine
		for _, l := range typedLines(s) {
			l.Dual = false
			switch l.Kind {
			case screenplay.Character:
				l.Text, _ = screenplay.SplitCue(l.Text)
			case screenplay.Parenthetical:
				l.Text = strings.Trim(l.Text, "()")
			}
			got = append(got, l)
		}
		want := stateFor(t, stem, string(stated))
		if n, bounded := statedUpTo[stem]; bounded {
			got, want = got[:n], want[:n]
		}
		diffLines(t, name, got, want)
	}
	if read < 10 {
		t.Errorf("only %d files with a stated reading", read)
	}
}

func stateFor(t *testing.T, stem, stated string) []typedLine {
	var want []typedLine
	for _, block := range regexp.MustCompile(`(?m)^(?:\[\[\d+\]\]|/\*\d+\*/)?[A-Z]+:"`).FindAllStringIndex(stated, -1) {
		rest := stated[block[0]:]
		if next := regexp.MustCompile(`\n(?:\[\[\d+\]\]|/\*\d+\*/)?[A-Z]+:"`).FindStringIndex(rest); next != nil {
			rest = rest[:next[0]]
		}
		m := statedElement.FindStringSubmatch(strings.TrimSpace(rest))
		if m == nil {
			continue // a note or the boneyard
		}
		kind, film := statedKinds[m[1]]
		if !film {
			continue
		}
		number := ""
		if kind == screenplay.Heading {
			number = m[4]
		}
		for _, line := range strings.Split(places.ReplaceAllString(m[2], ""), "\n") {
			line = strings.TrimSpace(fountain.Unmarked(line))
			if kind == screenplay.Character {
				line = strings.TrimRight(text.Fold(line), ".")
			}
			if line != "" {
				want = append(want, typedLine{Kind: kind, Text: line, Number: number})
			}
		}
	}
	for _, d := range statedDifferences[stem] {
		line := &want[d.line]
		if line.Kind == d.ours {
			t.Errorf("%s: line %d is no difference: %s", stem, d.line, d.why)
		}
		line.Kind = d.ours
		switch d.ours {
		case screenplay.Character:
			line.Text = text.Fold(line.Text)
		case screenplay.Parenthetical:
			line.Text = strings.Trim(line.Text, "()")
		}
	}
	if stem == "Sections" { // it begins with CUT TO:, which that tool takes for a title page
		want = append([]typedLine{{Kind: screenplay.Transition, Text: "CUT TO:"}}, want...)
	}
	return want
}
