package taste

import (
	"strings"

	"kinodex/internal/text"
)

// titleKey returns the form in which titles and names are compared: their words, folded and
// with one blank between them, or the folded text when it has no word.
func titleKey(s string) string {
	if key := text.Key(s); key != "" {
		return key
	}
	return text.Fold(s)
}

// titled returns the best known film of a title, of a year unless that is 0. An article in
// front may be missing, or stand at the end.
func (m *index) titled(name string, year int) (uint32, bool) {
	for _, key := range titleKeys(titleKey(name)) {
		if d, ok := m.byTitle(key, year); ok {
			return d, true
		}
	}
	return 0, false
}

// titleKeys returns the keys under which a film may be found that somebody calls by key, in
// the order in which they are tried: the key itself, with an article from its end in front,
// without the one in front, and with one in front. It is nil for an empty key.
func titleKeys(key string) []string {
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

// byTitle returns the best known film of a title as titleKey gives it, of a year
// unless that is 0. It takes logarithmic time.
func (m *index) byTitle(key string, year int) (uint32, bool) {
	for _, d := range m.withTitle(key) {
		if year == 0 || int(m.year[d]) == year {
			return d, true
		}
	}
	return 0, false
}

// withTitle returns the films of a title as titleKey gives it, the best known first. It takes
// logarithmic time, and the slice is the model's own.
func (m *index) withTitle(key string) []uint32 {
	from := m.titles.Search(key)
	to := from
	for to < m.titles.Len() && string(m.titles.At(to)) == key {
		to++
	}
	return m.titleDocs[from:to]
}
