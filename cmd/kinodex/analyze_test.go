package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/ledger"
	"kinodex/internal/serve"
)

const ferry = "../../internal/terminal/testdata/ferry.fountain"

// libraryOfTests gives a data directory with a small library that has a research
// set and a model, and no ledger.
func libraryOfTests(t *testing.T) string {
	t.Helper()
	return filepath.Dir(apptest.Open(t).Library)
}

// ran is what a command did.
type ran struct {
	code      int
	out, errs string
}

func analyze(t *testing.T, args ...string) ran {
	t.Helper()
	var out, errs bytes.Buffer
	code := run(t.Context(), append([]string{"analyze"}, args...), &Globals{Out: &out, Err: &errs})
	return ran{code, out.String(), errs.String()}
}

// works fails the test unless the command succeeded without a word beside.
func (r ran) works(t *testing.T) string {
	t.Helper()
	if r.code != 0 || r.errs != "" {
		t.Fatalf("exit %d: %s", r.code, r.errs)
	}
	return r.out
}

// put writes a file into a fresh directory.
func put(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	writeFile(t, path, content)
	return path
}

// fed has standard input hold a text for the rest of the test.
func fed(t *testing.T, text string) {
	t.Helper()
	f, err := os.Open(put(t, "stdin", text))
	if err != nil {
		t.Fatal(err)
	}
	before := os.Stdin
	os.Stdin = f
	t.Cleanup(func() { os.Stdin = before; f.Close() })
}

func TestAnalyzePrintsAPage(t *testing.T) {
	t.Setenv("LC_ALL", "C.UTF-8")
	data := libraryOfTests(t)
	page := analyze(t, ferry, "--data", data).works(t)
	for _, want := range []string{
		"THE LAST FERRY\n", "by Test Writer", "Fountain", "3 scenes", "3 speaking parts", "READ THIS FIRST", "shorter than 99 of 100",
		"WHERE IT STANDS", " trees\n", "How far to trust this", "AGAINST", "Swings of the mood", "WHAT STANDS OUT", "EXT. HARBOUR - DAWN",
		"OVER THE SCRIPT", "act 2", "WHO SPEAKS", "ASE", "NOT CAUSAL",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(page, "\x1b") {
		t.Error("colours, without a terminal")
	}
	if again := analyze(t, ferry, "--data", data).works(t); again != page {
		t.Error("the same script gives another page")
	}
	if plain := analyze(t, ferry, "--data", data, "--ascii").works(t); strings.ContainsFunc(plain, func(r rune) bool { return r >= 0x80 }) {
		t.Error("--ascii prints more than ASCII")
	}
	if entries, err := os.ReadDir(data); err != nil || len(entries) != 1 {
		t.Errorf("the data directory holds %v (%v) after pages, for which no ledger is needed", entries, err)
	}
}

// REQ S-28, S-29: the command and the interface say the same, byte for byte.
func TestAnalyzePrintsWhatTheInterfaceAnswers(t *testing.T) {
	data := libraryOfTests(t)
	posted := interfaceOf(t, data)
	long := apptest.Screenplay(60)
	fountain, err := os.ReadFile(ferry)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"draft.txt": long, "marked.txt": "\ufeff" + strings.ReplaceAll(long, "\n", "\r\n"), "ferry.fountain": string(fountain)} {
		want := posted("/api/v1/scripts/analyze", map[string]string{"text": text})
		if got := analyze(t, put(t, name, text), "--json", "--data", data).works(t); got != want+"\n" {
			t.Errorf("%s: printed %.300s\nthe interface answers %.300s", name, got, want)
		}
		fed(t, text)
		if got := analyze(t, "-", "--json", "--data", data).works(t); got != want+"\n" {
			t.Errorf("%s on standard input: printed %.300s", name, got)
		}
	}
	want := posted("/api/v1/scripts/compare", map[string]string{"before": long, "after": string(fountain)})
	if got := analyze(t, ferry, "--before", put(t, "draft.txt", long), "--json", "--data", data).works(t); got != want+"\n" {
		t.Errorf("two drafts: printed %.300s\nthe interface answers %.300s", got, want)
	}
}

