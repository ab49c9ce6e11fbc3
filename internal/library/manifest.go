package library

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Format is the version of the generation layout this program writes and reads.
//
//	1  list, detail, flat, columns and text packs; manifest with digests
//	2  beside them what is derived: research, taste, forecast, atlas, and posters if
//	   any are stored; films link to similar ones and to poster readings
//	3  people
//	4  forecasts learn from the plan of a film: companies, writers, origin, runtime, month
//	5  other titles, releases and collections of films; the order by release date
const Format = 5

// StarterLabel marks the library the program carries, which gives way to any other.
const StarterLabel = "starter"

// Manifest describes a generation: what it is, what it was made of and what its
// files must be.
type Manifest struct {
	Format     int       `json:"format"`
	Generation string    `json:"generation"`
	BuiltAt    time.Time `json:"built_at"`
	// Label is StarterLabel for the library the program carries, "" otherwise.
	Label   string   `json:"label,omitempty"`
	Builder string   `json:"builder"` // program and version
	Films   int      `json:"films"`
	Sources []Source `json:"sources"`
	// Inputs tells what the generation was made of, and by which program: the same text is
	// the same inputs. It is empty when that was not recorded.
	Inputs string `json:"inputs,omitempty"`
	// LearnedAt is when the forecasts' models were learned: BuiltAt, or that of an earlier
	// generation whose models this one took over. It is zero when that was not recorded.
	LearnedAt time.Time `json:"learned_at,omitzero"`
	Files     []File    `json:"files"`
}

// Source is one input the generation was made of.
type Source struct {
	Name   string `json:"name"`
	File   string `json:"file"`
	Period string `json:"period,omitempty"`
	Rows   int    `json:"rows"`
}

// File is one file of the generation.
type File struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Bounds of a manifest, which may be damaged or somebody else's: of its bytes, its files, and
// the bytes of one of them. A full library has some 20 files of 2 GB in all; sums of sizes stay
// far from overflowing.
const (
	maxManifest  = 4 << 20
	maxFiles     = 1000
	maxFileBytes = 1 << 40
)

// readManifest reads the manifest of a generation of this program's format.
func readManifest(dir string) (Manifest, error) {
	m, err := readAnyManifest(dir)
	if err == nil && m.Format != Format {
		err = fmt.Errorf("%s: %w", filepath.Join(dir, manifestName), &FormatError{Format: m.Format, Label: m.Label})
	}
	return m, err
}

