package serve

import (
	"net/http"
	"time"
)

// SetPatience changes how long one write of a stream may take.
func SetPatience(h http.Handler, d time.Duration) { h.(*service).front.Patience = d }

// SetDeadline changes how long an answer other than a stream may take.
func SetDeadline(h http.Handler, d time.Duration) { h.(*service).front.Deadline = d }
