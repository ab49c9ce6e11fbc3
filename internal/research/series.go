package research

import (
	"encoding/json"
	"fmt"

	"kinodex/internal/film"
	"kinodex/internal/pack"
	"kinodex/internal/screenplay/measure"
)

// writeSeries writes the series of a set, in order of rank.
func writeSeries(w *pack.Writer, set []scored) error {
	var all []byte
	ends := make([]uint32, len(set))
	for i := range set {
		if set[i].Series != nil {
			b, err := json.Marshal(set[i].Series)
			if err != nil {
				return fmt.Errorf("the series of %s: %w", set[i].Film, err)
			}
			all = append(all, b...)
		}
		ends[i] = uint32(len(all))
	}
	pack.PutSection(w, sectionSeries, all)
	return pack.PutSection(w, sectionSeriesEnds, ends)
}

// readSeries maps the series of a file that has them. Each is decoded when it is asked for.
func (x *Set) readSeries(r *pack.Reader) {
	if x.about.Series {
		x.series = pack.Column[byte](r, sectionSeries, pack.Any)
		x.seriesEnds = pack.Ends[uint32](r, sectionSeriesEnds, len(x.scripts), len(x.series))
	}
}

// Series returns how the script of a film goes from its beginning to its end; nil for a film
// without a script, and of a set that was measured without series. It is the caller's own. It
// fails with pack.ErrDamaged on a file that is not what was written.
func (x *Set) Series(id film.ID) (*measure.Series, error) {
	i, ok := x.byFilm[id]
	if !ok || x.seriesEnds == nil {
		return nil, nil
	}
	start := uint32(0)
	if i > 0 {
		start = x.seriesEnds[i-1]
	}
	b := x.series[start:x.seriesEnds[i]]
	if len(b) == 0 {
		return nil, nil
	}
	s := &measure.Series{}
	if err := json.Unmarshal(b, s); err != nil || !s.Whole() {
		return nil, fmt.Errorf("the series of %s: %w", id, pack.ErrDamaged)
	}
	return s, nil
}
