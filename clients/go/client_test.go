package kinodex_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"kinodex.example/kinodex"
)

// recorder answers with one handler a try and keeps the requests.
type recorder struct {
	mu       sync.Mutex
	answers  []http.HandlerFunc
	requests []*http.Request
}

func (r *recorder) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	r.mu.Lock()
	answer := r.answers[min(len(r.requests), len(r.answers)-1)]
	r.requests = append(r.requests, q)
	r.mu.Unlock()
	answer(w, q)
}

// answering returns a client of a server that gives the answers one after the other, the
// last one again and again.
func answering(t *testing.T, options []kinodex.Option, answers ...http.HandlerFunc) (*kinodex.Client, *recorder) {
	r := &recorder{answers: answers}
	server := httptest.NewServer(r)
	t.Cleanup(server.Close)
	return kinodex.New(server.URL+"/", append([]kinodex.Option{kinodex.WithKey("kdx_test_1")}, options...)...), r
}

func says(status int, body string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}
}

func refuses(status int, code string, headers ...string) http.HandlerFunc {
	return says(status, fmt.Sprintf(`{"error":{"code":%q,"message":"no","status":%d,"param":"limit","request_id":"req_1","docs_url":"d"}}`, code, status), headers...)
}

func breaks(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "1000")
	fmt.Fprint(w, `{"data":`)
	panic(http.ErrAbortHandler)
}

const aFilm = `{"data":{"filmdb_id":"tt1","title":"A","year":1950}}`

func TestWhatFailsOnTheWayIsTriedAgain(t *testing.T) {
	for name, first := range map[string]http.HandlerFunc{
		"a broken connection": breaks, "408": refuses(408, "request_timeout"), "429": refuses(429, "rate_limited", "Retry-After", "0"),
		"500": refuses(500, "internal_error"), "503 of a proxy": says(503, "<html>"),
		"a conflict that ends": refuses(409, "conflict", "Retry-After", "1"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, seen := answering(t, nil, first, says(200, aFilm))
			var told kinodex.Response
			film, err := client.GetFilm(t.Context(), "tt1", nil, kinodex.WithResponse(&told))
			if err != nil || film.Title != "A" || *film.Year != 1950 {
				t.Fatalf("%+v, %v", film, err)
			}
			if told.Tries != 2 || len(seen.requests) != 2 {
				t.Errorf("%d tries, %d requests", told.Tries, len(seen.requests))
			}
		})
	}
}

func TestWhatIsRefusedIsNot(t *testing.T) {
	for _, c := range []struct {
		answer http.HandlerFunc
		code   kinodex.Code
	}{
		{refuses(400, "invalid_parameter"), kinodex.CodeInvalidParameter},
		{refuses(404, "film_not_found"), kinodex.CodeFilmNotFound},
		{refuses(409, "conflict"), kinodex.CodeConflict},
		{refuses(429, "quota_exceeded", "Retry-After", "40000"), kinodex.CodeQuotaExceeded},
	} {
		client, seen := answering(t, nil, c.answer)
		_, err := client.GetFilm(t.Context(), "tt1", nil)
		var e *kinodex.Error
		if !errors.Is(err, c.code) || !errors.As(err, &e) || e.RequestID != "req_1" || e.Param != "limit" {
			t.Errorf("%s: %v", c.code, err)
		}
		if errors.Is(err, kinodex.CodeOverloaded) || len(seen.requests) != 1 {
			t.Errorf("%s: %d requests", c.code, len(seen.requests))
		}
	}
}

