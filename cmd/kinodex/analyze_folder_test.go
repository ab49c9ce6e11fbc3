package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"kinodex/internal/apptest"
	"kinodex/internal/slate"
	"kinodex/internal/terminal"
)

// pile writes a folder of scripts: so many that can be read, in folders, and beside them
// what is left alone.
func pile(t testing.TB, scripts int) string {
	t.Helper()
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "sub", ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	for i := range scripts {
		name := fmt.Sprintf("%02d.txt", i)
		if i%3 == 0 {
			name = filepath.Join("sub", name)
		}
		writeFile(t, filepath.Join(root, name), apptest.Screenplay(20+i))
	}
	for _, name := range []string{"a.pages", "b.pages", "c.jpg", ".DS_Store", filepath.Join("sub", ".git", "x.txt")} {
		writeFile(t, filepath.Join(root, name), "x")
	}
	return root
}

// rowsOf reads what --json prints.
func rowsOf(t *testing.T, out string) (rows []slate.Row) {
	t.Helper()
	for line := range strings.Lines(out) {
		var row slate.Row
		dec := json.NewDecoder(strings.NewReader(line))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&row); err != nil || !strings.HasSuffix(line, "\n") {
			t.Fatalf("%v: %.200q", err, line)
		}
		rows = append(rows, row)
	}
	return rows
}

