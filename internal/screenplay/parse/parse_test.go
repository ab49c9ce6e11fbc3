package parse

import (
	"golang.org/x/sys/unix"
	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/fdx"
	"kinodex/internal/screenplay/fountain"
)

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"kinodex/internal/fault"
)

// longFountain is a script of so many scenes with nothing but structure: no
// forced mark, no title page.
func longFountain(scenes int) string {
	places := []string{"LAMP ROOM", "PIER", "OLD MILL - LOFT", "FERRY", "HARBOUR OFFICE"}
	names := []string{"MARA", "TOMAS", "THE KEEPER", "INES"}
	var b strings.Builder
	for i := range scenes {
		fmt.Fprintf(&b, "%s %s - %s\n\n", []string{"INT.", "EXT."}[i%2], places[i%5], []string{"DAY", "NIGHT"}[i/2%2])
		b.WriteString("The light goes over the water and comes back, over the water and back, and every time it returns there is one thing fewer out there.\n\n")
		for j := range 6 {
			fmt.Fprintf(&b, "%s%s\n", names[(i+j)%4], []string{"", " (V.O.)", " (CONT'D)"}[j%3])
			if j%3 == 1 {
				b.WriteString("(without turning)\n")
			}
			fmt.Fprintf(&b, "You said that the last time, and the time before, and there were %d of us then.\n\n", i+j)
		}
	}
	return b.String()
}

// scraped is the same kind of script as a scraper leaves a page: indented,
// wrapped, with page numbers.
func scraped(scenes int) string {
	var b strings.Builder
	for i, line := range strings.Split(longFountain(scenes), "\n") {
		if i%50 == 49 {
			fmt.Fprintf(&b, "\n%60d.\n\n", i/50+2)
		}
		for len(line) > 58 {
			cut := strings.LastIndexByte(line[:58], ' ')
			b.WriteString("          " + line[:cut] + "\n")
			line = line[cut+1:]
		}
		b.WriteString("          " + line + "\n")
	}
	return b.String()
}

func TestTheFormIsTold(t *testing.T) {
	flush := strings.ReplaceAll(scraped(20), "          ", "")
	for name, c := range map[string]struct {
		text string
		want screenplay.Format
	}{
		"tidy, unwrapped, unmarked":      {longFountain(20), screenplay.Fountain},
		"a scrape":                       {scraped(20), screenplay.Plain},
		"a scrape that lost its columns": {flush, screenplay.Plain},
		"and its blank lines":            {strings.ReplaceAll(flush, "\n\n", "\n"), screenplay.Plain},
		"and one stray note":             {flush + "\n[[page missing]]\n", screenplay.Plain},
		"and one stray section":          {"# 1\n" + flush, screenplay.Plain},
		"rows of equals signs":           {strings.ReplaceAll(flush, "\n\nINT", "\n\n=====\n\nINT"), screenplay.Plain},
		"starred words":                  {strings.ReplaceAll(scraped(20), "light", "*light*"), screenplay.Plain},
		"remains of markup":              {strings.ReplaceAll(scraped(20), "(without turning)", ">(without turning)<"), screenplay.Plain},
		"revision marks":                 {strings.ReplaceAll(scraped(20), "water and\n", "water and    *\n"), screenplay.Plain},
		"a title page":                   {"Title: The Lamp\nCredit: written by\nAuthor: Ines Okafor\n\nFADE IN:\n\n" + flush, screenplay.Fountain},
		"two sure marks":                 {strings.Replace(longFountain(3), "- DAY", "- DAY #1#", 1) + "\n[[check]]\n", screenplay.Fountain},
		"one dual cue":                   {"INT. HUT\n\nMARA\nDown!\n\nTOMAS ^\nUp!\n", screenplay.Fountain},
		"prose":                          {strings.Repeat("It was a long way to the shore and nobody went there twice. ", 40), screenplay.Plain},
		"nothing":                        {"", screenplay.Plain},
		"final draft":                    {finalDraftOf(fountain.Parse(longFountain(2))), screenplay.FinalDraft},
		"other markup":                   {"<html><body>INT. HUT</body></html>", screenplay.Plain},
	} {
		if got := Detect(c.text); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
		for ending, other := range endings(c.text) { // REQ S-31
			if got := Detect(other); got != c.want {
				t.Errorf("%s with %s: %v, want %v", name, ending, got, c.want)
			}
		}
	}
}

