// Package blob is an object store: posters and snapshots under keys, and links to them
// that expire.
//
// blob/disk stores objects in a directory and serves its own links; blob/s3 stores them
// in anything that speaks S3. Both pass the same tests (blob/blobtest). Only cmd/kinodex
// knows which one is used. The package imports no other package of the program. Start
// reading at Bucket.
package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"time"
)

// Bucket is a store of objects. It is safe for concurrent use, also by several
// processes. A key that CheckKey refuses is an error of every method that takes one,
// and never ErrNotFound.
type Bucket interface {
	// Put stores size bytes of body under key, whole or not at all: readers see the old
	// object or the new one, also when body ends early, fails, or ctx ends.
	Put(ctx context.Context, key string, body io.Reader, size int64, contentType string) error
	// PutIf stores a small body under key if the object there is still the one whose
	// Info.ETag is match, or, when match is empty, if there is none. It returns the new
	// object's ETag. Otherwise nothing is stored and the error is ErrChanged. Of several
	// that state the same match at the same time one succeeds. A key that is put in this
	// way should be put in no other.
	PutIf(ctx context.Context, key string, body []byte, contentType, match string) (etag string, err error)
	// Get opens an object. The caller must close its Body. The error is ErrNotFound when
	// there is none.
	Get(ctx context.Context, key string) (*Object, error)
	// GetFrom opens an object like Get and gives its bytes from offset on; Info is that of
	// the whole object. An offset at or behind its end is an error.
	GetFrom(ctx context.Context, key string, offset int64) (*Object, error)
	// Stat describes an object. The error is ErrNotFound when there is none.
	Stat(ctx context.Context, key string) (Info, error)
	// Delete removes an object. That there is none is no error.
	Delete(ctx context.Context, key string) error
	// List yields the objects whose key begins with prefix, in order of key. An error is
	// yielded last.
	List(ctx context.Context, prefix string) iter.Seq2[Info, error]
	// Link returns an address at which anyone may GET the object, whole or in ranges,
	// until expires; whole seconds count. A browser saves it as name. A changed address,
	// and one that is used later, answer 403. An address that begins with / is relative
	// to that of the service. The object need not exist.
	Link(ctx context.Context, key, name string, expires time.Time) (string, error)
}

// Info describes an object.
type Info struct {
	Key         string
	Size        int64 // bytes
	ContentType string
	Modified    time.Time // UTC
	// ETag is another one once the object was replaced by PutIf. It is opaque, without
	// quotes, and has no meaning in another store.
	ETag string
}

// Object is an open object.
type Object struct {
	Info
	Body io.ReadCloser
}

// ErrNotFound is returned when there is no object under a key.
var ErrNotFound = errors.New("no such object")

// ErrChanged is returned by PutIf when the object is not the one that was expected.
var ErrChanged = errors.New("the object was changed meanwhile")

// ErrUnavailable is returned when the store does not answer, or not in time. It may
// later.
var ErrUnavailable = errors.New("the store does not answer")

// MaxKey is how many bytes a key may have.
const MaxKey = 512

// CheckKey returns an error that says what is wrong with a key. A valid key has 1 to
// MaxKey bytes of a-z, 0-9, '.', '_', '-' and '/', and no part between slashes is empty
// or begins with a dot. So it is a path on every system and needs no escaping in a URL.
func CheckKey(key string) error {
	if key == "" || len(key) > MaxKey {
		return fmt.Errorf("object key of %d bytes; want 1 to %d", len(key), MaxKey)
	}
	for part := range strings.SplitSeq(key, "/") {
		if part == "" || part[0] == '.' {
			return fmt.Errorf("object key %.60q has a part that is empty or starts with a dot", key)
		}
	}
	for i := range len(key) {
		switch c := key[i]; {
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9', c == '.', c == '_', c == '-', c == '/':
		default:
			return fmt.Errorf("object key %.60q has a character other than a-z, 0-9, '.', '_', '-' and '/'", key)
		}
	}
	return nil
}
