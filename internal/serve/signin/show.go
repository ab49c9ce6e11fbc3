package signin

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"kinodex/internal/ledger"
)

//go:embed pages/*.html pages/style.css
var files embed.FS

// style is the style sheet of all pages. Each page contains it, and the content security
// policy allows it by its digest and no other.
var style = func() string {
	b, err := files.ReadFile("pages/style.css")
	if err != nil {
		panic(err) // it is embedded
	}
	return string(b)
}()

// pages are the templates, each joined with the layout.
var pages = func() map[string]*template.Template {
	all := map[string]*template.Template{}
	for _, name := range []string{"sign-in", "link", "sign-up", "sign-out", "consent", "connections", "password", "refused"} {
		all[name] = template.Must(template.New("layout.html").Funcs(template.FuncMap{
			"style": func() template.CSS { return template.CSS(style) },
		}).ParseFS(files, "pages/layout.html", "pages/"+name+".html"))
	}
	return all
}()

// policy returns the content security policy of a page, with the directives of more behind
// it. It allows no script.
func policy(more string) string {
	sum := sha256.Sum256([]byte(style))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
		"'; base-uri 'none'; frame-ancestors 'none'" + more
}

var (
	// ownForms lets forms lead to our own pages only.
	ownForms = policy("; form-action 'self'")
	// anyForms is for the page whose form leads to the client. Browsers apply form-action to
	// redirects too, however many follow, and the client's redirect may lead into a program,
	// such as vscode:.
	anyForms = policy("")
)

// shownPage is what templates are given. Each template reads the fields that it needs; the
// others stay zero.
type shownPage struct {
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
func (v *view) show(status int, name string, p shownPage) error {
	p.Prefix, p.Pages = v.Prefix(), v.server.Pages
	var b bytes.Buffer
	if err := pages[name].Execute(&b, p); err != nil {
		return err
	}
	h := v.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
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
	p := shownPage{Title: "That did not work", Problem: why, Back: back}
	if to, err := url.Parse(back); err == nil {
		p.BackTo = to.Host
	}
	if err := v.show(status, "refused", p); err != nil {
		v.Fail(err)
	}
}
