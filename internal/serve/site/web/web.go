// Package web carries the files that browsers load: one style sheet, joined of css/*.css in
// the order of their names, the script modules js/*.js, and the typefaces fonts/*.woff2, which
// the style sheet names. Each is served at an address that names its content, so that a browser
// may keep it for ever.
package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

//go:embed css/*.css js/*.js fonts/*.woff2
var files embed.FS

// Root is the path that the files are served under.
const Root = "/static/"

// File is what one address serves.
type File struct {
	Media string // its content type
	Body  []byte
}

// Assets are the files by address. They are not changed after Load.
type Assets struct {
	style   string
	fonts   map[string]string // address by name
	scripts map[string]string // address by name
	files   map[string]File   // by address
}

// Load joins the style sheets and names every file by its content.
func Load() (*Assets, error) {
	a := &Assets{fonts: map[string]string{}, scripts: map[string]string{}, files: map[string]File{}}
	if err := each("fonts/*.woff2", func(name string, body []byte) {
		a.fonts[name] = a.add(name, "font/woff2", body)
	}); err != nil {
		return nil, err
	}
	var style bytes.Buffer
	if err := each("css/*.css", func(_ string, body []byte) {
		style.Write(bytes.TrimSpace(body))
		style.WriteByte('\n')
	}); err != nil {
		return nil, err
	}
	sheet := style.String()
	for name, address := range a.fonts { // beside the style sheet, so that it needs no prefix
		sheet = strings.ReplaceAll(sheet, "url("+name+")", "url("+path.Base(address)+")")
	}
	a.style = a.add("site.css", "text/css; charset=utf-8", []byte(sheet))
	return a, each("js/*.js", func(name string, body []byte) {
		a.scripts[strings.TrimSuffix(name, ".js")] = a.add(name, "text/javascript; charset=utf-8", body)
	})
}

// typefaces are the rules of a style sheet that name a typeface.
var typefaces = regexp.MustCompile(`@font-face\s*\{[^}]*\}`)

// Inline joins style sheets, named without .css, in the order of the site, for a document that
// carries them and loads nothing: there are no typefaces, and nothing in it ends the element that it
// stands in. Without names it joins all. An unknown name is an error of whoever wrote the document.
func Inline(names ...string) (string, error) {
	var style strings.Builder
	left := slices.Clone(names)
	err := each("css/*.css", func(name string, body []byte) {
		if i := slices.Index(left, strings.TrimSuffix(name, ".css")); i >= 0 {
			left = slices.Delete(left, i, i+1)
		} else if len(names) > 0 {
			return
		}
		style.Write(bytes.TrimSpace(body))
		style.WriteByte('\n')
	})
	if err == nil && len(left) > 0 {
		err = fmt.Errorf("no style sheet is called %q", left)
	}
	return strings.ReplaceAll(typefaces.ReplaceAllString(style.String(), ""), "</", `<\/`), err
}

// each calls see with the files of a pattern, in the order of their names.
func each(pattern string, see func(name string, body []byte)) error {
	names, err := fs.Glob(files, pattern)
	if err != nil {
		return err
	}
	for _, name := range names {
		body, err := files.ReadFile(name)
		if err != nil {
			return err
		}
		see(path.Base(name), body)
	}
	return nil
}

// add stores a file and returns its address: /static/site.1a2b3c4d5e6f.css.
func (a *Assets) add(name, media string, body []byte) string {
	sum := sha256.Sum256(body)
	stem, extension, _ := strings.Cut(name, ".")
	address := Root + stem + "." + hex.EncodeToString(sum[:6]) + "." + extension
	a.files[address] = File{Media: media, Body: body}
	return address
}

// Style returns the address of the style sheet.
func (a *Assets) Style() string { return a.style }

// Fonts returns the addresses of the typefaces that every page needs before its style sheet is
// read: those of plain Latin. The others are loaded by pages that have their letters.
func (a *Assets) Fonts() []string {
	return []string{a.fonts["inter-latin.woff2"], a.fonts["bricolage-grotesque-latin.woff2"]}
}

// Script returns the address of a module, by its name without .js. An unknown name is an
// error of whoever wrote the page.
func (a *Assets) Script(name string) (string, error) {
	address, ok := a.scripts[name]
	if !ok {
		return "", fmt.Errorf("no script is called %q", name)
	}
	return address, nil
}

// File returns what an address serves; ok is false for an address that names no file, such as
// one of an older program.
func (a *Assets) File(address string) (f File, ok bool) {
	f, ok = a.files[address]
	return f, ok
}

// All returns the addresses of all files, in no order.
func (a *Assets) All() []string {
	all := make([]string, 0, len(a.files))
	for address := range a.files {
		all = append(all, address)
	}
	return all
}
