// Package replication takes generations of a library from the machine that builds them
// to those that serve, through a bucket.
//
// The bucket has
//
//	packs/<sha256>.zst               each file of a generation, compressed (frames.go)
//	generations/<name>/manifest.json the manifest, as library.Build wrote it
//	current.json                     the Pointer: which generation serves, and from when
//
// Publish sends what the bucket lacks and moves the pointer, Rollback moves it back,
// Prune removes what nobody needs any more. The pointer is only ever moved by a
// conditional put, so of two that move it at the same time one succeeds and the other is
// told. Everything else is written before the pointer names it and never changed.
//
// A Follower keeps the library of a data directory as the pointer says: it looks at the
// pointer, fetches files that no generation on the disk has, verifies them as they come,
// and has the new generation serve at the time that the pointer states, so that all
// followers change together.
//
// The package imports library, blob and flock. Start reading at Publish and Follower.
package replication

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"kinodex/internal/blob"
	"kinodex/internal/library"
)

// PointerFormat is the version of the bucket's layout: of the pointer and of how packs
// are compressed.
//
//	1  the first
const PointerFormat = 1

// Keys and prefixes of the bucket.
const (
	pointerKey        = "current.json"
	packsPrefix       = "packs/"
	generationsPrefix = "generations/"
)

// packKey is where a file with a digest lies.
func packKey(sha256 string) string { return packsPrefix + sha256 + ".zst" }

// manifestKey is where the manifest of a generation lies.
func manifestKey(generation string) string {
	return generationsPrefix + generation + "/manifest.json"
}

// Pointer says which generation of a bucket serves.
type Pointer struct {
	Format     int    `json:"format"`
	Generation string `json:"generation"`
	// MovedAt is when the pointer came to name Generation, and NotBefore when Generation
	// is to serve where another one does; both by the clock of who moved it.
	MovedAt   time.Time `json:"moved_at"`
	NotBefore time.Time `json:"not_before"`
	// Previous is the generation that serves until NotBefore; empty where none did, or where
	// the program that moved the pointer did not say.
	Previous string `json:"previous,omitempty"`
	// Revision grows with each change of the pointer, so that no two of its versions are
	// equal. Mark is random and tells whose change it was.
	Revision int64  `json:"revision"`
	Mark     string `json:"mark"`
	// PruningSince is set while Prune removes objects.
	PruningSince *time.Time `json:"pruning_since,omitzero"`
	// Published are the generations that the bucket has, the newest first.
	Published []PublishedGeneration `json:"published"`
}

// PublishedGeneration is one generation of a bucket.
type PublishedGeneration struct {
	Generation string `json:"generation"`
	// ManifestSHA256 is the digest of the manifest as it is written.
	ManifestSHA256 string    `json:"manifest_sha256"`
	Format         int       `json:"format"` // library.Format of who built it
	Label          string    `json:"label,omitempty"`
	Films          int       `json:"films"`
	Bytes          int64     `json:"bytes"` // of its files as they are mapped
	BuiltAt        time.Time `json:"built_at"`
	PublishedAt    time.Time `json:"published_at"`
}

// Find returns the entry of a generation.
func (p *Pointer) Find(generation string) (PublishedGeneration, bool) {
	for _, e := range p.Published {
		if e.Generation == generation {
			return e, true
		}
	}
	return PublishedGeneration{}, false
}

// Serving is the generation that followers answer from at a time: the one that the pointer
// names, or, until NotBefore, the one before it. It is empty where that is not known.
func (p *Pointer) Serving(now time.Time) string {
	if now.Before(p.NotBefore) {
		return p.Previous
	}
	return p.Generation
}

// clone returns a pointer that can be changed without changing p.
func (p *Pointer) clone() *Pointer {
	next := *p
	next.Published = slices.Clone(p.Published)
	return &next
}

// ErrNothingPublished says that a bucket has no library.
var ErrNothingPublished = errors.New("the bucket has no library yet: publish one with kinodex library publish")

// RefusedError says why a generation of a bucket cannot serve here. Its text may be
// shown to anybody.
type RefusedError struct {
	Generation string
	Reason     string // one of library.Reasons
	text       string
	err        error // the cause, for the log; may be nil
}

// Error names the generation and what is wrong with it.
func (e *RefusedError) Error() string { return e.text }

// Unwrap returns the cause.
func (e *RefusedError) Unwrap() error { return e.err }

// refuse makes a RefusedError.
func refuse(generation, reason string, cause error, format string, args ...any) *RefusedError {
	return &RefusedError{generation, reason, fmt.Sprintf(format, args...), cause}
}

// maxSmall bounds what is read of pointers and manifests, which may be damaged.
const maxSmall = 4 << 20

// getSmall reads a small object whole, and its tag.
func getSmall(ctx context.Context, b blob.Bucket, key string) ([]byte, string, error) {
	o, err := b.Get(ctx, key)
	if err != nil {
		return nil, "", err
	}
	defer o.Body.Close()
	body, err := io.ReadAll(io.LimitReader(o.Body, maxSmall+1))
	switch {
	case err != nil:
		return nil, "", fmt.Errorf("read object %s: %w", key, err)
	case len(body) > maxSmall:
		return nil, "", refuse("", library.ReasonDamaged, nil, "%s in the bucket is larger than any can be", key)
	case int64(len(body)) != o.Size:
		return nil, "", fmt.Errorf("read object %s: %d bytes of %d: %w", key, len(body), o.Size, blob.ErrUnavailable)
	}
	return body, o.ETag, nil
}

