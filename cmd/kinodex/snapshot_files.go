package main

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"kinodex/internal/atomicfile"
	"kinodex/internal/blob"
	"kinodex/internal/snapshot"
)

// manifestName is what the manifest of an exported snapshot is saved as.
const manifestName = "manifest.json"

// copySnapshot copies the files of a version into a directory, and its manifest last, so
// that a directory with a manifest has all that it names.
func copySnapshot(ctx context.Context, objects blob.Bucket, m *snapshot.Manifest, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, f := range m.Files {
		o, err := objects.Get(ctx, snapshot.FileKey(m.Version, f.File))
		if err != nil {
			return err
		}
		err = atomicfile.Copy(filepath.Join(dir, snapshot.FileName(m.Version, f.File)), o.Body)
		if err = errors.Join(err, o.Body.Close()); err != nil {
			return err
		}
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.Write(filepath.Join(dir, manifestName), append(text, '\n'))
}

// SnapshotVerifyCmd holds downloaded files against their manifest.
type SnapshotVerifyCmd struct {
	Dir       string `arg:"" help:"Directory with manifest.json, from snapshot build --out or /api/v2/catalog/snapshot?format=json, and the files of the snapshot under any names." type:"existingdir"`
	PublicKey string `help:"Public key of the publisher, in base64. Without it, the signature proves only that the files did not change after somebody signed them. Example: --public-key 11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=" placeholder:"KEY"`
}

// Run verifies the signature, and every file beside the manifest that ends as one of a snapshot
// does, whatever it is called. It names files that carry the name of another version, or of
// changes, and those that are not there. It fails when anything differs, and when no file of the
// version is there.
func (c SnapshotVerifyCmd) Run(ctx context.Context, g *Globals) error {
	m, err := readExported(filepath.Join(c.Dir, manifestName))
	if err != nil {
		return err
	}
	key := ed25519.PublicKey(m.PublicKey)
	if c.PublicKey != "" {
		if key, err = base64.StdEncoding.DecodeString(c.PublicKey); err != nil || len(key) != ed25519.PublicKeySize {
			return fmt.Errorf("--public-key must be an Ed25519 key in base64: it has %d bytes, not %d", len(key), ed25519.PublicKeySize)
		}
	}
	if !m.Signed(key) {
		return fmt.Errorf("the manifest of %s is not signed with this key, or it was changed later", m.Version)
	}
	files, err := os.ReadDir(c.Dir)
	if err != nil {
		return err
	}
	found := map[string]bool{}
	for _, file := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		name := file.Name()
		path, format := filepath.Join(c.Dir, name), snapshot.FormatOf(name)
		if format == "" || file.IsDir() {
			continue
		}
		if strings.HasPrefix(name, "kinodex-") && name != snapshot.FileName(m.Version, format) {
			fmt.Fprintf(g.Out, "%-8s not checked, the manifest does not name it: %s\n", format, name)
			continue
		}
		f, ok := m.FileOf(format)
		if !ok {
			return fmt.Errorf("%s cannot be verified: the manifest of %s has no %s", path, m.Version, format)
		}
		same, err := sameFile(path, f)
		switch {
		case err != nil:
			return err
		case !same:
			return fmt.Errorf("%s differs from the manifest, which gives %d bytes and SHA-256 %s; download it again", path, f.Bytes, f.SHA256)
		}
		found[format] = true
		fmt.Fprintf(g.Out, "%-8s %d bytes, as signed: %s\n", format, f.Bytes, name)
	}
	for _, f := range m.Files {
		if !found[f.File] {
			fmt.Fprintf(g.Out, "%-8s not here\n", f.File)
		}
	}
	if len(found) == 0 {
		return fmt.Errorf("no file of %s is in %s; its files have names such as %s", m.Version, c.Dir, snapshot.FileName(m.Version, snapshot.Lines))
	}
	_, err = fmt.Fprintf(g.Out, "snapshot %s of %s: %d films\n", m.Version, m.GeneratedAt.Format("2006-01-02"), m.FilmCount)
	return err
}

// readExported reads a manifest from a file: alone, or as the interface answers it.
func readExported(path string) (*snapshot.Manifest, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var answer struct {
		Data struct{ Manifest *snapshot.Manifest }
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if answer.Data.Manifest != nil {
		return answer.Data.Manifest, nil
	}
	m := new(snapshot.Manifest)
	if err := json.Unmarshal(text, m); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if m.Version == "" {
		return nil, fmt.Errorf("%s is not the manifest of a snapshot", path)
	}
	return m, nil
}

// sameFile reports whether a file has the size and digest of f.
func sameFile(path string, f snapshot.File) (bool, error) {
	file, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer file.Close()
	sum := sha256.New()
	n, err := io.Copy(sum, file)
	return n == f.Bytes && hex.EncodeToString(sum.Sum(nil)) == f.SHA256, err
}
