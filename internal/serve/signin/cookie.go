package signin

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
	sessionCookie  = "kinodex_session"
	browserCookie  = "kinodex_browser"
	upstreamCookie = "kinodex_upstream"
)

// secure reports whether people reach the service over https.
func (v *view) secure() bool { return strings.HasPrefix(v.Base(), "https://") }

// cookieName returns the name of a cookie as the browser knows it.
func (v *view) cookieName(name string) string {
	if v.secure() {
		return "__Host-" + name
	}
	return name
}

// cookie returns the value of a cookie. It is empty without one, and for one of more than 4
// KiB.
func (v *view) cookie(name string) string {
	c, err := v.R.Cookie(v.cookieName(name))
	if err != nil || len(c.Value) > 4<<10 {
		return ""
	}
	return c.Value
}

// setCookie has the browser keep a value for as long as lasts, or until it is closed when
// lasts is 0. An empty value removes the cookie. Scripts cannot read it, and other sites'
// forms do not send it. It must be called before the answer is written.
func (v *view) setCookie(name, value string, lasts time.Duration) {
	c := &http.Cookie{
		Name: v.cookieName(name), Value: value, Path: "/", Secure: v.secure(),
		HttpOnly: true, SameSite: http.SameSiteLaxMode, MaxAge: int(lasts.Seconds()),
	}
	if value == "" {
		c.MaxAge = -1
	}
	http.SetCookie(v, c)
}

// known gives the browser a random name in a cookie if it has none, so that forms can be tied
// to it. It must be called before seal, and before the answer is written.
func (v *view) known() {
	if v.browser == "" {
		v.browser = access.RandomBase62(32)
		v.setCookie(browserCookie, v.browser, 0)
	}
}
