package chart

import (
	"math"
	"math/rand/v2"
)

// body is a node while it is laid out: where it is, and how much room it takes from there.
type body struct {
	x, y                      float64
	left, right, above, below float64
}

// pull is an edge while nodes are laid out; strength is from 0 to 1.
type pull struct {
	from, to int
	strength float64
}

const layoutRounds = 300

// layout places n nodes in a rectangle so that those that pull one another come together
// and all others keep apart (Fruchterman and Reingold 1991). The same seed gives the same
// places on every machine: products are rounded before they are added.
func layout(n int, pulls []pull, width, height float64, seed uint64) []body {
	random := rand.New(rand.NewPCG(seed, 0x9E3779B97F4A7C15))
	bodies := make([]body, n)
	for i := range bodies {
		bodies[i].x, bodies[i].y = float64(random.Float64()*width), float64(random.Float64()*height)
	}
	ideal := 0.75 * math.Sqrt(width*height/float64(max(n, 1)))
	moves := make([][2]float64, n)
	for round := range layoutRounds {
		clear(moves)
		repel(bodies, moves, ideal)
		for _, p := range pulls {
			dx, dy, d := apart(bodies[p.from], bodies[p.to])
			force := d / ideal * (0.4 + float64(0.8*p.strength))
			add(&moves[p.from], -dx, -dy, force)
			add(&moves[p.to], dx, dy, force)
		}
		heat := width / 8 * (1 - float64(round)/layoutRounds)
		for i, m := range moves {
			// A weak pull to the middle keeps apart what nothing joins from drifting off.
			add(&m, bodies[i].x-width/2, bodies[i].y-height/2, -0.12)
			if length := math.Sqrt(float64(m[0]*m[0]) + float64(m[1]*m[1])); length > heat {
				m[0], m[1] = m[0]*heat/length, m[1]*heat/length
			}
			bodies[i].x += m[0]
			bodies[i].y += m[1]
		}
	}
	return bodies
}

// repel pushes every two nodes apart.
func repel(bodies []body, moves [][2]float64, ideal float64) {
	for i := range bodies {
		for k := i + 1; k < len(bodies); k++ {
			dx, dy, d := apart(bodies[i], bodies[k])
			force := ideal * ideal / float64(d*d)
			add(&moves[i], dx, dy, force)
			add(&moves[k], -dx, -dy, force)
		}
	}
}

func add(move *[2]float64, dx, dy, force float64) {
	move[0] += float64(dx * force)
	move[1] += float64(dy * force)
}

// apart returns the way from b to a; two nodes in one place are a little apart.
func apart(a, b body) (dx, dy, d float64) {
	dx, dy = a.x-b.x, a.y-b.y
	d = math.Sqrt(float64(dx*dx) + float64(dy*dy))
	if d < 0.5 {
		return 0.5, 0.25, 0.5
	}
	return dx, dy, d
}

// stretch moves the nodes so that with their room they fill a frame.
func stretch(bodies []body, f frame) {
	low, high := body{x: math.Inf(1), y: math.Inf(1)}, body{x: math.Inf(-1), y: math.Inf(-1)}
	for _, b := range bodies {
		low.x, high.x = min(low.x, b.x), max(high.x, b.x)
		low.y, high.y = min(low.y, b.y), max(high.y, b.y)
	}
	for i := range bodies {
		b := &bodies[i]
		b.x = between(b.x, low.x, high.x, f.left+50, f.right-50)
		b.y = between(b.y, low.y, high.y, f.top+24, f.bottom-30)
	}
}

func between(v, low, high, from, to float64) float64 {
	if high-low < 1e-9 {
		return (from + to) / 2
	}
	return from + float64((v-low)/(high-low)*(to-from))
}

// loosen pushes nodes apart within the frame until the room of none covers that of another,
// and reports whether it could.
func loosen(bodies []body, f frame) bool {
	for range 300 {
		moved := false
		for i := range bodies {
			for k := i + 1; k < len(bodies); k++ {
				moved = part(&bodies[i], &bodies[k]) || moved
			}
		}
		for i := range bodies {
			b := &bodies[i]
			b.x = min(max(b.x, f.left+b.left), f.right-b.right)
			b.y = min(max(b.y, f.top+b.above), f.bottom-b.below)
		}
		if !moved {
			return true
		}
	}
	return false
}

// part moves two nodes apart the short way if their rooms overlap.
func part(a, b *body) bool {
	right := min(a.x+a.right, b.x+b.right) - max(a.x-a.left, b.x-b.left)
	down := min(a.y+a.below, b.y+b.below) - max(a.y-a.above, b.y-b.above)
	if right <= 0 || down <= 0 {
		return false
	}
	if right < down {
		half := right/2 + 0.5
		if a.x < b.x {
			half = -half
		}
		a.x, b.x = a.x+half, b.x-half
		return true
	}
	half := down/2 + 0.5
	if a.y < b.y {
		half = -half
	}
	a.y, b.y = a.y+half, b.y-half
	return true
}
