package llmtest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// Request is a question as the server understood it.
type Request struct {
	// Protocol is openai or anthropic.
	Protocol string
	Header   http.Header
	// Body is all that was sent.
	Body   []byte
	Model  string
	System string
	// Texts and Images are the parts, in order among their kind.
	Texts  []string
	Images []Image
	// Form is json_schema, json_object, tool or empty; Schema and SchemaName are
	// of the first and the third.
	Form       string
	Schema     json.RawMessage
	SchemaName string
	Strict     bool
	MostTokens int
}

// Image is a picture that was sent.
type Image struct {
	Type  string
	Bytes []byte
}

// protocol is one of the two.
type protocol interface {
	// allowed says whether the key of a request is good.
	allowed(h http.Header) bool
	// read reads a question as strictly as the real server does.
	read(h http.Header, body []byte, a *Request) error
	complain(c complaint) []byte
	answer(s Step, a Request) []byte
}

// mostQuestion is how large a question may be (Messages takes 32 MB).
const mostQuestion = 32 << 20

// read takes a question from a request, or finds what is wrong with it.
func read(r *http.Request, p protocol) (Request, *complaint) {
	a := Request{Protocol: p.(fmt.Stringer).String(), Header: r.Header.Clone()}
	body, err := io.ReadAll(io.LimitReader(r.Body, mostQuestion+1))
	a.Body = body
	switch {
	case r.Method != http.MethodPost:
		return a, &complaint{status: http.StatusMethodNotAllowed, kind: "invalid_request_error", message: "Not allowed to " + r.Method}
	case !p.allowed(r.Header):
		// The real servers quote some of the key, too.
		return a, &complaint{status: http.StatusUnauthorized, kind: "authentication_error", message: "Incorrect API key provided: " + r.Header.Get("Authorization") + r.Header.Get("X-Api-Key")}
	case err != nil:
		return a, &complaint{status: http.StatusBadRequest, kind: "invalid_request_error", message: "The body ends early"}
	case len(body) > mostQuestion:
		return a, &complaint{status: http.StatusRequestEntityTooLarge, kind: "request_too_large", message: "Too large"}
	case !strings.HasPrefix(r.Header.Get("Content-Type"), "application/json"):
		return a, &complaint{status: http.StatusBadRequest, kind: "invalid_request_error", message: "Content-Type is not JSON"}
	}
	if err := p.read(r.Header, body, &a); err != nil {
		// Servers quote the question, too.
		return a, &complaint{status: http.StatusBadRequest, kind: "invalid_request_error", message: err.Error() + " in " + string(body[:min(len(body), 300)])}
	}
	if a.Model != Model {
		return a, &complaint{status: http.StatusNotFound, kind: "not_found_error", message: "No model " + a.Model}
	}
	return a, nil
}

// decode refuses fields that are not of the protocol, as the real servers do.
func decode(body []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	return d.Decode(into)
}

var name = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// checkSchema checks the schema of an answer.
func checkSchema(schemaName string, schema json.RawMessage) error {
	var s struct {
		Type string `json:"type"`
	}
	if !name.MatchString(schemaName) {
		return fmt.Errorf("invalid name %q", schemaName)
	}
	if json.Unmarshal(schema, &s) != nil || s.Type != "object" {
		return fmt.Errorf("schema %s must be a JSON Schema of type object", schemaName)
	}
	return nil
}

// beginnings are those of encoded pictures; http.DetectContentType knows them.
var beginnings = []string{"image/jpeg", "image/png", "image/gif", "image/webp"}

// picture decodes a picture, which must be what it is said to be.
func picture(mediaType, data string) (Image, error) {
	b, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		return Image{}, fmt.Errorf("the picture is not base64")
	}
	if !slices.Contains(beginnings, mediaType) || http.DetectContentType(b) != mediaType {
		return Image{}, fmt.Errorf("the picture is not of type %q", mediaType)
	}
	return Image{mediaType, b}, nil
}
