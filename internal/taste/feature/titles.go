package feature

import (
	"strings"

	"kinodex/internal/text"
)

// TitleKey returns the form in which titles and names are compared: their words, folded and
// with one blank between them, or the folded text when it has no word.
func TitleKey(s string) string {
	if key := text.Key(s); key != "" {
		return key
	}
	return text.Fold(s)
}

// Titled returns the best known film of a title, of a year unless that is 0. An article in
// front may be missing, or stand at the end.
func (ix *Index) Titled(name string, year int) (uint32, bool) {
	for _, key := range TitleKeys(TitleKey(name)) {
		if d, ok := ix.byTitle(key, year); ok {
			return d, true
		}
	}
	return 0, false
}

// TitleKeys returns the keys under which a film may be found that somebody calls by key, in
// the order in which they are tried: the key itself, with an article from its end in front,
// without the one in front, and with one in front. It is nil for an empty key.
func TitleKeys(key string) []string {
	if key == "" {
		return nil
	}
	keys := []string{key}
	for _, article := range []string{"the", "a", "an"} {
		if rest, ok := strings.CutSuffix(key, " "+article); ok {
			keys = append(keys, article+" "+rest)
		}
	}
	for _, article := range []string{"the ", "a ", "an "} {
		other, has := strings.CutPrefix(key, article)
		if !has {
			other = article + key
		}
		keys = append(keys, other)
	}
	return keys
}

// byTitle returns the best known film of a title as TitleKey gives it, of a year
// unless that is 0. It takes logarithmic time.
func (ix *Index) byTitle(key string, year int) (uint32, bool) {
	for _, d := range ix.WithTitle(key) {
		if year == 0 || int(ix.Year[d]) == year {
			return d, true
		}
	}
	return 0, false
}

// WithTitle returns the films of a title as TitleKey gives it, the best known first. It takes
// logarithmic time, and the slice is the index's own.
func (ix *Index) WithTitle(key string) []uint32 {
	from := ix.Titles.Search(key)
	to := from
	for to < ix.Titles.Len() && string(ix.Titles.At(to)) == key {
		to++
	}
	return ix.TitleDocs[from:to]
}
