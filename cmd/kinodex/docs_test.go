package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
)

// elsewhere are the commands of the docs that this test does not run: a pattern,
// and why. The flags of those that begin with kinodex or kinodex-lab are looked for
// all the same. Each must match a command, so that the list cannot go stale.
var elsewhere = map[string]string{
	`^make [a-z]`:                                  "a target of the Makefile; a test compares their names",
	`^(claude mcp add|pg_dump|pg_restore) `:        "a program of somebody else",
	`kinodex ledger restore`:                       "needs a server that is stopped",
	`kinodex build .*PATH`:                         "needs film sources",
	`kinodex update`:                               "asks servers of others",
	`kinodex sources (fetch|add)`:                  "asks servers of others",
	`kinodex build --data data( +#.*)?$`:           "needs sources that were fetched",
	`kinodex serve --compat`:                       "serves until it is stopped, as the server of this test does",
	`kinodex demo$`:                                "serves until it is stopped, as the server of this test does",
	`kinodex posters ingest`:                       "needs posters",
	`kinodex posters fetch`:                        "asks servers of others",
	`kinodex-lab starter`:                          "needs a full library, and writes a part of the program",
	`kinodex-lab evaluate `:                        "takes long, or needs held-out data",
	`kinodex library rollback`:                     "needs two published generations",
	`kinodex serve --(llm|no-snap|library|update)`: "serves until it is stopped, as the server of this test does",
	`kinodex build (…|--likes|--allow-shrink)`:     "a part of a command line",
	`kinodex account set-password`:                 "asks on a terminal",
	`^GOEXPERIMENT=\S+ go test`:                    "tests that make test runs",
	`^(dpkg|systemctl|helm) `:                      "installs; make test-deploy does what it does",
	`^systemd-run `:                                "needs systemd, and serves until it is stopped",
	`scripts/cluster.sh`:                           "starts and ends processes; make test-deploy goes through them",
	`cluster/build|library (rollback|published)$`:  "works on those processes",
}

// definition recognises what a block of commands sets up for the ones after it.
var definition = regexp.MustCompile(`^(alias|export) |^\w+\(\) +\{`)

// inline recognises a command in a sentence or a table.
var inline = regexp.MustCompile("`((?:get|post|ask|curl|(?:bin/)?kinodex(?:-lab)?) [^`]*)`")

// longFlag recognises the name of a flag in a command line or in help.
var longFlag = regexp.MustCompile(`--[a-z][a-z-]*`)

// documented is the commands of a document, and what they share.
type documented struct {
	file     string
	setUp    []string
	commands []string
}

// read collects a document's commands: those of its sh blocks, where a trailing
// backslash or an open quote continues a line, and those in its sentences that
// ask the service.
func read(t *testing.T, file string) documented {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	doc := documented{file: file}
	rest := string(text)
	for {
		before, after, found := strings.Cut(rest, "```sh\n")
		doc.sentences(before)
		if !found {
			break
		}
		block, following, _ := strings.Cut(after, "```")
		doc.block(block)
		rest = following
	}
	return doc
}

