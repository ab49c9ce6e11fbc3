package sources

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"golang.org/x/time/rate"

	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
)

const (
	// titlesAtOnce is how many articles one request may ask the revisions of.
	titlesAtOnce = 50
	// mostParts is how many parts an answer may come in.
	mostParts = 10
	// longestArticle is how many bytes the title of an article has at most.
	longestArticle = 255
	// itemsPerFile is how many consecutive items of Wikidata share a file of plots.
	itemsPerFile = 1_000_000
	// lagWait is how long to wait at least when the servers are behind, in first waits of the client.
	lagWait = 5
)

// WikipediaLicence is that of the text of Wikipedia's articles.
const WikipediaLicence = "CC BY-SA 4.0"

// DefaultWikipediaRate is how many requests a second Wikipedia is asked at most, one at a time.
const DefaultWikipediaRate = 1

// article is an article of a film, as Wikidata knows it.
type article struct {
	item  int // the number of the film's item
	film  film.ID
	title string
	votes int
}

// plotRecord is a line of the files that are kept. Plot is empty if the article has no section of
// one: then only another revision is asked for.
type plotRecord struct {
	FetchedAt time.Time `json:"fetched_at"`
	ID        int       `json:"id"` // that of Item
	Revision  int       `json:"revision"`
	Item      string    `json:"wikidata_id"`
	FilmdbID  string    `json:"imdb_id"`
	Page      int       `json:"page_id"`
	Article   string    `json:"article"`
	Address   string    `json:"address"` // of this revision, whose history names the authors
	Licence   string    `json:"licence"`
	Plot      string    `json:"plot"`
}

// wikipedia is a fetch of plots.
type wikipedia struct {
	*fetchRun
	recordFiles
	api     *client
	started time.Time
	check   bool // whether kept articles are looked at again
	have    map[int]mark
	gone    map[int]bool
	left    map[string]int // articles that were left out, by reason
	fetched int
	failed  int // in a row
}

// wikipedia fetches the plots of the films that kept files of Wikidata know the articles of: those
// that are new, and from time to time those of which there is another revision.
func (f *fetchRun) wikipedia(c Source) {
	w := &wikipedia{
		fetchRun: f, api: f.newClient(c), started: f.o.now().UTC().Truncate(time.Second), have: map[int]mark{}, gone: map[int]bool{}, left: map[string]int{},
		recordFiles: recordFiles{run: f, origin: c, kind: "plot", format: source.WikipediaPlot, perShard: itemsPerFile},
	}
	w.api.limit = rate.NewLimiter(rate.Limit(cmp.Or(f.o.WikipediaRate, DefaultWikipediaRate)), 1)
	wanted, err := w.wanted()
	if err == nil && len(wanted) == 0 {
		f.note(Outcome{Source: c.Name, File: "plots", Status: Skipped, Reason: "no downloaded file of Wikidata names an article: fetch wikidata first. If its files are from an older version, remove wikidata and fetch it again"})
		return
	}
	if err == nil {
		err = w.plots(wanted)
	}
	if err != nil {
		f.fail(c, "plots", err)
		return
	}
	o := Outcome{Source: c.Name, File: "plots", Status: Fetched, Rows: w.fetched, Bytes: w.size(), Reason: w.leftOut()}
	if w.fetched == 0 {
		o.Status = Unchanged
	}
	f.note(o)
}

// leftOut returns how many articles were left out, by reason; "" when none was.
func (w *wikipedia) leftOut() string {
	var parts []string
	for _, reason := range slices.Sorted(maps.Keys(w.left)) {
		parts = append(parts, fmt.Sprintf("%s %d", reason, w.left[reason]))
	}
	if parts == nil {
		return ""
	}
	return "left out: " + strings.Join(parts, ", ")
}

// wanted returns the articles of films, those with most votes first and then by number of the film,
// as many as are asked for.
func (w *wikipedia) wanted() ([]article, error) {
	byItem, votes := map[int]article{}, map[film.ID]int{}
	for _, key := range slices.Sorted(maps.Keys(w.state.Files)) {
		if !strings.HasPrefix(key, "wikidata/") {
			continue
		}
		if err := w.unpacked(w.state.Files[key], func(from io.Reader) error { return readArticles(from, byItem) }); err != nil {
			return nil, fmt.Errorf("read %s: %w", key, err)
		}
	}
	items := map[film.ID]int{}
	for _, a := range byItem {
		items[a.film]++
		votes[a.film] = 0
	}
	if err := w.addVotes(votes); err != nil {
		return nil, err
	}
	var list []article
	for _, a := range byItem {
		if items[a.film] > 1 { // then one of them is another film's
			w.left["film id with several articles"]++
			continue
		}
		a.votes = votes[a.film]
		list = append(list, a)
	}
	slices.SortFunc(list, func(a, b article) int {
		return cmp.Or(cmp.Compare(b.votes, a.votes), cmp.Compare(a.film, b.film), cmp.Compare(a.item, b.item))
	})
	if n := w.o.WikipediaFilms; n > 0 && n < len(list) {
		list = list[:n]
	}
	return list, nil
}