func TestAnUploadIsReadByWhatItIs(t *testing.T) {
	lamp := "Title: Lamp\n\nINT. HUT - DAY\n\nZOË\nDéjà vu.\n"
	wide := func(order string) []byte {
		out := []byte{0xff, 0xfe}
		if order == "big" {
			out = []byte{0xfe, 0xff}
		}
		for _, u := range utf16.Encode([]rune(lamp)) {
			if order == "big" {
				out = append(out, byte(u>>8), byte(u))
			} else {
				out = append(out, byte(u), byte(u>>8))
			}
		}
		return out
	}
	narrow := []byte("Title: Lamp\n\nINT. HUT - DAY\n\nZO\xcb\nD\xe9j\xe0 vu.\n")
	for name, data := range map[string][]byte{
		"UTF-8": []byte(lamp), "with its mark": []byte("\ufeff" + lamp), "UTF-16": wide("little"), "the other way round": wide("big"),
		"Windows-1252": narrow,
	} {
		s, err := File("lamp.fountain", data)
		if err != nil || s.Format != screenplay.Fountain || len(s.Scenes) != 1 || len(s.Characters) != 1 || s.Characters[0] != "zoe" {
			t.Errorf("%s: %v, %v", name, s, err)
			continue
		}
		if last := s.Elements[len(s.Elements)-1]; last.Text != "Déjà vu." {
			t.Errorf("%s: %q", name, last.Text)
		}
	}
	if s, err := File("", []byte(finalDraftOf(fountain.Parse(lamp)))); err != nil || s.Format != screenplay.FinalDraft {
		t.Errorf("%v, %v", s, err)
	}
	if s, err := File("misnamed.txt", []byte(finalDraftOf(fountain.Parse(lamp)))); err != nil || s.Format != screenplay.FinalDraft {
		t.Errorf("%v, %v", s, err)
	}
	if s, err := File("a.txt", []byte(longFountain(10))); err != nil || s.Format != screenplay.Fountain {
		t.Errorf("%v, %v", s, err)
	}
}

