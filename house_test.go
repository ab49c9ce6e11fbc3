package kinodex_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// layers are the packages by layer, the lowest first. A package may import only packages of
// lower layers, or of its own folder (ledger/sqldb may import ledger). What each package is for
// says its own documentation, of which docs/house.md has the table.
var layers = [][]string{
	// What every program could use.
	{"internal/atomicfile", "internal/buildinfo", "internal/deflate", "internal/diskspace", "internal/docset", "internal/encoder",
		"internal/encoder/tfjs", "internal/fault", "internal/flock", "internal/intern", "internal/ordered", "internal/pack", "internal/pack/packtest",
		"internal/publicnet", "internal/stat", "internal/text", "internal/tokens", "internal/tracing"},
	// The words of the domain, and stores behind interfaces.
	{"internal/access", "internal/blob", "internal/blob/backup", "internal/blob/blobtest", "internal/blob/disk", "internal/blob/s3", "internal/film",
		"internal/film/filmtest", "internal/index", "internal/llm", "internal/llm/anthropic", "internal/llm/llmtest", "internal/llm/openai",
		"internal/naming", "internal/param", "internal/poster/vision", "internal/scratch", "internal/screenplay", "internal/screenplay/align",
		"internal/screenplay/breakdown", "internal/screenplay/celtx", "internal/screenplay/container", "internal/screenplay/docx", "internal/screenplay/fdx",
		"internal/screenplay/fountain", "internal/screenplay/highland", "internal/screenplay/measure", "internal/screenplay/osf", "internal/screenplay/parse",
		"internal/screenplay/pdf", "internal/screenplay/plain", "internal/screenplay/production", "internal/screenplay/trelby", "internal/tiermodel"},
	// The catalogue and the ledger.
	{"internal/catalog", "internal/catalog/catalogtest", "internal/dataquality", "internal/grant", "internal/guide", "internal/ingest/source",
		"internal/ledger", "internal/ledger/ledgertest", "internal/ledger/pgdb", "internal/ledger/queue", "internal/ledger/redismeter",
		"internal/ledger/sqldb", "internal/ledger/sqlstore", "internal/ratings"},
	// What is known besides, derived from the catalogue.
	{"internal/atlas", "internal/forecast", "internal/identity", "internal/people", "internal/poster", "internal/research", "internal/search",
		"internal/snapshot", "internal/snapshot/tables", "internal/snapshot/tables/tablegen", "internal/sources", "internal/sources/sourcestest", "internal/taste",
		"internal/taste/embedding", "internal/taste/feature", "internal/taste/prompt", "internal/taste/tastetest"},
	// The library as a whole, and how it is built.
	{"internal/advice", "internal/ingest", "internal/ingest/claimgen", "internal/library", "internal/library/replication", "internal/slate", "internal/writersroom"},
	// The service without a network.
	{"internal/app", "internal/apptest", "internal/starter"},
	// What answers over HTTP are made with.
	{"internal/serve/admission", "internal/serve/atom", "internal/serve/encode", "internal/serve/icalendar", "internal/serve/openapi", "internal/serve/schema", "internal/serve/site/chart",
		"internal/serve/site/chart/worldgen", "internal/serve/site/cover", "internal/serve/site/docs/manual", "internal/serve/site/markdown", "internal/serve/site/part",
		"internal/serve/site/web", "internal/serve/table", "internal/serve/traffic", "internal/serve/wire"},
	// What pages are made with.
	{"internal/serve/reports", "internal/serve/session", "internal/serve/site/docs", "internal/serve/site/docs/reference",
		"internal/serve/site/page"},
	// Dialects and families of pages, which know nothing of one another.
	{"internal/serve/compat/omdb", "internal/serve/compat/stremio", "internal/serve/compat/tmdb", "internal/serve/mcp", "internal/serve/signin", "internal/serve/site/account",
		"internal/serve/site/admin", "internal/serve/site/analyze", "internal/serve/site/atlas", "internal/serve/site/covers", "internal/serve/site/films",
		"internal/serve/site/forecast", "internal/serve/site/guides", "internal/serve/site/home", "internal/serve/site/people",
		"internal/serve/site/posters", "internal/serve/site/recommend", "internal/serve/site/research", "internal/serve/site/scripts",
		"internal/serve/site/search", "internal/serve/site/slate", "internal/serve/site/statistics", "internal/serve/v1", "internal/serve/v2"},
	// The server, and what the command lines alone use.
	{"internal/cli", "internal/conformance", "internal/eval", "internal/eval/connector", "internal/eval/descriptions", "internal/eval/forecast", "internal/eval/poster", "internal/eval/production", "internal/eval/prompts",
		"internal/eval/recommend", "internal/eval/screenplay", "internal/eval/search", "internal/eval/style", "internal/eval/suggestions", "internal/eval/tier", "internal/eval/turns", "internal/serve",
		"internal/serve/site", "internal/serve/site/views", "internal/terminal"},
	// The programs.
	{"cmd/kinodex", "cmd/kinodex-lab"},
}

// sameLayer are the imports within one layer that the design knows of:
// the left package imports the right one.
var sameLayer = map[string][]string{
	"internal/apptest": {"internal/app"},
}

// dialect is one of the packages of the layer of dialects and page families, which may not
// import one another.
const dialect = "internal/serve/v1"

// drivers may be imported by the command alone, and by apptest for tests.
var drivers = []string{"internal/ledger/sqldb", "internal/ledger/pgdb", "internal/ledger/redismeter",
	"internal/blob/disk", "internal/blob/s3", "internal/llm/openai", "internal/llm/anthropic"}

