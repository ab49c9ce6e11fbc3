//go:build !linux || race

package pdf

// boundSelf leaves the bounds to the runtime and to the parent: other systems
// bound address space otherwise or not at all, and the race detector needs more
// of it than there is memory.
func boundSelf() {}
