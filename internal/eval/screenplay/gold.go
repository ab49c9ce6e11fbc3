package screenplay

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kinodex/internal/screenplay"
)

// GoldScript is a screenplay whose writer's program says what each paragraph
// is.
type GoldScript struct {
	Name  string
	Lines []GoldLine
}

// GoldLine is one paragraph of it.
type GoldLine struct {
	Kind   screenplay.Kind
	Text   string
	Number string // of a scene; "" when it has none
	// Counts is false for what has no kind of its own in a screenplay, and is
	// written but not marked.
	Counts bool
}

// goldKinds are the names that Final Draft has for the kinds.
var goldKinds = map[string]screenplay.Kind{
	"Action": screenplay.Action, "Scene Heading": screenplay.Heading, "Character": screenplay.Character,
	"Dialogue": screenplay.Dialogue, "Parenthetical": screenplay.Parenthetical, "Transition": screenplay.Transition,
}

// ReadGold reads the typed scripts of a folder: one *.jsonl file each, a
// paragraph a line with type, text and num. Of files that say the same, the
// first is kept; empty paragraphs are left out.
func ReadGold(dir string) ([]GoldScript, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		return nil, err
	}
	slices.Sort(files)
	var scripts []GoldScript
	seen := map[[32]byte]bool{}
	for _, file := range files {
		s, err := readGoldScript(file)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", filepath.Base(file), err)
		}
		if sum := sha256.Sum256(fmt.Append(nil, s.Lines)); len(s.Lines) > 0 && !seen[sum] {
			seen[sum] = true
			scripts = append(scripts, s)
		}
	}
	if len(scripts) == 0 {
		return nil, fmt.Errorf("no typed scripts in %s", dir)
	}
	return scripts, nil
}

func readGoldScript(file string) (GoldScript, error) {
	s := GoldScript{Name: strings.TrimSuffix(filepath.Base(file), ".jsonl")}
	f, err := os.Open(file)
	if err != nil {
		return s, err
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var row struct {
			Type string  `json:"type"`
			Text string  `json:"text"`
			Num  *string `json:"num"`
		}
		if err := json.Unmarshal(in.Bytes(), &row); err != nil {
			return s, err
		}
		text := strings.Join(strings.Fields(row.Text), " ")
		if text == "" {
			continue
		}
		kind, known := goldKinds[row.Type]
		l := GoldLine{Kind: kind, Text: text, Counts: known}
		if row.Num != nil {
			l.Number = *row.Num
		}
		s.Lines = append(s.Lines, l)
	}
	return s, in.Err()
}
