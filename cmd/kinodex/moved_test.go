package main

import (
	"strings"
	"testing"
)

func TestCommandsThatMovedSayWhereTo(t *testing.T) {
	for _, args := range [][]string{{"evaluate", "search", "--data", "data", "--gate"}, {"evaluate"}, {"starter", "--out", "."}} {
		code, out, errs := command(t, args...)
		if code != 1 || out != "" || strings.Count(errs, "\n") != 1 || !strings.Contains(errs, "make lab") {
			t.Errorf("%q: exit %d, %q, %q", args, code, out, errs)
		}
	}
}
