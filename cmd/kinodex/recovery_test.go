package main

import (
	"database/sql"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"kinodex/internal/library"
)

// A machine that is lost comes back from backups of the ledger and the bucket and from
// the published library: keys work, and stored files are there.
func TestALostMachineComesBack(t *testing.T) {
	t.Parallel()
	eachLibraryBucket(t, func(t *testing.T, place string) {
		home, published := filepath.Join(t.TempDir(), "data"), "dir:"+filepath.Join(t.TempDir(), "library")
		m := built(t, home, 10)
		key := must[created](t, home, "key", "create", "--tier", "studio", "--name", "n")
		for _, name := range []string{"posters/ab/one.webp", "posters/cd/two.webp"} {
			path := filepath.Join(home, "objects", name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			writeFile(t, path, "a picture called "+name)
		}
		backup := filepath.Join(t.TempDir(), "ledger.db")
		done(t, "ledger", "backup", "--data", home, backup)
		if out := done(t, "bucket", "backup", place, "--data", home); !strings.Contains(out, "2 objects") {
			t.Error(out)
		}
		if out := done(t, "bucket", "backup", place, "--data", home); !strings.Contains(out, "0 copied") {
			t.Errorf("a second backup: %s", out)
		}
		if out := done(t, "bucket", "backups", place, "--verify"); !strings.Contains(out, ": verified") {
			t.Error(out)
		}
		// Two backups of the same second and the same objects are one.
		if out := done(t, "bucket", "backup", place, "--data", home, "--keep", "1"); !strings.Contains(out, "0 copied") || !strings.Contains(out, "kept: ") {
			t.Errorf("a backup that prunes: %s", out)
		}
		if out := done(t, "bucket", "prune", place, "--keep", "1", "--json"); !strings.Contains(out, `"bodies_removed": 0`) {
			t.Errorf("nothing is left to remove: %s", out)
		}
		if code, _, errs := command(t, "bucket", "prune", place, "--keep", "0"); code != 1 || !strings.Contains(errs, "at least one backup is kept") {
			t.Errorf("prune of all: exit %d: %s", code, errs)
		}
		done(t, "library", "publish", "--data", home, "--library", published)
		if err := os.RemoveAll(home); err != nil {
			t.Fatal(err)
		}

		fresh := filepath.Join(t.TempDir(), "data")
		done(t, "ledger", "restore", "--data", fresh, backup)
		done(t, "bucket", "restore", place, "--data", fresh)
		srv := fromBucket(t, published, fresh)
		srv.readyWith(t, "it serves", func(r readiness) bool { return r.Code == 200 && r.Generation == m })
		if status := srv.get(http.DefaultClient, key.Key, "/api/v2/films?limit=1"); status != 200 {
			t.Errorf("the key of before: %d", status)
		}
		if b, err := os.ReadFile(filepath.Join(fresh, "objects", "posters/cd/two.webp")); err != nil || string(b) != "a picture called posters/cd/two.webp" {
			t.Errorf("the picture: %q, %v", b, err)
		}
	})
}

// An upgrade is undone: the ledger as it was before it, and the generation that the
// earlier program reads.
func TestAnUpgradeIsUndone(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	first := built(t, data, 10)
	key := must[created](t, data, "key", "create", "--tier", "studio", "--name", "n")
	backup := filepath.Join(t.TempDir(), "before-upgrade.db")
	done(t, "ledger", "backup", "--data", data, backup)
	// What a newer program leaves: a ledger of its schema and a library of its format.
	second := built(t, data, 11)
	reformat(t, library.Root(data), "", strconv.Itoa(library.Format+1))
	db, err := sql.Open("sqlite", filepath.Join(data, "kinodex.db"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("PRAGMA user_version = 999"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := command(t, "serve", "--data", data, "--addr", "127.0.0.1:0"); code != 1 || !strings.Contains(errs, "newer program") {
		t.Errorf("the earlier program serves: exit %d: %s", code, errs)
	}
	done(t, "ledger", "restore", "--data", data, "--force", backup)
	srv := startServer(t, nil, "--data", data)
	if r := srv.ready(t); r.Code != 200 || r.Generation != first || !strings.Contains(r.Detail, second) {
		t.Errorf("/readyz says %+v", r)
	}
	if status := srv.get(http.DefaultClient, key.Key, "/api/v2/films?limit=1"); status != 200 {
		t.Errorf("the key of before: %d", status)
	}
	done(t, "library", "use", first, "--data", data)
	srv.readyWith(t, "nothing is missing", func(r readiness) bool { return r.Generation == first && len(r.Degraded) == 0 })
}