func TestAnUploadThatIsNoScriptSaysWhatIsAccepted(t *testing.T) {
	for name, data := range map[string]string{
		"b.celtx": "anything", "b.docx": "INT. HUT", "a.rtf": `{\rtf1 INT. HUT}`, "b.zip": "PK\x05\x06", "a.wpd": "\xffWPC", "a.gdoc": "{}",
		"a.doc": "\xd0\xcf\x11\xe0", "a.png": "\x89PNG", "a.pdf": "INT. HUT", "a.bin": "a\x00b", "empty.txt": " \n ", "none.fountain": "",
	} {
		_, err := File(name, []byte(data))
		if !fault.Is(err, fault.InvalidBody) || !strings.Contains(err.Error(), ".fountain") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// wide writes ASCII in UTF-16, as Office writes the names in its containers.
func wide(name string) string {
	var b strings.Builder
	for i := range len(name) {
		b.WriteString(name[i:i+1] + "\x00")
	}
	return b.String()
}

// REQ M-49: what is no text is called by what it is, by its first bytes, with what to do about it.
func TestAFileThatIsNoTextIsCalledByWhatItIs(t *testing.T) {
	zip := func(first, rest string) string {
		return "PK\x03\x04\x14\x00\x00\x00\x00\x00" + strings.Repeat("\x00", 20) + first + rest
	}
	for _, c := range []struct{ name, data, says, not string }{
		{"poster.png", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "a picture (PNG) has no text to read", "copy"},
		{"page.jpg", "\xff\xd8\xff\xe0\x00\x10JFIF", "a picture (JPEG) has no text", ""},
		{"a.gif", "GIF89a\x01\x00", "a picture (GIF) has no text", ""},
		{"a.webp", "RIFF\x10\x00\x00\x00WEBPVP8 ", "a picture (WebP) has no text", ""},
		{"a.tif", "II*\x00\x08\x00\x00\x00", "a picture (TIFF) has no text", ""},
		{"a.heic", "\x00\x00\x00\x18ftypheic\x00\x00\x00\x00", "a picture (HEIF) has no text", ""},
		{"a.avif", "\x00\x00\x00\x1cftypavif\x00\x00\x00\x00", "a picture (AVIF) has no text", ""},
		{"a.bmp", "BM\x36\x00\x0c\x00\x00\x00\x00\x00", "a picture (BMP) has no text", ""},
		{"script.pdf", "\x89PNG\r\n\x1a\n", "a picture (PNG) has no text", "named .pdf"},
		{"table.xlsx", zip("[Content_Types].xml", "xl/workbook.xml"), "a spreadsheet is not read", "zip"},
		{"table", zip("[Content_Types].xml", "xl/workbook.xml"), "a spreadsheet is not read", "zip"},
		{"table.ods", zip("mimetype", "application/vnd.oasis.opendocument.spreadsheet"), "a spreadsheet is not read", "zip"},
		{"old.xls", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a spreadsheet is not read", "Word 97"},
		{"deck", zip("[Content_Types].xml", "ppt/presentation.xml"), "a presentation is not read", "zip"},
		{"script", zip("[Content_Types].xml", "word/document.xml"), "a Word document that is cut short or damaged is not read", "zip"},
		{"locked.docx", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + wide("EncryptedPackage"), "a document that is locked with a password is not read: in Word choose File", "97"},
		{"script.pages", zip("Index/Document.iwa", ""), "a Pages document (.pages) is not read: in Pages choose File › Export To › Word, or PDF", "zip"},
		{"script", zip("Index/Document.iwa", ""), "a document of Pages, Numbers or Keynote is not read: in Pages choose File › Export To", "zip"},
		{"script", "\xffWPC\x10\x00", "a WordPerfect document (.wpd) is not read: in WordPerfect choose File", "bytes"},
		{"script", `{\rtf1\ansi INT. HUT}`, "rich text (.rtf) is not read: open it in Word or TextEdit", ""},
		{"script", zip("mimetype", "application/vnd.oasis.opendocument.text"), "an OpenDocument text (.odt)", "zip"},
		{"novel.epub", zip("mimetype", "application/epub+zip"), "an e-book is not read", "zip"},
		{"novel.mobi", strings.Repeat("\x00", 60) + "BOOKMOBI", "an e-book is not read", "no text"},
		{"table.mp3", "ID3\x03\x00", "a sound file has no text", ""},
		{"a.wav", "RIFF\x10\x00\x00\x00WAVEfmt ", "a sound file has no text", ""},
		{"a.ogg", "OggS\x00\x02", "a sound file has no text", ""},
		{"a.flac", "fLaC\x00\x00", "a sound file has no text", ""},
		{"a.m4a", "\x00\x00\x00\x18ftypM4A \x00", "a sound file has no text", ""},
		{"film.mp4", "\x00\x00\x00\x18ftypisom\x00", "a video has no text", ""},
		{"film.mkv", "\x1a\x45\xdf\xa3\x01\x00", "a video has no text", ""},
		{"film.avi", "RIFF\x10\x00\x00\x00AVI LIST", "a video has no text", ""},
		{"scripts.zip", zip("draft.fountain", ""), "the zip archive is cut short or damaged", ""},
		{"scripts.zip", string(zipped(t, map[string]string{"draft.fountain": "INT. HUT", "second.fountain": "INT. HUT"})), "a zip archive is not read: unpack it", ""},
		{"table.zip", string(zipped(t, map[string]string{"xl/workbook.xml": "<workbook/>"})), "a spreadsheet is not read", "zip"},
		{"text", string(zipped(t, map[string]string{"mimetype": "application/vnd.oasis.opendocument.text"})), "an OpenDocument text (.odt) is not read: in LibreOffice choose File", "zip archive"},
		{"novel", string(zipped(t, map[string]string{"mimetype": "application/epub+zip"})), "an e-book is not read", "zip"},
		{"scripts.gz", "\x1f\x8b\x08\x00", "a gzip archive is not read: unpack it", ""},
		{"scripts.7z", "7z\xbc\xaf\x27\x1c", "a 7z archive is not read: unpack it", ""},
		{"scripts.rar", "Rar!\x1a\x07\x00", "a rar archive is not read: unpack it", ""},
		{"program", "\x7fELF\x02\x01\x01\x00", "a file of bytes that are no text", ""},
	} {
		_, err := File(c.name, []byte(c.data))
		if !fault.Is(err, fault.InvalidBody) || !strings.HasPrefix(err.Error(), c.says) || c.not != "" && strings.Contains(err.Error(), c.not) {
			t.Errorf("%s: %v, want %s", c.name, err, c.says)
		}
	}
	for _, text := range []string{"BMX RIDER", "RIFF RAFF ENTERS.", "ID3 is written on the door.", "II. THE HOUSE", "GIF89 it said", "Rar! he roars."} {
		if _, err := File("a.txt", []byte(text)); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestAPDFIsReadByTheReaderThatIsHandedIn(t *testing.T) {
	data := []byte("%PDF-1.7\n…")
	r := Reader{PDF: func(_ context.Context, got []byte) (string, error) {
		if string(got) != string(data) {
			t.Errorf("it was handed %q", got)
		}
		return scraped(3), nil
	}}
	s, err := r.Read(t.Context(), "a.pdf", data)
	if err != nil || s.Format != screenplay.PDF || s.Source != scraped(3) {
		t.Errorf("%v, %v", s, err)
	}
	broken := fault.New(fault.InvalidBody, "pictures")
	r.PDF = func(context.Context, []byte) (string, error) { return "", broken }
	if _, err := r.Read(t.Context(), "", data); !errors.Is(err, broken) {
		t.Error(err)
	}
	if _, err := File("a.pdf", data); !fault.Is(err, fault.InvalidBody) {
		t.Error(err)
	}
}

// A hostile text takes time in proportion to its size: by its square, a
// megabyte would take minutes.
func TestHostileTextTakesNoLonger(t *testing.T) {
	const size = 1 << 20
	for name, unit := range map[string]string{
		"notes never closed": "[[", "boneyards never closed": "/*", "stars": "*", "stars apart": "*a ", "underscores": "_a", "brackets": "(\n",
		"cues": "A\nb\n\n", "openers": "@", "crosses": "^\n", "lines of hashes": "#\n", "blank notes": "[[\n\n", "carriage returns": "\r",
		"notes one in another": "[[a]]", "closers first": "]][[", "headings": "INT. A\n\n", "numbers": "INT. A #1#\n\n", "colons": "a:\n",
		"spaces": " ", "brackets open": "A (\nb\n\n", "dashes": "INT. - - - - -\n\n", "nothing": "\x00",
	} {
		text := strings.Repeat(unit, size/len(unit))
		began := processorTime(t)
		sound(t, fountain.Parse(text))
		Detect(text)
		if took := processorTime(t) - began; took > 10*time.Second {
			t.Errorf("%s: %v", name, took)
		}
	}
	began := processorTime(t)
	for _, unit := range []string{"<Paragraph>", "<Paragraph Type=\"Action\"><Text>a</Text></Paragraph>", "&amp;", "<Text a=\"", "<!--"} {
		s, _ := fdx.Parse("<FinalDraft><Content>" + strings.Repeat(unit, size/len(unit)))
		sound(t, s)
	}
	if took := processorTime(t) - began; took > 20*time.Second {
		t.Errorf("Final Draft: %v", took)
	}
}

func FuzzFountain(f *testing.F) {
	for _, seed := range []string{longFountain(2), "Title: A\n  b\n\n# c\n= d\n~e\n>f<\n[[g\n\n/*h*/\n@i ^\n(j)\n!k", "\r\r\n\f\u2028[[]]/**/", "A\n  \n \t\n(b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := fountain.Parse(text)
		sound(t, s)
		if !strings.ContainsAny(text, "\r\f") {
			if other := fountain.Parse(strings.ReplaceAll(text, "\n", "\r\n")); reading(other) != reading(s) {
				t.Errorf("%q: other line endings make it\n%s", text, reading(other))
			}
		}
	})
}

func FuzzFDX(f *testing.F) {
	f.Add(finalDraftOf(fountain.Parse(longFountain(1))))
	f.Add("<FinalDraft><Content><Paragraph Type=\"Outline 2\"><DualDialogue><Paragraph Type=\"\"><Text>a</Text></Paragraph></DualDialogue></Paragraph>")
	f.Add("<FinalDraft><Content><Paragraph><Text>a<b/>c</Text><ScriptNote><Paragraph><Text>d</Text></Paragraph></ScriptNote><Text>e</Text></Paragraph>")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := fdx.Parse(text)
		sound(t, s)
		if err != nil && !fault.Is(err, fault.InvalidBody) {
			t.Error(err)
		}
	})
}

func FuzzRead(f *testing.F) {
	f.Add("a.fountain", []byte("INT. A\n\nB\nc"))
	f.Add("a.txt", []byte("\xff\xfeA\x00"))
	f.Add("", []byte("<FinalDraft>"))
	f.Add("a.pdf", []byte("%PDF-"))
	for name := range stations {
		f.Add(name, station(f, name))
	}
	f.Add("a.txt", []byte("RAIN\n\nby ȺȺȺȺȺȺ\n\nFADE IN:\n\nINT. HALL - DAY\n\nNobody.\n"))
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		s, err := File(name, data)
		if err == nil {
			sound(t, s)
		} else if !fault.Is(err, fault.InvalidBody) {
			t.Error(err)
		}
	})
}

func benchmarkParse(b *testing.B, text string) {
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		Text(text)
	}
}

func BenchmarkParseFountain(b *testing.B) { benchmarkParse(b, longFountain(230)) }

func BenchmarkParseFDX(b *testing.B) {
	benchmarkParse(b, finalDraftOf(fountain.Parse(longFountain(150))))
}

func BenchmarkDetectPlain(b *testing.B) {
	text := scraped(160)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Detect(text)
	}
}

// processorTime is what this process has used so far.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var used unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
