package main

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// Every fault is in the table of what was tried, and every name in the table of what
// an outage does is a fault or a test.
func TestTheFaultsAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	_, outages, _ := strings.Cut(string(text), "## What an outage does")
	outages, tried, found := strings.Cut(outages, "### Faults, tried under load")
	if !found {
		t.Fatal("the chapters of docs/operations.md have other names")
	}
	known := map[string]bool{}
	for _, s := range scenarios {
		known[s.name] = true
		if !strings.Contains(tried, "`"+s.name+"`") {
			t.Errorf("docs/operations.md does not tell of %s", s.name)
		}
	}
	tests, err := exec.Command("grep", "-rhoE", "--include=*_test.go", "^func Test[A-Za-z0-9]+", "../../internal", "../../cmd").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(tests)) {
		known[strings.TrimPrefix(strings.TrimSpace(line), "func ")] = true
	}
	named := 0
	for line := range strings.Lines(outages) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		if len(cells) != 8 || strings.HasPrefix(cells[1], "--") || strings.Contains(line, "tested by") {
			continue
		}
		names := regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[6], -1)
		if len(names) == 0 {
			t.Errorf("nothing tries: %s", cells[1])
		}
		for _, name := range names {
			named++
			if !known[name[1]] {
				t.Errorf("%q is neither a fault nor a test", name[1])
			}
		}
	}
	if named < 12 {
		t.Errorf("%d names were found", named)
	}
}
