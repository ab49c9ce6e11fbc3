package sourcestest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// Wikipedia is an encyclopedia of a Server: the interface of MediaWiki is at /w/api.php, as far as
// pages are queried there in the second format of its answers.
type Wikipedia struct {
	mu        sync.Mutex
	pages     map[string]wikiPage
	redirects map[string]string
	parted    bool
}

type wikiPage struct {
	page, revision int
	item, text     string
	lists          bool // others of its name
}

func (e *Wikipedia) init() { e.pages, e.redirects = map[string]wikiPage{}, map[string]string{} }

// Article adds an article about an item (Q42198), or another revision of it. text is its plain text
// with headings between equals signs.
func (e *Wikipedia) Article(title, item string, revision int, text string) {
	e.put(title, wikiPage{item: item, revision: revision, text: text})
}

// Disambiguation adds a page that lists articles of a name.
func (e *Wikipedia) Disambiguation(title, item string) {
	e.put(title, wikiPage{item: item, revision: 1, text: title + " may be several things.", lists: true})
}

func (e *Wikipedia) put(title string, p wikiPage) {
	e.mu.Lock()
	defer e.mu.Unlock()
	p.page = 1000 + len(e.pages)
	if before, ok := e.pages[title]; ok {
		p.page = before.page
	}
	e.pages[title] = p
}

// Delete removes a page.
func (e *Wikipedia) Delete(title string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.pages, title)
}

// Redirect has one title lead to another.
func (e *Wikipedia) Redirect(from, to string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.redirects[from] = to
}

// Part has answers about several pages come in two parts: the properties of the second half are in
// the second one.
func (e *Wikipedia) Part() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.parted = true
}

// Lagged answers that the servers are behind, as MediaWiki does: with the status 200.
func Lagged(retryAfter string) Fault {
	return func(w http.ResponseWriter, _ *http.Request, _ []byte) {
		w.Header().Set("Retry-After", retryAfter)
		w.Header().Set("X-Database-Lag", "6")
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		fmt.Fprint(w, `{"error":{"code":"maxlag","info":"Waiting for 10.0.0.1: 6.2 seconds lagged.","host":"10.0.0.1","lag":6.2,"type":"db"},"docref":"See https://en.wikipedia.org/w/api.php for API usage."}`)
	}
}

// serve answers a query.
func (e *Wikipedia) serve(w http.ResponseWriter, r *http.Request) {
	e.mu.Lock()
	defer e.mu.Unlock()
	q := r.URL.Query()
	titles := strings.Split(q.Get("titles"), "|")
	props := strings.Split(q.Get("prop"), "|")
	refuse := func(code string) {
		fmt.Fprintf(w, `{"error":{"code":%q,"info":"It is refused."}}`, code)
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	switch {
	case q.Get("action") != "query" || q.Get("format") != "json" || q.Get("formatversion") != "2":
		refuse("badvalue")
		return
	case len(titles) > 50:
		refuse("toomanyvalues")
		return
	case q.Get("maxlag") == "" || r.UserAgent() == "":
		http.Error(w, "say who asks, and how late an answer may be", http.StatusForbidden)
		return
	}
	type leads struct {
		Encoded bool   `json:"fromencoded,omitempty"`
		From    string `json:"from"`
		To      string `json:"to"`
	}
	var normalized, redirects []leads
	pages := []map[string]any{}
	for i, title := range titles {
		if plain := normal(title); plain != title {
			normalized = append(normalized, leads{From: title, To: plain})
			title = plain
		}
		if to, ok := e.redirects[title]; ok && q.Has("redirects") {
			redirects = append(redirects, leads{From: title, To: to})
			title = to
		}
		p, ok := e.pages[title]
		about := map[string]any{"ns": 0, "title": title}
		pages = append(pages, about)
		if !ok {
			about["missing"] = true
			continue
		}
		about["pageid"] = p.page
		if slices.Contains(props, "info") {
			about["lastrevid"], about["touched"], about["length"] = p.revision, "2026-11-01T00:00:00Z", len(p.text)
		}
		if later := e.parted && i > len(titles)/2; slices.Contains(props, "pageprops") && later == (q.Get("ppcontinue") != "") {
			props := map[string]any{"wikibase_item": p.item}
			if p.lists {
				props["disambiguation"] = ""
			}
			about["pageprops"] = props
		}
		if slices.Contains(props, "extracts") && i == 0 && q.Has("explaintext") && q.Get("exsectionformat") == "wiki" { // whole texts come one at a time
			about["extract"] = p.text
		}
	}
	answer := map[string]any{"batchcomplete": true, "query": map[string]any{"normalized": normalized, "redirects": redirects, "pages": pages}}
	if e.parted && len(titles) > 1 && q.Get("ppcontinue") == "" {
		delete(answer, "batchcomplete")
		answer["continue"] = map[string]any{"ppcontinue": 1007, "continue": "||info"}
	}
	b, _ := json.Marshal(answer)
	w.Write(b)
}

// normal returns a title as MediaWiki writes it: with blanks, and a capital first.
func normal(title string) string {
	title = strings.ReplaceAll(title, "_", " ")
	return strings.ToUpper(title[:min(1, len(title))]) + title[min(1, len(title)):]
}