// readAnyManifest reads the manifest of a generation of whatever format.
func readAnyManifest(dir string) (Manifest, error) {
	path := filepath.Join(dir, manifestName)
	f, err := os.Open(path)
	if err != nil {
		return Manifest{}, fmt.Errorf("read manifest: %w", err)
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxManifest))
	if err != nil {
		return Manifest{}, fmt.Errorf("read manifest: %w", err)
	}
	m, err := parseManifest(b)
	if err != nil {
		return Manifest{}, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// FormatError says that a generation is laid out in a way this program does not
// read.
type FormatError struct {
	Format int
	Label  string // of the generation's manifest
}

// Error says what to do about it.
func (e *FormatError) Error() string {
	if e.Format > Format {
		return fmt.Sprintf("made by a newer Kinodex (format %d; this one reads up to %d): update the program", e.Format, Format)
	}
	return fmt.Sprintf("made by an earlier Kinodex (format %d; this one reads format %d): run kinodex build again", e.Format, Format)
}

// parseManifest reads and checks a manifest. Of a later format only what every
// format has is returned, without an error.
func parseManifest(b []byte) (Manifest, error) {
	var m Manifest
	err := json.Unmarshal(b, &m)
	if m.Format > Format { // of which no more is known than that
		return Manifest{Format: m.Format, Generation: m.Generation, BuiltAt: m.BuiltAt, Label: m.Label, Films: m.Films}, nil
	}
	if err != nil {
		return Manifest{}, err
	}
	switch _, named := sequence(m.Generation); {
	case m.Format < 1:
		return Manifest{}, fmt.Errorf("no manifest of a library: format %d", m.Format)
	case !named:
		return Manifest{}, fmt.Errorf("generation has no proper name: %.40q", m.Generation)
	case m.Films < 0:
		return Manifest{}, fmt.Errorf("negative film count")
	}
	return m, CheckFiles(m.Files)
}

// CheckFiles says what is wrong with the files of a manifest, of whatever format. Their names
// and digests become paths and keys of objects, so nothing else may use them before.
func CheckFiles(files []File) error {
	if len(files) > maxFiles {
		return fmt.Errorf("%d files, more than the %d that a generation may have", len(files), maxFiles)
	}
	named, sizes := make(map[string]bool, len(files)), make(map[string]int64, len(files))
	for _, f := range files {
		size, known := sizes[f.SHA256]
		switch {
		case !fileName.MatchString(f.Name) || slices.Contains(reserved, strings.ToLower(f.Name)):
			return fmt.Errorf("%.40q cannot be the name of a file", f.Name)
		case named[strings.ToLower(f.Name)]: // the same on some systems
			return fmt.Errorf("two files are called %s", f.Name)
		case !IsDigest(f.SHA256):
			return fmt.Errorf("%s: %.80q is no SHA-256 in 64 lowercase hexadecimal digits", f.Name, f.SHA256)
		case f.Bytes < 0 || f.Bytes > maxFileBytes:
			return fmt.Errorf("%s cannot have %d bytes", f.Name, f.Bytes)
		case known && size != f.Bytes:
			return fmt.Errorf("%s has the digest of another file and another size", f.Name)
		}
		named[strings.ToLower(f.Name)], sizes[f.SHA256] = true, f.Bytes
	}
	return nil
}

// fileName is what a file of a generation may be called: on no system the name of a directory,
// of a device, or of anything hidden.
var fileName = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$`)

// reserved are names in the directory of a generation that no file of its manifest has.
var reserved = []string{manifestName, withheldName, replacedName}

// digestDigits are a SHA-256 as manifests write it.
var digestDigits = regexp.MustCompile(`^[0-9a-f]{64}$`)

// IsDigest reports whether text is a SHA-256 as manifests write it.
func IsDigest(text string) bool { return digestDigits.MatchString(text) }

// IsGeneration reports whether a generation may have a name: six digits and what the digest of
// its content begins with.
func IsGeneration(name string) bool { _, named := sequence(name); return named }

// checkSizes finds files that are missing, cut or grown, before they are mapped.
func (m Manifest) checkSizes(dir string) error {
	for _, f := range m.Files {
		info, err := os.Stat(filepath.Join(dir, f.Name))
		if err != nil {
			return fmt.Errorf("generation %s: %w", m.Generation, err)
		}
		if info.Size() != f.Bytes {
			return fmt.Errorf("generation %s: %s has %d bytes, manifest says %d", m.Generation, f.Name, info.Size(), f.Bytes)
		}
	}
	return nil
}

// checkDigests compares the files in dir with their sizes and SHA-256 digests.
func (m Manifest) checkDigests(ctx context.Context, dir string) error {
	if err := m.checkSizes(dir); err != nil {
		return err
	}
	for _, f := range m.Files {
		got, err := digest(ctx, filepath.Join(dir, f.Name))
		if err != nil {
			return err
		}
		if got.SHA256 != f.SHA256 {
			return fmt.Errorf("generation %s: %s is damaged: its SHA-256 is %s, manifest says %s",
				m.Generation, f.Name, got.SHA256, f.SHA256)
		}
	}
	return nil
}

// digest reads a file to its end and returns its name, size and SHA-256 in
// hexadecimal figures.
func digest(ctx context.Context, path string) (File, error) {
	f, err := os.Open(path)
	if err != nil {
		return File{}, err
	}
	defer f.Close()
	return digestFrom(ctx, filepath.Base(path), f)
}

// digestFrom is digest of what a reader has.
func digestFrom(ctx context.Context, name string, from io.Reader) (File, error) {
	h := sha256.New()
	n, err := io.Copy(h, contextReader{ctx, from})
	if err != nil {
		return File{}, err
	}
	return File{Name: name, Bytes: n, SHA256: hex.EncodeToString(h.Sum(nil))}, nil
}

// contextReader is a reader that ends with a context.
type contextReader struct {
	ctx  context.Context
	from io.Reader
}

// Read returns the error of the context once it has ended.
func (r contextReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.from.Read(p)
}

// generationName is how generations are called: a running number and eight digits of a digest.
var generationName = regexp.MustCompile(`^([0-9]{6})-[0-9a-f]{8}$`)

// sequence reads the number a generation's name starts with.
func sequence(name string) (int, bool) {
	parts := generationName.FindStringSubmatch(name)
	if parts == nil {
		return 0, false
	}
	n, err := strconv.Atoi(parts[1])
	return n, err == nil && n > 0
}
