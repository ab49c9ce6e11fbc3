package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"path"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"kinodex/internal/app"
	"kinodex/internal/cli"
	"kinodex/internal/research"
	"kinodex/internal/screenplay/parse"
	"kinodex/internal/slate"
	"kinodex/internal/terminal"
)

// folder prints a table of all scripts of a folder. A script that cannot be read is told
// of on standard error and is a row with its reason; it is an error if none could be
// read.
func (c AnalyzeCmd) folder(ctx context.Context, g *Globals, progress *terminal.Progress) error {
	if c.Elements || c.Report != "" || c.Before != "" {
		return errors.New("--elements, --report and --before need one script, not a folder")
	}
	progress.Step("looking into the folder")
	found, err := slate.List(ctx, c.File)
	if err != nil {
		return interrupted(err)
	}
	for _, unread := range found.Unread {
		fmt.Fprintf(g.Err, "kinodex: folder %s: %s\n", terminal.Printable(unread.Path), slate.Reason(unread.Err))
	}
	if len(found.Scripts) == 0 {
		return fmt.Errorf("this folder has no scripts%s; put .fountain, .fdx, .pdf, .docx or .txt files into it", leftAlone(found))
	}
	defer quietPipe()()
	run := &folderRun{out: g.Out, errs: g.Err, progress: progress, found: found, began: time.Now()}
	if c.Breakdown {
		err = c.breakdowns(ctx, run)
	} else {
		err = c.table(ctx, run)
	}
	progress.Stop()
	return run.end(err)
}

// table analyses the scripts of a folder, and writes a row for each.
func (c AnalyzeCmd) table(ctx context.Context, run *folderRun) error {
	readPDF, err := pdfReader()
	if err != nil {
		return err
	}
	run.progress.Step("opening the library")
	// Rows have no receipt, so that no ledger is needed.
	local, err := openLocalApp(ctx, localOptions{data: c.Data, pdf: readPDF}, run.errs)
	if err != nil {
		return err
	}
	defer local.Close()
	model, err := local.model(ctx)
	if err != nil {
		return err
	}
	rows, err := c.rows(run, model)
	if err != nil {
		return err
	}
	run.began = time.Now()
	err = slate.InOrder(ctx, run.found.Scripts, runtime.GOMAXPROCS(0), func(ctx context.Context, name string) slate.Row {
		row, err := analyzeRow(ctx, local, run.found.Path(name), name, model)
		if err != nil {
			return slate.Failed(name, err)
		}
		return row
	}, func(row slate.Row) error {
		return run.emit(row.Path, row.Error, func() error { return rows.Write(row) })
	})
	if err != nil {
		return err
	}
	return run.progress.Above(rows.Close)
}

// rows returns what writes the rows in the form that was asked for.
func (c AnalyzeCmd) rows(run *folderRun, model *research.ModelCard) (terminal.RowWriter, error) {
	switch {
	case c.JSON:
		return terminal.NewJSONRows(run.out), nil
	case c.CSV:
		return terminal.NewCSVRows(run.out)
	}
	return terminal.NewTableRows(run.out, terminal.ScreenOf(run.out, c.ASCII), run.found.Scripts, model), nil
}

// analyzeRow reads and analyses one script. A memory fault while the library's files are
// read is returned as an error.
func analyzeRow(ctx context.Context, local *localApp, file, name string, model *research.ModelCard) (row slate.Row, err error) {
	data, err := readFile(file)
	if err != nil {
		return row, err
	}
	visit, err := local.Visit(writer)
	if err != nil {
		return row, err
	}
	defer local.Rescue(&err)
	defer visit.Close()
	found, err := visit.Analyze(ctx, app.AnalyzeQuestion{Draft: app.Draft{Field: "text", File: data, Name: path.Base(name)}, WithoutScenes: true})
	if err != nil {
		return row, err
	}
	return slate.NewRow(name, found.Script, found.Analysis, model), nil
}

// readFile reads a file that is no larger than a script may be.
func readFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readBounded(f, name)
}

