package parse

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"runtime"
	"strings"
	"testing"
	"time"

	"kinodex/internal/fault"
)

// scriptXML is a document of Fade In that would be read.
const scriptXML = `<document type="Open Screenplay Format document" version="40"><paragraphs><para><style basestyle="Action"/><text>SECRET WORDS</text></para></paragraphs></document>`

// directory finds the entry of a file in the central directory of an archive.
func directory(t *testing.T, archive []byte, name string) []byte {
	t.Helper()
	for at := 0; ; at++ {
		i := bytes.Index(archive[at:], []byte("PK\x01\x02"))
		if i < 0 {
			t.Fatal("no such file")
		}
		if at += i; bytes.HasPrefix(archive[at+46:], []byte(name)) {
			return archive[at:]
		}
	}
}

// bomb is an archive with one file of so many spaces.
func bomb(t *testing.T, name string, size int) []byte {
	return zipped(t, map[string]string{name: strings.Repeat(" ", size)})
}

// REQ M-48: an archive that was made to do harm is refused, in the words of its form, with
// nothing of what it holds, in little time and memory.
func TestAHostileArchiveIsRefused(t *testing.T) {
	whole := zipped(t, map[string]string{"document.xml": scriptXML})
	if _, err := File("a.fadein", whole); err != nil {
		t.Fatal(err)
	}
	changed := func(change func(archive, entry []byte)) []byte {
		b := bytes.Clone(whole)
		change(b, directory(t, b, "document.xml"))
		return b
	}
	many := map[string]string{"document.xml": scriptXML}
	for i := range 5000 {
		many[fmt.Sprintf("pictures/%d.png", i)] = ""
	}
	twice := func() []byte {
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		for range 2 {
			f, _ := w.Create("document.xml")
			_, _ = f.Write([]byte(scriptXML))
		}
		_ = w.Close()
		return b.Bytes()
	}
	pages := map[string]string{"project.rdf": ""}
	for i := range 60 {
		pages[fmt.Sprintf("script-%d.html", i)] = strings.Repeat("<p>", 300_000)
	}
	nested := string(zipped(t, map[string]string{"document.xml": scriptXML}))
	deep := strings.Repeat("<a>", 100_000)
	for _, c := range []struct {
		name string
		data []byte
		says string
	}{
		{"a.fadein", whole[:len(whole)/2], "the Fade In document is cut short or damaged"},
		{"a.docx", []byte("PK\x03\x04word"), "the Word document is cut short or damaged"},
		{"a.highland", []byte("PK\x03\x04"), "the Highland document is cut short or damaged"},
		{"a.celtx", []byte("PK\x03\x04"), "the Celtx project is cut short or damaged"},
		{"a.fadein", bomb(t, "document.xml", 15<<20), "unpacks to more than any script has"},
		{"a.fadein", bomb(t, "document.xml", 40<<20), "unpacks to more than any script has"},
		{"a.docx", bomb(t, "word/document.xml", 40<<20), "unpacks to more than any script has"},
		{"a.highland", bomb(t, "text.md", 40<<20), "unpacks to more than any script has"},
		{"a.celtx", zipped(t, pages), ""},
		// The entry says that the file is short, and it is not; that it is long; that it is another.
		{"a.fadein", changed(func(_, entry []byte) { binary.LittleEndian.PutUint32(entry[24:], 10) }), "damaged inside"},
		{"a.fadein", changed(func(_, entry []byte) { binary.LittleEndian.PutUint32(entry[24:], 10_000) }), "damaged inside"},
		{"a.fadein", changed(func(_, entry []byte) { binary.LittleEndian.PutUint32(entry[16:], 1) }), "damaged inside"},
		{"a.fadein", changed(func(_, entry []byte) { binary.LittleEndian.PutUint32(entry[20:], 1<<31) }), "damaged inside"},
		{"a.fadein", changed(func(_, entry []byte) { binary.LittleEndian.PutUint16(entry[10:], 99) }), "damaged inside"},
		{"a.fadein", changed(func(_, entry []byte) { binary.LittleEndian.PutUint32(entry[42:], 1<<31-1) }), "damaged"},
		{"a.fadein", changed(func(_, entry []byte) { entry[8] |= 1 }), "has a password: save it without one"},
		{"a.fadein", zipped(t, map[string]string{"document.xml": scriptXML, "../../etc/passwd": "x"}), "leads out of its folder"},
		{"a.fadein", zipped(t, map[string]string{"document.xml": scriptXML, "/etc/passwd": "x"}), "leads out of its folder"},
		{"a.fadein", zipped(t, map[string]string{"document.xml": scriptXML, `..\x`: "x"}), "leads out of its folder"},
		{"a.fadein", zipped(t, map[string]string{"document.xml": scriptXML, "C:x": "x"}), "leads out of its folder"},
		{"a.fadein", zipped(t, map[string]string{"document.xml": scriptXML, "a/../../x": "x"}), "leads out of its folder"},
		{"a.fadein", zipped(t, many), "more than 4,096 files"},
		{"a.fadein", twice(), "two files of one name"},
		{"a.fadein", zipped(t, map[string]string{"document.xml": nested}), "its script is an archive again"},
		{"a.highland", zipped(t, map[string]string{"text.md": nested}), "its script is an archive again"},
		{"a.zip", zipped(t, map[string]string{"a.fadein": nested}), "a zip archive is not read: unpack it"},
		{"a.fadein", zipped(t, map[string]string{"document.xml": deep}), "outermost element is not document"},
		{"a.fadein", zipped(t, map[string]string{"document.xml": "<document>" + deep}), "nest too deep"},
		{"a.docx", zipped(t, map[string]string{"word/document.xml": deep}), "nest too deep"},
		{"a.docx", zipped(t, map[string]string{"word/document.xml": "<w:document/>", "word/styles.xml": deep}), "nest too deep"},
		{"a.celtx", zipped(t, map[string]string{"project.rdf": "", "script.html": strings.Repeat("<div>", 100_000)}), "nest too deep"},
		{"a.fadein", zipped(t, map[string]string{"document.xml": `<!DOCTYPE d [<!ENTITY a "b"><!ENTITY c SYSTEM "file:///etc/passwd">]>` + scriptXML}), "declares entities"},
		{"a.fadein", zipped(t, map[string]string{"document.xml": strings.Replace(scriptXML, "SECRET", "&boom;", 1)}), "not well-formed"},
		{"a.fadein", zipped(t, map[string]string{"document.xml": scriptXML[:100]}), "damaged at line 1"},
		{"a.docx", zipped(t, map[string]string{"word/document.xml": "<w:document><w:body><w:p><w:r><w:t>SECRET"}), "damaged at line 1"},
		{"a.fadein", zipped(t, map[string]string{"document.xml": "<\x00d\x00o\x00c\x00"}), "damaged"}, // UTF-16 without its mark
		{"a.fadein", zipped(t, map[string]string{"document.xml": "<document/>"}), "holds no script"},
		{"a.celtx", zipped(t, map[string]string{"project.rdf": ""}), "holds no script"},
		{"a.celtx", zipped(t, map[string]string{"project.rdf": "", "notes.html": "<p>SECRET</p>"}), "holds no script"},
		{"a.trelby", []byte("#Version 3\n#Start-Script \n"), "holds no script"},
		{"a.osf", []byte("<?xml version=\"1.0\"?><document/>"), "holds no script"},
		{"a.trelby", []byte("#Version 3\n#Start-Script \n" + strings.Repeat("..a\n", 300_000)), "more paragraphs than any script"},
		{"a.osf", []byte("<document><paragraphs>" + strings.Repeat("<para><text>a</text></para>", 300_000)), "more paragraphs than any script"},
		{"a.docx", stored("word/document.xml", "<w:document>"+strings.Repeat("<w:p/>", 600_000)), "more paragraphs than any script"},
		{"a.osf", []byte("<html>SECRET</html>"), "outermost element is not document"},
	} {
		began := processorTime(t)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := File(c.name, c.data)
		runtime.ReadMemStats(&after)
		if !fault.Is(err, fault.InvalidBody) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s of %d bytes: %v, want %s", c.name, len(c.data), err, c.says)
			continue
		}
		if told := err.(*fault.Fault).Message; strings.Contains(told, "SECRET") || strings.Contains(told, "boom") || strings.Contains(told, "passwd") {
			t.Errorf("%s: the fault tells what was submitted: %v", c.name, told)
		}
		if took, used := processorTime(t)-began, after.TotalAlloc-before.TotalAlloc; took > 5*time.Second || used > 600<<20 {
			t.Errorf("%s: %v and %d MB", c.says, took, used>>20)
		}
	}
}