func TestTriesEnd(t *testing.T) {
	t.Parallel()
	client, seen := answering(t, nil, breaks)
	_, err := client.GetFilm(t.Context(), "tt1", nil)
	var e *kinodex.ConnectionError
	if !errors.As(err, &e) || e.Tries != 3 || len(seen.requests) != 3 {
		t.Errorf("%v, %d requests", err, len(seen.requests))
	}
	client, seen = answering(t, []kinodex.Option{kinodex.WithMaxRetries(0)}, breaks)
	if _, err := client.GetFilm(t.Context(), "tt1", nil); err == nil || len(seen.requests) != 1 {
		t.Errorf("%v, %d requests", err, len(seen.requests))
	}
	slow, _ := answering(t, []kinodex.Option{kinodex.WithMaxRetries(0), kinodex.WithTimeout(50 * time.Millisecond)},
		func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	if _, err := slow.GetFilm(t.Context(), "tt1", nil); !errors.As(err, &e) || !strings.Contains(err.Error(), "50ms") {
		t.Errorf("a slow answer: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := client.GetFilm(ctx, "tt1", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled call: %v", err)
	}
}

func TestAKeyDoesNotFollowWhereAnAddressLeads(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t.Errorf("%s was asked with the key %q", r.URL, r.Header.Get("X-API-Key"))
	}))
	defer elsewhere.Close()
	for _, status := range []int{301, 302, 307, 308} {
		client, seen := answering(t, nil, says(status, "", "Location", elsewhere.URL+"/api"))
		_, got := client.GetFilm(t.Context(), "tt1", nil)
		_, posted := client.RecommendFilms(t.Context(), &kinodex.RecommendRequest{Prompt: "a"}, nil)
		var streamed error
		for _, streamed = range client.StreamFilms(t.Context(), nil) {
		}
		for _, err := range []error{got, posted, streamed} {
			if err == nil || !strings.Contains(err.Error(), "leads to "+elsewhere.URL+"/api") {
				t.Errorf("%d: %v", status, err)
			}
		}
		if len(seen.requests) != 3 {
			t.Errorf("%d: %d requests", status, len(seen.requests))
		}
	}
}

// What is no address of the service is told as that, and is not tried again.
func TestAWrongAddressIsToldAtOnce(t *testing.T) {
	t.Parallel()
	for _, base := range []string{"kinodex.example", "127.0.0.1:8080", "localhost:8080", "https://", "ftp://kinodex.example", "http://a b"} {
		began := time.Now()
		_, err := kinodex.New(base).GetFilm(t.Context(), "tt1", nil)
		var e *kinodex.ConnectionError
		if err == nil || errors.As(err, &e) || !strings.Contains(err.Error(), "must begin with http:// or https://") || time.Since(began) > 300*time.Millisecond {
			t.Errorf("%s: %v", base, err)
		}
		if _, err := kinodex.New(base).DownloadSnapshot(t.Context(), filepath.Join(t.TempDir(), "a")); err == nil || errors.As(err, &e) {
			t.Errorf("%s: %v", base, err)
		}
	}
	for _, body := range []string{"<!doctype html>", `{"hello":"world"}`, ""} {
		client, seen := answering(t, nil, says(200, body))
		if _, err := client.GetFilm(t.Context(), "tt1", nil); err == nil || !strings.Contains(err.Error(), "the address of the service") || len(seen.requests) != 1 {
			t.Errorf("%q: %v", body, err)
		}
	}
}

func TestWhatCannotBeSentIsToldAtOnce(t *testing.T) {
	_, err := kinodex.New("http://127.0.0.1", kinodex.WithKey("kdx_live_…")).GetFilm(t.Context(), "tt1", nil)
	var e *kinodex.ConnectionError
	if err == nil || errors.As(err, &e) || strings.Contains(err.Error(), "kdx_live") {
		t.Error(err)
	}
	client, seen := answering(t, nil, says(200, `{"data":[]}`))
	if _, err := client.GetFilm(t.Context(), "", nil); err == nil || len(seen.requests) != 0 {
		t.Errorf("%v after %d requests", err, len(seen.requests))
	}
}

// A key that was read from a file ends with a line feed.
func TestAKeyIsSentWithoutSpaceAroundIt(t *testing.T) {
	client, seen := answering(t, []kinodex.Option{kinodex.WithKey(" kdx_live_1\r\n")}, says(200, aFilm))
	if _, err := client.GetFilm(t.Context(), "tt1", nil); err != nil || seen.requests[0].Header.Get("X-API-Key") != "kdx_live_1" {
		t.Error(err)
	}
}

func TestAllTriesHaveOneIdempotencyKey(t *testing.T) {
	t.Parallel()
	client, seen := answering(t, nil, breaks, says(201, `{"data":{"id":"k","key":"kdx_live_x"}}`))
	key, err := client.CreateOwnKey(t.Context(), nil)
	if err != nil || key.Key != "kdx_live_x" {
		t.Fatalf("%+v, %v", key, err)
	}
	a, b := seen.requests[0].Header.Get("Idempotency-Key"), seen.requests[1].Header.Get("Idempotency-Key")
	if a == "" || a != b {
		t.Errorf("%q, then %q", a, b)
	}
}

