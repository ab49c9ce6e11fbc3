package sources

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
	"kinodex/internal/sources/sourcestest"
)

const (
	wikiPath  = "/w/api.php"
	plotsKey  = "wikipedia/plot.0000.ndjson.zst"
	cityStory = "A thief robs a bank in the rain, and a patient detective who has nobody at home finds the getaway car. They meet in a diner at night and like each other. Neither of them will stop."
)

// story is an article with a section of a plot.
func story(plot string) string {
	return "A film of 1995.\n\n\n== Plot ==\n" + plot + "\n\n\n== Cast ==\nSomebody as the thief\n"
}

// wikiServer serves n films to Wikidata, each with an article of its own.
func wikiServer(t *testing.T, n int) *sourcestest.Server {
	srv := sourcestest.New(t)
	var rows [][8]string
	for i := range n {
		title, item := fmt.Sprintf("Film %d", i+1), fmt.Sprintf("Q%d", 101+i)
		srv.Wikipedia.Article(title, item, 1, story(fmt.Sprintf("Hero %d leaves. %s", i+1, cityStory)))
		rows = append(rows, [8]string{entity + item, fmt.Sprintf("tt%07d", i+1), "article", title})
	}
	srv.Answer(func(query string) string {
		if !strings.Contains(query, "schema:isPartOf <https://en.wikipedia.org/>") {
			t.Error("Wikidata is not asked for articles")
		}
		return bindings(rows...)
	})
	return srv
}

// openWiki opens a store that has fetched a year from Wikidata.
func openWiki(t *testing.T, dir string, srv *sourcestest.Server, change ...func(*Options)) *Store {
	t.Helper()
	s := open(t, dir, srv, change...)
	c, err := s.find("wikidata")
	if err == nil {
		err = (&fetchRun{Store: s, ctx: t.Context()}).year(s.newClient(c), c, 1995)
	}
	if err != nil {
		t.Fatal(err)
	}
	srv.Asked("/")
	return s
}

// fetchPlots fetches plots and returns the outcome.
func fetchPlots(t *testing.T, s *Store) Outcome {
	t.Helper()
	got, err := s.Fetch(t.Context(), []string{"wikipedia"})
	if len(got) != 1 || (got[0].Status == Failed) != errors.Is(err, ErrFailed) {
		t.Fatalf("%+v, %v", got, err)
	}
	return got[0]
}

// textsAsked returns the titles whose text was asked for, in order, and how many other requests were.
func textsAsked(t *testing.T, srv *sourcestest.Server) (texts []string, others int) {
	t.Helper()
	for _, r := range srv.Asked(wikiPath) {
		q, err := url.ParseQuery(r.Query)
		if err != nil || q.Get("maxlag") != "5" || r.Agent != "Kinodex/test" {
			t.Errorf("asked %+v", r)
		}
		if strings.Contains(q.Get("prop"), "extracts") {
			texts = append(texts, q.Get("titles"))
		} else {
			others++
		}
	}
	return texts, others
}

// REQ F2-163
func TestPlotsOfArticlesAreFetched(t *testing.T) {
	srv := wikiServer(t, 3)
	srv.Wikipedia.Article("Film 2", "Q102", 77, "A film.\n\n\n== Production ==\nIt was made.\n") // without a plot
	s := openWiki(t, t.TempDir(), srv)
	if o := fetchPlots(t, s); o.Status != Fetched || o.Rows != 3 || o.Bytes == 0 || o.Reason != "" {
		t.Errorf("%+v", o)
	}
	if texts, others := textsAsked(t, srv); len(texts) != 3 || others != 1 {
		t.Errorf("asked for the texts of %q, and %d times else", texts, others)
	}
	var list []source.Claim
	var rejected []string
	f, err := source.Open(s.dir + "/" + filesName + "/" + s.state.Files[plotsKey].Name)
	if err == nil {
		err = f.Read(t.Context(), func(c *source.Claim) error { list = append(list, *c); return nil }, func(r source.Reject) { rejected = append(rejected, r.Reason) }, nil)
	}
	if err != nil || f.Format != source.WikipediaPlot || f.Period != time.Now().UTC().Format("2006-01") {
		t.Fatalf("%v, %s of %s", err, f.Format, f.Period)
	}
	if len(list) != 2 || !slices.Equal(rejected, []string{source.NothingStated}) {
		t.Fatalf("%d claims, rejected %q", len(list), rejected)
	}
	c := list[0]
	if c.ID.String() != "tt0000001" || c.Origin.Source != source.Wikipedia || c.Overview != "Hero 1 leaves. "+cityStory || !slices.Equal(c.Externals, []film.ExternalID{{Database: "wikipedia", ID: "1000"}}) {
		t.Errorf("%+v", c)
	}
	b := records(t, s)
	for _, want := range []string{
		`"revision":1,`, `"wikidata_id":"Q101"`, `"article":"Film 1"`, `"licence":"CC BY-SA 4.0"`,
		`"address":"https://en.wikipedia.org/w/index.php?oldid=1&title=Film_1"`, `"revision":77,"wikidata_id":"Q102"`,
	} {
		if !strings.Contains(b, strings.ReplaceAll(want, "&", `\u0026`)) {
			t.Errorf("the records lack %s: %s", want, b)
		}
	}
}

