// Package snapshot makes the whole catalogue a file to take home, and says what
// changed from one such file to the next, so that a mirror follows without
// taking it all again.
//
// In the bucket lie, under catalog/:
//
//	current.json                     the manifest of the newest version
//	VERSION/films.ndjson.gz          every film, one canonical Film (detail view) a line, by rising id
//	VERSION/changes.ndjson.gz        what to do to the version before to get this one
//	VERSION/rows.bin                 id and digest of each line, for finding the changes of the next
//	VERSION/manifest.json            what this version is
//
// Nothing is changed once it is there but current.json, which is written last:
// whatever moment a build is killed at, the version before stays whole and
// named. Rows are copies of encoded records. The package imports blob, catalog and
// film. Start reading at Build; package docs of the wire shape are in
// docs/api/snapshot.md.
package snapshot

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"kinodex/internal/blob"
)

// Schema is the version of a row's shape, and of the change lines'. It is raised
// when a key is taken away or changes its meaning, not when one is added.
const Schema = 1

// Manifest tells of one version (TRACE SN-14).
type Manifest struct {
	// Version names it: the library's generation, and six digits that stand for the
	// address of the service that its links begin with.
	Version     string    `json:"version"`
	GeneratedAt time.Time `json:"generated_at"`
	FilmCount   int       `json:"film_count"`
	Bytes       int64     `json:"bytes"`  // of the file as it is downloaded
	SHA256      string    `json:"sha256"` // of the file as it is downloaded
	// ContentSHA256 is of the lines themselves, which a mirror that followed the
	// changes compares its own lines with.
	ContentSHA256   string  `json:"content_sha256"`
	Format          string  `json:"format"` // ndjson+gzip
	SchemaVersion   int     `json:"schema_version"`
	Generation      string  `json:"generation"`
	PreviousVersion *string `json:"previous_version"`
	// BaseURL is the address that links in the lines begin with; nil when they are
	// relative to the address of the service.
	BaseURL *string `json:"base_url"`
	// Changes is nil in the first version.
	Changes *Changes `json:"changes"`
}

// Changes tells of the file that leads from the version before to this one.
type Changes struct {
	Since   string `json:"since"`
	Puts    int    `json:"puts"`    // films that are new or different
	Deletes int    `json:"deletes"` // films that are no more
	Bytes   int64  `json:"bytes"`
	SHA256  string `json:"sha256"`
}

// Format is how the files are written.
const Format = "ndjson+gzip"

// ErrNone says that there is no snapshot yet.
var ErrNone = errors.New("there is no snapshot yet")

const (
	folder     = "catalog/"
	currentKey = folder + "current.json"
)

// FilmsKey is where the films of a version lie.
func FilmsKey(version string) string { return folder + version + "/films.ndjson.gz" }

// ChangesKey is where the changes that lead to a version lie.
func ChangesKey(version string) string { return folder + version + "/changes.ndjson.gz" }

func rowsKey(version string) string     { return folder + version + "/rows.bin" }
func manifestKey(version string) string { return folder + version + "/manifest.json" }

// packing counts the ways in which lines were packed into files so far. The first
// made several gzip members. With another way the snapshot is made anew.
const packing = 2

// Relative reports whether links in the lines are relative. It is not so of
// manifests that say nothing of their links.
func (m *Manifest) Relative() bool { return m.Version == VersionOf(m.Generation, "") }

// VersionOf names the version of a generation whose links begin with base.
func VersionOf(generation, base string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d.%d %s", Schema, packing, base))
	return generation + "-" + hex.EncodeToString(sum[:3])
}

// Current reads which version is the newest. ErrNone when there is none.
func Current(ctx context.Context, b blob.Bucket) (*Manifest, error) {
	return readManifest(ctx, b, currentKey)
}

// Of reads the manifest of a version. ErrNone when it is not kept.
func Of(ctx context.Context, b blob.Bucket, version string) (*Manifest, error) {
	if blob.CheckKey(manifestKey(version)) != nil {
		return nil, ErrNone
	}
	return readManifest(ctx, b, manifestKey(version))
}

// maxManifest bounds what is read of a manifest.
const maxManifest = 1 << 16

func readManifest(ctx context.Context, b blob.Bucket, key string) (*Manifest, error) {
	o, err := b.Get(ctx, key)
	if errors.Is(err, blob.ErrNotFound) {
		return nil, ErrNone
	}
	if err != nil {
		return nil, fmt.Errorf("read snapshot manifest: %w", err)
	}
	defer o.Body.Close()
	body, err := io.ReadAll(io.LimitReader(o.Body, maxManifest))
	if err != nil {
		return nil, fmt.Errorf("read snapshot manifest: %w", err)
	}
	m := new(Manifest)
	if err := json.Unmarshal(body, m); err != nil {
		return nil, fmt.Errorf("snapshot manifest %s: %w", key, err)
	}
	if m.Version == "" || blob.CheckKey(FilmsKey(m.Version)) != nil {
		return nil, fmt.Errorf("snapshot manifest %s names no version", key)
	}
	return m, nil
}

func (m *Manifest) write(ctx context.Context, b blob.Bucket, key string) error {
	body, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return b.Put(ctx, key, bytes.NewReader(body), int64(len(body)), "application/json")
}
