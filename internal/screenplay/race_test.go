//go:build race

package screenplay

const raced = true
