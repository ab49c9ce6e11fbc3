// Package container opens what writing programs save their documents in, zip archives
// and XML, within bounds: whoever sends a file may send one that was made to do harm.
// Nothing is written to disk. Start reading at Open and at NewXML.
package container

import (
	"archive/zip"
	"bytes"
	"io"
	"path"
	"strings"

	"kinodex/internal/fault"
)

// The bounds of an archive. A project of several scripts with its pictures stays far
// below them.
const (
	mostFiles = 4096
	// mostBytes is how many bytes all files that are read may have, unpacked.
	mostBytes = 16 << 20
	// mostRatio is how many times larger than packed a file may be, above
	// smallFile bytes. The XML of scripts packs to a tenth, seldom to a thirtieth.
	mostRatio = 150
	smallFile = 1 << 20
)

// Mark is what a zip archive begins with.
const Mark = "PK\x03\x04"

// Archive is a zip archive that may be read. Its methods may be called by one goroutine.
type Archive struct {
	what  string
	files map[string]*zip.File
	names []string
	left  int64 // bytes that may still be unpacked
}

// Open reads the directory of an archive. what names the document for a stranger: "Word
// document".
//
// An archive is refused with a fault if it is cut short or damaged, has a password, has
// more than 4,096 files, two of one name, or names that lead out of a folder.
func Open(what string, data []byte) (*Archive, error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fault.New(fault.InvalidBody, "the %s is cut short or damaged: save it again, and send the whole file", what).Because(err)
	}
	a := &Archive{what: what, files: make(map[string]*zip.File, min(len(z.File), mostFiles)), left: mostBytes}
	if len(z.File) > mostFiles {
		return nil, a.refused("it has more than 4,096 files")
	}
	for _, f := range z.File {
		switch {
		case f.Flags&1 != 0:
			return nil, fault.New(fault.InvalidBody, "the %s has a password: save it without one", what)
		case !isLocal(f.Name):
			return nil, a.refused("it has a file whose name leads out of its folder")
		case a.files[f.Name] != nil:
			return nil, a.refused("it has two files of one name")
		}
		a.files[f.Name] = f
		a.names = append(a.names, f.Name)
	}
	return a, nil
}

// Names returns the names of the files, in the order of the archive.
func (a *Archive) Names() []string { return a.names }

// Has reports whether the archive has a file of that name.
func (a *Archive) Has(name string) bool { return a.files[name] != nil }

// Read returns the content of a file, or a fault: without such a file, if the file is
// damaged or not as long as the archive says, if it is an archive itself, or if it
// unpacks to too many bytes.
func (a *Archive) Read(name string) ([]byte, error) {
	f := a.files[name]
	switch {
	case f == nil:
		return nil, a.refused("it has no " + name)
	case f.UncompressedSize64 > uint64(a.left), f.UncompressedSize64 > smallFile && f.UncompressedSize64/mostRatio > f.CompressedSize64:
		return nil, a.refused("it unpacks to more than any script has")
	}
	in, err := f.Open()
	if err != nil {
		return nil, a.damaged(err)
	}
	defer in.Close()
	// The reader fails where a file is longer or shorter than its entry says.
	data, err := io.ReadAll(io.LimitReader(in, a.left+1))
	if a.left -= int64(len(data)); a.left < 0 {
		return nil, a.refused("it unpacks to more than any script has")
	}
	if err != nil {
		return nil, a.damaged(err)
	}
	if bytes.HasPrefix(data, []byte(Mark)) {
		return nil, a.refused("its script is an archive again")
	}
	return data, nil
}

// isLocal reports whether a name stays in the folder that an archive would be unpacked to.
func isLocal(name string) bool {
	return name != "" && !strings.ContainsAny(name, "\\:\x00") && !path.IsAbs(name) && !strings.HasPrefix(path.Clean(name), "..")
}

func (a *Archive) refused(why string) error {
	return fault.New(fault.InvalidBody, "the %s is not read: %s", a.what, why)
}

func (a *Archive) damaged(err error) error {
	return fault.New(fault.InvalidBody, "the %s is damaged inside: save it again, and send the whole file", a.what).Because(err)
}
