package forecast

import (
	"fmt"
	"math"
	"slices"

	"kinodex/internal/pack"
	"kinodex/internal/stat"
)

// target is something that is estimated.
type target int

const (
	targetMultiple target = iota // ln(worldwide gross / budget)
	targetGross                  // ln(worldwide gross), real dollars
	targetRating                 // 0 to 10
	targetMaster                 // 0 to 100
	targetRelease                // 0 to 1: that the gross reaches Released
	targets
)

// targetNames are what sections of the file are called.
var targetNames = [targets]string{"multiple", "gross", "rating", "master", "release"}

// ranged are the targets that intervals are given for.
var ranged = []target{targetMultiple, targetGross, targetRating, targetMaster}

// ensembles holds a model for every target.
type ensembles [targets]*ensemble

// of returns the estimate of a target for a row.
func (g *ensembles) of(of target, row []float32) float64 { return g.ofEach(of, [][]float32{row})[0] }

// ofEach returns the estimate of a target for each row. The multiple is the mean of two
// models: of what was learned of multiples, and of what was learned of grosses, which is from
// more films.
func (g *ensembles) ofEach(of target, rows [][]float32) []float64 {
	all := g[of].ofEach(rows)
	if of == targetMultiple {
		for i, gross := range g[targetGross].ofEach(rows) {
			all[i] = (all[i] + gross - float64(rows[i][budgetFeature])) / 2
		}
	}
	return all
}

// budgetFeature is the index of the budget (ln, real dollars) among the features.
const budgetFeature = 0

// models are what was learned. They are read-only.
type models struct {
	mean ensembles
	// spread estimates the mean absolute error of the mean, learned from films that
	// the model it is about had not seen: two ensembles, each fitted to one half of
	// those films.
	spread   [targets][2]*ensemble
	metadata metadata
}

// metadata tells what the models rest on. Its JSON is part of the file's format.
type metadata struct {
	// Horizon is the year that models know nothing of, nor of any after it.
	Horizon  int `json:"horizon"`
	Features int `json:"traits"`
	// Learned is how many rows each target was learned from.
	Learned [targets]int `json:"learned"`
	Norms   norms        `json:"norms"`
	// Bounds are, by target and band, how many spreads below and above the estimate
	// four of five films end.
	Bounds [targets][bands]bounds `json:"reach"`
	// Widths are, by band, how wide intervals of the gross were.
	Widths [bands]widths `json:"widths"`
	// Token is what films took that were not released commercially.
	Token curve `json:"token"`
}

// bounds are the ends of an interval, in spreads from the estimate.
type bounds struct {
	Low  float64 `json:"low"` // usually negative
	High float64 `json:"high"`
	N    int     `json:"n"` // films it was measured on
	// Curve is the whole distribution, in spreads from the estimate.
	Curve curve `json:"curve"`
}

// leastSpread keeps intervals from closing, by target.
var leastSpread = [targets]float64{targetMultiple: 0.15, targetGross: 0.15, targetRating: 0.15, targetMaster: 2}

// spreadOf returns the expected absolute error of an estimate, at least leastSpread.
func (m *models) spreadOf(of target, row []float32) float64 {
	return max(leastSpread[of], (m.spread[of][0].of(row)+m.spread[of][1].of(row))/2)
}

// check requires that curves are whole and ascend, and that spreads are finite.
func (d *metadata) check(r *pack.Reader) {
	sound := func(c curve) bool {
		return len(c) == curvePoints && slices.IsSorted(c) && stat.Finite(c[0]+c[curvePoints-1])
	}
	r.Require(sound(d.Token), "the curve of token releases")
	for _, of := range ranged {
		for _, b := range d.Bounds[of] {
			r.Require(sound(b.Curve), "the curve of %s", targetNames[of])
		}
	}
}

// write writes the metadata as JSON and the models of each target as sections of
// their own.
func (m *models) write(w *pack.Writer) {
	w.PutJSON("about", m.metadata)
	for of, name := range targetNames {
		m.mean[of].write(w, "mean/"+name)
	}
	for _, of := range ranged {
		for i, e := range m.spread[of] {
			e.write(w, fmt.Sprintf("spread/%s/%d", targetNames[of], i))
		}
	}
}

// readModels reads the models and refuses those of other features than this program
// computes.
func readModels(r *pack.Reader) *models {
	m := &models{}
	r.JSON("about", &m.metadata)
	n := len(featureNames())
	r.Require(m.metadata.Features == n, "models of %d features, this program knows %d", m.metadata.Features, n)
	m.metadata.check(r)
	for of, name := range targetNames {
		m.mean[of] = readEnsemble(r, "mean/"+name, n)
	}
	for _, of := range ranged {
		for i := range m.spread[of] {
			m.spread[of][i] = readEnsemble(r, fmt.Sprintf("spread/%s/%d", targetNames[of], i), n)
		}
	}
	return m
}

// write puts a node into four words.
func (e *ensemble) write(w *pack.Writer, name string) {
	words := make([]uint32, 0, 4*len(e.Nodes))
	for _, n := range e.Nodes {
		words = append(words, uint32(n.Feature), uint32(n.High), math.Float32bits(n.Threshold), n.Missing)
	}
	pack.PutSection(w, name+"/start", []float64{e.Start})
	pack.PutSection(w, name+"/roots", e.Roots)
	pack.PutSection(w, name+"/nodes", words)
}

// readEnsemble reads an ensemble and refuses trees that are not sound.
func readEnsemble(r *pack.Reader, name string, features int) *ensemble {
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
	r.Require(e.sound(features), "the trees of %s", name)
	return e
}
