package parse

import (
	"bytes"

	"kinodex/internal/text"
)

// foreign names the form of an upload that is not read, and says what to do; "" when it
// may be read.
func foreign(extension string, data []byte) string {
	if name, known := otherPrograms[extension]; known {
		return name
	}
	head := data[:min(len(data), 4096)]
	if bytes.HasPrefix(head, []byte("\xd0\xcf\x11\xe0")) {
		return inCompound(data)
	}
	for _, m := range marks {
		if len(head) >= m.at && bytes.HasPrefix(head[m.at:], []byte(m.bytes)) {
			return m.means
		}
	}
	switch {
	case len(head) >= 12 && (string(head[:4]) == "RIFF" || head[0] == 0 && string(head[4:8]) == "ftyp") && mediaOf(string(head[8:12])) != "":
		return mediaOf(string(head[8:12]))
	case bytes.HasPrefix(head, []byte("BM")) && bytes.IndexByte(head[:min(len(head), 16)], 0) > 0:
		return "a picture (BMP)" + noText
	case extension == ".pdf":
		return "a file that is named .pdf and is no PDF is not read"
	case extension == ".docx" || extension == ".celtx":
		return "a file that is named " + extension + " and is no " + archives[extension] + " is not read: save it again in the program that made it"
	case bytes.HasPrefix(data, []byte("PK\x05\x06")):
		return "an empty zip archive is not read"
	case bytes.Count(head, []byte{0}) > 0:
		if order, _ := text.ByteOrder(data); order == nil {
			return "a file of bytes that are no text is not read"
		}
	}
	return ""
}

// What a file is that no writing program made, and what to do.
const (
	noText       = " has no text to read: send the script as its writing program exports it"
	soundFile    = "a sound file" + noText
	video        = "a video" + noText
	spreadsheet  = "a spreadsheet is not read: send the script itself, not a table about it"
	presentation = "a presentation is not read: send the script itself"
	ebook        = "an e-book is not read: send the script itself, or the book's text as plain text"
	unpack       = " archive is not read: unpack it and send the script that is in it"
)

// marks are the bytes that forms begin with, or have at a fixed place.
var marks = []struct {
	at           int
	bytes, means string
}{
	{0, "\x89PNG", "a picture (PNG)" + noText},
	{0, "\xff\xd8\xff", "a picture (JPEG)" + noText},
	{0, "GIF87a", "a picture (GIF)" + noText}, {0, "GIF89a", "a picture (GIF)" + noText},
	{0, "II*\x00", "a picture (TIFF)" + noText}, {0, "MM\x00*", "a picture (TIFF)" + noText},
	{0, "ID3\x02", soundFile}, {0, "ID3\x03", soundFile}, {0, "ID3\x04", soundFile}, {0, "\xff\xfb", soundFile}, {0, "OggS\x00", soundFile}, {0, "fLaC\x00", soundFile},
	{0, "\x1a\x45\xdf\xa3", video},
	{60, "BOOKMOBI", ebook},
	{0, "\x1f\x8b", "a gzip" + unpack}, {0, "7z\xbc\xaf", "a 7z" + unpack}, {0, "Rar!\x1a", "a rar" + unpack},
	{0, `{\rtf`, otherPrograms[".rtf"]},
	{0, "\xffWPC", otherPrograms[".wpd"]},
}

// inZip names a zip archive by a file that is in it.
func inZip(data []byte) string {
	for _, of := range []struct{ holds, means string }{
		{"word/document.xml", "a Word document that is cut short or damaged is not read: save it again, and send the whole file"},
		{"xl/workbook.", spreadsheet},
		{"ppt/presentation.xml", presentation},
		{"application/epub+zip", ebook},
		{"application/vnd.oasis.opendocument.text", otherPrograms[".odt"]},
		{"application/vnd.oasis.opendocument.spreadsheet", spreadsheet},
		{"application/vnd.oasis.opendocument.presentation", presentation},
		{"Index/Document.iwa", "a document of Pages, Numbers or Keynote is not read: in Pages choose File › Export To › Word, or PDF"},
	} {
		if bytes.Contains(data, []byte(of.holds)) {
			return of.means
		}
	}
	return unnamedZip
}

// unnamedZip is said of an archive of nothing that is known.
const unnamedZip = "a zip" + unpack

// inCompound names a file of Office of before 2007, or one that Office has locked: both
// are containers that begin alike, with names in UTF-16.
func inCompound(data []byte) string {
	if bytes.Contains(data, []byte("E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e\x00")) {
		return "a document that is locked with a password is not read: in Word choose File › Info › Protect Document › Encrypt with Password, delete the password and save"
	}
	return otherPrograms[".doc"]
}

// mediaOf names a file of the ISO base media format or of RIFF by its brand; "" for a
// brand of neither.
func mediaOf(brand string) string {
	switch brand {
	case "WEBP":
		return "a picture (WebP)" + noText
	case "heic", "heix", "hevc", "mif1", "msf1":
		return "a picture (HEIF)" + noText
	case "avif", "avis":
		return "a picture (AVIF)" + noText
	case "M4A ", "M4B ", "WAVE":
		return soundFile
	case "AVI ", "isom", "iso2", "mp41", "mp42", "M4V ", "qt  ":
		return video
	}
	return ""
}

// otherPrograms are the files of programs that are not read, by extension, and what makes
// of them a file that is.
var otherPrograms = map[string]string{
	".doc":   "a document of Word 97 to 2003 (.doc) is not read: in Word choose File › Save As › Word Document (.docx), or PDF",
	".odt":   "an OpenDocument text (.odt) is not read: in LibreOffice choose File › Save As › Word (.docx), or File › Export As › PDF",
	".pages": "a Pages document (.pages) is not read: in Pages choose File › Export To › Word, or PDF",
	".rtf":   "rich text (.rtf) is not read: open it in Word or TextEdit, and save it as Word (.docx) or PDF",
	".wpd":   "a WordPerfect document (.wpd) is not read: in WordPerfect choose File › Publish to PDF, or save it as Word (.docx)",
	".wps":   "a document of Microsoft Works (.wps) is not read: save it as Word (.docx) or PDF",
	".gdoc":  "a link to Google Docs (.gdoc) is not read: in Google Docs choose File › Download › Microsoft Word, or PDF",
	".fdr":   "a file of Final Draft 7 and before (.fdr) is not read: save it as .fdx",
	".mmsw":  "a Movie Magic Screenwriter document (.mmsw) is not read: export it as Final Draft or PDF",
	".wdz":   "a WriterDuet document (.wdz) is not read: export it as Final Draft, Fountain or PDF",
	".scriv": "a Scrivener project (.scriv) is not read: compile it as Final Draft, Fountain or PDF",
	".xls":   spreadsheet, ".xlsx": spreadsheet, ".ods": spreadsheet, ".numbers": spreadsheet,
	".ppt": presentation, ".pptx": presentation, ".odp": presentation, ".key": presentation,
	".epub": ebook, ".mobi": ebook, ".azw3": ebook,
}
