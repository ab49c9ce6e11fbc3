package main

import (
	"errors"
	"net/url"
	"strings"
)

// origin is where a web page comes from as browsers say it: a scheme and a host, "null" for a page
// of a file, or "*" for any.
type origin string

// UnmarshalText reads an origin from the command line or a variable. Case, blanks around it and a
// slash behind it do not count; browsers send none of them.
func (o *origin) UnmarshalText(text []byte) error {
	s := strings.ToLower(strings.TrimSuffix(strings.TrimSpace(string(text)), "/"))
	u, err := url.Parse(s)
	if s != "*" && s != "null" && s != "" && (err != nil || u.Host == "" || s != u.Scheme+"://"+u.Host) {
		return errors.New("an origin must be a scheme and a host, such as https://agent.example.com or http://localhost:3000, or * for all")
	}
	*o = origin(s)
	return nil
}
