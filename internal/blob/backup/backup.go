// Package backup copies the objects of a bucket elsewhere and brings them back.
//
// The place of backups is a bucket, too. In it are
//
//	content/<sha256>                 the bodies of objects, each once
//	backups/<time>-<digest>.json     a List: which objects there were, and what they had
//	pruned.json                      whether old backups are being removed (mark.go)
//
// A list is written last, so a backup that was stopped is none, and what it copied is not
// copied again. Objects that are as they were in the newest list are not read again. The
// digest in a list's name is that of the list.
//
// The package imports blob. Start reading at Make and Restore.
package backup

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"kinodex/internal/blob"
)

// Format is the version of the layout.
const Format = 1

const (
	contentPrefix = "content/"
	listPrefix    = "backups/"
	timeLayout    = "20060102t150405z"
	maxList       = 1 << 30 // bytes of a list: several million objects
)

// List is one backup.
type List struct {
	Format  int       `json:"format"`
	At      time.Time `json:"at"`
	Objects []Object  `json:"objects"` // in order of key
}

// Object is one object of a backup.
type Object struct {
	Key         string `json:"key"`
	Bytes       int64  `json:"bytes"`
	SHA256      string `json:"sha256"`
	ContentType string `json:"content_type"`
	// ETag is that of the bucket the object was read from.
	ETag string `json:"etag"`
}

// Bytes is the sum of the objects.
func (l *List) Bytes() (n int64) {
	for _, o := range l.Objects {
		n += o.Bytes
	}
	return n
}

// Options say how to copy.
type Options struct {
	// Scratch is a directory for one object at a time.
	Scratch string
	// Progress is told of objects; it may be nil.
	Progress func(done, total int64)
	// Waiting is called when Make or Prune waits for a Prune to end; it may be nil.
	Waiting func()
	Now     func() time.Time
}

// tell tells Progress.
func (o Options) tell(done, total int) {
	if o.Progress != nil {
		o.Progress(int64(done), int64(total))
	}
}

// Report tells what Make or Restore did.
type Report struct {
	Name    string `json:"backup"`
	Objects int    `json:"objects"`
	Bytes   int64  `json:"bytes"`
	// Copied are the objects that were written, and CopiedBytes their size. The others
	// were there.
	Copied      int   `json:"copied"`
	CopiedBytes int64 `json:"copied_bytes"`
}

// contentKey is where a body lies.
func contentKey(sha256 string) string { return contentPrefix + sha256 }

// Make copies every object of from that to does not have, and then writes the list. An
// object that is removed meanwhile is left out. Each object is read whole; the list as a
// whole is of no single moment. What a Prune took away meanwhile is copied again.
func Make(ctx context.Context, from, to blob.Bucket, o Options) (*Report, error) {
	var all Report
	for {
		report, err := o.make(ctx, from, to)
		if report == nil {
			return nil, err
		}
		report.Copied, report.CopiedBytes = report.Copied+all.Copied, report.CopiedBytes+all.CopiedBytes
		if !errors.Is(err, errPruned) {
			return report, err
		}
		all = *report
	}
}

// make makes a backup, or returns errPruned and what it copied.
func (o Options) make(ctx context.Context, from, to blob.Bucket) (*Report, error) {
	began, err := o.settled(ctx, to)
	if err != nil {
		return nil, err
	}
	names, err := Names(ctx, to)
	if err != nil {
		return nil, err
	}
	before := map[string]Object{}
	if len(names) > 0 {
		newest, err := Read(ctx, to, names[len(names)-1])
		if err != nil {
			return nil, err
		}
		for _, object := range newest.Objects {
			before[object.Key] = object
		}
	}
	infos, err := list(ctx, from)
	if err != nil {
		return nil, err
	}
	l := &List{Format: Format, At: o.Now().UTC().Truncate(time.Second), Objects: []Object{}}
	var report Report
	for i, info := range infos {
		o.tell(i, len(infos))
		object, known := before[info.Key]
		if !known || object.ETag != info.ETag || object.Bytes != info.Size {
			object, err = o.keep(ctx, from, to, info.Key, &report)
			if errors.Is(err, blob.ErrNotFound) {
				continue
			}
			if err != nil {
				return nil, fmt.Errorf("back up %s: %w", info.Key, err)
			}
		}
		l.Objects = append(l.Objects, object)
	}
	o.tell(len(infos), len(infos))
	report.Objects, report.Bytes = len(l.Objects), l.Bytes()
	if err := began.unmarked(ctx, to); err != nil {
		return &report, err
	}
	if report.Name, err = l.write(ctx, to); err != nil {
		return nil, err
	}
	// A Prune that began since then does not know the list.
	if err := began.unmarked(ctx, to); err != nil {
		return &report, errors.Join(err, to.Delete(context.WithoutCancel(ctx), listPrefix+report.Name+".json"))
	}
	return &report, nil
}

