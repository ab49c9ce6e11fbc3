package serve_test

import (
	"context"
	"log/slog"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/fault"
	"kinodex/internal/ledger"
	"kinodex/internal/serve"
	"kinodex/internal/serve/admission"
)

// openReading serves a house that reads PDFs in its own way.
func openReading(t *testing.T, limits admission.Limits, pdf func(ctx context.Context, data []byte) (string, error)) *site {
	t.Helper()
	house := apptest.Open(t)
	a, err := app.New(t.Context(), app.Options{Holder: house.Holder, Ledger: house.Ledger, Now: house.Clock.Now, Version: apptest.Version, PDF: pdf})
	if err != nil {
		t.Fatal(err)
	}
	house.App = a
	s := &site{House: house, t: t, log: &journal{}}
	handler, err := serve.New(serve.Options{App: a, Logger: slog.New(slog.NewJSONHandler(s.log, nil)), Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	s.url = server.URL
	return s
}

// uploadPDF sends a PDF whose content the reader of openReading goes by.
func (s *site) uploadPDF(key, content string) *answer {
	s.t.Helper()
	return s.ask(request{method: "POST", path: analyzePath, body: "%PDF-1.7 " + content,
		header: map[string]string{"X-API-Key": key, "Content-Type": "application/pdf"}})
}

// REQ: an account that keeps a place busy keeps neither Studio's nor
// others' analyses out, and its own next ones wait or are told to come back.
func TestOneAccountKeepsNoAnalysisOut(t *testing.T) {
	reading, letGo := make(chan string, 10), make(chan struct{})
	s := openReading(t, admission.Limits{Heavy: 3, Patience: 20 * time.Second}, func(ctx context.Context, data []byte) (string, error) {
		reading <- string(data[9:])
		select {
		case <-letGo:
		case <-ctx.Done():
		}
		return apptest.Screenplay(20), ctx.Err()
	})
	writer, producer, studio := s.Key(access.Writer), s.Key(access.Producer), s.Key(access.Studio)
	var wg sync.WaitGroup
	wg.Go(func() { s.uploadPDF(writer, "the writer's").is(200) })
	if got := <-reading; got != "the writer's" {
		t.Fatal(got)
	}
	for range 2 {
		wg.Go(func() { s.uploadPDF(writer, "the writer's").is(200) })
	}
	if !s.gate(`kinodex_admission_waiting{limiter="heavy"} 2`) {
		t.Fatal("the writer's next do not wait")
	}
	for _, body := range []string{texts("text"), drafts(apptest.Screenplay(20), apptest.Screenplay(21))} {
		path := analyzePath
		if strings.HasPrefix(body, `{"after"`) {
			path = comparePath
		}
		a := s.with(writer, "POST", path, body)
		a.fails(429, "rate_limited")
		a.has("Retry-After", "5").has("X-RateLimit-Limit", "")
	}
	s.with(producer, "POST", analyzePath, texts("text")).is(200)
	for range 3 {
		wg.Go(func() { s.with(studio, "POST", analyzePath, texts("text")).is(200) })
	}
	s.with(studio, "POST", analyzePath, texts("text")).is(200)
	close(letGo)
	wg.Wait()
	if s.used(writer) != 3 || s.used(producer) != 1 || s.used(studio) != 4 {
		t.Errorf("spent %d, %d, %d", s.used(writer), s.used(producer), s.used(studio))
	}
}

// REQ: a PDF that makes no sense costs nothing, one that used up its
// reading is charged, and whoever has no budget left has none read.
func TestAPDFThatUsesUpItsReadingIsCharged(t *testing.T) {
	read := 0
	s := openReading(t, admission.Limits{}, func(_ context.Context, data []byte) (string, error) {
		read++
		switch string(data[9:]) {
		case "hostile":
			f := fault.New(fault.InvalidBody, "it takes more than it may")
			f.Charged = true
			return "", f
		case "damaged":
			return "", fault.New(fault.InvalidBody, "it is damaged")
		case "short":
			return "INT. ROOM - DAY", nil
		case "failing":
			return "", context.DeadlineExceeded
		}
		return apptest.Screenplay(20), nil
	})
	key := s.NewKey(access.Writer, access.Writer.DefaultScopes(), false)
	for i, c := range []struct {
		content string
		status  int
		code    string
		used    int
	}{
		{"damaged", 400, "invalid_body", 0},
		{"short", 400, "invalid_parameter", 0},
		{"failing", 503, "overloaded", 0},
		{"good", 200, "", 1},
		{"hostile", 400, "invalid_body", 2},
		{"damaged", 400, "invalid_body", 2},
	} {
		a := s.uploadPDF(key, c.content)
		if a.status != c.status {
			t.Fatalf("%s: %d, want %d: %s", c.content, a.status, c.status, a.body)
		}
		if c.code != "" {
			a.fails(c.status, c.code)
		}
		if used := s.used(key); used != c.used || read != i+1 {
			t.Errorf("%s: %d spent after %d were read, want %d", c.content, used, read, c.used)
		}
	}
	media, body := form([3]string{"before", "1.pdf", "%PDF-1.7 good"}, [3]string{"after", "2.pdf", "%PDF-1.7 hostile"})
	a := s.ask(request{method: "POST", path: comparePath, body: body, header: map[string]string{"X-API-Key": key, "Content-Type": media}})
	if p := a.fails(400, "invalid_body"); p.Param != "after" || s.used(key) != 3 {
		t.Errorf("a comparison: %+v, %d spent", p, s.used(key))
	}
	for range 7 {
		s.uploadPDF(key, "hostile").fails(400, "invalid_body")
	}
	before := read
	s.uploadPDF(key, "hostile").fails(429, "quota_exceeded")
	if read != before {
		t.Error("a PDF of an account without a budget was read")
	}
	s.with(key, "POST", analyzePath, `{"text":"short"}`).fails(400, "invalid_parameter")
}

// Whoever hangs up once its analysis is worked on has paid for it, and waits for it no
// longer; what was given up before cost nothing.
func TestHangingUpIsNoWayToAnalyseForNothing(t *testing.T) {
	reading := make(chan struct{})
	s := openReading(t, admission.Limits{}, func(ctx context.Context, _ []byte) (string, error) {
		close(reading)
		<-ctx.Done()
		return "", ctx.Err()
	})
	caller := s.Caller(s.Key(access.Writer))
	v := apptest.Visit(t, s.App, caller)
	defer v.Close()
	ctx, hangUp := context.WithCancel(t.Context())
	go func() { <-reading; hangUp() }()
	draft := app.Draft{Field: "file", File: []byte("%PDF-1.7 endless"), Name: "a.pdf"}
	if _, err := v.Analyze(ctx, app.AnalyzeQuestion{Draft: draft}); err != context.Canceled {
		t.Error(err)
	}
	v.Refund(t.Context()) // as the door does for who has gone
	if used, err := s.Ledger.Used(t.Context(), caller.Meter(), ledger.DayOf(s.Clock.Now())); err != nil || used != 1 {
		t.Errorf("%d spent, %v", used, err)
	}
	if _, err := v.Analyze(ctx, app.AnalyzeQuestion{Draft: draft}); err != context.Canceled {
		t.Error(err)
	}
	if used, _ := s.Ledger.Used(t.Context(), caller.Meter(), ledger.DayOf(s.Clock.Now())); used != 1 {
		t.Errorf("%d spent", used)
	}
}
