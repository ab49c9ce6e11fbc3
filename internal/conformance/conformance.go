// Package conformance holds a server of the interface against what the interface promises: its
// own examples and schemas, the bounds of parameters, errors, pages, caching, budgets, the
// sandbox and the connector. It knows the interface alone, and nothing of how this program
// serves it, so it can be pointed at any server.
//
// Everything but one request is asked in the sandbox, so a run costs a key two requests of its
// day. What a key may not do, and what the server's catalogue does not have, is skipped and
// said. Start reading at Run.
package conformance

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Options say which server is held against the interface, and how.
type Options struct {
	URL string // of the server, without a path of the interface
	Key string // an API key; with the Producer plan or above more is checked
	// Progress is told of each check when it is done; nil for nobody.
	Progress func(Check)
	// Wait waits before a request that the server asked to send later; nil for the clock.
	Wait func(ctx context.Context, d time.Duration) error
}

// Status is how a check ended.
type Status string

// The statuses.
const (
	Pass Status = "pass"
	Fail Status = "fail"
	Skip Status = "skip" // it could not be checked: Detail says why
)

// Check is one promise of the interface.
type Check struct {
	Group  string `json:"group"`
	Name   string `json:"name"`
	Status Status `json:"status"`
	// Detail says what differs, or why the check was skipped; empty for one that passed.
	Detail string `json:"detail,omitempty"`
}

// Report is all checks in the order in which they were made.
type Report struct {
	URL     string  `json:"url"`
	Version string  `json:"version"` // of the service, as it says itself
	Passed  int     `json:"passed"`
	Failed  int     `json:"failed"`
	Skipped int     `json:"skipped"`
	Checks  []Check `json:"checks"`
}

// Run checks a server. It fails when the server cannot be asked at all, or ctx ends; what the
// server does wrong is in the report.
func Run(ctx context.Context, o Options) (*Report, error) {
	if o.Wait == nil {
		o.Wait = Wait
	}
	o.URL = strings.TrimRight(o.URL, "/")
	r := &runner{ctx: ctx, o: o, report: &Report{URL: o.URL, Checks: []Check{}}, client: &http.Client{
		Timeout:       time.Minute,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	if err := r.begin(); err != nil {
		return nil, err
	}
	for _, group := range []func(){r.description, r.errors, r.bounds, r.pages, r.caching, r.browsers, r.budget, r.examples, r.connector} {
		group()
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return r.report, nil
}

// Wait waits for d, or until ctx ends.
func Wait(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// runner is one run.
type runner struct {
	ctx    context.Context
	o      Options
	client *http.Client
	report *Report
	doc    *document
	group  string
	films  []film // the first page, by master score
}

// film is what the checks need to know of one.
type film struct {
	ID   string `json:"filmdb_id"`
	Year *int   `json:"year"`
}

// begin asks for what everything else needs: the description and a page of films.
func (r *runner) begin() error {
	a, err := r.ask(question{path: "/openapi.json", keyless: true})
	if err != nil {
		return fmt.Errorf("ask the server: %w", err)
	}
	r.report.Version = a.header.Get("X-Service-Version")
	if a.status != http.StatusOK {
		return fmt.Errorf("%s/openapi.json answers %d: this is no server of the interface, or its address has a path too many", r.o.URL, a.status)
	}
	if r.doc, err = readDocument(a.body); err != nil {
		return fmt.Errorf("%s/openapi.json is no description of an interface (%w): this is no server of the interface", r.o.URL, err)
	}
	if !slices.ContainsFunc(stated, r.doc.describes) {
		return fmt.Errorf("%s/openapi.json describes none of the operations of the interface: this is no server of the interface", r.o.URL)
	}
	if a, err = r.ask(question{path: "/api/v2/films?limit=50"}); err != nil {
		return fmt.Errorf("ask for films: %w", err)
	}
	switch a.status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return fmt.Errorf("the key is refused: %s", a.short())
	case http.StatusOK:
		var page struct{ Data []film }
		_ = a.json(&page) // what is wrong with it is for the checks to say
		r.films = page.Data
	}
	return nil
}

// skipReason is the reason why something could not be checked.
type skipReason string

// Error returns the reason.
func (s skipReason) Error() string { return string(s) }

// check notes what f found: nil for nothing that differs.
func (r *runner) check(name string, f func() error) {
	if r.ctx.Err() != nil {
		return
	}
	c := Check{Group: r.group, Name: name, Status: Pass}
	err := f()
	var why skipReason
	switch {
	case err == nil:
		r.report.Passed++
	case errors.As(err, &why):
		c.Status, c.Detail = Skip, string(why)
		r.report.Skipped++
	default:
		c.Status, c.Detail = Fail, strings.ReplaceAll(err.Error(), "\n", "; ")
		r.report.Failed++
	}
	r.report.Checks = append(r.report.Checks, c)
	if r.o.Progress != nil {
		r.o.Progress(c)
	}
}

// expect is check for one request.
func (r *runner) expect(name string, q question, right func(a *reply) error) {
	r.check(name, func() error {
		a, err := r.ask(q)
		if err != nil {
			return err
		}
		return right(a)
	})
}
