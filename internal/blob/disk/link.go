package disk

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"kinodex/internal/blob"
)

// Prefix is the path at which Server must be mounted.
const Prefix = "/objects/"

// Link returns a signed address below Prefix. It does not look whether the object
// exists.
func (b *Bucket) Link(_ context.Context, key, name string, expires time.Time) (string, error) {
	if err := blob.CheckKey(key); err != nil {
		return "", err
	}
	until := strconv.FormatInt(expires.Unix(), 10) // as it stands in the address, and is signed
	return Prefix + key + "?" + url.Values{
		"expires":   {until},
		"name":      {name},
		"signature": {b.sign(key, name, until)},
	}.Encode(), nil
}

// sign returns the signature of a link. Each part is preceded by its length, so that no
// two links have the same text to sign.
func (b *Bucket) sign(key, name, until string) string {
	h := hmac.New(sha256.New, b.secret)
	for _, part := range []string{"link", key, name, until} {
		fmt.Fprintf(h, "%d:%s", len(part), part)
	}
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil))
}

// Server returns the handler of links: GET and HEAD, with ranges and If-Range. A link
// that is unsigned, changed or expired is 403, and one to an object that is gone 404;
// refuse writes these errors. now is the clock.
func (b *Bucket) Server(now func() time.Time, refuse func(w http.ResponseWriter, r *http.Request, status int, message string)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key, _ := strings.CutPrefix(r.URL.Path, Prefix)
		name, message := b.admit(key, r.URL.Query(), now())
		if message != "" {
			refuse(w, r, http.StatusForbidden, message)
			return
		}
		f, info, err := b.open(key)
		switch {
		case errors.Is(err, blob.ErrNotFound):
			refuse(w, r, http.StatusNotFound, "the object of this link is no longer kept; ask the service for a new link")
			return
		case err != nil:
			refuse(w, r, http.StatusInternalServerError, "the object cannot be read")
			return
		}
		defer f.Close()
		h := w.Header()
		h.Set("Content-Type", info.ContentType)
		h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
		// A shared cache would answer after the link has expired.
		h.Set("Cache-Control", "private, max-age=0")
		// An object is never written in place: a new one has a new time.
		h.Set("ETag", `"`+info.ETag+`"`)
		http.ServeContent(w, r, "", info.Modified, f)
	})
}

// The messages of links that are refused.
const (
	unsigned = "objects are not public; ask the service for a link"
	forged   = "this link was changed or never given out; ask the service for a new one"
	ended    = "this link has expired; ask the service for a new one"
)

// admit checks a link and returns the name to save the object under, or the message of
// its refusal. The signature is compared in constant time.
func (b *Bucket) admit(key string, q url.Values, now time.Time) (name, refusal string) {
	for _, part := range []string{"expires", "name", "signature"} {
		if len(q[part]) != 1 {
			return "", unsigned
		}
	}
	name, until := q.Get("name"), q.Get("expires")
	if !hmac.Equal([]byte(q.Get("signature")), []byte(b.sign(key, name, until))) {
		return "", forged
	}
	// The signature is right, so the time is one that sign was given.
	expires, err := strconv.ParseInt(until, 10, 64)
	if err != nil || now.Unix() >= expires {
		return "", ended
	}
	return name, ""
}

// sortAsKeys sorts the entries of a directory as the keys below them sort.
func sortAsKeys(entries []fs.DirEntry) {
	key := func(e fs.DirEntry) string {
		if e.IsDir() {
			return e.Name() + "/"
		}
		return e.Name()
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(key(a), key(b)) })
}
