package kinodex_test

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// requirementLine is the form of a line of docs/requirements.md.
var requirementLine = regexp.MustCompile(`^- \*\*([A-Z][A-Z0-9]?)-(\d\d|1\d\d)\*\* \((?:stated|decided)\) \S.*\.$`)

// TestRequirementsAreCited holds what code and documents cite against
// docs/requirements.md, and the requirements there against the tests that cite
// them. CONTRIBUTING.md tells how to cite one.
func TestRequirementsAreCited(t *testing.T) {
	known := requirements(t)
	tested := map[string]bool{}
	for name, text := range sources(t) {
		ids, malformed := citations(text, known)
		for _, m := range malformed {
			t.Errorf("%s cites %q, which is no requirement's number", name, m)
		}
		for _, id := range ids {
			if !known.ids[id] {
				t.Errorf("%s cites %s, which docs/requirements.md does not have", name, id)
			}
			tested[id] = tested[id] || strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, ".txtar")
		}
	}
	for _, id := range slices.Sorted(maps.Keys(known.ids)) {
		if !tested[id] {
			t.Errorf("no test cites %s: hold it with a test, and cite it there", id)
		}
	}
}

func TestCitationsAreFound(t *testing.T) {
	known := requirementSet{ids: map[string]bool{}, groups: map[string]bool{"F1": true, "F2": true, "M": true, "S": true}}
	for _, c := range []struct {
		text, ids, malformed string
	}{
		{"(REQ F1-12)", "F1-12", ""},
		{"(REQ\n\t// S-15 to S-18)", "S-15 S-16 S-17 S-18", ""},
		{"REQ F1-01, F2-02 and M-03: they", "F1-01 F2-02 M-03", ""},
		{"REQ M: the connector (REQ F2, S)", "", ""},
		{`t.Error("costs nothing (S-08)")`, "S-08", ""},
		{"TRACE S-08", "S-08", ""},
		{"(REQ Z9-12)", "", "Z9-12"},
		{"REQ F1-1", "", "F1-1"},
		{"REQ F1-001", "", "F1-001"},
		{"REQ S-18 to S-15", "", "S-18 to S-15"},
		{"REQ S-18 to M-20", "", "S-18 to M-20"},
		{"UTF-8, ISO 639-1, PG-13, SHA-256, -32600, R2-1.2, M-0.5", "", ""},
	} {
		ids, malformed := citations(c.text, known)
		if got := strings.Join(ids, " "); got != c.ids {
			t.Errorf("%q cites %s, want %s", c.text, got, c.ids)
		}
		if got := strings.Join(malformed, " "); got != c.malformed {
			t.Errorf("%q cites %q, which is malformed, want %q", c.text, got, c.malformed)
		}
	}
}

// requirementSet is what docs/requirements.md has: ids such as F1-12, and their
// groups, such as F1.
type requirementSet struct {
	ids, groups map[string]bool
}

// requirements reads docs/requirements.md. Below the first heading of a group,
// every line of a list must be a requirement of that group, with a number that
// is greater than the one before.
func requirements(t *testing.T) requirementSet {
	t.Helper()
	text, err := os.ReadFile("docs/requirements.md")
	if err != nil {
		t.Fatal(err)
	}
	known := requirementSet{ids: map[string]bool{}, groups: map[string]bool{}}
	group, last := "", ""
	for i, line := range strings.Split(string(text), "\n") {
		if heading, ok := strings.CutPrefix(line, "## "); ok {
			name, _, found := strings.Cut(heading, ": ")
			if !found || known.groups[name] {
				t.Errorf("line %d: %q names no group, or one that was there before", i+1, line)
			}
			group, last = name, ""
			known.groups[group] = true
			continue
		}
		if line == "" || group == "" {
			continue
		}
		m := requirementLine.FindStringSubmatch(line)
		switch {
		case m == nil:
			t.Errorf("line %d is no requirement: %.60q", i+1, line)
		case m[1] != group:
			t.Errorf("line %d: %s-%s stands in group %s", i+1, m[1], m[2], group)
		case len(m[2]) <= len(last) && m[2] <= last:
			t.Errorf("line %d: %s-%s comes after %s-%s", i+1, m[1], m[2], group, last)
		default:
			known.ids[m[1]+"-"+m[2]], last = true, m[2]
		}
	}
	if len(known.ids) == 0 {
		t.Fatal("docs/requirements.md has no requirements")
	}
	return known
}

// sources returns the text of every Go file, script and document of the repository by
// its path. The style guides are left out: they write about films like K-19.
func sources(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() {
			if name != "." && strings.HasPrefix(name, ".") || name == "node_modules" || path == filepath.Join("internal", "guide", "guides") {
				return filepath.SkipDir
			}
			return nil
		}
		if ext := filepath.Ext(name); ext != ".go" && ext != ".md" && ext != ".txtar" || path == "requirements_test.go" {
			return nil
		}
		text, err := os.ReadFile(path)
		files[filepath.ToSlash(path)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

var (
	// commentBreak is where one line of a comment ends and the next begins.
	commentBreak = regexp.MustCompile(`\n\s*//\s*`)

	// announced is a number, or a group alone, after the word REQ.
	announced = regexp.MustCompile(`\bREQ ([A-Z][A-Z0-9]?(?:-\d+)?)\b`)

	// numbered is a number of a requirement wherever it stands, or a range.
	numbered = regexp.MustCompile(`\b([A-Z][A-Z0-9]?)-(\d\d|1\d\d)\b(?: to ([A-Z][A-Z0-9]?)-(\d\d|1\d\d)\b)?`)
)

// citations returns the requirements that a text cites, each of a range, and
// what stands where a requirement should but has not the form of one. Without
// the word REQ, a number counts when its group is known.
func citations(text string, known requirementSet) (ids, malformed []string) {
	text = commentBreak.ReplaceAllString(text, " ")
	for _, m := range announced.FindAllStringSubmatch(text, -1) {
		group, number, whole := strings.Cut(m[1], "-")
		if !known.groups[group] || whole && len(number) != 2 && (len(number) != 3 || number[0] != '1') {
			malformed = append(malformed, m[1])
		}
	}
	for _, m := range numbered.FindAllStringSubmatch(text, -1) {
		if !known.groups[m[1]] {
			continue
		}
		from, _ := strconv.Atoi(m[2])
		to := from
		if m[3] != "" {
			to, _ = strconv.Atoi(m[4])
			if m[3] != m[1] || to <= from {
				malformed = append(malformed, m[0])
				continue
			}
		}
		for n := from; n <= to; n++ {
			ids = append(ids, fmt.Sprintf("%s-%02d", m[1], n))
		}
	}
	return ids, malformed
}
