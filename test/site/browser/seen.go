package browser

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
)

// recorder collects what the browser says of a tab's pages.
type recorder struct {
	home *url.URL

	mu       sync.Mutex
	problems []string
	allowed  []*regexp.Regexp
	requests map[network.RequestID]*Resource
	loaded   []*Resource
}

// Resource is something that a page loaded.
type Resource struct {
	URL  string
	Kind network.ResourceType
	// Bytes is what came over the network, headers and compressed body; 0 from the
	// browser's own cache.
	Bytes int64
}

func newSeen(home *url.URL) *recorder {
	return &recorder{home: home, requests: map[network.RequestID]*Resource{}}
}

// Problems returns what was wrong since the last call, in order, without what
// Allow excused.
func (t *Tab) Problems() []string {
	s := t.seen
	s.mu.Lock()
	defer s.mu.Unlock()
	found := s.problems
	s.problems = nil
	return slices.DeleteFunc(found, func(problem string) bool {
		return slices.ContainsFunc(s.allowed, func(a *regexp.Regexp) bool { return a.MatchString(problem) })
	})
}

// Allow excuses problems that match the pattern, in a story that means to provoke
// them.
func (t *Tab) Allow(pattern string) {
	t.seen.mu.Lock()
	defer t.seen.mu.Unlock()
	t.seen.allowed = append(t.seen.allowed, regexp.MustCompile(pattern))
}

// Loaded returns what was loaded since the last call.
func (t *Tab) Loaded() []*Resource {
	t.seen.mu.Lock()
	defer t.seen.mu.Unlock()
	found := t.seen.loaded
	t.seen.loaded = nil
	return found
}

func (s *recorder) problem(format string, args ...any) {
	s.problems = append(s.problems, fmt.Sprintf(format, args...))
}

// listen is called with every event of the tab, one at a time.
func (s *recorder) listen(event any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		if e.Type == "error" || e.Type == "warning" || e.Type == "assert" {
			s.problem("console.%s: %s", e.Type, values(e.Args))
		}
	case *runtime.EventExceptionThrown:
		s.problem("exception: %s", exception(e.ExceptionDetails))
	case *log.EventEntryAdded:
		if e.Entry.Level == "error" || e.Entry.Level == "warning" {
			s.problem("log, %s: %s %s", e.Entry.Level, e.Entry.Text, s.local(e.Entry.URL))
		}
	case *audits.EventIssueAdded:
		s.issue(e.Issue)
	case *network.EventRequestWillBeSent:
		s.requests[e.RequestID] = &Resource{URL: e.Request.URL, Kind: e.Type}
		if s.elsewhere(e.Request.URL) {
			s.problem("a request to elsewhere: %s", e.Request.URL)
		}
	case *network.EventResponseReceived:
		if e.Response.Status >= 400 {
			s.problem("status %d of %s", e.Response.Status, s.local(e.Response.URL))
		}
	case *network.EventLoadingFinished:
		if r := s.requests[e.RequestID]; r != nil {
			r.Bytes = int64(e.EncodedDataLength)
			s.loaded = append(s.loaded, r)
		}
	case *network.EventLoadingFailed:
		if r := s.requests[e.RequestID]; r != nil && !e.Canceled {
			s.problem("not loaded: %s: %s %s", s.local(r.URL), e.ErrorText, e.BlockedReason)
		}
	}
}

// issue takes down what the browser's own inspection found. Reports on the speed of
// the machine and on cookies' future are not about the page.
func (s *recorder) issue(i *audits.InspectorIssue) {
	d := i.Details
	switch {
	case d == nil:
	case d.ContentSecurityPolicyIssueDetails != nil:
		p := d.ContentSecurityPolicyIssueDetails
		s.problem("policy: %s is against %s%s", p.ContentSecurityPolicyViolationType, p.ViolatedDirective, place(p.BlockedURL, p.SourceCodeLocation))
	case d.GenericIssueDetails != nil:
		if strings.HasPrefix(string(d.GenericIssueDetails.ErrorType), "FormInputAssignedAutocomplete") {
			return // a guess about fields that are called name, also of things that are not people
		}
		s.problem("markup: %s %s", d.GenericIssueDetails.ErrorType, d.GenericIssueDetails.ViolatingNodeAttribute)
	case d.ElementAccessibilityIssueDetails != nil:
		s.problem("markup: %s", d.ElementAccessibilityIssueDetails.ElementAccessibilityIssueReason)
	case d.QuirksModeIssueDetails != nil, d.DeprecationIssueDetails != nil, d.MixedContentIssueDetails != nil,
		d.StylesheetLoadingIssueDetails != nil, d.CorsIssueDetails != nil, d.BlockedByResponseIssueDetails != nil:
		s.problem("issue: %s", i.Code)
	}
}

func place(blocked string, at *audits.SourceCodeLocation) string {
	out := ""
	if blocked != "" {
		out += ": " + blocked
	}
	if at != nil {
		out += fmt.Sprintf(" (%s:%d)", at.URL, at.LineNumber+1)
	}
	return out
}

// elsewhere reports whether loading an address leaves the site.
func (s *recorder) elsewhere(address string) bool {
	at, err := url.Parse(address)
	if err != nil {
		return true
	}
	switch at.Scheme {
	case "data", "blob", "about":
		return false
	}
	return at.Scheme != s.home.Scheme || at.Host != s.home.Host
}

// local leaves out the part of an address that differs between runs.
func (s *recorder) local(address string) string {
	return strings.TrimPrefix(address, s.home.Scheme+"://"+s.home.Host)
}

// values writes what was given to the console, as far as it is text or has a
// description.
func values(args []*runtime.RemoteObject) string {
	var parts []string
	for _, a := range args {
		if a.Description != "" {
			parts = append(parts, a.Description)
		} else {
			parts = append(parts, string(a.Value))
		}
	}
	return strings.Join(parts, " ")
}

func exception(d *runtime.ExceptionDetails) string {
	text := d.Text
	if d.Exception != nil && d.Exception.Description != "" {
		text += " " + d.Exception.Description
	}
	return fmt.Sprintf("%s (%s:%d)", text, d.URL, d.LineNumber+1)
}
