package serve

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/blob"
	"kinodex/internal/poster"
	"kinodex/internal/serve/wire"
)

// A picture's name comes from what it shows, so an address never gets another
// picture and may be kept for ever.
var (
	keptForEver = []string{"public, max-age=31536000, immutable"}
	notKept     = []string{"no-store"}
	pictureType = []string{"image/jpeg"}
	noSniffing  = []string{"nosniff"}
)

// registerPictures serves the pictures of stored posters, for everyone and for free:
// their addresses stand in films (REQ F2-06). Nothing lists them.
func (s *service) registerPictures(doc *huma.OpenAPI) {
	servedFile{
		id: "getPosterPicture", path: poster.Prefix + "{name}", summary: "A stored poster",
		text:   "The picture at a film's poster_full_url or poster_mini_url, or at poster_url of a stored poster: a JPEG of at most 1000×1500 or 185×278 pixels. An address never gets another picture. Nothing lists them.",
		media:  pictureType,
		params: []*huma.Param{needed("name", "path", "Sixteen hexadecimal digits, then -full.jpg or -mini.jpg.", "5f2c9a0112345678-full.jpg")},
		cache:  keptForEver[0],
		errors: map[string]string{"404": "NotFound", "414": "URITooLong", "431": "HeadersTooLarge", "500": "InternalError"},
	}.describe(doc)
	pages{s.mux}.HandleFunc("GET "+poster.Prefix+"{name}", func(w http.ResponseWriter, r *http.Request) {
		x := w.(*wire.Exchange)
		h := x.Header()
		h["X-Content-Type-Options"] = noSniffing
		name := r.PathValue("name")
		o, err := s.app.PosterPicture(r.Context(), name)
		if err != nil {
			h["Cache-Control"] = notKept
			x.Fail(err)
			return
		}
		picture := &rereadable{size: o.Size, body: o.Body, open: func() (*blob.Object, error) {
			return s.app.PosterPicture(r.Context(), name)
		}}
		defer picture.Close()
		h["Content-Type"] = pictureType
		h["Cache-Control"] = keptForEver
		h["Etag"] = []string{`"` + strings.TrimSuffix(name, ".jpg") + `"`}
		http.ServeContent(x.Patient(), r, "", o.Modified, picture)
	})
}

// rereadable reads an object from any place on, whatever kind of bucket it comes
// from: it skips what it does not want, and opens the object again to go back.
// It is not safe for concurrent use, and must be closed.
type rereadable struct {
	size int64
	open func() (*blob.Object, error)
	body io.ReadCloser // nil when it must be opened again
	at   int64         // where body stands
	want int64         // where the next Read begins
}

// Seek moves without reading.
// A place past the end is allowed: Read then returns io.EOF.
func (p *rereadable) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += p.want
	case io.SeekEnd:
		offset += p.size
	}
	if offset < 0 {
		return 0, errors.New("a place before the start")
	}
	p.want = offset
	return offset, nil
}

// Read reads on from the place that Seek named.
// An error may be that of opening the object again.
func (p *rereadable) Read(b []byte) (int, error) {
	if p.want >= p.size {
		return 0, io.EOF
	}
	if err := p.move(); err != nil {
		return 0, err
	}
	n, err := p.body.Read(b)
	p.at += int64(n)
	p.want = p.at
	return n, err
}

// move brings the body to the wanted place.
func (p *rereadable) move() error {
	if p.body == nil || p.at > p.want {
		_ = p.Close()
		o, err := p.open()
		if err != nil {
			return fmt.Errorf("open a picture again: %w", err)
		}
		p.body, p.at = o.Body, 0
	}
	n, err := io.CopyN(io.Discard, p.body, p.want-p.at)
	p.at += n
	return err
}

// Close closes the object.
// It may be closed twice. A later Read opens the object again.
func (p *rereadable) Close() error {
	if p.body == nil {
		return nil
	}
	body := p.body
	p.body = nil
	return body.Close()
}

var _ io.ReadSeekCloser = (*rereadable)(nil)
