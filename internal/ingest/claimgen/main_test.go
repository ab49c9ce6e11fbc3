package main

import (
	"bytes"
	"os"
	"testing"
)

// The codec in the repository is that of the claim's fields as they are.
func TestTheCodecOfClaimsIsUpToDate(t *testing.T) {
	want, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile("../claimcodec.go"); err != nil || !bytes.Equal(got, want) {
		t.Errorf("claimcodec.go is not what source.Claim gives: run go generate ./internal/ingest (%v)", err)
	}
}
