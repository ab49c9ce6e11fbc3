package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// snapshotTold is what a server tells of its newest snapshot.
type snapshotTold struct {
	DownloadURL string `json:"download_url"`
	Manifest    struct {
		Version string
		BaseURL *string `json:"base_url"`
	}
}

// newest waits for a snapshot that fits and gives the link of its first row.
func (h *house) newest(t *testing.T, fits func(snapshotTold) bool) (told snapshotTold, link string) {
	t.Helper()
	var answer struct{ Data snapshotTold }
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		if resp, body := h.do("GET", "/api/v2/catalog/snapshot?format=json", ""); resp.StatusCode == 200 {
			if err := json.Unmarshal(body, &answer); err != nil {
				t.Fatal(err)
			}
			if fits(answer.Data) {
				break
			}
		}
		if time.Now().After(deadline) {
			t.Fatalf("no such snapshot: %+v", answer.Data)
		}
	}
	_, path, _ := strings.Cut(answer.Data.DownloadURL, "/objects/") // it may begin with an address that is not there
	resp, err := http.Get(h.base + "/objects/" + path)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	file, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	var film struct{ Links struct{ Self string } }
	if err := json.NewDecoder(z).Decode(&film); err != nil {
		t.Fatal(err)
	}
	return answer.Data, film.Links.Self
}

func whatever(snapshotTold) bool { return true }

// A server that is not told its address and listens on all of the machine's does not
// know it: links in the file are relative to wherever the service is reached.
func TestLinksInASnapshotLeadToTheService(t *testing.T) {
	t.Parallel()
	data := newData(t)
	open := func(more ...string) *house { return openAt(t, data, more...) }
	everywhere := open("--addr", "0.0.0.0:0")
	told, link := everywhere.newest(t, whatever)
	if told.Manifest.BaseURL != nil || !strings.HasPrefix(link, "/api/v2/films/tt") {
		t.Errorf("without an address: base_url %v, link %s", told.Manifest.BaseURL, link)
	}
	if resp, _ := everywhere.do("GET", link, ""); resp.StatusCode != 200 {
		t.Errorf("%s answers %s", link, resp.Status)
	}
	var out bytes.Buffer
	if code := run(t.Context(), []string{"snapshot", "build", "--data", data, "--format", "ndjson"}, &Globals{Out: &out, Err: &out}); code != 0 || !strings.Contains(out.String(), "already exists") {
		t.Errorf("made by hand without an address: exit %d: %s", code, &out)
	}
	everywhere.stop()
	named := open("--base-url", "https://films.example/")
	told, link = named.newest(t, func(s snapshotTold) bool { return s.Manifest.BaseURL != nil })
	if *told.Manifest.BaseURL != "https://films.example" || !strings.HasPrefix(link, "https://films.example/api/v2/films/tt") {
		t.Errorf("with an address: base_url %s, link %s", *told.Manifest.BaseURL, link)
	}
	named.stop()
	out.Reset()
	if code := run(t.Context(), []string{"snapshot", "build", "--data", data, "--base-url", "films.example"}, &Globals{Out: &out, Err: &out}); code == 0 || !strings.Contains(out.String(), "https://") {
		t.Errorf("an address without a scheme: exit %d: %s", code, &out)
	}
}

// Servers that differ in nothing but the port share one snapshot as long as its
// links lead to one of them; a server that took over elsewhere makes it anew.
func TestReplicasMakeOneSnapshot(t *testing.T) {
	t.Parallel()
	data := newData(t)
	one := openAt(t, data)
	first, link := one.newest(t, whatever)
	if first.Manifest.BaseURL == nil || *first.Manifest.BaseURL != one.base || !strings.HasPrefix(link, one.base+"/api/") {
		t.Fatalf("on this machine: base_url %v, link %s, want %s", first.Manifest.BaseURL, link, one.base)
	}
	two := openAt(t, data)
	time.Sleep(3 * snapshotEvery) // in which it would have made its own
	if told, _ := two.newest(t, whatever); told.Manifest.Version != first.Manifest.Version {
		t.Errorf("another server on this machine made %s beside %s", told.Manifest.Version, first.Manifest.Version)
	}
	one.stop()
	two.stop()
	three := openAt(t, data)
	three.newest(t, func(s snapshotTold) bool { return s.Manifest.BaseURL != nil && *s.Manifest.BaseURL == three.base })
}
