package serve_test

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"kinodex/internal/apptest"
	"kinodex/internal/serve"
)

// lacks fails when the page has one of the texts.
func (a *answer) lacks(texts ...string) *answer {
	a.t.Helper()
	for _, text := range texts {
		if strings.Contains(string(a.body), text) {
			a.t.Errorf("the page shows %q", text)
		}
	}
	return a
}

// What is known of a film stands on its page, with the source of each figure.
func TestAFilmHasAPage(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.ask(request{path: "/films/" + apptest.Crossing + "-the-crossing"}).is(200).
		shows("<h1>The Crossing (1948)</h1>", "A ferryman takes strangers", "Ilse Brandt", "1 h 38 min", "Germany", "German, French",
			"93.4", "182,500", "$410,000", "$2,150,000", "won", "The Ferryman", "As cited").
		lacks("NaN", "&lt;nil&gt;", " style=", "images.example", `<summary>source</summary>`)
	s.ask(request{path: "/films/" + apptest.Ensemble}).is(200).shows("Long Table Pictures (United States)", "Società del Tavolo", "Streambox", "Kiosk", "Costume")
	s.ask(request{path: "/films/" + apptest.Bare}).is(200).
		shows("Unknown here: its plot, ", "its cast, ", "its budget").lacks("NaN", "$0", "&lt;nil&gt;", ">Cast<", ">Money<", "Films like it", "Crew by department")
}

// Each figure whose source is known leads to the line of one table that says where it comes from;
// each line is led to by nothing else, and IMDb and TMDB are named as their terms ask.
func TestFiguresLeadToWhereTheyComeFrom(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, id := range []string{apptest.Crossing, apptest.Ensemble, apptest.Bare} {
		page := string(s.ask(request{path: "/films/" + id}).is(200).shows("Where this comes from", "Information courtesy of IMDb", "not endorsed or certified by TMDB").body)
		for _, to := range regexp.MustCompile(`href="#(from-[^"]*)"`).FindAllStringSubmatch(page, -1) {
			if strings.Count(page, `<tr id="`+to[1]+`">`) != 1 {
				t.Errorf("%s: %s leads to %d lines", id, to[0], strings.Count(page, `<tr id="`+to[1]+`">`))
			}
		}
	}
	s.ask(request{path: "/films/" + apptest.Crossing}).shows(`href="#from-ratings.filmdb"`, `<tr id="from-ratings.filmdb">`, `href="#from-runtime"`, `href="#from-budget"`, "<td>user rating</td>", "<td>apptest</td>")
}

// What one can do with a film stands below its story: as links, which without JavaScript lead to the
// text that would be copied.
func TestAFilmSaysWhatOneCanDoWithIt(t *testing.T) {
	t.Parallel()
	s := open(t)
	path := "/films/" + apptest.Crossing + "-the-crossing"
	s.ask(request{path: path}).is(200).
		shows(`href="/recommend?liked=The+Crossing+%281948%29"`, `href="`+path+`.json">JSON</a>`, `href="#cite" data-copy="`+s.url+path+`"`, `id="cite"`, "The Crossing (1948). Kinodex, library of ")
}

// What a film is called elsewhere, its releases and its collection stand on its page (REQ F2-70
// to F2-72), and lead to the lists that the form of the list can also ask for (REQ F2-74, F2-75).
func TestTitlesReleasesAndCollectionsAreOnPages(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.ask(request{path: "/films/" + apptest.Ensemble}).is(200).
		shows("3 other titles", "全員集合", "Russia, Russian", "translation", "2 releases by country", "United Kingdom", "2000-02-11", "TMDB", "Wikidata <code>Q110</code>",
			`href="/films?certification=US%3APG-13"`).lacks("Collection")
	s.ask(request{path: "/films/" + apptest.Crossing}).is(200).shows("1 other title", "1 release", "Approved")
	s.ask(request{path: "/films/" + apptest.Bare}).is(200).lacks("other title", "release by country", "releases by country", "Collection")
	s.ask(request{path: "/films/tt0000116"}).is(200).shows(`href="/films?collection=Giants+of+the+Deep+Collection&sort=release_date%3Aasc"`)
	s.ask(request{path: "/films?collection=Giants+of+the+Deep+Collection&sort=release_date%3Aasc"}).is(200).
		shows("2 films", `value="Giants of the Deep Collection"`, `aria-label="Remove: collection Giants of the Deep Collection"`)
	s.ask(request{path: "/films?certification=US%3APG-13&released_after=1999-12&released_before=1999"}).is(200).
		shows("1 film", `value="US:PG-13"`, "certified US:PG-13", `value="1999-12"`, "released from 1999-12", "released until 1999")
	s.ask(request{path: "/films?released=upcoming"}).is(200).shows("0 films", "upcoming release", `<option value="upcoming" selected>`)
	s.ask(request{path: "/films?released_after=soon"}).is(400).shows("a month such as 1999-12")
	s.ask(request{path: "/films/" + apptest.Ensemble + ".csv?table=tt0000110+releases"}).is(200).
		shows("Country,Date,Certification,Kind,Source\r\n", "United States,1999-12-24,PG-13,theatrical,TMDB\r\n")
	// On a narrow screen each value stands with the name of its column.
	s.ask(request{path: "/films/" + apptest.Ensemble}).is(200).shows(`<table class="stacks" role="table">`, `<td role="cell" data-name="Certification">`)
}