// An encoding that is declared wrongly, or not at all, is found out by the bytes.
func TestADocumentInAnotherEncodingIsRead(t *testing.T) {
	xml := `<?xml version="1.0" encoding="%s"?><document type="Open Screenplay Format document" version="40"><paragraphs><para><style basestyle="Action"/><text>Zo%s</text></para></paragraphs></document>`
	for name, data := range map[string]string{
		"UTF-8 that says UTF-16": fmt.Sprintf(xml, "utf-16", "ë"), "UTF-8 with a mark": "\ufeff" + fmt.Sprintf(xml, "UTF-8", "ë"),
		"Windows-1252 that says UTF-8": fmt.Sprintf(xml, "UTF-8", "\xeb"), "an unheard-of one": fmt.Sprintf(xml, "x-nothing", "ë"),
		"UTF-16 with its mark": "\xff\xfe" + wide(strings.Replace(fmt.Sprintf(xml, "UTF-16", "?"), "?<", "\xeb<", 1)),
	} {
		s, err := File("a.fadein", zipped(t, map[string]string{"document.xml": data}))
		if err != nil || len(s.Elements) != 1 || s.Elements[0].Text != "Zoë" {
			t.Errorf("%s: %v, %v", name, s, err)
		}
	}
}

// Every file that is cut anywhere is read or refused, and so is one of which a byte changed.
func TestACutOrChangedFileIsReadOrRefused(t *testing.T) {
	for name := range stations {
		whole := station(t, name)
		for _, at := range []int{1, 3, 10, len(whole) / 7, len(whole) / 3, len(whole) / 2, len(whole) - 30, len(whole) - 1} {
			broken := bytes.Clone(whole)
			broken[at] ^= 0x41
			for _, data := range [][]byte{whole[:at], broken} {
				s, err := File(name, data)
				switch {
				case err == nil:
					sound(t, s)
				case !fault.Is(err, fault.InvalidBody):
					t.Errorf("%s at %d: %v", name, at, err)
				}
			}
		}
	}
}

