package serve

import (
	"net/http"

	"kinodex/internal/fault"
	"kinodex/internal/serve/wire"
)

// Objects serves the links that a bucket signed itself. Refuse is how it
// refuses one in the words of the interface.
type Objects func(refuse Refuse) http.Handler

// Refuse answers a request for an object that is not given.
type Refuse = func(w http.ResponseWriter, r *http.Request, status int, message string)

// hangObjects serves links at prefix, which ends with a slash. They are not of
// the interface: nobody is named, nothing is counted (TRACE SN-13).
func (s *service) hangObjects(prefix string, objects Objects) {
	// The exchange is found again in what the handler writes to.
	handler := objects(func(w http.ResponseWriter, _ *http.Request, status int, message string) {
		kind := fault.Internal
		switch status {
		case http.StatusForbidden:
			kind = fault.LinkRefused
		case http.StatusNotFound:
			kind = fault.NotFound
		}
		w.(wire.Refuser).Fail(fault.New(kind, "%s", message))
	})
	s.mux.HandleFunc("GET "+prefix+"{key...}", func(w http.ResponseWriter, r *http.Request) {
		handler.ServeHTTP(w.(*wire.Exchange).Patient(), r)
	})
}
