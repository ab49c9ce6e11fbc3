// Package signin is the web server by which a person signs in and lets a client
// act for them at the connector: an OAuth 2.1 authorization server, and the few
// pages it needs (REQ ).
//
//   - where clients begin: the documents at /.well-known (discovery.go);
//   - what the person sees: signing in (account.go, link.go), a new password (password.go),
//     allowing or not (authorize.go), and who may act (connections.go);
//   - what clients send: registration (register.go), codes, refresh tokens and
//     revocations (token.go);
//   - signing in through another service, by OpenID Connect (upstream.go).
//
// page.go has the walk of every page: cookies, the form's token, headers. The
// rules are in package grant, and the application decides who may do what; nothing is
// decided here but how it is shown, in the frame of the site. The package imports
// site/page, wire, app and what lies below. Start reading at Register.
package signin

import (
	"net/http"

	"kinodex/internal/app"
	"kinodex/internal/serve/site/web"
	"kinodex/internal/serve/wire"
)

// Options are what an operator decides. The zero value offers no other service to sign in
// through. Who may open an account is for the application (app.Options.SignUp).
type Options struct {
	// Upstream is another service to sign in through; nil for none.
	Upstream *Upstream
	// Assets are the style sheets of the pages. They are required.
	Assets *web.Assets
	// Pages is set where the site has pages beside those of the sign-in.
	Pages bool
	// Demonstration is set where there are no accounts: each page says so, and is nothing else.
	Demonstration bool
}

// server is what the handlers share.
type server struct {
	app *app.App
	Options
}

// Connector is the path of the connector, whose address tokens are for.
const Connector = "/mcp"

// Register adds the routes of the sign-in to on.Mux. They are not part of the OpenAPI
// description. The routes of signing in through another service exist only when o.Upstream is
// set.
func Register(on wire.API, o Options) {
	s := &server{on.App, o}
	document := func(path string, handler func(*wire.Exchange) error) {
		on.Mux.HandleFunc("GET "+path, s.answer(handler))
	}
	document("/.well-known/oauth-protected-resource", s.protectedResource)
	document("/.well-known/oauth-protected-resource"+Connector, s.protectedResource)
	document("/.well-known/oauth-authorization-server", s.authorizationServer)
	for path, handler := range map[string]func(*wire.Exchange) error{
		"/oauth/register": s.register, "/oauth/token": s.token, "/oauth/revoke": s.revoke,
	} {
		on.Mux.HandleFunc("POST "+path, s.answer(handler))
	}
	for path, handler := range map[string]func(*view) error{
		"GET /oauth/authorize": s.ask, "POST /oauth/authorize": s.decide,
		"GET /sign-in": s.showSignIn, "POST /sign-in": s.signIn,
		"GET " + linkPath: s.showLink, "POST " + linkPath: s.useLink,
		"GET /sign-up": s.showSignUp, "POST /sign-up": s.signUp,
		"GET /sign-out": s.showSignOut, "POST /sign-out": s.signOut,
		"GET /account/password": s.showChange, "POST /account/password": s.change,
		"GET /reset-password": s.showReset, "POST /reset-password": s.reset,
		"GET /account/connections": s.connections, "POST /account/connections": s.disconnect,
	} {
		on.Mux.HandleFunc(path, s.page(handler))
	}
	if s.Upstream != nil {
		on.Mux.HandleFunc("GET /sign-in/upstream", s.page(s.leave))
		on.Mux.HandleFunc("GET /sign-in/upstream/callback", s.page(s.comeBack))
	}
}

// resource returns the address that tokens are good for (RFC 8707).
func resource(x *wire.Exchange) string { return x.Base() + Connector }

// handler is a handler as net/http takes it. Its writer is always a *wire.Exchange.
type handler = func(http.ResponseWriter, *http.Request)
