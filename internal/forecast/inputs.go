package forecast

// inputs are what is known of a project before it is made. A film of the past is given
// the same inputs, as it was announced, so that models learn from what a project can
// state.
type inputs struct {
	year       int
	budget     int64 // US dollars of the year; 0 when not stated
	genres     genres
	titleParts titleParts
	title      uint64
	words      int // of the title
	directors  []uint64
	cast       []uint64
	companies  []uint64
	writers    []uint64
	// countries and languages are codes of two letters, the main one first.
	countries, languages []uint16
	// named are a franchise and the work it is based on, "" for what is not stated.
	named   []string
	runtime int // minutes, 0 when not stated
	month   int // of release, 1 to 12; 0 when not stated
	stems   []stem
	// excluded are films that are not looked at, whatever their year: those that
	// may be the project itself.
	excluded []uint32
	// removed are films that do not count as neighbours, pinned those that are shown as
	// comparables whatever their rank.
	removed, pinned []uint32
}

// isEarlier reports whether a film may be looked at for a project: it is of an earlier
// year than the project and not excluded.
func (a *archive) isEarlier(b *inputs, d uint32) bool {
	y := int(a.year[d])
	if y == 0 || y >= b.year {
		return false
	}
	for _, h := range b.excluded {
		if h == d {
			return false
		}
	}
	return true
}
