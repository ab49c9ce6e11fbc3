package serve_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/film"
	"kinodex/internal/guide"
	"kinodex/internal/serve"
)

const actorsPath = "/api/v1/actors"

// actor is an actor as the interface tells of one.
type actor struct {
	ID         string
	MoviedbID  *int64  `json:"moviedb_id"`
	NamedbID   *string `json:"namedb_id"`
	Name       string
	Headshot   *string `json:"headshot_url"`
	Popularity float64
	Looks      *string `json:"visual_description"`
	Biography  *string
	Career     struct {
		Count    int      `json:"film_count"`
		Rating   *float64 `json:"avg_rating"`
		Score    *float64 `json:"avg_master_score"`
		Gross    *int64   `json:"total_gross"`
		TopGenre *string  `json:"top_genre"`
		First    *int     `json:"first_year"`
		Last     *int     `json:"last_year"`
	} `json:"career_stats"`
	HasStyle    bool `json:"has_style"`
	Filmography []struct {
		ID        string `json:"filmdb_id"`
		Title     string
		Year      *int
		Character *string
		Rating    *float64 `json:"filmdb_rating"`
	}
	Style *struct {
		Techniques     []string
		Specifications map[string]string
	}
}

func (s *site) actors(query string) (all []actor) {
	s.t.Helper()
	s.get(actorsPath + "?limit=200" + query).data(&all)
	return all
}

func slugs(all []actor) (ids []string) {
	for _, a := range all {
		ids = append(ids, a.ID)
	}
	return ids
}

// annPell is a guide to somebody of the house, as the files of guides are written.
const annPell = `---
name: Ann Pell
slug: ann-pell
discipline: actors
active: 1972-
summary: Waits until the other one has spoken twice.
techniques:
  - The second silence
  - A door left open
specifications:
  register: dry
  physicality: straight-backed, slow to turn
  voice: low
  range: thrillers, westerns
  parts: widows, signalmen's wives
vocabulary: [bees, signal]
films:
  - tt0000102 | The Crossing | 1984 | actor
---
## In one page

She waits.

## Register

Dry.

## Physicality

Straight.

## Choices

Few.

## Signature techniques

- The second silence
- A door left open

## Borrow

The silence.

## Avoid

Haste.

## Exercise

Wait.
`

// openWithGuides serves a house with a guide to Ann Pell, and one to nobody of the
// house.
func openWithGuides(t *testing.T) *site {
	stranger := strings.NewReplacer("Ann Pell", "Lena Hart", "ann-pell", "lena-hart").Replace(annPell) // she is not in that film
	guides, err := guide.Read(fstest.MapFS{
		"actors/ann-pell.md":  {Data: []byte(annPell)},
		"actors/lena-hart.md": {Data: []byte(stranger)},
	})
	if err != nil {
		t.Fatal(err)
	}
	house := apptest.Open(t)
	service, err := app.New(t.Context(), app.Options{Holder: house.Holder, Ledger: house.Ledger, Now: house.Clock.Now, Version: apptest.Version, Guides: guides})
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, func(o *serve.Options) { o.App = service })
	s.House = house // whose keys the service knows
	return s
}

// indented is JSON as people read it.
func indented(t *testing.T, body []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := json.Indent(&b, body, "", "  "); err != nil {
		t.Fatal(err)
	}
	b.WriteByte('\n')
	return b.Bytes()
}

// REQ AC-05, AC-07, AC-09, V-08: what a list and a detail look like.
func TestActorShapes(t *testing.T) {
	t.Parallel()
	s := openWithGuides(t)
	golden(t, "testdata/v1_actors.json", indented(t, s.get(actorsPath+"?q=pell").is(200).body))
	golden(t, "testdata/v1_actor.json", indented(t, s.get(actorsPath+"/ann-pell").is(200).body))
	golden(t, "testdata/v1_actor_bare.json", indented(t, s.get(actorsPath+"/jan-wojcik").is(200).body))
}

// REQ AC-05, AC-07, F1-28: everyone in a cast, the most popular first and then by
// id; pages do not overlap and leave nobody out.
func TestActors(t *testing.T) {
	t.Parallel()
	s := open(t)
	all := s.actors("")
	named := map[string]bool{}
	for _, f := range apptest.Films() {
		for _, r := range f.Cast {
			named[r.Name] = true
		}
	}
	if len(all) != len(named)+1 { // two are called alike
		t.Errorf("%d actors, %d names", len(all), len(named))
	}
	if !slices.IsSortedFunc(all, func(a, b actor) int {
		if a.Popularity != b.Popularity {
			return int(1000 * (b.Popularity - a.Popularity))
		}
		return strings.Compare(a.ID, b.ID)
	}) {
		t.Error("not by popularity and then by id")
	}
	var paged []actor
	for offset := 0; offset < len(all)+7; offset += 7 {
		p := s.get(fmt.Sprintf("%s?limit=7&offset=%d", actorsPath, offset)).page()
		if p.Meta.Total != len(all) || p.Meta.Limit != 7 || p.Meta.Offset != offset {
			t.Errorf("meta %+v at %d", p.Meta, offset)
		}
		var page []actor
		s.get(fmt.Sprintf("%s?limit=7&offset=%d", actorsPath, offset)).data(&page)
		paged = append(paged, page...)
	}
	if !slices.Equal(slugs(paged), slugs(all)) {
		t.Error("the pages do not make the list")
	}
}

