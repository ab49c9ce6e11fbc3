package sources

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"

	"kinodex/internal/ingest/source"
)

// How Wikidata is asked: by the time of release, a year at a time, and a part of a year
// where the service cannot answer within its own limit.
const (
	firstYear = 1915 // of the catalogue; earlier films are asked for at once
	// settledAfter is how old films are whose facts seldom change.
	settledAfter = 3
	settledAge   = 30 * 24 * time.Hour
	recentAge    = 7 * 24 * time.Hour
	leastPart    = 24 * time.Hour
)

// wikidataQuery asks for facts of the films released from one time to another, a row each:
// the item, its id in the film database, the property, and the value with the code of its
// country, language or currency, its label, the place that a sum is for, and the work that it is
// a fact of, where it is none of the film. What the film is called has the property "label", the
// title of its article in the English Wikipedia the property "article".
const wikidataQuery = `SELECT ?film ?imdb ?property ?value ?code ?label ?place ?work WHERE {
  { SELECT DISTINCT ?film ?imdb WHERE {
      ?film wdt:P577 ?date . FILTER(?date >= "%s"^^xsd:dateTime && ?date < "%s"^^xsd:dateTime)
      ?film wdt:P345 ?imdb . FILTER(STRSTARTS(?imdb, "tt")) } }
  { VALUES (?wdt ?property) { (wdt:P4947 "P4947") (wdt:P1258 "P1258") (wdt:P1712 "P1712") (wdt:P6127 "P6127") (wdt:P577 "P577") } ?film ?wdt ?value }
  UNION { ?film rdfs:label ?value . BIND(LANG(?value) AS ?code) FILTER(?code IN (%s)) BIND("label" AS ?property) }
  UNION { ?article schema:about ?film ; schema:isPartOf <https://en.wikipedia.org/> ; schema:name ?value . BIND("article" AS ?property) }
  UNION { ?film wdt:P495 ?value . BIND("P495" AS ?property) ?value wdt:P297 ?code }
  UNION { ?film wdt:P364 ?value . BIND("P364" AS ?property) ?value wdt:P218 ?code }
  UNION { VALUES (?wdt ?property) { (wdt:P57 "P57") (wdt:P144 "P144") (wdt:P166 "P166") (wdt:P1411 "P1411") (wdt:P179 "P179") } ?film ?wdt ?value
          OPTIONAL { ?value rdfs:label ?label . FILTER(LANG(?label) = "en") } }
  UNION { VALUES (?wdt ?property) { (wdt:P50 "P50") (wdt:P7937 "P7937") (wdt:P31 "P31") } ?film wdt:P144 ?work . ?work ?wdt ?value .
          ?value rdfs:label ?label . FILTER(LANG(?label) = "en") }
  UNION { VALUES (?p ?psv ?property) { (p:P2142 psv:P2142 "P2142") (p:P2130 psv:P2130 "P2130") } ?film ?p ?statement .
          ?statement a wikibase:BestRank ; ?psv ?node . ?node wikibase:quantityAmount ?value ; wikibase:quantityUnit/wdt:P498 ?code
          OPTIONAL { ?statement pq:P3005 ?place } }
}`

// labelLanguages are the languages of labels as a query lists them.
var labelLanguages = `"` + strings.Join(source.WikidataLanguages, `", "`) + `"`

// wikidata asks for the years whose answers are too old.
func (f *fetchRun) wikidata(c Source) {
	client, now := f.newClient(c), f.o.now().UTC()
	years := now.Year() + 2 - (firstYear - 1)
	for i := range years {
		year := firstYear - 1 + i
		f.o.Progress(c.Name, "years", int64(i), int64(years))
		if f.ctx.Err() != nil {
			return
		}
		age := recentAge
		if now.Year()-year > settledAfter {
			age = settledAge
		}
		if k := f.state.Files[yearKey(year)]; k != nil && now.Sub(k.FetchedAt) < age && (k.Name == "" || f.has(k)) {
			continue
		}
		if err := f.year(client, c, year); err != nil {
			f.fail(c, fmt.Sprint(year), err)
			return // the others would fail likewise, and the service wants few errors
		}
	}
	f.o.Progress(c.Name, "years", int64(years), int64(years))
	if !slices.ContainsFunc(f.outcomes, func(o Outcome) bool { return o.Source == c.Name }) {
		f.note(Outcome{Source: c.Name, File: "all years", Status: Unchanged, Reason: "asked not long ago"})
	}
}

// yearKey is the key of the films of a year.
func yearKey(year int) string { return fmt.Sprintf("wikidata/%04d%s", year, recordsExt) }

