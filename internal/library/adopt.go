package library

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"kinodex/internal/atomicfile"
	"kinodex/internal/catalog"
	"kinodex/internal/flock"
)

// ErrFollowing says that a server keeps the library as a bucket has it, so that
// nobody else may change which generation serves.
var ErrFollowing = errors.New("a server fetches this library from a bucket (kinodex serve --library): " +
	"build in another data directory and publish it with kinodex library publish; go back with kinodex library rollback")

// FetchDir is where files of generations are kept that are being fetched into the
// library under root. Whoever fetches holds an exclusive lock on FetchLock.
func FetchDir(root string) string { return filepath.Join(root, "fetch") }

// FetchLock is the file that is locked by the one process that keeps the library under
// root as a bucket has it.
func FetchLock(root string) string { return filepath.Join(FetchDir(root), lockName) }

// notFollowing returns ErrFollowing while a process holds FetchLock.
func notFollowing(root string) error {
	if _, err := os.Stat(FetchLock(root)); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	lock, err := flock.Exclusive(FetchLock(root))
	if errors.Is(err, flock.ErrHeld) {
		return ErrFollowing
	}
	if err != nil {
		return err
	}
	return lock.Close()
}

// ParseManifest reads the manifest of a generation of this program's format. It returns
// a *FormatError for one of another format.
func ParseManifest(b []byte) (Manifest, error) {
	m, err := parseManifest(b)
	if err == nil && m.Format != Format {
		err = &FormatError{Format: m.Format, Label: m.Label}
	}
	return m, err
}

// ReadManifest returns the manifest of a generation under root as it is written, and as
// a value. An empty name is the generation that current names. It returns ErrEmpty when
// nothing was ever published and an *UnknownError for a name that no generation has.
func ReadManifest(root, name string) ([]byte, Manifest, error) {
	if name == "" {
		var err error
		if name, err = current(root); err != nil {
			return nil, Manifest{}, err
		}
	} else if known := generations(root); !slices.Contains(known, name) {
		return nil, Manifest{}, &UnknownError{name, known}
	}
	m, err := readManifest(filepath.Join(root, name))
	if err != nil {
		return nil, Manifest{}, err
	}
	b, err := os.ReadFile(filepath.Join(root, name, manifestName))
	return b, m, err
}

// Withheld reports whether a generation under root was built with too few films to
// serve.
func Withheld(root, name string) bool { return isWithheld(filepath.Join(root, name)) }

// Holds reports whether root has the generation of a manifest, as written, and all its
// files in their sizes. Nothing counts that a link leads to outside.
func Holds(root string, manifest []byte) bool {
	m, err := ParseManifest(manifest)
	if err != nil {
		return false
	}
	dir, err := openBelow(root, m.Generation)
	if err != nil {
		return false
	}
	defer dir.Close()
	there, err := dir.ReadFile(manifestName)
	return err == nil && bytes.Equal(there, manifest) && !slices.ContainsFunc(m.Files, func(f File) bool {
		info, err := dir.Lstat(f.Name)
		return err != nil || !info.Mode().IsRegular() || info.Size() != f.Bytes
	})
}

// openBelow opens a directory below root, and nothing that is elsewhere.
func openBelow(root, name string) (*os.Root, error) {
	all, err := os.OpenRoot(root)
	if err != nil {
		return nil, err
	}
	defer all.Close()
	if info, err := all.Lstat(name); err != nil || !info.IsDir() {
		return nil, cmp.Or(err, error(&fs.PathError{Op: "open", Path: name, Err: errors.New("this is no directory")}))
	}
	return all.OpenRoot(name)
}

// OpenFetch opens FetchDir. No name leads out of it.
func OpenFetch(root string) (*os.Root, error) { return openBelow(root, FetchDir("")) }

// CheckDigests reads the files of a generation that lies under root and compares them with its
// manifest.
func CheckDigests(ctx context.Context, root string, m Manifest) error {
	return m.checkDigests(ctx, filepath.Join(root, m.Generation))
}

// Stamp tells the files of a generation under root apart from any that they are replaced by,
// without reading them.
func Stamp(root, name string) string { return fingerprint(filepath.Join(root, name)) }

// FindFile looks for a file that is equal to f among the generations under root, and
// reads it to be sure. It returns its path below root, or "" when there is none.
func FindFile(ctx context.Context, root string, f File) (string, error) {
	for _, name := range slices.Backward(generations(root)) {
		m, err := readAnyManifest(filepath.Join(root, name))
		if err != nil {
			continue
		}
		for _, other := range m.Files {
			if other.SHA256 != f.SHA256 {
				continue
			}
			if same, err := isFileOf(ctx, root, name, other.Name, f); err != nil {
				return "", err
			} else if same {
				return filepath.Join(name, other.Name), nil
			}
		}
	}
	return "", nil
}

// isFileOf is IsFile in a directory below root.
func isFileOf(ctx context.Context, root, dir, name string, f File) (bool, error) {
	in, err := openBelow(root, dir)
	if err != nil {
		return false, ctx.Err()
	}
	defer in.Close()
	return IsFile(ctx, in, name, f)
}

// IsFile reads what is called name in a directory and reports whether it has the size and digest
// of a file. A link is none. The error is that of the context.
func IsFile(ctx context.Context, dir *os.Root, name string, f File) (bool, error) {
	info, err := dir.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() != f.Bytes {
		return false, ctx.Err()
	}
	from, err := dir.Open(name)
	if err != nil {
		return false, ctx.Err()
	}
	defer from.Close()
	got, err := digestFrom(ctx, name, from)
	return err == nil && got.SHA256 == f.SHA256 && got.Bytes == f.Bytes, ctx.Err()
}

