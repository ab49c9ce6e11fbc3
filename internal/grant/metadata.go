package grant

import (
	"bytes"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kinodex/internal/text"
)

// Client is an OAuth client: a program that people may allow to act for them.
type Client struct {
	ID        string
	Name      string
	URI       string // its home page, https; may be empty
	Redirects Redirects
	// Host is the host of the document that describes it, so its origin is known.
	// It is empty for a registered client, whose origin nobody checked.
	Host string
}

// Metadata is the part of a client's metadata (RFC 7591 section 2) that matters here.
// All clients are public: a secret cannot be kept on a person's machine, and PKCE
// needs none. Name is never empty and has at most 100 characters, Redirects has 1 to
// 10 addresses, sorted, and URI is https or empty.
type Metadata struct {
	Name      string
	URI       string
	Redirects Redirects
}

// MaxMetadata is how many bytes of JSON metadata may have.
const MaxMetadata = 16 << 10

// registration is metadata as a client sends it.
type registration struct {
	ID            *string  `json:"client_id"`
	Redirects     []string `json:"redirect_uris"`
	Name          string   `json:"client_name"`
	URI           string   `json:"client_uri"`
	AuthMethod    string   `json:"token_endpoint_auth_method"`
	GrantTypes    []string `json:"grant_types"`
	ResponseTypes []string `json:"response_types"`
	Secret        *string  `json:"client_secret"`
}

// ParseMetadata reads the metadata of a client that registers. A client that asks for
// a secret is registered as a public one, which RFC 7591 allows. Unknown fields are
// ignored. Errors are of code InvalidMetadata or InvalidRedirect.
func ParseMetadata(body []byte) (Metadata, *Error) {
	s, err := readRegistration(body)
	if err != nil {
		return Metadata{}, err
	}
	if !slices.Contains([]string{"", "none", "client_secret_basic", "client_secret_post"}, s.AuthMethod) {
		return Metadata{}, Refuse(InvalidMetadata, "token_endpoint_auth_method must be none")
	}
	return s.metadata()
}

func readRegistration(body []byte) (registration, *Error) {
	var s registration
	if len(body) > MaxMetadata || !utf8.Valid(body) {
		return s, Refuse(InvalidMetadata, "metadata must be JSON in UTF-8, of at most %d bytes", MaxMetadata)
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	if err := dec.Decode(&s); err != nil || dec.More() {
		return s, Refuse(InvalidMetadata, "metadata must be one JSON object with fields of RFC 7591")
	}
	return s, nil
}

func (s registration) metadata() (Metadata, *Error) {
	if len(s.Redirects) < 1 || len(s.Redirects) > maxRedirects {
		return Metadata{}, Refuse(InvalidRedirect, "redirect_uris must have 1 to %d addresses", maxRedirects)
	}
	for _, address := range s.Redirects {
		if err := CheckRedirect(address); err != nil {
			return Metadata{}, err
		}
	}
	if s.GrantTypes != nil && !slices.Contains(s.GrantTypes, "authorization_code") {
		return Metadata{}, Refuse(InvalidMetadata, "grant_types must have authorization_code")
	}
	if s.ResponseTypes != nil && !slices.Contains(s.ResponseTypes, "code") {
		return Metadata{}, Refuse(InvalidMetadata, "response_types must have code")
	}
	name := cleanName(s.Name)
	if n := utf8.RuneCountInString(name); n > 100 {
		return Metadata{}, Refuse(InvalidMetadata, "client_name may have at most 100 characters")
	}
	m := Metadata{Name: name, Redirects: slices.Compact(slices.Sorted(slices.Values(s.Redirects)))}
	if u, err := url.Parse(s.URI); err == nil && u.Scheme == "https" && u.Host != "" && u.User == nil && isVisibleASCII(s.URI) && len(s.URI) <= maxRedirect {
		m.URI = s.URI
	}
	if m.Name == "" {
		m.Name = "an application that gave no name"
	}
	return m, nil
}

// cleanName removes from a client's name what could deceive a reader: invisible
// characters, and those that change the direction of writing.
func cleanName(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cf, unicode.Co, unicode.Cs) || !unicode.IsPrint(r) && !unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
	return text.Clean(s)
}
