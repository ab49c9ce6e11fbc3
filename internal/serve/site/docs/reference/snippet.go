package reference

import (
	"fmt"
	"strconv"
	"strings"
)

// Snippet is a program that makes a call, in one language.
type Snippet struct {
	ID       string // curl, file, typescript, python, go
	Language string
	Text     string
	Says     string // how to run it
}

// KeyVariable is the environment variable that snippets take the key from when none is
// filled in.
const KeyVariable = "KINODEX_KEY"

// Snippets returns the call in every language. base is the address of the service
// without a trailing slash; an empty key is taken from the environment when the
// snippet runs. Each writes the answer to standard output and fails when the answer is
// an error.
func (c *Call) Snippets(base, key string) []Snippet {
	w := writer{c, base + c.Target, key}
	all := []Snippet{
		{"curl", "curl", w.curl(), "In a shell."},
		{"typescript", "TypeScript", w.typescript(), "Save as call.mts; node call.mts (Node 22.18 or newer), bun or deno run it. No package is needed."},
		{"python", "Python", w.python(), "Save as call.py; python3 call.py runs it. Only the standard library is needed."},
		{"go", "Go", w.golang(), "Save as call.go; go run call.go runs it. Only the standard library is needed."},
	}
	if len(c.Files) > 0 {
		all = append(all, Snippet{"file", "curl, with a file", w.form(), "In a shell, beside your files."})
	}
	return all
}

// writer writes one call.
type writer struct {
	*Call
	url, key string
}

// shell quotes a word for a shell.
func shell(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// header returns the option of curl that sends the key.
func (w writer) header() string {
	switch {
	case !w.Keyed:
		return ""
	case w.key == "":
		return ` -H "X-API-Key: $` + KeyVariable + `"`
	}
	return " -H " + shell("X-API-Key: "+w.key)
}

func (w writer) curl() string {
	var b strings.Builder
	b.WriteString("curl -sS --fail-with-body" + w.header())
	if w.Method != "GET" && (w.Method != "POST" || w.Body == "") {
		b.WriteString(" -X " + w.Method)
	}
	if w.Body == "" {
		return b.String() + " \\\n  " + shell(w.url) + "\n"
	}
	return b.String() + " -H 'Content-Type: application/json' \\\n  --data-binary @- " + shell(w.url) + " <<'JSON'\n" + w.Body + "\nJSON\n"
}

// form writes the call that sends files.
func (w writer) form() string {
	var b strings.Builder
	b.WriteString("curl -sS --fail-with-body" + w.header())
	for _, name := range w.Files {
		file := name
		if name == "file" {
			file = "draft"
		}
		fmt.Fprintf(&b, " -F %s=@%s.fountain", name, file)
	}
	return b.String() + " \\\n  " + shell(w.url) + "\n"
}

func (w writer) typescript() string {
	var options []string
	if w.Method != "GET" {
		options = append(options, "  method: "+strconv.Quote(w.Method)+",\n")
	}
	var headers []string
	if w.Keyed {
		key := `process.env.` + KeyVariable + ` ?? ""`
		if w.key != "" {
			key = strconv.Quote(w.key)
		}
		headers = append(headers, `"X-API-Key": `+key)
	}
	if w.Body != "" {
		headers = append(headers, `"Content-Type": "application/json"`)
	}
	if len(headers) > 0 {
		options = append(options, "  headers: { "+strings.Join(headers, ", ")+" },\n")
	}
	if w.Body != "" {
		options = append(options, "  body: JSON.stringify("+indentRest(w.Body, "  ")+"),\n")
	}
	with := ""
	if len(options) > 0 {
		with = ", {\n" + strings.Join(options, "") + "}"
	}
	return "const response = await fetch(" + strconv.Quote(w.url) + with + ");\n" +
		"if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);\n" +
		"console.log(await response.text());\n"
}

func (w writer) python() string {
	var b strings.Builder
	if w.Body != "" {
		b.WriteString("import json\n")
	}
	if w.Keyed && w.key == "" {
		b.WriteString("import os\n")
	}
	b.WriteString("import urllib.request\n\nrequest = urllib.request.Request(\n    " + strconv.Quote(w.url) + ",\n")
	if w.Method != "GET" {
		b.WriteString("    method=" + strconv.Quote(w.Method) + ",\n")
	}
	var headers []string
	if w.Keyed {
		key := `os.environ["` + KeyVariable + `"]`
		if w.key != "" {
			key = strconv.Quote(w.key)
		}
		headers = append(headers, `"X-API-Key": `+key)
	}
	if w.Body != "" {
		headers = append(headers, `"Content-Type": "application/json"`)
	}
	if len(headers) > 0 {
		b.WriteString("    headers={" + strings.Join(headers, ", ") + "},\n")
	}
	if w.Body != "" {
		b.WriteString("    data=json.dumps(" + indentRest(pythonLiteral(w.Body), "    ") + ").encode(),\n")
	}
	b.WriteString(")\nwith urllib.request.urlopen(request) as response:\n    print(response.read().decode())\n")
	return b.String()
}

func (w writer) golang() string {
	imports, body, headers := []string{"io", "log", "net/http", "os"}, "nil", ""
	if w.Body != "" {
		imports = append(imports, "strings")
		body = "strings.NewReader(" + goString(w.Body) + ")"
		headers += "\trequest.Header.Set(\"Content-Type\", \"application/json\")\n"
	}
	if w.Keyed {
		key := `os.Getenv("` + KeyVariable + `")`
		if w.key != "" {
			key = strconv.Quote(w.key)
		}
		headers += "\trequest.Header.Set(\"X-API-Key\", " + key + ")\n"
	}
	return "package main\n\nimport (\n\t\"" + strings.Join(imports, "\"\n\t\"") + "\"\n)\n\nfunc main() {\n" +
		"\trequest, err := http.NewRequest(" + strconv.Quote(w.Method) + ", " + strconv.Quote(w.url) + ", " + body + ")\n" +
		"\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n" + headers +
		"\tresponse, err := http.DefaultClient.Do(request)\n" +
		"\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n\tdefer response.Body.Close()\n" +
		"\tif _, err := io.Copy(os.Stdout, response.Body); err != nil {\n\t\tlog.Fatal(err)\n\t}\n" +
		"\tif response.StatusCode >= 400 {\n\t\tlog.Fatal(response.Status)\n\t}\n}\n"
}

// goString writes a text as a literal of Go, raw where that is possible.
func goString(s string) string {
	if strconv.CanBackquote(strings.ReplaceAll(s, "\n", "")) {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}

// indentRest indents all lines but the first.
func indentRest(s, by string) string { return strings.ReplaceAll(s, "\n", "\n"+by) }

// pythonLiteral writes JSON as Python has it: its names for true, false and null
// differ.
func pythonLiteral(json string) string {
	var b strings.Builder
	for i, part := range quotedParts(json) {
		if i%2 == 0 {
			part = pythonNames.Replace(part)
		}
		b.WriteString(part)
	}
	return b.String()
}

var pythonNames = strings.NewReplacer("true", "True", "false", "False", "null", "None")

// quotedParts cuts JSON before and after each string in it: every second part is a
// string.
func quotedParts(json string) []string {
	var parts []string
	from, quoted := 0, false
	for i := 0; i < len(json); i++ {
		switch {
		case quoted && json[i] == '\\':
			i++
		case json[i] == '"' && quoted:
			parts, from, quoted = append(parts, json[from:i+1]), i+1, false
		case json[i] == '"':
			parts, from, quoted = append(parts, json[from:i]), i, true
		}
	}
	return append(parts, json[from:])
}
