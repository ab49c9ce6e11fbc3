package serve_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
)

// REQ F2-61: films by what names them, in the order of the ids; what is unknown is said.
func TestFilmsByReferences(t *testing.T) {
	t.Parallel()
	s := open(t)
	a := s.get("/api/v2/films?ids=" + apptest.It + ",tt9999999,%20TT0000101,moviedb:520,filmdb:" + apptest.Ensemble + ",nonsense,moviedb:x&fields=title")
	p := a.is(200).has("X-RateLimit-Remaining", "9999").page()
	if want := []string{apptest.It, apptest.Crossing, apptest.Ensemble}; !slices.Equal(p.ids(), want) || p.Meta.Total != 3 || p.Meta.HasMore {
		t.Errorf("%v of %d, want %v", p.ids(), p.Meta.Total, want)
	}
	if keys(p.Data[0]) != "filmdb_id,title" || !strings.Contains(string(a.body), `"unknown_ids":["tt9999999","nonsense","moviedb:x"]`) {
		t.Errorf("%s", a.body)
	}
	if again := s.ask(request{path: "/api/v2/films?ids=" + apptest.It, header: map[string]string{
		"X-API-Key": s.Key(access.Studio), "If-None-Match": s.get("/api/v2/films?ids=" + apptest.It).header.Get("ETag")}}); again.status != 304 {
		t.Errorf("asked again: %d", again.status)
	}
	if body := string(s.get("/api/v2/films?ids=" + apptest.It).body); !strings.Contains(body, `"unknown_ids":[]`) {
		t.Errorf("nothing is unknown: %s", body)
	}
	hundred := strings.TrimSuffix(strings.Repeat("tt0000101,", 100), ",")
	s.get("/api/v2/films?ids=" + hundred).is(200)
	for _, query := range []string{"ids=" + hundred + ",tt0000101", "ids=,", "ids=tt1&genre=Drama", "ids=tt1&sort=year:asc", "ids=tt1&year_min=1", "ids=tt1&cursor=x"} {
		if e := s.get("/api/v2/films?"+query).fails(400, "invalid_parameter"); e.Param != "ids" {
			t.Errorf("%s: %+v", query, e)
		}
	}
}

// REQ F2-62, F2-77: one film by an id elsewhere, or by title and year, in one call.
func TestAFilmIsFound(t *testing.T) {
	t.Parallel()
	s := open(t)
	for query, want := range map[string]string{
		"external_id=moviedb:520": apptest.It, "external_id=wikidata:Q110": apptest.Ensemble, "external_id=Wikidata:q110": apptest.Ensemble, "external_id=tmdb:520": apptest.It, "external_id=MovieDB:520": apptest.It,
		"external_id=filmdb:tt0000101": apptest.Crossing, "external_id=imdb:tt0000101": apptest.Crossing, "external_id=tt0000101": apptest.Crossing,
		"title=the+crossing&year=1984": apptest.CrossingTwin, "title=Crossing,+The&year=1948": apptest.Crossing,
	} {
		a := s.get("/api/v2/films/find?" + query).is(200)
		if whole := s.get("/api/v2/films/" + want); string(a.body) != string(whole.body) || a.header.Get("ETag") == "" {
			t.Errorf("%s: %.120s", query, a.body)
		}
	}
	if part := s.get("/api/v2/films/find?external_id=moviedb:520&fields=external_ids.moviedb_id"); !strings.HasSuffix(string(part.body), `"external_ids":{"moviedb_id":520}}}`) {
		t.Errorf("%s", part.body)
	}
	for _, query := range []string{"external_id=moviedb:999999", "external_id=wikidata:Q999", "external_id=metacritic:Q110", "external_id=tt9999999", "title=The+Crossing&year=1999"} {
		s.get("/api/v2/films/find?"+query).fails(404, "film_not_found")
	}
	for query, param := range map[string]string{
		"": "external_id", "external_id=elsewhere:Q1": "external_id", "external_id=wikidata:": "external_id", "external_id=moviedb:x": "external_id", "external_id=moviedb:": "external_id",
		"external_id=tt1&title=A&year=1": "external_id", "title=A": "year", "year=1984": "title", "title=A&year=0": "year", "title=A&year=x": "year",
	} {
		a := s.get("/api/v2/films/find?" + query).is(400)
		var e struct{ Error problem }
		if json.Unmarshal(a.body, &e); e.Error.Param != param || e.Error.Allowed == "" {
			t.Errorf("%s: %+v, want a fault of %s", query, e.Error, param)
		}
	}
}

