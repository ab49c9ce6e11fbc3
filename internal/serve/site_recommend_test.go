package serve_test

import (
	"html"
	"net/url"
	"regexp"
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
		shows(`<article class="pick card">`, "Not found: No Such Film At All", "What the films you liked have in common", `aria-label="Remove: like No Such Film At All"`)
	b.get("/recommend?liked=No+Such+Film+At+All").is(200).shows("None of the liked films is in the catalogue")
	b.get("/recommend?prompt=a+crime+film").is(200).shows("What was understood", "genre", "Crime", `<span class="hidden">Fits: </span><bdi>Crime</bdi>`)
	b.get("/recommend?prompt=a+crime+film+from+the+nineties").is(200).shows(`href="/recommend?prompt=a+film+from+the+nineties" aria-label="Remove: genre Crime"`)
	b.get("/recommend?liked=" + apptest.Crossing + "&popularity=much").is(200).shows("Popularity must be a number from -1 to 1")
	b.get("/recommend.csv?liked="+apptest.Crossing).is(200).has("Content-Type", "text/csv; charset=utf-8")
	b.get("/recommend.json?prompt=a+crime+film").is(200).has("Content-Type", "application/json; charset=utf-8")
}

// A card says what of the sentence the film meets and what it does not, and has addresses that ask for
// more like it, and for none like it.
func TestACardTurnsTheQuestion(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	b.signUp("ida@example.com", access.Studio)
	liked := b.get("/recommend?liked=" + apptest.Crossing + "&popularity=1").is(200).shows(`<bdi>rather famous</bdi>`)
	turned := regexp.MustCompile(`href="(/recommend\?[^"]*)" rel="nofollow">(More like|Not) this`).FindAllStringSubmatch(string(liked.body), -1)
	if len(turned) < 2 {
		t.Fatalf("%s", liked.body)
	}
	for _, way := range turned[:2] {
		to, err := url.Parse(html.UnescapeString(way[1]))
		if err != nil {
			t.Fatal(err)
		}
		field := map[string]string{"More like": "liked", "Not": "disliked"}[way[2]]
		lines := strings.Split(to.Query().Get(field), "\n")
		title := lines[len(lines)-1]
		if !strings.Contains(to.Query().Get("liked"), apptest.Crossing) || to.Query().Get("popularity") != "1" || title == "" {
			t.Errorf("%s this: %s", way[2], to)
		}
		page := b.get(to.String()).is(200).shows("<bdi>" + html.EscapeString(title) + "</bdi>")
		name, _, _ := strings.Cut(title, " (")
		if strings.Contains(string(page.body), "data-item><bdi>"+html.EscapeString(name)+"</bdi>") {
			t.Errorf("%s this: %s is recommended again", way[2], title)
		}
	}
	said := b.get("/recommend?prompt=a+funny+crime+film+zzyzx").is(200).shows("These words had no effect: zzyzx.", "Does not fit, or is not known: ", "but+not+like+")
	if strings.Count(string(said.body), "<article") == 0 {
		t.Error("no cards")
	}
	b.get("/recommend?prompt=a+crime+film&liked=Echo").is(200).shows("The films named as liked had no effect")
}

// Before anything is asked the page has sentences that can be asked for.
func TestThePageOfRecommendationsHasExamples(t *testing.T) {
	t.Parallel()
	s := open(t)
	page := string(s.ask(request{path: "/recommend"}).is(200).body)
	ways := regexp.MustCompile(`class="chip" href="(/recommend\?prompt=[^"]*)"`).FindAllStringSubmatch(page, -1)
	if len(ways) != 3 || strings.Index(page, `name="prompt"`) > strings.Index(page, `name="liked"`) {
		t.Fatalf("%q in %s", ways, page)
	}
	b := s.browser()
	b.signUp("ida@example.com", access.Studio)
	for _, way := range ways[:2] {
		b.get(html.UnescapeString(way[1])).is(200).shows(`<article class="pick card">`)
	}
}

// A sentence needs the plan that the interface says it needs, and the page tells so.
func TestRecommendationsFromASentenceNeedAPlan(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	b.signUp("ida@example.com", access.Writer)
	b.get("/recommend?prompt=a+crime+film").is(200).shows("This needs the producer plan or higher")
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
	post("holiday.csv", "a,b\r\n1,2\r\n", form.Get("form")).is(200).shows("This is no export of Letterboxd, IMDb or Trakt")
	post("ratings.csv", export, "forged").is(403)
}
