package mcp_test

import (
	"os"
	"strings"
	"testing"
)

// F2-132: what directories of connectors ask for.
func TestTheConnectorCanBeListed(t *testing.T) {
	listing, err := os.ReadFile("../../../docs/directory.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for line := range strings.Lines(string(listing)) {
		if name, prompts, ok := strings.Cut(strings.TrimPrefix(line, "| `"), "` | "); ok && strings.HasPrefix(line, "| `") {
			rows[name] = prompts
		}
	}
	for _, tool := range open(t).list() {
		if n := strings.Count(rows[tool.Name], " · ") + 1; n != 3 {
			t.Errorf("%s has %d example prompts: %s", tool.Name, n, rows[tool.Name])
		}
		if tool.Title == "" || len(tool.Name) > 64 || tool.Annotations["readOnlyHint"] != true || tool.Annotations["openWorldHint"] != false {
			t.Errorf("%s: title %q, annotations %v", tool.Name, tool.Title, tool.Annotations)
		}
		if _, writes := tool.Annotations["destructiveHint"]; writes {
			t.Errorf("%s says that it may destroy", tool.Name)
		}
	}
	privacy, err := os.ReadFile("../../../docs/privacy.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, said := range []string{"connector", "screenplays", "/account/delete", "language model", "Cookies", "Logs"} {
		if !strings.Contains(string(privacy), said) {
			t.Errorf("the page on privacy says nothing of %s", said)
		}
	}
}
