//go:build !race

package plain

const raced = false
