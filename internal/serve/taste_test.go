package serve_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
)

// listed are films as v2 lists them, as far as these tests look.
type listed struct {
	ID        string `json:"filmdb_id"`
	Title     string
	Year      *int
	Genres    []string
	Director  *string
	Countries []string
	Language  *string
	Ratings   struct {
		Filmdb      *float64
		FilmdbVotes *float64 `json:"filmdb_votes"`
		MasterScore float64  `json:"master_score"`
	}
	Poster struct{ URL *string }
	Cast   []struct{ Name string }
}

type alike struct {
	Data []listed
	Meta struct {
		Source    string
		Count     int
		Requested int `json:"requested_limit"`
	}
}

// REQ F2-39, F2-40, F2-42
func TestSimilarFilms(t *testing.T) {
	t.Parallel()
	s := open(t)
	var got alike
	a := s.get("/api/v2/films/" + apptest.Crossing + "/similar").is(200)
	a.data(&got.Data)
	if err := json.Unmarshal(a.body, &got); err != nil {
		t.Fatal(err)
	}
	if got.Meta.Source != "content" || got.Meta.Count != len(got.Data) || got.Meta.Requested != 20 || len(got.Data) == 0 || len(got.Data) > 20 {
		t.Errorf("meta %+v, %d films", got.Meta, len(got.Data))
	}
	seen := map[string]bool{apptest.Crossing: true}
	for _, f := range got.Data {
		if seen[f.ID] {
			t.Errorf("%s is given again", f.ID)
		}
		seen[f.ID] = true
	}
	if tag := a.header.Get("ETag"); tag == "" {
		t.Error("no entity tag")
	}
	var two alike
	json.Unmarshal(s.get("/api/v2/films/"+apptest.Crossing+"/similar?limit=2").is(200).body, &two)
	if len(two.Data) != 2 || two.Data[0].ID != got.Data[0].ID || two.Data[1].ID != got.Data[1].ID || two.Meta.Requested != 2 {
		t.Errorf("two: %+v", two)
	}
}

// REQ F2-41
func TestFilmsWithoutSimilarOnes(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.get("/api/v2/films/"+apptest.Absent+"/similar").fails(404, "film_not_found")
	s.get("/api/v2/films/nonsense/similar").fails(404, "film_not_found")
	s.get("/api/v2/films/"+apptest.Bare+"/similar").fails(404, "no_similarity_data")
	for _, limit := range []string{"0", "101", "-1", "ten", "1.5", ""} {
		s.get("/api/v2/films/"+apptest.Crossing+"/similar?limit="+limit).fails(400, "invalid_parameter")
	}
}

// suggestions are the answer of v1's recommend.
type suggestions struct {
	Recommendations []struct {
		ID          string `json:"filmdb_id"`
		Title       string
		Year        *string
		Genres      []string
		VoteAverage *float64 `json:"vote_average"`
		Overview    *string
		PosterPath  *string `json:"poster_path"`
		Score       float64
		Reasons     []string
		Penalties   []struct {
			ID     string `json:"filmdb_id"`
			Factor float64
		}
	}
	Profile map[string][]string `json:"taste_profile"`
	Input   struct {
		Liked      int `json:"liked_resolved"`
		Disliked   int `json:"disliked_resolved"`
		Scored     int `json:"total_scored"`
		Unresolved []string
		Effect     []struct {
			ID      string `json:"filmdb_id"`
			Lowered int
		} `json:"disliked_effect"`
	}
}

// REQ
func TestRecommendByLikes(t *testing.T) {
	t.Parallel()
	s := open(t)
	var got suggestions
	s.post("/api/v1/recommend", `{"liked":["`+apptest.Crossing+`","the crossing (1984)","no such film","the crossing"],"disliked":["Echo"],"limit":10}`).
		is(200).has("Cache-Control", "no-store").data(&got)
	in := got.Input
	if in.Liked != 2 || in.Disliked != 1 || in.Scored < len(got.Recommendations) || !slices.Equal(in.Unresolved, []string{"no such film"}) || len(in.Effect) != 1 {
		t.Errorf("input %+v", in)
	}
	if len(got.Recommendations) == 0 || len(got.Recommendations) > 10 {
		t.Fatalf("%d recommendations", len(got.Recommendations))
	}
	seen := map[string]bool{apptest.Crossing: true, apptest.CrossingTwin: true}
	for i, r := range got.Recommendations {
		if seen[r.ID] || len(r.Reasons) == 0 || r.Genres == nil || r.Title == "" || r.Year != nil && len(*r.Year) != 4 ||
			r.PosterPath != nil && !strings.HasPrefix(*r.PosterPath, "/") || i > 0 && r.Score > got.Recommendations[i-1].Score {
			t.Errorf("place %d: %+v", i, r)
		}
		seen[r.ID] = true
	}
	for _, list := range []string{"top_genres", "top_keywords", "liked_directors", "liked_actors"} {
		if len(got.Profile[list]) == 0 {
			t.Errorf("taste profile: no %s", list)
		}
	}
}

