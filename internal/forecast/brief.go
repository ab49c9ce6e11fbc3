package forecast

// brief is a project as it is compared with films: the same of a film of the
// past as it was announced, so that models learn from what a project can say.
type brief struct {
	year      int
	budget    int64 // US dollars of the year; 0 when not stated
	genres    genres
	heading   heading
	title     uint64
	words     int // of the title
	directors []uint64
	cast      []uint64
	companies []uint64
	stems     []stem
	// hidden are films that are not looked at, whatever their year: those that
	// may be the project itself.
	hidden []uint32
}

// sees says whether a film was there before the project.
func (a *archive) sees(b *brief, d uint32) bool {
	y := int(a.year[d])
	if y == 0 || y >= b.year {
		return false
	}
	for _, h := range b.hidden {
		if h == d {
			return false
		}
	}
	return true
}
