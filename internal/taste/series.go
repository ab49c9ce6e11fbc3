package taste

import (
	"slices"
	"strings"
)

// Films of a series are told by their titles: the title of one with a number behind it is that
// of a later one. Series whose films have titles of their own are told by the people they share.
var (
	instalments     = strings.Fields("2 3 4 5 6 7 8 9 ii iii iv v vi vii viii ix two three four five six seven eight nine")
	instalmentWords = strings.Fields("part chapter episode volume vol")
)

// seriesTitle returns the title that a series would have of which a film with a title key is
// part, and whether the key numbers it: "rocky" and true for "rocky part ii".
func seriesTitle(key string) (title string, numbered bool) {
	words := strings.Fields(key)
	last := len(words) - 1
	if last < 1 || !slices.Contains(instalments, words[last]) {
		return key, false
	}
	if last > 1 && slices.Contains(instalmentWords, words[last-1]) {
		last--
	}
	return strings.Join(words[:last], " "), true
}

// seriesOfAll returns, by film, the other films of its series. A film that belongs to none is not
// in the map. Films of one title without any that is numbered are no series.
func (m *model) seriesOfAll() map[uint32][]uint32 {
	type part struct {
		films    []uint32
		numbered bool
	}
	byTitle := map[string]*part{}
	for i, d := range m.TitleDocs {
		title, numbered := seriesTitle(string(m.Titles.At(i)))
		p := byTitle[title]
		if p == nil {
			p = &part{}
			byTitle[title] = p
		}
		if !slices.Contains(p.films, d) {
			p.films = append(p.films, d)
		}
		p.numbered = p.numbered || numbered
	}
	series := map[uint32][]uint32{}
	for _, p := range byTitle {
		if !p.numbered {
			continue
		}
		for _, d := range p.films {
			for _, other := range p.films {
				if other != d {
					series[d] = append(series[d], other)
				}
			}
		}
	}
	return series
}