// year asks for the films of a year, the first for all before it too, and keeps them.
func (f *fetchRun) year(client *client, c Source, year int) error {
	from, to := time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(year+1, 1, 1, 0, 0, 0, 0, time.UTC)
	if year < firstYear {
		from = time.Date(1870, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	films := map[string]*wikidataFilm{}
	if err := f.ask(client, c, from, to, films); err != nil {
		return err
	}
	now := f.o.now().UTC()
	k := FileRecord{Address: shown(c.Address), FetchedAt: now, CheckedAt: now}
	if before := f.state.Files[yearKey(year)]; len(films) == 0 && (before == nil || before.Name == "") {
		f.state.Files[yearKey(year)] = &k
		return f.save()
	}
	path := filepath.Join(f.dir, partialName, fmt.Sprintf("wikidata-%04d%s", year, recordsExt))
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), f.room(0)); err != nil {
		return err
	}
	if err := writeFilms(path, films); err != nil {
		return err
	}
	changed, err := f.keep(f.ctx, candidate{
		key: yearKey(year), path: path, name: fmt.Sprintf("wikidata.%04d.%s%s", year, now.Format("2006-01"), recordsExt),
		format: source.WikidataFilm, taken: now, kept: k,
	})
	if err != nil {
		return errors.Join(err, removed(path))
	}
	status := Unchanged
	if changed {
		status = Fetched
	}
	kept := f.state.Files[yearKey(year)]
	kept.FetchedAt = now // when it was asked for: that decides when it is asked for again
	f.note(Outcome{Source: c.Name, File: fmt.Sprint(year), Status: status, Bytes: kept.Bytes, Rows: kept.Rows})
	return f.save()
}

// ask adds the films of a time to films. When the service does not manage to answer, or
// its answer is cut off, which is how it says so, it is asked for half the time twice.
func (f *fetchRun) ask(client *client, c Source, from, to time.Time, films map[string]*wikidataFilm) error {
	err := f.query(client, c, from, to, films)
	if err == nil || f.ctx.Err() != nil || !errors.Is(err, errTooMuch) {
		return err
	}
	half := from.Add(to.Sub(from) / 2).Truncate(leastPart)
	if !half.After(from) || !half.Before(to) {
		return err
	}
	if err := f.ask(client, c, from, half, films); err != nil {
		return err
	}
	return f.ask(client, c, half, to, films)
}

// errTooMuch says that a query was too much for the service.
var errTooMuch = errors.New("the service does not manage to answer")

// query asks once.
func (f *fetchRun) query(client *client, c Source, from, to time.Time, films map[string]*wikidataFilm) error {
	u, err := url.Parse(c.Address)
	if err != nil {
		return err
	}
	params := u.Query()
	params.Set("query", fmt.Sprintf(wikidataQuery, from.Format(time.RFC3339), to.Format(time.RFC3339), labelLanguages))
	u.RawQuery = params.Encode()
	header := http.Header{"Accept": {"application/sparql-results+json"}}
	a, err := client.get(f.ctx, u.String(), header, http.StatusInternalServerError, http.StatusGatewayTimeout)
	if err != nil {
		return err
	}
	defer a.Close()
	switch a.StatusCode {
	case http.StatusOK:
	case http.StatusInternalServerError, http.StatusGatewayTimeout:
		return fmt.Errorf("%s: %w for %s to %s", shown(c.Address), errTooMuch, from.Format(time.DateOnly), to.Format(time.DateOnly))
	default:
		return &statusError{c.Address, a.StatusCode}
	}
	err = readBindings(f.ctx, a.Body, films)
	switch {
	case errors.Is(err, errTooLong):
		return tooLong(shown(c.Address), f.most(c))
	case err != nil:
		return fmt.Errorf("%s: %w: the answer is cut off or malformed: %v", shown(c.Address), errTooMuch, err)
	}
	return nil
}

// writeFilms writes a packed file of the films, in order of item.
func writeFilms(path string, films map[string]*wikidataFilm) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	z, err := zstd.NewWriter(f, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	e := json.NewEncoder(z)
	e.SetEscapeHTML(false)
	for _, film := range inOrder(films) {
		if err := e.Encode(film); err != nil {
			return err
		}
	}
	return errors.Join(z.Close(), f.Sync())
}

// readBindings reads an answer in the JSON format of SPARQL results and adds its rows to
// films. An answer that is not whole is an error.
func readBindings(ctx context.Context, from io.Reader, films map[string]*wikidataFilm) error {
	d := json.NewDecoder(from)
	depth, inBindings := 0, false
	for {
		t, err := d.Token()
		if err == io.EOF && depth == 0 && inBindings {
			return nil
		}
		if err != nil {
			return err
		}
		switch t {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		case "bindings":
			if depth != 2 || inBindings {
				continue
			}
			inBindings = true
			if _, err := d.Token(); err != nil {
				return err
			}
			for d.More() {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				var b binding
				if err := d.Decode(&b); err != nil {
					return err
				}
				b.addTo(films)
			}
			if _, err := d.Token(); err != nil {
				return err
			}
		}
	}
}
