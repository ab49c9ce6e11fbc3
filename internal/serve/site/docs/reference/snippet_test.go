package reference_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/serve/site/docs/reference"
)

// unserved are operations whose examples need what a fresh machine has not: files of
// the whole catalogue in a bucket, and a file of one's own.
var unserved = map[string]string{
	"getSnapshot":        "no snapshot is made yet",
	"listCatalogChanges": "no snapshot was made before",
	"listFilmChanges":    "no snapshot was made before",
}

// last are operations that end what others ask for.
var last = []string{"rotateKey", "revokeKey"}

// calls returns the operations whose examples run, those that end something last.
func calls() (all []*reference.Operation) {
	var ending []*reference.Operation
	for _, g := range described().Groups {
		for _, o := range g.Operations {
			switch {
			case o.Call == nil || unserved[o.ID] != "":
			case strings.Contains(strings.Join(last, " "), o.ID):
				ending = append([]*reference.Operation{o}, ending...)
			default:
				all = append(all, o)
			}
		}
	}
	return append(all, ending...)
}

// own puts the account and a key of this service where the description has those of
// its examples.
func (s *service) own() func(string) string {
	spare, _ := s.newKey(access.Scopes(access.Read))
	return strings.NewReplacer("acc_3kT9wLq0Zs81Vb5n", s.account, "key_7Yq2mVw9Xq4t8Bn3", spare).Replace
}

// The examples run as they stand against a fresh machine: in a shell, in Node and in
// Python each operation of the description is called, and none answers with an error.
func TestTheExamplesRun(t *testing.T) {
	if testing.Short() {
		t.Skip("installs the starter")
	}
	s := serveStarter(t)
	t.Run("curl", func(t *testing.T) {
		need(t, "curl")
		own := s.own()
		for _, o := range calls() {
			out, err := s.run(t, "sh", "-c", own(snippet(t, o, s.url, "", "curl")))
			if err != nil {
				t.Errorf("%s: %v: %.400s", o.ID, err, out)
			} else if len(o.Answers) > 0 && o.Answers[0].Media[0] == "application/json" && !json.Valid(out) {
				t.Errorf("%s answers with %.200s", o.ID, out)
			}
		}
	})
	t.Run("TypeScript", func(t *testing.T) {
		need(t, "node")
		s.runAll(t, "typescript", "mjs", "node", `
			for (const file of process.argv.slice(2)) {
				try { await import(file); } catch (e) { console.error(file, e.message); process.exitCode = 1; }
			}`, "all.mjs")
	})
	t.Run("Python", func(t *testing.T) {
		need(t, "python3")
		s.runAll(t, "python", "py", "python3", `
import runpy, sys
code = 0
for file in sys.argv[1:]:
    try:
        runpy.run_path(file)
    except Exception as e:
        print(file, e, getattr(e, "read", bytes)(), file=sys.stderr)
        code = 1
sys.exit(code)
`, "all.py")
	})
}

// runAll writes the snippets of all calls in a language, and has a program run them
// one after the other.
func (s *service) runAll(t *testing.T, language, ending, program, all, name string) {
	t.Helper()
	dir, own := t.TempDir(), s.own()
	main := filepath.Join(dir, name)
	files := []string{main}
	write(t, main, all)
	for i, o := range calls() {
		file := filepath.Join(dir, fmt.Sprintf("%03d_%s.%s", i, strings.ReplaceAll(o.ID, "-", "_"), ending))
		write(t, file, own(snippet(t, o, s.url, "", language)))
		files = append(files, file)
	}
	var failed bytes.Buffer
	cmd := exec.CommandContext(t.Context(), program, files...)
	cmd.Env, cmd.Stderr = append(os.Environ(), reference.KeyVariable+"="+s.key), &failed
	if err := cmd.Run(); err != nil {
		t.Errorf("%v: %s", err, failed.String())
	}
}

