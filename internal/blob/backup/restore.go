package backup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	"kinodex/internal/blob"
)

// DiffersError says that a bucket has other objects under the keys of a backup.
type DiffersError struct {
	Keys []string
}

// Error names some of them.
func (e *DiffersError) Error() string {
	some, more := e.Keys, ""
	if len(some) > 5 {
		some, more = some[:5], " and others"
	}
	return fmt.Sprintf("%d objects of the bucket are not those of the backup: %s%s. Nothing was changed; --force replaces them",
		len(e.Keys), strings.Join(some, ", "), more)
}

// Restore puts the objects of a backup that the bucket to lacks, and with replace also
// those that it has in another version. Others stay. Each body is compared with its
// digest before it is put. Without replace it returns a *DiffersError, and changes
// nothing, when the bucket has other versions. A Restore that was stopped is run again.
func Restore(ctx context.Context, from, to blob.Bucket, name string, replace bool, o Options) (*Report, error) {
	l, err := Read(ctx, from, name)
	if err != nil {
		return nil, err
	}
	report := &Report{Name: name, Objects: len(l.Objects), Bytes: l.Bytes()}
	missing, differs, err := compare(ctx, to, l)
	if err != nil {
		return nil, err
	}
	if len(differs) > 0 && !replace {
		e := &DiffersError{}
		for _, object := range differs {
			e.Keys = append(e.Keys, object.Key)
		}
		return nil, e
	}
	missing = append(missing, differs...)
	for i, object := range missing {
		o.tell(i, len(missing))
		if err := o.bring(ctx, from, to, object); err != nil {
			return report, fmt.Errorf("restore %s: %w", object.Key, err)
		}
		report.Copied++
		report.CopiedBytes += object.Bytes
	}
	o.tell(len(missing), len(missing))
	return report, nil
}

// compare returns the objects of a list that a bucket does not have, and those that it
// has in another version. Objects of the right size are read.
func compare(ctx context.Context, b blob.Bucket, l *List) (missing, differs []Object, err error) {
	for _, object := range l.Objects {
		info, err := b.Stat(ctx, object.Key)
		switch {
		case errors.Is(err, blob.ErrNotFound):
			missing = append(missing, object)
			continue
		case err != nil:
			return nil, nil, err
		}
		same := info.Size == object.Bytes
		if same {
			if same, err = has(ctx, b, object.Key, object.SHA256); err != nil {
				return nil, nil, err
			}
		}
		if !same {
			differs = append(differs, object)
		}
	}
	return missing, differs, nil
}

// has reports whether an object has a digest.
func has(ctx context.Context, b blob.Bucket, key, sum string) (bool, error) {
	o, err := b.Get(ctx, key)
	if err != nil {
		return false, err
	}
	defer o.Body.Close()
	h := sha256.New()
	if _, err := io.Copy(h, o.Body); err != nil {
		return false, fmt.Errorf("read %s: %w", key, err)
	}
	return hex.EncodeToString(h.Sum(nil)) == sum, nil
}

// bring copies the body of an object into the bucket under its key.
func (o Options) bring(ctx context.Context, from, to blob.Bucket, object Object) error {
	body, is, err := o.take(ctx, from, contentKey(object.SHA256))
	if err != nil {
		return err
	}
	defer discard(body)
	if is.SHA256 != object.SHA256 {
		return errors.New("its body in the backup is damaged")
	}
	return to.Put(ctx, object.Key, body, object.Bytes, object.ContentType)
}

// Verify reads every body that a backup needs and compares it with its digest. The error
// names all that are damaged or not there. progress may be nil.
func Verify(ctx context.Context, b blob.Bucket, name string, progress func(done, total int64)) (*List, error) {
	l, err := Read(ctx, b, name)
	if err != nil {
		return nil, err
	}
	var wrong []error
	read := map[string]bool{}
	for i, object := range l.Objects {
		if progress != nil {
			progress(int64(i+1), int64(len(l.Objects)))
		}
		if read[object.SHA256] {
			continue
		}
		read[object.SHA256] = true
		sound, err := has(ctx, b, contentKey(object.SHA256), object.SHA256)
		switch {
		case ctx.Err() != nil:
			return l, ctx.Err()
		case err != nil:
			wrong = append(wrong, fmt.Errorf("%s: %w", object.Key, err))
		case !sound:
			wrong = append(wrong, fmt.Errorf("%s: its body in the backup is damaged", object.Key))
		}
	}
	return l, errors.Join(wrong...)
}
