package serve_test

import (
	"regexp"
	"strings"
	"testing"
)

// The start page has one search box, examples that find films in the library at hand, and a finding of its
// own figures.
func TestTheStartPageInvites(t *testing.T) {
	t.Parallel()
	s := open(t)
	page := string(s.ask(request{path: "/"}).is(200).shows(`name="q"`, "Highest rated", `href="/films"`, `href="/analyze"`, `href="/docs"`).body)
	if n := strings.Count(page, `type="search"`); n != 1 {
		t.Errorf("%d search boxes", n)
	}
	for _, m := range regexp.MustCompile(`<a class="chip" href="(/films\?[^"]*)"`).FindAllStringSubmatch(page, -1) {
		s.ask(request{path: strings.ReplaceAll(m[1], "&amp;", "&")}).is(200).lacks("No film fits all of this")
	}
}