// REQ F1-26, F1-27, L-01: integers out of range are clamped and the effective ones
// told; what is no integer is refused.
func TestActorPagesAreClamped(t *testing.T) {
	t.Parallel()
	s := open(t)
	total := len(s.actors(""))
	for _, c := range []struct {
		query                 string
		limit, offset, listed int
	}{
		{"", 50, 0, min(50, total)}, {"limit=0", 1, 0, 1}, {"limit=-3", 1, 0, 1}, {"limit=201", 200, 0, total},
		{"offset=-1", 50, 0, min(50, total)}, {"offset=5000", 50, 5000, 0}, {"limit=3&offset=1", 3, 1, 3},
	} {
		p := s.get(actorsPath + "?" + c.query).page()
		if p.Meta.Limit != c.limit || p.Meta.Offset != c.offset || len(p.Data) != c.listed || p.Meta.Total != total {
			t.Errorf("%s: %d listed, meta %+v", c.query, len(p.Data), p.Meta)
		}
	}
	for _, param := range []string{"limit", "offset"} {
		for _, value := range []string{"abc", "1.5", ""} {
			if p := s.get(actorsPath+"?"+param+"="+value).fails(400, "invalid_parameter"); p.Param != param || p.Allowed == "" {
				t.Errorf("%s=%s: %+v", param, value, p)
			}
		}
	}
}

// REQ AC-05, AC-06, F1-29: filters narrow, together.
func TestActorFilters(t *testing.T) {
	t.Parallel()
	s := openWithGuides(t)
	all := s.actors("")
	for query, fits := range map[string]func(actor) bool{
		"q=pell": func(a actor) bool { return a.ID == "ann-pell" },
		"q=ANN": func(a actor) bool {
			return strings.Contains(strings.ToLower(a.Name), "ann") || strings.Contains(a.Name, "Änn")
		},
		"q=slaska+zofia":               func(a actor) bool { return a.Name == "Zofia Śląska" },
		"q=zzz":                        func(actor) bool { return false },
		"q=":                           func(actor) bool { return true },
		"genre=DRA":                    func(a actor) bool { return a.genre("dra") },
		"genre=none":                   func(actor) bool { return false },
		"min_popularity=30":            func(a actor) bool { return a.Popularity >= 30 },
		"min_popularity=-1":            func(actor) bool { return true },
		"min_popularity=100.5":         func(actor) bool { return false },
		"has_style=true":               func(a actor) bool { return a.ID == "ann-pell" },
		"has_style=false":              func(actor) bool { return true },
		"has_style=true&q=max":         func(actor) bool { return false },
		"genre=drama&min_popularity=9": func(a actor) bool { return a.genre("drama") && a.Popularity >= 9 },
	} {
		var want []string
		for _, a := range all {
			if fits(a) {
				want = append(want, a.ID)
			}
		}
		if got := slugs(s.actors("&" + query)); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", query, got, want)
		}
	}
	for query, param := range map[string]string{"has_style=yes": "has_style", "has_style=1": "has_style", "min_popularity=high": "min_popularity",
		"min_popularity=NaN": "min_popularity", "q=a&q=b": "q", "q=%ff": "q", "genre=" + strings.Repeat("x", 101): "genre", "q=" + strings.Repeat("x", 501): "q"} {
		if p := s.get(actorsPath+"?"+query).fails(400, "invalid_parameter"); p.Param != param || p.Allowed == "" {
			t.Errorf("%s: %+v", query, p)
		}
	}
}

func (a actor) genre(part string) bool {
	return a.Career.TopGenre != nil && strings.Contains(strings.ToLower(*a.Career.TopGenre), part)
}

// REQ AC-08, F1-31: all ids of a person give the same bytes; what is no id gives
// 404.
func TestActorIDs(t *testing.T) {
	t.Parallel()
	s := openWithGuides(t)
	whole := s.get(actorsPath + "/ann-pell").is(200)
	var one actor
	whole.data(&one)
	if one.NamedbID == nil || *one.NamedbID != apptest.AnnPell || one.MoviedbID == nil {
		t.Fatalf("%+v", one)
	}
	for _, id := range []string{apptest.AnnPell, fmt.Sprint(*one.MoviedbID), "Ann-Pell", "NM0000901"} {
		if a := s.get(actorsPath + "/" + id).is(200); !bytes.Equal(a.body, whole.body) {
			t.Errorf("%s gives another record: %.200s", id, a.body)
		}
	}
	for _, id := range []string{"abc", "0", "-1", "nm0000000", "nm9999999", "nm", "99999999999999999999", "ann-pell-2", "ann%20pell", "%00", "%ff", "tt0000102", "..", "a%2Fb", strings.Repeat("x", 3000)} {
		a := s.get(actorsPath + "/" + id)
		if a.status != 404 {
			t.Errorf("%.40s: status %d", id, a.status)
		}
	}
	s.get(actorsPath+"/nobody").fails(404, "actor_not_found")
}

