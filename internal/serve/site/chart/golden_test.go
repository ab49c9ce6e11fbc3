package chart_test

import (
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"html"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

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
	for _, size := range c.Sizes() {
		sized := c.At(size).SVG()
		wellFormed(t, fmt.Sprint(name, " in size ", size), sized)
		inSight(t, fmt.Sprint(name, " in size ", size), sized)
		labelsFit(t, fmt.Sprint(name, " in size ", size), sized)
	}
	if c.SVG() != svg {
		t.Errorf("%s is drawn differently the second time", name)
	}
	if strings.Contains(svg, `class="chart chart-s"`) == c.Scrolls() {
		t.Errorf("%s: Scrolls is %v", name, c.Scrolls())
	}
}

// label is a text of a picture: its attributes, where it stands, and its words.
var label = regexp.MustCompile(`<text([^>]*) x="([^"]*)"[^>]*>([^<]*)</text>`)

// labelsFit fails if a text is cut off by an edge of the picture. Half of the height is less than the
// mean width of a letter in any face, so that only texts are found that are cut off for certain.
func labelsFit(t *testing.T, name, svg string) {
	t.Helper()
	width, err := strconv.ParseFloat(viewBox.FindStringSubmatch(svg)[1], 64)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range label.FindAllStringSubmatch(svg, -1) {
		x, err := strconv.ParseFloat(m[2], 64)
		long := float64(utf8.RuneCountInString(html.UnescapeString(m[3]))) * 13 * 0.5
		from := x
		switch {
		case strings.Contains(m[1], `"middle"`):
			from = x - long/2
		case strings.Contains(m[1], `"end"`):
			from = x - long
		}
		if err != nil || !strings.Contains(m[1], "transform") && (from < -2 || from+long > width+2) {
			t.Errorf("%s: the label %q reaches from %.0f to %.0f in a width of %.0f", name, m[3], from, from+long, width)
		}
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
