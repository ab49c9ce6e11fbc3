package docs

import (
	"context"
	"html"
	"io"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/serve/site/docs/reference"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/table"
	"kinodex/internal/text"
)

// listOperations shows all operations, or those that the parameter q finds.
func (f *family) listOperations(v *page.View) error {
	question := v.Query().Get("q")
	return v.Answer(page.Answer{
		Title: "Reference", Description: "Every operation of the interface: what it needs, what it costs, and a form that calls it.",
		Content: referencePage(f.reference(), f.reference().With(question), question), API: "/openapi.json", Scripts: []string{"operations"},
	})
}

// showOperation shows one operation.
func (f *family) showOperation(v *page.View) error {
	id := v.PathValue("operation")
	o := f.reference().Operation(id)
	if o == nil {
		return fault.New(fault.NotFound, "the interface has no operation of this name%s", f.nearest(id))
	}
	s := operation{Operation: o, Base: v.Base(), Key: published(o, v.App.Policy()), Daily: number(v.App.Policy().KeylessDaily())}
	if o.Call != nil {
		s.Snippets = o.Call.Snippets(v.Base(), "")
	}
	s.Before, s.After = f.beside(o)
	return v.Answer(page.Answer{
		Title: o.Summary, Description: o.Method + " " + o.Path + ": " + o.Summary + ".", Content: operationPage(s), Scripts: []string{"docs", "console"},
	})
}

// operation is what the page of an operation shows.
type operation struct {
	*reference.Operation
	Base          string // the service's own address
	Key           string // the one that the form begins with
	Daily         string // how many calls a day the published key makes
	Snippets      []reference.Snippet
	Before, After *reference.Operation // in the reference; nil at its ends
}

// nearest names the operations whose ids are like a wrong one.
func (f *family) nearest(id string) string {
	var known []string
	for _, g := range f.reference().Groups {
		for _, o := range g.Operations {
			known = append(known, o.ID)
		}
	}
	if near := text.Nearest(id, known, 3); len(near) > 0 {
		return "; there are " + strings.Join(near, ", ")
	}
	return ""
}

// beside returns the operations before and after one.
func (f *family) beside(o *reference.Operation) (before, after *reference.Operation) {
	found := false
	for _, g := range f.reference().Groups {
		for _, other := range g.Operations {
			switch {
			case other == o:
				found = true
			case found:
				return before, other
			default:
				before = other
			}
		}
	}
	return before, nil
}

// who says who may ask an operation.
func who(o *reference.Operation) string {
	switch {
	case o.Public:
		return "Everybody; no key is needed."
	case o.Need == access.Need{}:
		return "Every key, and everybody who is signed in."
	case o.Need.Plan == access.Free:
		return "A key with the scope " + o.Need.Scope.String() + "."
	}
	return "The " + o.Need.Plan.String() + " plan or higher, with the scope " + o.Need.Scope.String() + "."
}

// costs says what an answer takes from the day's budget.
func costs(o *reference.Operation) string {
	switch o.Need.Cost {
	case 0:
		return "Nothing."
	case 1:
		return "1 request of the day's budget."
	}
	return strconv.Itoa(o.Need.Cost) + " requests of the day's budget."
}

// inSandbox says whether the sandbox has an operation.
func inSandbox(o *reference.Operation) string {
	switch {
	case o.Public:
		return "Not needed."
	case o.Need.NoSandbox:
		return "Not in the sandbox."
	case o.Need.Heavy:
		return "Yes, " + strconv.Itoa(access.SandboxDailyHeavy) + " a day, counted together with other analyses and forecasts."
	}
	return "Yes."
}

// operationCount says how many operations some groups have.
func operationCount(groups []reference.Group) string {
	n := 0
	for _, g := range groups {
		n += len(g.Operations)
	}
	switch n {
	case 0:
		return "No operation has all of these words. Use fewer of them."
	case 1:
		return "1 operation"
	}
	return strconv.Itoa(n) + " operations"
}

// allowed says what a value may be: "integer, 1 to 500; 50 unless given".
func allowed(v reference.Value) string {
	says := v.Type
	if v.Bounds != "" {
		says += ", " + v.Bounds
	}
	if v.Default != "" {
		says += "; " + v.Default + " unless given"
	}
	return says
}

// spans shows a text in which backticks mark code, as the description has it.
func spans(text string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		var b strings.Builder
		for i, part := range strings.Split(text, "`") {
			if i%2 == 1 {
				b.WriteString("<code>" + html.EscapeString(part) + "</code>")
			} else {
				b.WriteString(html.EscapeString(part))
			}
		}
		_, err := io.WriteString(w, b.String())
		return err
	})
}

// body shows the HTML of a document, whose links begin at the service's own address.
func body(markup string) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		if prefix := part.Prefix(ctx); prefix != "" {
			markup = strings.ReplaceAll(markup, ` href="/`, ` href="`+html.EscapeString(prefix)+`/`)
		}
		_, err := io.WriteString(w, markup)
		return err
	})
}

// count returns how many fields there are, members of members included.
func count(all []reference.Field) int {
	n := len(all)
	for _, f := range all {
		n += count(f.Fields)
	}
	return n
}

// number writes a number of requests, which may be without a limit.
func number(n int) string {
	if n == access.Unlimited {
		return "any number of"
	}
	return table.Number(n, 0)
}
