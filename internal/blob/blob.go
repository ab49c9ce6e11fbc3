// Package blob keeps objects, such as posters and snapshots, under keys, and
// gives out links to them that end after a while.
//
// disk keeps them in a directory and serves its own links; s3 keeps them in
// anything that speaks S3. Both sit one examination (blobtest). Only
// cmd/kinodex knows which one is used. The package imports nothing of the house.
// Start reading at Bucket.
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

// Bucket keeps objects. Its methods may be called from several goroutines.
// Errors of a key that breaks the rules of CheckKey say so; nothing is stored
// under one.
type Bucket interface {
	// Put stores size bytes of body under key, whole or not at all: readers see
	// the old object or the new one.
	Put(ctx context.Context, key string, body io.Reader, size int64, contentType string) error
	// Get opens an object; the caller closes Body. ErrNotFound when there is none.
	Get(ctx context.Context, key string) (*Object, error)
	// Stat tells of an object. ErrNotFound when there is none.
	Stat(ctx context.Context, key string) (Info, error)
	// Delete removes an object; one that does not exist is no error.
	Delete(ctx context.Context, key string) error
	// List yields the objects whose key begins with prefix, in order of key.
	List(ctx context.Context, prefix string) iter.Seq2[Info, error]
	// Link gives an address that anyone may GET the object at, whole or in
	// ranges, until expires. A browser saves it as name. Whoever changes the
	// address, or comes later, gets 403. An address that starts with / is relative
	// to the service's own.
	Link(ctx context.Context, key, name string, expires time.Time) (string, error)
}

// Info tells of an object.
type Info struct {
	Key         string
	Size        int64
	ContentType string
	Modified    time.Time
}

// Object is an open object.
type Object struct {
	Info
	Body io.ReadCloser
}

// ErrNotFound says that there is no object of the key.
var ErrNotFound = errors.New("no such object")

// ErrUnavailable says that the store of a bucket did not answer, or not in time.
// It may later.
var ErrUnavailable = errors.New("the store does not answer")

// MaxKey is how many bytes a key may have.
const MaxKey = 512

// CheckKey says what is wrong with a key: it has 1 to MaxKey bytes of a-z, 0-9,
// '.', '_', '-' and '/', and no part between slashes is empty or starts with a dot.
// Such a key is a file's path on every system and needs no escaping in an address.
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
