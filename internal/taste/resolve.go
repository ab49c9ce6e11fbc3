package taste

import (
	"strconv"
	"strings"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
)

// Resolve returns the film that somebody names (REQ R-39): by id (tt0113277), by title, or by
// title and year, as in "Heat (1995)". Titles and original titles are compared by their
// words; "The Matrix" and "Matrix, The" may be written without the article when no film is
// called just that. Of several films of a title the best known is meant, with a year the best
// known of that year. It is false when there is none.
func (x *Taste) Resolve(name string) (catalog.Doc, bool) {
	name = strings.TrimSpace(name)
	if id, ok := film.ParseID(name); ok {
		return x.films.ByID(id)
	}
	if title, year, ok := cutYear(name); ok {
		if d, ok := x.titled(title, year); ok {
			return d, true
		}
	}
	return x.titled(name, 0)
}

// cutYear returns the title and year of "Heat (1995)"; ok is false for any other form.
func cutYear(name string) (title string, year int, ok bool) {
	open := strings.LastIndexByte(name, '(')
	if open <= 0 || !strings.HasSuffix(name, ")") {
		return "", 0, false
	}
	digits := name[open+1 : len(name)-1]
	year, err := strconv.Atoi(digits)
	return strings.TrimSpace(name[:open]), year, err == nil && len(digits) == 4 && year > 0
}

// titled returns the best known film of a title, of a year unless that is 0. An article in
// front may be missing, or stand at the end.
func (x *Taste) titled(name string, year int) (catalog.Doc, bool) {
	key := titleKey(name)
	if d, ok := x.model.byTitle(key, year); ok || key == "" {
		return d, ok
	}
	for _, article := range []string{"the", "a", "an"} {
		if rest, ok := strings.CutSuffix(key, " "+article); ok {
			if d, ok := x.model.byTitle(article+" "+rest, year); ok {
				return d, true
			}
		}
	}
	for _, article := range []string{"the ", "a ", "an "} {
		other, has := strings.CutPrefix(key, article)
		if !has {
			other = article + key
		}
		if d, ok := x.model.byTitle(other, year); ok {
			return d, true
		}
	}
	return 0, false
}

// byTitle returns the best known film of a title as titleKey gives it, of a year
// unless that is 0. It takes logarithmic time.
func (m *model) byTitle(key string, year int) (catalog.Doc, bool) {
	for i := m.titles.Search(key); i < m.titles.Len() && string(m.titles.At(i)) == key; i++ {
		if d := m.titleDocs[i]; year == 0 || int(m.year[d]) == year {
			return catalog.Doc(d), true
		}
	}
	return 0, false
}
