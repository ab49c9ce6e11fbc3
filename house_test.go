package kinodex_test

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// layers are the packages by layer, the lowest first. A package may import only
// packages of lower layers, or of its own folder (ledger/sqldb may import ledger).
// docs/house.md says what each package is for.
var layers = [][]string{
	{"internal/atomicfile", "internal/buildinfo", "internal/diskspace", "internal/fault", "internal/flock", "internal/intern", "internal/ordered", "internal/publicnet", "internal/stat", "internal/text", "internal/tracing"},
	{"internal/access", "internal/film", "internal/film/filmtest", "internal/naming", "internal/param", "internal/screenplay", "internal/screenplay/plain", "internal/screenplay/fountain", "internal/screenplay/fdx", "internal/screenplay/parse",
		"internal/screenplay/measure", "internal/screenplay/align", "internal/screenplay/breakdown", "internal/screenplay/pdf",
		"internal/poster/vision", "internal/scratch"},
	{"internal/dataquality", "internal/deflate", "internal/pack", "internal/pack/packtest", "internal/docset", "internal/index", "internal/ledger", "internal/ledger/sqlstore", "internal/ledger/queue",
		"internal/ledger/ledgertest", "internal/ledger/sqldb", "internal/ledger/pgdb", "internal/ledger/redismeter",
		"internal/tiermodel", "internal/ratings", "internal/blob", "internal/blob/blobtest", "internal/blob/disk", "internal/blob/s3", "internal/blob/backup",
		"internal/llm", "internal/llm/openai", "internal/llm/anthropic", "internal/llm/llmtest"},
	{"internal/catalog", "internal/catalog/catalogtest", "internal/research", "internal/poster", "internal/guide", "internal/people", "internal/grant"},
	{"internal/identity", "internal/search", "internal/taste", "internal/taste/feature", "internal/taste/prompt", "internal/taste/tastetest", "internal/forecast", "internal/atlas", "internal/snapshot", "internal/snapshot/tables", "internal/writersroom", "internal/slate"},
	{"internal/library", "internal/library/replication", "internal/ingest/source", "internal/ingest", "internal/starter", "internal/sources", "internal/sources/sourcestest"},
	{"internal/app", "internal/apptest"},
	{"internal/serve/admission", "internal/serve/encode", "internal/serve/table", "internal/serve/site/chart", "internal/serve/site/chart/worldgen",
		"internal/serve/site/markdown", "internal/serve/site/web"},
	{"internal/serve/wire", "internal/serve/openapi", "internal/serve/schema", "internal/serve/site/docs/manual", "internal/serve/site/part"},
	{"internal/serve/session", "internal/serve/site/docs/reference"},
	{"internal/serve/site/page", "internal/serve/site/docs", "internal/serve/site/docs/console"},
	{"internal/serve/v1", "internal/serve/v2", "internal/serve/mcp", "internal/serve/signin", "internal/serve/compat/tmdb", "internal/serve/compat/omdb", "internal/serve/site/home", "internal/serve/site/people", "internal/serve/site/guides", "internal/serve/site/search", "internal/serve/site/films", "internal/serve/site/research", "internal/serve/site/scripts", "internal/serve/site/slate", "internal/serve/site/analyze",
		"internal/serve/site/atlas", "internal/serve/site/statistics", "internal/serve/site/forecast", "internal/serve/site/recommend", "internal/serve/site/posters", "internal/serve/site/account", "internal/serve/site/admin"},
	{"internal/serve/site"},
	{"internal/serve"},
	// Beside the layers, for the command lines alone.
	{"internal/cli", "internal/eval", "internal/eval/search", "internal/eval/tier", "internal/eval/forecast", "internal/eval/poster",
		"internal/eval/style", "internal/eval/recommend", "internal/eval/prompts", "internal/eval/screenplay", "internal/terminal",
		"internal/conformance"},
	{"cmd/kinodex", "cmd/kinodex-lab"},
}

// sameLayer are the imports within one layer that the design knows of:
// the left package imports the right one.
var sameLayer = map[string][]string{
	"internal/index":    {"internal/docset", "internal/pack"},
	"internal/research": {"internal/catalog"},
	"internal/poster":   {"internal/catalog"},
	"internal/people":   {"internal/catalog"},
	"internal/starter":  {"internal/library"},
	"internal/sources":  {"internal/ingest/source"},
	"internal/apptest":  {"internal/app"},
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

func packages(t *testing.T) []pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports", "./internal/...", "./cmd/...")
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