// stored is an archive of one file that is not packed, so that no bound on packing is in the
// way.
func stored(name, content string) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, _ := w.CreateRaw(&zip.FileHeader{Name: name, Method: zip.Store, CRC32: crc32.ChecksumIEEE([]byte(content)), CompressedSize64: uint64(len(content)), UncompressedSize64: uint64(len(content))})
	_, _ = f.Write([]byte(content))
	_ = w.Close()
	return b.Bytes()
}

func TestHostileDocumentsTakeNoLonger(t *testing.T) {
	const size = 1 << 20
	for _, unit := range []string{"<w:p/>", "<w:p><w:r><w:t>a</w:t></w:r></w:p>", "<w:p><w:r><w:tab/><w:br/></w:r></w:p>", `<w:p><w:pPr><w:jc w:val="center"/><w:ind w:left="29999"/></w:pPr><w:r><w:t>a</w:t></w:r></w:p>`,
		`<w:p><w:pPr><w:jc w:val="center"/></w:pPr><w:r><w:t>by</w:t></w:r></w:p><w:p><w:pPr><w:pStyle w:val="Title"/></w:pPr></w:p><w:p><w:pPr><w:pStyle w:val="Title"/></w:pPr><w:r><w:t>b</w:t></w:r></w:p>`} {
		began := processorTime(t)
		s, err := File("a.docx", stored("word/document.xml", "<w:document>"+strings.Repeat(unit, size/len(unit))+"</w:document>"))
		if err != nil {
			t.Errorf("%s: %v", unit, err)
			continue
		}
		sound(t, s)
		if took := processorTime(t) - began; took > 10*time.Second {
			t.Errorf("%s: %v", unit, took)
		}
	}
	for _, line := range []string{"..a\n", ">.a\n", "._A\n.:b\n", "&", "#Title-String 0,1,2,c,C,,a\n", ".\\int. a\n"} {
		began := processorTime(t)
		s, _ := File("a.trelby", []byte("#Version 3\n#Start-Script \n"+strings.Repeat(line, size/len(line))))
		if s != nil {
			sound(t, s)
		}
		if took := processorTime(t) - began; took > 10*time.Second {
			t.Errorf("%s: %v", line, took)
		}
	}
	for _, para := range []string{`<para><style basestyle="Character" dualdialogue="1"/><text>A</text></para>`, `<para note="a" synopsis="b"/>`, `<para><text>&lt;b&gt;&lt;b</text></para>`} {
		began := processorTime(t)
		s, err := File("a.osf", []byte(osfOf("12", strings.Repeat(para, size/len(para)))))
		if err != nil {
			t.Errorf("%s: %v", para, err)
			continue
		}
		sound(t, s)
		if took := processorTime(t) - began; took > 10*time.Second {
			t.Errorf("%s: %v", para, took)
		}
	}
}
