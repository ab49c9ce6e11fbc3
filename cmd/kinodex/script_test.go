package main

import (
	"archive/zip"
	"bytes"
	"errors"
	"flag"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"kinodex/internal/library"
)

var update = flag.Bool("update", false, "write what commands print into the scripts anew")

// TestScripts runs the scripts of testdata/script: what a person types, and what the program
// answers. Each runs in a directory of its own, $WORK, which is empty but for the files below the
// script. The program's environment has nothing of the machine's but PATH. Beside testscript's
// own commands there are those below.
func TestScripts(t *testing.T) {
	t.Parallel()
	small := libraryOfTests(t)
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script", UpdateScripts: *update, RequireUniqueNames: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv(beProgram, "yes")
			e.Setenv("LC_ALL", "C.UTF-8")
			e.Setenv("VERSION", ServiceVersion)
			e.Setenv("LIBRARY_FORMAT", strconv.Itoa(library.Format))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"kinodex":      kinodexCommand,
			"fails":        failsCommand,
			"capture":      captureCommand,
			"film-sources": filmSourcesCommand,
			"replace":      replaceCommand,
			"zip":          zipCommand,
			"library": func(ts *testscript.TestScript, _ bool, args []string) {
				libraryCommand(ts, small, args)
			},
		},
	})
}

// start runs the program and returns its exit status.
func start(ts *testscript.TestScript, args []string) int {
	self, err := os.Executable()
	ts.Check(err)
	err = ts.Exec(self, args...)
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		return exit.ExitCode()
	}
	ts.Check(err)
	return 0
}

// kinodexCommand is "kinodex ARGUMENT…", a command that must succeed, or with "!" before it end
// with status 1.
func kinodexCommand(ts *testscript.TestScript, neg bool, args []string) {
	if status := start(ts, args); neg && status != 1 || !neg && status != 0 {
		ts.Fatalf("exit status %d", status)
	}
}

// failsCommand is "fails STATUS PATTERN kinodex ARGUMENT…": the command ends with the status,
// says on standard error what the pattern matches, and prints nothing to standard output.
func failsCommand(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) < 3 || args[2] != "kinodex" {
		ts.Fatalf("usage: fails STATUS PATTERN kinodex ARGUMENT…")
	}
	status := start(ts, args[3:])
	if strconv.Itoa(status) != args[0] || ts.ReadFile("stdout") != "" || !regexp.MustCompile("(?m)"+args[1]).MatchString(ts.ReadFile("stderr")) {
		ts.Fatalf("exit status %d; want %s, %q on standard error and nothing on standard output", status, args[0], args[1])
	}
}

// captureCommand is "capture NAME PATTERN": the variable becomes what the pattern's group matches
// in what the last command printed.
func captureCommand(ts *testscript.TestScript, _ bool, args []string) {
	found := regexp.MustCompile("(?m)" + args[1]).FindStringSubmatch(ts.ReadFile("stdout"))
	if found == nil {
		ts.Fatalf("nothing matches %q", args[1])
	}
	ts.Setenv(args[0], found[1])
}

// filmSourcesCommand is "film-sources DIRECTORY N": it writes source files of N films.
func filmSourcesCommand(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	ts.Check(writeFilmSources(ts.MkAbs(args[0]), n))
}

// zipCommand is "zip ARCHIVE FILE…": it packs files into a zip archive.
func zipCommand(ts *testscript.TestScript, _ bool, args []string) {
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	for _, name := range args[1:] {
		f, err := w.Create(name)
		ts.Check(err)
		_, err = f.Write([]byte(ts.ReadFile(name)))
		ts.Check(err)
	}
	ts.Check(w.Close())
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), packed.Bytes(), 0o644))
}

// libraryCommand is "library starter|small DIRECTORY": the data directory gets the starter
// library, or a small one with a research set.
func libraryCommand(ts *testscript.TestScript, small string, args []string) {
	from := small
	if args[0] == "starter" {
		ts.Check(makeLibrary())
		from = sharedLibrary
	}
	ts.Check(linkLibrary(ts.MkAbs(args[1]), from))
}

// replaceCommand is "replace FILE OLD NEW": the first OLD in the file becomes NEW.
func replaceCommand(ts *testscript.TestScript, _ bool, args []string) {
	before := ts.ReadFile(args[0])
	after := strings.Replace(before, args[1], args[2], 1)
	if before == after {
		ts.Fatalf("%s has no %q", args[0], args[1])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(after), 0o644))
}
