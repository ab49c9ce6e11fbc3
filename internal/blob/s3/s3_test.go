package s3

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"

	"kinodex/internal/blob"
	"kinodex/internal/blob/blobtest"
)

// store is the address of the S3 server beside which the tests run.
func store(t *testing.T) string {
	t.Helper()
	at := os.Getenv("KINODEX_TEST_S3")
	if at == "" {
		t.Skip("KINODEX_TEST_S3 names no S3 server: make test-services")
	}
	return at
}

func TestS3PassesTheExamination(t *testing.T) {
	at := store(t)
	blobtest.TestBucket(t, func(t *testing.T) blobtest.Subject {
		name := fmt.Sprintf("examined-%d", time.Now().UnixNano())
		u, err := url.Parse(at)
		if err != nil {
			t.Fatal(err)
		}
		u.Host, u.Path = name, "/below/here"
		b, err := connect(u.String())
		if err != nil {
			t.Fatal(err)
		}
		if err := b.client.MakeBucket(t.Context(), name, minio.MakeBucketOptions{}); err != nil {
			t.Fatal(err)
		}
		if b, err = Open(u.String()); err != nil {
			t.Fatal(err)
		}
		if err := b.Check(t.Context()); err != nil {
			t.Fatal(err)
		}
		return blobtest.Subject{Bucket: b}
	})
}

func TestABucketThatIsNotThereIsSaid(t *testing.T) {
	u, err := url.Parse(store(t))
	if err != nil {
		t.Fatal(err)
	}
	u.Host = "no-such-bucket-here"
	b, err := Open(u.String())
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Check(t.Context()); err == nil || errors.Is(err, blob.ErrUnavailable) || !strings.Contains(err.Error(), "no-such-bucket-here") {
		t.Errorf("checked with %v", err)
	}
}

// Where the key or its secret is wrong, both are named.
func TestAStoreThatRefusesTheKeyIsSaid(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", "key")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "hunter2hunter2")
	refusing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusForbidden) }))
	defer refusing.Close()
	b, err := Open("s3://bucket?region=us-east-1&endpoint=" + refusing.URL)
	if err != nil {
		t.Fatal(err)
	}
	err = b.Check(t.Context())
	if err == nil || errors.Is(err, blob.ErrUnavailable) || !strings.Contains(err.Error(), "AWS_SECRET_ACCESS_KEY") || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("checked with %v", err)
	}
}

// A store that refuses connections, and one that accepts them and says nothing,
// are away: neither is a wrong address, and neither is waited for until the caller gives up.
func TestAStoreThatIsAwayIsSaidSoon(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", "key")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	var both sync.WaitGroup
	for name, host := range map[string]string{"refusing": "127.0.0.1:1", "silent": silent.Addr().String()} {
		b, err := Open("s3://bucket?region=us-east-1&endpoint=http://" + host)
		if err != nil {
			t.Fatal(err)
		}
		both.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), 12*checkDeadline)
			defer cancel()
			if err := b.Check(ctx); !errors.Is(err, blob.ErrUnavailable) || ctx.Err() != nil || !strings.Contains(err.Error(), host) {
				t.Errorf("a %s store: %v, %v", name, err, ctx.Err())
			}
		})
	}
	both.Wait()
}

func TestWrongAddresses(t *testing.T) {
	for _, at := range []string{"", "s3://", "https://bucket", "s3://key:secret@bucket", "s3://b?endpoint=ftp://h", "s3://b?endpoint=nonsense", "s3://b?endpoint=http://h/path", "s3://b/../c", "s3://b/UPPER"} {
		if _, err := Open(at); err == nil {
			t.Errorf("%q opens", at)
		}
	}
}

func TestALinkEndsWithinAWeek(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", "key")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	b, err := connect("s3://bucket?endpoint=http://127.0.0.1:1&region=us-east-1")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []time.Duration{-time.Hour, 0, 8 * 24 * time.Hour} {
		if _, err := b.Link(t.Context(), "k.gz", "k.gz", time.Now().Add(d)); err == nil {
			t.Errorf("a link for %v was signed", d)
		}
	}
	link, err := b.Link(t.Context(), "k.gz", "k.gz", time.Now().Add(time.Hour))
	if err != nil || !strings.Contains(link, "X-Amz-Expires=3600") {
		t.Errorf("link = %s, %v: want one hour", link, err)
	}
}

var _ blob.Bucket = (*Bucket)(nil)
