package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kinodex/internal/scratch"
)

// take follows a snapshot's link as a stranger with no key does, once the server
// made the snapshot by itself.
func (h *house) take(t *testing.T) (lines int) {
	t.Helper()
	var told struct {
		Data struct {
			DownloadURL string `json:"download_url"`
			Manifest    struct {
				Version   string
				SHA256    string
				FilmCount int `json:"film_count"`
				Bytes     int
			}
		}
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		resp, _ := h.do("GET", "/api/v2/catalog/snapshot?format=json", "")
		if resp.StatusCode == 200 {
			break
		}
		if resp.StatusCode != 503 || resp.Header.Get("Retry-After") == "" || time.Now().After(deadline) {
			t.Fatalf("status %d", resp.StatusCode)
		}
	}
	h.get("/api/v2/catalog/snapshot?format=json", &told)
	resp, err := http.Get(told.Data.DownloadURL)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	file, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != 200 {
		t.Fatal(resp.Status, err, string(file[:min(300, len(file))]))
	}
	if sum := sha256.Sum256(file); hex.EncodeToString(sum[:]) != told.Data.Manifest.SHA256 || len(file) != told.Data.Manifest.Bytes {
		t.Errorf("%d bytes that are not the manifest's %+v", len(file), told.Data.Manifest)
	}
	z, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(plain, []byte{'\n'}); n != told.Data.Manifest.FilmCount {
		t.Errorf("%d lines, the manifest counts %d", n, told.Data.Manifest.FilmCount)
	}
	bare, _, _ := strings.Cut(told.Data.DownloadURL, "?")
	resp, err = http.Get(bare)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != 403 {
		t.Errorf("without its signature the link opens with %s", resp.Status) // REQ SN-12
	}
	return bytes.Count(plain, []byte{'\n'})
}

// REQ SN-07, SN-08, G-14: a fresh machine makes the snapshot of what it serves.
func TestAServerKeepsTheSnapshotOfWhatItServes(t *testing.T) {
	t.Parallel()
	h := open(t)
	var page filmPage
	h.get("/api/v2/films?limit=1", &page)
	if n := h.take(t); n != page.Meta.Total {
		t.Errorf("%d films in the snapshot, %d in the list", n, page.Meta.Total)
	}
	if code := h.stop(); code != 0 {
		t.Errorf("exit %d", code)
	}
	// Made by hand for the address it is served at, it is the same.
	for _, c := range []struct {
		more       []string
		says, warn string
	}{
		{[]string{"--base-url", h.base}, "already exists", ""},
		{[]string{"--out", t.TempDir()}, "already exists", ""}, // an export changes nothing that is served
		{[]string{"--base-url", "https://films.example"}, "films are new or different", "every film counts as changed"},
		{nil, "already exists", ""},
	} {
		code, out, errs := command(t, append([]string{"snapshot", "build", "--data", h.data, "--format", "ndjson"}, c.more...)...)
		if code != 0 || !strings.Contains(out, c.says) || strings.Contains(errs, "kinodex:") != (c.warn != "") || !strings.Contains(errs, c.warn) {
			t.Errorf("%q: exit %d: %s%s", c.more, code, out, errs)
		}
	}
}

func TestAServerWithoutSnapshotsSaysSo(t *testing.T) {
	t.Parallel()
	h := open(t, "--no-snapshots")
	time.Sleep(300 * time.Millisecond)
	if resp, _ := h.do("GET", "/api/v2/catalog/snapshot", ""); resp.StatusCode != 503 { // REQ SN-11
		t.Errorf("status %d", resp.StatusCode)
	}
}

func TestTheSnapshotLiesInS3(t *testing.T) {
	t.Parallel()
	h := open(t, "--bucket", freshBucket(t))
	if h.take(t) == 0 {
		t.Error("no films")
	}
}

// A data directory that cannot be written to is no reason not to serve.
func TestScratchGoesElsewhereWhenTheDataDirectoryTakesNone(t *testing.T) {
	data, elsewhere := t.TempDir(), t.TempDir()
	writeFile(t, scratch.Root(data), "in the way")
	t.Setenv("TMPDIR", elsewhere)
	dir, err := scratch.In(data, snapshotScratch)
	if err != nil || filepath.Dir(dir.Path()) != elsewhere {
		t.Fatalf("%+v, %v", dir, err)
	}
	if err := dir.Close(); err != nil {
		t.Error(err)
	}
}
