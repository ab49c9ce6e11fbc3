package library_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/zstd"

	"kinodex/internal/apptest"
	"kinodex/internal/library"
)

func TestWhatABuildLeftOutIsSearched(t *testing.T) {
	h := apptest.Open(t)
	generation := h.Holder.Generation()
	if rows, total, err := h.Holder.Rejects(t.Context(), generation, "", 5); err != nil || total != 0 || len(rows) != 0 {
		t.Errorf("without a report: %v, %d, %v", rows, total, err)
	}
	var b bytes.Buffer
	w, err := zstd.NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 30 {
		fmt.Fprintf(w, `{"file":"films.csv","line":%d,"reason":"no title","detail":"row %d"}`+"\n", i+1, i+1)
	}
	w.Close()
	if err := os.WriteFile(filepath.Join(h.Library, generation, "rejects.ndjson.zst"), b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	rows, total, err := h.Holder.Rejects(t.Context(), generation, "ROW 2", 5)
	if err != nil || total != 11 || len(rows) != 5 || rows[0] != (library.Reject{File: "films.csv", Line: 2, Reason: "no title", Detail: "row 2"}) {
		t.Errorf("%+v, %d, %v", rows, total, err)
	}
	for _, none := range []string{"", "..", "../..", "000099-00000000"} {
		unknown := (*library.UnknownError)(nil)
		if _, _, err := h.Holder.Rejects(t.Context(), none, "", 5); !errors.As(err, &unknown) {
			t.Errorf("%q: %v", none, err)
		}
	}
}
