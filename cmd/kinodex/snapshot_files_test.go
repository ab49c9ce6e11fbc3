package main

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinodex/internal/snapshot"
)

// REQ SN-18, SN-19: files that are published elsewhere can be held against their manifest.
func TestAnExportedSnapshotIsVerified(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	built(t, data, 40)
	says := func(want string, args ...string) {
		t.Helper()
		if code, out, errs := command(t, args...); code != 0 || !strings.Contains(out, want) {
			t.Errorf("%v: exit %d, %s%s; want %q", args, code, out, errs, want)
		}
	}
	fails := func(want string, args ...string) {
		t.Helper()
		if code, out, errs := command(t, args...); code == 0 || !strings.Contains(errs, want) {
			t.Errorf("%v: exit %d, %s%s; want a failure that says %q", args, code, out, errs, want)
		}
	}
	out := filepath.Join(t.TempDir(), "export")
	says("sqlite: ", "snapshot", "build", "--data", data, "--out", out)
	says("as signed", "snapshot", "verify", out)
	m, err := readExported(filepath.Join(out, manifestName))
	if err != nil {
		t.Fatal(err)
	}
	parquet := filepath.Join(out, snapshot.FileName(m.Version, snapshot.Parquet))
	table, err := os.ReadFile(parquet)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(parquet); err != nil {
		t.Fatal(err)
	}
	says("parquet  not here", "snapshot", "verify", out)

	// Downloads are called as whoever takes them likes.
	renamed := filepath.Join(out, "films.parquet")
	writeFile(t, renamed, string(table))
	says("as signed: films.parquet", "snapshot", "verify", out)
	writeFile(t, renamed, "garbage")
	fails("films.parquet differs from the manifest", "snapshot", "verify", out)
	if err := os.Rename(renamed, filepath.Join(out, "kinodex-films-000001-00000000-000000.parquet")); err != nil {
		t.Fatal(err)
	}
	says("parquet  not checked", "snapshot", "verify", out)

	fails("must be an Ed25519 key", "snapshot", "verify", out, "--public-key", "AAAA")
	fails("not signed with this key", "snapshot", "verify", out, "--public-key", "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=")
	if err := os.WriteFile(parquet, []byte("half a file"), 0o600); err != nil {
		t.Fatal(err)
	}
	fails("differs from the manifest", "snapshot", "verify", out)

	m.FilmCount++
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(out, manifestName), text, 0o600); err != nil {
		t.Fatal(err)
	}
	fails("or it was changed later", "snapshot", "verify", out)
	fails(manifestName, "snapshot", "verify", t.TempDir())
}

// What the interface takes in any case, flags take in any case.
func TestNamesInFlagsAreTakenInAnyCaseAndWithBlanks(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	built(t, data, 10)
	if code, out, errs := command(t, "snapshot", "build", "--data", data, "--format", " ndjson, Parquet"); code != 0 || !strings.Contains(out, "parquet: ") || strings.Contains(out, "sqlite: ") {
		t.Errorf("--format: exit %d, %s%s", code, out, errs)
	}
	srv := startServer(t, nil, "--data", data, "--compat", "TMDB, omdb", "--snapshot-formats", "NDJSON , parquet")
	resp, err := http.Get(srv.base + "/tmdb/3/configuration")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusUnauthorized {
		t.Errorf("TMDb's interface answers %s to who has no key", resp.Status)
	}
}

func TestFormatsOfTheSnapshotThatDoNotExistAreRefused(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"snapshot", "build", "--data", t.TempDir(), "--format", "parket"},
		{"serve", "--data", t.TempDir(), "--snapshot-formats", "csv"},
	} {
		if code, _, errs := command(t, args...); code == 0 || !strings.Contains(errs, "use ndjson or parquet or sqlite") {
			t.Errorf("%v: exit %d, %s", args, code, errs)
		}
	}
}
