package taste

import (
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/taste/feature"
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
		if d, ok := x.model.Titled(title, year); ok {
			return catalog.Doc(d), true
		}
	}
	d, ok := x.model.Titled(name, 0)
	return catalog.Doc(d), ok
}

// Titled returns the films that are called so, by title or original title compared as by
// Resolve: those of the year or, when there is none, of the year before or after; of all years
// when year is 0. The best known come first. It is nil when there is none.
func (x *Taste) Titled(title string, year int) (films []catalog.Doc) {
	far := 2
	for _, key := range feature.TitleKeys(feature.TitleKey(title)) {
		for _, d := range x.model.WithTitle(key) {
			off := 0
			if year != 0 {
				off = max(year-int(x.model.Year[d]), int(x.model.Year[d])-year)
			}
			if off > min(far, 1) || slices.Contains(films, catalog.Doc(d)) {
				continue
			}
			if off < far {
				films, far = nil, off
			}
			films = append(films, catalog.Doc(d))
		}
		if films != nil {
			break
		}
	}
	return films
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