// folderOf returns the folder that a package belongs to: internal/ledger of
// internal/ledger/sqldb.
func folderOf(name string) string {
	parts := strings.SplitN(name, "/", 3)
	return strings.Join(parts[:min(2, len(parts))], "/")
}

type pkg struct {
	ImportPath string
	Imports    []string
	Doc        string // the first sentence of its documentation
}

var update = flag.Bool("update", false, "write the table of packages anew")

// The tour lists every package with the first sentence of its documentation. With -update the
// list is written.
func TestTheTourListsThePackages(t *testing.T) {
	const tour, begin, end = "docs/house.md", "<!-- Written by make generate from the documentation of the packages. -->\n", "<!-- End -->\n"
	docs := map[string]string{}
	for _, p := range packages(t) {
		docs[strings.TrimPrefix(p.ImportPath, "kinodex/")] = p.Doc
	}
	var table strings.Builder
	table.WriteString("| layer | package | what it is |\n|---|---|---|\n")
	for i, layer := range layers {
		for _, name := range layer {
			words := strings.SplitN(docs[name], " ", 3) // "Package fault has …"
			if len(words) < 3 {
				t.Errorf("%s has no package documentation", name)
				continue
			}
			fmt.Fprintf(&table, "| %d | `%s` | %s |\n", i, strings.TrimPrefix(name, "internal/"), strings.ReplaceAll(words[2], "|", "\\|"))
		}
	}
	have, err := os.ReadFile(tour)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(have), begin)
	_, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatalf("%s has no place for the table of packages", tour)
	}
	want := before + begin + table.String() + end + after
	if *update {
		if err := os.WriteFile(tour, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if string(have) != want {
		t.Errorf("the table of packages in %s is not that of the packages: run make generate", tour)
	}
}

func TestImportsGoDown(t *testing.T) {
	level := map[string]int{}
	for i, layer := range layers {
		for _, name := range layer {
			level[name] = i
		}
		t.Logf("layer %2d  %s", i, strings.Join(layer, "  "))
	}
	for _, p := range packages(t) {
		name := strings.TrimPrefix(p.ImportPath, "kinodex/")
		own, known := level[name]
		if !known {
			t.Errorf("%s is in no layer: add it to the table", name)
			continue
		}
		for _, imported := range p.Imports {
			other, ours := strings.CutPrefix(imported, "kinodex/")
			if !ours {
				continue
			}
			below := level[other] < own || slices.Contains(sameLayer[name], other) ||
				level[other] == own && folderOf(other) == folderOf(name) && own != level[dialect]
			if !below {
				t.Errorf("%s (layer %d) imports %s (layer %d): imports only go down", name, own, other, level[other])
			}
			if slices.Contains(drivers, other) && !strings.HasPrefix(name, "cmd/") && name != "internal/apptest" {
				t.Errorf("%s imports the driver %s: only cmd knows drivers", name, other)
			}
		}
	}
}

// Who runs a service does not carry the program that measures it.
func TestTheProductHasNoEvaluation(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "./cmd/kinodex").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for name := range strings.Lines(string(out)) {
		if strings.HasPrefix(name, "kinodex/internal/eval") {
			t.Errorf("cmd/kinodex links %s: only cmd/kinodex-lab does", strings.TrimSpace(name))
		}
	}
}

func TestNoPackageIsNamedAfterNothing(t *testing.T) {
	for _, p := range packages(t) {
		for _, part := range strings.Split(p.ImportPath, "/") {
			if slices.Contains([]string{"util", "utils", "common", "helper", "helpers", "models", "misc"}, part) {
				t.Errorf("%s: a package is named after what lives in it", p.ImportPath)
			}
		}
	}
}

// longestLine is the number of bytes that a line of Go may have, so that a diff shows it and a
// reader finds its end.
const longestLine = 250

// generated is how a file says before its package clause that a program wrote it, and tagged is
// a line that ends with a struct tag, which cannot be broken.
var (
	generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)
	tagged    = regexp.MustCompile("`[a-z]+:\"[^`]*`(\\s*//.*)?$")
)

func TestLinesAreShort(t *testing.T) {
	for name, text := range sources(t) {
		header, _, _ := strings.Cut(text, "\npackage ")
		if !strings.HasSuffix(name, ".go") || generated.MatchString(header) {
			continue
		}
		for i, line := range strings.Split(text, "\n") {
			if len(line) > longestLine && !tagged.MatchString(line) {
				t.Errorf("%s:%d has %d bytes, more than %d: break it", name, i+1, len(line), longestLine)
			}
		}
	}
}

// No program is committed: go build writes one into the current folder where it names one main package.
func TestNoProgramIsCommitted(t *testing.T) {
	tracked, err := exec.Command("git", "ls-files", "-z").Output()
	if err != nil {
		t.Skip("left out: this is no checkout of git")
	}
	for name := range strings.SplitSeq(string(tracked), "\x00") {
		f, err := os.Open(name)
		if err != nil {
			continue // not in the working tree
		}
		var start [4]byte
		n, _ := io.ReadFull(f, start[:])
		f.Close()
		if slices.Contains([]string{"\x7fELF", "\xcf\xfa\xed\xfe", "MZ\x90\x00"}, string(start[:n])) {
			t.Errorf("%s is a program", name)
		}
	}
}

func packages(t *testing.T) []pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports,Doc", "./internal/...", "./cmd/...")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []pkg
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		var p pkg
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	if len(all) == 0 {
		t.Fatal("go list found no packages")
	}
	return all
}
