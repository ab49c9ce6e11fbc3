package chart

// labels places labels beside points so that none covers another, a point or an edge.
type labels struct {
	left, top, right, bottom float64
	taken                    []box
}

type box struct{ left, top, right, bottom float64 }

// placedLabel is a text at a base line; it is empty where there was no room.
type placedLabel struct {
	text, anchor string
	x, y         float64
}

func newLabels(left, top, right, bottom float64) *labels {
	return &labels{left: left, top: top, right: right, bottom: bottom}
}

// block keeps labels away from a point.
func (l *labels) block(x, y, r float64) {
	l.taken = append(l.taken, box{x - r, y - r, x + r, y + r})
}

// place returns a label, cut to a width, in the first free place around a point: to the
// right, to the left, above, below.
func (l *labels) place(s string, x, y, distance, width float64) placedLabel {
	s, _ = fit(s, width)
	if s == "" {
		return placedLabel{}
	}
	w, h := textWidth(s), textSize+1
	for _, p := range []struct {
		anchor      string
		left, below float64 // of the box, from the point
	}{
		{"start", distance, h / 2}, {"end", -distance - w, h / 2},
		{"middle", -w / 2, -distance + 1}, {"middle", -w / 2, distance + h},
		{"start", distance * 0.6, -distance * 0.6}, {"start", distance * 0.6, distance*0.6 + h},
		{"end", -distance*0.6 - w, -distance * 0.6}, {"end", -distance*0.6 - w, distance*0.6 + h},
	} {
		b := box{x + p.left, y + p.below - h, x + p.left + w, y + p.below}
		if !l.free(b) {
			continue
		}
		l.taken = append(l.taken, b)
		at := placedLabel{text: s, anchor: p.anchor, x: b.left, y: b.bottom - 3}
		switch p.anchor {
		case "end":
			at.x = b.right
		case "middle":
			at.x = b.left + w/2
		}
		return at
	}
	return placedLabel{}
}

func (l *labels) free(b box) bool {
	if b.left < l.left || b.right > l.right || b.top < l.top || b.bottom > l.bottom {
		return false
	}
	for _, t := range l.taken {
		if b.left < t.right && t.left < b.right && b.top < t.bottom && t.top < b.bottom {
			return false
		}
	}
	return true
}
