package serve_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"kinodex/internal/apptest"
)

// REQ M-41, M-19: one core, two surfaces. Questions are drawn at random and asked
// of both; what they say of the same thing is the same.
func TestTheConnectorAnswersAsRESTDoes(t *testing.T) {
	t.Parallel()
	s := open(t)
	draw := rand.New(rand.NewPCG(7, 28))
	pick := func(all ...string) string { return all[draw.IntN(len(all))] }
	for range 400 {
		arguments, query := map[string]any{}, url.Values{}
		state := func(name, rest string, value any) {
			if draw.IntN(4) == 0 {
				arguments[name] = value
				query.Set(rest, fmt.Sprint(value))
			}
		}
		state("query", "q", pick("crossing", "river", "echo", "lake summer", "crosing", "é", "the"))
		state("genre", "genre", pick("drama", "Drama,War", "comedy", "Nothing"))
		state("decade", "decade", pick("1940s", "1950", "2000s"))
		state("year_min", "year_min", 1900+draw.IntN(120))
		state("year_max", "year_max", 1950+draw.IntN(80))
		state("min_rating", "min_rating", float64(draw.IntN(100))/10)
		state("min_score", "min_score", float64(draw.IntN(90)))
		state("director", "director", pick("brandt", "a", "ö"))
		state("actor", "actor", pick("lindt", "an", "zzz"))
		state("language", "language", pick("de", "FR", "ja"))
		state("sort", "sort", pick("year:asc", "title:desc", "roi:desc", "budget"))
		limit := 1 + draw.IntN(9)
		arguments["limit"], query["limit"] = limit, []string{fmt.Sprint(limit)}
		rest := s.get("/api/v2/films?" + query.Encode())
		if rest.status == 400 { // year_min above year_max: the connector refuses it too
			body, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": map[string]any{"name": "search_films", "arguments": arguments}})
			if a := s.post("/mcp", string(body)); !strings.Contains(string(a.body), "INVALID_INPUT") {
				t.Errorf("%v: REST refuses, the connector says %.200s", arguments, a.body)
			}
			continue
		}
		want := rest.page()
		var got page
		s.call("search_films", arguments, &got)
		if got.Meta.Total != want.Meta.Total || !reflect.DeepEqual(got.Meta.NextCursor, want.Meta.NextCursor) || got.Meta.DidYouMean != want.Meta.DidYouMean || len(got.Data) != len(want.Data) {
			t.Fatalf("%v: meta %+v and %+v", arguments, got.Meta, want.Meta)
		}
		for i, row := range got.Data {
			if !within(row, want.Data[i]) {
				t.Fatalf("%v: %v is not within %v", arguments, row, want.Data[i])
			}
		}
	}
}

// within reports whether all that a says is in b.
func within(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		for key, v := range a {
			w, there := b[key]
			if !ok || !there || !within(v, w) {
				return false
			}
		}
		return ok
	}
	return reflect.DeepEqual(a, b)
}

