package llm

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// form is what an answer must be like: any text that is not empty, or JSON that
// holds to a schema.
type form struct {
	schema *jsonschema.Resolved // nil for text
}

// pictureTypes are those that every protocol takes.
var pictureTypes = map[string]bool{"image/jpeg": true, "image/png": true, "image/webp": true}

// formOf checks a question. What is wrong with one is our own mistake.
func formOf(q Question) (*form, error) {
	if len(q.Parts) == 0 {
		return nil, fmt.Errorf("a question to a language model has no parts")
	}
	for i, p := range q.Parts {
		if p.Image != nil && !pictureTypes[p.Type] || p.Image == nil && p.Text == "" {
			return nil, fmt.Errorf("part %d of a question to a language model is neither text nor a picture of a known type", i)
		}
	}
	if q.Schema == nil {
		return &form{}, nil
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(q.Schema, &s); err != nil {
		return nil, fmt.Errorf("the schema %s: %w", q.SchemaName, err)
	}
	if s.Type != "object" || !schemaName.MatchString(q.SchemaName) {
		return nil, fmt.Errorf("the schema %q is not of an object, or its name is not of letters, digits, underscores and dashes", q.SchemaName)
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		return nil, fmt.Errorf("the schema %s: %w", q.SchemaName, err)
	}
	return &form{resolved}, nil
}

var schemaName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// check gives the answer with nothing but its JSON, or the rule that it breaks.
func (f *form) check(a Answer) (Answer, error) {
	a.Text = strings.TrimSpace(a.Text)
	switch {
	case f.schema == nil && a.Text == "":
		return a, Fail(ErrMalformed, "it is empty")
	case f.schema == nil:
		return a, nil
	case a.Cut:
		return a, Fail(ErrMalformed, "it ended early because it had grown too long")
	}
	a.Text = unfenced(a.Text)
	var value any
	if json.Unmarshal([]byte(a.Text), &value) != nil {
		return a, Fail(ErrMalformed, "it is not one JSON value")
	}
	if err := f.schema.Validate(value); err != nil {
		return a, Fail(ErrMalformed, "%s", broken(err))
	}
	return a, nil
}

// unfenced takes JSON out of the code fence that some models put around it.
func unfenced(text string) string {
	inner, fenced := strings.CutPrefix(text, "```")
	inner, closed := strings.CutSuffix(inner, "```")
	if !fenced || !closed {
		return text
	}
	return strings.TrimSpace(strings.TrimPrefix(inner, "json"))
}

// brokenAt takes the places in the schema and the rule out of what the checker
// said. The rest of that quotes the answer, which may quote a stranger.
var brokenAt = regexp.MustCompile(`^((?:validating [^\s:]+: )+)(unexpected additional properties|[a-zA-Z]+)`)

// broken says which rule of the schema an answer breaks, in words of the schema
// alone.
func broken(err error) string {
	m := brokenAt.FindStringSubmatch(err.Error())
	if m == nil {
		return "it does not hold to the schema"
	}
	places := strings.Fields(m[1])
	place := strings.TrimSuffix(places[len(places)-1], ":")
	if place == "root" {
		place = "the top"
	}
	return fmt.Sprintf("it breaks the schema at %s: %s", place, m[2])
}

// note adds to the system text what was wrong with an answer. err is a Failure,
// and so holds nothing of the answer.
func (f *form) note(system string, err error) string {
	want := "Answer in plain text, and do not leave the answer empty."
	if f.schema != nil {
		want = "Answer with one JSON object that holds to the schema, complete, and nothing before or after it. Be brief enough to finish it."
	}
	return strings.TrimSpace(system + "\n\nAn earlier answer to this could not be used (" + err.Error() + "). " + want)
}
