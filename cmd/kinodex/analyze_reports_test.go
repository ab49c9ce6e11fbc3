package main

import (
	"archive/zip"
	"encoding/csv"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"kinodex/internal/screenplay/production"
)

// REQ F2-107: each report is printed as text, CSV and JSON, by its name, without a library.
func TestEachReportIsPrintedByItsName(t *testing.T) {
	t.Parallel()
	script := put(t, "draft.fountain", "Title: The Ferry\n\nINT. FERRY (MOVING) - NIGHT\n\nA dog \x1b[31m barks.\n\nMARTA\n=cmd()\n\nJONAS\nWho?\n")
	help := analyze(t, "--help").out
	for _, r := range production.Reports() {
		if text := analyze(t, script, "--report", r.Name).works(t); !strings.Contains(text, "Ferry") && !strings.Contains(text, "FERRY") || strings.Contains(text, "\x1b") {
			t.Errorf("%s: %q", r.Name, text)
		}
		rows, err := csv.NewReader(strings.NewReader(analyze(t, script, "--report", r.Name, "--csv").works(t))).ReadAll()
		if err != nil || len(rows[0]) != len(r.Columns) {
			t.Errorf("%s: %v, %v", r.Name, err, rows)
		}
		var sheet production.Sheet
		if err := json.Unmarshal([]byte(analyze(t, script, "--report", r.Name, "--json").works(t)), &sheet); err != nil || sheet.Name != r.Name || len(sheet.Columns) != len(r.Columns) || len(sheet.Rows) != len(rows)-1 {
			t.Errorf("%s: %v, %+v", r.Name, err, sheet)
		}
		if !strings.Contains(help, r.Name) {
			t.Errorf("the help lacks %s", r.Name)
		}
	}
	if text := analyze(t, script, "--report", "dialogue", "--character", "marta", "--csv").works(t); !strings.Contains(text, "'=cmd()") || strings.Contains(text, "JONAS") {
		t.Errorf("%q", text)
	}
	if text := analyze(t, script, "--report", "sides", "--character", "Jonas").works(t); !strings.Contains(text, "|                     JONAS") || !strings.Contains(text, "INT. FERRY (MOVING) - NIGHT") {
		t.Errorf("%s", text)
	}
	if text := analyze(t, script, "--report", "all").works(t); strings.Count(text, "\n\n") < len(production.Reports()) {
		t.Errorf("%s", text)
	}
}

// REQ F2-109: all reports are one zip file.
func TestAllReportsAreOneFile(t *testing.T) {
	t.Parallel()
	out := filepath.Join(t.TempDir(), "new", "pack.zip")
	if said := analyze(t, ferry, "--report", "all", "--out", out).works(t); said != "" {
		t.Errorf("it said %q", said)
	}
	z, err := zip.OpenReader(out)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	if len(z.File) < len(production.Reports())+2 {
		t.Errorf("%d files", len(z.File))
	}
}

func TestReportsSayWhichFlagsTheyTake(t *testing.T) {
	t.Parallel()
	for said, args := range map[string][]string{
		`there is no report "payroll": --report takes all, schedule`: {ferry, "--report", "payroll"},
		"--out writes all reports as a zip file":                     {ferry, "--report", "schedule", "--out", "x.zip"},
		"all reports are several tables":                             {ferry, "--report", "all", "--csv"},
		"--character and --out need --report":                        {ferry, "--character", "MARTA"},
		"--character needs a report by character":                    {ferry, "--report", "cast", "--character", "MARTA"},
		"nobody called MEPHISTO speaks in this script; the largest":  {ferry, "--report", "sides", "--character", "MEPHISTO"},
		"--elements, --report and --before need one script":          {t.TempDir(), "--report", "cast"},
		"--breakdown and --report can't be used together":            {ferry, "--report", "cast", "--breakdown"},
		"nobody speaks in this script":                               {put(t, "a.fountain", "INT. A - DAY\n\nRain.\n"), "--report", "sides", "--character", "X"},
	} {
		if r := analyze(t, args...); r.code == 0 || !strings.Contains(r.errs, said) {
			t.Errorf("%v: exit %d, %q, want %q", args, r.code, r.errs, said)
		}
	}
}