// REQ F2-38, F2-62: who asks for a film in a way that is none is told how.
func TestWhatNamesNoFilmIsTold(t *testing.T) {
	t.Parallel()
	s := open(t)
	for path, says := range map[string]string{
		"/api/v2/films/113277": "tt and digits, such as tt0041959", "/api/v2/films/moviedb:520": "tt and digits", "/api/v1/films/113277": "tt and digits",
		"/api/v2/films/113277/similar": "tt and digits", "/api/v2/films/find?external_id=1092": "moviedb:1092",
		"/api/v2/films/find?title=It&year=1800": "no film has this title and year",
	} {
		if e := s.get(path).fails(404, "film_not_found"); !strings.Contains(e.Message, says) {
			t.Errorf("%s: %s", path, e.Message)
		}
	}
	for _, path := range []string{"/api/v2/films/tt9999999", "/api/v2/films/find?external_id=moviedb:999999"} {
		if e := s.get(path).fails(404, "film_not_found"); e.Message != "no film has this id" {
			t.Errorf("%s: %s", path, e.Message)
		}
	}
	for query, says := range map[string]string{
		"title=It": "year is required: the year of release, which goes with title", "year=2001": "title is required: the film's title, which goes with year",
	} {
		if e := s.get("/api/v2/films/find?"+query).fails(400, "missing_parameter"); e.Message != says {
			t.Errorf("%s: %s", query, e.Message)
		}
	}
}

// REQ F2-65: headers of a table say what meta says of the question; counts are refused and cost nothing.
func TestATableSaysWhatMetaSays(t *testing.T) {
	t.Parallel()
	s := open(t)
	ask := func(path string) *answer {
		return s.ask(request{path: path, header: map[string]string{"X-API-Key": s.Key(access.Studio), "Accept": "text/csv", "Origin": "https://elsewhere.example"}})
	}
	nothing := map[string]string{"X-Did-You-Mean": "", "X-Match": "", "X-Unknown-Genres": "", "X-Unknown-Ids": ""}
	for path, want := range map[string]map[string]string{
		"/api/v2/films?genre=Drama":                                nothing,
		"/api/v2/films?genre=Triller,Ber%C3%A9,Westen":             {"X-Unknown-Genres": "Triller,Ber%C3%A9,Westen", "X-Total-Count": "0"},
		"/api/v2/films?ids=tt0000101,tt9999999,a%20b,moviedb:x":    {"X-Unknown-Ids": "tt9999999,a%20b,moviedb:x", "X-Total-Count": "1"},
		"/api/v2/films?ids=tt0000101":                              nothing,
		"/api/v2/films?q=crosing":                                  {"X-Did-You-Mean": "The%20Crossing"},
		"/api/v2/films?q=crossing+xyzzyplugh&match=any":            {"X-Match": "any"},
		"/api/v2/films?genre=Drama&facets=total&limit=0":           {"X-Total-Count": strconv.Itoa(s.get("/api/v2/films?genre=Drama").page().Meta.Total)},
		"/api/v2/films?ids=tt1," + strings.Repeat("%C3%A9", 1_000): {"X-Unknown-Ids": "tt1"},
	} {
		a := ask(path).is(200)
		for name, value := range want {
			a.has(name, value)
			if !strings.Contains(a.header.Get("Access-Control-Expose-Headers"), name) {
				t.Errorf("pages elsewhere cannot read %s", name)
			}
		}
	}
	post := request{method: "POST", path: "/api/v2/films/search", body: `{"ids":["tt9999999"]}`, header: map[string]string{
		"X-API-Key": s.Key(access.Studio), "Accept": "text/csv", "Content-Type": "application/json"}}
	s.ask(post).is(200).has("X-Unknown-Ids", "tt9999999")
	left := s.get("/api/v2/films?limit=1").header.Get("X-RateLimit-Remaining")
	post.body = `{"facets":["genres"]}`
	for _, a := range []*answer{ask("/api/v2/films?facets=genres&limit=0"), ask("/api/v2/films?facets=total,decades"), s.ask(post)} {
		if e := a.fails(400, "invalid_parameter"); e.Param != "facets" || !strings.Contains(e.Message, "application/json") {
			t.Errorf("%+v", e)
		}
	}
	if now, _ := strconv.Atoi(s.get("/api/v2/films?limit=1").header.Get("X-RateLimit-Remaining")); strconv.Itoa(now+1) != left {
		t.Errorf("%d left after %s", now, left)
	}
}

