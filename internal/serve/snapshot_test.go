package serve_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/film"
	"kinodex/internal/snapshot"
	"kinodex/internal/snapshot/tables"
)

func (s *site) snapshot(t *testing.T) *snapshot.Manifest {
	t.Helper()
	m, made, err := s.App.BuildSnapshot(t.Context(), snapshot.Options{Base: "https://kinodex.example", Scratch: t.TempDir()})
	if err != nil || !made {
		t.Fatal(made, err)
	}
	return m
}

// local drops the server's own address from a link.
func (s *site) local(link string) string { return strings.TrimPrefix(link, s.url) }

func lines(t *testing.T, packed []byte) [][]byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.SplitAfter(bytes.TrimSuffix(plain, []byte{'\n'}), []byte{'\n'})
}

// REQ SN-11, E-10, E-11
func TestWithoutASnapshotOneIsAskedToComeBack(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, path := range []string{"/api/v2/catalog/snapshot", "/api/v2/catalog/snapshot?format=json", "/api/v2/catalog/changes?since=x", "/api/v2/films/changes?since=x"} {
		a := s.get(path)
		a.fails(503, "snapshot_not_ready")
		a.has("Retry-After", "60").has("Cache-Control", "no-store")
	}
	// A 503 costs nothing.
	s.snapshot(t)
	s.get("/api/v2/catalog/snapshot").is(302).has("X-RateLimit-Remaining", "9999")
}

// REQ SN-07, SN-13, F2-50
func TestTheSnapshotIsOneRedirectAway(t *testing.T) {
	t.Parallel()
	s := open(t)
	m := s.snapshot(t)
	a := s.get("/api/v2/catalog/snapshot").is(302).has("X-RateLimit-Remaining", "9999").
		has("Cache-Control", "public, max-age=300, stale-while-revalidate=3600")
	link := a.header.Get("Location")
	if !strings.HasPrefix(link, s.url+"/objects/") {
		t.Fatalf("Location %q", link)
	}
	file := s.ask(request{path: s.local(link)}).is(200).has("Content-Type", "application/gzip").has("Content-Encoding", "")
	if sum := sha256.Sum256(file.body); hex.EncodeToString(sum[:]) != m.SHA256 || int64(len(file.body)) != m.Bytes {
		t.Error("the file is not the manifest's")
	}
	// The download is not counted, nor is asking again free.
	s.get("/api/v2/catalog/snapshot").is(302).has("X-RateLimit-Remaining", "9998")
}

