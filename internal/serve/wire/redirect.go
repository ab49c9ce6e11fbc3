package wire

import "net/http"

// Redirect answers 302 with the bill, to an address that holds for this answer
// only.
func (x *Exchange) Redirect(address string) {
	x.bill()
	h := x.Header()
	h["Location"] = x.value(address)
	h["Content-Length"] = zero
	x.place.Leave()
	x.WriteHeader(http.StatusFound)
}

var zero = []string{"0"}

// Patient writes an answer that is read from elsewhere and may be long: each
// write has a deadline of its own, as those of a stream have (REQ SN-06).
func (x *Exchange) Patient() http.ResponseWriter {
	x.place.Leave()
	return patient{&outflow{x: x, control: http.NewResponseController(x.ResponseWriter)}}
}

type patient struct{ out *outflow }

func (p patient) Header() http.Header         { return p.out.x.Header() }
func (p patient) WriteHeader(status int)      { p.out.x.WriteHeader(status) }
func (p patient) Write(b []byte) (int, error) { return p.out.Write(b) }

// Refuser is what Patient writes to, for one that refuses instead.
type Refuser interface{ Fail(error) }

func (p patient) Fail(err error) { p.out.x.Fail(err) }
