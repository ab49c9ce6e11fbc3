package ledger_test

import (
	"testing"

	"kinodex/internal/ledger"
	"kinodex/internal/ledger/ledgertest"
)

func TestMemorySitsTheExamination(t *testing.T) {
	opened := map[*testing.T]*ledger.Memory{}
	ledgertest.Examine(t, func(t *testing.T) ledger.Ledger {
		if opened[t] == nil {
			opened[t] = ledger.NewMemory()
		}
		return opened[t]
	})
}

func TestMemoryKeepsSpendingAsLongAsItIsAskedFor(t *testing.T) {
	ledgertest.ExamineDays(t, func(*testing.T) ledger.Meters { return ledger.NewMemory() })
}