// readArticles adds the articles that a file of Wikidata's films names.
func readArticles(from io.Reader, to map[int]article) error {
	for d := json.NewDecoder(from); ; {
		var f wikidataFilm
		if err := d.Decode(&f); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		item, err := strconv.Atoi(strings.TrimPrefix(f.Item, "Q"))
		id, known := film.ParseID(f.FilmdbID)
		if err == nil && item > 0 && known && isTitle(f.Article) {
			to[item] = article{item: item, film: id, title: f.Article}
		}
	}
}

// isTitle reports whether an article may have the title. What no title has would ask for something
// else: a bar parts titles.
func isTitle(title string) bool {
	return title != "" && len(title) <= longestArticle && !strings.ContainsAny(title, "|#<>[]{}") && strings.IndexFunc(title, unicode.IsControl) < 0
}

// addVotes notes how many voted for each of the films, as kept tables of ratings tell.
func (w *wikipedia) addVotes(votes map[film.ID]int) error {
	for _, k := range w.state.Files {
		if k.Format != string(source.TitleRatings) || !w.has(k) {
			continue
		}
		f, err := source.Open(filepath.Join(w.dir, filesName, k.Name))
		if err != nil {
			return err
		}
		f.Wanted = func(id film.ID) bool { _, ok := votes[id]; return ok }
		err = f.Read(w.ctx, func(c *source.Claim) error { votes[c.ID] = max(votes[c.ID], c.FilmdbVotes); return nil }, func(source.Reject) {}, nil)
		if err != nil {
			return err
		}
	}
	return nil
}

// plots brings the plots of the articles up to date and drops those of others, unless only some are
// wanted. What was fetched when it fails is kept.
func (w *wikipedia) plots(wanted []article) (err error) {
	if err := w.begin(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.end()) }()
	for _, shard := range w.kept() {
		if err := w.each(shard, func(m mark, _ []byte) error { w.have[m.ID] = m; return nil }); err != nil {
			return err
		}
	}
	due, err := w.due(wanted)
	if err != nil {
		return err
	}
	done, all := len(wanted)-len(due), len(wanted)
	for batch := range slices.Chunk(due, titlesAtOnce) {
		w.o.Progress(w.origin.Name, "articles", int64(done), int64(all))
		if err = w.batch(batch); err != nil {
			break
		}
		done += len(batch)
	}
	w.o.Progress(w.origin.Name, "articles", int64(done), int64(all))
	if len(w.have)-len(w.gone) < len(w.have)/2 && !w.o.AllowShrink {
		err = errors.Join(err, fmt.Errorf("%d of %d articles are gone: they are kept; --allow-shrink drops them", len(w.gone), len(w.have)))
		clear(w.gone)
	}
	if err = errors.Join(err, w.fold(w.gone)); err != nil || !w.check {
		return err
	}
	w.state.Articles = changesState{Until: w.state.Articles.Pending}
	return w.save()
}

// due returns the articles to ask about, and notes which kept ones are wanted no more. Kept ones are
// asked about when a round begins, recentAge after the last, and until it has ended.
func (w *wikipedia) due(wanted []article) (due []article, err error) {
	round := &w.state.Articles
	if round.Pending.IsZero() && w.started.Sub(round.Until) >= recentAge {
		round.Pending = w.started
		err = w.save()
	}
	w.check = !round.Pending.IsZero()
	items := make(map[int]bool, len(wanted))
	for _, a := range wanted {
		items[a.item] = true
		m, kept := w.have[a.item]
		if !kept || w.check && m.FetchedAt.Before(round.Pending) {
			due = append(due, a)
		}
	}
	for item := range w.have {
		if !items[item] && w.o.WikipediaFilms == 0 {
			w.gone[item] = true
		}
	}
	return due, err
}

