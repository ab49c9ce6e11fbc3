package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"kinodex/internal/serve/table"
	"kinodex/internal/stat"
)

// MaxNodes is how many nodes a network shows: those of the greatest value.
const MaxNodes = 40

// Network shows who is connected with whom. It is laid out on the server; the same data
// and seed give the same picture.
type Network struct {
	Head
	NodeValue Axis // the size of a node
	EdgeValue Axis // the width of an edge
	Nodes     []Node
	Edges     []Edge
	Groups    []string // names of the groups of nodes; each has a shape and a colour
	Seed      uint64
}

// Node is one node. An unknown value is drawn like the least.
type Node struct {
	Label string
	Value float64
	Href  string
	Group int // of Groups, from 0
}

// Edge joins two nodes, by their places in Nodes. An edge with a place that is not there,
// of a node with itself, or of a value that is not above 0 is left out.
type Edge struct {
	From, To int
	Value    float64
}

// Table returns a row for each edge, the strongest first.
func (n Network) Table() table.Table {
	t := n.table(table.Column{Name: "One"}, table.Column{Name: "Other"}, n.EdgeValue.column())
	for _, e := range n.sorted() {
		one, other := n.Nodes[e.From], n.Nodes[e.To]
		t.Add(table.Text(one.Label).To(one.Href), table.Text(other.Label).To(other.Href), n.EdgeValue.cell(e.Value))
	}
	return t
}

// NodeTable returns a row for each node, with how many others it is connected with.
func (n Network) NodeTable() table.Table {
	t := n.table(table.Column{Name: "Name"}, n.NodeValue.column(), table.Column{Name: "Connected with", Numeric: true})
	degrees := make([]int, len(n.Nodes))
	for _, e := range n.sorted() {
		degrees[e.From]++
		degrees[e.To]++
	}
	for i, node := range n.Nodes {
		t.Add(table.Text(node.Label).To(node.Href), n.NodeValue.cell(node.Value), table.Int(degrees[i]))
	}
	return t
}