// REQ, L-03, L-09
func TestLikesThatMakeNoSense(t *testing.T) {
	t.Parallel()
	s := open(t)
	many := strings.TrimSuffix(strings.Repeat(`"tt0000101",`, 201), ",")
	for body, code := range map[string]string{
		`{}`:                                               "missing_parameter",
		`{"liked":[]}`:                                     "missing_parameter",
		`{"liked":null}`:                                   "missing_parameter",
		`{"liked":"tt0000101"}`:                            "invalid_parameter",
		`{"liked":[1]}`:                                    "invalid_parameter",
		`{"liked":[""]}`:                                   "invalid_parameter",
		`{"liked":["tt0000101"],"limit":0}`:                "invalid_parameter",
		`{"liked":["tt0000101"],"limit":101}`:              "invalid_parameter",
		`{"liked":["tt0000101"],"limit":"5"}`:              "invalid_parameter",
		`{"liked":["tt0000101"],"popularity":1.1}`:         "invalid_parameter",
		`{"liked":["tt0000101"],"disliked":[null,""]}`:     "invalid_parameter",
		`{"liked":[` + many + `]}`:                         "invalid_parameter",
		`{"liked":["no such film","tt9999999"]}`:           "no_liked_resolved",
		`{"liked":["tt0000101"],"disliked":["tt0000101"]}`: "no_liked_resolved",
		`[]`: "invalid_parameter", `{"liked":["tt0000101"],"liked":["tt0000102"]}`: "invalid_body", ``: "invalid_body",
	} {
		s.post("/api/v1/recommend", body).fails(400, code)
	}
	a := s.post("/api/v1/recommend", `{"liked":["tt0000101"]}`).is(200)
	if left := a.header.Get("X-RateLimit-Remaining"); left != "9999" {
		t.Errorf("questions that make no sense were charged: %s left", left)
	}
}

// REQ
func TestRecommendByRatings(t *testing.T) {
	t.Parallel()
	s := open(t)
	plain := s.post("/api/v1/recommend", `{"liked":["`+apptest.Crossing+`"]}`).is(200).body
	if same := s.post("/api/v1/recommend", `{"liked":["`+apptest.Crossing+`"],"ratings":[],"exclude":null}`).is(200).body; !bytes.Equal(plain, same) {
		t.Errorf("no ratings change the answer: %s", same)
	}
	var got struct {
		suggestions
		Ratings struct {
			Rows      int
			ByID      int `json:"matched_by_id"`
			ByTitle   int `json:"matched_by_title"`
			Liked     int
			Unmatched []struct{ Title, Reason string }
		}
		LeftOut int `json:"left_out"`
	}
	s.post("/api/v1/recommend", `{"ratings":[{"id":"tt0000101","rating":9},{"title":"yellow boat","year":1977,"rating":8.5,"extra":1},
		{"title":"Echo","year":2003,"rating":9},{"title":"Café Müller","year":1992,"rating":2},{"moviedb_id":509}],"exclude":["Stateless"],"limit":50}`).is(200).data(&got)
	if r := got.Ratings; r.Rows != 5 || r.ByID != 2 || r.ByTitle != 2 || r.Liked != 2 || len(r.Unmatched) != 1 || r.Unmatched[0].Reason != "several" || got.LeftOut != 5 {
		t.Errorf("%+v, %d left out", r, got.LeftOut)
	}
	for _, f := range got.Recommendations {
		if slices.Contains([]string{"tt0000101", "tt0000106", "tt0000107", "tt0000109", "tt0000128"}, f.ID) {
			t.Errorf("%s is recommended", f.ID)
		}
	}
	for body, code := range map[string]string{
		`{"ratings":[]}`:                              "missing_parameter",
		`{"ratings":[{"rating":5}]}`:                  "invalid_parameter",
		`{"ratings":[{"title":"It","rating":"5"}]}`:   "invalid_parameter",
		`{"ratings":[{"title":"It","rating":10.5}]}`:  "invalid_parameter",
		`{"ratings":{"title":"It"}}`:                  "invalid_parameter",
		`{"liked":["It"],"exclude":[7]}`:              "invalid_parameter",
		`{"ratings":[{"title":"It","rating":2}]}`:     "no_liked_resolved",
		`{"ratings":[{"title":"Nobody","rating":9}]}`: "no_liked_resolved",
	} {
		s.post("/api/v1/recommend", body).fails(400, code)
	}
}

