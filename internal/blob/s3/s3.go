// Package s3 stores objects in a bucket of anything that speaks S3. Its links are
// presigned by the client library, and the store itself answers them.
//
// The bucket must exist and be private: this package neither creates it nor checks who
// may read it. The package imports blob. Start reading at Open.
package s3

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"kinodex/internal/blob"
)

// Bucket is a bucket of an S3 store, or what is below a prefix in it. It implements
// blob.Bucket; see there for what its methods promise.
type Bucket struct {
	client *minio.Client // safe for concurrent use
	name   string
	prefix string // "" or ends with a slash
	now    func() time.Time
}

// Address is the form of a bucket's address, for messages:
//
//	s3://NAME[/PREFIX][?endpoint=https://HOST[:PORT]][&region=REGION]
//
// Credentials come from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (and
// AWS_SESSION_TOKEN), a credentials file or the machine's role, never from the
// address. Without endpoint the store is Amazon's.
const Address = "s3://NAME[/PREFIX][?endpoint=https://HOST:PORT&region=REGION]"

// checkDeadline is how long Check waits for the store to answer.
const checkDeadline = 5 * time.Second

// Open returns the bucket that address names. It does not connect: see Check.
func Open(address string) (*Bucket, error) {
	b, err := connect(address)
	if err != nil {
		return nil, fmt.Errorf("open bucket: %w", err)
	}
	return b, nil
}

// Check asks the store whether the bucket exists and may be read. The error is
// blob.ErrUnavailable when the store does not answer within five seconds, or answers
// with a status of 500 or more; it may then be asked again.
func (b *Bucket) Check(ctx context.Context) error {
	asking, cancel := context.WithTimeout(ctx, checkDeadline)
	defer cancel()
	switch ok, err := b.client.BucketExists(asking, b.name); {
	case err != nil && unanswered(minio.ToErrorResponse(err).StatusCode):
		return fmt.Errorf("bucket %s at %s: %w: %w", b.name, b.Host(), blob.ErrUnavailable, err)
	case err != nil && minio.ToErrorResponse(err).StatusCode == http.StatusForbidden:
		return fmt.Errorf("bucket %s at %s: %w (check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and what that key may)", b.name, b.Host(), err)
	case err != nil:
		return fmt.Errorf("bucket %s at %s: %w", b.name, b.Host(), err)
	case !ok:
		return fmt.Errorf("the store at %s has no bucket %s: make it first, or check the name", b.Host(), b.name)
	}
	return nil
}

// Host is the store's, with its port if that is not the usual one.
func (b *Bucket) Host() string { return b.client.EndpointURL().Host }

// Clock returns the store's time, in whole seconds, as it says with any answer; the zero time
// when it does not say. It needs no credentials.
func (b *Bucket) Clock(ctx context.Context) (time.Time, error) {
	ask, err := http.NewRequestWithContext(ctx, http.MethodHead, b.client.EndpointURL().String(), nil)
	if err != nil {
		return time.Time{}, err
	}
	answer, err := http.DefaultTransport.RoundTrip(ask) // no redirect: the answer's date is all that is wanted
	if err != nil {
		return time.Time{}, fmt.Errorf("ask %s for its time: %w: %w", b.Host(), blob.ErrUnavailable, err)
	}
	answer.Body.Close()
	at, err := http.ParseTime(answer.Header.Get("Date"))
	if err != nil {
		return time.Time{}, nil
	}
	return at, nil
}

// unanswered reports whether the status of an error, 0 without an answer, says
// that the store is away rather than that it refuses.
func unanswered(status int) bool { return status == 0 || status >= 500 }

// connect returns the bucket of an address (see Address). The prefix, if any, must be a
// valid key.
func connect(address string) (*Bucket, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "s3" || u.Host == "" || u.User != nil {
		return nil, errors.New("want " + Address)
	}
	endpoint, err := url.Parse("https://s3.amazonaws.com")
	if at := u.Query().Get("endpoint"); at != "" {
		endpoint, err = url.Parse(at)
	}
	if err != nil || endpoint.Host == "" || endpoint.Scheme != "http" && endpoint.Scheme != "https" || strings.Trim(endpoint.Path, "/") != "" {
		return nil, errors.New("endpoint is not http://HOST or https://HOST")
	}
	prefix := strings.Trim(u.Path, "/")
	if prefix != "" {
		if err := blob.CheckKey(prefix); err != nil {
			return nil, err
		}
		prefix += "/"
	}
	client, err := minio.New(endpoint.Host, &minio.Options{
		Secure: endpoint.Scheme == "https",
		Region: u.Query().Get("region"),
		Creds: credentials.NewChainCredentials([]credentials.Provider{
			&credentials.EnvAWS{}, &credentials.FileAWSCredentials{}, &credentials.IAM{},
		}),
	})
	if err != nil {
		return nil, err
	}
	return &Bucket{client: client, name: u.Host, prefix: prefix, now: time.Now}, nil
}

