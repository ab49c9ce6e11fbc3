package pdf

import (
	"bytes"
	"io"
	"runtime/debug"

	pdf "github.com/ledongthuc/pdf"
)

// What a child says by its exit code. They lie apart from those of the Go
// runtime (2) and of signals.
const (
	exitDamaged   = 64
	exitEncrypted = 65
	exitPictures  = 66
	exitInflated  = 67
)

// The bounds of a child's own.
const (
	maxInput  = 64 << 20  // bytes of PDF
	maxMemory = 512 << 20 // bytes
	maxStack  = 64 << 20
	maxCPU    = 5 // seconds, many times what a screenplay takes
	maxPages  = 2000
	maxGlyphs = 4 << 20
)

// Child is the body of the child process: it bounds itself, reads a PDF from
// stdin and writes its text layer to stdout. The program must exit with the
// code that it gives, 0 when all went well.
// It changes limits of the whole process. Of a PDF larger than maxInput it writes
// nothing.
func Child(stdin io.Reader, stdout io.Writer) int {
	boundSelf()
	debug.SetMaxStack(maxStack)
	debug.SetMemoryLimit(maxMemory / 2)
	data, err := io.ReadAll(io.LimitReader(stdin, maxInput+1))
	if err != nil || len(data) > maxInput {
		return exitDamaged
	}
	text, code := extract(data)
	if code != 0 {
		return code
	}
	if _, err := io.WriteString(stdout, text); err != nil {
		return exitDamaged
	}
	return 0
}

// fewLetters is how many letters beside pictures are no text layer: a scanner's
// stamp, a file name in the margin.
const fewLetters = 40

// extract gives the text of a PDF, or why there is none.
// code is 0 when there is text, and else one of the exit codes above. A panic of
// the reader counts as damage.
func extract(data []byte) (text string, code int) {
	defer func() {
		if recover() != nil {
			text, code = "", exitDamaged
		}
	}()
	data, open := decrypted(trimmed(data))
	if !open {
		return "", exitEncrypted
	}
	if inflatesTo(data, maxInflated) {
		return "", exitInflated
	}
	file, err := pdf.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return "", exitDamaged
	}
	pages, images, broken := readPages(file)
	if len(pages) == 0 || broken == len(pages) {
		return "", exitDamaged
	}
	if n := letters(pages); n == 0 || n < fewLetters && images > 0 {
		return "", exitPictures
	}
	return layOut(pages), 0
}

// readPages gives the glyphs of every page, how many pictures there are, and
// how many pages could not be read to their end.
// pages are in order; a page without text has no glyphs. No more kids are read
// past maxPages pages or maxGlyphs glyphs, nor in a tree deeper than 32.
func readPages(file *pdf.Reader) (pages [][]glyph, images, broken int) {
	fonts := fontCache{}
	glyphs, nodes := 0, 0
	var walk func(node pdf.Value, depth int)
	walk = func(node pdf.Value, depth int) {
		if nodes++; nodes > 4*maxPages {
			return // a tree that bends back on itself
		}
		kids := node.Key("Kids")
		if kids.Kind() != pdf.Array {
			if node.Kind() != pdf.Dict {
				return
			}
			page, whole := readPage(pdf.Page{V: node}, fonts)
			if glyphs += len(page.glyphs); !whole {
				broken++
			}
			images += page.images
			pages = append(pages, page.glyphs)
			return
		}
		for i := 0; i < kids.Len() && len(pages) < maxPages && glyphs < maxGlyphs && depth < 32; i++ {
			walk(kids.Index(i), depth+1)
		}
	}
	walk(file.Trailer().Key("Root").Key("Pages"), 0)
	return pages, images, broken
}

// trimmed makes small departures good that the reader below would refuse: junk
// before the header or after the end mark, a header it does not know the
// version of, a missing end mark.
// data itself is not changed.
func trimmed(data []byte) []byte {
	if i := bytes.Index(data[:min(len(data), 1024)], []byte("%PDF-")); i > 0 {
		data = data[i:]
	}
	if len(data) < 9 {
		return data
	}
	end := []byte("%%EOF")
	if i := bytes.LastIndex(data, end); i >= 0 {
		data = bytes.Clone(data[:i+len(end)])
	} else {
		data = append(bytes.Clone(data), "\n%%EOF"...)
	}
	if bytes.HasPrefix(data, []byte("%PDF-")) {
		copy(data, "%PDF-1.7\n")
	}
	return data
}

// letters counts the glyphs of all pages that are letters.
func letters(pages [][]glyph) int {
	n := 0
	for _, page := range pages {
		for _, g := range page {
			if g.isLetter() {
				n++
			}
		}
	}
	return n
}