// recommended is the answer of v2's recommend.
type recommended struct {
	Data []struct {
		Film   listed
		Reason string
	}
	Meta struct{ Understood map[string]any }
}

func (s *site) recommend(body string) (r recommended) {
	s.t.Helper()
	a := s.post("/api/v2/recommend", body).is(200).has("Cache-Control", "no-store")
	if err := json.Unmarshal(a.body, &r); err != nil {
		s.t.Fatal(err)
	}
	return r
}

// REQ F2-43, F2-44, F2-53
func TestRecommendByPrompt(t *testing.T) {
	t.Parallel()
	s := open(t)
	got := s.recommend(`{"prompt":"a French romance from the sixties"}`)
	if len(got.Data) != 1 || got.Data[0].Film.Title != "Summer in Évian" || got.Data[0].Reason != "Romance from 1966, from France." {
		t.Errorf("%+v", got)
	}
	if fmt.Sprint(got.Meta.Understood["genres"]) != "[Romance]" {
		t.Errorf("understood %v", got.Meta.Understood)
	}
	if got := s.recommend(`{"prompt":"what should I watch?"}`); len(got.Data) != 6 {
		t.Errorf("%d films, want 6", len(got.Data))
	}
	if got := s.recommend(`{"prompt":"what should I watch?","limit":50,"filters":null}`); len(got.Data) < 30 {
		t.Errorf("%d films, want all that are known", len(got.Data))
	}
	// What no film can answer has none, and says so (REQ F2-58).
	if got := s.recommend(`{"prompt":"comedies, but no comedies"}`); len(got.Data) != 0 || got.Meta.Understood["fallback"] != nil || got.Meta.Understood["note"] == nil {
		t.Errorf("%+v", got)
	}
	// A film is the same on every endpoint.
	film := s.get("/api/v2/films?director=mercier").is(200).body
	list := strings.TrimPrefix(string(film[:strings.Index(string(film), `],"meta"`)]), `{"data":[`)
	if whole := s.post("/api/v2/recommend", `{"prompt":"a French romance from the sixties"}`).is(200).body; !strings.Contains(string(whole), list) {
		t.Error("the film differs from that of the list")
	}
}

// Films that pass the filters are recommended, whatever few of them answer all of
// the text; what they do not answer is told (REQ F2-48).
func TestAFilterIsAnsweredAlthoughNothingInItFitsTheText(t *testing.T) {
	t.Parallel()
	s := open(t)
	body := func(prompt string) (got struct {
		Data []struct{ Film listed }
		Meta struct {
			LetGo []struct {
				What string
				From int
			} `json:"let_go"`
			UnknownGenres []struct{ Genre string } `json:"unknown_genres"`
		}
	}) {
		t.Helper()
		if err := json.Unmarshal(s.post("/api/v2/recommend", prompt).is(200).body, &got); err != nil {
			t.Fatal(err)
		}
		return got
	}
	total := s.get("/api/v2/films?decade=1960s&limit=500").page().Meta.Total
	got := body(`{"prompt":"a ferry over the river","filters":{"decade":"1960s"},"limit":50}`)
	if len(got.Data) != total || total == 0 || len(got.Meta.LetGo) == 0 {
		t.Errorf("%d of %d films of the sixties; let go %+v", len(got.Data), total, got.Meta.LetGo)
	}
	if got := body(`{"prompt":"a ferry","filters":{"genre":"Westen"}}`); len(got.Data) != 0 || len(got.Meta.UnknownGenres) != 1 {
		t.Errorf("an unknown genre: %+v", got)
	}
}

