package kinodex_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// make test runs all tests of the command, without services; make test-services runs only
// those that use some. Whoever writes such a test and forgets the list is told here.
func TestTheTestsThatNeedServicesAreRunBesideThem(t *testing.T) {
	makefile, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`(?m)^BESIDE_SERVICES := \^\((.*)\)\$\$$`).FindSubmatch(makefile)
	if list == nil {
		t.Fatal("the Makefile has no BESIDE_SERVICES")
	}
	listed := strings.Split(string(list[1]), "|")
	slices.Sort(listed)
	if using := testsUsing(t, "cmd/kinodex", `KINODEX_TEST_(POSTGRES|PGBOUNCER|REDIS|S3)`); !slices.Equal(using, listed) {
		t.Errorf("BESIDE_SERVICES in the Makefile is\n  %s\nand these tests use services:\n  %s", strings.Join(listed, "|"), strings.Join(using, "|"))
	}
}

// testsUsing returns the tests of a package whose functions have a match of pattern, or call
// others that do, in order.
func testsUsing(t *testing.T, folder, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has no tests: %v", folder, err)
	}
	bodies := map[string]string{} // of functions, by name
	name := regexp.MustCompile(`^(?:\([^)]*\) )?(\w+)`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, body := range strings.Split(string(text), "\nfunc ")[1:] {
			if end := strings.Index(body, "\n}\n"); end >= 0 {
				body = body[:end]
			}
			if m := name.FindStringSubmatch(body); m != nil {
				bodies[m[1]] = body
			}
		}
	}
	uses := regexp.MustCompile(pattern)
	found := map[string]bool{}
	for more := true; more; {
		more = false
		for of, body := range bodies {
			if !found[of] && uses.MatchString(body) {
				found[of], more = true, true
				if !strings.HasPrefix(of, "Test") {
					uses = regexp.MustCompile(uses.String() + `|\b` + of + `\b`)
				}
			}
		}
	}
	var tests []string
	for of := range found {
		if strings.HasPrefix(of, "Test") {
			tests = append(tests, of)
		}
	}
	slices.Sort(tests)
	return tests
}