// Put stores an object. Its MD5 goes along, so that the store notices a body cut short.
func (b *Bucket) Put(ctx context.Context, key string, body io.Reader, size int64, contentType string) error {
	if err := blob.CheckKey(key); err != nil {
		return err
	}
	_, err := b.client.PutObject(ctx, b.name, b.prefix+key, &countedBody{Reader: body, ctx: ctx, left: size}, size, minio.PutObjectOptions{
		ContentType: contentType,
		// Signed in chunks, some stores keep "aws-chunked" as the object's encoding,
		// which then no reader can undo.
		DisableContentSha256: true,
		// A store that takes a broken connection for the end of a body notices.
		SendContentMd5: true,
	})
	if err != nil {
		return fmt.Errorf("put object %s: %w", key, err)
	}
	return nil
}

// countedBody is a body that fails when it ends before its stated length, which the client
// library would store as if nothing were missing. It also fails once its context has
// ended, which may be when all but the last bytes have been sent.
type countedBody struct {
	io.Reader
	ctx  context.Context
	left int64
}

// Read returns io.ErrUnexpectedEOF where the body ends too early.
func (c *countedBody) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.Reader.Read(p)
	c.left -= int64(n)
	if errors.Is(err, io.EOF) && c.left > 0 {
		return n, fmt.Errorf("body ends %d bytes early: %w", c.left, io.ErrUnexpectedEOF)
	}
	return n, err
}

// PutIf stores an object unless it was changed, with If-Match or If-None-Match. The
// store must know these of PUT, as Amazon's, MinIO, Ceph and versitygw do. When an answer
// is lost, the request is sent again and may then be told ErrChanged although it was
// the one that succeeded: compare what is there.
func (b *Bucket) PutIf(ctx context.Context, key string, body []byte, contentType, match string) (string, error) {
	if err := blob.CheckKey(key); err != nil {
		return "", err
	}
	o := minio.PutObjectOptions{ContentType: contentType, DisableContentSha256: true, SendContentMd5: true, DisableMultipart: true}
	if match == "" {
		o.SetMatchETagExcept("*")
	} else {
		o.SetMatchETag(match)
	}
	stored, err := b.client.PutObject(ctx, b.name, b.prefix+key, bytes.NewReader(body), int64(len(body)), o)
	if err == nil {
		return stored.ETag, nil
	}
	switch r := minio.ToErrorResponse(err); {
	case r.StatusCode == http.StatusPreconditionFailed, r.StatusCode == http.StatusConflict,
		match != "" && r.StatusCode == http.StatusNotFound && r.Code != "NoSuchBucket":
		return "", fmt.Errorf("put object %s: %w", key, blob.ErrChanged)
	}
	return "", b.failure("put", key, err)
}

// Get opens an object, in one request.
// The caller must close its Body, also after an error of reading.
func (b *Bucket) Get(ctx context.Context, key string) (*blob.Object, error) {
	return b.GetFrom(ctx, key, 0)
}

// GetFrom opens an object from an offset on, in one request.
func (b *Bucket) GetFrom(ctx context.Context, key string, offset int64) (*blob.Object, error) {
	if err := blob.CheckKey(key); err != nil {
		return nil, err
	}
	var o minio.GetObjectOptions
	if offset != 0 {
		if err := o.SetRange(offset, 0); err != nil {
			return nil, fmt.Errorf("get object %s: %w", key, err)
		}
	}
	// One request, so that Info is that of the bytes that are read.
	body, stat, header, err := minio.Core{Client: b.client}.GetObject(ctx, b.name, b.prefix+key, o)
	if err != nil {
		return nil, b.failure("get", key, err)
	}
	stat.Key = b.prefix + key
	if offset != 0 {
		if stat.Size, err = wholeSize(header, offset); err != nil {
			body.Close()
			return nil, fmt.Errorf("get object %s: %w", key, err)
		}
	}
	return &blob.Object{Info: b.about(stat), Body: body}, nil
}

