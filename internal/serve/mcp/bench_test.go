package mcp_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/serve/admission"
	"kinodex/internal/serve/mcp"
	"kinodex/internal/serve/wire"
)

// BenchmarkCall is a call as the door answers it, without a network: our own way, and
// through the SDK.
func BenchmarkCall(b *testing.B) {
	for _, way := range []string{"directly", "through the SDK"} {
		for _, c := range []struct{ name, tool, arguments string }{
			{"search_films", "search_films", `{"query":"crossing","limit":20}`},
			{"search_films for all", "search_films", `{"limit":20}`},
			{"get_film", "get_film", `{"id":"` + apptest.Ensemble + `"}`},
		} {
			b.Run(c.name+" "+way, func(b *testing.B) {
				h := apptest.Open(b)
				benchmark(b, h, h.App, way == "through the SDK", called(c.tool, c.arguments))
			})
		}
	}
}

// BenchmarkCallOfAWholeCatalogue is search_films by the twenty words of scripts/connector-load.sh:
// KINODEX_DATA_LIBRARY names one generation of a library.
func BenchmarkCallOfAWholeCatalogue(b *testing.B) {
	h, whole := wholeCatalogue(b)
	var bodies []string
	for _, word := range []string{"night", "love", "heat", "war", "moon", "city", "house", "river", "murder", "dance",
		"train", "summer", "ghost", "king", "school", "letter", "island", "desert", "winter", "road"} {
		bodies = append(bodies, called("search_films", `{"query":"`+word+`","limit":20}`))
	}
	for _, way := range []string{"directly", "through the SDK"} {
		b.Run(way, func(b *testing.B) { benchmark(b, h, whole, way == "through the SDK", bodies...) })
	}
}

func called(tool, arguments string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + tool + `","arguments":` + arguments + `}}`
}

// benchmark sends bodies to the connector of an app in turns.
func benchmark(b *testing.B, h *apptest.House, a *app.App, whole bool, bodies ...string) {
	c, err := mcp.New(mcp.Options{App: a})
	if err != nil {
		b.Fatal(err)
	}
	if whole {
		c.ThroughSDK()
	}
	front := &wire.Front{Failures: wire.Failures{Log: slogDiscard}, Version: apptest.Version, Deadline: 30 * time.Second, BaseURL: "https://films.example"}
	front.Bound(admission.Limits{})
	paths := &mux{}
	c.Register(paths)
	key := h.NewKey(access.Studio, access.Studio.DefaultScopes(), false)
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		if n%access.Studio.Daily() == 0 {
			h.Clock.Set(h.Clock.Now().AddDate(0, 0, 1)) // and a new budget
		}
		r := httptest.NewRequest(http.MethodPost, "https://films.example"+mcp.Path, strings.NewReader(bodies[n%len(bodies)]))
		r.Header["Authorization"] = []string{"Bearer " + key}
		r.Header["Content-Type"] = []string{"application/json"}
		w := &blank{header: http.Header{}}
		x := front.Begin(w, r)
		x.Dialect = mcp.Dialect
		paths.ServeHTTP(x, r)
		x.End()
		if w.status != 200 || w.bytes < 300 {
			b.Fatalf("status %d, %d bytes", w.status, w.bytes)
		}
	}
}

// blank is a ResponseWriter that keeps nothing.
type blank struct {
	header http.Header
	status int
	bytes  int
}

func (w *blank) Header() http.Header { return w.header }
func (w *blank) WriteHeader(status int) {
	w.status = status
}
func (w *blank) Write(p []byte) (int, error) { w.bytes += len(p); return io.Discard.Write(p) }
