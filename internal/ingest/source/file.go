package source

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"kinodex/internal/film"
)

// File is one input on disk, recognised by what is in it and not by its name.
type File struct {
	Path string
	Name string // base name
	Size int64  // bytes on disk, the scale of Read's progress
	// Modified is when the file was last written: what it says is not younger.
	Modified time.Time
	Format   Format // Unknown when nothing here can read it
	Source   string // the family its claims are filed under, one of Sources
	Period   string // when the source was taken: "2017-12", "2023", or "unknown"
	// Unused says why a file is not read; empty when it is.
	Unused string
	// Head is how a file begins that nothing can read.
	Head string
	// Wanted, if set, says which films Read hands over claims of from the film database's own
	// tables. Rows about others are passed over once their id is known.
	Wanted func(film.ID) bool
	// Tally is what the last Read did; it is complete once Read has returned.
	Tally Tally
	// datable says that the newest film of a file of no stated period tells when
	// it was taken.
	datable bool
}

// Tally counts what a Read did.
type Tally struct {
	Rows    int // rows or documents seen, headers not counted
	Claims  int
	Rejects int
	Passed  int // rows about films that are not wanted, see File.Wanted
	// Repairs counts, by name, the faults that were mended or left out while
	// the rest of the row was used, e.g. "mojibake" or "money_junk".
	Repairs map[string]int
	// Columns counts, by name, the cells of the columns that were read, Unread
	// names those of which the reader makes nothing. Both are of tables only.
	Columns map[string]*ColumnTally
	Unread  []string
}

// Open recognises one file. A file that nothing can read is no error: its
// Format is Unknown. An archive has the format of its first known member.
func Open(path string) (*File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", path)
	}
	f := &File{Path: path, Name: filepath.Base(path), Size: info.Size(), Modified: info.ModTime(), Period: unknownPeriod}
	if err := f.recognise(); err != nil {
		return nil, fmt.Errorf("recognise %s: %w", f.Name, err)
	}
	return f, nil
}

// Discover opens every file in the paths, directories recursively, in the
// order of the paths and by name within a directory; hidden files are passed
// over. A file named twice is listed once. Unknown files are listed as such.
// The error is that of the first path that cannot be read.
func Discover(paths []string) ([]*File, error) {
	var files []*File
	seen := map[string]bool{}
	for _, path := range paths {
		path, err := filepath.EvalSymlinks(path)
		if err != nil {
			return nil, err
		}
		err = filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case p != path && len(d.Name()) > 1 && d.Name()[0] == '.':
				if d.IsDir() {
					return fs.SkipDir
				}
				return nil
			case d.IsDir():
				return nil
			}
			full, err := filepath.Abs(p)
			if err != nil || seen[full] {
				return err
			}
			seen[full] = true
			if info, err := os.Stat(p); err != nil || !info.Mode().IsRegular() {
				return err
			}
			f, err := Open(p)
			if err != nil {
				return err
			}
			files = append(files, f)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}

// errRecognised ends a walk through an archive once its kind is known.
var errRecognised = errors.New("recognised")

// membersTried bounds how many members of an archive Open looks into.
const membersTried = 20

// recognise fills Format, Source, Period and Unused from the first known member.
func (f *File) recognise() error {
	tried := 0
	err := f.members(nil, func(m *member) error {
		if l := m.recognise(); l != nil {
			f.Format, f.Source, f.Unused = l.format, l.source, l.unused
			f.Period, f.Head, f.datable = period(l, f.Path), "", l.dated
			return errRecognised
		}
		if f.Head == "" {
			f.Head = firstWords(m.head())
		}
		if tried++; tried >= membersTried {
			return errRecognised
		}
		return nil
	})
	var damaged *damage
	switch {
	case f.Format != Unknown:
		return nil
	case errors.As(err, &damaged):
		f.Unused = damaged.Error()
	case err == nil || errors.Is(err, errRecognised):
		f.Unused = "nothing here reads files of this shape"
	default:
		return err
	}
	return nil
}

// Sources are the neutral families under which claims are filed and provenance
// is told.
var Sources = []string{
	Filmdb, Moviedb, Academy, BoxOffice, Services, Links, Encyclopedia, Corpus, Wikidata, Wikipedia,
}

// The families.
const (
	Filmdb       = "filmdb"            // the film database: tt ids
	Moviedb      = "moviedb"           // the movie database: numeric ids
	Academy      = "academy_awards"    // nominations
	BoxOffice    = "box_office_charts" // budgets and grosses, no ids
	Services     = "streaming_catalogues"
	Links        = "id_links" // pairs of ids, nothing else
	Encyclopedia = "encyclopedia"
	Corpus       = "open_corpus" // the 2012 open movie corpus
	Wikidata     = "wikidata"
	Wikipedia    = "wikipedia" // plots of articles
)
