package wire

import (
	"errors"
	"net/http"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
)

// Door is what the routes of a dialect are hung on: the desk they ask, the mux
// that finds them, and the description that tells of them.
type Door struct {
	App *app.App
	Mux Mux
	Doc *huma.OpenAPI
}

// Mux finds the handler of a request by method and path, as in
// "GET /api/v2/films/{id}". Handlers are given an *Exchange to write to.
type Mux interface {
	HandleFunc(pattern string, handler func(http.ResponseWriter, *http.Request))
}

// Route is one operation: how it is described, what it needs of its caller, and
// how it answers. P holds its parameters (see Params).
type Route[P any] struct {
	huma.Operation
	Need access.Need
	// Public routes are for everyone; they have no visit and cost nothing.
	Public bool
	// Answer asks the visit and sends what it says. An error goes to Fail; one
	// that is app.ErrUnchanged is answered with 304. It must not keep p.
	Answer func(x *Exchange, p *P) error
}

// Handle hangs a route on the door and describes it in the OpenAPI document.
// Requests are walked through in the order of TRACE A-16: the caller (401), the
// route's Need (403), the parameters (400); Answer's question then does what
// is left: its own check (400), the budget (429) and the lookup (404).
func Handle[P any](d Door, route Route[P]) {
	params := NewParams[P](d.Doc.Components.Schemas)
	op := route.Operation
	op.Parameters = append(params.Docs(), op.Parameters...)
	describe(d.Doc, &op, route.Public)
	d.Doc.AddOperation(&op)
	spare := sync.Pool{New: func() any { return new(P) }}
	walk := func(x *Exchange) error {
		if !route.Public {
			caller, err := d.App.Caller(x.Context(), credentials(x.R, x.front.Proxies))
			if err != nil {
				return err
			}
			x.Visit = d.App.Visit(caller)
			if err := caller.Allow(route.Need); err != nil {
				return err
			}
		}
		p := spare.Get().(*P)
		defer spare.Put(p)
		if err := params.Read(x.R, p); err != nil {
			return err
		}
		return route.Answer(x, p)
	}
	d.Mux.HandleFunc(op.Method+" "+op.Path, func(w http.ResponseWriter, _ *http.Request) {
		x := w.(*Exchange)
		switch err := walk(x); {
		case errors.Is(err, app.ErrUnchanged):
			x.unchanged()
		case err != nil:
			x.Fail(err)
		}
	})
}

// None is the parameters of a route that has none.
type None struct{}
