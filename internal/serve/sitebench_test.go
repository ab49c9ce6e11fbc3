package serve_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"kinodex/internal/serve/site/part"
)

// The list of films as a page, and the call of the interface with the same films, fields and
// facets. %d makes each question another, so that no cache answers.
const (
	listPage = "/films?sort=year:desc&min_votes=%d"
	listCall = "/api/v2/films?limit=48&sort=year:desc&min_votes=%d&facets=genres,decades,languages&fields="
)

// BenchmarkFilmsAsAPage compares the list of films as a page with its JSON. cpu-µs/op is the
// processor time of one answer; the page may take 1,000 more than the JSON.
func BenchmarkFilmsAsAPage(b *testing.B) {
	l := openLarge(b, 4000)
	for name, path := range map[string]string{
		"posters": listPage, "JSON of posters": listCall + part.GridFields, "table": listPage + "&view=table", "JSON of table": listCall + part.FilmFields,
	} {
		b.Run(name, func(b *testing.B) {
			ask := func(i int) *http.Request {
				r := httptest.NewRequest("GET", "http://kinodex.example"+fmt.Sprintf(path, i%5000), nil)
				r.RemoteAddr = fmt.Sprintf("10.%d.%d.%d:1", i>>16&255, i>>8&255, i&255) // no reader has too many pages
				if strings.HasPrefix(name, "JSON") {
					r.Header.Set("X-API-Key", l.key)
				}
				return r
			}
			w := httptest.NewRecorder()
			if l.handler.ServeHTTP(w, ask(0)); w.Code != 200 || w.Body.Len() < 1000 {
				b.Fatalf("%d %.300s", w.Code, w.Body)
			}
			b.ReportAllocs()
			before, i := spent(), 0
			for b.Loop() {
				i++
				l.handler.ServeHTTP(&sink{http.Header{}}, ask(i))
			}
			b.ReportMetric(float64((spent()-before).Microseconds())/float64(i), "cpu-µs/op")
		})
	}
}
