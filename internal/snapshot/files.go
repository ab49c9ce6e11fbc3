package snapshot

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"kinodex/internal/blob"
	"kinodex/internal/snapshot/tables"
)

// What a version can be taken home as: its lines, which every version has, and tables.
const (
	Lines   = "ndjson"
	Parquet = "parquet"
	SQLite  = "sqlite"
)

// Tables are the formats that a version may have beside its lines, in the order in which
// they are made.
var Tables = []string{Parquet, SQLite}

// File describes one file of a version.
type File struct {
	// File is the name of the format: Lines, Parquet or SQLite.
	File   string `json:"file" enum:"ndjson,parquet,sqlite" doc:"What to send as file to be led to it."`
	Format string `json:"format" enum:"ndjson+gzip,parquet,sqlite"`
	Bytes  int64  `json:"bytes" minimum:"0"`
	SHA256 string `json:"sha256" doc:"In hexadecimal."`
	// Rows counts the rows by table; lists in a Parquet file count as tables.
	Rows map[string]int64 `json:"rows" doc:"How many rows it has, by table; lists within rows count as tables."`
}

// FileOf returns the file of a format; ok is false when the version has none.
func (m *Manifest) FileOf(format string) (f File, ok bool) {
	for _, f := range m.Files {
		if f.File == format {
			return f, true
		}
	}
	// Versions that were made before there were tables list no files.
	return File{File: Lines, Format: m.Format, Bytes: m.Bytes, SHA256: m.SHA256}, format == Lines
}

// FileKey returns the key of a file of a version.
func FileKey(version, format string) string {
	if format == Lines {
		return FilmsKey(version)
	}
	return folder + version + "/films." + format
}

// FileName returns what a file of a version is saved as.
func FileName(version, format string) string {
	return "kinodex-films-" + version + ending(format)
}

// ending is how the name of a file ends.
func ending(format string) string {
	if format == Lines {
		return "." + Lines + ".gz"
	}
	return "." + format
}

// FormatOf returns the format that the name of a file ends with; empty when it is none.
func FormatOf(name string) string {
	for _, format := range append([]string{Lines}, Tables...) {
		if strings.HasSuffix(name, ending(format)) {
			return format
		}
	}
	return ""
}

// lacking returns which of some tables the version does not have.
func (m *Manifest) lacking(formats []string) (none []string) {
	for _, format := range formats {
		if _, ok := m.FileOf(format); !ok {
			none = append(none, format)
		}
	}
	return none
}

// addTables makes tables of the films of a version and tells of each in its manifest as
// soon as it is stored. It always returns a manifest.
func addTables(ctx context.Context, b blob.Bucket, o Options, m *Manifest, formats []string) (*Manifest, error) {
	for _, format := range formats {
		f, err := makeTable(ctx, b, o, m.Version, format)
		if err != nil {
			return m, fmt.Errorf("%s: %w", format, err)
		}
		more := *m
		more.Files = append(slices.Clone(m.Files), f)
		slices.SortStableFunc(more.Files, func(x, y File) int { return slices.Index(Tables, x.File) - slices.Index(Tables, y.File) })
		if err := more.publish(ctx, b, o); err != nil {
			return m, err
		}
		m = &more
	}
	return m, nil
}

// makeTable writes the films as a table and stores it.
func makeTable(ctx context.Context, b blob.Bucket, o Options, version, format string) (f File, err error) {
	dir, err := os.MkdirTemp(o.Scratch, "tables-")
	if err != nil {
		return f, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "films")
	write, media := tables.WriteParquet, "application/vnd.apache.parquet"
	if format == SQLite {
		write, media = tables.WriteSQLite, "application/vnd.sqlite3"
	}
	f = File{File: format, Format: format}
	if f.Rows, err = write(ctx, path, o.Films, tables.Tell(o.Progress)); err != nil {
		return f, err
	}
	file, err := os.Open(path)
	if err != nil {
		return f, err
	}
	defer file.Close()
	sum := sha256.New()
	if f.Bytes, err = io.Copy(sum, file); err != nil {
		return f, err
	}
	f.SHA256 = hex.EncodeToString(sum.Sum(nil))
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return f, err
	}
	return f, b.Put(ctx, FileKey(version, format), file, f.Bytes, media)
}

// publish signs the manifest and stores it, as the newest last.
func (m *Manifest) publish(ctx context.Context, b blob.Bucket, o Options) error {
	if o.Sign != nil {
		m.Signature, m.PublicKey = o.Sign(m.SignedText())
	}
	if err := m.write(ctx, b, manifestKey(m.Version)); err != nil {
		return err
	}
	return m.write(ctx, b, currentKey)
}

// SignedWords begin what is signed, and name the purpose of the key.
const SignedWords = "kinodex snapshot 1"

// SignedText returns what a manifest's signature is of: lines of text, each ended by a
// line feed, that name the version, when it was made, its films, schema and content, then
// each file with its rows in order of table, then each licence.
func (m *Manifest) SignedText() []byte {
	var t strings.Builder
	fmt.Fprintf(&t, SignedWords+"\n%s\n%s\n%d\n%d\n%s\n", m.Version, m.GeneratedAt.UTC().Format(time.RFC3339), m.FilmCount, m.SchemaVersion, m.ContentSHA256)
	for _, f := range m.Files {
		fmt.Fprintf(&t, "%s %s %d %s", f.File, f.Format, f.Bytes, f.SHA256)
		for _, table := range slices.Sorted(maps.Keys(f.Rows)) {
			fmt.Fprintf(&t, " %s=%d", table, f.Rows[table])
		}
		t.WriteByte('\n')
	}
	for _, l := range m.Licences {
		fmt.Fprintf(&t, "%s: %s\n", l.Source, l.Terms)
	}
	return []byte(t.String())
}

// Signed reports whether the manifest's signature is that of a public key.
func (m *Manifest) Signed(key ed25519.PublicKey) bool {
	return len(key) == ed25519.PublicKeySize && ed25519.Verify(key, m.SignedText(), m.Signature)
}