// interfaceOf gives what asks a server of a data directory, and cuts what it
// answers under data out of the bytes.
func interfaceOf(t *testing.T, data string) func(path string, body map[string]string) string {
	t.Helper()
	books, closer, err := openLedger(t.Context(), data, "", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closer.Close() })
	holder, err := openLibrary(t.Context(), data, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { holder.Close() })
	service, err := app.New(t.Context(), app.Options{Holder: holder, Ledger: books, Version: ServiceVersion})
	if err != nil {
		t.Fatal(err)
	}
	handler, err := serve.New(serve.Options{App: service, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	account := ledger.Account{ID: ledger.NewAccountID(), Name: "a writer", Plan: access.Studio, Created: time.Now()}
	key, token := ledger.NewKey(account.ID, "test", access.Studio.DefaultScopes(), false, time.Now())
	if err := errors.Join(books.CreateAccount(t.Context(), account), books.CreateKey(t.Context(), key)); err != nil {
		t.Fatal(err)
	}
	return func(path string, body map[string]string) string {
		t.Helper()
		b, _ := json.Marshal(body)
		r := httptest.NewRequest("POST", path, bytes.NewReader(b))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("X-API-Key", token.Reveal())
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		var answer struct{ Data json.RawMessage }
		if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || w.Code != 200 {
			t.Fatalf("POST %s: %d %v %.300s", path, w.Code, err, w.Body)
		}
		return string(answer.Data)
	}
}

func TestAnalyzeComparesDrafts(t *testing.T) {
	t.Parallel()
	data := libraryOfTests(t)
	before := put(t, "first.txt", apptest.Screenplay(60))
	page := analyze(t, put(t, "second.txt", apptest.Screenplay(60)+apptest.Screenplay(3)), "--before", before, "--data", data).works(t)
	for _, want := range []string{"TWO DRAFTS", "before: first", "after:  second", "Number of scenes", "63", "+3", "noise", "moved by more than noise", "Nothing here is causal"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
	if page := analyze(t, before, "--before", before, "--data", data).works(t); !strings.Contains(page, "0 of 20 features moved") {
		t.Errorf("a draft against itself:\n%s", page)
	}
}

// REQ S-30: nothing of a text is kept, whatever is printed of it.
func TestAnalyzeKeepsNothingOfTheText(t *testing.T) {
	t.Parallel()
	data := libraryOfTests(t)
	secret := "the zephyrbarrow hums"
	path := put(t, "secret.txt", apptest.Screenplay(20)+"\n\nINT. ATTIC - NIGHT\n\nOutside, "+secret+".\n")
	for _, args := range [][]string{{}, {"--json"}, {"--elements"}, {"--before", ferry}, {"--before", ferry, "--json"}} {
		if args := append(args, path, "--data", data); args[0] == "--elements" {
			analyze(t, args[0], path).works(t)
		} else {
			analyze(t, args...).works(t)
		}
	}
	files := 0
	err := filepath.WalkDir(data, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files++
		b, err := os.ReadFile(path)
		if bytes.Contains(bytes.ToLower(b), []byte("zephyrbarrow")) {
			t.Errorf("%s keeps a word of the text", path)
		}
		return err
	})
	if err != nil || files < 5 {
		t.Fatalf("looked into %d files: %v", files, err)
	}
}

// typed makes a PDF of a text in typewriter type.
func typed(t *testing.T, text string, change func(*fpdf.Fpdf)) string {
	t.Helper()
	p := fpdf.New("P", "pt", "Letter", "")
	if change != nil {
		change(p)
	}
	p.SetFont("Courier", "", 12)
	for i, line := range strings.Split(text, "\n") {
		if i%50 == 0 {
			p.AddPage()
		}
		p.Text(72, 72+12*float64(i%50), line)
	}
	var b bytes.Buffer
	if err := p.Output(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// packed is a zip archive of files.
func packed(t *testing.T, files map[string]string) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, content := range files {
		f, err := w.Create(name)
		if err == nil {
			_, err = f.Write([]byte(content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestAnalyzeKnowsFormsByContent(t *testing.T) {
	data := libraryOfTests(t)
	latin := strings.NewReplacer("É", "E", "Á", "A", "Ø", "O", "Å", "A").Replace(apptest.Screenplay(20))
	fdx := `<?xml version="1.0" encoding="UTF-8"?><FinalDraft DocumentType="Script" Version="4"><Content>` +
		strings.Repeat(`<Paragraph Type="Scene Heading"><Text>INT. CUTTING ROOM - NIGHT</Text></Paragraph>`+
			`<Paragraph Type="Action"><Text>Reels to the ceiling.</Text></Paragraph>`+
			`<Paragraph Type="Character"><Text>IRIS</Text></Paragraph><Paragraph Type="Dialogue"><Text>One more, and then we know.</Text></Paragraph>`, 5) +
		`</Content></FinalDraft>`
	osf := `<document type="Open Screenplay Format document" version="40"><paragraphs>` +
		strings.Repeat(`<para><style basestyle="Scene Heading"/><text>INT. CUTTING ROOM - NIGHT</text></para><para><style basestyle="Action"/><text>Reels to the ceiling, and on every one of them the same face.</text></para>`+
			`<para><style basestyle="Character"/><text>IRIS</text></para><para><style basestyle="Dialogue"/><text>One more, and then we know.</text></para>`, 5) + `</paragraphs></document>`
	word := `<w:document xmlns:w="w"><w:body>` +
		strings.Repeat(`<w:p><w:pPr><w:pStyle w:val="SceneHeading"/></w:pPr><w:r><w:t>INT. CUTTING ROOM - NIGHT</w:t></w:r></w:p>`+
			`<w:p><w:pPr><w:pStyle w:val="Action"/></w:pPr><w:r><w:t>Reels to the ceiling, and on every one of them the same face.</w:t></w:r></w:p>`+
			`<w:p><w:pPr><w:pStyle w:val="Character"/></w:pPr><w:r><w:t>IRIS</w:t></w:r></w:p><w:p><w:pPr><w:pStyle w:val="Dialogue"/></w:pPr><w:r><w:t>One more, and then we know.</w:t></w:r></w:p>`, 5) + `</w:body></w:document>`
	for _, c := range []struct{ name, content, form, has string }{
		{"a.txt", latin, "Fountain", "20 scenes"},
		{"a.txt", strings.ReplaceAll(latin, "\n", "\n    "), "plain text", "20 scenes"},
		{"a.pdf", typed(t, latin, nil), "PDF", " pages"},
		{"misnamed.txt", typed(t, latin, nil), "PDF", " pages"},
		{"a.fdx", fdx, "Final Draft", "5 scenes"},
		{"misnamed", fdx, "Final Draft", "5 scenes"},
		{"a.osf", osf, "Open Screenplay Format (Fade In)", "5 scenes"}, // REQ M-46
		{"a.fadein", packed(t, map[string]string{"document.xml": osf}), "Open Screenplay Format (Fade In)", "5 scenes"},
		{"a.highland", packed(t, map[string]string{"A.textbundle/text.md": latin}), "Fountain", "20 scenes"},
		{"misnamed.txt", packed(t, map[string]string{"word/document.xml": word}), "Word", "5 scenes"}, // REQ M-47
	} {
		page := analyze(t, put(t, c.name, c.content), "--data", data, "--ascii").works(t)
		if facts, _, _ := strings.Cut(page, "WHERE"); !strings.Contains(facts, c.form) || !strings.Contains(facts, c.has) {
			t.Errorf("%s: %s", c.name, facts)
		}
		fed(t, c.content)
		if page := analyze(t, "-", "--data", data, "--ascii").works(t); !strings.HasPrefix(page, "standard input\n"+c.form) {
			t.Errorf("%s on standard input: %.100s", c.name, page)
		}
	}
}

// REQ S-16, L-08: what cannot be analysed is refused as the interface does.
func TestAnalyzeRefuses(t *testing.T) {
	data := libraryOfTests(t)
	scan := fpdf.New("P", "pt", "Letter", "")
	scan.AddPage()
	scan.Rect(100, 100, 300, 500, "F")
	var pictures bytes.Buffer
	if err := scan.Output(&pictures); err != nil {
		t.Fatal(err)
	}
	locked := typed(t, apptest.Screenplay(3), func(p *fpdf.Fpdf) { p.SetProtection(fpdf.CnProtectPrint, "user", "owner") })
	short := "text must be a screenplay of at least 500 characters"
	for _, c := range []struct{ name, content, says string }{
		{"499.txt", strings.Repeat("a", 499), short},
		{"blank.txt", strings.Repeat(" \n", 500), "the file is empty"},
		{"empty.txt", "", "the file is empty"},
		{"scanned.pdf", pictures.String(), "run OCR first"},
		{"locked.pdf", locked, "this PDF is encrypted"},
		{"no.pdf", strings.Repeat("INT. HOUSE - DAY\n\n", 50), "named .pdf and is no PDF"},
		{"draft.docx", "PK\x03\x04" + strings.Repeat("x", 600), "the Word document is cut short or damaged: save it again"},
		{"draft.pages", packed(t, map[string]string{"Index/Document.iwa": "x"}), "in Pages choose File › Export To › Word, or PDF; accepted are"},
		{"large.txt", strings.Repeat("a", app.MostText+1), "at most 5242880 bytes"},
	} {
		path := put(t, c.name, c.content)
		if r := analyze(t, path, "--data", data); r.code != 1 || !strings.HasPrefix(r.errs, "kinodex: ") || !strings.Contains(r.errs, c.says) || r.out != "" {
			t.Errorf("%s: exit %d, %q, printed %.100q", c.name, r.code, r.errs, r.out)
		}
	}
	fed(t, strings.Repeat("語", 499))
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{filepath.Join(data, "absent.txt")}, 1, "no such file"},
		{[]string{data}, 1, "this folder has no scripts"},
		{[]string{"-", "--before", "-"}, 1, "only one of the two drafts"},
		{[]string{"-"}, 1, short},
		{[]string{ferry, "--json", "--elements"}, 2, "can't be used together"},
		{[]string{ferry, "--before", ferry, "--elements"}, 2, "can't be used together"},
		{nil, 2, "<file>"},
	} {
		if r := analyze(t, append(c.args, "--data", data)...); r.code != c.code || !strings.Contains(r.errs, c.says) || r.out != "" {
			t.Errorf("%q: exit %d, %q, printed %.100q", c.args, r.code, r.errs, r.out)
		}
	}
	if r := analyze(t, put(t, "500.txt", strings.Repeat("a", 500)), "--data", data); r.code != 0 || !strings.Contains(r.out, "no scene headings were found") {
		t.Errorf("500 characters: exit %d, %s", r.code, r.errs)
	}
}

// A fresh machine gets the starter library, once, and nothing in the directory
// it is run in.
func TestAnalyzeOnAFreshMachine(t *testing.T) {
	cache, here := t.TempDir(), t.TempDir()
	script, err := filepath.Abs(ferry)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Chdir(here)
	// Where the starter library lies already, so that the test does not take long.
	ours := filepath.Join(cache, "kinodex", ServiceVersion)
	if err := os.CopyFS(ours, os.DirFS(newData(t))); err != nil {
		t.Fatal(err)
	}
	r := analyze(t, script)
	if r.code != 0 {
		t.Errorf("exit %d: %s", r.code, r.errs)
	}
	if !strings.Contains(r.errs, "no library in ./data") || !strings.Contains(r.errs, ours) {
		t.Errorf("does not say where the library is: %s", r.errs)
	}
	if entries, err := os.ReadDir(here); err != nil || len(entries) != 0 {
		t.Errorf("left %v (%v)", entries, err)
	}
	// A library at hand is used without a word, and the cache is not.
	if err := os.CopyFS("data", os.DirFS(libraryOfTests(t))); err != nil {
		t.Fatal(err)
	}
	analyze(t, script).works(t)
}

func TestOnlyOurOwnLibraryIsOutdatedByTheProgram(t *testing.T) {
	t.Parallel()
	built := time.Date(2026, 3, 14, 15, 9, 26, 0, time.UTC)
	for _, c := range []struct {
		ours    bool
		program time.Time
		want    bool
	}{{true, built.Add(time.Second), true}, {true, built, false}, {true, time.Time{}, false}, {false, built.Add(time.Hour), false}} {
		if got := (&home{ours: c.ours}).outdated(built, c.program); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
	if made := programMade(); made.IsZero() || made.After(time.Now()) {
		t.Errorf("this program was made %v", made)
	}
}

func TestATemporaryHomeIsRemoved(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("HOME", "")
	t.Setenv("TMPDIR", t.TempDir())
	var said bytes.Buffer
	h, err := findHome("", &said)
	if err != nil || !h.ours || h.away == nil || !strings.Contains(said.String(), "this once") {
		t.Fatalf("%+v, %v, %s", h, err, &said)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(h.data); !os.IsNotExist(err) {
		t.Errorf("%s is still there: %v", h.data, err)
	}
	if h, err = findHome("elsewhere", io.Discard); err != nil || h.data != "elsewhere" || h.ours || h.away != nil {
		t.Errorf("named: %+v, %v", h, err)
	}
}
