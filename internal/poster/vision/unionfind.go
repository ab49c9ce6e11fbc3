package vision

// unionFind parts 0 to n-1 into sets (union-find with path halving). Each is
// known by its least member.
type unionFind []int32

// newUnionFind returns n sets of one member each.
func newUnionFind(n int) unionFind {
	u := make(unionFind, n)
	for i := range u {
		u[i] = int32(i)
	}
	return u
}

// find returns the least member of the set that i is in.
// i must be from 0 to n-1. It shortens paths, so it is not for several goroutines.
func (u unionFind) find(i int32) int32 {
	for u[i] != i {
		u[i] = u[u[i]]
		i = u[i]
	}
	return i
}

// union makes the sets of a and b one and returns its least member.
// Any order of unions gives the same least members.
func (u unionFind) union(a, b int32) int32 {
	a, b = u.find(a), u.find(b)
	a, b = min(a, b), max(a, b)
	u[b] = a
	return a
}
