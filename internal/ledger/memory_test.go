package ledger_test

import (
	"testing"

	"kinodex/internal/ledger"
	"kinodex/internal/ledger/ledgertest"
)

func TestMemoryPassesTheConformanceSuite(t *testing.T) {
	opened := map[*testing.T]*ledger.Memory{}
	ledgertest.Run(t, func(t *testing.T) ledger.Ledger {
		if opened[t] == nil {
			opened[t] = ledger.NewMemory()
		}
		return opened[t]
	})
}

func TestMemoryKeepsSpendingAsLongAsItIsAskedFor(t *testing.T) {
	ledgertest.RunDays(t, func(*testing.T) ledger.Meters { return ledger.NewMemory() })
}
