package wire

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// humaSample is sample as huma's reader can take it: it has no optional
// parameters, no clamping and no words for what is allowed.
type humaSample struct {
	ID    string  `path:"id"`
	Text  string  `query:"text" maxLength:"5"`
	Kind  string  `query:"kind" enum:"red,green"`
	Limit int     `query:"limit" minimum:"1" maximum:"9" default:"3"`
	Clamp int     `query:"clamp" minimum:"0" maximum:"9"`
	Max   int     `query:"max" minimum:"0"`
	Score float64 `query:"score" minimum:"0" maximum:"10"`
	Flag  bool    `query:"flag"`
}

type silent struct{ header http.Header }

func (s silent) Header() http.Header         { return s.header }
func (s silent) Write(p []byte) (int, error) { return len(p), nil }
func (s silent) WriteHeader(int)             {}

func benchmarkHuma(b *testing.B) {
	mux := http.NewServeMux()
	config := huma.Config{OpenAPI: &huma.OpenAPI{Info: &huma.Info{Title: "x", Version: "1"}}, Formats: huma.DefaultFormats}
	huma.Register(humago.New(mux, config), huma.Operation{Method: "GET", Path: "/x/{id}"},
		func(context.Context, *humaSample) (*struct{}, error) { return nil, nil })
	plain := http.NewServeMux()
	plain.HandleFunc("GET /x/{id}", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(204) })
	r := httptest.NewRequest("GET", "/x/tt1?limit=5&text=abc&score=7.5", nil)
	w := silent{http.Header{}}
	b.Run("with-mux", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			mux.ServeHTTP(w, r)
		}
	})
	b.Run("mux-alone", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			plain.ServeHTTP(w, r)
		}
	})
}

// What keeps huma's reader out: it answers 200 where the interface says 400.
func TestHumasReaderCannotRefuse(t *testing.T) {
	mux := http.NewServeMux()
	config := huma.Config{OpenAPI: &huma.OpenAPI{Info: &huma.Info{Title: "x", Version: "1"}}, Formats: huma.DefaultFormats}
	huma.Register(humago.New(mux, config), huma.Operation{Method: "GET", Path: "/x/{id}"},
		func(context.Context, *humaSample) (*struct{}, error) { return nil, nil })
	for _, query := range []string{"limit=", "limit=3&limit=4", "limit=%2B5", "text=%ff", "text=%00", "score=5e0"} {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest("GET", "/x/1?"+query, nil))
		if w.Code >= 400 {
			t.Errorf("%s: huma refuses it now (%d); its reader may be worth another look", query, w.Code)
		}
		if _, err := read(query); err == nil {
			t.Errorf("%s: we do not refuse it", query)
		}
	}
}