// records returns the lines of plots that are kept.
func records(t *testing.T, s *Store) string {
	t.Helper()
	var b strings.Builder
	r := &recordFiles{run: &fetchRun{Store: s}, origin: Source{Name: "wikipedia"}, kind: "plot"}
	if err := r.each(0, func(_ mark, line []byte) error { b.Write(line); return nil }); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// REQ F2-163
func TestOnlyOtherRevisionsAreFetchedAgain(t *testing.T) {
	srv := wikiServer(t, 120)
	s := openWiki(t, t.TempDir(), srv)
	fetchPlots(t, s)
	before, _ := s.Fingerprint()
	textsAsked(t, srv)
	if o := fetchPlots(t, s); o.Status != Unchanged {
		t.Errorf("%+v", o)
	}
	if texts, others := textsAsked(t, srv); len(texts)+others != 0 {
		t.Errorf("asked at once again: %q and %d", texts, others)
	}
	s.o.now = func() time.Time { return time.Now().AddDate(0, 0, 8) }
	srv.Wikipedia.Article("Film 7", "Q107", 2, story("Another hero stays."))
	srv.Wikipedia.Delete("Film 8")
	if o := fetchPlots(t, s); o.Status != Fetched || o.Rows != 1 || o.Reason != "left out: missing 1" {
		t.Errorf("%+v", o)
	}
	if texts, others := textsAsked(t, srv); !slices.Equal(texts, []string{"Film 7"}) || others != 3 {
		t.Errorf("asked for %q and %d times for 120 revisions", texts, others)
	}
	if b := records(t, s); !strings.Contains(b, "Another hero stays.") || strings.Contains(b, "Hero 7 ") || strings.Contains(b, "Hero 8 ") || strings.Count(b, "\n") != 119 {
		t.Error("what is kept is not what there is")
	}
	if after, _ := s.Fingerprint(); after == before {
		t.Error("other plots have the same fingerprint")
	}
	if o := fetchPlots(t, s); o.Status != Unchanged {
		t.Errorf("%+v", o)
	}
	if _, others := textsAsked(t, srv); others != 1 { // for the one that was missing
		t.Errorf("%d requests after a round has ended", others)
	}
}

// A server that has lost its articles does not take them from a library.
func TestManyArticlesAreNotDroppedAtOnce(t *testing.T) {
	srv := wikiServer(t, 10)
	s := openWiki(t, t.TempDir(), srv)
	fetchPlots(t, s)
	for i := range 6 {
		srv.Wikipedia.Delete(fmt.Sprintf("Film %d", i+1))
	}
	s.o.now = func() time.Time { return time.Now().AddDate(0, 0, 8) }
	if o := fetchPlots(t, s); o.Status != Failed || !strings.Contains(o.Reason, "6 of 10 articles are gone") || strings.Count(records(t, s), "\n") != 10 {
		t.Errorf("%+v", o)
	}
	s.o.AllowShrink = true
	if o := fetchPlots(t, s); o.Status != Unchanged || strings.Count(records(t, s), "\n") != 4 {
		t.Errorf("%+v", o)
	}
}

func TestFilmsOfMostVotesComeFirst(t *testing.T) {
	srv := wikiServer(t, 6)
	srv.Put(ratingsPath, ratingsHead+"tt0000004\t7.0\t900\ntt0000002\t7.0\t5000\ntt0000900\t8.0\t9999999\n")
	s := openWiki(t, t.TempDir(), srv, func(o *Options) { o.WikipediaFilms = 3 })
	fetchRatings(t, s)
	fetchPlots(t, s)
	if texts, _ := textsAsked(t, srv); !slices.Equal(texts, []string{"Film 2", "Film 4", "Film 1"}) {
		t.Errorf("asked for %q", texts)
	}
	s.o.WikipediaFilms = 0
	fetchPlots(t, s)
	if texts, _ := textsAsked(t, srv); !slices.Equal(texts, []string{"Film 3", "Film 5", "Film 6"}) {
		t.Errorf("then asked for %q", texts)
	}
}

// An article counts only if it is the one of the film's item.
func TestArticlesOfSomethingElseAreLeftOut(t *testing.T) {
	srv := wikiServer(t, 7)
	srv.Wikipedia.Article("Film 2", "Q999", 5, story("Another film's hero."))
	srv.Wikipedia.Disambiguation("Film 3", "Q103")
	srv.Wikipedia.Delete("Film 4")
	srv.Wikipedia.Redirect("Film 5", "Film five") // which is the same article under another title
	srv.Wikipedia.Article("Film five", "Q105", 3, story("The fifth hero."))
	srv.Wikipedia.Redirect("Film 6", "A Novel") // which is not
	srv.Wikipedia.Article("A Novel", "Q555", 9, story("A hero of a novel."))
	s := openWiki(t, t.TempDir(), srv)
	if o := fetchPlots(t, s); o.Rows != 3 || o.Reason != "left out: disambiguation page 1, missing 1, other Wikidata item 2" {
		t.Errorf("%+v", o)
	}
	if b := records(t, s); !strings.Contains(b, "The fifth hero.") || !strings.Contains(b, `"article":"Film five"`) || strings.Contains(b, "Another film's") || strings.Contains(b, "novel") {
		t.Errorf("kept %s", b)
	}
}

// Titles are asked for as Wikidata writes them, and answered as MediaWiki does.
func TestTitlesAreNormalized(t *testing.T) {
	srv := wikiServer(t, 1)
	srv.Wikipedia.Article("EXistenZ", "Q300", 1, story("A game begins."))
	srv.Answer(func(string) string {
		return bindings([8]string{entity + "Q300", "tt0000300", "article", "eXistenZ"}, // one that MediaWiki writes with a capital
			[8]string{entity + "Q301", "tt0000301", "article", "Two|Titles"}, [8]string{entity + "Q302", "tt0000302", "article", strings.Repeat("x", 256)},
			[8]string{entity + "Q303", "tt0000303", "article", "A\tB"}, [8]string{entity + "Q304", "nm0000304", "article", "A Person"},
			[8]string{entity + "Q305", "tt0000305", "article", "A"}, [8]string{entity + "Q306", "tt0000305", "article", "B"}) // an id of two
	})
	s := openWiki(t, t.TempDir(), srv)
	if o := fetchPlots(t, s); o.Rows != 1 || o.Reason != "left out: film id with several articles 2" || !strings.Contains(records(t, s), `"article":"EXistenZ"`) {
		t.Errorf("%+v", o)
	}
	if texts, _ := textsAsked(t, srv); !slices.Equal(texts, []string{"eXistenZ"}) {
		t.Errorf("asked for %q", texts)
	}
}

// REQ F2-163
func TestWikipediaIsAskedPatiently(t *testing.T) {
	srv := wikiServer(t, 4)
	srv.Fail(wikiPath, sourcestest.Lagged("0"), sourcestest.Status(429, "0"), nil, sourcestest.Instead("application/json", `{"batchcomplete":true,"query":{"pages":[{"pag`),
		sourcestest.Status(503, "0"), sourcestest.Instead("application/json", `{"error":{"code":"ratelimited","info":"slow down"}}`))
	s := openWiki(t, t.TempDir(), srv)
	if o := fetchPlots(t, s); o.Rows != 4 || o.Reason != "" {
		t.Errorf("%+v", o)
	}
}

func TestWikipediaIsAskedAtItsRate(t *testing.T) {
	srv := wikiServer(t, 9) // nine texts, and a request for their revisions
	s := openWiki(t, t.TempDir(), srv, func(o *Options) { o.WikipediaRate = 50 })
	began := time.Now()
	if o := fetchPlots(t, s); o.Rows != 9 {
		t.Errorf("%+v", o)
	}
	if took := time.Since(began); took < 9*time.Second/50 {
		t.Errorf("ten requests took %s", took)
	}
}

func TestAnAnswerInPartsIsPutTogether(t *testing.T) {
	srv := wikiServer(t, 9)
	srv.Wikipedia.Part()
	s := openWiki(t, t.TempDir(), srv)
	if o := fetchPlots(t, s); o.Rows != 9 || o.Reason != "" {
		t.Errorf("%+v", o)
	}
}

// REQ F2-163
func TestPlotsGoOnAfterAStop(t *testing.T) {
	srv := wikiServer(t, 130)
	dir := t.TempDir()
	s := openWiki(t, dir, srv)
	ctx, stop := context.WithCancel(t.Context())
	s.o.Progress = func(name, _ string, done, _ int64) {
		if name == "wikipedia" && done == 100 {
			stop()
		}
	}
	if _, err := s.Fetch(ctx, []string{"wikipedia"}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	s.Close()
	texts, _ := textsAsked(t, srv)
	// What a process that was killed had in its journal counts, and a line that it was writing does not.
	journal := `{"fetched_at":"2099-01-02T00:00:00Z","id":230,"revision":1,"wikidata_id":"Q230","imdb_id":"tt0000130","page_id":5,"plot":"From a journal."}` + "\n" +
		`{"fetched_at":"2099-01-02T00:00:00Z","id":229,"revision":1,"wikidata_id":"Q22`
	if err := os.WriteFile(dir+"/partial/wikipedia-plot.ndjson", []byte(journal), 0o644); err != nil {
		t.Fatal(err)
	}
	s = open(t, dir, srv)
	if o := fetchPlots(t, s); o.Rows != 29 {
		t.Errorf("%+v", o)
	}
	if again, _ := textsAsked(t, srv); len(texts) != 100 || len(again) != 29 {
		t.Errorf("%d and %d texts were asked for", len(texts), len(again))
	}
	if b := records(t, s); strings.Count(b, "\n") != 130 || !strings.Contains(b, "From a journal.") {
		t.Errorf("%d plots are kept", strings.Count(b, "\n"))
	}
}

func TestWithoutWikidataThereAreNoPlots(t *testing.T) {
	srv := sourcestest.New(t)
	s := open(t, t.TempDir(), srv)
	if o := fetchPlots(t, s); o.Status != Skipped || !strings.Contains(o.Reason, "fetch wikidata first") || len(srv.Asked("/")) != 0 {
		t.Errorf("%+v", o)
	}
}

// What goes wrong for good ends the fetch with a reason, and what was kept before is kept still.
func TestBadAnswersAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		fault sourcestest.Fault
		says  string
		asked int // the least number of requests
	}{
		"lag that does not end":  {sourcestest.Lagged("0"), "busy (maxlag), 6 times", mostTries},
		"lag of a day":           {sourcestest.Lagged("86400"), "asks to come back in 24h", 1},
		"a wait of a day":        {sourcestest.Status(429, "86400"), "asks to come back in 24h", 1},
		"no contact":             {sourcestest.Status(403, ""), "--contact", 1},
		"another error":          {sourcestest.Instead("application/json", `{"error":{"code":"internal_api_error_DBQueryError","info":"x"}}`), "internal_api_error_DBQueryError", 1},
		"an error of a stranger": {sourcestest.Instead("application/json", `{"error":{"code":"<script>\u001b[31m","info":"x"}}`), "without a code", 1},
		"a page":                 {sourcestest.Instead("text/html", "<html>not now</html>"), "cut off or malformed", mostTries},
		"wrong types":            {sourcestest.Instead("application/json", `{"query":{"pages":{"1":{}}}}`), "cut off or malformed", mostTries},
		"more than it may":       {sourcestest.Instead("application/json", `{"query":{"pages":[{"extract":"`+strings.Repeat("x", 60_000)), "sends more than it may", 1},
		"parts without an end":   {sourcestest.Instead("application/json", `{"continue":{"ppcontinue":5,"continue":"||"},"query":{"pages":[null]}}`), "more than 10 parts", mostParts},
		"a private address":      {sourcestest.Redirected("http://169.254.169.254/latest/meta-data"), "private network", 1},
	} {
		t.Run(name, func(t *testing.T) {
			srv := wikiServer(t, 2)
			s := openWiki(t, t.TempDir(), srv, func(o *Options) { o.MaxBytes = 50_000 })
			fetchPlots(t, s)
			before := records(t, s)
			s.o.now = func() time.Time { return time.Now().AddDate(0, 0, 8) }
			srv.Asked("/")
			for range mostParts {
				srv.Fail(wikiPath, c.fault)
			}
			o := fetchPlots(t, s)
			if o.Status != Failed || !strings.Contains(o.Reason, c.says) || strings.ContainsAny(o.Reason, "<\x1b") {
				t.Errorf("%+v", o)
			}
			if n := len(srv.Asked(wikiPath)); n != c.asked {
				t.Errorf("asked %d times", n)
			}
			if records(t, s) != before {
				t.Error("what was kept is not kept")
			}
		})
	}
}

