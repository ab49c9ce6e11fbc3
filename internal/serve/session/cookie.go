package session

import (
	"net/http"
	"strings"
	"time"

	"kinodex/internal/access"
)

// The names of the cookies. Over https they begin with __Host-, so that no other host or path
// can set or read them. Without https, on one's own machine, browsers do not accept that
// prefix.
const (
	SessionCookie = "kinodex_session"
	BrowserCookie = "kinodex_browser"
)

// Secure reports whether people reach the service over https.
func (s *Session) Secure() bool { return strings.HasPrefix(s.Base(), "https://") }

// cookieName returns the name of a cookie as the browser knows it.
func (s *Session) cookieName(name string) string {
	if s.Secure() {
		return "__Host-" + name
	}
	return name
}

// Cookie returns the value of a cookie. It is empty without one, and for one of more than 4
// KiB.
func (s *Session) Cookie(name string) string {
	c, err := s.R.Cookie(s.cookieName(name))
	if err != nil || len(c.Value) > 4<<10 {
		return ""
	}
	return c.Value
}

// SetCookie has the browser keep a value for as long as lasts, or until it is closed when
// lasts is 0. An empty value removes the cookie. Scripts cannot read it, and other sites'
// forms do not send it. It must be called before the answer is written.
func (s *Session) SetCookie(name, value string, lasts time.Duration) {
	c := &http.Cookie{
		Name: s.cookieName(name), Value: value, Path: "/", Secure: s.Secure(),
		HttpOnly: true, SameSite: http.SameSiteLaxMode, MaxAge: int(lasts.Seconds()),
	}
	if value == "" {
		c.MaxAge = -1
	}
	http.SetCookie(s, c)
}

// Known gives the browser a random name in a cookie if it has none, so that forms can be tied
// to it. It must be called before Seal, and before the answer is written.
func (s *Session) Known() {
	if s.Browser == "" {
		s.Browser = access.RandomBase62(32)
		s.SetCookie(BrowserCookie, s.Browser, 0)
	}
}

// Protect sets the headers of a page for people: the content security policy, no frames, no
// referrer to elsewhere, no access for pages of other origins, and no cache. A page may
// replace each before it is shown.
func (s *Session) Protect(policy string) {
	h := s.Header()
	h.Del("Access-Control-Allow-Origin") // pages are for people
	h.Del("Access-Control-Expose-Headers")
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Frame-Options", "DENY")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	if s.Secure() {
		h.Set("Strict-Transport-Security", "max-age=31536000")
	}
}
