package sqldb

import (
	"os"
	"path/filepath"
	"testing"

	"kinodex/internal/ledger"
	"kinodex/internal/ledger/ledgertest"
)

func TestLedgerPassesTheConformanceSuite(t *testing.T) {
	files := map[*testing.T]string{}
	ledgertest.Run(t, func(t *testing.T) ledger.Ledger {
		if files[t] == "" {
			files[t] = filepath.Join(t.TempDir(), "ledger.db")
		}
		return openFile(t, files[t])
	})
}

func openFile(t testing.TB, path string) *Ledger {
	t.Helper()
	l, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

func TestOnlyTheOwnerMayReadTheFile(t *testing.T) {
	dir := t.TempDir()
	l := openFile(t, filepath.Join(dir, "ledger.db"))
	if _, _, err := l.Spend(t.Context(), "m", 1, 1, 1); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) < 3 {
		t.Fatalf("files = %v, %v, want the ledger, its log and its index", files, err)
	}
	for _, f := range files {
		if info, _ := f.Info(); info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v", f.Name(), info.Mode())
		}
	}
}
