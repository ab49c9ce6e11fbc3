package signin

import (
	"html/template"
	"net/http"
	"net/url"
	"slices"

	"kinodex/internal/access"
	"kinodex/internal/grant"
)

// consent is what a person is asked: whether a client may act for them, where the answer
// goes, and with which scopes. Client and URI are what the client says of itself; nobody has
// checked them.
type consent struct {
	Client string // what it calls itself
	Host   string // where its id says it is from; empty when it only registered
	URI    string // its home page, if it has one
	// ReturnTo is the host where the answer goes, Local set when that is the
	// person's own machine.
	ReturnTo string
	Local    bool
	Resource string
	Scopes   []scope
	// Action is where the form goes: the same request, posted.
	Action template.URL
}

// scope is one thing that a client asks for. Name is the scope's, Means its words for people.
type scope struct {
	Name, Means string
	// Needs is the plan that it takes, empty when the account's reaches it.
	Needs string
}

// means says what the scopes are for.
var means = []struct {
	scope access.Scope
	words string
	least access.Plan
}{
	{access.Read, "Look up films, screenplays, people and statistics, on your daily budget", access.Free},
	{access.Write, "Make changes for you, where a tool does that", access.Writer},
	{access.AI, "Use the writers' room and other AI tools", access.Studio},
}

// clientRequest is a request whose client and redirect are known: the redirect is one that the client
// registered. Request is nil when it is not known yet.
type clientRequest struct {
	*grant.Request
	client grant.Client
}

// reads reads a request as far as it takes to know whom an answer goes to. Until then nothing
// is sent anywhere (RFC 6749 section 4.1.2.1). signInFirst is true when nobody is signed in.
// a is then empty if the client is one that only its document describes, since a document is
// fetched only for somebody who is signed in. An unknown client and a redirect that it did
// not register are errors for the person.
func (v *view) reads() (a clientRequest, signInFirst bool, err error) {
	r, refused := grant.ReadRequest(v.R.URL.RawQuery)
	if refused != nil {
		return a, false, refused
	}
	if grant.IsDocument(r.Client) && !v.SignedIn() {
		if refused := grant.CheckDocument(r.Client); refused != nil {
			return a, false, refused
		}
		return a, true, nil
	}
	client, err := v.server.app.Identity().Client(v.Context(), v.Caller, r.Client)
	if err != nil {
		return a, false, err
	}
	if !client.Redirects.Allow(r.Redirect) {
		return a, false, grant.Refuse(grant.InvalidRequest, "redirect_uri is not one that this client registered")
	}
	return clientRequest{r, client}, !v.SignedIn(), nil
}

// ask answers GET /oauth/authorize: with the form to sign in, or with what the client asks
// for. A request of a client that registered is checked before anybody signs in, one of a
// client that its document describes afterwards. Nothing is granted here.
func (s *server) ask(v *view) error {
	a, signInFirst, err := v.reads()
	if err != nil {
		return err
	}
	if a.Request != nil {
		if refused := a.Check(resource(v.Exchange)); refused != nil {
			return v.sendRefusal(a, refused)
		}
	}
	if signInFirst {
		return v.signInPage(http.StatusOK, v.R.URL.RequestURI(), "", "")
	}
	return v.consentPage(http.StatusOK, a, "")
}

// sendRefusal sends a refusal to the client. Unless the redirect is on the person's own
// machine, or they let the client in before, they are shown it first, with a link
// that names the host: a client may be registered by anybody, and a link to this
// service is not to lead straight to somebody else's (RFC 9700 section 4.11.2).
func (v *view) sendRefusal(a clientRequest, refused *grant.Error) error {
	to := a.Refusal(v.Base(), refused)
	known := grant.IsLoopback(a.Redirect)
	if !known && v.SignedIn() {
		var err error
		if known, err = v.server.app.Identity().LetIn(v.Context(), v.Caller, a.Client, a.Redirect); err != nil {
			return err
		}
	}
	if known {
		return v.Redirect(to)
	}
	v.refused(http.StatusBadRequest, refused.Why, to)
	return nil
}

// consentPage shows what the client asks for, with a form that works once. a must have passed
// Check, and somebody must be signed in. Scopes that the account's plan does not reach are
// shown with the plan that they need.
func (v *view) consentPage(status int, a clientRequest, problem string) error {
	account, err := v.server.app.Identity().Account(v.Context(), v.Caller)
	if err != nil {
		return err
	}
	to, err := url.Parse(a.Redirect)
	if err != nil {
		return err
	}
	c := consent{
		Client: a.client.Name, Host: a.client.Host, URI: a.client.URI, ReturnTo: to.Host,
		Local: grant.IsLoopback(a.Redirect), Resource: a.Resource,
		Action: template.URL(v.Path("/oauth/authorize?" + v.R.URL.RawQuery)),
	}
	for _, m := range means {
		if !a.Scopes.Has(m.scope) {
			continue
		}
		s := scope{Name: m.scope.String(), Means: m.words}
		if account.Plan < m.least {
			s.Needs = m.least.String()
		}
		c.Scopes = append(c.Scopes, s)
	}
	v.Known()
	v.Header().Set("Content-Security-Policy", anyForms)
	return v.show(status, "consent", pageData{
		Title: "Allow access", Form: v.SealOnce("consent", a.Canonical()), Account: account, Consent: c, Problem: problem,
	})
}

// decide answers POST /oauth/authorize with a redirect to the client: with a code for the
// scopes that the person allowed, or with access_denied. The request comes again in the
// address; the form's token says that it is the one that was shown. A form that was sent
// already, and one without a scope, show the page again.
func (s *server) decide(v *view) error {
	a, signInFirst, err := v.reads()
	if err != nil {
		return err
	}
	if signInFirst {
		return v.signInPage(http.StatusForbidden, v.R.URL.RequestURI(), "", "your session has ended; sign in again")
	}
	if refused := a.Check(resource(v.Exchange)); refused != nil {
		return v.sendRefusal(a, refused)
	}
	again := func(status int, problem string) error { return v.consentPage(status, a, problem) }
	if err := v.SealedOnce("consent", a.Canonical()); err != nil {
		return v.again(err, again)
	}
	if v.Form.Get("decision") != "allow" {
		return v.Redirect(a.Refusal(v.Base(), grant.Refuse(grant.AccessDenied, "the person did not allow it")))
	}
	var allowed access.Scopes
	for _, m := range means {
		if slices.Contains(v.Form["scope"], m.scope.String()) {
			allowed |= access.Scopes(m.scope)
		}
	}
	if a.Scopes&allowed == 0 {
		return again(http.StatusBadRequest, "choose at least one thing to allow, or deny")
	}
	if err := v.Once(); err != nil {
		return v.again(err, again)
	}
	code, err := s.app.Identity().Grant(v.Context(), v.Caller, a.client, a.Request, allowed)
	if err != nil {
		return err
	}
	return v.Redirect(a.Answer(v.Base(), map[string]string{"code": code.Reveal()}))
}
