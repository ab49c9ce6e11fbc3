package mcp

import "slices"

// toolbox gives the seventeen tools, in the order of the specification (TRACE
// M-14).
func toolbox() []tool {
	return slices.Concat(filmTools(), scriptTools(), forecastTools(), guideTools(), roomTools(), accountTools(), citeTools())
}
