package cover

// chance is a row of numbers that follows from a film's id alone (SplitMix64).
type chance uint64

// chanceOf returns the row of an id.
func chanceOf(id string) chance {
	h := uint64(14695981039346656037) // FNV-1a
	for i := range len(id) {
		h = (h ^ uint64(id[i])) * 1099511628211
	}
	return chance(h)
}

func (c *chance) next() uint64 {
	*c += 0x9e3779b97f4a7c15
	z := uint64(*c)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below returns a number from 0 to below n, which is above 0.
func (c *chance) below(n int) int { return int(c.next() >> 11 % uint64(n)) }

// between returns a whole number from low to high.
func (c *chance) between(low, high int) float64 { return float64(low + c.below(high-low+1)) }

// in reports true in so many of a hundred cases.
func (c *chance) in(percent int) bool { return c.below(100) < percent }

// sign returns 1 or -1.
func (c *chance) sign() float64 { return float64(1 - 2*c.below(2)) }