func TestAnalyzeAFolder(t *testing.T) {
	t.Setenv("LC_ALL", "C.UTF-8")
	data, root := libraryOfTests(t), pile(t, 7)
	fountain, err := os.ReadFile(ferry)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(root, "ferry.FOUNTAIN"), string(fountain))
	writeFile(t, filepath.Join(root, "latin.txt"), strings.ReplaceAll(apptest.Screenplay(20), "Reels", "R\xe9els"))
	writeFile(t, filepath.Join(root, "typed.pdf"), typed(t, strings.NewReplacer("É", "E", "Á", "A", "Ø", "O", "Å", "A").Replace(apptest.Screenplay(20)), nil))
	writeFile(t, filepath.Join(root, "locked.pdf"), "%PDF-1.7 no pages")
	writeFile(t, filepath.Join(root, "large.txt"), strings.Repeat("a", 5<<20+1))
	writeFile(t, filepath.Join(root, "short.txt"), "INT. HUT - DAY")
	for name, target := range map[string]string{"again.txt": "01.txt", "gone.txt": "nothing"} {
		if err := os.Symlink(target, filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	r := analyze(t, root, "--json", "--data", data)
	rows := rowsOf(t, r.out)
	var paths, failed []string
	for _, row := range rows {
		paths = append(paths, row.Path)
		if row.Error != nil {
			failed = append(failed, row.Path+": "+*row.Error)
		}
	}
	if r.code != 0 || len(rows) != 14 || !slices.IsSorted(paths) {
		t.Errorf("exit %d, %q: %s", r.code, paths, r.errs)
	}
	if len(failed) != 4 {
		t.Errorf("failed: %q", failed)
	}
	for _, want := range []string{"gone.txt: no such file", "large.txt: text may have at most 5242880 bytes", "locked.pdf: this PDF is damaged", "short.txt: text must be a screenplay"} {
		if !slices.ContainsFunc(failed, func(f string) bool { return strings.HasPrefix(f, want) }) || !strings.Contains(r.errs, "kinodex: "+want) {
			t.Errorf("%q is not told: %q, %s", want, failed, r.errs)
		}
	}
	want := "kinodex: 10 of 14 scripts read; 3 files of other kinds were left alone (2 .pages, 1 .jpg); 2 hidden files and folders were left alone; 1 link to a script of this folder was left alone\n"
	if !strings.HasSuffix(r.errs, want) {
		t.Errorf("says %q, want at its end %q", r.errs, want)
	}
	forms := map[string]string{}
	for _, row := range rows {
		if row.Standing != nil {
			forms[row.Path] = row.Format
			if row.Scenes == 0 || row.Pages == 0 || row.PagesEstimated == (row.Format == "pdf") {
				t.Errorf("%s: %+v", row.Path, row.Standing)
			}
		}
	}
	if forms["ferry.FOUNTAIN"] != "fountain" || forms["typed.pdf"] != "pdf" || forms["latin.txt"] == "" {
		t.Errorf("%v", forms)
	}
	if again := analyze(t, root, "--json", "--data", data); again.out != r.out {
		t.Error("the same folder gives other rows")
	}
	records, err := csv.NewReader(strings.NewReader(analyze(t, root, "--csv", "--data", data).out)).ReadAll()
	if err != nil || len(records) != 15 || records[0][0] != "path" || records[1][0] != "01.txt" {
		t.Errorf("--csv: %v, %.200q", err, records)
	}
	page := analyze(t, root, "--data", data)
	for _, want := range []string{"script", "class H/M/L votes", "sub/00.txt", "could not be read: this PDF is damaged", "READ THIS FIRST", "How far to trust this"} {
		if page.code != 0 || !strings.Contains(page.out, want) {
			t.Errorf("the table lacks %q:\n%s", want, page.out)
		}
	}
	if entries, err := os.ReadDir(data); err != nil || len(entries) != 1 {
		t.Errorf("the data directory holds %v (%v): a table needs no ledger", entries, err)
	}
}

// A row of a file says what the row of a folder says.
func TestAnalyzeAFileAsARow(t *testing.T) {
	t.Parallel()
	data, root := libraryOfTests(t), pile(t, 1)
	all := analyze(t, root, "--csv", "--data", data).out
	one := analyze(t, filepath.Join(root, "sub", "00.txt"), "--csv", "--data", data).works(t)
	if one != strings.ReplaceAll(all, "sub/00.txt", "00.txt") {
		t.Errorf("%q, of the folder %q", one, all)
	}
}

func TestFoldersWithoutScripts(t *testing.T) {
	t.Parallel()
	data, empty, unread := libraryOfTests(t), t.TempDir(), t.TempDir()
	writeFile(t, filepath.Join(unread, "a.txt"), "short")
	writeFile(t, filepath.Join(unread, "b.fdx"), "<FinalDraft><Content><Paragraph")
	others := t.TempDir()
	writeFile(t, filepath.Join(others, "a.pages"), "x")
	for _, c := range []struct {
		args []string
		code int
		says string
		rows int
	}{
		{[]string{empty}, 1, "this folder has no scripts; put .fountain, .fdx, .pdf, .docx or .txt files into it", 0},
		{[]string{empty, "--breakdown"}, 1, "this folder has no scripts", 0},
		{[]string{others}, 1, "this folder has no scripts; 1 file of another kind was left alone (1 .pages)", 0},
		{[]string{unread, "--json"}, 1, "kinodex: 0 of 2 scripts read\nkinodex: none of the scripts could be read", 2},
		{[]string{unread, "--breakdown", "--json"}, 0, "kinodex: 1 of 2 scripts read", 2},
		{[]string{filepath.Join(empty, "absent")}, 1, "no such file", 0},
		{[]string{empty, "--elements"}, 1, "--elements, --report and --before need one script", 0},
		{[]string{empty, "--before", ferry}, 1, "--elements, --report and --before need one script", 0},
		{[]string{empty, "--csv", "--json"}, 2, "can't be used together", 0},
		{[]string{ferry, "--csv", "--before", ferry}, 2, "can't be used together", 0},
		{[]string{ferry, "--breakdown", "--before", ferry}, 2, "can't be used together", 0},
		{[]string{ferry, "--breakdown", "--table", "places"}, 1, "--table needs --breakdown and --csv", 0},
		{[]string{ferry, "--csv", "--table", "places"}, 1, "--table needs --breakdown and --csv", 0},
		{[]string{ferry, "--breakdown", "--table", "props"}, 2, "--table must be one of", 0},
	} {
		r := analyze(t, append(c.args, "--data", data)...)
		if r.code != c.code || !strings.Contains(r.errs, c.says) || strings.Count(r.out, "\n") != c.rows {
			t.Errorf("%q: exit %d, %q, printed %.200q", c.args, r.code, r.errs, r.out)
		}
	}
}

// stopping stops the command after so many rows.
type stopping struct {
	bytes.Buffer
	left int
	stop func() error
}

func (s *stopping) Write(p []byte) (int, error) {
	n, err := s.Buffer.Write(p)
	if s.left -= bytes.Count(p, []byte("\n")); s.left == 0 {
		err = s.stop()
	}
	return n, err
}

// What was printed before an interrupt is whole, and the exit status is that of a
// program that was interrupted.
func TestAnInterruptedTableHasWholeLines(t *testing.T) {
	t.Parallel()
	data, root := libraryOfTests(t), pile(t, 12)
	for _, args := range [][]string{{"--json"}, {"--csv"}, {"--breakdown", "--json"}} {
		ctx, cancel := context.WithCancel(t.Context())
		out, errs := &stopping{left: 4, stop: func() error { cancel(); return nil }}, &bytes.Buffer{}
		code := run(ctx, append([]string{"analyze", root, "--data", data}, args...), &Globals{Out: out, Err: errs})
		if lines := strings.Count(out.String(), "\n"); code != 130 || lines != 4 || !strings.HasSuffix(out.String(), "\n") || errs.String() != "kinodex: interrupted\n" {
			t.Errorf("%q: exit %d after %d lines: %q", args, code, lines, errs)
		}
	}
}

// head reads a few lines and goes.
func TestATableThatNobodyReadsAnyMoreEndsQuietly(t *testing.T) {
	t.Parallel()
	data, root := libraryOfTests(t), pile(t, 12)
	out, errs := &stopping{left: 2, stop: func() error { return &os.PathError{Op: "write", Err: syscall.EPIPE} }}, &bytes.Buffer{}
	if code := run(t.Context(), []string{"analyze", root, "--data", data, "--csv"}, &Globals{Out: out, Err: errs}); code != 0 || errs.Len() > 0 {
		t.Errorf("exit %d: %s", code, errs)
	}
	if runtime.GOOS == "windows" {
		t.Skip("has no such pipes")
	}
	cmd := exec.CommandContext(t.Context(), "sh", "-c", `"$0" analyze "$1" --data "$2" --breakdown --csv --table presence | head -1`, os.Args[0], root, data)
	cmd.Env = append(os.Environ(), beProgram+"=yes")
	var said bytes.Buffer
	cmd.Stderr = &said
	if line, err := cmd.Output(); err != nil || said.Len() > 0 || string(line) != "path,name,scene,eighths,error\r\n" {
		t.Errorf("%v: %q, %q", err, line, &said)
	}
}

// A file may go away between the listing and the reading.
func TestAFileThatVanishes(t *testing.T) {
	t.Parallel()
	data := libraryOfTests(t)
	for range 10 {
		root := pile(t, 30)
		out := &stopping{left: 1, stop: func() error { return os.Remove(filepath.Join(root, "29.txt")) }}
		var errs bytes.Buffer
		code := run(t.Context(), []string{"analyze", root, "--data", data, "--json"}, &Globals{Out: out, Err: &errs})
		rows := rowsOf(t, out.String())
		gone := rows[slices.IndexFunc(rows, func(r slate.Row) bool { return r.Path == "29.txt" })]
		if code == 0 && len(rows) == 30 && gone.Error == nil {
			continue // it was read before the first row was printed
		}
		if code != 0 || len(rows) != 30 || *gone.Error != "no such file or directory" {
			t.Errorf("exit %d, %d rows, %+v: %s", code, len(rows), gone, &errs)
		}
		return
	}
	t.Error("the file was always read before it went")
}

func TestFilesThatMayNotBeRead(t *testing.T) {
	t.Parallel()
	if os.Getuid() == 0 {
		t.Skip("root may read everything")
	}
	data, root := libraryOfTests(t), pile(t, 2)
	if err := os.Chmod(filepath.Join(root, "01.txt"), 0); err != nil {
		t.Fatal(err)
	}
	if r := analyze(t, root, "--json", "--data", data); r.code != 0 || !strings.Contains(r.errs, "kinodex: 01.txt: permission denied\n") {
		t.Errorf("exit %d: %s", r.code, r.errs)
	}
}

func TestBreakdownOfAFile(t *testing.T) {
	t.Setenv("LC_ALL", "C.UTF-8")
	t.Chdir(t.TempDir()) // where there is no library, and none is needed
	path := put(t, "house.txt", apptest.Screenplay(30))
	page := analyze(t, path, "--breakdown").works(t)
	for _, want := range []string{"house.txt\n", "30 scenes", "Running time: about ", "SCENES", "INSIDE AND OUTSIDE", "DAY AND NIGHT", "PLACES", "WHO SPEAKS IN WHICH SCENES", "pages are estimated by lines"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
	var sheet terminal.Sheet
	if err := json.Unmarshal([]byte(analyze(t, path, "--breakdown", "--json").works(t)), &sheet); err != nil || len(sheet.Scenes) != 30 {
		t.Errorf("%v: %d scenes", err, len(sheet.Scenes))
	}
	for _, name := range []string{"scenes", "settings", "times", "places", "locations", "characters", "presence"} {
		records, err := csv.NewReader(strings.NewReader(analyze(t, path, "--breakdown", "--csv", "--table", name).works(t))).ReadAll()
		if err != nil || len(records) < 2 || records[1][0] != "house.txt" {
			t.Errorf("%s: %v, %.200q", name, err, records)
		}
	}
	fed(t, "INT. HUT - DAY\n\nRain.\n")
	if page := analyze(t, "-", "--breakdown").works(t); !strings.HasPrefix(page, "-\n1 scene") {
		t.Errorf("a text of any length is broken down:\n%s", page)
	}
}

// BenchmarkAnalyzeFolder tells how long a script of a folder takes, everything but the
// start of the program included: with KINODEX_SCREENPLAYS, of the scripts of that folder.
func BenchmarkAnalyzeFolder(b *testing.B) {
	root := os.Getenv("KINODEX_SCREENPLAYS")
	if root == "" {
		root = pile(b, 64)
	}
	data := filepath.Dir(apptest.Open(b).Library)
	scripts := 0
	for b.Loop() {
		var out, errs bytes.Buffer
		if code := run(b.Context(), []string{"analyze", root, "--json", "--data", data}, &Globals{Out: &out, Err: &errs}); code != 0 {
			b.Fatalf("exit %d: %s", code, &errs)
		}
		scripts += bytes.Count(out.Bytes(), []byte("\n"))
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(scripts), "ms/script")
}
