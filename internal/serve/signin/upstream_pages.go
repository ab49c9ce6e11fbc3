package signin

import (
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"log/slog"
	"strings"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"kinodex/internal/access"
	"kinodex/internal/serve/session"
)

// comeBackTo returns the address that the other service sends people back to. It must be
// registered there.
func (v *view) comeBackTo() string { return v.Base() + "/sign-in/upstream/callback" }

// The bounds of a sign-in through the other service: how long somebody may take, and how many
// bytes of the address to go to afterwards are stored in a cookie.
const (
	upstreamFor = 10 * time.Minute
	longestNext = 2 << 10
)

// upstreamCookie holds the state of a sign-in through the other service.
const upstreamCookie = "kinodex_upstream"

// nonce and verifier return the secrets of one sign-in, which are made of its state: they
// need not be stored, and any replica can make them again.
func (v *view) nonce(state string) string {
	return v.server.app.Identity().Seal("upstream nonce", state)
}
func (v *view) verifier(state string) string {
	return v.server.app.Identity().Seal("upstream verifier", state)
}

// leave sends the browser to the other service. A cookie ties the state to the browser, and
// holds where to go afterwards. A service that does not answer is errSilent.
func (s *server) leave(v *view) error {
	p, err := s.Upstream.discovered(v.Context())
	if err != nil {
		v.Notes = append(v.Notes, slog.String("upstream", err.Error()))
		return err
	}
	state := access.RandomBase62(43)
	to := next(v.R.URL.Query().Get("next"))
	if len(to) > longestNext {
		to = next("")
	}
	v.SetCookie(upstreamCookie, state+"."+base64.RawURLEncoding.EncodeToString([]byte(to)), upstreamFor)
	client := s.Upstream.client(p, v.comeBackTo())
	return v.Redirect(client.AuthCodeURL(state, oidc.Nonce(v.nonce(state)), oauth2.S256ChallengeOption(v.verifier(state))))
}

// comeBack begins a session for whoever the other service vouches for. A state that is not
// this browser's, an answer of another issuer and a refusal are errUpstream. The state's
// cookie is removed whatever comes of it.
func (s *server) comeBack(v *view) error {
	state, path, _ := strings.Cut(v.Cookie(upstreamCookie), ".")
	v.SetCookie(upstreamCookie, "", 0)
	q := v.R.URL.Query()
	if len(q["state"]) != 1 || state == "" || subtle.ConstantTimeCompare([]byte(q.Get("state")), []byte(state)) != 1 {
		return errUpstream
	}
	p, err := s.Upstream.discovered(v.Context())
	if err != nil {
		return err
	}
	if err := s.Upstream.saysIssuer(p, q); err != nil {
		return err
	}
	if q.Get("error") != "" || len(q["code"]) != 1 {
		return errUpstream
	}
	who, err := s.Upstream.vouched(v.Context(), p, v.comeBackTo(), q.Get("code"), v.verifier(state), v.nonce(state))
	if err != nil {
		if why := errors.Unwrap(err); why != nil {
			v.Notes = append(v.Notes, slog.String("upstream", why.Error())) // for whoever set it up
		}
		return err
	}
	token, begun, err := s.app.Identity().SignInAs(v.Context(), who, v.Address())
	if err != nil {
		return err
	}
	v.SetCookie(session.SessionCookie, token.Reveal(), begun.Expires.Sub(begun.Created))
	to, _ := base64.RawURLEncoding.DecodeString(path) // what cannot be read leads to the usual page
	return v.Redirect(v.Path(next(string(to))))
}