// REQ F2-31: with a limit of 0 a list counts, and costs what a list costs.
func TestCountOnly(t *testing.T) {
	t.Parallel()
	s := open(t)
	whole := s.get("/api/v2/films?genre=Drama&facets=decades").page()
	a := s.get("/api/v2/films?genre=Drama&facets=decades&limit=0").is(200)
	p := a.page()
	if p.Meta.Total != whole.Meta.Total || p.Meta.Limit != 0 || p.Meta.HasMore || p.Meta.NextCursor != nil || len(p.Data) != 0 || p.Data == nil ||
		len(p.Meta.Facets["decades"]) == 0 || len(p.Meta.Facets["decades"]) != len(whole.Meta.Facets["decades"]) {
		t.Errorf("%s", a.body)
	}
	if a.header.Get("X-RateLimit-Remaining") != "9998" {
		t.Errorf("%s left", a.header.Get("X-RateLimit-Remaining"))
	}
	total := s.get("/api/v2/films?genre=Drama&facets=total&limit=0").page()
	if total.Meta.Total != whole.Meta.Total || len(total.Meta.Facets) != 0 || len(total.Data) != 0 {
		t.Errorf("the total alone: %+v", total.Meta)
	}
	s.get("/api/v2/films?limit=0").fails(400, "invalid_parameter")
	s.get("/api/v2/films?limit=0&genre=Drama").fails(400, "invalid_parameter")
	s.get("/api/v2/films?limit=-1&facets=total").fails(400, "invalid_parameter")
}

// REQ F2-60: sets of fields, alone and mixed with names, in every view of version 2.
func TestSetsOfFields(t *testing.T) {
	t.Parallel()
	s := open(t)
	const card = "director,filmdb_id,genres,poster_mini_url,ratings,runtime,title,year"
	for fields, want := range map[string]string{
		"@card": card, "@card,title": card, "@money": "box_office,filmdb_id", "%20@money%20,overview": "box_office,filmdb_id,overview",
		"@money,box_office.roi": "box_office,filmdb_id",
	} {
		if got := keys(s.get("/api/v2/films?limit=1&fields=" + fields).is(200).page().Data[0]); got != want {
			t.Errorf("%s: %s, want %s", fields, got, want)
		}
	}
	first := s.get("/api/v2/films?limit=1&fields=@card").page().Data[0]
	if got := keys(first["ratings"].(map[string]any)); got != "filmdb,master_score" {
		t.Errorf("ratings of a card: %s", got)
	}
	for _, path := range []string{"/api/v2/films?fields=@cards", "/api/v2/films?fields=title,@", "/api/v2/films/stream?fields=@crad"} {
		if e := s.get(path).fails(400, "invalid_parameter"); e.Param != "fields" || !strings.Contains(e.Allowed, "@card") {
			t.Errorf("%s: %+v", path, e)
		}
	}
	s.post("/api/v2/films/batch", `{"films":["tt0000101"],"fields":["@money","@people"],"mode":"detail"}`).is(200)
	s.get("/api/v1/films?fields=@card").fails(400, "invalid_parameter") // version 1 has no sets
}

