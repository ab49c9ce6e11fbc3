package ratings

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
)

// archive adds the rows of the files of a zip archive that say what was seen, in an order in
// which what says most of ratings comes last: of what has the same date, the last counts.
func (c *collection) archive(data []byte) error {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return errors.New("the zip archive is not whole, as when a download was cut short: download it again")
	}
	if len(z.File) > maxFiles {
		return &TooMuch{fmt.Sprintf("the archive may have %d files", maxFiles)}
	}
	var names []string
	var files []*zip.File
	for _, f := range z.File {
		if names = append(names, f.Name); rank(f.Name) >= 0 {
			files = append(files, f)
		}
	}
	if slices.Contains(names, "xl/workbook.xml") {
		return &NotAnExport{"a spreadsheet: save it as CSV"}
	}
	slices.SortStableFunc(files, func(a, b *zip.File) int { return rank(a.Name) - rank(b.Name) })
	left := int64(maxTotal)
	for _, f := range files {
		if err := c.member(f, &left); err != nil {
			return err
		}
	}
	if c.out.Source == "" {
		return &NotAnExport{"a zip archive of something else"}
	}
	return nil
}

// member adds the rows of one file of an archive, and takes its bytes from what is left. A
// file that is no export's is passed over: an archive has others.
func (c *collection) member(f *zip.File, left *int64) error {
	in, err := f.Open()
	if err != nil {
		return errors.New("the zip archive is locked, or packed in a way that is not read")
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, *left+1))
	if *left -= int64(len(data)); *left < 0 {
		return &TooMuch{fmt.Sprintf("its files may have %d bytes unpacked", maxTotal)}
	}
	if err != nil {
		return errors.New("the zip archive is damaged: download it again")
	}
	err = c.file(f.Name, data)
	if other := (*NotAnExport)(nil); errors.As(err, &other) || errors.Is(err, ErrEmpty) {
		return nil
	}
	return err
}

// unread are folders of an archive that are passed over: what was deleted, lists of films
// that need not have been seen, and what a Macintosh adds.
var unread = []string{"deleted", "orphaned", "lists", "__macosx"}

// traktFiles are parts of the names of Trakt's files that are read.
var traktFiles = []string{"ratings", "watched", "history", "watchlist", "favorites"}

// rank returns the place of an archive's file in the order in which files are read, and -1 for
// one that is passed over.
func rank(name string) int {
	name = strings.ToLower(strings.ReplaceAll(name, `\`, "/"))
	base, folders := path.Base(name), strings.Split(path.Dir(name), "/")
	extension := path.Ext(base)
	within := func(folder string) bool { return slices.Contains(folders, folder) }
	switch {
	case extension == ".json":
		if !slices.ContainsFunc(traktFiles, func(part string) bool { return strings.Contains(base, part) }) {
			return -1
		}
	case extension != ".csv" || slices.ContainsFunc(unread, within) || within("likes") && base != "films.csv":
		return -1
	}
	switch {
	case strings.HasPrefix(base, "ratings"):
		return 2
	case strings.HasPrefix(base, "diary") || strings.HasPrefix(base, "reviews"):
		return 1
	}
	return 0
}
