package serve_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"image/jpeg"
	"image/png"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/blob"
	"kinodex/internal/film"
	"kinodex/internal/serve"
	"kinodex/internal/serve/encode"
)

const posterAnalyzePath = "/api/v1/posters/analyze"

// poster is a row of /posters/films.
type posterRow struct {
	ID       string `json:"filmdb_id"`
	Title    string
	Year     *int
	Poster   string `json:"poster_url"`
	Analysis map[string]any
}

// picture is the body of an analysis.
func picture(data []byte, mime string) string {
	body := map[string]string{"image_b64": base64.StdEncoding.EncodeToString(data)}
	if mime != "" {
		body["mime_type"] = mime
	}
	b, _ := json.Marshal(body)
	return string(b)
}

// REQ V-08: keys and types, but for those that depend on what a picture shows.
func TestPosterShapes(t *testing.T) {
	t.Parallel()
	s := open(t)
	perPicture := strings.Fields(".typography .faces .blocks[] .era .genre_signals .text. improvement_suggestions[] .because[] .words .focal_points[] " +
		"by_genre. by_decade. .tone. .temperature. .harmony. .design_dist. .design_parts. .by_method. .orientation. .weight. .width. .placement.")
	for name, a := range map[string]*answer{
		"v2_poster_analysis": s.get("/api/v2/films/" + apptest.Crossing + "/poster-analysis"),
		"v1_posters_films":   s.get("/api/v1/posters/films?limit=1"),
		"v1_posters_analyze": s.post(posterAnalyzePath, picture(apptest.Picture(101), "image/png")),
		"v1_posters_stats":   s.get("/api/v1/posters/stats"),
	} {
		var kept []string
		for line := range strings.Lines(string(shape(t, a.is(200).body))) {
			if !slices.ContainsFunc(perPicture, func(part string) bool { return strings.Contains(line, part) }) {
				kept = append(kept, line)
			}
		}
		golden(t, "testdata/"+name+".shape", []byte(strings.Join(kept, "")))
	}
}

// REQ P-08, P-09, P-10, F2-11: what a film's link leads to.
func TestTheReadingOfAFilmsPoster(t *testing.T) {
	t.Parallel()
	s := open(t)
	drawn := map[string]bool{}
	for _, id := range apptest.Drawn() {
		drawn[id.String()] = true
	}
	for _, f := range s.get("/api/v2/films?limit=500").page().Data {
		id := f["filmdb_id"].(string)
		link := f["links"].(map[string]any)["poster_analysis"]
		if !drawn[id] {
			if link != nil {
				t.Errorf("%s links to %v", id, link)
			}
			s.get("/api/v2/films/"+id+"/poster-analysis").fails(404, "no_poster_analysis")
			continue
		}
		if link != s.url+"/api/v2/films/"+id+"/poster-analysis" {
			t.Fatalf("%s links to %v", id, link)
		}
		var got posterRow
		s.get(s.local(link.(string))).is(200).data(&got)
		if got.ID != id || got.Title != f["title"] || float64(*got.Year) != f["year"] {
			t.Errorf("%+v", got)
		}
		for _, key := range strings.Fields("design_quality mood composition dominant_colors genre_signals era typography palette text faces size version perceptual_hash") {
			if _, ok := got.Analysis[key]; !ok {
				t.Errorf("%s: the analysis has no %s", id, key)
			}
		}
		sum := 0.0
		for _, c := range got.Analysis["dominant_colors"].([]any) {
			c := c.(map[string]any)
			if hex := c["hex"].(string); len(hex) != 7 || hex[0] != '#' {
				t.Errorf("colour %v", c)
			}
			sum += c["share"].(float64)
		}
		if sum <= 0 || sum > 1.0001 {
			t.Errorf("%s: shares sum to %v", id, sum)
		}
	}
	for _, id := range []string{apptest.Absent, "x", "tt"} {
		s.get("/api/v2/films/"+id+"/poster-analysis").fails(404, "film_not_found")
	}
	a := s.get("/api/v2/films/" + apptest.Crossing + "/poster-analysis")
	again := s.ask(request{path: "/api/v2/films/" + apptest.Crossing + "/poster-analysis", header: map[string]string{
		"X-API-Key": s.Key(access.Studio), "If-None-Match": a.header.Get("ETag")}}).is(304)
	if again.header.Get("ETag") != a.header.Get("ETag") || a.header.Get("ETag") == "" {
		t.Errorf("tag %q, then %q", a.header.Get("ETag"), again.header.Get("ETag"))
	}
}

