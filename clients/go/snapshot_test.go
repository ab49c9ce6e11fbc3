package kinodex_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kinodex.example/kinodex"
)

// bucket serves a snapshot: the n-th request for the file is answered by files[n], or whole.
func bucket(t *testing.T, file []byte, digest string, files ...http.HandlerFunc) (*kinodex.Client, *[]string) {
	var ranges []string
	client, seen := answering(t, nil, nil)
	seen.answers[0] = func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/objects/films" {
			fmt.Fprintf(w, `{"data":{"download_url":"/objects/films?signature=1","expires_in_seconds":3600,"manifest":{"version":"1","sha256":%q,"bytes":%d}}}`, digest, len(file))
			return
		}
		if r.Header.Get("X-API-Key") != "" {
			t.Error("the key was sent to where the file is")
		}
		ranges = append(ranges, r.Header.Get("Range"))
		if n := len(ranges) - 1; n < len(files) {
			files[n](w, r)
			return
		}
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(file))
	}
	return client, &ranges
}

func aSnapshot() (file []byte, digest string) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	for i := range 2000 {
		fmt.Fprintf(z, "{\"filmdb_id\":\"tt%d\",\"title\":\"%x\"}\n", i, sha256.Sum256([]byte{byte(i), byte(i >> 8)}))
	}
	z.Close()
	return b.Bytes(), fmt.Sprintf("%x", sha256.Sum256(b.Bytes()))
}

func TestADownloadGoesOnWhereItBroke(t *testing.T) {
	file, digest := aSnapshot()
	half := len(file) / 2
	client, ranges := bucket(t, file, digest, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", fmt.Sprint(len(file)))
		w.Write(file[:half])
		w.(http.Flusher).Flush()
		time.Sleep(50 * time.Millisecond)
		panic(http.ErrAbortHandler)
	}, refuses(403, "link_refused"))
	path := filepath.Join(t.TempDir(), "films.ndjson.gz")
	if _, err := client.DownloadSnapshot(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	if got := (*ranges)[len(*ranges)-1]; got != fmt.Sprintf("bytes=%d-", half) || len(*ranges) != 3 {
		t.Errorf("asked for %q", *ranges)
	}
	films := 0
	for _, err := range kinodex.ReadSnapshot(path) {
		if err != nil {
			t.Fatal(err)
		}
		films++
	}
	if left, _ := filepath.Glob(path + "*"); films != 2000 || len(left) != 1 {
		t.Errorf("%d films, files %v", films, left)
	}
}

// What the timeout bounds of a download is the wait for its beginning: a store that does not
// answer is tried again, one that sends for longer is not cut.
func TestADownloadDoesNotWaitForeverForItsBeginning(t *testing.T) {
	t.Parallel()
	file, digest := aSnapshot()
	client, ranges := bucket(t, file, digest, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, func(w http.ResponseWriter, _ *http.Request) {
		w.Write(file[:100])
		w.(http.Flusher).Flush()
		time.Sleep(600 * time.Millisecond)
		w.Write(file[100:])
	})
	kinodex.WithTimeout(300 * time.Millisecond)(client)
	if _, err := client.DownloadSnapshot(t.Context(), filepath.Join(t.TempDir(), "films")); err != nil || len(*ranges) != 2 {
		t.Errorf("%v, asked for %q", err, *ranges)
	}
}

func TestADownloadThatIsDamagedIsNotStored(t *testing.T) {
	file, digest := aSnapshot()
	damaged := bytes.Clone(file)
	damaged[len(file)/2] ^= 1
	client, _ := bucket(t, damaged, digest)
	long, _ := bucket(t, file, digest, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintf(w, "%s!", file) })
	for client, says := range map[*kinodex.Client]string{
		client: fmt.Sprintf("its SHA-256 is %x and not %s; it was removed, call again to load it anew", sha256.Sum256(damaged), digest),
		long:   fmt.Sprintf("it has %d bytes and not %d; it was removed, call again to load it anew", len(file)+1, len(file)),
	} {
		path := filepath.Join(t.TempDir(), "films.ndjson.gz")
		if _, err := client.DownloadSnapshot(t.Context(), path); !errors.Is(err, kinodex.ErrCorrupt) || !strings.HasSuffix(err.Error(), says) {
			t.Errorf("%v, not %s", err, says)
		}
		if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 0 {
			t.Errorf("left %v", left)
		}
	}
}

func TestAPathThatCannotBeStoredAtIsTold(t *testing.T) {
	file, digest := aSnapshot()
	client, ranges := bucket(t, file, digest)
	if _, err := client.DownloadSnapshot(t.Context(), filepath.Join(t.TempDir(), "no", "folder")); err == nil {
		t.Error("stored where there is no folder")
	}
	folder := t.TempDir()
	if _, err := client.DownloadSnapshot(t.Context(), folder); err == nil || !strings.Contains(err.Error(), "stored as a file, and "+folder+" is a directory") {
		t.Error(err)
	}
	if len(*ranges) != 0 {
		t.Errorf("asked for %q", *ranges)
	}
}
