package library

import (
	"context"
	"errors"
	"log/slog"
	"testing"
)

func TestAGenerationIsPreparedBeforeItServes(t *testing.T) {
	root := t.TempDir()
	first := publish(t, root, 3)
	holder, err := NewHolder(root, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer holder.Close()
	var prepared []string
	damaged := errors.New("damaged")
	holder.PrepareWith(func(_ context.Context, lib *Library) error {
		if serves := holder.Generation(); serves != first.Generation {
			t.Errorf("%s serves while %s is prepared", serves, lib.Generation())
		}
		lib.Prepare(func() bool { return false })
		prepared = append(prepared, lib.Generation())
		return damaged
	})
	second := publish(t, root, 4)
	if changed, err := holder.Reload(); changed || !errors.Is(err, damaged) || holder.Generation() != first.Generation {
		t.Errorf("%v %v, and %s serves", changed, err, holder.Generation())
	}
	damaged = nil
	if changed, err := holder.Reload(); !changed || err != nil || holder.Generation() != second.Generation {
		t.Errorf("%v %v, and %s serves", changed, err, holder.Generation())
	}
	if len(prepared) != 2 || prepared[0] != second.Generation || prepared[1] != second.Generation {
		t.Errorf("prepared were %v", prepared)
	}
}
