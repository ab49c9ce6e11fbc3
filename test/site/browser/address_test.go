package browser

import (
	"fmt"
	"sync/atomic"
)

var addresses atomic.Uint32

// nextAddress returns an address that nobody has asked from yet.
func nextAddress() string {
	n := addresses.Add(1)
	return fmt.Sprintf("10.%d.%d.%d", n>>16&255, n>>8&255, n&255)
}
