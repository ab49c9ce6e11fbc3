package chart_test

import (
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kinodex/internal/serve/site/chart"
)

var update = flag.Bool("update", false, "write the golden pictures")

// golden compares a picture with the one in testdata that was looked at.
func golden(t *testing.T, name string, c chart.Chart) {
	t.Helper()
	svg := c.SVG()
	wellFormed(t, name, svg)
	file := filepath.Join("testdata", name+".svg")
	got := strings.ReplaceAll(svg, "><", ">\n<") + "\n"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs from %s; look at it, then go test -update", name, file)
	}
	if c.SVG() != svg {
		t.Errorf("%s is drawn differently the second time", name)
	}
	if strings.Contains(svg, `class="chart chart-s"`) == c.Scrolls() {
		t.Errorf("%s: Scrolls is %v", name, c.Scrolls())
	}
}

var forbidden = regexp.MustCompile(`(?i)NaN|Inf"|[^a-z]Inf[^a-z]|<nil>|style=|<script|javascript:|\bon[a-z]+=`)

// wellFormed holds a picture to what every one promises: it parses, has unique ids, a role
// that suits its links, names for them, and nothing that the policy of pages forbids.
func wellFormed(t *testing.T, name, svg string) {
	t.Helper()
	if bad := forbidden.FindString(svg); bad != "" {
		t.Errorf("%s has %q: %.300s", name, bad, svg)
	}
	ids, links, unnamed, role := map[string]bool{}, 0, 0, ""
	inLink := false // the element before was the start of a link, whose name is a title in it
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%s: %v\n%.500s", name, err, svg)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if inLink && start.Name.Local != "title" {
			unnamed++
		}
		inLink = start.Name.Local == "a"
		for _, a := range start.Attr {
			switch a.Name.Local {
			case "id":
				if ids[a.Value] {
					t.Errorf("%s has the id %q twice", name, a.Value)
				}
				ids[a.Value] = true
			case "role":
				role = a.Value
			}
		}
		if inLink {
			links++
		}
	}
	if want := map[bool]string{true: "group", false: "img"}[links > 0]; role != want || unnamed > 0 {
		t.Errorf("%s has role %q, %d links, %d of them without a name", name, role, links, unnamed)
	}
}
