package session

import (
	"net/url"
	"strings"
)

// Next returns where to go after signing in: the address asked for when it is the path of a
// page of ours, with its query, or else fallback. It never returns an address of another
// host, and none that is for programs or about signing in or out.
func Next(asked, fallback string) string {
	u, err := url.Parse(asked)
	ours := err == nil && u.Scheme == "" && u.Host == "" && u.User == nil && u.Opaque == "" &&
		strings.HasPrefix(asked, "/") && !strings.HasPrefix(asked, "//") && !strings.ContainsAny(asked, "\\#\r\n\t")
	if !ours || u.Path != u.EscapedPath() || strings.Contains(u.Path, "//") || strings.Contains(u.Path, "/..") {
		return fallback
	}
	for _, not := range notPages {
		if u.Path == not || strings.HasPrefix(u.Path, not+"/") {
			return fallback
		}
	}
	return asked
}

// notPages are the paths that are for programs, and those that would undo or repeat the
// sign-in.
var notPages = []string{"/api", "/mcp", "/objects", "/posters/pictures", "/sign-in", "/sign-up", "/sign-out"}
