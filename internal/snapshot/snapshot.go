// Package snapshot exports the whole catalogue as a file for download, and writes what
// changed from one such file to the next, so that a mirror need not download everything
// again.
//
// The bucket has, under catalog/:
//
//	current.json                     the manifest of the newest version
//	VERSION/films.ndjson.gz          every film in detail view, one a line, in order of id
//	VERSION/films.parquet            the same as tables, and .sqlite, when they are wanted
//	VERSION/changes.ndjson.gz        what makes this version out of the version before
//	VERSION/ids.bin                  the ids of these changes, with what happened and to which fields
//	VERSION/manifest.json            the version's Manifest
//
// Objects are written once, except current.json, which is written last. So whenever a
// build is killed, the version before stays whole and the newest. Tables are added to a
// version when its lines are there already, and its manifest is then written again. Lines
// are copies of encoded records. Start reading
// at Build; docs/api/ and docs/bulk.md describe the files.
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
	"kinodex/internal/snapshot/tables"
)

// Schema is the version of the shape of lines and changes. It is raised when a key is
// removed or changes its meaning, not when one is added.
const Schema = 1

// Manifest describes one version (REQ SN-14).
type Manifest struct {
	// Version is its name: the library's generation, a hyphen, and six hex digits that
	// depend on the base of its links (see VersionOf).
	Version     string    `json:"version"`
	GeneratedAt time.Time `json:"generated_at"`
	FilmCount   int       `json:"film_count"`
	Bytes       int64     `json:"bytes"`  // of the file as it is downloaded
	SHA256      string    `json:"sha256"` // of the file as it is downloaded
	// ContentSHA256 is that of the uncompressed lines, with which a mirror that applied
	// changes compares its own.
	ContentSHA256   string  `json:"content_sha256"`
	Format          string  `json:"format"` // ndjson+gzip
	SchemaVersion   int     `json:"schema_version"`
	Generation      string  `json:"generation"`
	PreviousVersion *string `json:"previous_version"`
	// BaseURL is the address with which links begin; nil when they are relative to the
	// address of the service.
	BaseURL *string `json:"base_url"`
	// Changes is nil in the first version.
	Changes *Changes `json:"changes"`
	// Files are all that the version can be taken home as; the first is that of the lines.
	Files    []File           `json:"files"`
	Licences []tables.Licence `json:"licences"`
	// Signature is that of SignedText, with PublicKey: both Ed25519 (RFC 8032), nil when
	// who made the version had no key.
	Signature []byte `json:"signature"`
	PublicKey []byte `json:"public_key"`
}

// Changes describes the file that makes this version out of the version before.
type Changes struct {
	Since   string `json:"since"`
	Puts    int    `json:"puts"`    // films that are new or different
	Deletes int    `json:"deletes"` // films that are gone
	Bytes   int64  `json:"bytes"`
	SHA256  string `json:"sha256"`
	// Fields are the names of fields that the file of ids refers to; nil when there is none,
	// since an older program made the version.
	Fields []string `json:"fields"`
}

// Format is the format of the files of films and changes.
const Format = "ndjson+gzip"

// ErrNone is returned when there is no snapshot, or not the one asked for.
var ErrNone = errors.New("there is no snapshot yet")

const (
	folder     = "catalog/"
	currentKey = folder + "current.json"
)

// FilmsKey returns the key of the films of a version.
func FilmsKey(version string) string { return folder + version + "/films.ndjson.gz" }

// ChangesKey returns the key of the changes that lead to a version.
func ChangesKey(version string) string { return folder + version + "/changes.ndjson.gz" }

func idsKey(version string) string      { return folder + version + "/ids.bin" }
func manifestKey(version string) string { return folder + version + "/manifest.json" }

// packing is the version of how lines are compressed; the first made several gzip
// members. It is part of a version's name, so that a change makes a new snapshot.
const packing = 2

// Relative reports whether links in the lines are relative. It is false for manifests
// of older versions, which have no BaseURL whatever their links are.
func (m *Manifest) Relative() bool { return m.Version == VersionOf(m.Generation, "") }

// VersionOf returns the name of the version of a generation whose links begin with
// base; base may be empty.
func VersionOf(generation, base string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d.%d %s", Schema, packing, base))
	return generation + "-" + hex.EncodeToString(sum[:3])
}

// Current returns the manifest of the newest version, or ErrNone when there is none.
func Current(ctx context.Context, b blob.Bucket) (*Manifest, error) {
	return readManifest(ctx, b, currentKey)
}

// Of returns the manifest of a version, or ErrNone when it is not kept, or when the name
// cannot be that of a version.
func Of(ctx context.Context, b blob.Bucket, version string) (*Manifest, error) {
	if blob.CheckKey(manifestKey(version)) != nil {
		return nil, ErrNone
	}
	return readManifest(ctx, b, manifestKey(version))
}

// maxManifest is how many bytes of a manifest are read.
const maxManifest = 1 << 16

// readManifest reads a manifest and checks that its version can be the name of one. The
// error is ErrNone when there is none under key.
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

// write stores the manifest under key.
func (m *Manifest) write(ctx context.Context, b blob.Bucket, key string) error {
	body, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return b.Put(ctx, key, bytes.NewReader(body), int64(len(body)), "application/json")
}
