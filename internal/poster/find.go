package poster

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kinodex/internal/film"
)

// Original is a picture file and the film it is the poster of.
// The file has not been opened yet; it may be no picture at all.
type Original struct {
	Film film.ID
	Path string
}

// Rejection is an original, or a line of a list, that is not stored, and why.
// Reason is for people: a sentence without a capital and a full stop. Path names the line,
// too, for one of a list.
type Rejection struct {
	Path   string
	Reason string
}

// pictures are the ends of names that directories are searched for.
var pictures = []string{".jpg", ".jpeg", ".png", ".webp"}

// Find lists the originals that paths lead to, by film id. A path is a picture
// file named after its film (tt0041959.jpg), a directory in which such files are,
// at any depth, or a list: CSV, TSV or one JSON object a line, with the fields
// filmdb_id and path; paths in a list are relative to it. Of several originals of
// one film the first counts. What is of no use is rejected; a path that is not
// there is an error.
// Both results may be nil. No picture is opened: what is in the files is for Ingest to
// judge. Links to directories are not followed.
func Find(paths []string) ([]Original, []Rejection, error) {
	var s search
	for _, path := range paths {
		if err := s.path(path); err != nil {
			return nil, nil, err
		}
	}
	slices.SortStableFunc(s.found, func(a, b Original) int { return int(a.Film) - int(b.Film) })
	once := s.found[:0]
	for i, o := range s.found {
		if i > 0 && o.Film == once[len(once)-1].Film {
			if first := once[len(once)-1].Path; o.Path != first {
				s.reject(o.Path, "%s has another poster: %s", o.Film, first)
			}
			continue
		}
		once = append(once, o)
	}
	return once, s.rejected, nil
}

type search struct {
	found    []Original
	rejected []Rejection
}

// reject notes what is of no use, and why, in a sentence without a full stop.
func (s *search) reject(path, reason string, args ...any) {
	s.rejected = append(s.rejected, Rejection{path, fmt.Sprintf(reason, args...)})
}

// path takes one path, of whatever kind it is.
func (s *search) path(path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return fmt.Errorf("look for posters: %w", err)
	case info.IsDir():
		return s.directory(path)
	case isPicture(path):
		s.file(path)
		return nil
	}
	if err := s.list(path); err != nil {
		return fmt.Errorf("read the list of posters %s: %w", path, err)
	}
	return nil
}

// It goes by the name's ending, in any case.
func isPicture(path string) bool {
	return slices.Contains(pictures, strings.ToLower(filepath.Ext(path)))
}

// directory takes the pictures below a directory, in order of path. Other files
// are none of its business.
func (s *search) directory(path string) error {
	return filepath.WalkDir(path, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && isPicture(path) {
			s.file(path)
		}
		return err
	})
}

// file takes a picture named after its film.
func (s *search) file(path string) {
	name := filepath.Base(path)
	id, ok := film.ParseID(strings.TrimSuffix(name, filepath.Ext(name)))
	if !ok {
		s.reject(path, "its name is not a film's id, as tt0041959.jpg is")
		return
	}
	s.found = append(s.found, Original{id, path})
}

// list takes the lines of a list.
// One that begins with { is JSON lines; else a tab in its first line tells TSV from CSV.
// A byte order mark is skipped.
func (s *search) list(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewReader(f)
	start, err := in.Peek(1 << 10)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	start = bytes.TrimSpace(bytes.TrimPrefix(start, []byte("\ufeff")))
	if bytes.HasPrefix(start, []byte("{")) {
		return s.objects(path, in)
	}
	heads, _, _ := bytes.Cut(start, []byte("\n"))
	return s.table(path, in, bytes.IndexByte(heads, '\t') >= 0)
}

// objects reads one JSON object a line.
// A line that is no such object is rejected and the rest is read.
func (s *search) objects(list string, in *bufio.Reader) error {
	lines := bufio.NewScanner(in)
	for n := 1; lines.Scan(); n++ {
		line := bytes.TrimSpace(bytes.TrimPrefix(lines.Bytes(), []byte("\ufeff")))
		if len(line) == 0 {
			continue
		}
		var row struct {
			ID   string `json:"filmdb_id"`
			Path string `json:"path"`
		}
		if err := json.Unmarshal(line, &row); err != nil {
			s.reject(fmt.Sprintf("%s:%d", list, n), "the line is no JSON object with filmdb_id and path")
			continue
		}
		s.listed(list, n, row.ID, row.Path)
	}
	return lines.Err()
}

// table reads rows under a line of names.
// The names may be in any order and case, among others.
func (s *search) table(list string, in io.Reader, tabs bool) error {
	r := csv.NewReader(in)
	r.FieldsPerRecord, r.LazyQuotes = -1, true
	if tabs {
		r.Comma = '\t'
	}
	heads, err := r.Read()
	if err != nil {
		return fmt.Errorf("it has no line of names: %w", err)
	}
	for i := range heads {
		heads[i] = strings.ToLower(strings.TrimSpace(strings.TrimPrefix(heads[i], "\ufeff")))
	}
	id, path := slices.Index(heads, "filmdb_id"), slices.Index(heads, "path")
	if id < 0 || path < 0 {
		return errors.New("it is no picture, and no list with the fields filmdb_id and path")
	}
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		line, _ := r.FieldPos(0)
		switch {
		case err != nil:
			s.reject(list, "%v", err)
		case len(row) <= max(id, path):
			s.reject(fmt.Sprintf("%s:%d", list, line), "the line has too few fields")
		default:
			s.listed(list, line, row[id], row[path])
		}
	}
}

// listed takes one line of a list.
func (s *search) listed(list string, line int, id, path string) {
	n, ok := film.ParseID(strings.TrimSpace(id))
	if path = strings.TrimSpace(path); !ok || path == "" {
		s.reject(fmt.Sprintf("%s:%d", list, line), "the line names no film id or no path")
		return
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(list), path)
	}
	s.found = append(s.found, Original{n, path})
}
