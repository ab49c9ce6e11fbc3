package main

import (
	"context"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"
)

// How the client waits: one answer at most so long, and so many at once.
const (
	clientWaits = 30 * time.Second
	mostAtOnce  = 512
)

// answer is what came of one request.
type answer struct {
	sent, came time.Time
	status     int    // 0 without a whole answer
	retry      string // Retry-After
	body       []byte
	err        error
}

// ok reports whether the request was answered as asked, which must be paid for.
func (a *answer) ok() bool { return a.err == nil && a.status == http.StatusOK }

// refused reports whether the client was told to try again later.
func (a *answer) refused() bool {
	return a.err == nil && (a.status == http.StatusServiceUnavailable || a.status == http.StatusTooManyRequests) && a.retry != ""
}

// cut reports whether the client does not know what came of the request: the
// connection broke, or the load balancer says that one did.
func (a *answer) cut() bool {
	return a.err != nil || a.status == http.StatusBadGateway || a.status == http.StatusGatewayTimeout
}

// load is a client that asks at a steady rate, whatever becomes of it, and keeps
// every answer.
type load struct {
	cancel context.CancelFunc
	done   sync.WaitGroup
	mu     sync.Mutex
	all    []*answer
}

// paths are asked in turn; each answer is paid for.
var paths = []string{
	"/api/v2/films?limit=5", "/api/v2/films?q=night&limit=3", "/api/v2/films?sort=master_score:desc&limit=10",
	"/api/v2/films?genre=Drama&limit=5", "/api/v2/films?min_rating=7&limit=20",
}

// startLoad asks base rate times a second until the load is stopped.
func startLoad(base, key string, rate int) *load {
	ctx, cancel := context.WithCancel(context.Background())
	l := &load{cancel: cancel}
	// A transport sends a GET again on its own when a connection that it used before
	// breaks. Each request has a connection of its own, so that none is sent twice.
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: clientWaits}
	slots := make(chan struct{}, mostAtOnce)
	l.done.Go(func() {
		tick := time.NewTicker(time.Second / time.Duration(rate))
		defer tick.Stop()
		for i := 0; ; i++ {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			select {
			case slots <- struct{}{}:
			default:
				continue
			}
			l.done.Go(func() {
				a := ask(client, base+paths[i%len(paths)], key)
				<-slots
				l.mu.Lock()
				l.all = append(l.all, a)
				l.mu.Unlock()
			})
		}
	})
	return l
}

// ask asks once.
func ask(client *http.Client, url, key string) *answer {
	a := &answer{sent: time.Now()}
	defer func() { a.came = time.Now() }()
	req, err := http.NewRequest("GET", url, nil)
	if err != nil {
		a.err = err
		return a
	}
	req.Header.Set("X-API-Key", key)
	resp, err := client.Do(req)
	if err != nil {
		a.err = err
		return a
	}
	defer resp.Body.Close()
	a.status, a.retry = resp.StatusCode, resp.Header.Get("Retry-After")
	a.body, a.err = io.ReadAll(resp.Body)
	return a
}

// stop ends the load, waits for the answers that are under way, and returns all in
// the order in which they were asked.
func (l *load) stop() []*answer {
	l.cancel()
	l.done.Wait()
	slices.SortFunc(l.all, func(a, b *answer) int { return a.sent.Compare(b.sent) })
	return l.all
}