// wholeSize returns the size of the object that an answer has a part of, which must
// begin at offset.
func wholeSize(h http.Header, offset int64) (int64, error) {
	var from, to, size int64
	at := h.Get("Content-Range")
	if n, _ := fmt.Sscanf(at, "bytes %d-%d/%d", &from, &to, &size); n != 3 || from != offset {
		return 0, fmt.Errorf("the store answers with the range %q, asked for from %d on", at, offset)
	}
	return size, nil
}

// Stat describes an object.
func (b *Bucket) Stat(ctx context.Context, key string) (blob.Info, error) {
	if err := blob.CheckKey(key); err != nil {
		return blob.Info{}, err
	}
	stat, err := b.client.StatObject(ctx, b.name, b.prefix+key, minio.StatObjectOptions{})
	if err != nil {
		return blob.Info{}, b.failure("stat", key, err)
	}
	return b.about(stat), nil
}

// Delete removes an object. In a bucket that keeps versions, the old ones stay.
func (b *Bucket) Delete(ctx context.Context, key string) error {
	if err := blob.CheckKey(key); err != nil {
		return err
	}
	err := b.client.RemoveObject(ctx, b.name, b.prefix+key, minio.RemoveObjectOptions{})
	if err != nil && minio.ToErrorResponse(err).StatusCode != http.StatusNotFound {
		return b.failure("delete", key, err)
	}
	return nil
}

// List yields objects in order of key, which is how stores list them, page by page.
func (b *Bucket) List(ctx context.Context, prefix string) iter.Seq2[blob.Info, error] {
	return func(yield func(blob.Info, error) bool) {
		ctx, stop := context.WithCancel(ctx)
		// Without this the library's goroutine would wait for ever when the caller stops
		// early.
		defer stop()
		for o := range b.client.ListObjects(ctx, b.name, minio.ListObjectsOptions{Prefix: b.prefix + prefix, Recursive: true}) {
			if o.Err != nil {
				yield(blob.Info{}, b.failure("list", b.prefix+prefix, o.Err))
				return
			}
			if !yield(b.about(o), nil) {
				return
			}
		}
	}
}

// Link returns a presigned address of the store itself. Links last 1 second to 7 days,
// which is the protocol's limit; anything else is an error.
func (b *Bucket) Link(ctx context.Context, key, name string, expires time.Time) (string, error) {
	if err := blob.CheckKey(key); err != nil {
		return "", err
	}
	// The protocol counts whole seconds from the moment of signing, not until a time.
	left := expires.Sub(b.now()).Round(time.Second)
	if left < time.Second || left > 7*24*time.Hour {
		return "", fmt.Errorf("link to %s: ends in %v, want 1 second to 7 days", key, left)
	}
	saved := url.Values{"response-content-disposition": {mime.FormatMediaType("attachment", map[string]string{"filename": name})}}
	u, err := b.client.PresignedGetObject(ctx, b.name, b.prefix+key, left, saved)
	if err != nil {
		return "", b.failure("link to", key, err)
	}
	return u.String(), nil
}

// about returns the Info of an object; its key is without the prefix.
func (b *Bucket) about(o minio.ObjectInfo) blob.Info {
	return blob.Info{
		Key: strings.TrimPrefix(o.Key, b.prefix), Size: o.Size,
		ContentType: o.ContentType, Modified: o.LastModified.UTC(), ETag: o.ETag,
	}
}

// failure wraps an error of the store, and turns "no such key" into blob.ErrNotFound. A
// missing bucket is not that. A store that does not answer, that fails or that asks to
// slow down is blob.ErrUnavailable.
func (b *Bucket) failure(doing, key string, err error) error {
	if r := minio.ToErrorResponse(err); r.Code == "NoSuchKey" || r.Code == "NotFound" || r.StatusCode == http.StatusNotFound && r.Code != "NoSuchBucket" {
		return fmt.Errorf("object %s: %w", key, blob.ErrNotFound)
	}
	if r := minio.ToErrorResponse(err); unanswered(r.StatusCode) || r.StatusCode == http.StatusTooManyRequests || r.Code == "SlowDown" {
		return fmt.Errorf("%s object %s: %w: %w", doing, key, blob.ErrUnavailable, err)
	}
	return fmt.Errorf("%s object %s: %w", doing, key, err)
}
