package signin

import (
	"net/http"
	"strings"
	"time"

	"kinodex/internal/access"
)

// The cookies. Over https their names begin with __Host-, with which no other
// host or path can set or read them; on one's own machine, without https, they
// cannot.
const (
	sessionCookie  = "kinodex_session"
	browserCookie  = "kinodex_browser"
	upstreamCookie = "kinodex_upstream"
)

func (v *view) secure() bool { return strings.HasPrefix(v.Base(), "https://") }

func (v *view) cookieName(name string) string {
	if v.secure() {
		return "__Host-" + name
	}
	return name
}

// cookie gives the value of a cookie, empty without one.
func (v *view) cookie(name string) string {
	c, err := v.R.Cookie(v.cookieName(name))
	if err != nil || len(c.Value) > 4<<10 {
		return ""
	}
	return c.Value
}

// setCookie keeps a value in the browser, until it is closed when lasts is 0.
// An empty value is forgotten.
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

// known names the browser, so that forms can be tied to it.
func (v *view) known() {
	if v.browser == "" {
		v.browser = access.RandomBase62(32)
		v.setCookie(browserCookie, v.browser, 0)
	}
}