// REQ F2-05, F2-06: storage, with addresses that open for everyone, or cdn.
func TestPosterAddresses(t *testing.T) {
	t.Parallel()
	s := open(t)
	sources := map[string]int{}
	for _, f := range s.get("/api/v2/films?limit=500").page().Data {
		p := f["poster"].(map[string]any)
		source, _ := p["source"].(string)
		sources[source]++
		switch source {
		case "storage":
			if p["url"] != f["poster_full_url"] || !strings.HasPrefix(p["url"].(string), s.url+"/posters/") {
				t.Errorf("%v has %v", f["filmdb_id"], p)
			}
			for key, most := range map[string]int{"poster_full_url": 1500, "poster_mini_url": 278} {
				a := s.ask(request{path: s.local(f[key].(string))}).is(200).has("Content-Type", "image/jpeg").has("X-Content-Type-Options", "nosniff").
					has("Cache-Control", "public, max-age=31536000, immutable").has("X-RateLimit-Limit", "")
				c, err := jpeg.DecodeConfig(bytes.NewReader(a.body))
				if err != nil || c.Height > most {
					t.Errorf("%v of %v: %+v, %v", key, f["filmdb_id"], c, err)
				}
			}
		case "cdn":
			if !strings.HasPrefix(p["url"].(string), "https://images.example/") || f["poster_full_url"] == nil || f["poster_mini_url"] == nil {
				t.Errorf("%v has %v", f["filmdb_id"], p)
			}
		default:
			if p["url"] != nil || p["source"] != nil || f["poster_full_url"] != nil || f["poster_mini_url"] != nil {
				t.Errorf("%v has %v", f["filmdb_id"], p)
			}
		}
	}
	if sources["storage"] != len(apptest.Drawn()) || sources["cdn"] == 0 || sources[""] == 0 {
		t.Errorf("sources %v", sources)
	}
}

// address of a stored picture, without the server's own.
func (s *site) picture() string {
	s.t.Helper()
	var f struct {
		Full string `json:"poster_full_url"`
	}
	s.get("/api/v2/films/" + apptest.Crossing).is(200).data(&f)
	return s.local(f.Full)
}

func TestPicturesAreServedInPartsAndOnce(t *testing.T) {
	t.Parallel()
	s := open(t)
	at := s.picture()
	whole := s.ask(request{path: at}).is(200).has("Accept-Ranges", "bytes")
	tag := whole.header.Get("ETag")
	with := func(name, value string) *answer {
		return s.ask(request{path: at, header: map[string]string{name: value}})
	}
	with("If-None-Match", tag).is(304).has("ETag", tag).has("Cache-Control", "public, max-age=31536000, immutable")
	if part := with("Range", "bytes=10-19").is(206); !bytes.Equal(part.body, whole.body[10:20]) {
		t.Error("a part is not of the whole")
	}
	if tail := with("Range", "bytes=-5").is(206); !bytes.Equal(tail.body, whole.body[len(whole.body)-5:]) {
		t.Error("the tail is not of the whole")
	}
	parts := with("Range", "bytes=100-109,0-9").is(206) // backwards
	if !bytes.Contains(parts.body, whole.body[100:110]) || !bytes.Contains(parts.body, whole.body[:10]) {
		t.Error("two parts are not both there")
	}
	with("Range", "bytes=99999999-").is(416)
	head := s.ask(request{path: at, method: http.MethodHead}).is(200)
	if head.header.Get("Content-Length") != strconv.Itoa(len(whole.body)) || len(head.body) != 0 {
		t.Errorf("HEAD: %v", head.header)
	}
	s.ask(request{path: at, method: http.MethodPost}).fails(405, "method_not_allowed")
}

