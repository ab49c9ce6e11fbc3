package guide

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"kinodex/internal/film"
	"kinodex/internal/ordered"
	"kinodex/internal/text"
)

// Parse reads a guide from src, the text of the file of that name (SLUG.md, without
// folder). The guide has every field set but Tendencies, which is optional, and the
// specifications and sections of its discipline. An error says what is wrong, and in
// the front matter on which line. The style of the text is not checked.
func Parse(filename, src string) (*Guide, error) {
	g, err := parse(filename, src)
	if err != nil {
		return nil, fmt.Errorf("guide %s: %w", filename, err)
	}
	return g, nil
}

// parse is Parse, with errors that do not name the file.
func parse(filename, src string) (*Guide, error) {
	if !utf8.ValidString(src) {
		return nil, errors.New("not UTF-8")
	}
	m, body, err := readFrontMatter(src)
	if err != nil {
		return nil, err
	}
	r := reader{frontMatter: m}
	g := &Guide{
		Name:           r.text("name"),
		Slug:           r.text("slug"),
		Discipline:     Discipline(r.text("discipline")),
		Filename:       filename,
		Active:         r.text("active"),
		Summary:        r.text("summary"),
		Techniques:     append([]string{}, r.list("techniques")...),
		Specifications: r.pairs("specifications"),
		Vocabulary:     r.list("vocabulary"),
	}
	g.Credited = []string{g.Name}
	if r.has("credited") {
		g.Credited = r.list("credited")
	}
	films := r.list("films")
	if r.has("features") {
		g.Tendencies = r.tendencies("features")
	}
	if err := r.done(); err != nil {
		return nil, err
	}
	layout, known := layoutOf(g.Discipline)
	if !known {
		return nil, fmt.Errorf("discipline is %q, want one of %q", g.Discipline, Disciplines())
	}
	if want := text.Slug(g.Name); g.Slug != want || filename != want+".md" {
		return nil, fmt.Errorf("slug is %q, want %q and the file %s.md", g.Slug, want, want)
	}
	if !isSpan(g.Active) {
		return nil, fmt.Errorf("active is %q, want years such as 1929-1981 or 1992-", g.Active)
	}
	if names := names(g.Specifications); !slices.Equal(names, layout.specifications) {
		return nil, fmt.Errorf("specifications are %q, want %q", names, layout.specifications)
	}
	if g.Films, err = citations(films); err != nil {
		return nil, err
	}
	g.Content = strings.TrimSpace(body) + "\n"
	g.Sections, err = split(g.Content, layout.sections)
	return g, err
}

// names returns the keys in their order; nil of none.
func names(pairs ordered.Map[string]) []string {
	var names []string
	for _, p := range pairs {
		names = append(names, p.Key)
	}
	return names
}

// isSpan reports whether s is a year from 1880 on, a hyphen, and nothing or a year that
// is not before the first.
func isSpan(s string) bool {
	from, to, ok := strings.Cut(s, "-")
	first, err := strconv.Atoi(from)
	if !ok || err != nil || len(from) != 4 || first < 1880 {
		return false
	}
	last, err := strconv.Atoi(to)
	return to == "" || err == nil && len(to) == 4 && last >= first
}

// citations reads lines of the form "id | title | year | role". No film may be in two.
func citations(lines []string) ([]Citation, error) {
	var films []Citation
	for _, line := range lines {
		cells := strings.Split(line, " | ")
		if len(cells) != 4 {
			return nil, fmt.Errorf("film %q: want id | title | year | role", line)
		}
		id, ok := film.ParseID(cells[0])
		year, err := strconv.Atoi(cells[2])
		role := Role(cells[3])
		if !ok || id.String() != cells[0] || cells[1] == "" || err != nil || !slices.Contains(roles, role) {
			return nil, fmt.Errorf("film %q: want id | title | year | role, a role of %q", line, roles)
		}
		if slices.ContainsFunc(films, func(c Citation) bool { return c.ID == id }) {
			return nil, fmt.Errorf("film %s is listed twice", id)
		}
		films = append(films, Citation{id, cells[1], year, role})
	}
	return films, nil
}

// reader takes values out of front matter. It keeps the first error; after one, what it
// returns means nothing. done returns it, or an error for a key that was not taken.
type reader struct {
	*frontMatter
	err error
}

func (r *reader) has(key string) bool { _, ok := r.values[key]; return ok }

// take removes a value, which must be of a kind.
func (r *reader) take(key string, want kind) value {
	v, ok := r.values[key]
	if r.err == nil && (!ok || v.kind != want) {
		r.err = fmt.Errorf("%s: want a %s", key, want)
	}
	delete(r.values, key)
	return v
}

func (r *reader) text(key string) string               { return r.take(key, isText).text }
func (r *reader) list(key string) []string             { return r.take(key, isList).list }
func (r *reader) pairs(key string) ordered.Map[string] { return r.take(key, isMap).pairs }

// tendencies takes a map of features to "high" or "low".
func (r *reader) tendencies(key string) []Tendency {
	var all []Tendency
	for _, p := range r.pairs(key) {
		if p.Value != "high" && p.Value != "low" && r.err == nil {
			r.err = fmt.Errorf("%s: %s is %q, want high or low", key, p.Key, p.Value)
		}
		all = append(all, Tendency{p.Key, p.Value == "high"})
	}
	return all
}

// done returns the first error, or one that names a key that no one took.
func (r *reader) done() error {
	for _, key := range r.keys {
		if r.has(key) && r.err == nil {
			r.err = fmt.Errorf("line %d: no guide has a key %s", r.values[key].line, key)
		}
	}
	return r.err
}
