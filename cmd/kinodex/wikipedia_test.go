package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/film"
	"kinodex/internal/snapshot/tables"
	"kinodex/internal/sources/sourcestest"
)

// What Wikipedia tells of a film comes into the library with its source, its licence and a link,
// finds the film, and goes without a trace when the operator removes the source (REQ F2-163 to F2-165).
func TestPlotsOfWikipediaComeIntoALibraryAndGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds libraries; make test does")
	}
	const opening = "A lighthouse keeper hides a smuggler whom nobody in the village wants to see, and learns why the lamp was dark on the night when his brother drowned. For a winter the two of them keep the lamp burning together, and quarrel."
	srv := sourcestest.New(t)
	filmdbFiles(srv, 300, 0)
	srv.Wikipedia.Article("The Film of Number 0", "Q101", 41, "It is a film.\n\n\n== Plot ==\n"+opening+"\nIn spring a customs officer rows ashore.\n\n\n== Reception ==\nZanzibar liked it.\n")
	srv.Wikipedia.Article("A Novel", "Q9", 42, "== Plot ==\nA zeppelin lands.\n")
	srv.Answer(func(query string) string {
		if !strings.Contains(query, `"1995-01-01T`) {
			return `{"results":{"bindings":[]}}`
		}
		row := `{"film":{"value":"http://www.wikidata.org/entity/Q%d"},"imdb":{"value":"tt%07d"},"property":{"value":"article"},"value":{"value":%q}}`
		return `{"results":{"bindings":[` + fmt.Sprintf(row, 101, 1000, "The Film of Number 0") + "," + fmt.Sprintf(row, 102, 1001, "A Novel") + `]}}`
	})
	data := filepath.Join(t.TempDir(), "data")
	t.Setenv("KINODEX_ADDRESS", fmt.Sprintf("filmdb=%[1]s/imdb/,wikidata=%[1]s/sparql,wikipedia=%[1]s/w/api.php", srv.URL))
	command := func(args ...string) string {
		t.Helper()
		code, out, errs := kinodex(t, data, args...)
		if code != 0 {
			t.Fatalf("%v: %s%s", args, out, errs)
		}
		return out
	}
	if out := command("sources", "fetch", "filmdb", "wikidata", "wikipedia", "--accept-terms", "--wikipedia-rate", "5"); !strings.Contains(out, "other Wikidata item 1") {
		t.Errorf("said is %s", out)
	}
	if out := command("sources", "status"); !strings.Contains(out, "wikipedia/plot.0000.ndjson.zst") {
		t.Errorf("the status is %s", out)
	}
	type detail struct {
		Data struct {
			Overview    *string                    `json:"overview"`
			Provenance  map[string]film.Provenance `json:"provenance"`
			ExternalIDs struct {
				Others []film.ExternalID `json:"others"`
			} `json:"external_ids"`
		} `json:"data"`
	}
	ask := func(h *house) (d detail, found []string, page string) {
		t.Helper()
		h.get("/api/v2/films/tt0001000", &d)
		var list filmPage
		h.get("/api/v2/films?q=lighthouse+smuggler", &list)
		for _, f := range list.Data {
			found = append(found, f.FilmdbID)
		}
		_, b := h.do("GET", "/films/tt0001000-the-film-of-number-0", "")
		return d, found, string(b)
	}

	command("build")
	h := openAt(t, data, "--no-snapshots", "--compat", "tmdb,omdb,stremio")
	d, found, page := ask(h)
	if d.Data.Overview == nil || *d.Data.Overview != opening {
		t.Errorf("the overview is %v", d.Data.Overview)
	}
	if p := d.Data.Provenance["overview"]; p.Source != "wikipedia" || p.MetricType != "quoted_cc_by_sa" {
		t.Errorf("it comes from %+v", p)
	}
	if want := (film.ExternalID{Database: "wikipedia", ID: "1000", Source: "wikipedia"}); !slices.Contains(d.Data.ExternalIDs.Others, want) {
		t.Errorf("ids elsewhere %+v", d.Data.ExternalIDs.Others)
	}
	if !slices.Equal(found, []string{"tt0001000"}) {
		t.Errorf("words of the plot find %q", found)
	}
	for _, want := range []string{opening, `href="https://en.wikipedia.org/?curid=1000"`, `href="https://creativecommons.org/licenses/by-sa/4.0/"`, "quoted under CC BY-SA 4.0"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page of the film lacks %s", want)
		}
	}
	for _, other := range []string{"Zanzibar", "zeppelin"} {
		if strings.Contains(page, other) {
			t.Errorf("the page of the film has %s", other)
		}
	}
	for _, path := range []string{"/api/v1/films/tt0001000?view=flat", "/api/v1/search?q=lighthouse+smuggler", "/3/find/tt0001000?external_source=imdb_id&api_key=" + h.key, "/stremio/meta/movie/tt0001000.json"} {
		if resp, b := h.do("GET", path, ""); resp.StatusCode != 200 || !strings.Contains(string(b), "and quarrel. (Wikipedia, CC BY-SA 4.0: https://en.wikipedia.org/?curid=1000)") {
			t.Errorf("GET %s: %d %s", path, resp.StatusCode, b)
		}
	}
	if m := h.snapshot(t); !slices.ContainsFunc(m.Licences, func(l tables.Licence) bool {
		return l.Source == "wikipedia" && strings.Contains(l.Terms, "CC BY-SA 4.0")
	}) {
		t.Errorf("the licences of the snapshot are %+v", m.Licences)
	}
	h.stop()

	command("sources", "remove", "wikipedia")
	command("build")
	d, found, page = ask(openAt(t, data, "--no-snapshots"))
	if d.Data.Overview != nil || slices.ContainsFunc(d.Data.ExternalIDs.Others, func(x film.ExternalID) bool { return x.Database == "wikipedia" }) || len(found) != 0 || strings.Contains(page, "lighthouse") || strings.Contains(page, "wikipedia.org") {
		t.Errorf("without the source: %+v, found %q", d.Data, found)
	}
}