// What a film is based on, its videos and its pictures stand on its page as facts. A page leads
// to other sites and loads nothing from them (REQ F2-79 to F2-81).
func TestVideosAndPicturesAreLinksOnPages(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.ask(request{path: "/films/" + apptest.Ensemble}).is(200).
		shows("<dt>Based on</dt>", "The Long Table (novel by Ann Author, Bo Writer)", "2 videos", `href="https://www.youtube.com/watch?v=everyone-01"`, "Official Trailer", "2015-05-20",
			"2 pictures", `href="https://image.tmdb.org/t/p/original/everyone-wide.jpg"`, "1,920", "Italian").
		lacks("<iframe", "<video", `src="https://`, "Q1102")
	s.ask(request{path: "/films/" + apptest.Bare}).is(200).lacks("Based on", "elsewhere")
	s.ask(request{path: "/films/" + apptest.Ensemble + ".csv?table=tt0000110+videos"}).is(200).
		shows("Official Trailer,trailer,YouTube,English,2015-05-20,true,TMDB\r\n", "2,,Elsewhere,,,,TMDB\r\n")
	s.ask(request{path: "/films/" + apptest.Ensemble + ".csv?table=tt0000110+pictures"}).is(200).
		shows("backdrop,1920,1080,,TMDB\r\n", "poster,,,Italian,TMDB\r\n")
}

// Each page says which calls give what it shows, and they do.
func TestPagesNameCallsThatAnswer(t *testing.T) {
	t.Parallel()
	s := open(t)
	for path, calls := range map[string]int{"/films/" + apptest.Crossing: 5, "/films/" + apptest.Bare: 1, "/scripts/" + apptest.Crossing: 1} {
		named := regexp.MustCompile(`<code>GET ([^<]+)</code>`).FindAllStringSubmatch(string(s.ask(request{path: path}).is(200).body), -1)
		if len(named) < calls {
			t.Errorf("%s names %q", path, named)
		}
		for _, call := range named {
			s.get(html.UnescapeString(call[1])).is(200)
		}
	}
}

// A film has one address beside the one that citations have; any other title leads to it.
func TestOtherTitlesLeadToTheFilm(t *testing.T) {
	t.Parallel()
	s := open(t)
	canonical := "/films/" + apptest.Crossing + "-the-crossing"
	for path, to := range map[string]string{
		"/films/" + apptest.Crossing + "-der-uebergang": canonical, "/films/" + apptest.Crossing + "-": canonical,
		"/films/" + apptest.Crossing + "-x.csv?table=a": canonical + ".csv?table=a", "/films/TT0000101-the-crossing": canonical,
	} {
		s.ask(request{path: path}).is(301).has("Location", to)
	}
	for _, path := range []string{"/films/" + apptest.Absent, "/films/heat", "/films/" + apptest.Absent + "-heat", "/films/%3Cscript%3E"} {
		s.ask(request{path: path}).is(404).has("Cache-Control", "no-store").lacks("<script>")
	}
	s.ask(request{path: "/films/" + apptest.Absent + ".json"}).fails(404, "film_not_found")
}

// The page's data are the record of the interface, and its credits as a file.
func TestAFilmIsThereAsData(t *testing.T) {
	t.Parallel()
	s := open(t)
	record := s.get("/api/v2/films/" + apptest.Ensemble).is(200)
	if data := s.ask(request{path: "/films/" + apptest.Ensemble + ".json"}).is(200); string(data.body) != string(record.body) {
		t.Errorf("the page has %s\nthe interface %s", data.body, record.body)
	}
	s.ask(request{path: "/films/" + apptest.Ensemble + ".csv"}).is(200).has("Content-Type", "text/csv; charset=utf-8").
		shows("Name,Department,Job or character,Billing\r\n", "Tilda Rowe,costume,Costume Design,\r\n")
}

// With the site off, citations lead to what was cited, still.
func TestCitationsOpenWithoutTheSite(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *serve.Options) { o.Site.Mode = "off" })
	s.ask(request{path: "/films/" + apptest.Crossing}).is(200).shows("<h1>The Crossing (1948)</h1>").lacks("<nav")
	s.ask(request{path: "/films"}).is(404)
}

// On a narrow screen, where pages are read from top to bottom, posters stand before what narrows them,
// and what narrows films is folded behind a button; a condition is taken back as a whole.
func TestFilmsStandBeforeWhatNarrowsThem(t *testing.T) {
	t.Parallel()
	s := open(t)
	page := string(s.ask(request{path: "/posters"}).is(200).shows(`href="#narrow"`).body)
	if list, narrow := strings.Index(page, `aria-label="Posters found"`), strings.Index(page, `id="narrow"`); list < 0 || narrow < list {
		t.Errorf("the list is at %d, what narrows it at %d", list, narrow)
	}
	s.ask(request{path: "/films?genre=Drama&min_rating=5"}).is(200).
		shows(`<input type="checkbox" id="fold" class="fold">`, `<label for="fold"`, `<a class="chip on" href="/films?min_rating=5" aria-label="Remove: genre Drama"`)
}

// A film leads to the form of a forecast, which asks nothing before there is a title.
func TestAFilmLeadsToAForecastOfItsLike(t *testing.T) {
	t.Parallel()
	s := open(t)
	page := string(s.ask(request{path: "/films/" + apptest.Crossing + "-the-crossing"}).is(200).shows("Forecast a project like it", `href="/directors?name=Ilse+Brandt"`).body)
	_, rest, _ := strings.Cut(page, `href="/forecast?`)
	query, _, _ := strings.Cut(rest, `"`)
	if !strings.Contains(query, "budget=410000") || !strings.Contains(query, "director=Ilse+Brandt") || strings.Contains(query, "title=") {
		t.Errorf("it leads to /forecast?%s", query)
	}
	s.ask(request{path: "/forecast?" + strings.ReplaceAll(query, "&amp;", "&")}).is(200).shows("Forecast a project", `value="410000"`).lacks("Sign in to see it")
	s.ask(request{path: "/films/" + apptest.Bare}).is(200).lacks("Forecast a project like it")
}
