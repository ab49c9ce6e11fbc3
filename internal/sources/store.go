package sources

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"kinodex/internal/diskspace"
	"kinodex/internal/flock"
)

// Names in a directory of sources.
const (
	stateName   = "state.json"
	filesName   = "files"
	partialName = "partial"
	lockName    = "lock"
)

// Options say how sources are fetched. The zero Options are those of a person at a
// keyboard who has no key.
type Options struct {
	// Addresses replace those of built-in sources, by name (ExportsName too).
	Addresses map[string]string
	// MoviedbKey is the operator's key of the movie database; "" for none.
	MoviedbKey string
	// MoviedbFilms is how many films are asked for of the movie database, the most
	// popular; 0 is all.
	MoviedbFilms int
	// Rate is how many requests a second the movie database is asked; 0 is DefaultRate.
	Rate float64
	// WikipediaFilms is how many films Wikipedia's articles are asked for of, those with most votes
	// first; 0 is all.
	WikipediaFilms int
	// WikipediaRate is how many requests a second Wikipedia is asked; 0 is DefaultWikipediaRate.
	WikipediaRate float64
	// Agent names the program to servers, with an address to reach its operator.
	Agent string
	// MaxBytes is how many bytes a file or an answer may have; 0 is what its source says.
	MaxBytes int64
	// AllowShrink takes a file that has less than half the rows of the one it replaces.
	AllowShrink bool
	// Tell, if set, hears what a person may want to know: waits, and what was refused.
	Tell func(string)
	// Progress, if set, hears how far a file is; total is 0 when unknown.
	Progress func(name, unit string, done, total int64)

	// For tests; zero values are those of production.
	now     func() time.Time
	backoff time.Duration // before the first retry
	stall   time.Duration // how long a server may send nothing
	public  func(netip.Addr) bool
	free    func(dir string) (bytes int64, known bool)
}

// DefaultRate is how many requests a second the movie database is asked at most. Its
// operators ask for less than some 40.
const DefaultRate = 20

// Store is a directory of sources.
type Store struct {
	dir   string
	o     Options
	state state
	lock  io.Closer
}

// ErrBusy says that another process fetches into the directory or builds from it.
var ErrBusy = errors.New("another process is fetching sources here, or building from them: try again when it is done")

// Open opens the directory, which it makes if need be, for fetching and changing. Only one
// process at a time may; Close lets go of it. What an earlier one left and nobody knows
// of is removed.
func Open(dir string, o Options) (*Store, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	lock, err := flock.Exclusive(filepath.Join(dir, lockName))
	if errors.Is(err, flock.ErrHeld) {
		return nil, ErrBusy
	}
	if err != nil {
		return nil, err
	}
	s, err := Read(dir, o)
	if err != nil {
		lock.Close()
		return nil, err
	}
	s.lock = lock
	s.sweep()
	return s, nil
}

// Read opens the directory for looking: List, Status and Paths. It may not be there.
func Read(dir string, o Options) (*Store, error) {
	if o.now == nil {
		o.now = time.Now
	}
	if o.Tell == nil {
		o.Tell = func(string) {}
	}
	if o.Progress == nil {
		o.Progress = func(string, string, int64, int64) {}
	}
	if o.free == nil {
		o.free = diskspace.Free
	}
	s := &Store{dir: dir, o: o}
	var err error
	if s.state, err = readState(dir); err != nil {
		return nil, err
	}
	for name, address := range o.Addresses {
		if !slices.ContainsFunc(Builtin(), func(b Source) bool { return b.Name == name }) && name != ExportsName {
			return nil, fmt.Errorf("no address can be given for %q: only for %s", name, strings.Join(overridable(), ", "))
		}
		if err := checkAddress(address); err != nil {
			return nil, fmt.Errorf("the address of %s: %w", name, err)
		}
	}
	return s, nil
}

// overridable are the names that have an address.
func overridable() []string {
	var names []string
	for _, b := range Builtin() {
		names = append(names, b.Name)
	}
	return append(names, ExportsName)
}

// Close lets others fetch.
func (s *Store) Close() error {
	if s.lock == nil {
		return nil
	}
	return s.lock.Close()
}