// Missing returns the files that no generation under root has, each digest once. It goes by
// manifests and sizes and does not read the files: see FindFile.
func Missing(root string, files []File) []File {
	known := map[string]bool{}
	for _, name := range generations(root) {
		dir := filepath.Join(root, name)
		m, err := readAnyManifest(dir)
		if err != nil {
			continue
		}
		for _, f := range m.Files {
			if info, err := os.Stat(filepath.Join(dir, f.Name)); err == nil && info.Size() == f.Bytes {
				known[f.SHA256] = true
			}
		}
	}
	var missing []File
	for _, f := range files {
		if !known[f.SHA256] {
			known[f.SHA256] = true
			missing = append(missing, f)
		}
	}
	return missing
}

// Adopt makes a generation under root of a manifest, as written, and files that are
// known to be those of it; fileAt says where below root each lies. Files are linked, or copied
// where they cannot be. The generation is opened before it gets its place, and takes that of a
// damaged one of its name. It does not serve yet: see PointTo. It returns ErrBuilding
// while a build runs.
func Adopt(root string, manifest []byte, fileAt func(File) string) (Manifest, error) {
	m, err := ParseManifest(manifest)
	if err != nil {
		return Manifest{}, err
	}
	lock, err := lockBuilds(root)
	if err != nil {
		return Manifest{}, err
	}
	defer lock.Close()
	below, err := os.OpenRoot(root)
	if err != nil {
		return Manifest{}, err
	}
	defer below.Close()
	defer below.RemoveAll(buildName)
	if err := adopt(below, m, manifest, fileAt); err != nil {
		return Manifest{}, fmt.Errorf("generation %s: %w", m.Generation, err)
	}
	return m, nil
}

// adopt puts a generation together in the draft and renames it to its place.
func adopt(root *os.Root, m Manifest, manifest []byte, fileAt func(File) string) error {
	if err := root.RemoveAll(buildName); err != nil {
		return err
	}
	if err := root.Mkdir(buildName, 0o755); err != nil {
		return err
	}
	for _, f := range m.Files {
		if err := shareBelow(root, fileAt(f), filepath.Join(buildName, f.Name)); err != nil {
			return err
		}
	}
	dir := filepath.Join(root.Name(), buildName) // made above, so no link
	if err := atomicfile.Write(filepath.Join(dir, manifestName), manifest); err != nil {
		return err
	}
	if err := opens(dir); err != nil {
		return err
	}
	if _, err := root.Lstat(m.Generation); err == nil { // a damaged one, which who maps it may go on reading
		if err := root.Rename(m.Generation, filepath.Join(buildName, replacedName)); err != nil {
			return err
		}
	}
	// The rename takes what was replaced along; nothing looks for it there.
	if err := root.Rename(buildName, m.Generation); err != nil {
		return err
	}
	return errors.Join(root.RemoveAll(filepath.Join(m.Generation, replacedName)), atomicfile.SyncDir(root.Name()))
}

// shareBelow is share of files below root. What is shared is a regular file: a link would lead
// on to whatever it names later.
func shareBelow(root *os.Root, from, to string) error {
	info, err := root.Lstat(from)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is no regular file", from)
	}
	if root.Link(from, to) == nil {
		return nil
	}
	in, err := root.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := root.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	return copySynced(out, in)
}

// PointTo names the generation that serves and returns the one that was named before,
// which may be empty. It returns ErrBuilding while a build runs.
func PointTo(root, name string) (before string, err error) {
	lock, err := lockBuilds(root)
	if err != nil {
		return "", err
	}
	defer lock.Close()
	before, _ = current(root) // whatever is wrong with it, it ends here
	return before, pointTo(root, name)
}

// Retire removes all generations under root but those given. What a running server
// still maps stays readable to it. It returns ErrBuilding while a build runs.
func Retire(root string, keep ...string) error {
	lock, err := lockBuilds(root)
	if err != nil {
		return err
	}
	defer lock.Close()
	retire(root, keep...)
	return nil
}

// CurrentPath is the file that names the generation that serves.
func CurrentPath(root string) string { return filepath.Join(root, currentName) }

// Current names the generation that serves under root. It returns ErrEmpty when nothing
// was ever published.
func Current(root string) (string, error) { return current(root) }

// Warm reads the files of a generation that first answers need, all but the records of
// films, so that they are in the page cache. It is quick when they are.
func Warm(ctx context.Context, root, name string) error {
	dir := filepath.Join(root, name)
	m, err := readManifest(dir)
	if err != nil {
		return err
	}
	for _, f := range m.Files {
		if filepath.Ext(f.Name) != ".pack" || slices.Contains(records, f.Name) {
			continue
		}
		if err := readThrough(ctx, filepath.Join(dir, f.Name)); err != nil {
			return err
		}
	}
	return nil
}

// records are the files that have every film once for each view, two thirds of a
// generation. An answer reads some kilobytes of them.
var records = []string{"list.pack", "detail.pack", "flat.pack", catalog.CompressedFile}

// readThrough reads a file and keeps nothing.
func readThrough(ctx context.Context, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(io.Discard, contextReader{ctx, f})
	return err
}