// sorted returns the edges that can be drawn, the strongest first.
func (n Network) sorted() []Edge {
	var edges []Edge
	for _, e := range n.Edges {
		in := e.From >= 0 && e.To >= 0 && e.From < len(n.Nodes) && e.To < len(n.Nodes)
		if in && e.From != e.To && e.Value > 0 && e.Value <= farthest {
			edges = append(edges, e)
		}
	}
	slices.SortStableFunc(edges, func(a, b Edge) int {
		return cmp.Or(cmp.Compare(b.Value, a.Value), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	return edges
}

// shown returns the places of the nodes that are drawn.
func (n Network) shown() []int {
	all := make([]int, len(n.Nodes))
	for i := range all {
		all[i] = i
	}
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(n.Nodes[b].Value, n.Nodes[a].Value) })
	all = all[:min(len(all), MaxNodes)]
	slices.Sort(all)
	return all
}

// Scrolls implements Chart.
func (n Network) Scrolls() bool { return n.scrolls(Medium) }

// Sizes implements Chart.
func (n Network) Sizes() []Size { return n.sizes(Medium, false) }

// At implements Chart.
func (n Network) At(size Size) Chart {
	n.Head = n.at(size)
	return n
}

// SVG implements Chart.
func (n Network) SVG() string {
	c := newCanvas(n.Head, Medium)
	shown := n.shown()
	if len(shown) == 0 {
		return c.empty()
	}
	f := frame{left: 6, right: c.width - 6, top: 6}
	f.bottom = f.top + min(c.width*0.75, 170+float64(len(shown))*max(10, 5000/c.width))
	at := make(map[int]int, len(shown)) // place in Nodes to place in bodies
	for i, node := range shown {
		at[node] = i
	}
	edges := slices.DeleteFunc(n.sorted(), func(e Edge) bool {
		_, from := at[e.From]
		_, to := at[e.To]
		return !from || !to
	})
	var pulls []pull
	most := 0.0
	for _, e := range edges {
		most = max(most, e.Value)
	}
	for _, e := range edges {
		pulls = append(pulls, pull{at[e.From], at[e.To], math.Sqrt(e.Value / most)})
	}
	bodies, names := n.place(&f, shown, pulls)
	n.edges(c, bodies, edges, pulls)
	n.nodes(c, bodies, shown, names)
	return c.svg(n.below(c, f.bottom+8, len(n.Nodes)-len(shown)))
}

// place lays out the nodes that an edge joins in the frame, and the others in rows below
// it, for which it makes the frame higher. It returns their names, cut, too.
func (n Network) place(f *frame, shown []int, pulls []pull) ([]body, []string) {
	joined := make([]bool, len(shown))
	for _, p := range pulls {
		joined[p.from], joined[p.to] = true, true
	}
	place := make([]int, len(shown)) // among those that are joined
	var bound []int
	for i := range shown {
		if joined[i] {
			place[i] = len(bound)
			bound = append(bound, shown[i])
		}
	}
	for i, p := range pulls {
		pulls[i] = pull{place[p.from], place[p.to], p.strength}
	}
	placed := layout(len(bound), pulls, f.right-f.left, f.bottom-f.top, n.Seed)
	stretch(placed, *f)
	n.size(placed, bound)
	for tries := 0; !loosen(placed, *f) && tries < 12; tries++ {
		f.bottom += 40
		stretch(placed, *f)
	}
	if len(bound) == 0 {
		f.bottom = f.top
	}
	bodies := make([]body, len(shown))
	names := n.size(bodies, shown)
	x := f.left
	for i := range shown {
		if joined[i] {
			bodies[i] = placed[place[i]]
			continue
		}
		b := &bodies[i]
		if x == f.left || x+b.left+b.right > f.right {
			x, f.bottom = f.left, f.bottom+52
		}
		b.x, b.y = x+b.left, f.bottom-b.below
		x += b.left + b.right + 6
	}
	for i, p := range pulls {
		pulls[i] = pull{slices.Index(shown, bound[p.from]), slices.Index(shown, bound[p.to]), p.strength}
	}
	return bodies, names
}

// size gives each node the room of its mark and of its name below it, and returns the
// names, cut.
func (n Network) size(bodies []body, shown []int) []string {
	names := make([]string, len(shown))
	for i, node := range shown {
		r := n.radius(n.Nodes[node].Value)
		names[i], _ = fit(n.Nodes[node].Label, 104)
		half := max(textWidth(names[i])/2, r) + 2
		bodies[i].left, bodies[i].right = half, half
		bodies[i].above, bodies[i].below = r+2, r+textSize+4
	}
	return names
}

// radius returns the size of a node: its area grows with the value.
func (n Network) radius(v float64) float64 {
	most := 0.0
	for _, node := range n.Nodes {
		if node.Value <= farthest {
			most = max(most, node.Value)
		}
	}
	if !(v > 0) || !(v <= farthest) || most == 0 {
		return 5
	}
	return 5 + 11*math.Sqrt(v/most)
}

func (n Network) edges(c *canvas, bodies []body, edges []Edge, pulls []pull) {
	for i := len(edges) - 1; i >= 0; i-- {
		e, a, b := edges[i], bodies[pulls[i].from], bodies[pulls[i].to]
		c.raw(`<line class="edge" stroke-width="`, coordinate(1+float64(5*pulls[i].strength*pulls[i].strength)), `"`)
		c.attr("x1", a.x)
		c.attr("y1", a.y)
		c.attr("x2", b.x)
		c.attr("y2", b.y)
		c.raw(">")
		c.hover(n.Nodes[e.From].Label + " and " + n.Nodes[e.To].Label + ": " + n.EdgeValue.text(e.Value))
		c.raw("</line>")
	}
}

func (n Network) nodes(c *canvas, bodies []body, shown []int, names []string) {
	for i, place := range shown {
		node, b := n.Nodes[place], bodies[i]
		hover := node.Label
		if stat.Finite(node.Value) {
			hover += ": " + n.NodeValue.text(node.Value)
		}
		if g := node.Group; g >= 0 && g < len(n.Groups) {
			hover += ", " + n.Groups[g]
		}
		c.begin(node.Href, hover)
		c.shape(node.Group, b.x, b.y, n.radius(node.Value))
		c.text("o", "middle", b.x, b.y+b.below-3, names[i])
		c.end()
	}
}

// shape draws the mark of a group: a circle, a square, a diamond or a triangle, so that
// colour is not the only sign.
func (c *canvas) shape(group int, x, y, r float64) {
	class := fmt.Sprintf("node f%d", 1+max(group, 0)%6)
	switch max(group, 0) % 4 {
	case 1:
		c.rect(class, x-r*0.9, y-r*0.9, r*1.8, r*1.8)
	case 2:
		c.path(class, polygon(x, y-r*1.2, x+r*1.2, y, x, y+r*1.2, x-r*1.2, y))
	case 3:
		c.path(class, polygon(x, y-r*1.1, x+r*1.1, y+r*0.9, x-r*1.1, y+r*0.9))
	default:
		c.circle(class, x, y, r)
	}
}

// below draws the key of the groups and says what is left out.
func (n Network) below(c *canvas, y float64, missing int) float64 {
	x := 12.0
	for g, name := range n.Groups {
		if x > 12 && x+22+textWidth(name) > c.width {
			x, y = 12, y+22
		}
		c.shape(g, x, y+8, 6)
		c.label("m", "", x+14, y+12.5, c.width-x-20, name)
		x += 32 + textWidth(name)
	}
	if len(n.Groups) > 0 {
		y += 26
	}
	if missing > 0 {
		y = c.note(y, fmt.Sprintf("The %d with the greatest values are drawn; %d more are in the table.", MaxNodes, missing))
	}
	return y
}
