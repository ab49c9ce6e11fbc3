package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// question is one request.
type question struct {
	method, path, body string // GET when method is empty
	header             map[string]string
	keyless            bool // without a key
	live               bool // not in the sandbox: it costs what it costs
}

// reply is what came back.
type reply struct {
	key    string // that was shown
	what   string
	status int
	header http.Header
	body   []byte
}

// The bounds of a reply that is read, and of a wait that a server may ask for.
const (
	mostRead = 32 << 20
	longWait = 65 * time.Second
)

// ask sends a request. Asked to come later because too much was asked at once, it does, once.
func (r *runner) ask(q question) (*reply, error) {
	for tried := false; ; tried = true {
		a, err := r.send(q)
		if err != nil || tried || a.status != http.StatusTooManyRequests {
			return a, err
		}
		seconds, _ := strconv.Atoi(a.header.Get("Retry-After"))
		if waited, err := r.wait(seconds); !waited || err != nil {
			return a, err
		}
	}
}

// wait waits for as long as a server asked for. It reports false when that is no time, or too
// long.
func (r *runner) wait(seconds int) (waited bool, err error) {
	later := time.Duration(seconds) * time.Second
	if later <= 0 || later > longWait {
		return false, nil
	}
	return true, r.o.Wait(r.ctx, later)
}

func (r *runner) send(q question) (*reply, error) {
	if q.method == "" {
		q.method = http.MethodGet
	}
	req, err := http.NewRequestWithContext(r.ctx, q.method, r.o.URL+q.path, strings.NewReader(q.body))
	if err != nil {
		return nil, err
	}
	a := &reply{what: q.method + " " + q.path}
	if len(a.what) > 160 {
		a.what = a.what[:160] + "…"
	}
	req.Header.Set("User-Agent", "kinodex-conformance")
	req.Header.Set("Accept-Encoding", "identity")
	if q.body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	if !q.keyless {
		a.key = r.o.Key
		req.Header.Set("X-API-Key", a.key)
		if !q.live {
			req.Header.Set("X-Sandbox", "1")
		}
	}
	for name, value := range q.header {
		req.Header.Set(name, value)
	}
	res, err := r.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	a.status, a.header = res.StatusCode, res.Header
	if a.body, err = io.ReadAll(io.LimitReader(res.Body, mostRead)); err != nil {
		return nil, fmt.Errorf("%s: %w", a.what, err)
	}
	return a, nil
}

// differs returns an error that says of which request.
func (a *reply) differs(format string, args ...any) error {
	return fmt.Errorf("%s: %s", a.what, fmt.Sprintf(format, args...))
}

// short returns the beginning of the body.
func (a *reply) short() string {
	return strings.TrimSpace(string(a.body[:min(len(a.body), 200)]))
}

// is returns an error unless the status is one.
func (a *reply) is(status int) error {
	if a.status != status {
		return a.differs("status %d, want %d: %s", a.status, status, a.short())
	}
	return nil
}

// has returns an error unless a header has a value.
func (a *reply) has(name, want string) error {
	if got := a.header.Get(name); got != want {
		return a.differs("%s is %q, want %q", name, got, want)
	}
	return nil
}

// mentions returns an error unless a header's list has all of the names.
func (a *reply) mentions(name string, all ...string) (err error) {
	list := "," + strings.ToLower(strings.ReplaceAll(strings.Join(a.header.Values(name), ","), " ", "")) + ","
	for _, want := range all {
		if !strings.Contains(list, ","+strings.ToLower(want)+",") {
			err = errors.Join(err, a.differs("%s is %q, want %s in it", name, a.header.Get(name), want))
		}
	}
	return err
}

// json reads the body.
func (a *reply) json(v any) error {
	if media, _, _ := strings.Cut(a.header.Get("Content-Type"), ";"); media != "application/json" {
		return a.differs("Content-Type is %q, want application/json", a.header.Get("Content-Type"))
	}
	if err := json.Unmarshal(a.body, v); err != nil {
		return a.differs("the body cannot be read: %v", err)
	}
	return nil
}

// problem is the envelope of an error.
type problem struct {
	Error *struct {
		Code, Message, Param, Allowed string
		Status                        *int
		RequestID                     string `json:"request_id"`
	}
}

// problem reads the envelope and holds it against what every error has.
func (a *reply) problem() (p problem, err error) {
	if err := a.json(&p); err != nil {
		return p, err
	}
	switch e := p.Error; {
	case e == nil:
		return p, a.differs("no error in the envelope: %s", a.short())
	case e.Code == "" || e.Message == "" || e.Status == nil:
		return p, a.differs("the error lacks code, message or status: %s", a.short())
	case *e.Status != a.status:
		return p, a.differs("error.status is %d in an answer of status %d", *e.Status, a.status)
	case e.RequestID != "" && e.RequestID != a.header.Get("X-Request-Id"):
		return p, a.differs("error.request_id is %q, X-Request-Id %q", e.RequestID, a.header.Get("X-Request-Id"))
	case a.key != "" && bytes.Contains(a.body, []byte(a.key)):
		return p, a.differs("the error repeats the key")
	}
	return p, nil
}

// fails returns an error unless the answer is a refusal with a status and a code, which blames
// a parameter when param is not empty.
func (a *reply) fails(status int, code, param string) error {
	if err := a.is(status); err != nil {
		return err
	}
	p, err := a.problem()
	if err != nil {
		return err
	}
	if p.Error.Code != code {
		return a.differs("error.code is %q, want %q", p.Error.Code, code)
	}
	if param != "" && p.Error.Param != param {
		return a.differs("error.param is %q, want %q", p.Error.Param, param)
	}
	return nil
}

// withheld returns the reason to skip what the key's plan or the sandbox does not reach; nil
// for any other answer.
func (a *reply) withheld() error {
	p, err := a.problem()
	if a.status != http.StatusForbidden || err != nil {
		return nil
	}
	switch p.Error.Code {
	case "sandbox_not_allowed", "tier_not_allowed", "scope_not_allowed":
		return skipReason(p.Error.Code + ": " + p.Error.Message)
	}
	return nil
}
