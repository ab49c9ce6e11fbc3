package ratings

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// script is the module that reads exports in browsers.
const script = "../serve/site/web/js/ratings.js"

// driver has the module read files, and prints what it gives of each as a line of JSON.
const driver = `
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
const { readRatings } = await import(pathToFileURL(process.argv[2]));
for (const path of process.argv.slice(3)) {
  try {
    console.log(JSON.stringify(await readRatings(new File([await readFile(path)], basename(path)))));
  } catch (e) {
    console.log(JSON.stringify({ error: e.message }));
  }
}
`

// scriptAnswer is what the module gives.
type scriptAnswer struct {
	Export
	Rows  []SeenFilm `json:"rows"`
	Error string     `json:"error"`
}

// runScript has the module read files that are written with their names, in order.
func runScript(t *testing.T, files [][]byte, names []string) (answers []scriptAnswer) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("left out: node is not installed")
	}
	dir := t.TempDir()
	module, main := filepath.Join(dir, "ratings.mjs"), filepath.Join(dir, "main.mjs")
	source, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	args := []string{main, module}
	put := func(path string, data []byte) {
		err := os.MkdirAll(filepath.Dir(path), 0o755)
		if err == nil {
			err = os.WriteFile(path, data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	put(module, source)
	put(main, []byte(driver))
	for i, data := range files {
		path := filepath.Join(dir, fmt.Sprint(i), filepath.Base(names[i]))
		put(path, data)
		args = append(args, path)
	}
	var stderr bytes.Buffer
	cmd := exec.CommandContext(t.Context(), node, args...)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, &stderr)
	}
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		var a scriptAnswer
		if err := dec.Decode(&a); err != nil {
			t.Fatal(err)
		}
		answers = append(answers, a)
	}
	if len(answers) != len(files) {
		t.Fatalf("%d answers for %d files", len(answers), len(files))
	}
	return answers
}

// The module reads every fixture as Read does. It does not give original titles, which only
// exports with ids have, and says neither the scale nor what was repeated.
func TestTheScriptReadsAsTheServiceDoes(t *testing.T) {
	var files [][]byte
	var names []string
	for _, x := range exports {
		files, names = append(files, fixture(t, x.name, x.prefix)), append(names, x.name)
	}
	for _, x := range otherTables() {
		files, names = append(files, []byte(x.data)), append(names, "x/"+x.name)
		if x.name == "" {
			names[len(names)-1] = "table.csv"
		}
	}
	for i, got := range runScript(t, files, names) {
		want, err := Read(names[i], files[i])
		if err != nil || got.Error != "" {
			t.Errorf("%s: %v, %s", names[i], err, got.Error)
			continue
		}
		if have, wanted := shown(got.Rows), shown(want.Rows); have != wanted {
			t.Errorf("%s: %q\n%s\nwant\n%s", names[i], files[i][:min(len(files[i]), 60)], have, wanted)
		}
		got.Scale, got.Repeated, got.Export.Rows, want.Rows = want.Scale, want.Repeated, nil, nil
		if fmt.Sprint(got.Export) != fmt.Sprint(*want) {
			t.Errorf("%s: %+v\nwant %+v", names[i], got.Export, *want)
		}
	}
}

func TestTheScriptNamesTheWrongFile(t *testing.T) {
	whole := fixture(t, "letterboxd", "")
	var files [][]byte
	for _, s := range []string{
		"", " \n", "<!DOCTYPE html><html>", "%PDF-1.7\x00\x01", "\x89PNG\r\n\x1a\n", "Date,Amount\n1,2\n", `{"films":[]}`, `[{"a":1},2,null]`,
		`[{"rating":9,"movie":{"title":"Ran"`, string(whole[:len(whole)/2]), string(archived(t, map[string]string{"a.txt": "x", "b.csv": "x,y\n"})),
	} {
		files = append(files, []byte(s))
	}
	for i, got := range runScript(t, files, make([]string, len(files))) {
		if got.Error == "" {
			t.Errorf("%q: %+v", files[i][:min(len(files[i]), 40)], got)
		}
	}
}

func TestTheScriptIsSmall(t *testing.T) {
	source, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(source)
	}
	if err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	if b.Len() > 4096 {
		t.Errorf("%d bytes with gzip, of 4096", b.Len())
	}
	for _, banned := range []string{"innerHTML", "import ", "eval(", "DOMParser", ".style"} {
		if bytes.Contains(source, []byte(banned)) {
			t.Errorf("%s is in it", banned)
		}
	}
}
