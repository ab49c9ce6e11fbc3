package prompt_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/taste/prompt"
)

// The grammar names the passes in the order in which they are tried.
func TestTheGrammarHasThePassesInOrder(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	thing := regexp.MustCompile(`(?s)thing += (.*?) \.\n`).FindSubmatch(doc)
	if thing == nil {
		t.Fatal("the grammar has no thing")
	}
	var names []string
	for _, name := range regexp.MustCompile(`[a-z-]+`).FindAllString(string(thing[1]), -1) {
		names = append(names, strings.ReplaceAll(name, "-", " "))
	}
	if want := prompt.Passes(); !slices.Equal(names, want) {
		t.Errorf("thing is %q, the passes are %q", names, want)
	}
}
