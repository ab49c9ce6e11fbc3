package guide

import (
	"fmt"
	"strings"

	"kinodex/internal/ordered"
)

// frontMatter is a file's front matter: what stands between two lines of three hyphens.
// Its syntax is a strict subset of YAML, so that other tools read it alike:
//
//	key: text
//	key: [one, two]          words without commas
//	key:
//	  - text                 a list
//	key:
//	  name: text             a map, in order
//
// A text is plain to the end of the line, or in double quotes where YAML would read it
// as something else. There are no escapes: a quoted text has no quote and no backslash.
//
// keys has the keys in their order. Each is in values once.
type frontMatter struct {
	keys   []string
	values map[string]value
}

// value is the value of a key: of text, list and pairs, the one that kind says is set.
type value struct {
	line  int // of the file, from 1
	text  string
	list  []string
	pairs ordered.Map[string]
	kind  kind
}

// kind is what a value is, as messages call it.
type kind string

const (
	isText kind = "text"
	isList kind = "list"
	isMap  kind = "map"
	isOpen kind = "nothing" // a key with no value on its line, and none below it yet
)

// readFrontMatter reads the front matter of a file and returns it, and the text after
// it. Errors name the line.
func readFrontMatter(src string) (*frontMatter, string, error) {
	src = strings.ReplaceAll(src, "\r\n", "\n")
	src, ok := strings.CutPrefix(src, "---\n")
	if !ok {
		return nil, "", fmt.Errorf("the first line is not ---")
	}
	front, body, ok := strings.Cut(src, "\n---\n")
	if !ok {
		return nil, "", fmt.Errorf("no second line --- ends the front matter")
	}
	m := &frontMatter{values: map[string]value{}}
	for i, line := range strings.Split(front, "\n") {
		if err := m.read(line, i+2); err != nil {
			return nil, "", fmt.Errorf("line %d: %w", i+2, err)
		}
	}
	for _, key := range m.keys {
		if v := m.values[key]; v.kind == isOpen {
			return nil, "", fmt.Errorf("line %d: %s has no value", v.line, key)
		}
	}
	return m, body, nil
}

// read reads one line of front matter.
func (m *frontMatter) read(line string, number int) error {
	if inner, ok := strings.CutPrefix(line, "  "); ok {
		return m.readInner(inner)
	}
	key, rest, ok := strings.Cut(line, ":")
	if !ok || !isKey(key) {
		return fmt.Errorf("want a key and a colon, not %q", line)
	}
	if _, twice := m.values[key]; twice {
		return fmt.Errorf("%s stands there already", key)
	}
	v := value{line: number, kind: isOpen}
	var err error
	switch {
	case rest == "":
	case strings.HasPrefix(rest, " [") && strings.HasSuffix(rest, "]"):
		v.kind = isList
		for _, word := range strings.Split(rest[2:len(rest)-1], ",") {
			var s string
			if s, err = scalar(strings.TrimPrefix(word, " ")); err != nil {
				break
			}
			v.list = append(v.list, s)
		}
	default:
		v.kind = isText
		v.text, err = spaced(rest)
	}
	m.keys = append(m.keys, key)
	m.values[key] = v
	return err
}

// readInner reads an indented line, without its indent. It belongs to the last key.
func (m *frontMatter) readInner(line string) error {
	if len(m.keys) == 0 {
		return fmt.Errorf("an indented line before the first key")
	}
	last := m.keys[len(m.keys)-1]
	v := m.values[last]
	kind, name, rest := isList, "", ""
	if item, ok := strings.CutPrefix(line, "-"); ok {
		rest = item
	} else {
		kind = isMap
		name, rest, ok = strings.Cut(line, ":")
		if !ok || !isKey(name) {
			return fmt.Errorf("want a hyphen, or a name and a colon, not %q", line)
		}
	}
	if v.kind != isOpen && (v.kind != kind || v.text != "") {
		return fmt.Errorf("%s is a %s", last, v.kind)
	}
	s, err := spaced(rest)
	if err != nil {
		return err
	}
	v.kind = kind
	if kind == isList {
		v.list = append(v.list, s)
	} else {
		if _, twice := v.pairs.Get(name); twice {
			return fmt.Errorf("%s stands there already", name)
		}
		v.pairs.Add(name, s)
	}
	m.values[last] = v
	return nil
}

// spaced returns the scalar that follows a colon or hyphen and one space.
func spaced(s string) (string, error) {
	s, ok := strings.CutPrefix(s, " ")
	if !ok {
		return "", fmt.Errorf("want a space and a value")
	}
	return scalar(s)
}

// scalar reads one text, plain or quoted. It is an error when it is empty, or when YAML
// would read it otherwise.
func scalar(s string) (string, error) {
	if inner, ok := strings.CutPrefix(s, `"`); ok {
		inner, ok = strings.CutSuffix(inner, `"`)
		if !ok || inner == "" || strings.ContainsAny(inner, `"\`) {
			return "", fmt.Errorf("a quoted value ends in a quote and holds none, and no backslash: %s", s)
		}
		return inner, nil
	}
	if s == "" || strings.TrimSpace(s) != s {
		return "", fmt.Errorf("a value is not empty and has no space at its ends: %q", s)
	}
	if strings.ContainsAny(s[:1], "[]{}>|*&!%@'#`,?-:") || strings.Contains(s, ": ") || strings.Contains(s, " #") ||
		strings.HasSuffix(s, ":") {
		return "", fmt.Errorf("put the value in double quotes: %s", s)
	}
	return s, nil
}

// isKey reports whether s is lower-case letters and underscores.
func isKey(s string) bool {
	for _, c := range s {
		if c != '_' && (c < 'a' || c > 'z') {
			return false
		}
	}
	return s != ""
}