// REQ SN-17, F2-01: a row is what GET /films/{id} answers.
func TestRowsAreTheDetailsOfFilms(t *testing.T) {
	t.Parallel()
	s := open(t)
	m, _, err := s.App.BuildSnapshot(t.Context(), snapshot.Options{Base: s.url, Scratch: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	file := s.ask(request{path: s.local(s.get("/api/v2/catalog/snapshot").is(302).header.Get("Location"))}).is(200)
	rows := lines(t, file.body)
	if len(rows) != m.FilmCount || len(rows) != len(apptest.Films()) {
		t.Fatalf("%d rows, manifest says %d", len(rows), m.FilmCount)
	}
	for _, row := range rows {
		var f struct {
			ID film.ID `json:"filmdb_id"`
		}
		if err := json.Unmarshal(row, &f); err != nil {
			t.Fatal(err)
		}
		a := s.get("/api/v2/films/" + f.ID.String()).is(200)
		if want := `{"data":` + string(bytes.TrimSuffix(row, []byte{'\n'})) + `}`; string(a.body) != want {
			t.Errorf("%s: row and detail differ", f.ID)
		}
	}
}

// REQ SN-09, SN-14
func TestTheManifestAsJSON(t *testing.T) {
	t.Parallel()
	s := open(t)
	first := s.snapshot(t)
	s.Publish()
	if _, err := s.Holder.Reload(); err != nil {
		t.Fatal(err)
	}
	s.Clock.Set(s.Clock.Now().Add(time.Hour))
	second := s.snapshot(t)
	time.Sleep(2100 * time.Millisecond) // for as long the newest version is believed to be
	var got struct {
		DownloadURL      string `json:"download_url"`
		ExpiresInSeconds int    `json:"expires_in_seconds"`
		Manifest         map[string]any
	}
	s.get("/api/v2/catalog/snapshot?format=json").is(200).data(&got)
	if got.ExpiresInSeconds != 3600 {
		t.Errorf("expires in %d s", got.ExpiresInSeconds)
	}
	for key, want := range map[string]any{
		"version": second.Version, "film_count": float64(second.FilmCount), "bytes": float64(second.Bytes), "sha256": second.SHA256,
		"format": "ndjson+gzip", "schema_version": 1.0, "previous_version": first.Version,
		"changes_url": s.url + "/api/v2/catalog/changes?since=" + first.Version, "generated_at": second.GeneratedAt.Format(time.RFC3339),
	} {
		if got.Manifest[key] != want {
			t.Errorf("%s is %v, want %v", key, got.Manifest[key], want)
		}
	}
	s.ask(request{path: s.local(got.DownloadURL)}).is(200)
	var steps []struct {
		Since, Version, SHA256 string
		Puts, Deletes          int
		DownloadURL            string `json:"download_url"`
	}
	s.ask(request{path: s.local(got.Manifest["changes_url"].(string)), header: map[string]string{"X-API-Key": s.Key(access.Producer)}}).is(200).data(&steps)
	if len(steps) != 1 || steps[0].Since != first.Version || steps[0].Version != second.Version || steps[0].Puts != 0 {
		t.Fatalf("steps %+v", steps)
	}
	s.ask(request{path: s.local(steps[0].DownloadURL)}).is(200).has("Content-Type", "application/gzip")
	s.get("/api/v2/catalog/changes?since=" + second.Version).is(200).data(&steps)
	if len(steps) != 0 {
		t.Errorf("since the newest: %+v", steps)
	}
}

// filmChanges is an answer of /films/changes.
type filmChanges struct {
	Data []struct {
		ID      string `json:"filmdb_id"`
		Change  string
		Fields  []string
		Version string
	}
	Meta struct {
		Since, Version string
		Total, Limit   int
		NextCursor     *string `json:"next_cursor"`
		HasMore        bool    `json:"has_more"`
	}
}

// REQ SN-20
func TestTheFilmsThatChangedAreListed(t *testing.T) {
	t.Parallel()
	s := open(t)
	films := apptest.Films()
	first := s.snapshot(t)
	removed := films[0].ID.String()
	films = films[1:]
	retitled := *films[0]
	retitled.Title += " again"
	films[0] = &retitled
	s.PublishFilms(films)
	if _, err := s.Holder.Reload(); err != nil {
		t.Fatal(err)
	}
	second := s.snapshot(t)
	ask := func(query string) (a filmChanges) {
		t.Helper()
		s.get("/api/v2/films/changes?since=" + query).is(200).read(&a)
		return a
	}
	all := ask(first.Version)
	if all.Meta.Version != second.Version || all.Meta.Since != first.Version || all.Meta.Total != len(all.Data) || all.Meta.Limit != 500 ||
		all.Meta.NextCursor != nil || all.Meta.HasMore || len(all.Data) != second.Changes.Puts+second.Changes.Deletes {
		t.Fatalf("%+v", all)
	}
	if d := all.Data[0]; d.ID != removed || d.Change != "removed" || d.Fields == nil || len(d.Fields) != 0 || d.Version != second.Version {
		t.Errorf("the film that is gone: %+v", d)
	}
	if d := all.Data[1]; d.ID != retitled.ID.String() || d.Change != "changed" || !slices.Contains(d.Fields, "title") || slices.Contains(d.Fields, "year") {
		t.Errorf("the film with another title: %+v", d)
	}
	// Page by page it is the same list.
	for at, page := 0, ask(first.Version+"&limit=1"); ; at++ {
		if len(page.Data) != 1 || page.Data[0].ID != all.Data[at].ID || page.Meta.Total != len(all.Data) || page.Meta.HasMore != (at+1 < len(all.Data)) {
			t.Fatalf("page %d: %+v", at, page)
		}
		if page.Meta.NextCursor == nil {
			break
		}
		page = ask(first.Version + "&limit=1&cursor=" + *page.Meta.NextCursor)
	}
	none := s.get("/api/v2/films/changes?since=" + second.Version).is(200)
	var newest filmChanges
	none.read(&newest)
	if newest.Data == nil || len(newest.Data) != 0 || newest.Meta.Version != second.Version {
		t.Errorf("since the newest: %+v", newest)
	}
	// Who polls pays for what is new alone (REQ F2-54, Q-08).
	held := map[string]string{"X-API-Key": s.Key(access.Producer), "If-None-Match": none.header.Get("ETag")}
	s.ask(request{path: "/api/v2/films/changes?since=" + second.Version, header: held}).is(304)
	s.PublishFilms(films[1:])
	if _, err := s.Holder.Reload(); err != nil {
		t.Fatal(err)
	}
	// The library is another one, the snapshot not yet.
	tag := s.get("/api/v2/films/changes?since=" + second.Version).is(200).header.Get("ETag")
	third := s.snapshot(t)
	held["If-None-Match"] = tag
	var more filmChanges
	s.ask(request{path: "/api/v2/films/changes?since=" + second.Version, header: held}).is(200).read(&more)
	if len(more.Data) != 1 || more.Data[0].Change != "removed" || more.Meta.Version != third.Version {
		t.Errorf("since the second: %+v", more)
	}
	for _, bad := range []string{"x", "MA", "MCB4", *ask(first.Version + "&limit=1").Meta.NextCursor + "A"} {
		s.get("/api/v2/films/changes?since="+first.Version+"&cursor="+bad).fails(400, "invalid_cursor")
	}
	s.get("/api/v2/films/changes?since="+second.Version+"&cursor="+*ask(first.Version + "&limit=1").Meta.NextCursor).fails(400, "invalid_cursor")
}

// REQ SN-10
func TestBadQuestionsAboutTheSnapshot(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.snapshot(t)
	for path, param := range map[string]string{
		"/api/v2/catalog/snapshot?format=csv":                           "format",
		"/api/v2/catalog/snapshot?format=json,json":                     "format",
		"/api/v2/catalog/changes?since=" + strings.Repeat("x", 101):     "since",
		"/api/v2/catalog/changes?since=" + url.QueryEscape("a\x00b"):    "since",
		"/api/v2/catalog/changes?since=000001-aa&since=000002-00000000": "since",
		"/api/v2/films/changes?since=x&limit=0":                         "limit",
		"/api/v2/films/changes?since=x&limit=5001":                      "limit",
	} {
		if p := s.get(path).fails(400, "invalid_parameter"); p.Param != param {
			t.Errorf("%s: %+v", path, p)
		}
	}
	s.get("/api/v2/catalog/changes").fails(400, "missing_parameter")
	s.get("/api/v2/films/changes").fails(400, "missing_parameter")
	for _, unknown := range []string{"000001-00000000-000000", "../../current", "x"} {
		s.get("/api/v2/catalog/changes?since="+url.QueryEscape(unknown)).fails(404, "not_found")
		s.get("/api/v2/films/changes?since="+url.QueryEscape(unknown)).fails(404, "not_found")
	}
}

// REQ
func TestWhoMayTakeAllFilmsHome(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.snapshot(t)
	for _, path := range []string{"/api/v2/catalog/snapshot", "/api/v2/catalog/changes?since=x", "/api/v2/films/changes?since=x"} {
		s.ask(request{path: path}).fails(401, "missing_api_key")
		s.ask(request{path: path, header: map[string]string{"X-API-Key": s.Key(access.Writer)}}).fails(403, "tier_not_allowed")
		s.ask(request{path: path, header: map[string]string{"X-API-Key": s.Key(access.Producer), "X-Sandbox": "1"}}).fails(403, "sandbox_not_allowed")
	}
	s.ask(request{path: "/api/v2/catalog/snapshot", header: map[string]string{"X-API-Key": s.Key(access.Producer)}}).is(302)
}

// REQ SN-08, SN-12, SN-15, SN-16, L-07
func TestLinksEndAndCannotBeForged(t *testing.T) {
	t.Parallel()
	s := open(t)
	m := s.snapshot(t)
	link := s.local(s.get("/api/v2/catalog/snapshot").is(302).header.Get("Location"))
	bare, _, _ := strings.Cut(link, "?")
	for _, forged := range []string{bare, "/objects/" + snapshot.ChangesKey(m.Version), "/objects/catalog/current.json", strings.Replace(link, "signature=", "signature=A", 1)} {
		s.ask(request{path: forged}).fails(403, "link_refused")
	}
	part := s.ask(request{path: link, header: map[string]string{"Range": "bytes=10-"}}).is(206)
	if int64(len(part.body)) != m.Bytes-10 {
		t.Errorf("a range of %d bytes of %d", len(part.body), m.Bytes)
	}
	s.ask(request{path: link, header: map[string]string{"Range": "bytes=10-", "If-Range": part.header.Get("ETag")}}).is(206)
	s.ask(request{path: link, header: map[string]string{"Range": "bytes=10-", "If-Range": `"another"`}}).is(200)
	s.ask(request{path: link, method: "HEAD"}).is(200)
	s.Clock.Set(s.Clock.Now().Add(time.Hour))
	if p := s.ask(request{path: link}).fails(403, "link_refused"); !strings.Contains(p.Message, "ask the service for a new one") {
		t.Errorf("%q", p.Message)
	}
}

// REQ SN-18, SN-19
func TestTheSnapshotAsTables(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.get("/api/v2/catalog/snapshot?file=csv").fails(400, "invalid_parameter")
	s.snapshot(t)
	s.get("/api/v2/catalog/snapshot?file=ndjson").is(302)
	if p := s.get("/api/v2/catalog/snapshot?file=parquet").fails(404, "not_found"); !strings.Contains(p.Message, "no parquet file") {
		t.Errorf("a service that makes none says %q", p.Message)
	}
	m, made, err := s.App.BuildSnapshot(t.Context(), snapshot.Options{Base: "https://kinodex.example", Scratch: t.TempDir(), Tables: snapshot.Tables})
	if err != nil || !made {
		t.Fatal(made, err)
	}
	for format, media := range map[string]string{"parquet": "application/vnd.apache.parquet", "sqlite": "application/vnd.sqlite3", "ndjson": "application/gzip"} {
		var got struct {
			DownloadURL string `json:"download_url"`
			Manifest    struct {
				Version, SHA256, Format string
				Bytes                   int
				Files                   []snapshot.File
				Licences                []tables.Licence
				Signature               []byte
				PublicKey               []byte `json:"public_key"`
			}
		}
		s.get("/api/v2/catalog/snapshot?format=json&file=" + format).is(200).data(&got)
		file := s.ask(request{path: s.local(got.DownloadURL)}).is(200).has("Content-Type", media)
		sum := sha256.Sum256(file.body)
		if hex.EncodeToString(sum[:]) != got.Manifest.SHA256 || len(file.body) != got.Manifest.Bytes || got.Manifest.Version != m.Version {
			t.Errorf("%s: %d bytes, which are not those of %+v", format, len(file.body), got.Manifest)
		}
		if len(got.Manifest.Files) != 3 || len(got.Manifest.Licences) == 0 || !m.Signed(got.Manifest.PublicKey) || !bytes.Equal(got.Manifest.Signature, m.Signature) {
			t.Errorf("%s: the manifest is %+v", format, got.Manifest)
		}
	}
}

// REQ SN-18: totals of the tables are those of the statistics.
func TestTheTablesHoldWhatTheStatisticsCount(t *testing.T) {
	t.Parallel()
	s := open(t)
	m, _, err := s.App.BuildSnapshot(t.Context(), snapshot.Options{Scratch: t.TempDir(), Tables: snapshot.Tables})
	if err != nil {
		t.Fatal(err)
	}
	var stats struct {
		Summary struct {
			Films  int `json:"total_films"`
			Budget int `json:"with_budget"`
			Rating int `json:"with_rating"`
		}
		Genres map[string]struct{ Count int }
	}
	s.get("/api/v1/stats").is(200).data(&stats)
	path := filepath.Join(t.TempDir(), "films.sqlite")
	link := s.local(s.get("/api/v2/catalog/snapshot?file=sqlite").is(302).header.Get("Location"))
	if err := os.WriteFile(path, s.ask(request{path: link}).is(200).body, 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	count := func(query string, args ...any) (n int) {
		if err := db.QueryRow(query, args...).Scan(&n); err != nil {
			t.Fatal(query, err)
		}
		return n
	}
	if got := count("SELECT count(*) FROM films"); got != stats.Summary.Films || got != m.FilmCount {
		t.Errorf("%d films, of %d", got, stats.Summary.Films)
	}
	if got := count("SELECT count(budget) FROM films"); got != stats.Summary.Budget {
		t.Errorf("%d budgets, of %d", got, stats.Summary.Budget)
	}
	if got := count("SELECT count(filmdb_rating) FROM films"); got != stats.Summary.Rating {
		t.Errorf("%d ratings, of %d", got, stats.Summary.Rating)
	}
	for genre, g := range stats.Genres {
		if got := count("SELECT count(*) FROM genres WHERE genre = ?", genre); got != g.Count {
			t.Errorf("%s: %d films, of %d", genre, got, g.Count)
		}
	}
	f, _ := m.FileOf(snapshot.Parquet)
	if rows := f.Rows["films"]; int(rows) != stats.Summary.Films {
		t.Errorf("the Parquet file has %d films", rows)
	}
}
