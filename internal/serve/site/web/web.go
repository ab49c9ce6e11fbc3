// Package web carries the files that browsers load: one style sheet, joined of css/*.css in
// the order of their names, and the script modules js/*.js. Each is served at an address
// that names its content, so that a browser may keep it for ever.
package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

//go:embed css/*.css js/*.js
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
	scripts map[string]string // address by name
	files   map[string]File   // by address
}

// Load joins the style sheets and names every file by its content.
func Load() (*Assets, error) {
	a := &Assets{scripts: map[string]string{}, files: map[string]File{}}
	sheets, err := fs.Glob(files, "css/*.css")
	if err != nil {
		return nil, err
	}
	var style bytes.Buffer
	for _, name := range sheets {
		b, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		style.Write(bytes.TrimSpace(b))
		style.WriteByte('\n')
	}
	a.style = a.add("site.css", "text/css; charset=utf-8", style.Bytes())
	modules, err := fs.Glob(files, "js/*.js")
	if err != nil {
		return nil, err
	}
	for _, name := range modules {
		b, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		base := path.Base(name)
		a.scripts[strings.TrimSuffix(base, ".js")] = a.add(base, "text/javascript; charset=utf-8", b)
	}
	return a, nil
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
