package serve_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/film"
	"kinodex/internal/screenplay/measure"
)

// script is a script of the research set.
type script struct {
	Title, Tier, Class string
	Year, Rank         int
	Points             float64
	ID                 string  `json:"filmdb_id"`
	Rating             float64 `json:"filmdb_rating"`
	Score              float64 `json:"master_score"`
	Features           map[string]float64
}

func (s *site) scripts() (all []script) {
	s.t.Helper()
	s.get("/api/v1/scripts?limit=200").is(200).data(&all)
	return all
}

// shape writes the keys of a JSON value with their types, so that one renamed,
// removed or retyped shows, and a figure that changed does not (REQ V-08).
func shape(t *testing.T, body []byte) []byte {
	t.Helper()
	var v any
	if err := json.Unmarshal(body, &v); err != nil {
		t.Fatal(err)
	}
	types := map[string]map[string]bool{}
	var walk func(path string, v any)
	walk = func(path string, v any) {
		kind := "null"
		switch v := v.(type) {
		case map[string]any:
			kind = "object"
			for k, each := range v {
				walk(path+"."+k, each)
			}
		case []any:
			kind = "array"
			for _, each := range v {
				walk(path+"[]", each)
			}
		case string:
			kind = "string"
		case float64:
			kind = "number"
		case bool:
			kind = "boolean"
		}
		if types[path] == nil {
			types[path] = map[string]bool{}
		}
		types[path][kind] = true
	}
	walk("", v)
	var b strings.Builder
	for _, path := range slices.Sorted(maps.Keys(types)) {
		fmt.Fprintf(&b, "%s: %s\n", path, strings.Join(slices.Sorted(maps.Keys(types[path])), " or "))
	}
	return []byte(b.String())
}

func TestScriptShapes(t *testing.T) {
	t.Parallel()
	s := open(t)
	for name, a := range map[string]*answer{
		"v1_scripts":      s.get("/api/v1/scripts?limit=3"),
		"v1_script":       s.get("/api/v1/scripts/" + apptest.Crossing),
		"v2_film_script":  s.get("/api/v2/films/" + apptest.Crossing + "/script"),
		"v1_model":        s.get("/api/v1/model"),
		"v1_correlations": s.get("/api/v1/correlations"),
		"v1_analyze":      s.analyze(apptest.Screenplay(60)),
		"v1_compare":      s.post("/api/v1/scripts/compare", drafts(apptest.Screenplay(20), apptest.Screenplay(21))),
	} {
		t.Run(name, func(t *testing.T) {
			golden(t, "testdata/"+name+".shape", shape(t, a.is(200).body))
		})
	}
	for path, fields := range map[string]string{ // what is stated, whatever else there is
		"/api/v1/scripts/" + apptest.Crossing: "title year tier rank points filmdb_id filmdb_rating master_score features",
		"/api/v1/model":                       "model_type classes n_trees macro_f1 feature_names feature_labels feature_categories feature_stats importances lr_coefficients total_scripts",
		"/api/v1/correlations":                "features metrics matrix n tier_profiles effect_sizes insights",
	} {
		var data map[string]any
		s.get(path).data(&data)
		for _, f := range strings.Fields(fields) {
			if data[f] == nil {
				t.Errorf("%s has no %s", path, f)
			}
		}
	}
}