// Nothing but pictures is served, and nothing is listed.
func TestForgedPictureAddresses(t *testing.T) {
	t.Parallel()
	s := open(t)
	name := strings.TrimPrefix(s.picture(), "/posters/")
	for _, path := range []string{
		"/posters//", "/posters/x", "/posters/../x", "/posters/..%2fx", "/posters/%2e%2e/x", "/posters/films/" + apptest.Crossing + ".json",
		"/posters/films%2f" + apptest.Crossing + ".json", "/posters/" + name[:2] + "/" + name, "/posters/" + strings.Replace(name, "full", "huge", 1),
		"/posters/" + strings.ToUpper(name), "/posters/0000000000000000-full.jpg", "/posters/" + name + "%00", "/posters/" + strings.Repeat("a", 4000), "/posters//" + name,
	} {
		a := s.ask(request{path: path})
		a.fails(404, "not_found")
		if kept := a.header.Get("Cache-Control"); strings.Contains(kept, "immutable") {
			t.Errorf("%s may be kept: %s", path, kept)
		}
	}
}

// far is a bucket whose objects can only be read from the start, as those of a
// store at the other end of a network.
type far struct{ blob.Bucket }

func (f far) Get(ctx context.Context, key string) (*blob.Object, error) {
	o, err := f.Bucket.Get(ctx, key)
	if err == nil {
		o.Body = struct {
			io.Reader
			io.Closer
		}{o.Body, o.Body}
	}
	return o, err
}

func TestPicturesOfADistantBucketComeInPartsToo(t *testing.T) {
	t.Parallel()
	house := apptest.Open(t)
	service, err := app.New(t.Context(), app.Options{Holder: house.Holder, Ledger: house.Ledger, Bucket: far{house.Bucket}, Version: apptest.Version})
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, func(o *serve.Options) { o.App = service })
	s.House = house
	at := s.picture()
	whole := s.ask(request{path: at}).is(200)
	parts := s.ask(request{path: at, header: map[string]string{"Range": "bytes=200-209,0-9"}}).is(206)
	if !bytes.Contains(parts.body, whole.body[200:210]) || !bytes.Contains(parts.body, whole.body[:10]) {
		t.Error("two parts are not both there")
	}
}

// REQ P-02, F1-26: the list, its pages, and one film.
func TestPostersOfFilms(t *testing.T) {
	t.Parallel()
	s := open(t)
	total := len(apptest.Drawn())
	for _, c := range []struct {
		query                        string
		limit, offset, listed, total int
	}{
		{"", 50, 0, total, total}, {"limit=3", 3, 0, 3, total}, {"limit=3&offset=6", 3, 6, total - 6, total}, {"limit=0", 1, 0, 1, total},
		{"limit=201", 200, 0, total, total}, {"offset=-1", 50, 0, total, total}, {"offset=999999999", 50, 999999999, 0, total}, {"more=1", 50, 0, total, total},
		{"id=" + apptest.Crossing, 50, 0, 1, 1}, {"id=" + strings.ToUpper(apptest.Crossing), 50, 0, 1, 1}, {"id=" + apptest.Absent, 50, 0, 0, 0},
		{"id=" + apptest.Bare, 50, 0, 0, 0}, {"id=nonsense", 50, 0, 0, 0}, {"id=" + apptest.Crossing + "&offset=1", 50, 1, 0, 1}, {"id=", 50, 0, total, total},
	} {
		p := s.get("/api/v1/posters/films?" + c.query).page()
		if p.Meta.Limit != c.limit || p.Meta.Offset != c.offset || p.Meta.Total != c.total || len(p.Data) != c.listed || p.Data == nil {
			t.Errorf("%s: meta %+v with %d posters", c.query, p.Meta, len(p.Data))
		}
	}
	var rows []posterRow
	s.get("/api/v1/posters/films").data(&rows)
	for i, id := range apptest.Drawn() {
		r := rows[i]
		var alone, v2 posterRow
		s.get("/api/v2/films/" + r.ID + "/poster-analysis").data(&v2)
		one, _ := json.Marshal(r.Analysis)
		other, _ := json.Marshal(v2.Analysis)
		if r.ID != id.String() || r.Title == "" || !strings.HasPrefix(r.Poster, s.url+"/posters/") || !bytes.Equal(one, other) {
			t.Errorf("%+v", alone)
		}
		s.ask(request{path: s.local(r.Poster)}).is(200)
	}
	for _, query := range []string{"limit=x", "offset=1.5", "id=" + strings.Repeat("x", 201), "id=a&id=b"} {
		s.get("/api/v1/posters/films?"+query).fails(400, "invalid_parameter")
	}
}

