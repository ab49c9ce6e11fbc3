package vision

import (
	"cmp"
	"math"
	"slices"
)

// The search for faces, as OpenCV's detectMultiScale does it.
const (
	faceScaleFactor    = 1.1 // from one window size to the next
	faceMinNeighbours  = 4   // windows that must agree
	faceTolerance      = 0.2 // windows whose sides differ by less of their size agree
	faceHalfScoreVotes = 8.0 // votes for a score of 1/2
	// faceRefineStage is the stage from which a window is worth looking beside.
	faceRefineStage = 4
)

// window is a square that the cascade takes for a face, in canvas pixels.
type window struct{ x, y, side int }

// faces finds frontal faces of at least 24 canvas pixels, most certain first.
// The result is never nil. It is an image pyramid with a sliding window; time grows with
// the canvas, not with the picture. Profiles and small faces are missed.
func (r *Reader) faces(c *canvas) []Face {
	gray := make([]uint8, c.w*c.h)
	for i := range gray {
		red, green, blue := int(c.rgb[3*i]), int(c.rgb[3*i+1]), int(c.rgb[3*i+2])
		gray[i] = uint8((4899*red + 9617*green + 1868*blue + 8192) >> 14) // Rec. 601 luma
	}
	// The largest size comes first; the others fit into its memory.
	small, sums := make([]uint8, len(gray)), integral{sum: make([]int32, (c.w+1)*(c.h+1))}
	var found []window
	for factor := 1.0; ; factor *= faceScaleFactor {
		w, h := int(math.Round(float64(c.w)/factor)), int(math.Round(float64(c.h)/factor))
		if w < faceWindow || h < faceWindow {
			break
		}
		bilinear(small[:w*h], gray, c.w, c.h, w, h)
		sums.refill(small, w, h)
		found = r.cascade.search(&sums, w, h, factor, found)
	}
	return c.groupWindows(found)
}

// search looks at the windows of one size, every other row and column. Once
// windows are large against their pixels, those in between are looked at too,
// where the cascade hesitates.
// It appends what it finds to found, in canvas pixels, row by row.
func (k *cascade) search(sums *integral, w, h int, factor float64, found []window) []window {
	const step = 2
	classifiers := k.layOut(sums.w)
	side := int(math.Round(faceWindow * factor))
	evaluate := func(x, y int) (failed int) {
		failed, ok := k.evaluate(sums.sum[y*sums.w+x:], classifiers)
		if ok {
			found = append(found, window{int(math.Round(float64(x) * factor)), int(math.Round(float64(y) * factor)), side})
			return len(k.stages)
		}
		return failed
	}
	for y := 0; y+faceWindow <= h; y += step {
		for x := 0; x+faceWindow <= w; x += step {
			failed := evaluate(x, y)
			if failed <= 1 {
				x += step // nothing like a face: the next window is not either
				continue
			}
			if factor <= 2 || failed < faceRefineStage {
				continue
			}
			for _, d := range [...][2]int{{1, 0}, {0, 1}, {1, 1}} {
				if x+d[0]+faceWindow <= w && y+d[1]+faceWindow <= h {
					evaluate(x+d[0], y+d[1])
				}
			}
		}
	}
	return found
}

// bilinear shrinks a plane to out by interpolation alone, as the cascade expects.
// It works in whole numbers, so that every machine finds the same faces. out has tw·th
// bytes; neither size may be 0.
func bilinear(out, src []uint8, w, h, tw, th int) {
	if w == tw && h == th {
		copy(out, src)
		return
	}
	type tap struct{ at, next, part int }
	tapsOf := func(m, n int) []tap {
		t := make([]tap, n)
		for i := range t {
			p := max((2*i+1)*m*1024/n-1024, 0) / 2 // position times 1024
			at := min(p>>10, m-1)
			t[i] = tap{at, min(at+1, m-1), p & 1023}
		}
		return t
	}
	across, down := tapsOf(w, tw), tapsOf(h, th)
	// One row of the source is mostly wanted twice, across.
	line := func(dst []int, y int) {
		row := src[y*w : (y+1)*w]
		for x, u := range across {
			left := int(row[u.at])
			dst[x] = left<<10 + (int(row[u.next])-left)*u.part
		}
	}
	upper, lower := make([]int, tw), make([]int, tw)
	at, next := -1, -1 // of upper and lower
	for y, v := range down {
		if v.at == next {
			upper, lower, at, next = lower, upper, next, at
		}
		if v.at != at {
			at = v.at
			line(upper, at)
		}
		if v.next != next {
			next = v.next
			line(lower, next)
		}
		dst := out[y*tw : (y+1)*tw]
		upper, lower := upper[:len(dst)], lower[:len(dst)]
		for x := range dst {
			dst[x] = uint8((upper[x]<<10 + (lower[x]-upper[x])*v.part + 1<<19) >> 20)
		}
	}
}

// groupWindows joins windows that nearly coincide, keeps the groups with enough of
// them, and drops a group within a larger and better one.
// It is OpenCV's groupRectangles: union-find over similar windows, a group's face being
// their mean. Comparing all pairs takes time with the square of the windows found.
func (c *canvas) groupWindows(found []window) []Face {
	type group struct{ x, y, side, n int }
	same := newUnionFind(len(found))
	for i := range found {
		for j := range i {
			a, b := int32(i), int32(j)
			if same.find(a) != same.find(b) && found[i].similar(found[j]) {
				same.union(a, b)
			}
		}
	}
	sums := make([]group, len(found))
	for i, w := range found {
		g := &sums[same.find(int32(i))]
		g.x, g.y, g.side, g.n = g.x+w.x, g.y+w.y, g.side+w.side, g.n+1
	}
	var groups []group
	for _, g := range sums {
		if g.n >= faceMinNeighbours {
			groups = append(groups, group{g.x / g.n, g.y / g.n, g.side / g.n, g.n})
		}
	}
	out := []Face{}
	for i, g := range groups {
		inside := slices.ContainsFunc(groups, func(o group) bool {
			d := int(faceTolerance * float64(o.side))
			return o != groups[i] && o.n > max(3, g.n) && g.x >= o.x-d && g.y >= o.y-d &&
				g.x+g.side <= o.x+o.side+d && g.y+g.side <= o.y+o.side+d
		})
		if inside {
			continue
		}
		x0, y0 := max(g.x, 0), max(g.y, 0)
		x1, y1 := min(g.x+g.side, c.w), min(g.y+g.side, c.h)
		out = append(out, Face{
			X: c.fx(float64(x0)), Y: c.fy(float64(y0)), W: c.fx(float64(x1 - x0)), H: c.fy(float64(y1 - y0)),
			Score: round(1-math.Exp2(-float64(g.n)/faceHalfScoreVotes), 4),
		})
	}
	slices.SortStableFunc(out, func(a, b Face) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.W, a.W)) })
	return out
}

// similar reports whether two windows are about the same.
// It is symmetric, not transitive; groups are its transitive closure.
func (w window) similar(o window) bool {
	d := faceTolerance * float64(min(w.side, o.side))
	near := func(a, b int) bool { return math.Abs(float64(a-b)) <= d }
	return near(w.x, o.x) && near(w.y, o.y) && near(w.x+w.side, o.x+o.side) && near(w.y+w.side, o.y+o.side)
}