// folderRun is a folder that is being worked on.
type folderRun struct {
	out, errs io.Writer
	progress  *terminal.Progress
	found     *slate.Folder
	began     time.Time
	done      int
	failed    int
}

// emit writes what came of a script, and why nothing did if reason is not nil.
func (r *folderRun) emit(name string, reason *string, write func() error) error {
	r.done++
	err := r.progress.Above(func() error {
		if reason != nil {
			r.failed++
			fmt.Fprintf(r.errs, "kinodex: %s: %s\n", terminal.Printable(name), terminal.Printable(*reason))
		}
		return write()
	})
	r.progress.Count("reading scripts", r.done, len(r.found.Scripts), r.began)
	return err
}

// end says on standard error what was done and what was left alone, and returns the
// error of the command: nil also when nobody reads the output any more.
func (r *folderRun) end(err error) error {
	switch {
	case errors.Is(err, syscall.EPIPE):
		return nil
	case err != nil:
		return interrupted(err)
	}
	said := fmt.Sprintf("%d of %d scripts read", r.done-r.failed, r.done)
	fmt.Fprintf(r.errs, "kinodex: %s%s\n", said, leftAlone(r.found))
	if r.failed == r.done {
		return errors.New("none of the scripts could be read")
	}
	return nil
}

// interrupted returns cli.ErrInterrupted for the error of a context that was cancelled,
// and any other error as it is.
func interrupted(err error) error {
	if errors.Is(err, context.Canceled) {
		return cli.ErrInterrupted
	}
	return err
}

// leftAlone says what of a folder was not read: "; 3 files of other kinds were left
// alone (2 .jpg, 1 .docx)". It is empty if there is nothing.
func leftAlone(f *slate.Folder) string {
	var b strings.Builder
	add := func(n int, one, many, why string) {
		switch {
		case n == 1:
			fmt.Fprintf(&b, "; 1 %s was %s", one, why)
		case n > 1:
			fmt.Fprintf(&b, "; %d %s were %s", n, many, why)
		}
	}
	add(f.Other(), "file of another kind", "files of other kinds", "left alone"+kinds(f.Others))
	add(f.Hidden, "hidden file or folder", "hidden files and folders", "left alone")
	add(len(f.Links), "link to a script of this folder", "links to scripts of this folder", "left alone")
	add(len(f.Unread), "folder", "folders", "not readable")
	return b.String()
}

// mostKinds is how many kinds of files are named.
const mostKinds = 5

// kinds lists the extensions of files, the commonest first, with how many there are.
func kinds(counts map[string]int) string {
	names := slices.SortedFunc(maps.Keys(counts), func(x, y string) int {
		if counts[x] != counts[y] {
			return counts[y] - counts[x]
		}
		return strings.Compare(x, y)
	})
	var said []string
	for _, name := range names[:min(mostKinds, len(names))] {
		if name == "" {
			said = append(said, fmt.Sprintf("%d without extension", counts[name]))
			continue
		}
		said = append(said, fmt.Sprintf("%d %s", counts[name], terminal.Printable(name)))
	}
	if len(names) > mostKinds {
		said = append(said, "…")
	}
	return " (" + strings.Join(said, ", ") + ")"
}

// quietPipe has a write to a pipe that nobody reads any more fail, instead of ending
// the process, until the function it returns is called.
func quietPipe() (restore func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGPIPE)
	return func() { signal.Stop(signals) }
}

// breakdowns writes the breakdown of each script of a folder.
func (c AnalyzeCmd) breakdowns(ctx context.Context, run *folderRun) error {
	readPDF, err := pdfReader()
	if err != nil {
		return err
	}
	sheets, err := c.sheets(run.out)
	if err != nil {
		return err
	}
	reader := parse.Reader{PDF: readPDF}
	return slate.InOrder(ctx, run.found.Scripts, runtime.GOMAXPROCS(0), func(ctx context.Context, name string) terminal.Sheet {
		return sheetOf(ctx, reader, run.found.Path(name), name)
	}, func(sheet terminal.Sheet) error {
		return run.emit(sheet.Path, sheet.Error, func() error { return sheets.Write(sheet) })
	})
}
