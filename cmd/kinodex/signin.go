package main

import (
	"fmt"
	"os"
	"time"

	"kinodex/internal/grant"
	"kinodex/internal/identity"
	"kinodex/internal/serve/signin"
)

// oidcSecret holds what we prove with to the service that people sign in through.
// It is never on the command line, where others on the machine can read it.
const oidcSecret = "KINODEX_OIDC_CLIENT_SECRET"

// signIn is what the flags say of the sign-in.
func (c ServeCmd) signIn() (signin.Options, error) {
	var o signin.Options
	if c.OIDCIssuer == "" {
		return o, nil
	}
	var err error
	if o.Upstream, err = signin.NewUpstream(c.OIDCIssuer, c.OIDCClientID, os.Getenv(oidcSecret)); err != nil {
		return o, fmt.Errorf("sign in through %s: %w", c.OIDCIssuer, err)
	}
	return o, nil
}

// signUp is who may open an account on the pages. --no-sign-up is from before there were
// three answers.
func (c ServeCmd) signUp() identity.SignUpMode {
	if c.NoSignUp {
		return identity.SignUpOff
	}
	return c.SignUp
}

// documents fetches what describes clients, nil when none are to be fetched.
func (c ServeCmd) documents() *grant.Documents {
	if !c.ClientDocs {
		return nil
	}
	return grant.NewDocuments(grant.PublicFetch(), time.Now)
}