// list returns what a bucket has, in order of key.
func list(ctx context.Context, b blob.Bucket) ([]blob.Info, error) {
	var all []blob.Info
	for info, err := range b.List(ctx, "") {
		if err != nil {
			return nil, err
		}
		all = append(all, info)
	}
	return all, nil
}

// keep copies an object's body, unless it is there.
func (o Options) keep(ctx context.Context, from, to blob.Bucket, key string, report *Report) (Object, error) {
	body, object, err := o.take(ctx, from, key)
	if err != nil {
		return Object{}, err
	}
	defer discard(body)
	switch info, err := to.Stat(ctx, contentKey(object.SHA256)); {
	case err == nil && info.Size == object.Bytes:
		return object, nil
	case err != nil && !errors.Is(err, blob.ErrNotFound):
		return Object{}, err
	}
	report.Copied++
	report.CopiedBytes += object.Bytes
	return object, to.Put(ctx, contentKey(object.SHA256), body, object.Bytes, "application/octet-stream")
}

// take reads an object into a file of its own, which is at its beginning, and describes
// it.
func (o Options) take(ctx context.Context, from blob.Bucket, key string) (*os.File, Object, error) {
	opened, err := from.Get(ctx, key)
	if err != nil {
		return nil, Object{}, err
	}
	defer opened.Body.Close()
	f, err := os.CreateTemp(o.Scratch, "object-*")
	if err != nil {
		return nil, Object{}, err
	}
	h := sha256.New()
	n, err := io.Copy(io.MultiWriter(f, h), opened.Body)
	if err == nil && n != opened.Size {
		err = fmt.Errorf("%d bytes of %d: %w", n, opened.Size, io.ErrUnexpectedEOF)
	}
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		discard(f)
		return nil, Object{}, err
	}
	return f, Object{Key: key, Bytes: n, SHA256: hex.EncodeToString(h.Sum(nil)), ContentType: opened.ContentType, ETag: opened.ETag}, nil
}

// discard closes and removes a file.
func discard(f *os.File) {
	_ = f.Close()
	_ = os.Remove(f.Name())
}

// write puts the list and returns its name.
func (l *List) write(ctx context.Context, to blob.Bucket) (string, error) {
	body, err := json.Marshal(l)
	if err != nil {
		return "", err
	}
	name := l.At.Format(timeLayout) + "-" + digestOf(body)
	return name, to.Put(ctx, listPrefix+name+".json", bytes.NewReader(body), int64(len(body)), "application/json")
}

// digestOf is what a list's name ends with.
func digestOf(list []byte) string {
	sum := sha256.Sum256(list)
	return hex.EncodeToString(sum[:8])
}

// Names are the backups that a bucket has, the oldest first.
func Names(ctx context.Context, b blob.Bucket) ([]string, error) {
	var names []string
	for info, err := range b.List(ctx, listPrefix) {
		if err != nil {
			return nil, err
		}
		if name, ok := strings.CutSuffix(strings.TrimPrefix(info.Key, listPrefix), ".json"); ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}

// Read returns a backup. It is an error when the list is damaged or of a newer program.
func Read(ctx context.Context, b blob.Bucket, name string) (*List, error) {
	o, err := b.Get(ctx, listPrefix+name+".json")
	if err != nil {
		return nil, fmt.Errorf("backup %s: %w", name, err)
	}
	defer o.Body.Close()
	body, err := io.ReadAll(io.LimitReader(o.Body, maxList))
	if err != nil {
		return nil, fmt.Errorf("backup %s: %w", name, err)
	}
	var l List
	_, digest, _ := strings.Cut(name, "-")
	if digest != digestOf(body) {
		return nil, fmt.Errorf("backup %s is damaged: its list is not what was written", name)
	}
	if err := json.Unmarshal(body, &l); err != nil {
		return nil, fmt.Errorf("backup %s: %w", name, err)
	}
	if l.Format != Format {
		return nil, fmt.Errorf("backup %s was made by a newer Kinodex (format %d; this one reads %d): update the program", name, l.Format, Format)
	}
	for _, o := range l.Objects {
		if err := o.check(); err != nil {
			return nil, fmt.Errorf("backup %s is damaged: %w", name, err)
		}
	}
	return &l, nil
}

// check says what is wrong with an entry of a list. Its key and digest become keys of two
// buckets, and whoever writes into the one of backups writes its own list.
func (o Object) check() error {
	if err := blob.CheckKey(o.Key); err != nil {
		return err
	}
	if len(o.SHA256) != 2*sha256.Size || strings.Trim(o.SHA256, "0123456789abcdef") != "" {
		return fmt.Errorf("the digest of %s is none", o.Key)
	}
	if o.Bytes < 0 {
		return fmt.Errorf("%s has %d bytes", o.Key, o.Bytes)
	}
	return nil
}