// REQ P-01: five objects, of the readings that are listed.
func TestPosterStats(t *testing.T) {
	t.Parallel()
	s := open(t)
	var data map[string]map[string]any
	s.get("/api/v1/posters/stats").is(200).data(&data)
	if keys := slices.Sorted(maps.Keys(data)); !slices.Equal(keys, []string{"batch_poster", "coverage", "deep_poster", "poster_dna", "sentiment"}) {
		t.Fatalf("keys %v", keys)
	}
	n := float64(len(apptest.Drawn()))
	with := s.get("/api/v2/films?has_poster=true&limit=1").page().Meta.Total
	if c := data["coverage"]; c["analyzed"] != n || c["stored"] != n || c["with_poster"] != float64(with) || c["films"] != float64(len(apptest.Films())) {
		t.Errorf("coverage %v", c)
	}
	sum := 0.0
	for _, r := range s.get("/api/v1/posters/films").page().Data {
		sum += r["analysis"].(map[string]any)["palette"].(map[string]any)["brightness"].(float64)
	}
	if got := data["poster_dna"]["overall"].(map[string]any)["brightness"].(float64); got < sum/n-0.001 || got > sum/n+0.001 {
		t.Errorf("mean brightness %v, of the list %v", got, sum/n)
	}
	if data["batch_poster"]["posters"] != n || data["sentiment"]["overall"].(map[string]any)["count"] != n || data["deep_poster"]["count"] != n {
		t.Errorf("%v", data)
	}
}

// critique is an answer of an analysis.
type critique struct {
	Analysis    string
	Composition map[string]any
	Genres      []struct {
		Genre string
		Score float64
	} `json:"genre_signals"`
	Marketing  map[string]any   `json:"marketing_effectiveness"`
	Design     *float64         `json:"design_quality_score"`
	Comparable []posterNear     `json:"comparable_posters"`
	Better     []map[string]any `json:"improvement_suggestions"`
	Reading    map[string]any
}

type posterNear struct {
	posterRow
	Distance float64
}

