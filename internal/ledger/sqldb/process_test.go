package sqldb

import (
	"context"
	"path/filepath"
	"testing"

	"kinodex/internal/ledger/ledgertest"
)

func openStore(ctx context.Context, at string) (ledgertest.Store, error) { return Open(ctx, at) }

func newFile(t *testing.T) string { return filepath.Join(t.TempDir(), "ledger.db") }

func TestMain(m *testing.M) { ledgertest.Main(m, openStore) }

func TestProcessesShareTheFile(t *testing.T) { ledgertest.RunProcesses(t, openStore, newFile) }

func TestSeveralProcessesMayMakeTheFileAtOnce(t *testing.T) { ledgertest.RunOpening(t, newFile) }
