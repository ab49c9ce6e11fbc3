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
	for _, m := range marks {
		if len(head) >= m.at && bytes.HasPrefix(head[m.at:], []byte(m.bytes)) {
			return m.means
		}
	}
	switch {
	case bytes.HasPrefix(data, []byte("PK\x03\x04")):
		return inZip(data)
	case len(head) >= 12 && (string(head[:4]) == "RIFF" || head[0] == 0 && string(head[4:8]) == "ftyp") && mediaOf(string(head[8:12])) != "":
		return mediaOf(string(head[8:12]))
	case bytes.HasPrefix(head, []byte("BM")) && bytes.IndexByte(head[:min(len(head), 16)], 0) > 0:
		return "a picture (BMP)" + noText
	case extension == ".pdf":
		return "a file that is named .pdf and is no PDF is not read"
	case bytes.Contains(head, []byte(`type="Open Screenplay Format`)):
		return otherPrograms[".osf"]
	case bytes.HasPrefix(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), []byte("#Version ")) && bytes.Contains(head, []byte("\n#Begin-")):
		return otherPrograms[".trelby"]
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
	ebook        = "an e-book is not read: save its text as plain text"
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
	{0, "\xd0\xcf\x11\xe0", otherPrograms[".doc"]},
	{0, `{\rtf`, otherPrograms[".rtf"]},
}

// inZip names a zip archive by a file that is in it.
func inZip(data []byte) string {
	for _, of := range []struct{ holds, means string }{
		{"word/document.xml", otherPrograms[".docx"]},
		{"xl/workbook.", spreadsheet},
		{"ppt/presentation.xml", presentation},
		{"application/epub+zip", ebook},
		{"application/vnd.oasis.opendocument.text", otherPrograms[".odt"]},
		{"application/vnd.oasis.opendocument.spreadsheet", spreadsheet},
		{"application/vnd.oasis.opendocument.presentation", presentation},
	} {
		if bytes.Contains(data, []byte(of.holds)) {
			return of.means
		}
	}
	return "a zip" + unpack
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
	".doc":      "an old Office document (.doc) is not read: save it as plain text or PDF",
	".docx":     "a Word document (.docx) is not read: save it as plain text or PDF",
	".odt":      "an OpenDocument text (.odt) is not read: save it as plain text or PDF",
	".pages":    "a Pages document (.pages) is not read: export it as PDF",
	".rtf":      "rich text (.rtf) is not read: save it as plain text",
	".highland": "a Highland document (.highland) is not read: export it as Fountain, Final Draft or PDF",
	".celtx":    "a Celtx project (.celtx) is not read: export its script as PDF or plain text",
	".fadein":   "a Fade In document (.fadein) is not read: export it as Final Draft, Fountain or PDF",
	".osf":      "Open Screenplay Format (.osf) is not read: export it as Final Draft, Fountain or PDF",
	".trelby":   "a Trelby document (.trelby) is not read: export it as Final Draft, Fountain or PDF",
	".fdr":      "a file of Final Draft 7 and before (.fdr) is not read: save it as .fdx",
	".mmsw":     "a Movie Magic Screenwriter document (.mmsw) is not read: export it as Final Draft or PDF",
	".wdz":      "a WriterDuet document (.wdz) is not read: export it as Final Draft, Fountain or PDF",
	".scriv":    "a Scrivener project (.scriv) is not read: compile it as Final Draft, Fountain or PDF",
	".xls":      spreadsheet, ".xlsx": spreadsheet, ".ods": spreadsheet, ".numbers": spreadsheet,
	".ppt": presentation, ".pptx": presentation, ".odp": presentation, ".key": presentation,
	".epub": ebook, ".mobi": ebook, ".azw3": ebook,
}