// One article with a bad answer does not keep others from being fetched; many in a row end the fetch.
func TestOneBadArticleIsLeftOut(t *testing.T) {
	srv := wikiServer(t, 20)
	s := openWiki(t, t.TempDir(), srv, func(o *Options) { o.MaxBytes = 50_000 })
	long := sourcestest.Instead("application/json", `{"query":{"pages":[{"extract":"`+strings.Repeat("x", 60_000))
	srv.Fail(wikiPath, nil, nil, long)
	if o := fetchPlots(t, s); o.Rows != 19 || o.Reason != "left out: bad answer 1" {
		t.Errorf("%+v", o)
	}
	if err := s.Remove("wikipedia"); err != nil || records(t, s) != "" {
		t.Fatal(err)
	}
	srv.Fail(wikiPath, nil)
	for range mostFailed {
		srv.Fail(wikiPath, long)
	}
	if o := fetchPlots(t, s); o.Status != Failed || !strings.Contains(o.Reason, "10 articles in a row failed") {
		t.Errorf("%+v", o)
	}
}

// An article that became another's while it was asked about is not taken.
func TestTheTextIsHeldAgainstItsItemToo(t *testing.T) {
	srv := wikiServer(t, 1)
	s := openWiki(t, t.TempDir(), srv)
	srv.Fail(wikiPath, nil, sourcestest.Instead("application/json", `{"batchcomplete":true,"query":{"pages":[{"pageid":7,"title":"Film 1","lastrevid":9,"pageprops":{"wikibase_item":"Q7"},"extract":"== Plot ==\nAnother."}]}}`))
	if o := fetchPlots(t, s); o.Rows != 0 || o.Reason != "left out: other Wikidata item 1" {
		t.Errorf("%+v", o)
	}
}