// REQ S-45: version 2 has the script of version 1 and its series, which is null where it was not
// measured.
func TestAScriptIsToldFromBeginningToEnd(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, id := range []string{apptest.Crossing, apptest.Ensemble} {
		var v1, v2 map[string]any
		s.get("/api/v1/scripts/" + id).is(200).data(&v1)
		a := s.get("/api/v2/films/" + id + "/script").is(200)
		a.data(&v2)
		series, has := v2["series"]
		delete(v2, "series")
		if !has || !reflect.DeepEqual(v1, v2) {
			t.Errorf("%s: version 2 has %v, version 1 %v", id, v2, v1)
		}
		if (series == nil) != (id == apptest.Ensemble) {
			t.Errorf("%s: series %v", id, series)
		}
		s.ask(request{path: "/api/v2/films/" + id + "/script", header: map[string]string{
			"X-API-Key": s.Key(access.Studio), "If-None-Match": a.header.Get("ETag")}}).is(304)
	}
	var told struct {
		Series struct {
			Sentiment     []float64
			DialogueRatio []float64 `json:"dialogue_ratio"`
			Speakers      []int
			ActShares     []float64 `json:"act_shares"`
			Scenes        []struct {
				Words   int
				Setting *string
			}
		}
	}
	s.get("/api/v2/films/" + apptest.Crossing + "/script").data(&told)
	if of := told.Series; len(of.Sentiment) != 20 || len(of.DialogueRatio) != 20 || len(of.Speakers) != 20 || len(of.ActShares) != 3 || len(of.Scenes) != 60 || of.Scenes[0].Setting == nil {
		t.Errorf("the series: %+v", of)
	}
	s.get("/api/v2/films/"+apptest.Bare+"/script").fails(404, "script_not_found")
	s.get("/api/v2/films/"+apptest.Absent+"/script").fails(404, "film_not_found")
	s.get("/api/v2/films/nonsense/script").fails(404, "film_not_found")
	s.get("/api/v2/films/"+apptest.Crossing+"/script?series=1").fails(400, "unknown_parameter")
}

// REQ S-01 to S-05, S-11, S-12, S-40: the list, its pages and its tiers.
func TestScripts(t *testing.T) {
	t.Parallel()
	s := open(t)
	all := s.scripts()
	rated := 0
	for _, f := range apptest.Films() {
		if f.Ratings.Filmdb != nil {
			rated++
		}
	}
	if len(all) != rated {
		t.Errorf("%d scripts, %d films are rated", len(all), rated)
	}
	for i, r := range all {
		if r.Rank != i+1 || len(r.Features) != 20 || r.Title == "" {
			t.Errorf("place %d: %+v", i, r)
		}
		if i > 0 && (r.Points > all[i-1].Points || strings.Index("SABCDE", r.Tier) < strings.Index("SABCDE", all[i-1].Tier)) {
			t.Errorf("rank %d has more points or a better tier than the one before", r.Rank)
		}
		// The film's figures are those of the catalogue.
		var f struct {
			Title  string
			Year   *int
			Rating float64 `json:"filmdb_rating"`
			Score  float64 `json:"master_score"`
		}
		s.get("/api/v1/films/" + r.ID).data(&f)
		if f.Title != r.Title || f.Rating != r.Rating || f.Score != r.Score {
			t.Errorf("%s: %+v, the film %+v", r.ID, r, f)
		}
		var one script
		s.get("/api/v1/scripts/" + r.ID).is(200).data(&one)
		if one.Rank != r.Rank || !maps.Equal(one.Features, r.Features) {
			t.Errorf("%s alone is %+v", r.ID, one)
		}
	}
	total := len(all)
	for _, c := range []struct {
		query                 string
		limit, offset, listed int
	}{
		{"", 50, 0, total}, {"limit=7", 7, 0, 7}, {"limit=7&offset=3", 7, 3, 7}, {"limit=0", 1, 0, 1}, {"limit=201", 200, 0, total},
		{"offset=-1", 50, 0, total}, {"offset=999999999", 50, 999999999, 0}, {"tier=", 50, 0, total}, {"more=1", 50, 0, total},
	} {
		p := s.get("/api/v1/scripts?" + c.query).page()
		if p.Meta.Limit != c.limit || p.Meta.Offset != c.offset || p.Meta.Total != total || len(p.Data) != c.listed || p.Data == nil {
			t.Errorf("%s: meta %+v with %d scripts", c.query, p.Meta, len(p.Data))
		}
	}
	sum := 0
	for _, tier := range strings.Split("SABCDE", "") {
		upper, lower := s.get("/api/v1/scripts?tier="+tier).page(), s.get("/api/v1/scripts?tier="+strings.ToLower(tier)).page()
		sum += upper.Meta.Total
		if upper.Meta.Total == 0 || !slices.Equal(upper.ids(), lower.ids()) {
			t.Errorf("tier %s: %d scripts, lower case %d", tier, upper.Meta.Total, lower.Meta.Total)
		}
		for _, r := range upper.Data {
			if r["tier"] != tier {
				t.Errorf("tier %s lists %v", tier, r["tier"])
			}
		}
	}
	if sum != total {
		t.Errorf("tiers have %d scripts together, all %d", sum, total)
	}
	for _, query := range []string{"tier=F", "tier=SA", "tier=%20", "limit=abc", "limit=1.5", "offset=x"} {
		if p := s.get("/api/v1/scripts?"+query).fails(400, "invalid_parameter"); p.Param != strings.Split(query, "=")[0] || p.Allowed == "" {
			t.Errorf("%s: %+v", query, p)
		}
	}
	s.get("/api/v1/scripts/" + strings.ToUpper(apptest.Crossing)).is(200)                                       // G-12
	for _, id := range []string{apptest.Absent, apptest.Bare, "abc", "tt", "0", "tt0000101x", "%F0%9F%8E%AC"} { // REQ S-14
		s.get("/api/v1/scripts/"+id).fails(404, "script_not_found")
	}
}

