package search

import (
	"encoding/binary"
	"testing"
	"unicode/utf8"

	"kinodex/internal/film"
	"kinodex/internal/index"
)

// FuzzDamagedRecord overwrites bytes of a film's record: whatever is found in it,
// nothing panics.
func FuzzDamagedRecord(f *testing.F) {
	var sound []film.Record
	for _, p := range programme() {
		object, ends := film.Detail.Append(nil, nil, p)
		r := film.Record{JSON: object}
		for _, e := range ends {
			r.Ends = binary.LittleEndian.AppendUint32(r.Ends, e)
		}
		sound = append(sound, r)
	}
	s := open(f, programme())
	for i := range sound {
		f.Add(uint8(i), "tom zoe fog", uint16(0), uint16(0), uint32(1<<32-1))
		f.Add(uint8(i), "science navy", uint16(40), uint16(8), uint32('"'))
		f.Add(uint8(i), "pilot ships", uint16(60), uint16(90), uint32('\\'))
	}
	f.Fuzz(func(t *testing.T, which uint8, text string, at, end uint16, value uint32) {
		r := sound[int(which)%len(sound)]
		r.JSON, r.Ends = append([]byte(nil), r.JSON...), append([]byte(nil), r.Ends...)
		binary.LittleEndian.PutUint32(r.JSON[int(at)%(len(r.JSON)-3):], value)
		binary.LittleEndian.PutUint32(r.Ends[int(end)%(len(r.Ends)-3):], value)
		ranking := s.films.Rank(text, film.MatchAll)
		defer ranking.Release()
		e := evidence{words: understand(ranking.Words())}
		for range ranking.Words() { // as if every word were everywhere
			e.places = append(e.places, index.Place(0xff))
		}
		for _, places := range []index.Place{0xff, 1 << 3, 1 << 4, 1 << 6} {
			for i := range e.places {
				e.places[i] = places
			}
			if _, snippet := e.find(filmRecord{r}); utf8.RuneCountInString(snippet) > SnippetLength {
				t.Errorf("a snippet of %d characters", utf8.RuneCountInString(snippet))
			}
		}
	})
}
