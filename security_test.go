package kinodex_test

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// docs/security.md names the tests that show what it says.
func TestDocSecurityNamesTestsThatExist(t *testing.T) {
	doc, err := os.ReadFile("docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	exist := map[string]bool{}
	declared := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)\w+)\(`)
	err = fs.WalkDir(os.DirFS("."), ".", func(path string, d fs.DirEntry, err error) error {
		if script, found := strings.CutSuffix(d.Name(), ".txtar"); found && err == nil {
			exist["TestScripts/"+script] = true
		}
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, found := range declared.FindAllStringSubmatch(string(source), -1) {
			exist[found[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`((?:Test|Fuzz|Benchmark)[\\w/]+)`").FindAllStringSubmatch(string(doc), -1)
	for _, name := range named {
		if !exist[name[1]] {
			t.Errorf("docs/security.md names %s, which does not exist", name[1])
		}
	}
	if len(named) < 30 {
		t.Errorf("only %d tests are named", len(named))
	}
}

// What is called and vulnerable fails make vuln, and so does a module that cannot be checked,
// whichever it is. A database that cannot be reached is said and no failure, unless it was
// named or something was found before.
func TestVulnerabilitiesAreLookedForInEveryModule(t *testing.T) {
	checker := filepath.Join(t.TempDir(), "checker")
	if err := os.WriteFile(checker, []byte(`#!/bin/sh
echo "$(basename "$PWD") ${GOEXPERIMENT:-none} $*" >>"$SEEN"
[ "$(basename "$PWD")" = faults ] || exit 0
echo "$SAYS"
exit "$CODE"
`), 0o700); err != nil {
		t.Fatal(err)
	}
	const (
		away    = `govulncheck: fetching vulnerabilities: Get "https://vuln.go.dev/index/modules.json.gz": dial tcp: lookup vuln.go.dev: no such host`
		refused = `govulncheck: fetching vulnerabilities: HTTP GET https://vuln.go.dev/index/modules.json.gz returned unexpected status: 403 Forbidden`
		nothing = "the vulnerability database could not be reached: nothing was checked"
	)
	var modules []string
	for _, pattern := range []string{"go.mod", "*/go.mod", "*/*/go.mod", "*/*/*/go.mod"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		modules = append(modules, found...)
	}
	for _, c := range []struct {
		name, says string
		code       int
		database   string
		fails      bool
		told       string
	}{
		{"nothing is found", "No vulnerabilities found.", 0, "", false, "vuln: test/faults"},
		{"one is called", "Your code is affected by 1 vulnerability", 3, "", true, "affected by 1 vulnerability"},
		{"one is called, as go run tells it", "Your code is affected by 1 vulnerability\nexit status 3", 1, "", true, "test/faults has a vulnerability"},
		{"no network", away, 1, "", false, nothing},
		{"a proxy that refuses", refused, 1, "", false, nothing},
		{"code that does not compile", "govulncheck: loading packages: \nundefined: x", 1, "", true, "could not be checked"},
		{"a database that is none", "creating client: unrecognized vulndb format", 1, "", true, "could not be checked"},
		{"a database that was named is away", away, 1, "https://vuln.example.com", true, "could not be checked"},
	} {
		t.Run(c.name, func(t *testing.T) {
			seen := filepath.Join(t.TempDir(), "seen")
			run := exec.Command("scripts/vuln.sh", checker)
			run.Env = append(os.Environ(), "GOEXPERIMENT=jsonv2", "SEEN="+seen, "SAYS="+c.says, fmt.Sprint("CODE=", c.code), "VULNDB="+c.database)
			out, err := run.CombinedOutput()
			if (err != nil) != c.fails || !strings.Contains(string(out), c.told) || strings.Contains(string(out), nothing) != (c.told == nothing) {
				t.Errorf("%v: %s", err, out)
			}
			looked, err := os.ReadFile(seen)
			if err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(string(looked), "\n"); c.told != nothing && n != len(modules) {
				t.Errorf("%d modules, want %d: %s", n, len(modules), looked)
			}
			if c.database != "" && !strings.Contains(string(looked), "-db "+c.database+" ./...") {
				t.Errorf("the database is not handed on: %s", looked)
			}
		})
	}
}
