package main

import (
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"kinodex/internal/apptest"
)

// ownMemory is how much memory a process holds that is not a file's, in bytes: what it
// has resident, without the pages of the library that are mapped.
func ownMemory(t *testing.T, pid int) int64 {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	var all, files int64
	for line := range strings.Lines(string(status)) {
		fmt.Sscanf(line, "VmRSS: %d kB", &all)
		fmt.Sscanf(line, "RssFile: %d kB", &files)
	}
	return (all - files) << 10
}

// REQ L-08, P-07: small files that unpack to large pictures take bounded memory of
// the server, and it is given back soon after.
func TestLargePicturesTakeBoundedMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("unpacks large pictures")
	}
	data := newData(t)
	s := startServer(t, nil, "--data", data, "--snapshots")
	key := (&house{t: t, data: data}).newKey("studio")
	pictures := [][]byte{apptest.ProgressiveJPEG(4000, 4000), apptest.ProgressiveJPEG(8000, 2000), apptest.ProgressiveJPEG(2500, 4000)}
	post := func(picture []byte) int {
		body := `{"image_b64":"` + base64.StdEncoding.EncodeToString(picture) + `","mime_type":"image/jpeg"}`
		for range 20 {
			req, _ := http.NewRequest("POST", s.base+"/api/v1/posters/analyze", strings.NewReader(body))
			req.Header.Set("X-API-Key", key)
			req.Header.Set("Content-Type", "application/json")
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Error(err)
				return 0
			}
			io.Copy(io.Discard, res.Body)
			res.Body.Close()
			if res.StatusCode != 503 {
				return res.StatusCode
			}
			time.Sleep(time.Second)
		}
		return 503
	}
	if got := post(apptest.ProgressiveJPEG(300, 450)); got != 200 {
		t.Fatalf("a small picture: %d", got)
	}
	before, most := ownMemory(t, s.Process.Pid), int64(0)
	done, watched := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(watched)
		for {
			select {
			case <-done:
				return
			case <-time.After(5 * time.Millisecond):
				most = max(most, ownMemory(t, s.Process.Pid))
			}
		}
	}()
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			for _, p := range pictures {
				if got := post(p); got != 200 {
					t.Errorf("a large picture: %d", got)
				}
			}
		})
	}
	all.Wait()
	close(done)
	<-watched
	t.Logf("%d MB before, at most %d MB", before>>20, most>>20)
	if most > 600<<20 {
		t.Errorf("at most %d MB were held", most>>20)
	}
	ended := time.Now()
	for ownMemory(t, s.Process.Pid) > before+64<<20 {
		if time.Since(ended) > 20*time.Second {
			t.Fatalf("after 20 seconds %d MB are held, %d before", ownMemory(t, s.Process.Pid)>>20, before>>20)
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Logf("%d MB %v after the last", ownMemory(t, s.Process.Pid)>>20, time.Since(ended))
}