// REQ F2-63: the same parameters in a body give the same answer, and cursors lead on in
// either.
func TestAListAskedByPost(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, c := range []struct{ query, body string }{
		{"", `{}`},
		{"q=crossing&match=any&limit=7", `{"q":"crossing","match":"any","limit":7}`},
		{"genre=Drama&year_min=1940&year_max=1990&min_rating=5&sort=year:asc&fields=@card,overview&facets=genres,decades",
			`{"genre":"Drama","year_min":1940,"year_max":1990,"min_rating":5,"sort":"year:asc","fields":["@card","overview"],"facets":["genres","decades"]}`},
		{"decade=1940s&has_poster=true&limit=0&facets=total", `{"decade":1940,"has_poster":true,"limit":0,"facets":["total"],"q":null}`},
		{"ids=tt0000101,tt9&fields=title", `{"ids":["tt0000101","tt9"],"fields":"title"}`},
	} {
		posted := s.post("/api/v2/films/search", c.body).is(200).has("Cache-Control", "no-store").has("ETag", "")
		if got := s.get("/api/v2/films?" + c.query); string(got.body) != string(posted.body) {
			t.Errorf("%s: %.300s, by GET %.300s", c.body, posted.body, got.body)
		}
	}
	first := s.post("/api/v2/films/search", `{"genre":"Drama","limit":5}`).page()
	next := s.get("/api/v2/films?genre=Drama&limit=5&cursor=" + *first.Meta.NextCursor)
	again := s.post("/api/v2/films/search", `{"genre":"Drama","limit":5,"cursor":"`+*first.Meta.NextCursor+`"}`)
	if next.is(200); string(next.body) != string(again.body) || slices.Equal(next.page().ids(), first.ids()) {
		t.Error("a cursor of one does not lead on in the other")
	}
	for body, param := range map[string]string{
		`{"genres":["Drama"]}`: "genres", `{"limit":501}`: "limit", `{"limit":"5"}`: "limit", `{"year_min":"x"}`: "year_min", `{"match":"most"}`: "match",
		`{"fields":["nothing"]}`: "fields", `{"fields":[5]}`: "fields", `{"facets":["colour"]}`: "facets", `[]`: "body", `{"q":"` + strings.Repeat("a", 501) + `"}`: "q",
		`{"sort":"colour:asc"}`: "sort", `{"ids":["tt1"],"genre":"Drama"}`: "ids",
	} {
		if e := s.post("/api/v2/films/search", body).fails(400, "invalid_parameter"); e.Param != param {
			t.Errorf("%s: %+v", body, e)
		}
	}
	s.post("/api/v2/films/search", `{"q":`).fails(400, "invalid_body")
	s.post("/api/v2/films/search?limit=5", `{}`).fails(400, "unknown_parameter")
	long, _ := json.Marshal(map[string]any{"actor": strings.Repeat("a", 400), "director": strings.Repeat("b", 400), "ids": nil, "q": strings.Repeat("é", 500)})
	s.post("/api/v2/films/search", string(long)).is(200)
}

// REQ F2-64: a film by chance, each as likely as any other; a seed chooses again.
func TestARandomFilm(t *testing.T) {
	t.Parallel()
	s := open(t)
	type drawn struct {
		Data map[string]any
		Meta struct {
			Total int
			Seed  string
		}
	}
	draw := func(query string) (d drawn) {
		t.Helper()
		a := s.get("/api/v2/films/random?"+query).is(200).has("Cache-Control", "no-store").has("ETag", "")
		if err := json.Unmarshal(a.body, &d); err != nil {
			t.Fatal(err)
		}
		return d
	}
	matches := s.get("/api/v2/films?genre=Drama&limit=500").page()
	seen := map[string]int{}
	for i := range 40 * matches.Meta.Total {
		d := draw("genre=Drama&fields=title&seed=" + strconv.Itoa(i))
		if d.Meta.Total != matches.Meta.Total || d.Meta.Seed != strconv.Itoa(i) {
			t.Fatalf("%+v of %d", d, matches.Meta.Total)
		}
		seen[d.Data["filmdb_id"].(string)]++
	}
	for _, id := range matches.ids() { // 40 each on average; a Poisson count is beyond this once in a million
		if n := seen[id]; n < 12 || n > 76 {
			t.Errorf("%s was chosen %d times of about 40", id, n)
		}
	}
	if len(seen) != matches.Meta.Total {
		t.Errorf("%d films were chosen of %d", len(seen), matches.Meta.Total)
	}
	others := map[string]bool{}
	for range 20 {
		d := draw("fields=title")
		others[d.Data["filmdb_id"].(string)] = true
		if again := draw("fields=title&seed=" + d.Meta.Seed); again.Data["filmdb_id"] != d.Data["filmdb_id"] {
			t.Errorf("seed %s: %v, then %v", d.Meta.Seed, d.Data, again.Data)
		}
	}
	if len(others) < 2 {
		t.Error("always the same film")
	}
	if d := draw("q=crossing&match=any&seed=a"); d.Data["external_ids"] == nil {
		t.Error("not the detail")
	}
	s.get("/api/v2/films/random?genre=nothing").fails(404, "film_not_found")
	if a := s.get("/api/v2/films/random?genre=horor&year_min=1900"); !strings.Contains(string(a.body), `no film has the genre \"horor\", there is Horror"`) {
		t.Errorf("a genre misspelt: %s", a.body)
	}
	s.get("/api/v2/films/random?min_rating=x").fails(400, "invalid_parameter")
	s.get("/api/v2/films/random?year_min=2000&year_max=1990").fails(400, "invalid_parameter")
}

