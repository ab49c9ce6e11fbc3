package signin

import (
	"bytes"
	"embed"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"kinodex/internal/access"
	"kinodex/internal/ledger"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
)

//go:embed pages/*.html
var files embed.FS

// pages are the templates of what stands in the frame of the site.
var pages = func() map[string]*template.Template {
	all := map[string]*template.Template{}
	for _, name := range []string{"sign-in", "link", "sign-up", "sign-out", "consent", "connections", "password", "refused", "demonstration"} {
		all[name] = template.Must(template.New("content.html").ParseFS(files, "pages/content.html", "pages/"+name+".html"))
	}
	return all
}()

// anyForms is the policy of the page whose form leads to the client. Browsers apply
// form-action to redirects too, however many follow, and the client's redirect may lead into
// a program, such as vscode:.
var anyForms = strings.Replace(page.Policy, "form-action 'self'; ", "", 1)

// pageData is what templates are given. Each template reads the fields that it needs; the
// others stay zero.
type pageData struct {
	Title   string
	Prefix  string // of the paths of links
	Problem string // what was wrong with the form
	Form    string // its token
	Next    string
	// Name and Email are what was typed before.
	Name, Email string
	Account     ledger.Account // who is signed in

	Token       string // of the link that was opened; empty without one
	Fixed       bool   // whether Email may not be changed
	Pages       bool   // whether the site has other pages
	SignUp      bool
	Upstream    string // what the other sign-in service is called; empty without one
	Changed     bool   // whether the password was just changed
	Back        string // where a refusal leads
	BackTo      string // the host of Back
	Password    passwordForm
	Consent     consent
	Connections []connection
}

// show answers with the page of a template. name must be a key of pages. It returns an error
// only when the template fails; then nothing was sent.
func (v *view) show(status int, name string, p pageData) error {
	p.Prefix, p.Pages = v.Prefix(), v.server.Pages
	var content, b bytes.Buffer
	if err := pages[name].Execute(&content, p); err != nil {
		return err
	}
	f := part.Frame{
		Title: p.Title, Path: v.R.URL.Path, Style: v.server.Assets.Style(), Fonts: v.server.Assets.Fonts(), Bare: !p.Pages || name == "consent" || !v.SignedIn(),
		Name: p.Account.Name, Admin: v.Caller.Scopes.Has(access.Admin), SignIn: true, About: part.About{Version: v.App.Version()},
	}
	body := templ.Raw(content.String())
	if p.Pages && (name == "connections" || name == "password" && v.SignedIn()) {
		body = templ.Join(part.Tabs("Account", part.Account, v.R.URL.Path), body)
	}
	if err := part.Layout(f, body).Render(part.WithPrefix(v.Context(), p.Prefix), &b); err != nil {
		return err
	}
	h := v.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Content-Length", strconv.Itoa(b.Len()))
	v.WriteHeader(status)
	if v.R.Method != http.MethodHead {
		v.Write(b.Bytes()) // an error means that the browser is gone
	}
	return nil
}

// refused answers with a page that says why something cannot be done. why becomes a sentence.
// back is where a link on the page leads, with the name of its host beside it; empty for no
// link.
func (v *view) refused(status int, why, back string) {
	if why != "" {
		why = strings.ToUpper(why[:1]) + strings.TrimSuffix(why[1:], ".") + "."
	}
	p := pageData{Title: "That did not work", Problem: why, Back: back}
	if to, err := url.Parse(back); err == nil {
		p.BackTo = to.Host
	}
	if err := v.show(status, "refused", p); err != nil {
		v.Fail(err)
	}
}
