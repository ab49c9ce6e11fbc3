package serve_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/ledger"
	"kinodex/internal/ledger/sqldb"
	"kinodex/internal/serve"
	"kinodex/internal/serve/admission"
)

// REQ: plan before text, text before budget; a refusal costs nothing.
func TestTheOrderOfRefusalsOfTexts(t *testing.T) {
	t.Parallel()
	s := open(t)
	writer := s.NewKey(access.Writer, access.Writer.DefaultScopes(), false)
	ask := func(key, body string) *answer {
		return s.ask(request{method: "POST", path: analyzePath, body: body, header: map[string]string{"X-API-Key": key, "Content-Type": "application/json"}})
	}
	good, _ := json.Marshal(map[string]string{"text": apptest.Screenplay(4)})
	ask(s.Key(access.Free), "{").fails(403, "tier_not_allowed")
	ask("nonsense", "{").fails(401, "invalid_api_key")
	for range 3 {
		ask(writer, `{"text":"short"}`).fails(400, "invalid_parameter")
		ask(writer, `{`).fails(400, "invalid_body")
	}
	for n := 9; n >= 0; n-- {
		ask(writer, string(good)).is(200).has("X-RateLimit-Remaining", strconv.Itoa(n))
	}
	ask(writer, `{"text":"short"}`).fails(400, "invalid_parameter")
	ask(writer, string(good)).fails(429, "quota_exceeded")
	a := s.ask(request{method: "POST", path: analyzePath, body: string(good), header: map[string]string{"X-API-Key": writer, "X-Sandbox": "1", "Content-Type": "application/json"}}).is(200)
	if !strings.HasSuffix(string(a.body), `,"meta":{"sandbox":true}}`) {
		t.Error("the sandbox is not told of")
	}
	s.ask(request{path: analyzePath, header: map[string]string{"X-API-Key": writer}}).fails(405, "method_not_allowed")
}

// REQ S-30: a text that is sent is in no log, no ledger and no file, however its
// request ends.
func TestTextsAreKeptNowhere(t *testing.T) {
	t.Parallel()
	const marker = "ZYXOMMA-the-secret-ending"
	house, dir := apptest.Open(t), t.TempDir()
	books, err := sqldb.Open(t.Context(), filepath.Join(dir, "ledger.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	reader := func(context.Context, []byte) (string, error) { return "", fmt.Errorf("the reader died") }
	service, err := app.New(t.Context(), app.Options{Holder: house.Holder, Ledger: books, Version: apptest.Version, PDF: reader})
	if err != nil {
		t.Fatal(err)
	}
	account := ledger.Account{ID: ledger.NewAccountID(), Plan: access.Studio, Created: time.Now()}
	if err := books.CreateAccount(t.Context(), account); err != nil {
		t.Fatal(err)
	}
	key, token := ledger.NewKey(account.ID, "test", access.Studio.DefaultScopes(), false, time.Now())
	if err := books.CreateKey(t.Context(), key); err != nil {
		t.Fatal(err)
	}
	log := &journal{}
	handler, err := serve.New(serve.Options{App: service, Logger: slog.New(slog.NewJSONHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug - 8}))})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	defer server.Close()
	s := &site{House: house, t: t, url: server.URL, log: log}
	post := func(path, media, body string, status int) {
		t.Helper()
		a := s.ask(request{method: "POST", path: path, body: body, header: map[string]string{
			"X-API-Key": token.Reveal(), "Content-Type": media, "Idempotency-Key": "once-" + strconv.Itoa(len(body))}})
		if a.status != status {
			t.Errorf("%s as %s: status %d, want %d: %.200s", path, media, a.status, status, a.body)
		}
		if status != 200 && bytes.Contains(a.body, []byte(marker)) {
			t.Errorf("%s as %s: the error repeats the text: %s", path, media, a.body)
		}
	}
	text := strings.ReplaceAll(apptest.Screenplay(20), "IRIS", marker)
	whole, _ := json.Marshal(map[string]string{"text": text})
	media, body := form([3]string{"file", marker + ".txt", text})
	for range 2 {
		post(analyzePath, "application/json", string(whole), 200)
		post(comparePath, "application/json", drafts(text, text+marker), 200)
		post(analyzePath, "text/plain", text, 200)
		post(analyzePath, media, body, 200)
	}
	post(analyzePath, "application/json", `{"text":"`+marker+`"}`, 400)
	post(analyzePath, "application/json", `{"text":"`+marker, 400)
	post(analyzePath, "application/json", `{"text":["`+marker+`"]}`, 400)
	post(analyzePath, "application/json", `{"`+marker+`":1,"`+marker+`":2}`, 400)
	post(analyzePath, "application/json", `{"text":"`+strings.Repeat(marker, 300_000)+`"}`, 413)
	post(analyzePath, "application/xml", `<FinalDraft `+strings.Repeat(marker, 100), 400)
	post(analyzePath, "image/png", text, 415)
	post(analyzePath, media, body[:len(body)/2], 400)
	post(analyzePath, "application/pdf", "%PDF-1.7 "+text, 500) // logged, with its cause
	post(comparePath, "application/json", drafts(text, marker), 400)
	if !log.tells("the reader died") {
		t.Error("the failure was not logged")
	}
	server.Close()
	if err := books.Close(); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(strings.ToLower(log.String()), strings.ToLower(marker)) {
		t.Error("the text is in the log")
	}
	files := 0
	for _, root := range []string{dir, house.Library} {
		filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				files++
				b, _ := os.ReadFile(path)
				if bytes.Contains(bytes.ToLower(b), bytes.ToLower([]byte(marker))) {
					t.Errorf("the text is in %s", path)
				}
			}
			return nil
		})
	}
	if files < 5 {
		t.Errorf("only %d files were looked at", files)
	}
}

