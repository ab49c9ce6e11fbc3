package serve_test

import (
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
)

// Liked films stand in the address, one a line, and the answer says why each film is in it.
func TestRecommendationsSayWhy(t *testing.T) {
	t.Parallel()
	s := open(t)
	stranger := string(s.ask(request{path: "/recommend?liked=" + apptest.Crossing}).is(200).body)
	if !strings.Contains(stranger, "Sign in to see them") {
		t.Error("a stranger is not told to sign in")
	}
	b := s.browser()
	b.signUp("ida@example.com", access.Studio)
	b.get("/recommend?liked="+apptest.Crossing+"%0ANo+Such+Film+At+All").is(200).
		shows("Recommended films, best first", "Not found: <bdi>No Such Film At All</bdi>", "What these films have in common")
	b.get("/recommend?liked=No+Such+Film+At+All").is(200).shows("none of the liked films is in the catalogue")
	b.get("/recommend?prompt=a+crime+film").is(200).shows("What was understood", "genre", "Crime")
	b.get("/recommend?prompt=a+crime+film+from+the+nineties").is(200).shows(`href="/recommend?prompt=a+film+from+the+nineties" aria-label="Remove: genre Crime"`)
	b.get("/recommend?liked=" + apptest.Crossing + "&popularity=much").is(200).shows("popularity must be a number from -1 to 1")
	b.get("/recommend.csv?liked="+apptest.Crossing).is(200).has("Content-Type", "text/csv; charset=utf-8")
	b.get("/recommend.json?prompt=a+crime+film").is(200).has("Content-Type", "application/json; charset=utf-8")
}

// A sentence needs the plan that the interface says it needs, and the page tells so.
func TestRecommendationsFromASentenceNeedAPlan(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	b.signUp("ida@example.com", access.Writer)
	b.get("/recommend?prompt=a+crime+film").is(200).shows("this needs the producer plan or higher")
}

// An export that was posted is read, its films are left out, and what was not found is shown;
// a file that is no export is said to be none.
func TestRecommendationsFromAnExport(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	b.signUp("ida@example.com", access.Studio)
	const export = "Const,Your Rating,Date Rated,Title,URL,Title Type,Year\r\n" + apptest.Crossing + ",9,2024-01-02,The Crossing,,Movie,1949\r\n" +
		"tt9999998,8,2024-01-03,Nowhere To Be Found,,Movie,1999\r\n"
	post := func(name, content, token string) *answer {
		body := strings.Join([]string{"--x", `Content-Disposition: form-data; name="form"`, "", token,
			"--x", `Content-Disposition: form-data; name="file"; filename="` + name + `"`, "", content, "--x--", ""}, "\r\n")
		return b.sendBody("POST", "/recommend", body, map[string]string{"Content-Type": "multipart/form-data; boundary=x"})
	}
	page := b.get("/recommend").is(200)
	_, form := page.fill()
	post("ratings.csv", export, form.Get("form")).is(200).shows("were found by id", "Films of your export that were not found", "Nowhere To Be Found")
	post("holiday.csv", "a,b\r\n1,2\r\n", form.Get("form")).is(200).shows("this is no export of Letterboxd, IMDb or Trakt")
	post("ratings.csv", export, "forged").is(403)
}
