// Package slate takes a folder of screenplays to a table with one row a script: which
// files of the folder are scripts, what a row says of one, and how all are worked on at
// once while rows come out in order.
//
// It imports research and the packages of screenplays, and knows no network. Start
// reading at List, then NewRow, then InOrder.
package slate

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kinodex/internal/screenplay/parse"
)

// Folder is what a folder and those below it hold. Paths are relative to it and have
// slashes.
type Folder struct {
	Root string
	// Scripts are the files whose names end as those of scripts do, in order. Symbolic
	// links to files are among them, but to files that are.
	Scripts []string
	// Links are the symbolic links to files that are among Scripts by another name.
	Links []string
	// Hidden counts the hidden files, and the hidden folders, which are not entered.
	Hidden int
	// Others counts the remaining files by extension in lower case; "" for none. Links to
	// folders, which are not followed, and devices are among them.
	Others map[string]int
	// Unread are the folders that could not be read to their end.
	Unread []UnreadFolder
}

// UnreadFolder is a folder that could not be read, and why.
type UnreadFolder struct {
	Path string
	Err  error
}

// List returns what a folder holds, in order of path. It fails if the folder itself
// cannot be read, and when ctx ends.
func List(ctx context.Context, root string) (*Folder, error) {
	real, err := filepath.EvalSymlinks(root)
	if err != nil {
		return nil, err
	}
	f := &Folder{Root: real, Others: map[string]int{}}
	var links []string
	err = filepath.WalkDir(real, func(path string, entry fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		name := f.relative(path)
		switch {
		case err != nil && name == ".":
			return err
		case err != nil:
			f.Unread = append(f.Unread, UnreadFolder{name, err})
		case name == ".":
		case strings.HasPrefix(entry.Name(), "."), strings.HasPrefix(entry.Name(), "~$"): // Word's mark of an open document
			f.Hidden++
			if entry.IsDir() {
				return filepath.SkipDir
			}
		case entry.IsDir():
		case !isScript(name) || !readable(path, entry):
			f.Others[strings.ToLower(filepath.Ext(name))]++
		case entry.Type()&fs.ModeSymlink != 0:
			links = append(links, name)
		default:
			f.Scripts = append(f.Scripts, name)
		}
		return nil
	})
	f.follow(links)
	slices.Sort(f.Scripts)
	slices.Sort(f.Links)
	return f, err
}

// Path returns where a file of the folder is.
func (f *Folder) Path(name string) string { return filepath.Join(f.Root, filepath.FromSlash(name)) }

// Other returns how many files are neither scripts nor hidden.
func (f *Folder) Other() (n int) {
	for _, count := range f.Others {
		n += count
	}
	return n
}

// relative returns a path below the folder as names are written: "." for the folder.
func (f *Folder) relative(path string) string {
	name, err := filepath.Rel(f.Root, path)
	if err != nil {
		return filepath.ToSlash(path)
	}
	return filepath.ToSlash(name)
}

// isScript reports whether a name ends as that of a script does.
func isScript(name string) bool {
	return slices.Contains(parse.Extensions(), strings.ToLower(filepath.Ext(name)))
}

// readable reports whether an entry is a file that has an end, or a link to one. A link
// to nothing counts as one, so that it is told of as a script that cannot be read.
func readable(path string, entry fs.DirEntry) bool {
	if entry.Type()&fs.ModeSymlink == 0 {
		return entry.Type().IsRegular()
	}
	info, err := os.Stat(path)
	return err != nil || info.Mode().IsRegular()
}

// follow adds the links to Scripts that lead to a file that is not among them, and the
// others to Links.
func (f *Folder) follow(links []string) {
	known := make(map[string]bool, len(f.Scripts))
	for _, name := range f.Scripts {
		known[f.Path(name)] = true
	}
	slices.Sort(links)
	for _, name := range links {
		target, err := filepath.EvalSymlinks(f.Path(name))
		switch {
		case err == nil && known[target]:
			f.Links = append(f.Links, name)
		default:
			known[target] = err == nil
			f.Scripts = append(f.Scripts, name)
		}
	}
}
