package main

import (
	"bytes"
	"encoding/json"
	"testing"

	"kinodex/internal/library"
)

// version --json names what the program reads and writes, for whoever updates it.
func TestTheVersionAsJSON(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if code := run(t.Context(), []string{"version", "--json"}, &Globals{Out: &out, Err: &out}); code != 0 {
		t.Fatalf("exit %d: %s", code, &out)
	}
	var v version
	if err := json.Unmarshal(out.Bytes(), &v); err != nil {
		t.Fatal(err)
	}
	if v.Version != ServiceVersion || v.LibraryFormat != library.Format || v.LedgerSchema["sqlite"] < 7 || v.LedgerSchema["postgres"] < 6 || v.Go == "" || v.Platform == "" {
		t.Errorf("%+v", v)
	}
	var linked bool
	for _, m := range v.Modules {
		linked = linked || m.Path == "modernc.org/sqlite" && m.Version != ""
	}
	if !linked {
		t.Errorf("the modules are %v", v.Modules)
	}
}
