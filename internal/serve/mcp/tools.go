package mcp

import "slices"

// allTools returns the seventeen tools, in the order of the specification (REQ
// M-14).
func allTools() []tool {
	return slices.Concat(filmTools(), scriptTools(), forecastTools(), guideTools(), writersRoomTools(), accountTools(), citeTools())
}
