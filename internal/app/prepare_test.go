package app_test

import (
	"context"
	"errors"
	"testing"

	"kinodex/internal/apptest"
)

func TestPreparingEndsWithItsContext(t *testing.T) {
	h := apptest.Open(t)
	if err := h.App.Prepare(t.Context()); err != nil {
		t.Error(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := h.App.Prepare(ended); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
