package sources

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/klauspost/compress/gzip"
	"golang.org/x/sync/errgroup"
	"golang.org/x/time/rate"

	"kinodex/internal/ingest/source"
)

// appended is what is asked for with a film's details, all in one request.
const appended = "credits,keywords,release_dates,translations,alternative_titles,videos,images,watch/providers,external_ids"

const (
	// atOnce is how many requests to the movie database are under way at most.
	atOnce = 4
	// exportDays is how many days back an export is looked for.
	exportDays = 7
	// changeDays is how many days one list of changes covers at most.
	changeDays = 14
	// changePages bounds the pages of one list, whatever the answer says.
	changePages = 1000
	// oldest is how old an answer may get before it is asked for anew: below the six
	// months that the terms allow.
	oldest = 150 * 24 * time.Hour
	// longestRecord bounds the bytes of an answer.
	longestRecord = 16 << 20
)

// moviedb is a fetch from the movie database.
type moviedb struct {
	*fetchRun
	source  Source
	api     *client
	started time.Time
}

// moviedb fetches the id exports, and with a key what the interface says of them.
func (f *fetchRun) moviedb(c Source) {
	m := &moviedb{fetchRun: f, source: c, api: f.newClient(c), started: f.o.now().UTC()}
	for _, name := range []string{"movie_ids", "collection_ids"} {
		if err := m.export(name); err != nil {
			f.fail(c, name, err)
			return
		}
	}
	if f.o.MoviedbKey == "" {
		f.note(Outcome{Source: c.Name, File: "details", Status: Skipped, Reason: "they want a key of your own: put it into " + MoviedbKey})
		return
	}
	m.authorize(f.o.MoviedbKey)
	if err := m.records(); err != nil {
		f.fail(c, "details", err)
	}
}

// exportKey is the key of an id export, whose file has another name every day.
func exportKey(name string) string { return "moviedb/" + name + ".json.gz" }

// export fetches the newest id export of a name.
func (m *moviedb) export(name string) error {
	c := m.source
	c.Address = m.address(ExportsName, defaultExports)
	client, base := m.newClient(c), c.Address
	for back := range exportDays {
		file := name + m.started.AddDate(0, 0, -back).Format("_01_02_2006") + ".json.gz"
		address, err := url.JoinPath(base, file)
		if err != nil {
			return err
		}
		err = m.one(client, m.source, oneFile{key: exportKey(name), name: file, address: address, format: source.MoviedbIDs, internal: true})
		var status *statusError
		if errors.As(err, &status) && (status.status == http.StatusNotFound || status.status == http.StatusForbidden) {
			continue // it is not published yet
		}
		return err
	}
	return fmt.Errorf("%s has no %s of the last %d days", shown(base), name, exportDays)
}

// v3Key recognises a key of the older kind, which goes into the address.
var v3Key = regexp.MustCompile(`^[0-9a-f]{32}$`)

// authorize gives the client the operator's key and a rate.
func (m *moviedb) authorize(key string) {
	m.api.secret = key
	if v3Key.MatchString(key) {
		m.api.query = url.Values{"api_key": {key}}
	} else {
		m.api.bearer = key
	}
	// A key that goes into addresses must not be sent elsewhere.
	m.api.http.CheckRedirect = func(r *http.Request, via []*http.Request) error {
		if r.URL.Host != via[0].URL.Host {
			return &refusedError{"another server, which shall not have the key"}
		}
		return m.api.guard.redirect(r, via)
	}
	m.api.limit = rate.NewLimiter(rate.Limit(cmp.Or(m.o.Rate, DefaultRate)), atOnce)
}

// records fetches films and collections: those that are new, those that changed, and
// those whose answer is too old.
func (m *moviedb) records() error {
	if m.state.Changes.Pending.IsZero() {
		m.state.Changes.Pending = m.started
		if err := m.save(); err != nil {
			return err
		}
	}
	changed, err := m.changes()
	if err != nil {
		return err
	}
	films, err := m.listed("movie_ids")
	if err != nil {
		return err
	}
	if n := m.o.MoviedbFilms; n > 0 && n < len(films) {
		films = films[:n]
	}
	sets := []*recordSet{
		{moviedb: m, recordFiles: m.recordsOf("movie", source.MoviedbRecord), path: "movie/%d?append_to_response=" + appended, changed: changed},
		{moviedb: m, recordFiles: m.recordsOf("collection", source.MoviedbCollection), path: "collection/%d"},
	}
	collections, err := m.listed("collection_ids")
	if err != nil {
		return err
	}
	for i, ids := range [][]int{films, collections} {
		if err := sets[i].fetch(ids); err != nil {
			return err
		}
	}
	m.state.Changes = changesState{Until: m.state.Changes.Pending}
	return m.save()
}

// recordsOf returns the files of the records of a kind.
func (m *moviedb) recordsOf(kind string, format source.Format) recordFiles {
	return recordFiles{run: m.fetchRun, origin: m.source, kind: kind, format: format, perShard: perShard}
}

