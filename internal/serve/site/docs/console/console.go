// Package console is the page on which every operation can be tried: Swagger UI over the
// description that the service makes of itself, with the key that is published or one's own.
//
// Swagger UI (swagger-ui-dist 5.35.0, Apache-2.0) is carried compressed, as npm has it. It
// runs under a policy that lets it load nothing from elsewhere and run no inline script; it
// writes markup itself, so the policy does not demand trusted types as that of other pages
// does. Start reading at Register.
package console

import (
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/wire"
)

// Path is the address of the console. Its files are below it, at an address that names their
// version, so that browsers keep them.
const (
	Path  = "/docs/console"
	files = Path + "/5.35.0-1/"
)

//go:embed swagger-ui/*.gz init.js console.css
var embedded embed.FS

// policy is the content security policy of the page.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; " +
	"base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// Register adds the page and its files.
func Register(s *page.Site) error {
	for name, media := range map[string]string{
		"swagger-ui-bundle.js": javascript, "swagger-ui.css": css, "init.js": javascript, "console.css": css,
	} {
		f, err := load(name, media)
		if err != nil {
			return fmt.Errorf("the console: %w", err)
		}
		s.Mux.HandleFunc("GET "+files+name, f.send)
	}
	s.Handle(page.Route{Path: Path, Get: show, Need: access.Need{Open: true}})
	return nil
}

const (
	javascript = "text/javascript; charset=utf-8"
	css        = "text/css; charset=utf-8"
)

// show sends the page. It has a frame of its own, since Swagger UI's style and ours would
// disturb each other.
func show(v *page.View) error {
	var b bytes.Buffer
	if err := document(v.Prefix(), access.Playground).Render(v.Context(), &b); err != nil {
		return err
	}
	v.Header().Set("Content-Security-Policy", policy)
	v.SendHTML(http.StatusOK, b.Bytes())
	return nil
}

// file is a file of the console, compressed if it was embedded so.
type file struct {
	media      string
	compressed []byte // with gzip; nil for a file that is small
	plain      []byte // nil for a file that is compressed
}

// load reads an embedded file.
func load(name, media string) (*file, error) {
	if b, err := embedded.ReadFile(name); err == nil {
		return &file{media: media, plain: b}, nil
	}
	b, err := embedded.ReadFile("swagger-ui/" + name + ".gz")
	return &file{media: media, compressed: b}, err
}

// send answers with the file: as it was compressed to who takes that, and to others plain.
func (f *file) send(w http.ResponseWriter, _ *http.Request) {
	x := w.(*wire.Exchange)
	h := x.Header()
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("Vary", "Accept-Encoding")
	h.Set("X-Content-Type-Options", "nosniff")
	if f.plain != nil {
		x.SendAs(f.media, http.StatusOK, append(x.Body(), f.plain...))
		return
	}
	if !takesGzip(x.R.Header.Get("Accept-Encoding")) {
		plain, err := f.open()
		if err != nil {
			x.Fail(err)
			return
		}
		x.SendAs(f.media, http.StatusOK, plain)
		return
	}
	h.Set("Content-Type", f.media)
	h.Set("Content-Encoding", "gzip")
	h.Set("Content-Length", strconv.Itoa(len(f.compressed)))
	x.WriteHeader(http.StatusOK)
	if x.R.Method != http.MethodHead {
		x.Write(f.compressed) // an error means that the client is gone
	}
}

// open decompresses the file.
func (f *file) open() ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(f.compressed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

// takesGzip reports whether a client takes gzip, whatever else it takes.
func takesGzip(accept string) bool {
	return wire.Negotiate(strings.ReplaceAll(strings.ToLower(accept), "zstd", ""), wire.Gzip) == wire.Gzip
}