// save writes the state.
func (s *Store) save() error {
	if err := s.state.write(s.dir); err != nil {
		return fmt.Errorf("write the state of the sources: %w", err)
	}
	return nil
}

// sweep removes kept files that the state does not know: of a process that was killed
// before it could say that it has them, or after it replaced them. So it does with downloads
// under way of sources that are gone.
func (s *Store) sweep() {
	s.sweepPartial("")
	known := map[string]bool{}
	for _, k := range s.state.Files {
		known[filepath.Dir(k.Name)] = true
	}
	entries, err := os.ReadDir(filepath.Join(s.dir, filesName))
	if err != nil {
		return
	}
	for _, e := range entries {
		if !known[e.Name()] {
			_ = os.RemoveAll(filepath.Join(s.dir, filesName, e.Name()))
		}
	}
}

// sweepPartial removes the downloads under way of a source; "" for those of none.
func (s *Store) sweepPartial(name string) {
	dir := filepath.Join(s.dir, partialName)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if s.ownerOf(e.Name()) == name {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

// ownerOf returns the source of a file in the directory of partial ones; "" when there is none.
// Of two whose names begin it, it is that of the longer one: a-b-file is a file of a-b.
func (s *Store) ownerOf(file string) string {
	owner := ""
	for _, c := range s.Sources() {
		if len(c.Name) > len(owner) && strings.HasPrefix(file, c.Name+"-") {
			owner = c.Name
		}
	}
	return owner
}

// most is how many bytes a file of a source may have.
func (s *Store) most(c Source) int64 {
	return cmp.Or(s.o.MaxBytes, c.MaxBytes, addedMaxBytes)
}

// roomError says that the disk is too full.
type roomError struct{ lacking int64 }

func (e *roomError) Error() string {
	return fmt.Sprintf("the disk is too full: make room for %d MB more, of which %d MB stay free for accounts and what they used, and fetch again",
		e.lacking>>20+1, diskspace.Spare>>20)
}

// room makes sure that so many bytes can be written and that the ledger has room then.
func (s *Store) room(bytes int64) error {
	if free, known := s.o.free(s.dir); known && free < bytes+diskspace.Spare {
		return &roomError{bytes + diskspace.Spare - free}
	}
	return nil
}

// Sources returns the built-in sources with the addresses that hold, and those that were
// added.
func (s *Store) Sources() []Source {
	all := Builtin()
	for i := range all {
		all[i].Address = s.address(all[i].Name, all[i].Address)
	}
	return append(all, s.state.Added...)
}

// address returns what replaces the address of a name: that of the options, else the one
// that was added, else its own.
func (s *Store) address(name, own string) string {
	if at, ok := s.o.Addresses[name]; ok {
		return at
	}
	if at, ok := s.state.Addresses[name]; ok {
		return at
	}
	return own
}

// sourceName is what a source may be called.
var sourceName = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,39}$`)

// Add remembers a source: an address (http or https) of one file, or a folder or file of
// this machine. Under the name of a built-in source, the address replaces its own. The
// digest is what the file must have, in hexadecimal figures; "" when it is not known.
func (s *Store) Add(name, at, digest string) error {
	if !sourceName.MatchString(name) && name != ExportsName {
		return fmt.Errorf("%q cannot be the name of a source: use small letters, digits, _ and -", name)
	}
	if digest = strings.ToLower(digest); digest != "" && !isDigest(digest) {
		return errors.New("a SHA-256 digest has 64 hexadecimal figures")
	}
	if slices.Contains(overridable(), name) {
		if err := checkAddress(at); err != nil {
			return fmt.Errorf("the address of %s: %w", name, err)
		}
		s.state.Addresses[name] = at
		return s.save()
	}
	added := Source{Name: name, Kind: Address, Gives: "a file that you added", Address: at, SHA256: digest, MaxBytes: addedMaxBytes}
	if !strings.Contains(at, "://") {
		path, err := filepath.Abs(at)
		if err != nil {
			return err
		}
		if _, err := os.Stat(path); err != nil {
			return fmt.Errorf("%s is neither an address nor a file or folder of this machine: %w", at, err)
		}
		added.Kind, added.Address, added.Gives, added.MaxBytes = Folder, path, "what is in a folder of this machine", 0
	} else if err := checkAddress(at); err != nil {
		return err
	}
	s.state.Added = slices.DeleteFunc(s.state.Added, func(a Source) bool { return a.Name == name })
	s.state.Added = append(s.state.Added, added)
	return s.save()
}

// Remove forgets a source and what is kept of it, finished or under way; of a built-in one the
// files and the address that replaced its own. Accepted terms are remembered.
func (s *Store) Remove(name string) error {
	if _, err := s.find(name); err != nil {
		return err
	}
	s.sweepPartial(name) // while it is known what is whose
	delete(s.state.Addresses, name)
	s.state.Added = slices.DeleteFunc(s.state.Added, func(a Source) bool { return a.Name == name })
	maps.DeleteFunc(s.state.Files, func(key string, _ *FileRecord) bool { return strings.HasPrefix(key, name+"/") })
	if err := s.save(); err != nil {
		return err
	}
	s.sweep()
	return nil
}

// isDigest reports whether text is a SHA-256 digest in small hexadecimal figures.
func isDigest(text string) bool {
	b, err := hex.DecodeString(text)
	return err == nil && len(b) == sha256.Size
}

// checkAddress returns an error unless at is an http or https address without a password.
func checkAddress(at string) error {
	u, err := url.Parse(at)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return errors.New("want an address that begins with https:// or http://")
	case u.User != nil:
		return errors.New("an address with a name and password in it would be kept and shown: use one without")
	}
	return nil
}

// find returns the source of a name.
func (s *Store) find(name string) (Source, error) {
	all := s.Sources()
	if i := slices.IndexFunc(all, func(c Source) bool { return c.Name == name }); i >= 0 {
		return all[i], nil
	}
	var names []string
	for _, c := range all {
		names = append(names, c.Name)
	}
	return Source{}, fmt.Errorf("there is no source %q; there are %s", name, strings.Join(names, ", "))
}

// Accept records that the operator accepts the terms of a source as they are told today.
func (s *Store) Accept(name string) error {
	c, err := s.find(name)
	if err != nil || c.Terms == "" {
		return err
	}
	s.state.Terms[name] = Acceptance{At: s.o.now().UTC().Truncate(time.Second), Terms: c.Terms, TermsAt: c.TermsAt}
	return s.save()
}

// Accepted reports whether the terms that hold today have been accepted. Sources without
// terms need nothing.
func (s *Store) Accepted(c Source) bool {
	a := s.state.Terms[c.Name]
	return c.Terms == "" || a.Terms == c.Terms && a.TermsAt == c.TermsAt
}

// Paths returns what a build reads: the files that are kept, in order of source and name,
// and then the folders that were added. It is empty when nothing was fetched or added.
func (s *Store) Paths() []string {
	var paths []string
	for _, key := range slices.Sorted(maps.Keys(s.state.Files)) {
		if k := s.state.Files[key]; k.Name != "" && !k.Internal {
			paths = append(paths, filepath.Join(s.dir, filesName, k.Name))
		}
	}
	for _, a := range s.state.Added {
		if a.Kind == Folder {
			paths = append(paths, a.Address)
		}
	}
	return paths
}

// Fingerprint returns a text that differs when what Paths leads to differs: the digests of
// kept files, and names, sizes and times of those in folders.
func (s *Store) Fingerprint() (string, error) {
	h := sha256.New()
	for _, key := range slices.Sorted(maps.Keys(s.state.Files)) {
		if k := s.state.Files[key]; k.Name != "" && !k.Internal {
			fmt.Fprintf(h, "%s %s\n", key, k.SHA256)
		}
	}
	for _, a := range s.state.Added {
		if a.Kind != Folder {
			continue
		}
		err := WriteStamps(h, a.Address)
		if err != nil {
			return "", fmt.Errorf("look through the source %s: %w", a.Name, err)
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// WriteStamps writes the names, sizes and times of change of a file, or of those in a folder,
// so that who digests them sees whether any of them changed.
func WriteStamps(to io.Writer, path string) error {
	return filepath.WalkDir(path, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			fmt.Fprintf(to, "%q %d %d\n", path, info.Size(), info.ModTime().UnixNano())
		}
		return err
	})
}