// Under more texts than it can take the service answers some, turns the rest away
// for free and with a time to come back, and its memory stays bounded.
func TestManyLargeTexts(t *testing.T) {
	size := 4 << 20
	if testing.Short() {
		size /= 16 // under the race detector reading them takes most of a minute
	}
	limits := admission.Limits{Heavy: 1, Bodies: int64(6 * size), Patience: 50 * time.Millisecond}
	s := open(t, func(o *serve.Options) { o.Limits = limits })
	key := s.NewKey(access.Studio, access.Studio.DefaultScopes(), false)
	body := `{"text":"` + strings.Repeat("No heading, only words and words and words. ", size/44) + `"}`
	runtime.GC()
	var before, peak runtime.MemStats
	runtime.ReadMemStats(&before)
	var mu sync.Mutex
	statuses, most := map[int]int{}, uint64(0)
	var all sync.WaitGroup
	for range 40 {
		all.Go(func() {
			req, _ := http.NewRequest("POST", s.url+analyzePath, strings.NewReader(body))
			req.Header.Set("X-API-Key", key)
			req.Header.Set("Content-Type", "application/json")
			res, err := http.DefaultClient.Do(req)
			status := 0 // the server hung up on a body it had no room for
			if err == nil {
				status = res.StatusCode
				if status != 200 && res.Header.Get("Retry-After") == "" {
					t.Errorf("%d without Retry-After", status)
				}
				res.Body.Close()
			}
			mu.Lock()
			defer mu.Unlock()
			statuses[status]++
			runtime.ReadMemStats(&peak)
			most = max(most, peak.HeapAlloc)
		})
	}
	all.Wait()
	if away := statuses[429] + statuses[503] + statuses[0]; statuses[200] == 0 || away == 0 || statuses[200]+away != 40 {
		t.Errorf("answers %v", statuses)
	}
	if grown := int64(most) - int64(before.HeapAlloc); grown > 400<<20 {
		t.Errorf("the heap grew by %d MiB", grown>>20)
	}
	var me struct {
		Used int `json:"used_today"`
	}
	s.ask(request{path: "/api/v1/me", header: map[string]string{"X-API-Key": key}}).data(&me)
	if me.Used != statuses[200] {
		t.Errorf("%d were answered, %d counted", statuses[200], me.Used)
	}
	s.analyze(apptest.Screenplay(5)).is(200) // all room was given back
	s.analyze(strings.Repeat("No heading, only words and words and words. ", size/44)).is(200)
}

// An answer that takes too long, or whose asker has gone, is given up.
func TestAnAnalysisIsGivenUp(t *testing.T) {
	t.Parallel()
	s := open(t)
	v := apptest.Visit(t, s.App, s.Caller(s.Key(access.Studio)))
	defer v.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := v.Analyze(ctx, app.AnalyzeQuestion{Draft: app.Draft{Field: "text", Text: apptest.Screenplay(9)}}); err == nil {
		t.Error("an analysis for nobody was made")
	}
	if v.Bill().Metered {
		t.Error("an analysis for nobody was billed")
	}
}

func BenchmarkAnalyze(b *testing.B) {
	s := open(b)
	v := apptest.Visit(b, s.App, s.Caller(s.NewKey(access.Studio, access.Studio.DefaultScopes(), false)))
	defer v.Close()
	asked := 0
	for _, scenes := range []int{40, 430} {
		text := apptest.Screenplay(scenes)
		b.Run(fmt.Sprintf("characters=%d", len(text)), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			var body []byte
			for b.Loop() {
				if asked++; asked%access.Studio.Daily() == 0 {
					s.Clock.Set(s.Clock.Now().AddDate(0, 0, 1)) // and a new budget
				}
				a, err := v.Analyze(b.Context(), app.AnalyzeQuestion{Draft: app.Draft{Field: "text", Text: text}})
				if err != nil {
					b.Fatal(err)
				}
				if body, err = json.Marshal(a); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(body)), "answer-bytes")
		})
	}
}

func BenchmarkScripts(b *testing.B) {
	s := open(b)
	v := apptest.Visit(b, s.App, s.Caller(s.NewKey(access.Studio, access.Studio.DefaultScopes(), false)))
	defer v.Close()
	var body []byte
	b.ReportAllocs()
	for n := 1; b.Loop(); n++ {
		if n%access.Studio.Daily() == 0 {
			s.Clock.Set(s.Clock.Now().AddDate(0, 0, 1)) // and a new budget
		}
		page, err := v.Scripts(app.ScriptsQuestion{Limit: 50}).Answer(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		if body, err = json.Marshal(page.Scripts); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(int64(len(body)))
}
