package s3

import (
	"fmt"
	"net/url"
	"os"
	"strings"
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
	blobtest.Examine(t, func(t *testing.T) blobtest.Subject {
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
		if b, err = Open(t.Context(), u.String()); err != nil {
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
	if _, err := Open(t.Context(), u.String()); err == nil || !strings.Contains(err.Error(), "no-such-bucket-here") {
		t.Errorf("opened with %v", err)
	}
}

func TestWrongAddresses(t *testing.T) {
	for _, at := range []string{"", "s3://", "https://bucket", "s3://key:secret@bucket", "s3://b?endpoint=ftp://h", "s3://b?endpoint=nonsense", "s3://b?endpoint=http://h/path", "s3://b/../c", "s3://b/UPPER"} {
		if _, err := Open(t.Context(), at); err == nil {
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
