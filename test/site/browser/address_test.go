package browser

import (
	"encoding/json"
	"fmt"
	"sync/atomic"
)

var addresses atomic.Uint32

// nextAddress returns an address that nobody has asked from yet.
func nextAddress() string {
	n := addresses.Add(1)
	return fmt.Sprintf("10.%d.%d.%d", n>>16&255, n>>8&255, n&255)
}

// quoted returns text as JavaScript has it.
func quoted(text string) string {
	out, _ := json.Marshal(text) // text can always be written
	return string(out)
}