// REQ S-09: the same twenty keys everywhere.
func TestTheTwentyFeatures(t *testing.T) {
	t.Parallel()
	s := open(t)
	want := slices.Sorted(slices.Values(measure.Names()))
	check := func(where string, object any) {
		t.Helper()
		if got := slices.Sorted(maps.Keys(object.(map[string]any))); !slices.Equal(got, want) {
			t.Errorf("%s has %d keys: %v", where, len(got), got)
		}
	}
	var one, model, correlations, analysis, compared map[string]any
	s.get("/api/v1/scripts/" + apptest.Crossing).data(&one)
	s.get("/api/v1/model").data(&model)
	s.get("/api/v1/correlations").data(&correlations)
	s.analyze(apptest.Screenplay(30)).data(&analysis)
	s.post("/api/v1/scripts/compare", drafts(apptest.Screenplay(20), apptest.Screenplay(21))).data(&compared)
	check("script", one["features"])
	for _, r := range s.get("/api/v1/scripts?limit=5").page().Data {
		check("list", r["features"])
	}
	for _, key := range []string{"feature_labels", "feature_categories", "feature_stats", "importances", "lr_coefficients", "feature_definitions"} {
		check("model."+key, model[key])
	}
	for _, key := range []string{"matrix", "n", "effect_sizes"} {
		check("correlations."+key, correlations[key])
	}
	for tier, profile := range correlations["tier_profiles"].(map[string]any) {
		check("profile "+tier, profile.(map[string]any)["features"])
	}
	for _, key := range []string{"features", "comparisons", "evidence"} {
		check("analysis."+key, analysis[key])
	}
	check("compared", compared["changes"])
	var names []string
	for _, n := range model["feature_names"].([]any) {
		names = append(names, n.(string))
	}
	if !slices.Equal(names, measure.Names()) {
		t.Errorf("feature_names %v", names)
	}
	for _, seen := range []string{"scene_count", "dialogue_ratio", "action_ratio", "avg_sentence_len", "vocab_richness", "vocabulary_richness", "sentiment_arc_slope"} {
		if !slices.Contains(names, seen) { // REQ S-06, S-07
			t.Errorf("no feature %s", seen)
		}
	}
}

