package serve_test

import (
	"fmt"
	"net/http/httptest"
	"testing"
)

// BenchmarkValues asks for answers that are marshalled from values, as a client does
// that takes them compressed.
func BenchmarkValues(b *testing.B) {
	l := openLarge(b, 2000)
	for _, path := range []string{"/api/v1/actors?limit=50", "/api/v1/actors/ann-pell", "/api/v2/atlas?top=%d", "/api/v1/stats", "/api/v2/coverage"} {
		for _, coding := range []string{"identity", "gzip"} {
			b.Run(path+" "+coding, func(b *testing.B) {
				i := 0
				for b.Loop() {
					at := path
					if i++; path[len(path)-1] == 'd' {
						at = fmt.Sprintf(path, 100+i%100) // the answer is not at hand
					}
					r := httptest.NewRequest("GET", "http://kinodex.example"+at, nil)
					r.Header.Set("X-API-Key", l.key)
					r.Header.Set("Accept-Encoding", coding)
					w := &sink{map[string][]string{}}
					l.handler.ServeHTTP(w, r)
				}
			})
		}
	}
}
