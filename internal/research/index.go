package research

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"kinodex/internal/film"
)

// SkippedText is a text that was not measured, and why.
type SkippedText struct {
	// File is its name in the folder; empty where a row names none.
	File   string `json:"file"`
	Reason string `json:"reason"`
}

// indexName is the table that says which texts of a folder are screenplays of
// which films.
const indexName = "index.csv"

// entry is a text to measure.
type entry struct {
	file string
	film film.ID
}

// Text is a screenplay of a folder, and the film it is of.
type Text struct {
	File string
	Film film.ID
}

// Texts lists the screenplays of a folder that Measure would measure.
// There is at most one for a film.
func Texts(fsys fs.FS) ([]Text, error) {
	entries, _, err := listTexts(fsys)
	texts := make([]Text, len(entries))
	for i, e := range entries {
		texts[i] = Text{e.file, e.film}
	}
	return texts, err
}

// listTexts finds the texts of a folder: those its index.csv vouches for, or
// without one every file that is named after a film.
func listTexts(fsys fs.FS) ([]entry, []SkippedText, error) {
	f, err := fsys.Open(indexName)
	if errors.Is(err, fs.ErrNotExist) {
		return listFiles(fsys)
	}
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	entries, skipped, err := readIndex(f)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", indexName, err)
	}
	entries, twice := firstOfEach(entries)
	return entries, append(skipped, twice...), nil
}

// readIndex reads the table. Columns may stand in any order, beside others; file
// and imdb_id must be there. A row counts when match, if there is such a column,
// is verified or high, and usable, if there is one, is 1.
func readIndex(r io.Reader) (entries []entry, skipped []SkippedText, err error) {
	table := csv.NewReader(r)
	table.FieldsPerRecord = -1
	table.LazyQuotes = true
	table.ReuseRecord = true
	header, err := table.Read()
	if err != nil {
		return nil, nil, fmt.Errorf("no header: %w", err)
	}
	at := map[string]int{}
	for i, name := range header {
		at[strings.ToLower(strings.TrimSpace(strings.TrimPrefix(name, "\ufeff")))] = i
	}
	if _, ok := at["film_id"]; ok {
		at["imdb_id"] = at["film_id"]
	}
	for _, name := range []string{"file", "imdb_id"} {
		if _, ok := at[name]; !ok {
			return nil, nil, fmt.Errorf("no column %q", name)
		}
	}
	for {
		row, err := table.Read()
		if errors.Is(err, io.EOF) {
			return entries, skipped, nil
		}
		if err != nil {
			return nil, nil, err
		}
		cell := func(column, otherwise string) string {
			i, ok := at[column]
			if !ok {
				return otherwise
			}
			if i >= len(row) {
				return ""
			}
			return strings.Clone(strings.TrimSpace(row[i]))
		}
		e := entry{file: cell("file", "")}
		match := strings.ToLower(cell("match", "verified"))
		var ok bool
		reason := ""
		switch e.film, ok = film.ParseID(cell("imdb_id", "")); {
		case !fs.ValidPath(e.file) || e.file == ".":
			reason = "names no file"
		case match != "verified" && match != "high":
			reason = fmt.Sprintf("match is %q: whose script it is is not sure enough", match)
		case cell("usable", "1") != "1":
			reason = fmt.Sprintf("not usable: %s", orElse(cell("form", ""), "the text is not in screenplay form"))
		case !ok:
			reason = "names no film"
		default:
			entries = append(entries, e)
			continue
		}
		skipped = append(skipped, SkippedText{e.file, reason})
	}
}

// orElse returns a, or b when a is empty.
func orElse(a, b string) string {
	if a == "" {
		return b
	}
	return a
}

// named is a file that is named after a film: tt0041959-the-third-man.fountain.
var named = regexp.MustCompile(`^(?i:(tt[0-9]{7,9}))(?:[^0-9].*)?\.(?i:txt|fountain|fdx)$`)

// listFiles finds the texts of a folder that has no index, in order of name.
func listFiles(fsys fs.FS) (entries []entry, skipped []SkippedText, err error) {
	err = fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		m := named.FindStringSubmatch(path.Base(name))
		if m == nil {
			skipped = append(skipped, SkippedText{name, "not named after a film: tt, digits, and .txt, .fountain or .fdx"})
			return nil
		}
		id, ok := film.ParseID(m[1])
		if !ok {
			skipped = append(skipped, SkippedText{name, "names no film"})
			return nil
		}
		entries = append(entries, entry{name, id})
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(a.file, b.file) })
	entries, twice := firstOfEach(entries)
	return entries, append(skipped, twice...), nil
}

// firstOfEach keeps the first text of each film: one script a film, so that no
// film counts twice.
// The order is kept.
func firstOfEach(entries []entry) (kept []entry, twice []SkippedText) {
	first := map[film.ID]string{}
	for _, e := range entries {
		if other, ok := first[e.film]; ok {
			twice = append(twice, SkippedText{e.file, "another text of the same film is measured: " + other})
			continue
		}
		first[e.film] = e.file
		kept = append(kept, e)
	}
	return kept, twice
}
