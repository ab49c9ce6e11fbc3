package serve_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/serve"
)

// A list of films stops at most twelve times before the catalogue is asked, and
// docs/house.md lists the stops by functions that there are.
func TestTheWalkOfAList(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/house.md")
	if err != nil {
		t.Fatal(err)
	}
	_, walk, _ := strings.Cut(string(text), "## A request's walk")
	walk, _, _ = strings.Cut(walk, "\n## ")
	stops := regexp.MustCompile("(?m)^[0-9]+\\. `([a-z0-9]+)\\.([A-Za-z.]+)`").FindAllStringSubmatch(walk, -1)
	const last = "catalog.Catalog.Find"
	at := slices.IndexFunc(stops, func(s []string) bool { return s[1]+"."+s[2] == last })
	if at < 0 || at > 12 {
		t.Errorf("%s is stop %d of %d: at most twelve come before it", last, at+1, len(stops))
	}
	seen := map[string]bool{}
	for _, s := range stops {
		if name := s[1] + "." + s[2]; seen[name] {
			t.Errorf("%s is stopped at twice", name)
		}
		seen[s[1]+"."+s[2]] = true
		if !slices.Contains(functions(t, s[1]), s[2]) {
			t.Errorf("there is no function %s.%s", s[1], s[2])
		}
	}
}

// functions lists a package's functions, as Name or Type.Name.
func functions(t *testing.T, pkg string) (names []string) {
	t.Helper()
	for _, dir := range []string{"../" + pkg, "../serve/" + pkg} {
		files, _ := filepath.Glob(dir + "/*.go")
		for _, file := range files {
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok {
					names = append(names, receiver(fn)+fn.Name.Name)
				}
			}
		}
	}
	return names
}

// receiver is the name of a method's type with a dot, empty for a function.
func receiver(fn *ast.FuncDecl) string {
	if fn.Recv == nil {
		return ""
	}
	of := fn.Recv.List[0].Type
	if p, ok := of.(*ast.StarExpr); ok {
		of = p.X
	}
	if generic, ok := of.(*ast.IndexExpr); ok {
		of = generic.X
	}
	return of.(*ast.Ident).Name + "."
}

// When a list is charged, no function of ours is on the stack twice, and not more
// of them than there are stops.
func TestTheStackOfAListIsShallow(t *testing.T) {
	h := apptest.Open(t)
	var stack []string
	a, err := app.New(t.Context(), app.Options{Holder: h.Holder, Ledger: h.Ledger, Version: apptest.Version, Now: func() time.Time {
		stack = ours()
		return h.Clock.Now()
	}})
	if err != nil {
		t.Fatal(err)
	}
	handler, err := serve.New(serve.Options{App: a})
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodGet, "/api/v2/films?q=river", nil)
	r.Header.Set("X-API-Key", h.Key(access.Writer))
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	if w.Code != http.StatusOK || !slices.ContainsFunc(stack, func(f string) bool { return strings.HasSuffix(f, ".Charge") }) {
		t.Fatalf("%d, the clock was read last by %q", w.Code, stack)
	}
	if len(stack) > 12 {
		t.Errorf("%d functions of ours: %q", len(stack), stack)
	}
	slices.Sort(stack)
	if once := slices.Compact(slices.Clone(stack)); len(once) != len(stack) {
		t.Errorf("a function is on the stack twice: %q", stack)
	}
}

// ours lists the functions of the project that the caller was called by.
func ours() (names []string) {
	pcs := make([]uintptr, 100)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	for {
		f, more := frames.Next()
		if strings.HasPrefix(f.Function, "kinodex/") && !strings.Contains(f.Function, "_test.") {
			names = append(names, f.Function)
		}
		if !more {
			return names
		}
	}
}
