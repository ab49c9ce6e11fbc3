// Package descriptions evaluates how often the film is found that somebody half remembers and
// describes in their own words, by the search and by recommendations.
package descriptions

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"kinodex/internal/catalog"
	"kinodex/internal/eval"
	"kinodex/internal/film"
	"kinodex/internal/taste"
)

//go:embed card.tmpl
var cardTemplate string

// book has descriptions by people who had seen neither the search nor its records: title, year
// and text, between tabs.
//
//go:embed book.tsv
var book string

// Description is a text and the film that it tells of.
type Description struct {
	Text   string
	Answer catalog.Doc
}

// others has descriptions by two other authors in the same form, none held out.
//
//go:embed others.tsv
var others string

// languages has descriptions in nine languages other than English in the same form, twelve each.
//
//go:embed languages.tsv
var languages string

// OtherLanguages returns the descriptions of one half of those in other languages whose films are in the catalogue.
func OtherLanguages(films *catalog.Catalog, heldOut bool) ([]Description, error) {
	return parse(films, eval.Half(languages, heldOut))
}

// Book returns the descriptions of one half of the book whose films are in the catalogue.
func Book(films *catalog.Catalog, heldOut bool) ([]Description, error) {
	return parse(films, eval.Half(book, heldOut))
}

// Others returns the descriptions by other authors whose films are in the catalogue.
func Others(films *catalog.Catalog) ([]Description, error) {
	return parse(films, slices.All(strings.Split(strings.TrimSpace(others), "\n")))
}

// parse returns the descriptions of some lines.
func parse(films *catalog.Catalog, lines iter.Seq2[int, string]) (all []Description, err error) {
	for _, line := range lines {
		fields := strings.Split(line, "\t")
		if len(fields) != 3 {
			return nil, fmt.Errorf("%q has %d fields, not 3", line, len(fields))
		}
		year, err := strconv.Atoi(fields[1])
		if err != nil {
			return nil, fmt.Errorf("%q: %w", line, err)
		}
		for _, of := range []int{year, year - 1, year + 1} { // memory and records differ by one
			if d, ok := films.ByTitleYear(fields[0], of); ok {
				all = append(all, Description{fields[2], d})
				break
			}
		}
	}
	return all, nil
}

// The longest texts that the search and recommendations take, in characters.
const (
	longestSearch = film.MaxText
	longestPrompt = 2000
)

// Requests reads requests of people who look for a film, a JSON object a line with request and
// filmdb_id, as the Tip-of-the-Tongue track of TREC 2023 has them. Those whose film the catalogue
// does not have are left out; of a longer request the first characters count.
func Requests(path string, films *catalog.Catalog) ([]Description, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var all []Description
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var row struct {
			Request string `json:"request"`
			ID      string `json:"filmdb_id"`
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			return nil, fmt.Errorf("a line of %s: %w", path, err)
		}
		id, ok := film.ParseID(row.ID)
		if !ok {
			return nil, fmt.Errorf("a line of %s: %q is no film id", path, row.ID)
		}
		if d, ok := films.ByID(id); ok {
			all = append(all, Description{row.Request, d})
		}
	}
	return all, lines.Err()
}

// Mark is how well the films of descriptions are found.
type Mark struct {
	Of, By string
	Texts  int
	// MRR is the mean of 1/place among the first hundred; the others are the shares of films
	// that are among so many.
	MRR, Top3, Top10, Top100 float64
	// Alone counts the texts that one film alone answers, AloneRight those of which it is the right film.
	Alone, AloneRight int
}

// Report is how well each way to ask finds the films of descriptions.
type Report struct {
	Of    string // the library
	Marks []Mark
	// Missed are the development descriptions whose films recommendations do not have among ten.
	Missed []Description
}

// looked is how many films of each answer are looked at.
const looked = 100