// REQ F2-45, F2-46, F2-48
func TestPicksPassTheFilters(t *testing.T) {
	t.Parallel()
	s := open(t)
	for filter, passes := range map[string]func(f *listed) bool{
		`"genre":"drama"`:                   func(f *listed) bool { return slices.Contains(f.Genres, "Drama") },
		`"decade":"1990s"`:                  func(f *listed) bool { return *f.Year/10 == 199 },
		`"decade":1990`:                     func(f *listed) bool { return *f.Year/10 == 199 },
		`"min_rating":7.5`:                  func(f *listed) bool { return *f.Ratings.Filmdb >= 7.5 },
		`"year_min":2000`:                   func(f *listed) bool { return *f.Year >= 2000 },
		`"year_max":1960`:                   func(f *listed) bool { return *f.Year <= 1960 },
		`"min_score":80`:                    func(f *listed) bool { return f.Ratings.MasterScore >= 80 },
		`"min_votes":50000`:                 func(f *listed) bool { return *f.Ratings.FilmdbVotes >= 50000 },
		`"language":"FR"`:                   func(f *listed) bool { return *f.Language == "fr" },
		`"country":"se"`:                    func(f *listed) bool { return slices.Contains(f.Countries, "SE") },
		`"director":"calder"`:               func(f *listed) bool { return strings.Contains(*f.Director, "Calder") },
		`"actor":"ann pell"`:                func(f *listed) bool { return strings.Contains(fmt.Sprint(f.Cast), "Ann Pell") },
		`"collection":"giants of the deep"`: func(f *listed) bool { return strings.HasPrefix(f.Title, "Giants of the Deep") },
		`"certification":"GB:12"`:           func(f *listed) bool { return f.Title == "Everyone Came" },
		`"released_after":"1984","released_before":"2000"`: func(f *listed) bool { return *f.Year >= 1984 && *f.Year <= 2000 },
		`"has_poster":true`: func(f *listed) bool { return f.Poster.URL != nil },
	} {
		got := s.recommend(`{"prompt":"something good","limit":50,"filters":{` + filter + `}}`)
		if len(got.Data) == 0 {
			t.Errorf("%s: none", filter)
		}
		for _, p := range got.Data {
			if !passes(&p.Film) || p.Reason == "" {
				t.Errorf("%s: %+v", filter, p)
			}
		}
	}
}

// REQ F2-46, F2-47
func TestPromptsThatMakeNoSense(t *testing.T) {
	t.Parallel()
	s := open(t)
	for body, code := range map[string]string{
		`{}`:                 "missing_parameter",
		`{"prompt":""}`:      "missing_parameter",
		`{"prompt":" \n\t"}`: "missing_parameter",
		`{"prompt":null}`:    "missing_parameter",
		`{"prompt":7}`:       "invalid_parameter",
		`{"prompt":"` + strings.Repeat("é", 2001) + `"}`:             "invalid_parameter",
		`{"prompt":"x","limit":0}`:                                   "invalid_parameter",
		`{"prompt":"x","limit":51}`:                                  "invalid_parameter",
		`{"prompt":"x","filters":[]}`:                                "invalid_parameter",
		`{"prompt":"x","filters":{"sort":"year"}}`:                   "invalid_parameter",
		`{"prompt":"x","filters":{"decade":"old"}}`:                  "invalid_parameter",
		`{"prompt":"x","filters":{"min_rating":"7"}}`:                "invalid_parameter",
		`{"prompt":"x","filters":{"language":"french"}}`:             "invalid_parameter",
		`{"prompt":"x","filters":{"year_min":2000,"year_max":1990}}`: "invalid_parameter",
		`{"prompt":"x","filters":{"genre":["Drama"]}}`:               "invalid_parameter",
		`{"prompt":"x`: "invalid_body",
	} {
		s.post("/api/v2/recommend", body).fails(400, code)
	}
	if p := s.post("/api/v2/recommend", `{"prompt":"x","filters":{"sort":"year"}}`).fails(400, "invalid_parameter"); p.Param != "filters.sort" {
		t.Errorf("param %q", p.Param)
	}
	s.recommend(`{"prompt":"` + strings.Repeat("é", 2000) + `"}`)
}

// REQ A-10
func TestPromptsNeedTheProducerPlan(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.with(s.Key(access.Writer), "POST", "/api/v2/recommend", `{"prompt":"x"}`).fails(403, "tier_not_allowed")
	s.with(s.Key(access.Writer), "POST", "/api/v1/recommend", `{"liked":["tt0000101"]}`).is(200)
	s.with(s.Key(access.Writer), "GET", "/api/v2/films/"+apptest.Crossing+"/similar", "").is(200)
}

