package pdf

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"kinodex/internal/fault"
)

// asChild makes the test binary its own child.
const asChild = "read-a-pdf"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == asChild {
		os.Exit(Child(os.Stdin, os.Stdout))
	}
	if len(os.Args) > 2 && os.Args[1] == asReplaced {
		readReplaced(os.Args[2])
	}
	os.Exit(m.Run())
}

func reader(t testing.TB) *Reader {
	t.Helper()
	r, err := New(2, asChild)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// page is a page to print: lines at columns of typewriter type, top to bottom,
// an empty one leaving a gap.
type page []string

// printed makes a PDF of typewriter pages, twelve points to the line.
func printed(t testing.TB, pages ...page) []byte {
	t.Helper()
	p := fpdf.New("P", "pt", "Letter", "")
	p.SetFont("Courier", "", 12)
	for _, lines := range pages {
		p.AddPage()
		for i, line := range lines {
			text := strings.TrimLeft(line, " ")
			if text != "" {
				p.Text(108+7.2*float64(len(line)-len(text)), 72+12*float64(i), text)
			}
		}
	}
	var b bytes.Buffer
	if err := p.Output(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

var scene = page{
	"INT. LIGHTHOUSE - NIGHT",
	"",
	"The lamp turns. Wind at the panes, and somewhere under it a",
	"sound that is not the wind.",
	"",
	"                      EDDA",
	"               (not turning)",
	"          You heard it too.",
	"",
	"                      TOMAS (O.S.)",
	"          I hear it every night.",
}

func TestLinesAndColumnsStandAsOnThePage(t *testing.T) { // REQ S-31
	text, err := reader(t).Text(t.Context(), printed(t, scene, page{"She goes down the stairs.", "", "", "FADE OUT."}))
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Join(scene, "\n") + "\n\fShe goes down the stairs.\n\n\nFADE OUT.\n"
	if text != want {
		t.Errorf("got:\n%s\nwant:\n%s", text, want)
	}
}

func TestTwoSpeechesSideBySideAreReadOneAfterTheOther(t *testing.T) {
	text, err := reader(t).Text(t.Context(), printed(t, append(append(page{}, scene...),
		"",
		"            EDDA                       TOMAS",
		"     Put out the lamp.          Leave the lamp.",
		"     Now, before it sees.       It has seen it.",
		"",
		"Nobody moves.")))
	if err != nil {
		t.Fatal(err)
	}
	squeezed := strings.Join(strings.Fields(text), " ")
	if !strings.Contains(squeezed, "EDDA Put out the lamp. Now, before it sees. TOMAS Leave the lamp. It has seen it. Nobody moves.") {
		t.Errorf("got:\n%s", text)
	}
}

func TestAPDFThatCannotBeReadSaysWhy(t *testing.T) {
	picture := fpdf.New("P", "pt", "Letter", "")
	picture.AddPage()
	picture.Rect(100, 100, 300, 500, "F")
	var pictures bytes.Buffer
	if err := picture.Output(&pictures); err != nil {
		t.Fatal(err)
	}
	scan := fpdf.New("P", "pt", "Letter", "")
	scan.AddPage()
	var dots bytes.Buffer
	if err := png.Encode(&dots, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	scan.RegisterImageOptionsReader("page", fpdf.ImageOptions{ImageType: "png"}, &dots)
	scan.ImageOptions("page", 0, 0, 612, 792, false, fpdf.ImageOptions{ImageType: "png"}, 0, "")
	scan.SetFont("Courier", "", 12)
	scan.Text(20, 20, "Scanned by a machine")
	var scanned bytes.Buffer
	if err := scan.Output(&scanned); err != nil {
		t.Fatal(err)
	}
	whole := printed(t, scene)
	for name, c := range map[string]struct {
		data []byte
		says string
	}{
		"pictures only": {pictures.Bytes(), "run OCR first"},
		"a scan":        {scanned.Bytes(), "run OCR first"},
		"cut short":     {whole[:len(whole)/2], "damaged"},
		"not a PDF":     {[]byte("INT. LIGHTHOUSE - NIGHT"), "damaged"},
		"empty":         {nil, "damaged"},
		"no pages":      {handmade("<</Type/Pages/Kids[]/Count 0>>", ""), "damaged"},
	} {
		text, err := reader(t).Text(t.Context(), c.data)
		if text != "" || !fault.Is(err, fault.InvalidBody) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}

// handmade gives a PDF of three objects, catalog, page tree and one page, and a
// content stream.
func handmade(pages, content string) []byte {
	var b bytes.Buffer
	var at []int
	object := func(s string) {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", len(at), s)
	}
	b.WriteString("%PDF-1.4\n")
	object("<</Type/Catalog/Pages 2 0 R>>")
	object(pages)
	object("<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Courier>>>>>>>>")
	object(fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", len(content), content))
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, offset := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, start)
	return b.Bytes()
}

const onePage = "<</Type/Pages/Kids[3 0 R]/Count 1>>"

func TestAFontWithoutWidthsStillHasColumns(t *testing.T) {
	text, err := reader(t).Text(t.Context(), handmade(onePage,
		"BT /F 12 Tf 14 TL 72 700 Td (THE WATCHMAN OF THE FAR SHORE GOES ROUND) Tj T* [(on) -600 (his) -600 (rounds)] TJ T* (and home) ' ET"))
	if want := "THE WATCHMAN OF THE FAR SHORE GOES ROUND\non his rounds\n\nand home\n"; err != nil || text != want {
		t.Errorf("%q, %v", text, err)
	}
}

func TestSmallDeparturesAreMadeGood(t *testing.T) {
	plain := handmade(onePage, "BT /F 12 Tf 72 700 Td (THE WATCHMAN OF THE FAR SHORE GOES ROUND AND ROUND AGAIN) Tj ET")
	for name, data := range map[string][]byte{
		"junk around it": append(append([]byte("a printer's job\n"), plain...), "\x00\x00tail"...),
		"version 2":      bytes.Replace(plain, []byte("%PDF-1.4"), []byte("%PDF-2.0"), 1),
		"no end mark":    bytes.TrimSuffix(plain, []byte("%%EOF\n")),
	} {
		if text, err := reader(t).Text(t.Context(), data); err != nil || !strings.HasPrefix(text, "THE WATCHMAN") {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}

// A hostile file may cost its child the life, never ours.
func TestAHostilePDFDiesInItsChild(t *testing.T) {
	deep := strings.Repeat("[", 2_000_000)
	for name, data := range map[string][]byte{
		"deep nesting":      handmade(onePage, "BT "+deep),
		"deep dictionaries": handmade("<</Type/Pages/Kids "+strings.Repeat("<</A", 1_000_000)+">>", ""),
		"claimed size": []byte("%PDF-1.4\n1 0 obj\n<</Type/XRef/Size 99999999999/W[1 8 8]/Root 1 0 R/Length 4>>\n" +
			"stream\nabcd\nendstream\nendobj\nstartxref\n9\n%%EOF\n"),
		"claimed table":      []byte("%PDF-1.4\nxref\n0 4000000000\n0000000000 65535 f \ntrailer\n<</Size 4000000000/Root 1 0 R>>\nstartxref\n9\n%%EOF\n"),
		"a tree in a ring":   handmade("<</Type/Pages/Kids[2 0 R 2 0 R 2 0 R 2 0 R]/Count 4>>", ""),
		"a page in a ring":   handmade("<</Type/Pages/Kids[3 0 R]/Parent 3 0 R/Count 1>>", "BT /G 12 Tf (x) Tj ET"),
		"a form in its form": handmade(onePage, strings.Repeat("/F Do ", 1000)),
	} {
		t.Run(name, func(t *testing.T) {
			r := reader(t)
			r.Timeout = 4 * time.Second
			if text, err := r.Text(t.Context(), data); !fault.Is(err, fault.InvalidBody) {
				t.Errorf("%d bytes of text, %v", len(text), err)
			}
		})
	}
}

func TestAChildThatDoesNotEndIsEnded(t *testing.T) {
	sleep, err := exec.LookPath("sleep")
	if err != nil {
		t.Skip("no sleep on this machine: this test did not run")
	}
	r := &Reader{Command: []string{sleep, "600"}, Timeout: 50 * time.Millisecond}
	began := time.Now()
	if _, err := r.Text(t.Context(), nil); !fault.Is(err, fault.InvalidBody) || !strings.Contains(err.Error(), "within") {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Text(ctx, nil); err != context.Canceled {
		t.Error(err)
	}
	if took := time.Since(began); took > time.Minute {
		t.Errorf("a child that sleeps for ten minutes took %v", took)
	}
}

func TestAChildThatSaysTooMuchIsEnded(t *testing.T) {
	yes, err := exec.LookPath("yes")
	if err != nil {
		t.Skip("no yes on this machine: this test did not run")
	}
	if text, err := (&Reader{Command: []string{yes}}).Text(t.Context(), nil); !fault.Is(err, fault.InvalidBody) || text != "" || !strings.Contains(err.Error(), "8 MB") {
		t.Errorf("%d bytes, %v", len(text), err)
	}
}

func TestTheChildHasNoEnvironment(t *testing.T) {
	env, err := exec.LookPath("env")
	if err != nil {
		t.Skip("no env on this machine: this test did not run")
	}
	t.Setenv("A_SECRET", "of ours")
	if text, err := (&Reader{Command: []string{env}}).Text(t.Context(), nil); err != nil || text != "" {
		t.Errorf("the child knows %q, %v", text, err)
	}
}

func TestAProgramThatIsNotThereIsOurFault(t *testing.T) {
	if _, err := (&Reader{Command: []string{filepath.Join(t.TempDir(), "gone")}}).Text(t.Context(), nil); !fault.Is(err, fault.Internal) {
		t.Error(err)
	}
}

// asReplaced makes a copy of the test binary read a file after it was replaced.
const asReplaced = "read-when-replaced"

// readReplaced prints the text of a PDF, once the program that runs is another.
func readReplaced(file string) {
	r, err := New(1, asChild)
	if err == nil {
		err = errors.Join(os.Remove(os.Args[0]), os.WriteFile(os.Args[0], []byte("#!/bin/sh\necho another version\n"), 0o755))
	}
	if len(os.Args) > 3 { // or gone
		err = errors.Join(err, os.Remove(os.Args[0]))
	}
	data, unread := os.ReadFile(file)
	if err = errors.Join(err, unread); err == nil {
		var text string
		if text, err = r.Text(context.Background(), data); err == nil {
			fmt.Print(text)
			os.Exit(0)
		}
	}
	fmt.Println(err)
	os.Exit(1)
}

// An upgrade puts another program in the place of the one that runs, which reads
// PDFs on until it is started anew.
func TestAReplacedProgramStillReadsPDFs(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux keeps a replaced program within reach: this test did not run")
	}
	program, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "scene.pdf")
	if err := os.WriteFile(file, printed(t, scene), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, more := range map[string][]string{"replaced": nil, "removed": {"gone"}} {
		t.Run(name, func(t *testing.T) {
			copied := filepath.Join(t.TempDir(), "program")
			if err := os.WriteFile(copied, program, 0o755); err != nil {
				t.Fatal(err)
			}
			said, err := exec.Command(copied, append([]string{asReplaced, file}, more...)...).CombinedOutput()
			if err != nil || !strings.Contains(string(said), "You heard it too.") {
				t.Errorf("%v: %.300s", err, said)
			}
		})
	}
}

// FuzzText sends mutated files to children: whatever happens there, here it is
// text or a fault.
func FuzzText(f *testing.F) {
	f.Add(handmade(onePage, "BT /F 12 Tf 72 700 Td (THE WATCHMAN) Tj ET"))
	f.Add(printed(f, scene))
	f.Add([]byte("%PDF-1.4\n%%EOF"))
	r := reader(f)
	r.Timeout = 2 * time.Second
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, err := r.Text(context.Background(), data); err != nil && !fault.Is(err, fault.InvalidBody) {
			t.Error(err)
		}
	})
}

func FuzzLayOut(f *testing.F) {
	f.Add([]byte{10, 20, 7, 12, 65, 18, 20, 7, 12, 66, 10, 40, 7, 12, 67})
	f.Fuzz(func(t *testing.T, data []byte) {
		var page []glyph
		for ; len(data) >= 5; data = data[5:] {
			page = append(page, glyph{x: float64(int8(data[0])) * 8, y: float64(data[1]) * 4, width: float64(data[2]), size: float64(data[3]), text: string(rune(data[4]))})
		}
		text := layOut([][]glyph{page, page})
		for _, line := range strings.Split(text, "\n") {
			if len(line) > 200*(len(page)+1) {
				t.Errorf("a line of %d bytes from %d glyphs", len(line), len(page))
			}
		}
	})
}

func BenchmarkText(b *testing.B) {
	var pages []page
	for range 120 {
		var p page
		for len(p) < 50 {
			p = append(append(p, scene...), "")
		}
		pages = append(pages, p)
	}
	data := printed(b, pages...)
	r := reader(b)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := r.Text(context.Background(), data); err != nil {
			b.Fatal(err)
		}
	}
}

// packed gives a PDF of one page whose content is packed so many times over.
func packed(t testing.TB, content []byte, times int) []byte {
	t.Helper()
	filters := ""
	for range times {
		var b bytes.Buffer
		w, err := zlib.NewWriterLevel(&b, zlib.BestCompression)
		if err != nil {
			t.Fatal(err)
		}
		w.Write(content)
		w.Close()
		content, filters = b.Bytes(), filters+"/FlateDecode"
	}
	plain := handmade(onePage, string(content))
	plain = bytes.Replace(plain, fmt.Appendf(nil, "<</Length %d>>", len(content)), fmt.Appendf(nil, "<</Length %d/Filter[%s]>>", len(content), filters), 1)
	head, _, _ := bytes.Cut(plain, []byte("startxref\n"))
	return fmt.Appendf(head, "startxref\n%d\n%%%%EOF\n", bytes.LastIndex(plain, []byte("\nxref\n"))+1)
}

// A PDF that uses up what its reading may take is charged; one that merely cannot be
// read is not.
func TestAPDFThatUsesUpItsReadingIsCharged(t *testing.T) {
	if testing.Short() {
		t.Skip("uses up the time that reading may take")
	}
	words := []byte("BT /F 12 Tf 72 700 Td (THE WATCHMAN OF THE FAR SHORE GOES ROUND AND ROUND AGAIN) Tj ET\n")
	blank := bytes.Repeat([]byte(" "), maxInflated+1)
	loop := bytes.Repeat([]byte("q Q BT ET "), 20_000)
	endless := handmade("<</Type/Pages/Kids["+strings.Repeat("3 0 R ", 1900)+"]/Count 1900>>", string(bytes.Repeat([]byte("q Q "), 1<<20)))
	for name, c := range map[string]struct {
		data    []byte
		charged bool
	}{
		"packed once, too much":           {packed(t, append(words, blank...), 1), true},
		"packed thrice, too much":         {packed(t, append(words, blank...), 3), true},
		"too much work":                   {endless, true},
		"damaged":                         {[]byte("%PDF-1.4\nnothing"), false},
		"cut short":                       {packed(t, words, 1)[:300], false},
		"streams by the hundred thousand": {bytes.Repeat([]byte("stream\n\x78\x9c"), 100_000), false},
	} {
		t.Run(name, func(t *testing.T) {
			began := time.Now()
			text, err := reader(t).Text(t.Context(), c.data)
			f := fault.From(err)
			if f == nil || f.Kind != fault.InvalidBody || f.Charged != c.charged {
				t.Errorf("%d bytes in, %q out, charged %v: %v", len(c.data), text, f != nil && f.Charged, err)
			}
			t.Logf("%d bytes took %v", len(c.data), time.Since(began))
		})
	}
	for times := range 4 {
		text, err := reader(t).Text(t.Context(), packed(t, append(words, loop...), times))
		if err != nil || !strings.HasPrefix(text, "THE WATCHMAN") {
			t.Errorf("packed %d times: %q, %v", times, text, err)
		}
	}
}