func (d *documented) block(block string) {
	command := ""
	for line := range strings.Lines(block) {
		command += line
		if strings.HasSuffix(strings.TrimSpace(line), `\`) || strings.Count(command, "'")%2 == 1 {
			continue
		}
		switch command = strings.TrimSpace(command); {
		case command == "" || strings.HasPrefix(command, "#"):
		case definition.MatchString(command):
			d.setUp = append(d.setUp, command)
		default:
			d.commands = append(d.commands, command)
		}
		command = ""
	}
}

func (d *documented) sentences(text string) {
	for _, found := range inline.FindAllStringSubmatch(text, -1) {
		if asks := found[1]; strings.Contains(asks, "/api/") || strings.Contains(asks, " --") {
			d.commands = append(d.commands, asks)
		}
	}
}

// documents are README and everything under docs.
func documents(t *testing.T) (docs []documented) {
	t.Helper()
	files := []string{"../../README.md", "../../CONTRIBUTING.md"}
	err := filepath.WalkDir("../../docs", func(path string, _ os.DirEntry, err error) error {
		if strings.HasSuffix(path, ".md") {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if doc := read(t, file); len(doc.commands) > 0 {
			docs = append(docs, doc)
		}
	}
	return docs
}

// Every command of README and docs works as it is written, on a server with the
// starter library: those that are run are run by a shell, with the service's
// address, a key and a data directory in the place of those in the text.
func TestEveryCommandOfTheDocsWorks(t *testing.T) {
	if testing.Short() {
		t.Skip("runs every command of the docs")
	}
	for _, program := range []string{"bash", "curl"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("left out: %s is not installed", program)
		}
	}
	shell := newDocsShell(t)
	ran, matched := 0, map[string]bool{}
	for _, doc := range documents(t) {
		t.Run(strings.TrimPrefix(doc.file, "../../"), func(t *testing.T) {
			for _, command := range doc.commands {
				if pattern := notRun(command); pattern != "" {
					matched[pattern] = true
					parses(t, command)
					continue
				}
				ran++
				if out, err := shell.run(t.Context(), append(slices.Clone(doc.setUp), command)); err != nil {
					t.Errorf("%s\n%v: %.600s", command, err, out)
				}
			}
		})
	}
	for pattern := range elsewhere {
		if !matched[pattern] {
			t.Errorf("no command is like %q any more", pattern)
		}
	}
	if ran < 30 {
		t.Errorf("%d commands were run", ran)
	}
}

// notRun gives the pattern of elsewhere that a command matches.
func notRun(command string) string {
	for pattern := range elsewhere {
		if regexp.MustCompile(pattern).MatchString(command) {
			return pattern
		}
	}
	return ""
}

// parses expects the flags of a command of kinodex or kinodex-lab that is not run to exist,
// whether another program starts it or not.
func parses(t *testing.T, command string) {
	t.Helper()
	if _, started, found := strings.Cut(command, "bin/"); found {
		command = started
	}
	command, _, _ = strings.Cut(command, " #")
	if line, ours := strings.CutPrefix(command, "kinodex-lab "); ours {
		parsesInLab(t, line)
		return
	}
	line, ours := strings.CutPrefix(command, "kinodex ")
	if !ours {
		return
	}
	for _, flag := range longFlag.FindAllString(line, -1) {
		var cli commands
		parser, err := kong.New(&cli, kong.Exit(func(int) {}))
		if err != nil {
			t.Fatal(err)
		}
		if !hasFlag(parser.Model.Node, strings.Fields(line), strings.TrimPrefix(flag, "--")) {
			t.Errorf("%s: there is no %s", command, flag)
		}
	}
}

// parsesInLab is parses for kinodex-lab, whose help is asked: another program's commands
// cannot be imported.
func parsesInLab(t *testing.T, line string) {
	t.Helper()
	words, _, _ := strings.Cut(line, " --")
	args := append([]string{"run", "../kinodex-lab"}, strings.Fields(words)...)
	help, err := exec.CommandContext(t.Context(), "go", append(args, "--help")...).Output()
	if err != nil {
		t.Fatalf("%s: there is no such command: %v", line, err)
	}
	for _, flag := range longFlag.FindAllString(line, -1) {
		if !slices.Contains(longFlag.FindAllString(string(help), -1), flag) {
			t.Errorf("kinodex-lab %s: there is no %s", line, flag)
		}
	}
}

// hasFlag reports whether the command that words begin with takes a flag.
func hasFlag(node *kong.Node, words []string, flag string) bool {
	for _, child := range node.Children {
		if len(words) > 0 && child.Name == words[0] {
			return hasFlag(child, words[1:], flag)
		}
	}
	return slices.ContainsFunc(node.Flags, func(f *kong.Flag) bool {
		return f.Name == flag || f.Tag.Negatable != "" && "no-"+f.Name == flag
	})
}

// docsShell runs commands as the docs have them.
type docsShell struct {
	dir     string // where commands run: what a clone has after make build, and a data directory
	clone   string
	replace *strings.Replacer
}

func newDocsShell(t *testing.T) *docsShell {
	t.Helper()
	data := newData(t)
	srv := startServer(t, nil, "--data", data, "--snapshots", "--compat", "tmdb,omdb,stremio")
	account := must[openedAccount](t, data, "account", "create", "--tier", "studio", "--name", "docs", "--email", "docs@example.com")
	key := must[created](t, data, "key", "create", "--account", account.ID, "--name", "docs")
	s := &docsShell{dir: t.TempDir()}
	program := filepath.Join(s.dir, "bin", "kinodex")
	wrapper := fmt.Sprintf("#!/bin/sh\n%s=yes exec %q \"$@\"\n", beProgram, os.Args[0])
	var err error
	s.clone, err = filepath.Abs("../..")
	if err == nil {
		err = os.Mkdir(filepath.Dir(program), 0o755)
	}
	if err == nil {
		err = os.WriteFile(program, []byte(wrapper), 0o755)
	}
	if err == nil {
		err = os.Symlink(filepath.Join(s.clone, "docs"), filepath.Join(s.dir, "docs"))
	}
	if err == nil {
		err = os.Symlink(data, filepath.Join(s.dir, "data"))
	}
	if err != nil {
		t.Fatal(err)
	}
	waitForSnapshot(t, srv)
	draft, err := os.ReadFile("../../docs/examples/draft.fountain")
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := json.Marshal(strings.ReplaceAll(string(draft), "'", "’")) // the shell's own quotes
	if err != nil {
		t.Fatal(err)
	}
	text := string(encoded)
	s.replace = strings.NewReplacer(
		"http://127.0.0.1:8080", srv.base, "http://localhost:8080", srv.base, "localhost:8080", srv.base,
		"https://kinodex.example", srv.base, "https://films.example.com", srv.base,
		"000006-5f2c9a01", serving(t, data), "kdx_live_…", key.Key, "acc_…", key.Account, "--account ID", "--account "+key.Account,
		"--data ./data", "--data data", "--data DIR", "--data data", "/var/lib/kinodex", "data",
		`"INT. …"`, text, `A projectionist …`, "A projectionist in a closing cinema finds a reel that shows tomorrow.",
	)
	return s
}

// waitForSnapshot waits until the server has made its snapshot, as a server that
// runs for a while has.
func waitForSnapshot(t *testing.T, srv *server) {
	t.Helper()
	for deadline := time.Now().Add(readyWithin); ; time.Sleep(50 * time.Millisecond) {
		if strings.Contains(srv.log.String(), "snapshot made") {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("no snapshot: %s", srv.log)
		}
	}
}

// prelude is what a shell has before the first command: curl fails on an error of
// the service, and each benchmark is run once.
const prelude = `set -e -o pipefail
shopt -s expand_aliases
PATH="$PWD/bin:$PATH"
curl() { command curl -sS --fail-with-body --max-time 60 "$@"; }
get()  { curl -H "X-API-Key: $KEY" "$@"; }
go()   { cd "$CLONE"; command go "$@" $(case "$*" in *-bench*) echo -benchtime=1x;; esac); }
`

func (s *docsShell) run(ctx context.Context, commands []string) (output string, err error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	script := prelude + s.replace.Replace("export KEY=kdx_live_…\n"+strings.Join(commands, "\n"))
	cmd := exec.CommandContext(ctx, "bash", "-c", script)
	cmd.Dir, cmd.WaitDelay = s.dir, time.Second
	cmd.Env = append(os.Environ(), "CLONE="+s.clone)
	var stderr strings.Builder
	out := &tail{most: 2000}
	cmd.Stdout, cmd.Stderr = out, &stderr
	err = cmd.Run()
	return out.text + stderr.String(), err
}

// tail keeps the last of what is written.
type tail struct {
	most int
	text string
}

// Write keeps p.
func (t *tail) Write(p []byte) (int, error) {
	t.text += string(p[max(0, len(p)-t.most):])
	t.text = t.text[max(0, len(t.text)-t.most):]
	return len(p), nil
}
