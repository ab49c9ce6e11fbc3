package main

import (
	"net/http"
	"testing"
	"time"
)

// BenchmarkFirstStart starts a server on an empty data directory, as on a fresh machine, until
// /readyz says that it is ready. Its own time on a processor is that until then, too.
func BenchmarkFirstStart(b *testing.B) {
	var processor time.Duration
	for b.Loop() {
		s := startServer(b, nil, "--data", b.TempDir(), "--snapshots")
		if status := s.get(http.DefaultClient, "", "/readyz"); status != http.StatusOK {
			b.Fatalf("/readyz is %d:\n%s", status, s.log)
		}
		s.Process.Kill()
		s.Wait()
		processor += s.ProcessState.UserTime() + s.ProcessState.SystemTime()
	}
	b.ReportMetric(float64(processor.Milliseconds())/float64(b.N), "processor-ms/op")
}