// The rest of the tools, of every film there is and of what is no film.
func TestEveryToolAnswersAsRESTDoes(t *testing.T) {
	t.Parallel()
	s := open(t)
	same := func(what string, got, want any) {
		t.Helper()
		if !within(got, want) {
			t.Errorf("%s: %.400v is not within %.400v", what, got, want)
		}
	}
	get := func(path string) (v any) { s.get(path).is(200).data(&v); return v }
	post := func(path string, body any) (v any) {
		b, _ := json.Marshal(body)
		s.post(path, string(b)).is(200).data(&v)
		return v
	}
	call := func(tool string, arguments map[string]any) (v map[string]any) { s.call(tool, arguments, &v); return v }
	for _, f := range apptest.Films() {
		id := f.ID.String()
		film := call("get_film", map[string]any{"id": id})
		whole := get("/api/v2/films/" + id).(map[string]any)
		if int(film["cast_total"].(float64)) != len(whole["cast"].([]any)) {
			t.Errorf("%s: cast_total %v", id, film["cast_total"])
		}
		delete(film, "cast_total")
		whole["cast"] = whole["cast"].([]any)[:min(15, len(whole["cast"].([]any)))]
		same("get_film "+id, film, whole)
		same("get_film "+id, whole, film)
		if a := s.get("/api/v2/films/" + id + "/similar?limit=7"); a.status == 200 {
			var rows any
			a.data(&rows)
			mine := call("get_similar_films", map[string]any{"id": id, "limit": 7})
			for i, row := range mine["data"].([]any) {
				same("get_similar_films "+id, row, rows.([]any)[i])
			}
		}
		if a := s.get("/api/v2/films/" + id + "/poster-analysis"); a.status == 200 {
			var want any
			a.data(&want)
			same("get_poster_analysis "+id, call("get_poster_analysis", map[string]any{"id": id}), want)
		}
		if a := s.get("/api/v1/scripts/" + id); a.status == 200 {
			var want any
			a.data(&want)
			same("get_script "+id, call("get_script", map[string]any{"id": id}), want)
			withSeries := get("/api/v2/films/" + id + "/script") // REQ M-44
			told := call("get_script", map[string]any{"id": id, "series": true})
			same("get_script with series "+id, told, withSeries)
			same("get_script with series "+id, withSeries, told)
		}
	}
	first, second := apptest.Screenplay(8), apptest.Screenplay(9) // short, so that nothing is cut
	compared := call("analyze_screenplay", map[string]any{"text": second, "earlier": first, "detail": "full"})["comparison"]
	want := post("/api/v1/scripts/compare", map[string]any{"before": first, "after": second}) // REQ F2-161
	same("two drafts", compared, want)
	same("two drafts", want, compared)
	same("get_catalog_stats", call("get_catalog_stats", nil), get("/api/v1/stats"))
	for offset := range 5 {
		mine := call("search_scripts", map[string]any{"offset": 3 * offset, "limit": 3, "tier": "B"})
		for i, row := range mine["data"].([]any) {
			if _, there := row.(map[string]any)["features"]; there {
				t.Error("rows have features (M-25)")
			}
			same("search_scripts", row, get(fmt.Sprintf("/api/v1/scripts?offset=%d&limit=3&tier=B", 3*offset)).([]any)[i])
		}
	}
	liked := map[string]any{"liked": []string{apptest.Crossing, "Echo (2003)", "no such film"}, "disliked": []string{"It"}, "limit": 12}
	same("recommend_films", call("recommend_films", liked), post("/api/v1/recommend", liked))
	group := map[string]any{"liked": []string{apptest.Crossing}, "disliked": []string{"It"}, "with": []string{"Echo (2003)", "a drama"}, "limit": 12}
	rows := post("/api/v2/recommend/together", map[string]any{"limit": 12, "people": []map[string]any{
		{"liked": []string{apptest.Crossing}, "vetoes": map[string]any{"films": []string{"It"}}}, {"liked": []string{"Echo (2003)"}}, {"prompt": "a drama"}}}).([]any)
	told := call("recommend_films", group)["data"].([]any) // REQ M-45
	if len(told) != len(rows) || len(rows) == 0 {
		t.Fatalf("recommend_films gives a group %d films, REST %d", len(told), len(rows))
	}
	for i := range rows {
		same("recommend_films for a group", told[i], rows[i])
	}
	for _, project := range []map[string]any{
		{"title": "The Brass Key"},
		{"title": "The Brass Key", "genres": []string{"Drama", "War"}, "budget": 2e6, "director": "Ilse Brandt", "cast": []string{"Rosa Lindt"}, "synopsis": "A river that has become a border."},
	} {
		same("predict_project_outcome", call("predict_project_outcome", project), post("/api/v1/predict", project))
	}
	text := map[string]any{"text": apptest.Screenplay(30)}
	mine, theirs := call("analyze_screenplay", text), post("/api/v1/scripts/analyze", text).(map[string]any)
	for feature, c := range theirs["comparisons"].(map[string]any) {
		c := c.(map[string]any)
		c["percentile"] = c["percentile_approx"]
		same("percentile of "+feature, mine["comparisons"].(map[string]any)[feature], c)
	}
	for key, v := range mine {
		if rest, cut := mine["rest"]; key != "comparisons" && key != "rest" && key != "truncated" && (!cut || !strings.Contains(fmt.Sprint(rest), key)) {
			same("analyze_screenplay "+key, v, theirs[key])
		}
	}
	for _, query := range []string{"crossing", "river", "echo", "drama lake"} {
		var cited []string
		for _, one := range call("search", map[string]any{"query": query})["results"].([]any) {
			cited = append(cited, one.(map[string]any)["id"].(string))
		}
		var want []string
		for _, row := range get("/api/v1/search?limit=20&q=" + url.QueryEscape(query)).([]any) {
			row := row.(map[string]any)
			kind := strings.Replace(row["type"].(string), "synopsis", "film", 1)
			want = append(want, kind+":"+row["data"].(map[string]any)["filmdb_id"].(string))
		}
		if !reflect.DeepEqual(cited, want) {
			t.Errorf("search %s: %v and %v", query, cited, want)
		}
	}
	for _, discipline := range []string{"writers", "directors", "cinematographers"} {
		guides := get("/api/v1/styles/" + discipline)
		if discipline == "writers" {
			guides = guides.(map[string]any)["styles"]
		}
		names := call("list_style_guides", map[string]any{"discipline": discipline})["data"].([]any)
		if len(names) != len(guides.([]any)) {
			t.Errorf("%d %s and %d", len(names), discipline, len(guides.([]any)))
		}
		for i, g := range guides.([]any) {
			slug := names[i].(map[string]any)["slug"]
			same("get_style_guide", g, call("get_style_guide", map[string]any{"discipline": discipline, "name": slug}))
		}
	}
	same("get_account_status", call("get_account_status", nil), get("/api/v1/me"))
}