// Evaluate asks for every description of the book, its held-out half only where heldOut is set, and
// for the requests in a file, "" for none.
func Evaluate(x *taste.Taste, films *catalog.Catalog, requests string, heldOut bool) (*Report, error) {
	r := &Report{}
	for _, of := range []struct {
		name    string
		heldOut bool
		texts   func() ([]Description, error)
	}{
		{"development", false, func() ([]Description, error) { return Book(films, false) }},
		{"held out", true, func() ([]Description, error) { return Book(films, true) }},
		{"other authors", false, func() ([]Description, error) { return Others(films) }},
		{"other languages", false, func() ([]Description, error) { return OtherLanguages(films, false) }},
		{"other languages, held out", true, func() ([]Description, error) { return OtherLanguages(films, true) }},
	} {
		if of.heldOut && !heldOut {
			continue
		}
		texts, err := of.texts()
		if err != nil {
			return nil, err
		}
		r.ask(of.name, texts, x)
	}
	if requests != "" {
		all, err := Requests(requests, films)
		if err != nil {
			return nil, err
		}
		r.ask("tip of the tongue", all, x)
	}
	return r, nil
}

// ask asks both ways for some descriptions and adds their marks.
func (r *Report) ask(of string, all []Description, x *taste.Taste) {
	search, recommend := Mark{Of: of, By: "search"}, Mark{Of: of, By: "recommendations"}
	for _, d := range all {
		found, _ := x.Find(&film.Query{Text: first(d.Text, longestSearch), Match: film.MatchAuto}, film.Page{Limit: looked})
		search.add(slices.Index(found.Docs, d.Answer))
		search.alone(len(found.Docs) == 1, slices.Contains(found.Docs, d.Answer))
		picks := x.Recommend(taste.Request{Prompt: first(d.Text, longestPrompt), Limit: looked}).Films
		place := slices.IndexFunc(picks, func(p taste.Pick) bool { return p.Doc == d.Answer })
		recommend.add(place)
		recommend.alone(len(picks) == 1, place == 0)
		if of == "development" && (place < 0 || place >= 10) {
			r.Missed = append(r.Missed, d)
		}
	}
	r.Marks = append(r.Marks, search.mean(), recommend.mean())
}

// first returns the first n characters of a text.
func first(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n])
}

// alone counts an answer of one film alone, and whether it is the right one.
func (m *Mark) alone(is, right bool) {
	if is {
		m.Alone++
	}
	if is && right {
		m.AloneRight++
	}
}

// add counts an answer that has the film at a place, from 0; below 0 for nowhere.
func (m *Mark) add(place int) {
	m.Texts++
	if place < 0 {
		return
	}
	m.MRR += 1 / float64(place+1)
	for _, top := range []struct {
		of *float64
		k  int
	}{{&m.Top3, 3}, {&m.Top10, 10}, {&m.Top100, looked}} {
		if place < top.k {
			*top.of++
		}
	}
}

// mean returns the mark with means in place of sums.
func (m Mark) mean() Mark {
	n := float64(max(1, m.Texts))
	m.MRR, m.Top3, m.Top10, m.Top100 = m.MRR/n, m.Top3/n, m.Top10/n, m.Top100/n
	return m
}

// Write writes the marks as a table for a terminal.
func (r *Report) Write(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "descriptions\tby\ttexts\tMRR\ttop 3\ttop 10\ttop 100\talone\tright")
	for _, m := range r.Marks {
		fmt.Fprintf(w, "%s\t%s\t%d\t%.3f\t%.3f\t%.3f\t%.3f\t%d\t%d\n", m.Of, m.By, m.Texts, m.MRR, m.Top3, m.Top10, m.Top100, m.Alone, m.AloneRight)
	}
	return w.Flush()
}

// WriteCard writes the card; of says what library was asked.
func (r *Report) WriteCard(to io.Writer, of string) error {
	r.Of = of
	return eval.WriteCard(to, cardTemplate, r)
}