// REQ F2-65: a list as a table, by the Accept header, with the next page in the Link header.
func TestAListAsCSV(t *testing.T) {
	t.Parallel()
	s := open(t)
	ask := func(path, accept string) *answer {
		return s.ask(request{path: path, header: map[string]string{"X-API-Key": s.Key(access.Studio), "Accept": accept}})
	}
	const list = "/api/v2/films?sort=year:asc&limit=7"
	total, records := 0, [][]string(nil)
	for path := list; path != ""; {
		a := ask(path, "text/csv").is(200).has("Content-Type", "text/csv; charset=utf-8; header=present").
			has("Vary", "X-API-Key, Authorization, X-Sandbox, Accept-Encoding, Accept")
		page, err := csv.NewReader(strings.NewReader(string(a.body))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if records == nil {
			records = page[:1]
		}
		records = append(records, page[1:]...)
		total, _ = strconv.Atoi(a.header.Get("X-Total-Count"))
		next, _, _ := strings.Cut(strings.TrimPrefix(a.header.Get("Link"), "<"+s.url), ">")
		if path = next; (path == "") != (a.header.Get("X-Next-Cursor") == "") {
			t.Fatalf("Link %q, X-Next-Cursor %q", a.header.Get("Link"), a.header.Get("X-Next-Cursor"))
		}
	}
	want := s.get("/api/v2/films?sort=year:asc&limit=500").page()
	if total != want.Meta.Total || len(records)-1 != total {
		t.Fatalf("%d rows of %d, want %d", len(records)-1, total, want.Meta.Total)
	}
	column := func(name string) int {
		i := slices.Index(records[0], name)
		if i < 0 {
			t.Fatalf("no column %s in %q", name, records[0])
		}
		return i
	}
	for i, f := range want.Data {
		row := records[i+1]
		rating := ""
		if v := f["ratings"].(map[string]any)["filmdb"]; v != nil {
			rating = fmt.Sprint(v)
		}
		var genres, cast []string
		for _, g := range f["genres"].([]any) {
			genres = append(genres, g.(string))
		}
		for _, c := range f["cast"].([]any) {
			cast = append(cast, c.(map[string]any)["name"].(string))
		}
		title := f["title"].(string)
		if got := strings.TrimPrefix(row[column("title")], "'"); row[0] != f["filmdb_id"] || got != title || row[column("ratings.filmdb")] != rating ||
			row[column("genres")] != strings.Join(genres, "; ") || row[column("cast")] != strings.Join(cast, "; ") {
			t.Errorf("row %d: %q", i, row)
		}
	}
	for _, name := range []string{"box_office.budget", "crew_summary.directing", "awards.oscar_wins", "provenance", "links.self"} {
		column(name)
	}
	if a := ask("/api/v2/films?limit=1&fields=@money,title", "text/csv"); !strings.HasPrefix(string(a.body),
		"filmdb_id,title,box_office.budget,box_office.worldwide_gross,box_office.roi,box_office.budget_original\r\n") {
		t.Errorf("%s", a.body)
	}
	if next := ask(list+"&api_key=x&utm_source=y&q=a%3Bb%26c", "text/csv"); strings.Contains(next.header.Get("Link"), "key") || strings.Contains(next.header.Get("Link"), "utm") {
		t.Errorf("Link %s", next.header.Get("Link"))
	}
	for accept, csv := range map[string]bool{
		"": false, "*/*": false, "application/json": false, "text/csv": true, "TEXT/CSV; header=present": true, "text/*": true, "text/csv, */*": true, "text/csv, text/html, */*;q=0.8": true,
		"text/csv, application/json": false, "text/csv, application/json;q=0.9": true, "text/csv;q=0.5, */*": false, "text/csv;q=0": false,
		"text/csv;q=0, text/*": false, "text/html, text/csv;q=0.4, */*;q=0.1": true, "application/json;q=0.1, text/csv;header=present;q=0.2": true, ",;": false,
	} {
		a := ask(list, accept).is(200)
		if got := strings.HasPrefix(a.header.Get("Content-Type"), "text/csv"); got != csv {
			t.Errorf("Accept %q: %s", accept, a.header.Get("Content-Type"))
		}
	}
}

// REQ F2-65: every operation that is a list is also a table, with a column for each field and
// member, whatever the rows have, and the rows of its JSON.
func TestEveryListIsAlsoATable(t *testing.T) {
	t.Parallel()
	s := open(t)
	version := s.snapshot(t).Version
	admin := s.admin()
	s.made(admin, `{"name":"a","tier":"writer"}`)
	begins := map[string]struct{ path, columns string }{
		"listFilms":                 {"/api/v2/films?limit=2&fields=title,ratings.filmdb", "filmdb_id,title,ratings.filmdb"},
		"listFilmsV1":               {"/api/v1/films?limit=2&fields=title,year", "filmdb_id,title,year"},
		"listSimilarFilms":          {"/api/v2/films/" + apptest.Crossing + "/similar?limit=2", "filmdb_id,title,"},
		"listComparableOf":          {"/api/v2/films/" + apptest.Crossing + "/comparable-of?limit=2", "filmdb_id,title,"},
		"listFilmChanges":           {"/api/v2/films/changes?since=" + version, "filmdb_id,change,fields,version,generated_at"},
		"listCatalogChanges":        {"/api/v2/catalog/changes?since=" + version, "since,version,generated_at,puts,"},
		"listActors":                {"/api/v1/actors?limit=2", "id,moviedb_id,namedb_id,name,headshot_url,popularity,visual_description,biography,career_stats.film_count,career_stats.avg_rating,"},
		"listScripts":               {"/api/v1/scripts?limit=2", "title,year,tier,rank,points,filmdb_id,filmdb_rating,master_score,features.scene_count,features.avg_scene_len,"},
		"listPosters":               {"/api/v1/posters/films?limit=2", "filmdb_id,title,year,poster_url,analysis."},
		"listWriterGuides":          {"/api/v1/styles/writers", "name,slug,filename,content"},
		"listDirectorGuides":        {"/api/v1/styles/directors", "name,filename,content"},
		"listCinematographerGuides": {"/api/v1/styles/cinematographers", "name,filename,content"},
		"listKeys":                  {"/api/v1/admin/keys?limit=2", "id,account,name,prefix,"},
		"listAuditEvents":           {"/api/v1/admin/audit?limit=1", "id,at,actor,from,action,account,target,detail"},
		"searchCatalog":             {"/api/v1/search?q=crossing&limit=2", "type,title,year,match_field,match_snippet,score,data.filmdb_id,"},
	}
	for path, item := range load(t, s).Paths.Map() {
		op := item.Get
		if op == nil || !strings.HasPrefix(op.OperationID, "list") && begins[op.OperationID].path == "" {
			continue
		}
		c, ok := begins[op.OperationID]
		if !ok {
			t.Errorf("%s: a list that is not tried here", path)
			continue
		}
		t.Run(op.OperationID, func(t *testing.T) {
			if op.Responses.Value("200").Value.Content["text/csv"] == nil {
				t.Error("not described as a table")
			}
			ask := func(path, accept string) *answer {
				return s.ask(request{path: path, header: map[string]string{"X-API-Key": admin, "Accept": accept}}).is(200)
			}
			var listed struct {
				Data json.RawMessage
				Meta struct{ Total *int }
			}
			ask(c.path, "application/json").read(&listed)
			var rows []json.RawMessage
			if guides := (struct{ Styles []json.RawMessage }{}); json.Unmarshal(listed.Data, &rows) != nil {
				if err := json.Unmarshal(listed.Data, &guides); err != nil {
					t.Fatal(err)
				}
				rows = guides.Styles
			}
			for range 2 { // also when the JSON is in the response cache
				a := ask(c.path, "text/csv").has("Content-Type", "text/csv; charset=utf-8; header=present")
				if !strings.HasSuffix(a.header.Get("Vary"), ", Accept") {
					t.Errorf("Vary: %s", a.header.Get("Vary"))
				}
				page, err := csv.NewReader(strings.NewReader(string(a.body))).ReadAll()
				if err != nil || len(page)-1 != len(rows) {
					t.Fatalf("%d rows of %d, %v", len(page)-1, len(rows), err)
				}
				if got := strings.Join(page[0], ","); !strings.HasPrefix(got, c.columns) {
					t.Errorf("columns %s, want %s", got, c.columns)
				}
				if total := listed.Meta.Total; total != nil && a.header.Get("X-Total-Count") != strconv.Itoa(*total) {
					t.Errorf("%s in all, want %d", a.header.Get("X-Total-Count"), *total)
				}
			}
		})
	}
}

// REQ F2-65: the pages of a table follow each other by the Link header also where there are no
// cursors, beside the links that version 1 has.
func TestPagesOfATableOfScriptsFollowEachOther(t *testing.T) {
	t.Parallel()
	s := open(t)
	want := s.scripts()
	rows := 0
	for path := "/api/v1/scripts?limit=3&utm_source=key"; path != ""; {
		a := s.ask(request{path: path, header: map[string]string{"X-API-Key": s.Key(access.Studio), "Accept": "text/csv"}}).is(200)
		page, err := csv.NewReader(strings.NewReader(string(a.body))).ReadAll()
		if err != nil || rows+len(page)-1 > len(want) {
			t.Fatal(len(page), err)
		}
		id, spoken := slices.Index(page[0], "filmdb_id"), slices.Index(page[0], "features.dialogue_ratio")
		for _, row := range page[1:] {
			if row[id] != want[rows].ID || row[spoken] != fmt.Sprint(want[rows].Features["dialogue_ratio"]) {
				t.Errorf("row %d is %q, want %+v", rows, row, want[rows])
			}
			rows++
		}
		path = ""
		for _, link := range a.header.Values("Link") {
			if to, ok := strings.CutSuffix(link, `>; rel="next"`); ok {
				path = strings.TrimPrefix(to, "<"+s.url)
			}
		}
		if strings.Contains(path, "key") {
			t.Fatal(path)
		}
	}
	if rows != len(want) || rows < 4 {
		t.Errorf("%d rows, want %d", rows, len(want))
	}
}

// REQ F2-65, F2-54: a table and JSON of one address are two answers, in caches too, and what is
// refused is JSON whatever Accept says.
func TestATableHasATagOfItsOwn(t *testing.T) {
	t.Parallel()
	s := open(t)
	ask := func(accept, tag string) *answer {
		return s.ask(request{path: "/api/v2/films?limit=3", header: map[string]string{"X-API-Key": s.Key(access.Studio), "Accept": accept, "If-None-Match": tag}})
	}
	for range 3 { // the third comes from the response cache, if it is there
		json, csv := ask("application/json", ""), ask("text/csv", "")
		if json.body[0] != '{' || csv.body[0] == '{' || json.header.Get("ETag") == csv.header.Get("ETag") {
			t.Fatalf("tags %s and %s", json.header.Get("ETag"), csv.header.Get("ETag"))
		}
		ask("text/csv", csv.header.Get("ETag")).is(304)
		ask("text/csv", json.header.Get("ETag")).is(200)
		ask("application/json", csv.header.Get("ETag")).is(200)
	}
	s.ask(request{path: "/api/v2/films?limit=x", header: map[string]string{"X-API-Key": s.Key(access.Studio), "Accept": "text/csv"}}).fails(400, "invalid_parameter")
	s.ask(request{path: "/api/v2/films", header: map[string]string{"Accept": "text/csv"}}).fails(401, "missing_api_key")
	similar := s.ask(request{path: "/api/v2/films/" + apptest.Crossing + "/similar?limit=2", header: map[string]string{"X-API-Key": s.Key(access.Studio), "Accept": "text/csv"}}).is(200)
	if similar.header.Get("X-Total-Count") != "2" || strings.Count(string(similar.body), "\r\n") != 3 {
		t.Errorf("%s", similar.body)
	}
	posted := s.ask(request{method: "POST", path: "/api/v2/films/search", body: `{"limit":2,"fields":"title"}`, header: map[string]string{
		"X-API-Key": s.Key(access.Studio), "Accept": "text/csv", "Content-Type": "application/json"}}).is(200).has("Link", "")
	if posted.header.Get("X-Next-Cursor") == "" || !strings.HasPrefix(string(posted.body), "filmdb_id,title\r\n") {
		t.Errorf("%s", posted.body)
	}
}

// REQ F2-66: answers say what their steps took, those from the response cache their own.
func TestServerTiming(t *testing.T) {
	t.Parallel()
	s := open(t)
	steps := func(a *answer) (names []string) {
		t.Helper()
		for part := range strings.SplitSeq(a.header.Get("Server-Timing"), ", ") {
			name, rest, _ := strings.Cut(part, ";")
			names = append(names, name)
			ms, found := strings.CutPrefix(rest, "dur=")
			if took, err := strconv.ParseFloat(ms, 64); found && (err != nil || took < 0 || took > 60_000) {
				t.Errorf("%s: %q", a.what, part)
			}
		}
		return names
	}
	for range 2 {
		if got := steps(s.get("/api/v2/films?limit=3")); !slices.Equal(got, []string{"parse", "find", "write", "total"}) {
			t.Errorf("a list: %q", got)
		}
	}
	if got := steps(s.get("/api/v2/films?limit=3")); !slices.Equal(got, []string{"parse", "cache", "total"}) {
		t.Errorf("asked again: %q", got)
	}
	if got := steps(s.post("/api/v2/films/batch", `{"films":["tt1"]}`)); !slices.Equal(got, []string{"total"}) {
		t.Errorf("a batch: %q", got)
	}
	tag := s.get("/api/v2/films?limit=3").header.Get("ETag")
	s.ask(request{path: "/api/v2/films?limit=3", header: map[string]string{"X-API-Key": s.Key(access.Studio), "If-None-Match": tag}}).is(304).has("Server-Timing", "")
	s.get("/api/v2/films?limit=x").has("Server-Timing", "")
	s.get("/api/v1/films?limit=1").has("Server-Timing", "")
	away := s.ask(request{path: "/api/v2/films?limit=3", header: map[string]string{"X-API-Key": s.Key(access.Studio), "Origin": "https://other.example"}})
	if !strings.Contains(away.header.Get("Access-Control-Expose-Headers"), "Server-Timing") || away.header.Get("Timing-Allow-Origin") != "*" {
		t.Errorf("%v", away.header)
	}
}

// REQ V-09: a request is answered for the version that it was written for, or refused.
func TestAPinnedVersion(t *testing.T) {
	t.Parallel()
	s := open(t)
	ask := func(path, version string) *answer {
		return s.ask(request{path: path, header: map[string]string{"X-API-Key": s.Key(access.Studio), "X-Service-Version": version}})
	}
	for _, version := range []string{"", "2", "2.2", "2.2.0", "2.3.1", "2.4", "2.4.0", " 2.4 "} {
		ask("/api/v2/films?limit=1", version).is(200)
	}
	for _, version := range []string{"1", "2.1", "2.1.9", "2.5", "2.4.1", "3", "2.4.0.0", "x", "2.", "2.-4", "v2", "2.99999999999999999999"} {
		a := ask("/api/v2/films?limit=1", version).has("Cache-Control", "no-store")
		if p := a.fails(400, "invalid_parameter"); p.Param != "X-Service-Version" || p.Allowed != "a version from 2.2.0 to 2.4.0" {
			t.Errorf("%s: %+v", version, p)
		}
	}
	ask("/api/v1/films?limit=1", "3").is(200)
}