// REQ P-04, P-05, P-06, P-10: the picture of a stored poster is read as it was.
func TestAPictureIsReadAsStoredPostersAre(t *testing.T) {
	t.Parallel()
	s := open(t)
	id, _ := film.ParseID(apptest.Crossing)
	data := apptest.Picture(uint64(id))
	plain := s.post(posterAnalyzePath, picture(data, "image/png")).is(200).has("Cache-Control", "no-store").has("X-RateLimit-Remaining", "9999")
	var c critique
	plain.data(&c)
	if c.Analysis == "" || c.Composition == nil || c.Genres == nil || c.Marketing == nil || c.Design == nil || *c.Design < 0 || *c.Design > 100 || c.Better == nil || len(c.Comparable) != 5 {
		t.Fatalf("%.2000s", plain.body)
	}
	if near := c.Comparable[0]; near.ID != apptest.Crossing || near.Distance != 0 || near.Title == "" || near.Poster != s.url+s.picture() {
		t.Errorf("nearest %+v", near)
	}
	if !slices.IsSortedFunc(c.Comparable, func(a, b posterNear) int { return int(1000*a.Distance) - int(1000*b.Distance) }) {
		t.Errorf("%+v", c.Comparable)
	}
	var stored posterRow
	s.get("/api/v2/films/" + apptest.Crossing + "/poster-analysis").data(&stored)
	one, _ := json.Marshal(stored.Analysis)
	other, _ := json.Marshal(c.Reading)
	if !bytes.Equal(one, other) {
		t.Errorf("stored %s\nsent %s", one, other)
	}
	// The same picture, said in other ways.
	b64 := base64.StdEncoding.EncodeToString(data)
	for name, body := range map[string]string{
		"a data URI":            `{"image_b64":"data:image/png;base64,` + b64 + `","mime_type":"image/png"}`,
		"a data URI alone":      `{"image_b64":"data:image/png;base64,` + b64 + `"}`,
		"with a parameter":      `{"image_b64":"data:image/png;name=a.png;base64,` + b64 + `"}`,
		"slashes escaped":       `{"image_b64":"` + strings.ReplaceAll(b64, "/", `\/`) + `","mime_type":"image/png"}`,
		"lines broken":          `{"image_b64":"` + b64[:76] + `\r\n` + b64[76:] + `","mime_type":"image/png"}`,
		"with something beside": `{"more":[1],"mime_type":"image/png","image_b64":"` + b64 + `"}`,
	} {
		if a := s.post(posterAnalyzePath, body).is(200); !bytes.Equal(a.body, plain.body) {
			t.Errorf("%s: another answer", name)
		}
	}
	// A JPEG needs no word for what it is.
	var b bytes.Buffer
	img, _ := png.Decode(bytes.NewReader(data))
	if err := jpeg.Encode(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	s.post(posterAnalyzePath, picture(b.Bytes(), "")).is(200)
}

// Answers of every kind are as they are described.
func TestPostersAreAsDescribed(t *testing.T) {
	t.Parallel()
	s := open(t)
	doc := load(t, s)
	analysis, films, stats := "/api/v2/films/{id}/poster-analysis", "/api/v1/posters/films", "/api/v1/posters/stats"
	for _, c := range []struct{ method, route, path, body string }{
		{"GET", analysis, "/api/v2/films/" + apptest.Crossing + "/poster-analysis", ""}, {"GET", analysis, "/api/v2/films/" + apptest.Bare + "/poster-analysis", ""},
		{"GET", films, films, ""}, {"GET", films, films + "?id=" + apptest.Absent, ""}, {"GET", stats, stats, ""}, {"GET", films, films + "?limit=x", ""},
		{"POST", posterAnalyzePath, posterAnalyzePath, picture(apptest.Picture(9), "image/png")}, {"POST", posterAnalyzePath, posterAnalyzePath, "{}"},
	} {
		described(t, doc, c.method, c.route, s.ask(request{method: c.method, path: c.path, body: c.body, header: map[string]string{
			"X-API-Key": s.Key(access.Studio), "Content-Type": "application/json"}}))
	}
	example, err := json.Marshal(doc.Paths.Find(posterAnalyzePath).Post.RequestBody.Value.Content["application/json"].Example)
	if err != nil {
		t.Fatal(err)
	}
	s.post(posterAnalyzePath, string(example)).is(200) // the example works
}

func BenchmarkPosterAnalysis(b *testing.B) {
	s := open(b)
	v := apptest.Visit(b, s.App, s.Caller(s.NewKey(access.Studio, access.Studio.DefaultScopes(), true)))
	defer v.Close()
	var body []byte
	b.ReportAllocs()
	for b.Loop() {
		p, err := v.PosterAnalysis(apptest.Crossing).Answer(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		body, _ = encode.Append(body[:0], p, "")
	}
	b.SetBytes(int64(len(body)))
}