// changes returns the ids of films that changed since the last fetch that ended; nil when
// there was none, or it was so long ago that all are asked for again.
func (m *moviedb) changes() (map[int]bool, error) {
	from := m.state.Changes.Until
	if from.IsZero() || m.started.Sub(from) > oldest {
		return nil, nil
	}
	changed := map[int]bool{}
	for ; from.Before(m.started); from = from.AddDate(0, 0, changeDays) {
		to := from.AddDate(0, 0, changeDays)
		if to.After(m.started) {
			to = m.started
		}
		for page, pages := 1, 1; page <= pages; page++ {
			var list struct {
				Results []struct {
					ID int `json:"id"`
				} `json:"results"`
				TotalPages int `json:"total_pages"`
			}
			path := fmt.Sprintf("movie/changes?start_date=%s&end_date=%s&page=%d", from.Format(time.DateOnly), to.Format(time.DateOnly), page)
			body, _, err := m.ask(path, "")
			if err != nil {
				return nil, fmt.Errorf("what changed: %w", err)
			}
			if err := json.Unmarshal(body, &list); err != nil {
				return nil, fmt.Errorf("what changed: the answer is malformed: %w", err)
			}
			for _, r := range list.Results {
				changed[r.ID] = true
			}
			pages = min(list.TotalPages, changePages)
		}
	}
	return changed, nil
}

// errGone says that the movie database does not have a record, or has the one that is
// kept.
var errGone, errSame = errors.New("gone"), errors.New("the same")

// keyError says that a server refuses the operator's key.
type keyError struct{ at string }

func (e *keyError) Error() string { return e.at + " refuses the key in " + MoviedbKey }

// ask returns the body of a path of the interface, and its entity tag. With a tag, it
// returns errSame when the answer has that tag still.
func (m *moviedb) ask(path, etag string) (body []byte, tag string, err error) {
	header := http.Header{"Accept": {"application/json"}}
	setIf(header, "If-None-Match", etag)
	base, err := url.Parse(m.source.Address)
	if err != nil {
		return nil, "", err
	}
	ref, err := url.Parse(path)
	if err != nil {
		return nil, "", err
	}
	at := base.JoinPath(ref.Path)
	at.RawQuery = ref.RawQuery
	for try := 1; ; try++ {
		a, err := m.api.get(m.ctx, at.String(), header)
		if err != nil {
			return nil, "", err
		}
		body, err = io.ReadAll(io.LimitReader(a.Body, longestRecord+1))
		a.Close()
		switch {
		case a.StatusCode == http.StatusNotModified:
			return nil, "", errSame
		case a.StatusCode == http.StatusNotFound:
			return nil, "", errGone
		case a.StatusCode == http.StatusUnauthorized || a.StatusCode == http.StatusForbidden:
			return nil, "", &keyError{shown(at.String())}
		case a.StatusCode != http.StatusOK:
			return nil, "", &statusError{at.String(), a.StatusCode}
		case len(body) > longestRecord:
			return nil, "", fmt.Errorf("%s answers with more than %d bytes", shown(at.String()), longestRecord)
		case err == nil && json.Valid(body):
			return body, a.Header.Get("ETag"), nil
		case try == mostTries:
			return nil, "", fmt.Errorf("%s: the answer is cut off or malformed, %d times in a row", shown(at.String()), try)
		}
		if err := sleep(m.ctx, m.api.delay(try)); err != nil {
			return nil, "", err
		}
	}
}

// listed returns the ids of an export, the most popular first, without adult and video
// titles.
func (m *moviedb) listed(name string) ([]int, error) {
	k := m.state.Files[exportKey(name)]
	if !m.has(k) {
		return nil, fmt.Errorf("the list %s is missing", name)
	}
	f, err := os.Open(filepath.Join(m.dir, filesName, k.Name))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	unpacked, err := gzip.NewReader(bufio.NewReader(f))
	if err != nil {
		return nil, err
	}
	type row struct {
		ID         int     `json:"id"`
		Adult      bool    `json:"adult"`
		Video      bool    `json:"video"`
		Popularity float64 `json:"popularity"`
	}
	var rows []row
	for d := json.NewDecoder(unpacked); ; {
		var r row
		if err := d.Decode(&r); err == io.EOF {
			break
		} else if err != nil {
			return nil, fmt.Errorf("read the list %s: %w", name, err)
		}
		if r.ID > 0 && !r.Adult && !r.Video {
			rows = append(rows, r)
		}
	}
	slices.SortStableFunc(rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(b.Popularity, a.Popularity), cmp.Compare(a.ID, b.ID))
	})
	ids := make([]int, len(rows))
	for i, r := range rows {
		ids[i] = r.ID
	}
	return ids, nil
}

// inParallel calls do for each id, atOnce at a time, until one fails or ctx ends.
func inParallel(ctx context.Context, ids []int, do func(ctx context.Context, id int) error) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(atOnce)
	for _, id := range ids {
		if ctx.Err() != nil {
			break
		}
		g.Go(func() error { return do(ctx, id) })
	}
	return g.Wait()
}

// idOf returns the number in the key of a shard's file.
func idOf(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}
