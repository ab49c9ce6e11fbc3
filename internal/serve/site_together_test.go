package serve_test

import (
	"net/url"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
)

// togetherPage is the address of the page for what people say, by box, and further pairs.
func togetherPage(pairs ...string) string {
	q := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		q.Set(pairs[i], pairs[i+1])
	}
	return "/recommend/together?" + q.Encode()
}

// REQ F2-84, F2-85: the page needs no script, has a box for each person, and shows each film with a reason
// for everybody who said something, by the name of their box.
func TestThePageForSeveralPeople(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.ask(request{path: "/recommend"}).is(200).shows(`href="/recommend/together"`)
	form := s.ask(request{path: "/recommend/together"}).is(200).shows(`<form action="/recommend/together"`, `<label for="p1">`, `<textarea id="p8" name="p8"`, `name="minutes"`).lacks("Sign in to see them")
	if strings.Count(string(form.body), "<textarea") != 8 || strings.Contains(string(form.body), `<details class="panel" open`) {
		t.Errorf("%s", form.body)
	}
	s.ask(request{path: togetherPage("p1", "Echo", "p2", "a drama")}).is(200).shows("Sign in to see them")
	b := s.browser()
	b.signUp("ida@example.com", access.Studio)
	said := []string{"p1", apptest.Crossing + "\nYellow Boat", "p3", "a drama, no war", "p6", "Echo; zzyzx qwxq"}
	page := b.get(togetherPage(said...)).is(200).shows(`<p class="fit-line"><span>Person 1</span>`, "<span>Person 3</span>", "<span>Person 6</span>", "2 films they like", "not the genre", `<details class="panel" open>`, `<svg class="bar-line"`).
		lacks("<span>Person 2</span>")
	if strings.Contains(string(page.body), "data-item><bdi>The Crossing</bdi>") {
		t.Error("a film that somebody likes is recommended")
	}
	b.get(strings.Replace(togetherPage(said...), "together?", "together.csv?", 1)).is(200).has("Content-Type", "text/csv; charset=utf-8").shows("Least fit", "Person 6: why")
	b.get(strings.Replace(togetherPage(said...), "together?", "together.json?", 1)).is(200).shows(`"least"`, `"name":"Person 3"`)
	b.get(togetherPage("p1", "Echo", "p2", "a drama", "minutes", "1")).is(200).shows("Allow more minutes")
}

// REQ F2-87: what is wrong with the form stands above it, in the words of the form, and what was typed stays.
func TestThePageForSeveralPeopleSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	b.signUp("ida@example.com", access.Studio)
	b.get(togetherPage("p2", "Echo")).is(200).shows("fill in two boxes or more", ">Echo</textarea>")
	b.get(togetherPage("p2", " ", "p1", "\n")).is(200).lacks("role=\"alert\"")
	b.get(togetherPage("p2", "Echo", "p1", "a drama", "minutes", "soon")).is(200).shows("Minutes must be an integer from 1 to 1000")
	b.get(togetherPage("p2", "Echo", "p3", strings.Repeat("x", 2001))).is(200).shows("What Person 3 says must be a text of at most 2000 characters")
	b.get(togetherPage("p9", "Echo")).is(200).shows("p9")
	markup := b.get(togetherPage("p1", `"><script>alert(1)</script>`, "p2", "</textarea><img src=x>", "minutes", `"><b>`)).is(200)
	if body := string(markup.body); strings.Contains(body, "<script>alert") || strings.Contains(body, "<img src=x>") || strings.Contains(body, `"><b>`) {
		t.Errorf("markup is not escaped: %s", body)
	}
	writer := s.browser()
	writer.signUp("karl@example.com", access.Writer)
	writer.get(togetherPage("p1", "Echo", "p2", "a drama")).is(200).shows("This needs the producer plan or higher")
}