func TestPlotsAreCutOutOfArticles(t *testing.T) {
	long := strings.Repeat("He runs. ", 2000)
	for name, c := range map[string]struct{ article, want string }{
		"a plot":               {story("He runs.\nHe falls."), "He runs.\nHe falls."},
		"at the end":           {"Lead.\n\n\n== Plot ==\nHe runs.", "He runs."},
		"a summary":            {"== Plot summary ==\nHe runs.\n== Cast ==\nx", "He runs."},
		"a synopsis":           {"==Synopsis==\nHe runs.\n== Cast ==\nx", "He runs."},
		"a story, in capitals": {"== STORY ==\r\nHe runs.\r\n== Cast ==\r\nx", "He runs."},
		"acts":                 {"== Plot ==\nHe runs.\n\n\n=== Act two ===\nHe falls.\n==== Later ====\nHe rests.\n\n\n== Cast ==\nx", "He runs.\nHe falls.\nHe rests."},
		"acts alone":           {"== Plot ==\n=== Part I ===\nHe runs.\n== Cast ==", "He runs."},
		"the first of two":     {"== Plot ==\nHe runs.\n== Synopsis ==\nShe runs.", "He runs."},
		"the first that tells": {"== Plot ==\n\n== Synopsis ==\nShe runs.", "She runs."},
		"of a sequel":          {"== Sequel ==\n=== Plot ===\nShe runs.\n== Cast ==\nx", ""},
		"another language":     {"== Handlung ==\nEr rennt.\n== Besetzung ==\nx", ""},
		"a heading with more":  {"== Plot and themes ==\nHe runs.\n", ""},
		"no plot":              {"Lead with a plot in it.\n== Production ==\nx", ""},
		"a title":              {"= Plot =\nHe runs.\n", ""},
		"no heading":           {"== Plot\nHe runs.\n== Plot =\n==\n====\n", ""},
		"a formula in it":      {"== Plot ==\nx = y\n== z\nHe runs.\n", "x = y\n== z\nHe runs."},
		"nothing":              {"", ""},
		"too long":             {"== Plot ==\n" + long, strings.TrimSpace(long[:longestPlot/9*9])},
	} {
		if got := plotOf(c.article); got != c.want {
			t.Errorf("%s: %.80q, want %.80q", name, got, c.want)
		}
	}
}

func FuzzPlotsAreBounded(f *testing.F) {
	f.Add("== Plot ==\nHe runs.\n=== A ===\nHe falls.\n== Cast ==\nx")
	f.Add("==Plot==\r\n==")
	f.Fuzz(func(t *testing.T, article string) {
		plot := plotOf(article)
		if len(plot) > longestPlot {
			t.Errorf("%d bytes", len(plot))
		}
		for line := range strings.Lines(plot) {
			if !strings.Contains(article, strings.TrimSpace(line)) {
				t.Errorf("%q is not of the article", line)
			}
		}
	})
}
