package catalog

import (
	"cmp"
	"slices"
	"strings"
)

// siblings are the words by which people name several of one surname.
var siblings = map[string]bool{"brothers": true, "bros": true, "brother": true, "sisters": true, "sister": true, "siblings": true, "twins": true}

// duo returns the names, in words, of those of one surname who made films together and whom
// the words may name: "coen brothers", "wachowskis". Of several the best known; nil when
// there are none.
func (c *Catalog) duo(words []string) []string {
	for len(words) > 1 && words[0] == "the" {
		words = words[1:]
	}
	surname := ""
	switch {
	case len(words) == 2 && siblings[words[1]]:
		surname = words[0]
	case len(words) == 1 && strings.HasSuffix(words[0], "s"):
		surname = strings.TrimSuffix(words[0], "s")
	}
	if len(surname) < 3 {
		return nil
	}
	if names := c.directorsOf(surname); names != nil {
		return names
	}
	return c.castOf(surname)
}

// directorsOf returns the best known of those who directed together under one surname.
func (c *Catalog) directorsOf(surname string) []string {
	x := &c.directors
	best, most := "", 0.0
	for _, i := range x.surnamed(surname) {
		field := x.names.Text(int(i))
		if n := named(field, surname); len(n) < 2 {
			continue
		}
		sum := 0.0
		for _, d := range x.docs[x.first[i]:x.first[i+1]] {
			sum += c.logVotes(d) * c.logVotes(d)
		}
		if sum > most {
			best, most = field, sum
		}
	}
	return named(best, surname)
}

// castOf returns the two of a surname who stand most often in one cast.
func (c *Catalog) castOf(surname string) []string {
	x := &c.actors
	names := x.surnamed(surname)
	together := map[[2]uint32]int{}
	cast := map[uint32][]uint32{}
	for _, i := range names {
		if len(named(x.names.Text(int(i)), surname)) == 0 {
			continue
		}
		for _, d := range x.docs[x.first[i]:x.first[i+1]] {
			for _, other := range cast[d] {
				if other != i {
					together[[2]uint32{other, i}]++
				}
			}
			cast[d] = append(cast[d], i)
		}
	}
	best, most := [2]uint32{}, leastTogether-1
	for pair, n := range together {
		if n > most || n == most && most >= leastTogether && slices.Compare(pair[:], best[:]) < 0 {
			best, most = pair, n
		}
	}
	if most < leastTogether {
		return nil
	}
	return []string{x.names.Text(int(best[0])), x.names.Text(int(best[1]))}
}

// maxSurnamed is how many names may have a word that begins like a surname for it to be one.
const maxSurnamed = 3000

// surnamed returns the numbers of the names with a word, not the first, that begins like a
// surname; none when they are too many.
func (x *nameIndex) surnamed(surname string) []uint32 {
	names := x.matching([]byte(" " + surname))
	if len(names) > maxSurnamed {
		return nil
	}
	names = slices.Clone(names)
	slices.Sort(names)
	return slices.Compact(names)
}

// leastTogether is in how many films two of a surname must play together to be known as a pair.
const leastTogether = 3

// named returns the names in a list, separated by ", ", whose last word is the surname.
func named(list, surname string) (names []string) {
	for name := range strings.SplitSeq(list, ", ") {
		if strings.HasSuffix(name, " "+surname) {
			names = append(names, name)
		}
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(a, b) })
	return slices.Compact(names)
}