func TestAnAnswerThatHasNotChangedComesFromTheCache(t *testing.T) {
	client, seen := answering(t, []kinodex.Option{kinodex.WithCache(kinodex.NewMemoryCache(10)), kinodex.WithSandbox(), kinodex.WithUserAgent("archive/2")},
		says(200, aFilm, "ETag", `"1"`, "X-RateLimit-Limit", "200", "X-RateLimit-Remaining", "150", "X-RateLimit-Reset", "1900000000"), says(304, "", "ETag", `"1"`))
	for i := range 2 {
		var told kinodex.Response
		film, err := client.GetFilm(t.Context(), "tt1", nil, kinodex.WithResponse(&told))
		if err != nil || film.Title != "A" || told.Cached != (i == 1) || string(told.Body) != aFilm || told.Quota.Remaining != 150 {
			t.Fatalf("%d: %+v, %v, %+v", i, film, err, told)
		}
	}
	last := seen.requests[1].Header
	if last.Get("If-None-Match") != `"1"` || last.Get("X-Sandbox") != "1" || last.Get("X-API-Key") != "kdx_test_1" || !strings.HasPrefix(last.Get("User-Agent"), "archive/2 kinodex-go/") {
		t.Errorf("%v", last)
	}
	if q := client.Quota(); q.Limit != 200 || q.Remaining != 150 || q.Reset.Year() != 2030 {
		t.Errorf("%+v", q)
	}
}

func TestParametersAreSentUnlessTheyAreZero(t *testing.T) {
	client, seen := answering(t, nil, says(200, `{"data":[],"meta":{"total":0}}`))
	if _, err := client.ListFilms(t.Context(), &kinodex.ListFilmsParams{Genre: "Drama,Crime", MinRating: 7.5, HasPoster: true}, kinodex.WithQuery("min_votes", "0")); err != nil {
		t.Fatal(err)
	}
	if got := seen.requests[0].URL.RawQuery; got != "genre=Drama%2CCrime&has_poster=true&min_rating=7.5&min_votes=0" {
		t.Error(got)
	}
}

func TestNullIsSentWhereItIsAskedFor(t *testing.T) {
	sent := ""
	client, _ := answering(t, nil, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		sent = string(body)
		fmt.Fprint(w, `{"data":{"id":"k"}}`)
	})
	if _, err := client.UpdateKey(t.Context(), "k", &kinodex.APIKeyChange{Name: "b"}, kinodex.WithNull("expires_at")); err != nil || sent != `{"expires_at":null,"name":"b"}` {
		t.Errorf("%s, %v", sent, err)
	}
}

func TestIteratorsFollowPagesAndStopWhenAsked(t *testing.T) {
	pages := []http.HandlerFunc{
		says(200, `{"data":[{"filmdb_id":"tt1"},{"filmdb_id":"tt2"}],"meta":{"next_cursor":"c1","has_more":true}}`),
		says(200, `{"data":[{"filmdb_id":"tt3"}],"meta":{"next_cursor":null}}`),
	}
	client, seen := answering(t, nil, pages...)
	var ids []string
	for film, err := range client.AllFilms(t.Context(), &kinodex.ListFilmsParams{Q: "a"}) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, film.FilmdbID)
	}
	if strings.Join(ids, " ") != "tt1 tt2 tt3" || seen.requests[0].URL.RawQuery != "limit=500&q=a" || seen.requests[1].URL.RawQuery != "cursor=c1&limit=500&q=a" {
		t.Errorf("%v by %v", ids, seen.requests)
	}
	client, seen = answering(t, nil, pages...)
	for range client.AllFilms(t.Context(), nil) {
		break
	}
	if len(seen.requests) != 1 {
		t.Errorf("%d requests for one film", len(seen.requests))
	}
}

func TestAStreamThatEndsTooSoonIsAnError(t *testing.T) {
	client, _ := answering(t, nil, func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "{\"filmdb_id\":\"tt1\"}\n\n{\"filmdb_id\":\"tt2\"}\n")
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	})
	films, failed := 0, error(nil)
	for _, err := range client.StreamFilms(t.Context(), nil) {
		if failed = err; err == nil {
			films++
		}
	}
	var e *kinodex.ConnectionError
	if films != 2 || !errors.As(failed, &e) {
		t.Errorf("%d films, %v", films, failed)
	}
}