// batch asks for the revisions of articles, and then for the text of those that are kept in another
// one or not at all, one at a time: the interface gives one whole text an answer.
func (w *wikipedia) batch(batch []article) error {
	titles := make([]string, len(batch))
	for i, a := range batch {
		titles[i] = a.title
	}
	pages, err := w.ask(titles, nil)
	if err != nil {
		return err
	}
	for i, a := range batch {
		p := pages[i]
		if reason := p.refuses(a); reason != "" {
			w.leave(a, reason)
			continue
		}
		if m, kept := w.have[a.item]; kept && m.Revision == p.Revision {
			continue
		}
		if err := w.text(a); err != nil {
			return err
		}
	}
	return nil
}

// leave notes that an article was left out, and drops what is kept of it.
func (w *wikipedia) leave(a article, reason string) {
	w.left[reason]++
	if _, kept := w.have[a.item]; kept {
		w.gone[a.item] = true
	}
}

// text fetches the plot of one article. An answer that is bad is left out, unless several are in a row.
func (w *wikipedia) text(a article) error {
	pages, err := w.ask([]string{a.title}, url.Values{"exlimit": {"1"}, "explaintext": {"1"}, "exsectionformat": {"wiki"}})
	var gaveUp *gaveUpError
	switch {
	case w.ctx.Err() != nil:
		return w.ctx.Err()
	case errors.As(err, &gaveUp):
		return err
	case err != nil:
		if w.failed++; w.failed >= mostFailed {
			return fmt.Errorf("%d articles in a row failed, the last one because of this: %w", w.failed, err)
		}
		w.left["bad answer"]++
		return nil
	}
	w.failed = 0
	p := pages[0]
	if reason := p.refuses(a); reason != "" {
		w.leave(a, reason)
		return nil
	}
	line, err := json.Marshal(plotRecord{
		FetchedAt: w.o.now().UTC().Truncate(time.Second), ID: a.item, Revision: p.Revision, Item: fmt.Sprintf("Q%d", a.item), FilmdbID: a.film.String(),
		Page: p.Page, Article: p.Title, Address: addressOf(p.Title, p.Revision), Licence: WikipediaLicence, Plot: plotOf(p.Extract),
	})
	if err != nil {
		return err
	}
	w.fetched++
	return w.append(append(line, '\n'))
}

// addressOf returns the address of a revision of an article.
func addressOf(title string, revision int) string {
	q := url.Values{"title": {strings.ReplaceAll(title, " ", "_")}, "oldid": {strconv.Itoa(revision)}}
	return "https://en.wikipedia.org/w/index.php?" + q.Encode()
}

// wikiPage is a page of an answer.
type wikiPage struct {
	Page     int    `json:"pageid"`
	Title    string `json:"title"`
	Missing  bool   `json:"missing"`
	Invalid  bool   `json:"invalid"`
	Revision int    `json:"lastrevid"`
	Extract  string `json:"extract"`
	Props    struct {
		Item string `json:"wikibase_item"`
		// Disambiguation is there, and empty, if the page lists others of a name.
		Disambiguation *string `json:"disambiguation"`
	} `json:"pageprops"`
}

// refuses returns why a page is not the article; "" if it is.
func (p *wikiPage) refuses(a article) string {
	switch {
	case p == nil || p.Missing || p.Invalid:
		return "missing"
	case p.Props.Disambiguation != nil:
		return "disambiguation page"
	case p.Props.Item != fmt.Sprintf("Q%d", a.item):
		return "other Wikidata item"
	case p.Page <= 0 || p.Revision <= 0 || !isTitle(p.Title):
		return "no revision"
	}
	return ""
}

// renamed is how an answer says that a title leads to another.
type renamed struct{ From, To string }

// continued is a parameter that leads to the next part of an answer: a text or a number.
type continued string

// UnmarshalJSON reads either.
func (c *continued) UnmarshalJSON(b []byte) error {
	if b[0] == '"' {
		return json.Unmarshal(b, (*string)(c))
	}
	*c = continued(b)
	return nil
}

// wikiAnswer is an answer of the interface in its second format.
type wikiAnswer struct {
	Error *struct {
		Code string `json:"code"`
	} `json:"error"`
	Continue map[string]continued `json:"continue"` // what to ask with for the next part
	Query    struct {
		Normalized []renamed   `json:"normalized"`
		Redirects  []renamed   `json:"redirects"`
		Pages      []*wikiPage `json:"pages"`
	} `json:"query"`
}

