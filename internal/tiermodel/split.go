package tiermodel

// split is the question a node asks: does the feature exceed a value between
// the ranks low and high?
type split struct {
	found            bool
	feature          int
	low, high        uint32
	score            float64
	impurityDecrease float64 // of Gini impurity times weight
}

// best looks for the question that leaves least Gini impurity, among the
// features tried: as many as the parameters say, drawn without putting back, and
// more only while all drawn so far have a single value in the node.
func (g *grower) best(node []int32, all [Classes]float64) split {
	var best split
	parent := squares(all[0], all[1], all[2]) / (all[0] + all[1] + all[2])
	tried, useless := 0, 0
	for left := len(g.order); left > 0; left-- {
		if tried >= g.tries && tried > useless {
			break
		}
		at := g.random.IntN(left)
		feature := g.order[at]
		g.order[at], g.order[left-1] = g.order[left-1], g.order[at]
		tried++
		g.collect(node, feature)
		if len(g.runs) < 2 {
			useless++
			continue
		}
		g.scan(feature, uint32(len(node)), all, &best)
	}
	best.impurityDecrease = best.score - parent
	return best
}

// scan tries every threshold of one feature. To leave the least impurity is to
// make the sum over both sides of Σw²/Σw largest, w being the weight of a class
// on that side. It is where a training spends its time, so the classes are
// written out and one division does for two.
func (g *grower) scan(feature int, different uint32, total [Classes]float64, best *split) {
	least := uint32(g.params.MinLeaf)
	var low0, low1, low2 float64
	var seen uint32
	for k := range len(g.runs) - 1 {
		r := &g.runs[k]
		n0, n1, n2 := r.classes()
		low0 += float64(n0 * g.weight[0])
		low1 += float64(n1 * g.weight[1])
		low2 += float64(n2 * g.weight[2])
		seen += r.different()
		if seen < least {
			continue
		}
		if different-seen < least {
			return
		}
		low := low0 + low1 + low2
		high0, high1, high2 := total[0]-low0, total[1]-low1, total[2]-low2
		high := high0 + high1 + high2
		score := (float64(squares(low0, low1, low2)*high) + float64(squares(high0, high1, high2)*low)) / float64(low*high)
		if !best.found || score > best.score {
			*best = split{found: true, feature: feature, low: r.rank, high: g.runs[k+1].rank, score: score}
		}
	}
}

// squares sums squares. The conversions, here and in scan, forbid a fused
// multiply and add, which would round otherwise on other processors and grow
// other trees there.
func squares(a, b, c float64) float64 { return float64(a*a) + float64(b*b) + float64(c*c) }
