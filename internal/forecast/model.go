package forecast

import (
	"fmt"
	"math"
	"slices"

	"kinodex/internal/pack"
)

// aim is something that is foretold.
type aim int

const (
	aimMultiple aim = iota // ln(worldwide gross / budget)
	aimGross               // ln(worldwide gross), real dollars
	aimRating              // 0 to 10
	aimMaster              // 0 to 100
	aimRelease             // 0 to 1: that the gross reaches Released
	aims
)

// aimNames are what sections of the file are called.
var aimNames = [aims]string{"multiple", "gross", "rating", "master", "release"}

// ranged are the aims that intervals are given for.
var ranged = []aim{aimMultiple, aimGross, aimRating, aimMaster}

// guess is an ensemble for every aim.
type guess [aims]*ensemble

// of foretells a row. The multiple is the mean of two views: of what was learned
// of multiples, and of what was learned of grosses, which is from more films.
func (g *guess) of(of aim, row []float32) float64 {
	v := g[of].of(row)
	if of == aimMultiple {
		v = (v + g[aimGross].of(row) - float64(row[budgetTrait])) / 2
	}
	return v
}

// budgetTrait is where a row has the budget (ln, real dollars).
const budgetTrait = 0

// models are what was learned.
type models struct {
	mean guess
	// spread foretells how far off the mean is: the mean absolute error of films
	// that the model it is about had not seen. Two ensembles, each taught by one
	// half of those films.
	spread [aims][2]*ensemble
	about  about
}

// about is what the models rest on.
type about struct {
	// Horizon is the year that models know nothing of, nor of any after it.
	Horizon int `json:"horizon"`
	Traits  int `json:"traits"`
	// Learned is how many rows each aim was learned from.
	Learned [aims]int `json:"learned"`
	Norms   norms     `json:"norms"`
	// Reach is, by aim and band, how many spreads below and above the estimate
	// four of five films end.
	Reach [aims][bands]reach `json:"reach"`
}

// reach bounds an interval, in spreads.
type reach struct {
	Low  float64 `json:"low"` // usually negative
	High float64 `json:"high"`
	N    int     `json:"n"` // films it was measured on
}

// leastSpread keeps intervals from closing, by aim.
var leastSpread = [aims]float64{aimMultiple: 0.15, aimGross: 0.15, aimRating: 0.15, aimMaster: 2}

// spreadOf is how far off an estimate is to be taken for.
func (m *models) spreadOf(of aim, row []float32) float64 {
	return max(leastSpread[of], (m.spread[of][0].of(row)+m.spread[of][1].of(row))/2)
}

func (m *models) write(w *pack.Writer) {
	w.PutJSON("about", m.about)
	for of, name := range aimNames {
		m.mean[of].write(w, "mean/"+name)
	}
	for _, of := range ranged {
		for i, e := range m.spread[of] {
			e.write(w, fmt.Sprintf("spread/%s/%d", aimNames[of], i))
		}
	}
}

func readModels(r *pack.Reader) *models {
	m := &models{}
	r.JSON("about", &m.about)
	n := len(traitNames())
	r.Require(m.about.Traits == n, "models of %d traits, this program knows %d", m.about.Traits, n)
	for of, name := range aimNames {
		m.mean[of] = readEnsemble(r, "mean/"+name, n)
	}
	for _, of := range ranged {
		for i := range m.spread[of] {
			m.spread[of][i] = readEnsemble(r, fmt.Sprintf("spread/%s/%d", aimNames[of], i), n)
		}
	}
	return m
}

// write puts a node into four words.
func (e *ensemble) write(w *pack.Writer, name string) {
	words := make([]uint32, 0, 4*len(e.Nodes))
	for _, n := range e.Nodes {
		words = append(words, uint32(n.Trait), uint32(n.High), math.Float32bits(n.Edge), n.Missing)
	}
	pack.PutSection(w, name+"/start", []float64{e.Start})
	pack.PutSection(w, name+"/roots", e.Roots)
	pack.PutSection(w, name+"/nodes", words)
}

func readEnsemble(r *pack.Reader, name string, traits int) *ensemble {
	start := pack.Column[float64](r, name+"/start", 1)
	roots := pack.Column[uint32](r, name+"/roots", pack.Any)
	words := pack.Column[uint32](r, name+"/nodes", pack.Any)
	if !r.Require(len(words)%4 == 0, "section %s/nodes", name) {
		return nil
	}
	e := &ensemble{Start: start[0], Roots: slices.Clone(roots), Nodes: make([]node, 0, len(words)/4)}
	for n := range slices.Chunk(words, 4) {
		e.Nodes = append(e.Nodes, node{int32(n[0]), int32(n[1]), math.Float32frombits(n[2]), n[3]})
	}
	r.Require(e.sound(traits), "the trees of %s", name)
	return e
}
