package deflate

import (
	"cmp"
	"math/bits"
	"slices"
)

// counts are how often each symbol is used, in the order of Coder.sizes.
type counts [literals + 1 + lengths + distances]int

// longestCode is the longest code of DEFLATE, in bits.
const longestCode = 15

// setCode gives the coder the Huffman code that is best for how often symbols are used. Every
// symbol gets a code, so that every text can be coded.
func (c *Coder) setCode(n *counts) {
	copy(c.sizes[:], codeSizes(n[:literals+1+lengths]))
	copy(c.sizes[literals+1+lengths:], codeSizes(n[literals+1+lengths:]))
	c.assign()
}

// codeSizes returns the lengths of a Huffman code for symbols of given counts, none longer than
// longestCode. Counts are halved until that is so.
func codeSizes(counts []int) []uint8 {
	n := make([]int, len(counts))
	for i := range n {
		n[i] = counts[i] + 1
	}
	for {
		if sizes := huffman(n); slices.Max(sizes) <= longestCode {
			return sizes
		}
		for i := range n {
			n[i] = n[i]/2 + 1
		}
	}
}

// huffman returns the lengths of the codes that Huffman's algorithm gives symbols of given counts,
// which are at least 1. Of equal counts the symbol that comes first is taken first.
func huffman(counts []int) []uint8 {
	type node struct{ count, parent int }
	nodes := make([]node, len(counts), 2*len(counts)-1)
	leaves := make([]int, len(counts))
	for i, n := range counts {
		nodes[i].count, leaves[i] = n, i
	}
	slices.SortStableFunc(leaves, func(a, b int) int { return cmp.Compare(counts[a], counts[b]) })
	inner := len(counts) // the first inner node that has no parent
	least := func() int {
		if len(leaves) > 0 && (inner == len(nodes) || nodes[leaves[0]].count <= nodes[inner].count) {
			i := leaves[0]
			leaves = leaves[1:]
			return i
		}
		inner++
		return inner - 1
	}
	for len(nodes) < cap(nodes) {
		a, b := least(), least()
		nodes[a].parent, nodes[b].parent = len(nodes), len(nodes)
		nodes = append(nodes, node{count: nodes[a].count + nodes[b].count})
	}
	depth := make([]uint8, len(nodes))
	for i := len(nodes) - 2; i >= 0; i-- {
		depth[i] = depth[nodes[i].parent] + 1
	}
	return depth[:len(counts)]
}

// assign makes the codes and the header from the sizes (RFC 1951 3.2.2).
func (c *Coder) assign() {
	all := append(canonical(c.sizes[:literals+1+lengths]), canonical(c.sizes[literals+1+lengths:])...)
	copy(c.literal[:], all)
	for n := 3; n <= maxMatch; n++ {
		k := lengthCode(n)
		x := all[literals+1+k]
		c.length[n] = code{x.bits | uint32(n-lengthBase[k])<<x.size, x.size + lengthExtra[k]}
	}
	copy(c.distance[:], all[literals+1+lengths:])

	s := Stream{out: make([]byte, 0, 512)}
	s.write(2<<1, 3)                 // not the last block, with codes of its own
	s.write(literals+lengths-256, 5) // how many codes of literals and lengths, less 257
	s.write(distances-1, 5)          // how many of distances, less 1
	s.write(19-4, 4)                 // how many of the codes of sizes, less 4
	s.write(0, 9)                    // the codes of repetitions: none is used
	for range 16 {
		s.write(4, 3) // the codes of sizes: four bits each
	}
	for _, size := range c.sizes {
		s.write(uint64(bits.Reverse8(size)>>4), 4)
	}
	c.headerBits = 8*len(s.out) + int(s.pending)
	c.header = s.flush()
}

// canonical returns codes of the given sizes.
func canonical(sizes []uint8) []code {
	next, n := [longestCode + 2]uint32{}, [longestCode + 1]uint32{}
	for _, size := range sizes {
		n[size]++
	}
	n[0] = 0
	for size := range n {
		next[size+1] = (next[size] + n[size]) << 1
	}
	codes := make([]code, len(sizes))
	for i, size := range sizes {
		codes[i] = code{bits.Reverse32(next[size]) >> (32 - size), size}
		next[size]++
	}
	return codes
}