// ask returns the pages of titles, nil for those that the answer does not have. With extracts, which
// are parameters of that module, pages have their text. Parts of an answer are put together.
func (w *wikipedia) ask(titles []string, extracts url.Values) ([]*wikiPage, error) {
	u, err := url.Parse(w.origin.Address)
	if err != nil {
		return nil, err
	}
	params := u.Query()
	for name, value := range map[string]string{
		"action": "query", "format": "json", "formatversion": "2", "redirects": "1", "maxlag": "5",
		"prop": "info|pageprops", "ppprop": "wikibase_item|disambiguation", "titles": strings.Join(titles, "|"),
	} {
		params.Set(name, value)
	}
	for name, values := range extracts {
		params["prop"], params[name] = []string{"info|pageprops|extracts"}, values
	}
	pages, to := map[string]*wikiPage{}, map[string]string{}
	for part := 1; ; part++ {
		u.RawQuery = params.Encode()
		a, err := w.answer(u.String())
		if err != nil {
			return nil, err
		}
		for _, r := range append(a.Query.Normalized, a.Query.Redirects...) {
			to[r.From] = r.To
		}
		for _, p := range a.Query.Pages {
			if p != nil {
				pages[p.Title] = p.with(pages[p.Title])
			}
		}
		if len(a.Continue) == 0 {
			break
		}
		if part == mostParts {
			return nil, fmt.Errorf("%s answers in more than %d parts", shown(u.String()), mostParts)
		}
		for name, value := range a.Continue {
			params.Set(name, string(value))
		}
	}
	list := make([]*wikiPage, len(titles))
	for i, title := range titles {
		for range mostRedirects {
			next, ok := to[title]
			if !ok {
				break
			}
			title = next
		}
		list[i] = pages[title]
	}
	return list, nil
}

// with returns the page with what an earlier part of the answer says of it, which may be nil.
func (p *wikiPage) with(earlier *wikiPage) *wikiPage {
	if earlier != nil {
		p.Extract = cmp.Or(p.Extract, earlier.Extract)
		p.Revision = cmp.Or(p.Revision, earlier.Revision)
		p.Props.Item = cmp.Or(p.Props.Item, earlier.Props.Item)
		p.Props.Disambiguation = cmp.Or(p.Props.Disambiguation, earlier.Props.Disambiguation)
	}
	return p
}

// busy are the errors after which the same request may succeed later.
var busy = []string{"maxlag", "ratelimited", "readonly"}

// errorCode is what a code of an error looks like.
var errorCode = regexp.MustCompile(`^[A-Za-z0-9_-]{1,60}$`)

// answer asks until there is an answer that is whole and no error. The interface tells errors with
// the status 200.
func (w *wikipedia) answer(address string) (*wikiAnswer, error) {
	for try := 1; ; try++ {
		a, err := w.api.get(w.ctx, address, http.Header{"Accept": {"application/json"}})
		if err != nil {
			return nil, err
		}
		body, err := io.ReadAll(a.Body)
		a.Close()
		wait := w.api.delay(try)
		var got wikiAnswer
		switch {
		case a.StatusCode == http.StatusForbidden:
			return nil, &gaveUpError{fmt.Errorf("%w; Wikipedia wants a way to reach you: --contact", &statusError{address, a.StatusCode})}
		case a.StatusCode != http.StatusOK:
			return nil, &statusError{address, a.StatusCode}
		case errors.Is(err, errTooLong):
			return nil, fmt.Errorf("%s: %w, %s", shown(address), err, megabytes(w.api.most))
		case err != nil:
			err = fmt.Errorf("the answer is cut off: %w", err)
		case json.Unmarshal(body, &got) != nil:
			err = errors.New("the answer is cut off or malformed")
		case got.Error == nil:
			return &got, nil
		case slices.Contains(busy, got.Error.Code):
			wait = max(wait, w.api.retryAfter(a.Header.Get("Retry-After")), lagWait*w.api.backoff)
			err = fmt.Errorf("it answers that it is busy (%s)", got.Error.Code)
			if wait > longestAsked {
				return nil, &gaveUpError{fmt.Errorf("%s: %w and asks to come back in %s", shown(address), err, wait.Round(time.Second))}
			}
		default:
			code := got.Error.Code
			if !errorCode.MatchString(code) {
				code = "without a code"
			}
			return nil, fmt.Errorf("%s answers with the error %s", shown(address), code)
		}
		if try == mostTries {
			err = fmt.Errorf("%s: %w, %d times in a row", shown(address), err, try)
			if got.Error != nil {
				return nil, &gaveUpError{err}
			}
			return nil, err
		}
		if err := sleep(w.ctx, wait); err != nil {
			return nil, err
		}
	}
}