// REQ AC-12: two people of one name have slugs of their own.
func TestNamesakesAreTwo(t *testing.T) {
	t.Parallel()
	s := open(t)
	both := s.actors("&q=" + url.QueryEscape(apptest.Namesake))
	ids := slugs(both)
	slices.Sort(ids)
	if !slices.Equal(ids, []string{"hal-dean", "hal-dean-2"}) || both[0].Popularity < both[1].Popularity || both[0].ID != "hal-dean" {
		t.Errorf("%+v", both)
	}
}

// REQ AC-09, AC-11: filmographies are those of the casts, with the films' own
// title, year and rating; career figures are made of them.
func TestFilmographies(t *testing.T) {
	t.Parallel()
	s := open(t)
	films := map[string]*film.Film{}
	for _, f := range apptest.Films() {
		films[f.ID.String()] = f
	}
	roles := 0
	for _, row := range s.actors("") {
		var a actor
		s.get(actorsPath + "/" + row.ID).is(200).data(&a)
		if a.Career.Count != len(a.Filmography) || a.Career.Count != row.Career.Count || a.Popularity != row.Popularity || a.Style != nil || a.HasStyle {
			t.Errorf("%s: %+v beside %+v", row.ID, a, row)
		}
		var gross int64
		var rating, score, rated float64
		for i, r := range a.Filmography {
			f := films[r.ID]
			i0 := slices.IndexFunc(f.Cast, func(role film.Role) bool { return role.Name == a.Name })
			if i0 < 0 || deref(f.Cast[i0].Character) != deref(r.Character) || f.Title != r.Title || deref(f.Year) != deref(r.Year) || deref(f.Ratings.Filmdb) != deref(r.Rating) {
				t.Errorf("%s: %+v is not what the film says", a.ID, r)
			}
			if i > 0 && deref(r.Year) > deref(a.Filmography[i-1].Year) {
				t.Errorf("%s: %s after an older film", a.ID, r.ID)
			}
			roles++
			gross += deref(f.BoxOffice.WorldwideGross)
			score += f.Ratings.MasterScore
			if f.Ratings.Filmdb != nil {
				rating += *f.Ratings.Filmdb
				rated++
			}
		}
		if deref(a.Career.Gross) != gross || !near(deref(a.Career.Score), score/float64(a.Career.Count)) ||
			(a.Career.Rating == nil) != (rated == 0) || rated > 0 && !near(*a.Career.Rating, rating/rated) {
			t.Errorf("%s: career %+v", a.ID, a.Career)
		}
	}
	want := 0
	for _, f := range films {
		want += len(f.Cast)
	}
	if roles != want {
		t.Errorf("%d roles in filmographies, %d in casts", roles, want)
	}
}

func near(a, b float64) bool { return a-b < 0.00501 && b-a < 0.00501 }

func deref[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

// REQ AC-06, AC-10, AC-11: a style guide is of the person of its name who is in
// the films it cites, and of nobody else.
func TestActorStyles(t *testing.T) {
	t.Parallel()
	s := openWithGuides(t)
	var ann, lena actor
	s.get(actorsPath + "/ann-pell").is(200).data(&ann)
	s.get(actorsPath + "/lena-hart").is(200).data(&lena)
	if !ann.HasStyle || ann.Style == nil || !slices.Equal(ann.Style.Techniques, []string{"The second silence", "A door left open"}) ||
		!maps.Equal(ann.Style.Specifications, map[string]string{"register": "dry", "physicality": "straight-backed, slow to turn", "voice": "low", "range": "thrillers, westerns", "parts": "widows, signalmen's wives"}) {
		t.Errorf("style %+v", ann.Style)
	}
	if deref(ann.Looks) != "straight-backed, slow to turn" || deref(ann.Biography) != "Active since 1972. Waits until the other one has spoken twice." {
		t.Errorf("%q, %q", deref(ann.Looks), deref(ann.Biography))
	}
	if lena.HasStyle || lena.Style != nil || lena.Looks != nil || lena.Biography != nil {
		t.Errorf("a guide went to a namesake: %+v", lena)
	}
}

// REQ, V-04: actors are gated, charged and announced as deprecated like
// the rest of v1.
func TestActorsAreLikeTheirNeighbours(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, path := range []string{actorsPath, actorsPath + "/ann-pell"} {
		s.ask(request{path: path}).fails(401, "missing_api_key")
		s.ask(request{path: path, header: map[string]string{"X-API-Key": s.Key(access.Free)}}).is(403)
		a := s.get(path).is(200)
		if a.header.Get("Deprecation") == "" || a.header.Get("X-RateLimit-Remaining") == "" {
			t.Errorf("%s: headers %v", path, a.header)
		}
		box := s.ask(request{path: path, header: map[string]string{"X-Sandbox": "true"}})
		if box.is(200); !strings.Contains(string(box.body), `"sandbox":true`) {
			t.Errorf("%s: the sandbox does not say so: %.200s", path, box.body)
		}
	}
}