// ReadPointer returns the pointer of a bucket and its tag. It returns ErrNothingPublished
// where there is none, and a *RefusedError for one that is damaged or that a newer
// program wrote.
func ReadPointer(ctx context.Context, b blob.Bucket) (*Pointer, string, error) {
	body, tag, err := getSmall(ctx, b, pointerKey)
	if errors.Is(err, blob.ErrNotFound) {
		return nil, "", ErrNothingPublished
	}
	if err != nil {
		return nil, "", err
	}
	var p Pointer
	err = json.Unmarshal(body, &p)
	switch {
	case p.Format > PointerFormat:
		if !library.IsGeneration(p.Generation) { // it is told to people
			p.Generation = ""
		}
		return nil, tag, refuse(p.Generation, library.ReasonNewer, err,
			"the bucket was written by a newer Kinodex (layout %d; this one reads up to %d): update the program", p.Format, PointerFormat)
	case err != nil || p.Format < 1:
		return nil, tag, refuse("", library.ReasonDamaged, err, "%s in the bucket is damaged: publish again with kinodex library publish --mend", pointerKey)
	}
	if err := p.check(); err != nil {
		return nil, tag, refuse("", library.ReasonDamaged, err, "%s in the bucket is damaged: %v", pointerKey, err)
	}
	return &p, tag, nil
}

// check says what is wrong with a pointer. Names and digests in it become keys and are told to
// people, so a bucket that is somebody else's chooses neither freely.
func (p *Pointer) check() error {
	known := make(map[string]bool, len(p.Published))
	for _, e := range p.Published {
		switch {
		case !library.IsGeneration(e.Generation):
			return errors.New("a generation that it lists has no proper name")
		case known[e.Generation]:
			return fmt.Errorf("it lists generation %s twice", e.Generation)
		case !library.IsDigest(e.ManifestSHA256):
			return fmt.Errorf("the digest of the manifest of generation %s is none", e.Generation)
		case e.Films < 0 || e.Bytes < 0 || e.Bytes > maxGeneration:
			return fmt.Errorf("generation %s cannot have %d films and %d bytes", e.Generation, e.Films, e.Bytes)
		}
		known[e.Generation] = true
	}
	switch {
	case !known[p.Generation]:
		return errors.New("it names a generation that it does not list")
	case p.Previous != "" && !library.IsGeneration(p.Previous):
		return errors.New("what it names to have served before is no generation")
	}
	return nil
}

// maxGeneration bounds the bytes that a pointer says a generation has, so that sums do not
// overflow.
const maxGeneration = 1 << 50

// readManifest reads the manifest of a published generation and holds it against its
// digest.
func readManifest(ctx context.Context, b blob.Bucket, e PublishedGeneration) ([]byte, library.Manifest, error) {
	body, _, err := getSmall(ctx, b, manifestKey(e.Generation))
	if errors.Is(err, blob.ErrNotFound) {
		return nil, library.Manifest{}, refuse(e.Generation, library.ReasonIncomplete, err, "generation %s in the bucket has no manifest", e.Generation)
	}
	if err != nil {
		return nil, library.Manifest{}, err
	}
	if sum := sha256.Sum256(body); hex.EncodeToString(sum[:]) != e.ManifestSHA256 {
		return nil, library.Manifest{}, refuse(e.Generation, library.ReasonDamaged, nil, "the manifest of generation %s in the bucket is damaged", e.Generation)
	}
	m, err := library.ParseManifest(body)
	if err != nil {
		return nil, m, refusedFormat(e.Generation, err)
	}
	if m.Generation != e.Generation {
		return nil, m, refuse(e.Generation, library.ReasonDamaged, nil, "the manifest of generation %s in the bucket is that of %s", e.Generation, m.Generation)
	}
	return body, m, nil
}

// refusedFormat turns an error of library.ParseManifest into a refusal.
func refusedFormat(generation string, err error) error {
	var other *library.FormatError
	switch {
	case !errors.As(err, &other):
		return refuse(generation, library.ReasonDamaged, err, "the manifest of generation %s in the bucket is damaged", generation)
	case other.Format > library.Format:
		return refuse(generation, library.ReasonNewer, err, "generation %s was %v", generation, other)
	}
	return refuse(generation, library.ReasonOlder, err, "generation %s was %v", generation, other)
}

// checkFormat refuses a generation of another format by what the pointer tells of it.
func checkFormat(e PublishedGeneration) error {
	if e.Format == library.Format {
		return nil
	}
	return refusedFormat(e.Generation, &library.FormatError{Format: e.Format, Label: e.Label})
}

// encode returns a pointer or manifest as it is written.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetIndent("", "  ")
	err := e.Encode(v)
	return b.Bytes(), err
}

// filesOf returns the files of a published generation, of whatever format
// it is: every format's manifest lists them alike.
func filesOf(ctx context.Context, b blob.Bucket, e PublishedGeneration) ([]library.File, error) {
	body, _, err := getSmall(ctx, b, manifestKey(e.Generation))
	if err != nil {
		return nil, fmt.Errorf("the manifest of generation %s: %w", e.Generation, err)
	}
	var m struct {
		Files []library.File `json:"files"`
	}
	sum := sha256.Sum256(body)
	if err := cmp.Or(json.Unmarshal(body, &m), library.CheckFiles(m.Files)); err != nil || hex.EncodeToString(sum[:]) != e.ManifestSHA256 || len(m.Files) == 0 {
		return nil, refuse(e.Generation, library.ReasonDamaged, err, "the manifest of generation %s in the bucket is damaged", e.Generation)
	}
	return m.Files, nil
}