// REQ S-36, S-37, S-38, S-39, S-44: the model.
func TestTheModel(t *testing.T) {
	t.Parallel()
	s := open(t)
	var m struct {
		Type        string `json:"model_type"`
		Classes     []string
		Trees       int     `json:"n_trees"`
		MacroF1     float64 `json:"macro_f1"`
		Importances map[string]float64
		LR          map[string]map[string]float64 `json:"lr_coefficients"`
		Regression  struct {
			Coefficients map[string]float64
			MidFrom      float64 `json:"mid_from"`
			HighFrom     float64 `json:"high_from"`
			MacroF1      float64 `json:"macro_f1"`
		}
		Stats      map[string]struct{ Mean, Std float64 } `json:"feature_stats"`
		Total      int                                    `json:"total_scripts"`
		Tiers      struct{ Shares map[string]float64 }
		Evaluation struct {
			Protocol string
			Folds    int
			N        map[string]int
		}
	}
	s.get("/api/v1/model").is(200).data(&m)
	sum, shares := 0.0, 0.0
	for name, i := range m.Importances {
		if sum += i; i < 0 {
			t.Errorf("importance of %s is %v", name, i)
		}
	}
	for _, share := range m.Tiers.Shares {
		shares += share
	}
	all := s.scripts()
	if !slices.Equal(m.Classes, []string{"High", "Mid", "Low"}) || m.Trees < 1 || m.MacroF1 < 0 || m.MacroF1 > 1 || math.Abs(sum-1) > 1e-6 ||
		m.Total != len(all) || m.Total != s.get("/api/v1/scripts").page().Meta.Total || m.Type == "" || math.Abs(shares-1) > 1e-9 {
		t.Errorf("model %+v; importances sum to %v, shares to %v", m, sum, shares)
	}
	if m.Evaluation.Protocol == "" || m.Evaluation.Folds != 5 || m.Evaluation.N["High"]+m.Evaluation.N["Mid"]+m.Evaluation.N["Low"] != m.Total {
		t.Errorf("evaluation %+v", m.Evaluation)
	}
	for name, c := range m.LR {
		if got := slices.Sorted(maps.Keys(c)); !slices.Equal(got, []string{"High", "Low", "Mid"}) {
			t.Errorf("coefficients of %s: %v", name, c)
		}
	}
	if r := m.Regression; len(r.Coefficients) != 20 || r.MidFrom <= 0 || r.HighFrom <= r.MidFrom || r.HighFrom > 100 || r.MacroF1 <= 0 || r.MacroF1 > 1 {
		t.Errorf("regression %+v", r)
	}
	for name, norm := range m.Stats { // they are those of the list
		mean := 0.0
		for _, r := range all {
			mean += r.Features[name] / float64(len(all))
		}
		if math.Abs(mean-norm.Mean) > 1e-6*max(1, math.Abs(mean)) || norm.Std <= 0 {
			t.Errorf("%s: mean %v, of the list %v", name, norm.Mean, mean)
		}
	}
}

