package wire

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/param"
	"kinodex/internal/serve/admission"
	"kinodex/internal/serve/openapi"
)

// API is what the routes of a dialect are added to: the application they ask, the mux
// that finds them, and the description that tells of them.
type API struct {
	App *app.App
	Mux Mux
	Doc *huma.OpenAPI
	// Strict is set on a dialect whose routes refuse parameters they do not have;
	// others ignore them and name them in Exchange.Ignored (REQ G-10).
	Strict bool
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
	// Keyless routes also answer who shows no key and does not ask for the sandbox: within the bounds
	// of readers of pages, for whom Need must be open.
	Keyless bool
	// Private routes give answers that no cache may keep.
	Private bool
	// Linked routes give links that open without a key.
	Linked bool
	// Tables is set on a route whose answers are also CSV: see Exchange.CSV.
	Tables bool
	// Stream is set on a route that answers with Exchange.Stream: it may take as
	// long as its reader reads.
	Stream bool
	// Body is how many bytes of JSON the request may carry, for Exchange.Decode;
	// 0 when none is read.
	Body int64
	// Files is set on a route whose body may also be a file, or a form with files
	// in it: see Exchange.Files.
	Files bool
	// Heavy is set on a route whose answer keeps a processor busy for long: such
	// answers have places of their own, few and with a queue.
	Heavy bool
	// Repeatable is set on a route that answers with Exchange.CreateIdempotent. It may
	// conflict with what is there, as may one with Conflicts.
	Repeatable, Conflicts bool
	// Answer asks the visit and sends what it says. An error goes to Fail. It must
	// not keep p.
	Answer func(x *Exchange, p *P) error
}

// Handle adds a route to the mux and describes it in the OpenAPI document.
// Requests are walked through in the order of REQ A-16: the caller (401), the
// route's Need (403), the parameters and the size of the body (400, 413), the
// load (429, 503, for metered routes only); Answer's question then does what is
// left: its own check (400), the budget (429) and the lookup (404).
func Handle[P any](api API, route Route[P]) {
	params := NewParams[P](api.Doc.Components.Schemas)
	op := route.Operation
	op.Parameters = append(params.Docs(), op.Parameters...)
	if !route.Public {
		op.Metadata = map[string]any{needMetadata: route.Need}
	}
	openapi.Complete(&op, openapi.Traits{
		Public: route.Public, Metered: route.Need.Cost > 0, Posts: route.Body > 0, Repeatable: route.Repeatable, Conflicts: route.Conflicts,
		Strict: api.Strict, Timed: api.Strict && !route.Public && !route.Stream, Tables: route.Tables,
	})
	api.Doc.AddOperation(&op)
	spare := sync.Pool{New: func() any { return new(P) }}
	walk := func(x *Exchange) error {
		x.private, x.linked, x.need = route.Private, route.Linked, route.Need
		x.tables, x.csv = route.Tables, route.Tables && prefersCSV(x.R.Header["Accept"])
		if !route.Public {
			if !route.Stream {
				defer x.within(x.front.Deadline)()
			}
			if err := x.recognise(api.App, route.Keyless); err != nil {
				return err
			}
		}
		p := spare.Get().(*P)
		defer spare.Put(p)
		unknown, err := params.Read(x.R, p)
		if err == nil && api.Strict && len(unknown) > 0 {
			err = param.Unknown(unknown[0], params.query.Fields)
		}
		if err == nil && x.Dialect != nil && x.Dialect.Pinned {
			err = x.pinned()
		}
		if err != nil {
			return err
		}
		x.Ignored = unknown
		if route.Body > 0 {
			// It is read before admission, so that who sends it slowly takes
			// nobody's place.
			if err := x.readBody(route.Body, route.Files); err != nil {
				return err
			}
		}
		if route.Need.Cost > 0 {
			if err := x.enter(route.limiter(x.front.Admission)); err != nil {
				return err
			}
			defer x.place.Leave()
		}
		return route.Answer(x, p)
	}
	api.Mux.HandleFunc(op.Method+" "+op.Path, func(w http.ResponseWriter, _ *http.Request) {
		x := w.(*Exchange)
		if err := walk(x); err != nil {
			x.Fail(err)
		}
	})
}

// needMetadata is where an operation of the description keeps its Need, which is not
// written to the document.
const needMetadata = "need"

// NeedOf returns what an operation of a description needs of its caller; ok is false
// when it is for everyone.
func NeedOf(op *huma.Operation) (need access.Need, ok bool) {
	need, ok = op.Metadata[needMetadata].(access.Need)
	return need, ok
}

// limiter is the one that bounds how many answers of the route are worked on.
func (r *Route[P]) limiter(c *admission.Control) *admission.ConcurrencyLimiter {
	switch {
	case r.Stream:
		return c.Streams
	case r.Heavy:
		return c.Heavy
	}
	return c.Work
}

// None is the parameters of a route that has none.
type None struct{}

// within gives the answer a deadline, and how to forget it.
func (x *Exchange) within(limit time.Duration) (cancel func()) {
	x.ctx, cancel = context.WithTimeout(x.R.Context(), limit)
	return cancel
}

// recognise names the caller, opens its visit and asks whether it may. With keyless, who shows
// nothing is a reader of pages, as data.
func (x *Exchange) recognise(a *app.App, keyless bool) (err error) {
	shown := credentials(x.R, x.front.Proxies, x.keyParam())
	x.shown = shown.Key
	caller := access.SiteReader(shown.Address)
	caller.AsData = true
	if !keyless || shown.Key != "" || shown.Sandbox {
		caller, err = a.Identity().Caller(x.Context(), shown)
	}
	if err != nil {
		return err
	}
	if x.Visit, err = a.Visit(caller); err != nil {
		return err
	}
	return x.Visit.Allow(x.need)
}

// caller is who asks; where nobody needs to be known, whoever is at the address.
func (x *Exchange) caller() access.Caller {
	if x.Visit == nil {
		return access.KeylessCaller(x.front.Proxies.Client(x.R))
	}
	return x.Visit.Caller()
}

// enter asks whether the service can take the request on now: at the rate of its
// caller, and beside all others.
func (x *Exchange) enter(l *admission.ConcurrencyLimiter) (err error) {
	x.place, err = x.front.Admission.Admit(x.Context(), l, x.Visit.Caller())
	return err
}
