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

// Client is a program that people may let act for them.
type Client struct {
	ID        string
	Name      string
	URI       string // of its home page; may be empty
	Redirects Redirects
	// Host is where its id says it is from; empty for a registered client,
	// which says nothing that was checked.
	Host string
}

// Metadata is what a client says of itself (RFC 7591 section 2), as far as it
// matters here. All clients are public: what they hold cannot be kept secret on
// a person's machine, and PKCE needs no secret.
type Metadata struct {
	Name      string
	URI       string
	Redirects Redirects
}

// MaxMetadata is how many bytes it may have.
const MaxMetadata = 16 << 10

// said is metadata as it is sent.
type said struct {
	ID            *string  `json:"client_id"`
	Redirects     []string `json:"redirect_uris"`
	Name          string   `json:"client_name"`
	URI           string   `json:"client_uri"`
	AuthMethod    string   `json:"token_endpoint_auth_method"`
	GrantTypes    []string `json:"grant_types"`
	ResponseTypes []string `json:"response_types"`
	Secret        *string  `json:"client_secret"`
}

// ParseMetadata reads what a client that registers says of itself. A client that
// asks for a secret becomes a public one, as RFC 7591 allows, and is told so.
func ParseMetadata(body []byte) (Metadata, *Error) {
	s, err := readSaid(body)
	if err != nil {
		return Metadata{}, err
	}
	if !slices.Contains([]string{"", "none", "client_secret_basic", "client_secret_post"}, s.AuthMethod) {
		return Metadata{}, Refuse(InvalidMetadata, "token_endpoint_auth_method must be none")
	}
	return s.metadata()
}

func readSaid(body []byte) (said, *Error) {
	var s said
	if len(body) > MaxMetadata || !utf8.Valid(body) {
		return s, Refuse(InvalidMetadata, "metadata must be JSON in UTF-8, of at most %d bytes", MaxMetadata)
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	if err := dec.Decode(&s); err != nil || dec.More() {
		return s, Refuse(InvalidMetadata, "metadata must be one JSON object with fields of RFC 7591")
	}
	return s, nil
}

func (s said) metadata() (Metadata, *Error) {
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
	name := ProperName(s.Name)
	if n := utf8.RuneCountInString(name); n > 100 {
		return Metadata{}, Refuse(InvalidMetadata, "client_name may have at most 100 characters")
	}
	m := Metadata{Name: name, Redirects: slices.Compact(slices.Sorted(slices.Values(s.Redirects)))}
	if u, err := url.Parse(s.URI); err == nil && u.Scheme == "https" && u.Host != "" && u.User == nil && visible(s.URI) && len(s.URI) <= maxRedirect {
		m.URI = s.URI
	}
	if m.Name == "" {
		m.Name = "an application that gave no name"
	}
	return m, nil
}

// ProperName cleans what a client calls itself: no characters that cannot be
// seen, none that turn the direction of writing.
func ProperName(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cf, unicode.Co, unicode.Cs) || !unicode.IsPrint(r) && !unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
	return text.Clean(s)
}
