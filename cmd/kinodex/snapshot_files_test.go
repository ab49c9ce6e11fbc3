package main

import (
	"net/http"
	"testing"
)

// What the interface takes in any case, flags take in any case.
func TestNamesInFlagsAreTakenInAnyCaseAndWithBlanks(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	built(t, data, 10)
	srv := startServer(t, nil, "--data", data, "--compat", "TMDB, omdb", "--snapshots", "--snapshot-formats", "NDJSON , parquet")
	resp, err := http.Get(srv.base + "/tmdb/3/configuration")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusUnauthorized {
		t.Errorf("TMDb's interface answers %s to who has no key", resp.Status)
	}
}