// The examples in Go are formatted as Go's, and pass its own checks.
func TestTheExamplesInGoAreGood(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example\n\ngo 1.26\n")
	for _, key := range []string{"", "kdx_test_x"} {
		for _, g := range described().Groups {
			for _, o := range g.Operations {
				if o.Call == nil {
					continue
				}
				text := snippet(t, o, "https://kinodex.example", key, "go")
				formatted, err := format.Source([]byte(text))
				if err != nil {
					t.Errorf("%s: %v", o.ID, err)
				} else if string(formatted) != text {
					t.Errorf("%s is not formatted:\n%s", o.ID, text)
				}
				if o.ID == "listFilms" || o.ID == "forecastProject" || o.ID == "getHealth" {
					write(t, filepath.Join(dir, o.ID+key, "main.go"), text)
				}
			}
		}
	}
	cmd := exec.CommandContext(t.Context(), "go", "vet", "./...")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("go vet: %v: %s", err, out)
	}
}

// A key that is filled in stands in every language, and no variable beside it; without
// one the variable does. What needs no key has neither.
func TestTheKeyIsFilledIn(t *testing.T) {
	o := described().Operation("listFilms")
	for _, s := range o.Call.Snippets("https://kinodex.example", "kdx_test_abc") {
		if !strings.Contains(s.Text, "kdx_test_abc") || strings.Contains(s.Text, reference.KeyVariable) {
			t.Errorf("%s with a key:\n%s", s.Language, s.Text)
		}
	}
	for _, s := range o.Call.Snippets("https://kinodex.example", "") {
		if !strings.Contains(s.Text, reference.KeyVariable) {
			t.Errorf("%s without a key:\n%s", s.Language, s.Text)
		}
	}
	for _, s := range described().Operation("getHealth").Call.Snippets("https://kinodex.example", "kdx_test_abc") {
		if strings.Contains(s.Text, "kdx_test_abc") || strings.Contains(s.Text, reference.KeyVariable) {
			t.Errorf("%s of what is public:\n%s", s.Language, s.Text)
		}
	}
}

// Whatever stands in an address or a body, the program around it stays whole.
func TestSnippetsQuoteWhatTheyHold(t *testing.T) {
	need(t, "python3")
	c := &reference.Call{Method: "POST", Target: "/x?q='\"$(id)`\\", Body: "{\n  \"a\": \"true 'x' `y` \\\"null\\\" \\\\\",\n  \"b\": [true, null]\n}", Keyed: true}
	for _, s := range c.Snippets("http://127.0.0.1:1", `k'"$(id)`) {
		switch s.ID {
		case "go":
			if _, err := format.Source([]byte(s.Text)); err != nil {
				t.Errorf("Go: %v:\n%s", err, s.Text)
			}
		case "python":
			out, err := exec.CommandContext(t.Context(), "python3", "-c", "import ast, sys; print(ast.parse(sys.argv[1]) and 'good')", s.Text).CombinedOutput()
			if err != nil || !strings.Contains(s.Text, `"true 'x'`) || !strings.Contains(s.Text, "[True, None]") {
				t.Errorf("Python: %v: %s:\n%s", err, out, s.Text)
			}
		case "curl":
			out, err := exec.CommandContext(t.Context(), "sh", "-n", "-c", s.Text).CombinedOutput()
			if err != nil || !strings.Contains(s.Text, `'\''`) {
				t.Errorf("curl: %v: %s:\n%s", err, out, s.Text)
			}
		}
	}
}

func snippet(t *testing.T, o *reference.Operation, base, key, language string) string {
	t.Helper()
	for _, s := range o.Call.Snippets(base, key) {
		if s.ID == language {
			return s.Text
		}
	}
	t.Fatalf("%s has no example in %s", o.ID, language)
	return ""
}

// run runs a program with the service's key in the environment.
func (s *service) run(t *testing.T, name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Env = append(os.Environ(), reference.KeyVariable+"="+s.key)
	return cmd.CombinedOutput()
}

func need(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("no %s", program)
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