// REQ G-03: the answers are as they are described, refusals included.
// REQ F2-113: which rule read which words is told when it is asked for, in the order of the words,
// also where a translation puts them in another; the films are the same.
func TestAPromptIsExplainedWhenThatIsAskedFor(t *testing.T) {
	t.Parallel()
	s := open(t)
	doc := load(t, s)
	type answer struct {
		Data json.RawMessage
		Meta struct {
			Understood json.RawMessage
			Trace      []struct {
				Words, Rule, By string
				Made            []string
			}
		}
	}
	for prompt, want := range map[string]string{
		"a French romance, under 2 hours": "a , French phrase, romance phrase, under 2 hours amount,  wishes",
		"film francese triste":            " language, film , francese phrase, triste phrase",
	} {
		body := fmt.Sprintf(`{"prompt":%q}`, prompt)
		var plain, explained answer
		for path, into := range map[string]*answer{"/api/v2/recommend": &plain, "/api/v2/recommend?explain=prompt": &explained} {
			a := s.post(path, body).is(200)
			described(t, doc, "POST", "/api/v2/recommend", a)
			if err := json.Unmarshal(a.body, into); err != nil {
				t.Fatal(err)
			}
		}
		if plain.Meta.Trace != nil || !bytes.Equal(plain.Data, explained.Data) || !bytes.Equal(plain.Meta.Understood, explained.Meta.Understood) {
			t.Errorf("%s: the answer is another one when it is explained", prompt)
		}
		var told []string
		for _, step := range explained.Meta.Trace {
			told = append(told, step.Words+" "+step.Rule)
		}
		if got := strings.Join(told, ", "); got != want {
			t.Errorf("%s: %s, want %s", prompt, got, want)
		}
	}
	if p := s.post("/api/v2/recommend?explain=films", `{"prompt":"x"}`).fails(400, "invalid_parameter"); p.Param != "explain" {
		t.Errorf("%+v", p)
	}
}

func TestRecommendationsAreAsDescribed(t *testing.T) {
	t.Parallel()
	s := open(t)
	doc := load(t, s)
	similar := "/api/v2/films/{id}/similar"
	for _, id := range []string{apptest.Crossing, apptest.Bare, apptest.Absent} {
		described(t, doc, "GET", similar, s.get("/api/v2/films/"+id+"/similar?limit=3"))
	}
	described(t, doc, "GET", similar, s.get("/api/v2/films/"+apptest.Crossing+"/similar?limit=0"))
	for _, body := range []string{
		`{"liked":["tt0000101","nothing"],"disliked":["echo"],"popularity":-0.5}`, `{"liked":["tt0000110"],"limit":100}`, `{"liked":["nothing"]}`,
	} {
		described(t, doc, "POST", "/api/v1/recommend", s.post("/api/v1/recommend", `{"ratings":[{"id":"tt0000101","rating":9},{"title":"None","year":1}]}`))
		described(t, doc, "POST", "/api/v1/recommend", s.post("/api/v1/recommend", body))
	}
	for _, prompt := range []string{
		"a funny thriller from the 90s or 1984, in English or from Japan, under two hours, like Echo, by Ruth Calder, with Ann Pell, acclaimed, oscar winning, no horror, zzyzx",
		"hidden gem", "not French, nothing in German, not from the 80s, without robots or Lena Hart, nothing sad", "highly rated horror western", "comedies but no comedies",
	} {
		described(t, doc, "POST", "/api/v2/recommend", s.post("/api/v2/recommend", `{"prompt":"`+prompt+`","limit":50}`))
	}
	described(t, doc, "POST", "/api/v2/recommend", s.post("/api/v2/recommend", `{"prompt":""}`))
}

// Who sends a prompt to version 1 is told where prompts are read; else the error is as it was
// (REQ R-31).
func TestAPromptSentToVersion1IsToldWherePromptsAreRead(t *testing.T) {
	t.Parallel()
	s := open(t)
	key := map[string]string{"X-API-Key": s.Key(access.Studio), "Content-Type": "application/json"}
	for body, told := range map[string]bool{`{"prompt":"a slow thriller"}`: true, `{"liked":[],"prompt":"a slow thriller"}`: true, `{}`: false, `{"prompt":null}`: false} {
		e := s.ask(request{method: "POST", path: "/api/v1/recommend", header: key, body: body}).is(400).fails(400, "missing_parameter")
		if e.Param != "liked" || strings.Contains(e.Message, "POST /api/v2/recommend") != told {
			t.Errorf("%s: %+v", body, e)
		}
	}
}
