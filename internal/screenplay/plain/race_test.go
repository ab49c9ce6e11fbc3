//go:build race

package plain

const raced = true
