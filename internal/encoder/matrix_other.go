//go:build !amd64

package encoder

// multiply sets y to x times the transpose of w.
func multiply(y, x, w matrix) { multiplyBlocked(y, x, w) }