// REQ S-32 to S-35: correlations are those of the list with the films.
func TestCorrelations(t *testing.T) {
	t.Parallel()
	s := open(t)
	var c struct {
		Features, Metrics []string
		Matrix            map[string]map[string]*float64
		N                 map[string]map[string]int
		Profiles          map[string]struct{ N int } `json:"tier_profiles"`
		Insights          []struct {
			Feature, Metric, Text string
			R                     float64
			N                     int
		}
	}
	s.get("/api/v1/correlations").is(200).data(&c)
	if want := strings.Fields("filmdb_rating critic_score moviedb_rating master_score worldwide_gross roi oscar_noms oscar_wins"); !slices.Equal(c.Metrics, want) {
		t.Errorf("metrics %v", c.Metrics)
	}
	all := s.scripts()
	byID := map[string]map[string]any{}
	for _, f := range s.get("/api/v1/films?limit=200").page().Data {
		byID[f["filmdb_id"].(string)] = f
	}
	known, unknown := 0, 0
	for _, metric := range c.Metrics {
		for _, name := range c.Features {
			var x, y []float64
			for _, r := range all {
				if v, ok := byID[r.ID][metric].(float64); ok {
					x, y = append(x, r.Features[name]), append(y, v)
				}
			}
			r, n := c.Matrix[name][metric], c.N[name][metric]
			if n != len(x) || (r == nil) != (n < 10) && !constant(y) {
				t.Errorf("%s, %s: r %v over %d, the list has %d", name, metric, r, n, len(x))
			}
			if r == nil {
				unknown++
				continue
			}
			if known++; *r < -1 || *r > 1 || math.Abs(*r-pearson(x, y)) > 1e-5 {
				t.Errorf("%s, %s: r %v, from the list %v", name, metric, *r, pearson(x, y))
			}
		}
	}
	if known < 80 {
		t.Errorf("%d coefficients are known, %d are not", known, unknown)
	}
	sum := 0
	for _, p := range c.Profiles {
		sum += p.N
	}
	if len(c.Profiles) != 6 || sum != len(all) || len(c.Insights) == 0 {
		t.Errorf("%d profiles of %d scripts, %d insights", len(c.Profiles), sum, len(c.Insights))
	}
	for i, in := range c.Insights {
		if r := c.Matrix[in.Feature][in.Metric]; r == nil || *r != in.R || c.N[in.Feature][in.Metric] != in.N || !strings.Contains(in.Text, strconv.Itoa(in.N)) {
			t.Errorf("insight %+v", in)
		}
		if i > 0 && math.Abs(in.R) > math.Abs(c.Insights[i-1].R) {
			t.Errorf("insight %d is stronger than the one before", i)
		}
	}
}

func constant(y []float64) bool { return len(slices.Compact(slices.Clone(y))) < 2 }

func pearson(x, y []float64) float64 {
	n := float64(len(x))
	var sx, sy, xx, yy, xy float64
	for i := range x {
		sx, sy, xx, yy, xy = sx+x[i], sy+y[i], xx+x[i]*x[i], yy+y[i]*y[i], xy+x[i]*y[i]
	}
	return (n*xy - sx*sy) / math.Sqrt((n*xx-sx*sx)*(n*yy-sy*sy))
}

// REQ: what scripts cost, and the sandbox.
func TestScriptsAreBilledLikeFilms(t *testing.T) {
	t.Parallel()
	s := open(t)
	key := s.NewKey(access.Writer, access.Writer.DefaultScopes(), false)
	left := 10
	for _, path := range []string{"/api/v1/scripts", "/api/v1/scripts/" + apptest.Crossing, "/api/v1/scripts/" + apptest.Absent, "/api/v1/model", "/api/v1/correlations"} {
		left--
		s.ask(request{path: path, header: map[string]string{"X-API-Key": key}}).has("X-RateLimit-Remaining", strconv.Itoa(left)).
			has("Deprecation", "@1767225600")
		if path == "/api/v1/scripts/"+apptest.Absent {
			continue
		}
		p := s.ask(request{path: path, header: map[string]string{"X-API-Key": key, "X-Sandbox": "1"}}).is(200).has("X-RateLimit-Remaining", "")
		if !strings.Contains(string(p.body), `"sandbox":true`) {
			t.Errorf("%s does not say that it comes from the sandbox", path)
		}
		s.ask(request{path: path, header: map[string]string{"X-API-Key": s.Key(access.Free)}}).fails(403, "tier_not_allowed")
		s.ask(request{path: path}).fails(401, "missing_api_key")
	}
}

// A film's page of scripts is by film id, in the film's own form.
func TestScriptsNameFilms(t *testing.T) {
	t.Parallel()
	for _, r := range open(t).scripts() {
		if _, ok := film.ParseID(r.ID); !ok || len(r.ID) < 9 {
			t.Errorf("%q is no film id", r.ID)
		}
	}
}
