package docs_test

import (
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/serve/site"
)

var (
	pageOf   = regexp.MustCompile(`<li id="(\w+)"><a href="(/docs/reference/\w+)">`)
	keyField = regexp.MustCompile(`<input id="key"[^>]*>`)
	example  = regexp.MustCompile(`data-live="address"><code>(\w+) ([^<]*)</code>`)
)

// operationPages returns the pages of all operations, by operation.
func (s *served) operationPages() map[string]string {
	s.t.Helper()
	_, _, list := s.get("/docs/reference")
	pages := map[string]string{}
	for _, m := range pageOf.FindAllStringSubmatch(list, -1) {
		status, _, body := s.get(m[2])
		if status != http.StatusOK {
			s.t.Errorf("%s: status %d", m[2], status)
		}
		pages[m[1]] = body
	}
	if len(pages) < 60 {
		s.t.Fatalf("the list has %d operations", len(pages))
	}
	return pages
}

// REQ F2-102: every parameter is a control of its type with its bounds, the body is there to be
// changed, and what is required is marked.
func TestAnOperationIsAForm(t *testing.T) {
	pages := open(t, site.Public, "").operationPages()
	for operation, wants := range map[string][]string{
		"listFilms": {
			`<input id="p-limit" [^>]*type="number" step="1" min="0" max="500"`, `<input id="p-min_rating" [^>]*type="number" step="any" min="0" max="10"`,
			`<input id="p-q" [^>]*maxlength="500"`, `<select id="p-match" [^>]*><option value="">not sent \(all\)</option>\s*<option>all</option><option>any</option><option>auto</option></select>`,
			`<select id="p-has_poster" [^>]*><option value="">not sent</option>\s*<option>true</option><option>false</option></select>`,
			`<input id="p-genre" [^>]*value="Drama,Crime"`, `<option value="">application/json</option><option>text/csv</option>`, `data-name="X-Sandbox"`,
		},
		"getFilm":       {`<input id="p-id" [^>]*data-in="path" data-name="id" value="tt\d+" required`, `data-path="/api/v2/films/{id}"`},
		"lookUpFilms":   {`(?s)<textarea id="body-json"[^>]*>{\n  &#34;films&#34;`, `data-method="POST"`},
		"compareDrafts": {`type="file" data-file="before"`, `type="file" data-file="after"`},
		"streamFilms":   {`data-lines="yes"`},
		"getHealth":     {`<a href="/api/v1/health">Open the answer</a>`},
	} {
		for _, want := range wants {
			if !regexp.MustCompile(want).MatchString(pages[operation]) {
				t.Errorf("the page of %s has no %s", operation, want)
			}
		}
	}
	for operation, body := range pages {
		if strings.Count(body, `id="console"`) != 1 || strings.Count(body, `data-send`) != 1 || strings.Count(body, `data-says="0"`) != 1 || !strings.Contains(body, `data-live="curl"><code>curl `) {
			t.Errorf("%s: a part of the console is missing", operation)
		}
		if form := body[strings.Index(body, `id="console"`):strings.Index(body, `id="errors"`)]; strings.Contains(form, ` name="`) {
			t.Errorf("%s: a control has a name, so that a browser could send it to the page", operation)
		}
	}
}

// REQ F2-102: the key that is published is filled in where it opens the operation and nowhere else, and
// no key is asked for where none is needed.
func TestTheKeyThatIsFilledInWorks(t *testing.T) {
	s := open(t, site.Public, "")
	for operation, body := range s.operationPages() {
		at := example.FindStringSubmatch(body)
		if at == nil {
			t.Errorf("%s shows no request", operation)
			continue
		}
		field := keyField.FindString(body)
		filled := strings.Contains(field, access.Playground)
		if field != "" && filled == strings.Contains(field, "required") {
			t.Errorf("%s: the field of the key is %s", operation, field)
		}
		if at[1] != http.MethodGet {
			if filled {
				t.Errorf("%s: the published key only reads", operation)
			}
			continue
		}
		key := ""
		if field != "" {
			key = access.Playground
		}
		status := s.asks(html.UnescapeString(at[2]), key)
		if opened := status != http.StatusUnauthorized && status != http.StatusForbidden; opened != (filled || field == "") && !strings.HasPrefix(operation, "getObject") {
			t.Errorf("%s answers %d, and the key that is filled in is %q", operation, status, field)
		}
	}
}

// asks returns the status of an answer of the interface.
func (s *served) asks(address, key string) int {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, address, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("X-Forwarded-For", "198.51.100.7")
	if key != "" {
		req.Header.Set("X-API-Key", key)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	res.Body.Close()
	return res.StatusCode
}

// REQ F2-102: the list finds operations by words of their names and paths, and a question is shown as
// text.
func TestTheReferenceFindsOperations(t *testing.T) {
	s := open(t, site.Public, "")
	for question, want := range map[string]string{
		"similar": "listSimilarFilms", "GET+FILMS+stream": "streamFilms", "batch": "lookUpFilms", "rotatekey": "rotateKey", "%2Fapi%2Fv2%2Fatlas": "getAtlas",
	} {
		if _, _, body := s.get("/docs/reference?q=" + question); !strings.Contains(body, `<li id="`+want+`">`) || len(pageOf.FindAllString(body, -1)) > 4 {
			t.Errorf("%q finds %q", question, pageOf.FindAllString(body, -1))
		}
	}
	for _, hostile := range []string{"%3Cscript%3Ealert(1)%3C/script%3E", "%22%3E%3Cimg+src%3Dx%3E", "%FF", "%00", strings.Repeat("x", 5000)} {
		status, _, body := s.get("/docs/reference?q=" + hostile)
		if status != http.StatusOK || strings.Contains(body, "<script>") || strings.Contains(body, "<img") || !strings.Contains(body, "No operation has all of these words") {
			t.Errorf("%.40q: status %d", hostile, status)
		}
	}
}

// REQ F2-103: the address of the console before this one leads to the reference, also below a path.
// Without pages there is none.
func TestTheAddressOfTheConsoleLeadsToTheReference(t *testing.T) {
	for base, want := range map[string]string{"": "/docs/reference", "https://example.com/kinodex": "/kinodex/docs/reference"} {
		if status, h, _ := open(t, site.Public, base).get("/docs/console"); status != http.StatusMovedPermanently || h.Get("Location") != want {
			t.Errorf("%q: %d to %q", base, status, h.Get("Location"))
		}
	}
	if status, _, _ := open(t, site.Off, "").get("/docs/console"); status != http.StatusNotFound {
		t.Errorf("without pages: %d", status)
	}
	if _, _, body := open(t, site.Public, "https://example.com/kinodex").get("/docs/reference/getFilm"); !strings.Contains(body, `data-path="/kinodex/api/v2/films/{id}"`) {
		t.Error("below a path, the console asks past it")
	}
}
