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

// A shelf of the start page has one film of each director, the best of theirs.
func TestAShelfHasOneFilmOfADirector(t *testing.T) {
	t.Parallel()
	s := open(t)
	var list []struct {
		ID       string `json:"filmdb_id"`
		Director string `json:"director"`
	}
	s.get("/api/v1/films?sort=master_score:desc&limit=50").data(&list)
	page := string(s.ask(request{path: "/"}).is(200).body)
	_, shelf, _ := strings.Cut(page, "Highest rated")
	shelf, _, _ = strings.Cut(shelf, "</ul>")
	directed, left := map[string]bool{}, 0
	for _, one := range list {
		if one.Director != "" && directed[one.Director] {
			left++
			if strings.Contains(shelf, "/films/"+one.ID) {
				t.Errorf("a second film of %s is on the shelf", one.Director)
			}
		}
		directed[one.Director] = true
	}
	if left == 0 {
		t.Fatal("no director has two of these films")
	}
}
